import type { WorkflowAt } from '../../shared/bench.ts';
import type { Order, OrderKey } from '../../shared/order.ts';
import { sameAddress } from '../../shared/same-address.ts';
import { slotOf } from '../../shared/scan.ts';
import type { BenchContext } from './context.ts';
import { digestOf } from './exchange/digest.ts';
import { doubtedSince } from './exchange/restored.ts';

/** Orders that go to the address of another one. */
export type Others = WorkflowAt<'same-address'>['others'];

/** More orders do not fit into one parcel, nor on the screen. */
const mostOthers = 9;
/** A list compares each of its rows with this many orders at the same place. */
const mostForList = 5;

/**
 * Returns the open orders that one parcel could hold together with this one. Left out: orders that a packer wants in a parcel of their own,
 * that may have been shipped before the journal was restored, that name another sender, and other spellings of one number.
 */
export const toSameAddress = (context: Pick<BenchContext, 'journal'>, order: Order): Others =>
  among(context, order, context.journal.openOrdersAt(order))
    .filter(({ order: other }, index, all) => all.findIndex((each) => slotOf(each.order.key) === slotOf(other.key)) === index)
    .slice(0, mostOthers);

/** Returns one of these orders for a row of a list; it may miss one at a place with very many orders. */
export const oneToSameAddress = (context: Pick<BenchContext, 'journal'>, order: Order): OrderKey | undefined =>
  among(context, order, context.journal.openOrdersAt(order, mostForList))[0]?.order.key;

const among = (
  { journal }: Pick<BenchContext, 'journal'>,
  order: Order,
  candidates: readonly { readonly order: Order; readonly since: string }[],
): Others =>
  candidates.flatMap(({ order: other, since }) => {
    const match = sameAddress(order.recipient, other.recipient);
    if (!match || slotOf(other.key) === slotOf(order.key) || (other.sender ?? '') !== (order.sender ?? '')) return [];
    if (journal.fact(apartFact(order.key, other.key)) !== undefined || doubtedSince(journal, other.key)) return [];
    return [{ order: other, since, match }];
  });

/** Stores that a packer wants these orders in parcels of their own. */
export function keepApart({ journal }: Pick<BenchContext, 'journal'>, one: OrderKey, others: readonly OrderKey[]): void {
  for (const other of others) journal.setFact(apartFact(one, other), 'yes');
}

/** Stores that a packer wants this order in a parcel of its own, apart from every open order to its address. */
export function keepAllApart(context: Pick<BenchContext, 'journal'>, key: OrderKey): void {
  const order = context.journal.order(key);
  if (!order) return;
  keepApart(
    context,
    key,
    among(context, order, context.journal.openOrdersAt(order)).map((other) => other.order.key),
  );
}

/** Names the decision about two orders, in any sequence. */
const apartFact = (one: OrderKey, other: OrderKey): string => `two-parcels ${digestOf(...[one, other].sort())}`;
