import { type Address, addressLine, isSameOnLabel } from './address.ts';
import type { Order } from './order.ts';

/** What a file says anew of an order, where a person had changed the same: where it goes, or anything else. */
export type SaidAnew = 'address' | 'other';

/** An order as it stands once its file was read again, and what of a person's words the file says anew. */
export interface Reread {
  readonly order: Order;
  readonly anew: ReadonlySet<SaidAnew>;
}

/** They make sense together only: what a person weighed is not the weight of what the shop put in since. */
const goods = ['lines', 'parcels', 'noDefaultFor'] as const satisfies readonly (keyof Order)[];
const contacts = ['phone', 'email', 'eori'] as const satisfies readonly (keyof Address)[];
/** Each has a rule of its own below. */
const notAlone: ReadonlySet<string> = new Set(['key', 'source', 'recipient', 'goesTo', 'hold', 'otherAddress', ...goods]);

/**
 * Brings together what a person made of an order with what its file says now; `before` is what the file said until then. What the file
 * does not say anew stays as the person left it, and where it does its newer word counts. Only of an address, where both name another
 * one, nobody can know which is right: the person's stands, and nobody ships it before a person said so.
 */
export function rereadOrder(own: Order, before: Order, said: Order): Reread {
  const anew = new Set<SaidAnew>();
  const newer = <T>(part: (order: Order) => T): T => {
    const [ours, old, news] = [part(own), part(before), part(said)];
    if (isSame(ours, old) || isSame(ours, news)) return news;
    if (isSame(news, old)) return ours;
    anew.add('other');
    return news;
  };
  const alone = Object.keys({ ...said, ...own }).filter((field) => !notAlone.has(field)) as (keyof Order)[];
  const details = Object.assign({}, ...alone.map((field) => newer(partOf([field])))) as Partial<Order>;

  const [ours, old, news] = [own, before, said].map((order) => order.recipient) as [Address, Address, Address];
  const isElsewhere = !isSameOnLabel(news, old);
  const isInDoubt = own.otherAddress !== undefined || !isSameOnLabel(ours, old);
  const isAsked = isElsewhere && isInDoubt && !isSameOnLabel(ours, news);
  const isOurs = isAsked || !isElsewhere;
  if (isAsked) anew.add('address');
  const label = isOurs ? ours : news;
  const recipient = { ...label, ...newer((order) => pick(order.recipient, contacts)) };
  return {
    order: {
      ...said,
      ...details,
      ...newer(partOf(goods)),
      recipient,
      goesTo: isOurs ? own.goesTo : said.goesTo,
      ...heldBack(own, before, said, isAsked ? addressLine(news) : isOurs ? own.otherAddress : undefined),
    },
    anew,
  };
}

/**
 * What the shop forbids counts. That a row is missing is no question again once a person dealt with it, as long as the same is said
 * without it. Which of two addresses counts is asked behind whatever the shop forbids.
 */
function heldBack(own: Order, before: Order, said: Order, otherAddress: string | undefined): Pick<Order, 'hold' | 'otherAddress'> {
  const isSameRow = [said, before].every(({ hold }) => hold === 'row-unreadable') && isSame(inRows(said), inRows(before));
  const hold = isSameRow ? own.hold : said.hold;
  if (otherAddress === undefined) return { hold };
  return { hold: hold ?? 'two-addresses', otherAddress };
}

const pick = <T extends object, K extends keyof T>(whole: T, fields: readonly K[]): Pick<T, K> =>
  Object.fromEntries(fields.map((field) => [field, whole[field]])) as Pick<T, K>;
const partOf =
  <K extends keyof Order>(fields: readonly K[]) =>
  (order: Order): Pick<Order, K> =>
    pick(order, fields);
const inRows = partOf(['recipient', ...goods]);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
