import { labelLines } from '../../../shared/address.ts';
import type { Order } from '../../../shared/order.ts';
import type { RowReason } from '../../../shared/order-file-reason.ts';

/** What a shop says of an order that is bought and that its label does not: it is called off, or goes elsewhere. */
export function tooLate(said: Order, known: Order): RowReason | undefined {
  if (said.hold !== known.hold && isCalledOff(said)) return { code: 'called-off-after-booking' };
  return isElsewhere(said, known) ? { code: 'address-after-booking' } : undefined;
}

/** Whether two labels would differ. */
export const isElsewhere = (one: Pick<Order, 'recipient'>, other: Pick<Order, 'recipient'>): boolean =>
  labelLines.some((field) => one.recipient[field].trim() !== other.recipient[field].trim());

export const isCalledOff = ({ hold }: Pick<Order, 'hold'>): boolean => hold === 'cancelled' || hold === 'refunded';

/** The address that a shop says now, in one line. */
export const addressLine = ({ recipient }: Order): string => {
  const { name, company, street, houseNumber, postalCode, city, country } = recipient;
  return [name, company, `${street} ${houseNumber}`.trim(), `${postalCode} ${city}`.trim(), country].filter(Boolean).join(', ');
};
