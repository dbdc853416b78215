import { hasNumber, isNoNumber, numberInStreet, withNumber } from '../../shared/delivery-place.ts';
import type { Order } from '../../shared/order.ts';
import type { BenchContext } from './context.ts';
import { digestOf } from './exchange/digest.ts';

type Facts = Pick<BenchContext, 'journal'>;

/** The same person at the same address, as the order writes them. Case and spaces make no difference. */
function factOf({ recipient }: Order): string {
  const { name, company, street, street2, street3, postalCode, city, country } = recipient;
  const parts = [name, company, street, street2, street3, postalCode, city, country];
  return `house-number ${digestOf(...parts.map((part) => part.trim().replace(/\s+/g, ' ').toLowerCase()))}`;
}

/** The house number that a person gave for this address last; empty if none did. */
export const lastNumber = ({ journal }: Facts, order: Order): string => journal.fact(factOf(order)) ?? '';

/** `order`: as it was when its house number was asked for. */
export const keepNumber = ({ journal }: Facts, order: Order, given: string): void => journal.setFact(factOf(order), given.trim());

/**
 * The order with the house number that a person gave for this address before, if the number adds nothing to what the order says: it stands
 * in the street, or there is none. It is written into the order as an answer is. Any other number is only offered, and a person takes it.
 */
export function withKnownNumber(context: Facts, order: Order): Order {
  if (hasNumber(order.recipient)) return order;
  const given = lastNumber(context, order);
  if (!given || (!isNoNumber(given) && given !== numberInStreet(order.recipient.street))) return order;
  const known = { ...order, recipient: { ...order.recipient, ...withNumber(order.recipient, given) } };
  context.journal.saveOrder(known);
  return known;
}
