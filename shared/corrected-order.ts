import { type Address, addressLine, isSameOnLabel } from './address.ts';
import type { Order } from './order.ts';

/** A change in a file that conflicts with a person's change: the address, or anything else. */
export type RereadPart = 'address' | 'other';

/** An order after its file was read again, and the conflicting changes of the file. */
export interface Reread {
  readonly order: Order;
  readonly reread: ReadonlySet<RereadPart>;
}

/** These fields only make sense together: a measured weight does not include what the shop has added since. */
const goods = ['lines', 'parcels', 'noDefaultFor'] as const satisfies readonly (keyof Order)[];
const contacts = ['phone', 'email', 'eori'] as const satisfies readonly (keyof Address)[];
/** Each has its own rule below. */
const notAlone: ReadonlySet<string> = new Set(['key', 'source', 'recipient', 'goesTo', 'hold', 'otherAddress', ...goods]);

/**
 * Merges a person's changes of an order with the new content of its file; `before` is the previous content. Values that the file does not
 * change stay as the person left them; values that it does change are taken from the file. The exception is an address that both changed:
 * neither is known to be right, so the person's stays, and nothing is shipped before a person decides.
 */
export function rereadOrder(own: Order, before: Order, newest: Order): Reread {
  const reread = new Set<RereadPart>();
  const newer = <T>(part: (order: Order) => T): T => {
    const [ours, old, news] = [part(own), part(before), part(newest)];
    if (isSame(ours, old) || isSame(ours, news)) return news;
    if (isSame(news, old)) return ours;
    reread.add('other');
    return news;
  };
  const alone = Object.keys({ ...newest, ...own }).filter((field) => !notAlone.has(field)) as (keyof Order)[];
  const details = Object.assign({}, ...alone.map((field) => newer(partOf([field])))) as Partial<Order>;

  const [ours, old, news] = [own, before, newest].map((order) => order.recipient) as [Address, Address, Address];
  const isElsewhere = !isSameOnLabel(news, old);
  const isInDoubt = own.otherAddress !== undefined || !isSameOnLabel(ours, old);
  const isAsked = isElsewhere && isInDoubt && !isSameOnLabel(ours, news);
  const isOurs = isAsked || !isElsewhere;
  if (isAsked) reread.add('address');
  const label = isOurs ? ours : news;
  const recipient = { ...label, ...newer((order) => pick(order.recipient, contacts)) };
  return {
    order: {
      ...newest,
      ...details,
      ...newer(partOf(goods)),
      recipient,
      goesTo: isOurs ? own.goesTo : newest.goesTo,
      ...heldBack(own, before, newest, isAsked ? addressLine(news) : isOurs ? own.otherAddress : undefined),
    },
    reread,
  };
}

/**
 * A hold by the shop counts. A missing row is not asked about again once a person has handled it, if the order is otherwise unchanged.
 * The question which address counts comes after any hold of the shop.
 */
function heldBack(own: Order, before: Order, newest: Order, otherAddress: string | undefined): Pick<Order, 'hold' | 'otherAddress'> {
  const isSameRow = [newest, before].every(({ hold }) => hold === 'row-unreadable') && isSame(inRows(newest), inRows(before));
  const hold = isSameRow ? own.hold : newest.hold;
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
