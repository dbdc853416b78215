import { type BatchLine, isAddressShared, isBought, keysOfLine } from '../../../shared/batch.ts';
import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import type { Order, OrderKey } from '../../../shared/order.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { keepAllApart, toSameAddress } from '../same-address.ts';
import { joinFree } from '../ship/joining.ts';
import { groupOf } from './line-shipment.ts';
import type { OpenBatch, Placed } from './open-batch.ts';
import { quoteAgain } from './quote-again.ts';

interface Parts {
  readonly context: Pick<BenchContext, 'fail' | 'journal'>;
  readonly batch: OpenBatch;
  /** Discards the offer of an order, so that its price is requested again. */
  readonly forgetOffer: (key: OrderKey) => void;
  /** Orders that a packer has in hand. */
  readonly inHand: () => ReadonlySet<OrderKey>;
  readonly wake: () => void;
}

/** The lines that the last joining changed, as they were before it. In memory only: a restart ends its undo. */
interface LastJoin {
  readonly placed: Placed;
  readonly others: readonly OrderKey[];
  readonly before: readonly { readonly placed: Placed; readonly line: BatchLine }[];
}

/** Decisions of a person on orders of a batch that go to one address. */
export interface SharedAddresses {
  /** Puts a stopped order and these others in one parcel: one line of the batch, with a price of its own. Buys nothing. */
  join(asked: CallArgs<'joinBatchLines'>): Answer<'joinBatchLines'>;
  /** Takes the last joining back, with the decisions that it replaced. Refused once its parcel was changed or is about to be bought. */
  undoJoin(key: OrderKey): Answer<'undoBatchJoin'>;
  /** Ships the orders of one group as parcels of their own, and remembers that. */
  keepApart(key: OrderKey): Answer<'keepBatchLinesApart'>;
  /** Does that for every group that no person has decided on. */
  keepAllApart(): Answer<'shipBatchApart'>;
  /** Quotes the orders of one parcel as lines of their own again, as far as the batch had them. Only before it is bought. */
  takeApart(placed: Placed): void;
}

export function createSharedAddresses(parts: Parts): SharedAddresses {
  let last: LastJoin | undefined;
  return {
    join(asked) {
      const joined = join(parts, asked);
      if (joined.ok) last = joined.value;
      return joined.ok ? ok({}) : joined;
    },
    undoJoin(key) {
      const undone = undoJoin(parts, last, key);
      if (undone.ok) last = undefined;
      return undone;
    },
    keepApart: (key) => keepApart(parts, key),
    keepAllApart: () => keepEachApart(parts),
    takeApart: (placed) => takeApart(parts, placed),
  };
}

/** True if the line ships several orders and a person may still take them apart: nothing of it is bought, or may be. */
export function mayTakeApart({ journal }: Pick<BenchContext, 'journal'>, { joined, state, bookingId }: BatchLine): boolean {
  if (!joined) return false;
  if (state === 'to-quote' || state === 'asked' || state === 'quoted') return true;
  const booking = bookingId === null ? undefined : journal.booking(bookingId);
  return state === 'stopped' && !(booking && isSettledOrOpen(booking));
}

function join(
  parts: Parts,
  { key, others: shown }: CallArgs<'joinBatchLines'>,
): Result<LastJoin, 'order-not-found' | 'orders-not-joined' | 'not-now'> {
  const { context, batch, inHand } = parts;
  const placed = batch.ofKey(key);
  if (!isOpen(batch) || placed?.line.orderKey !== key || !isAddressShared(placed.line)) return context.fail('not-now');
  const order = context.journal.order(key);
  if (!order) return context.fail('order-not-found', key);
  const others = toSameAddress(context, order).map((other) => other.order);
  const keys = others.map((other) => other.key);
  // The orders may have changed since they were shown, even their address.
  if (keys.toSorted().join('\n') !== shown.toSorted().join('\n')) {
    quoteOrLeave(parts, placed);
    parts.wake();
    return context.fail('not-now');
  }
  const held = inHand();
  if (held.has(key) || keys.some((each) => held.has(each) || isBeingBought(batch, each))) return context.fail('not-now');
  const shipment = joinFree(context, order, others);
  if (!shipment.ok) return shipment;
  const before = linesOf(batch, [key, ...keys]).map((each) => ({ placed: each, line: each.line }));
  context.journal.soon(() => joinLines(parts, placed, [order, ...others]));
  parts.wake();
  return ok({ placed, others: keys, before });
}

/** The lines of these orders, and of all orders that share a parcel with one of them. */
function linesOf(batch: OpenBatch, keys: readonly OrderKey[]): Placed[] {
  const all = new Set([...keys, ...keys.flatMap((key) => batch.ofKey(key)?.line ?? []).flatMap(keysOfLine)]);
  return batch.lines().filter(({ line }) => all.has(line.orderKey));
}

function undoJoin(parts: Parts, last: LastJoin | undefined, key: OrderKey): Answer<'undoBatchJoin'> {
  const { context, batch } = parts;
  if (!last || last.placed.line.orderKey !== key || !isOpen(batch) || !isAsJoined(parts, last)) return context.fail('not-now');
  context.journal.soon(() => {
    for (const { placed, line } of last.before) {
      const { state, joined, answers, group } = line;
      if (state === 'joined' || state === 'left') batch.set(placed, line);
      else {
        batch.set(placed, { joined, answers, group });
        // Its price may be another by now, or the reason why it stopped.
        quoteOrLeave(parts, placed);
      }
    }
  });
  parts.wake();
  return ok({});
}

/** True if the parcel is as the joining left it, and nothing of it is bought or about to be. */
function isAsJoined({ context, batch }: Parts, { placed, others }: LastJoin): boolean {
  const { line } = placed;
  if (batch.ofKey(line.orderKey) !== placed || !mayTakeApart(context, line) || line.answers) return false;
  return line.joined?.join('\n') === others.join('\n') && others.every((each) => batch.ofKey(each) === placed);
}

const isBeingBought = (batch: OpenBatch, key: OrderKey): boolean => {
  const line = batch.ofKey(key)?.line;
  return line !== undefined && (isBought(line) || line.state === 'buying' || line.state === 'agreed');
};

/** Makes one line of these orders. A parcel that one of them was in before is taken apart. */
function joinLines(parts: Parts, placed: Placed, orders: readonly Order[]): void {
  const { batch } = parts;
  const others = orders.map(({ key }) => key).filter((key) => key !== placed.line.orderKey);
  for (const key of others) {
    const before = batch.ofKey(key);
    if (before?.line.joined) takeApart(parts, before);
  }
  for (const key of others) {
    const own = batch.ofKey(key);
    parts.forgetOffer(key);
    if (own) batch.set(own, { state: 'joined', failure: null, questions: [], sameAddress: undefined });
  }
  batch.set(placed, { joined: others, answers: undefined, group: groupOf(orders) });
  quoteOrLeave(parts, placed);
}

function takeApart(parts: Parts, placed: Placed): void {
  const { batch } = parts;
  const { orderKey, joined = [] } = placed.line;
  const order = parts.context.journal.order(orderKey);
  batch.set(placed, { joined: undefined, answers: undefined, ...(order && { group: groupOf([order]) }) });
  quoteOrLeave(parts, placed);
  for (const key of joined) {
    const own = batch.ofKey(key);
    if (own?.line.state === 'joined') quoteOrLeave(parts, own);
  }
}

/** Quotes the line again; if its order was shipped meanwhile, the batch has nothing left to do with it. */
function quoteOrLeave({ context, batch, forgetOffer }: Parts, placed: Placed): void {
  if (!quoteAgain(context, batch, placed, forgetOffer)) batch.set(placed, { state: 'left', failure: null });
}

function keepApart(parts: Parts, key: OrderKey): Answer<'keepBatchLinesApart'> {
  const { context, batch } = parts;
  const placed = batch.ofKey(key);
  if (!isOpen(batch) || placed?.line.orderKey !== key) return context.fail('not-now');
  const { line } = placed;
  const isJoined = mayTakeApart(context, line);
  if (!isJoined && !isAddressShared(line)) return context.fail('not-now');
  context.journal.soon(() => {
    if (isJoined) {
      for (const each of keysOfLine(line)) keepAllApart(context, each);
      takeApart(parts, placed);
    } else quoteApart(parts, [placed, ...(line.sameAddress ?? []).flatMap((other) => batch.ofKey(other) ?? [])]);
  });
  parts.wake();
  return ok({});
}

function keepEachApart(parts: Parts): Answer<'shipBatchApart'> {
  const { context, batch } = parts;
  const stopped = isOpen(batch) ? batch.lines().filter(({ line }) => isAddressShared(line)) : [];
  if (stopped.length === 0) return context.fail('not-now');
  context.journal.soon(() => quoteApart(parts, stopped));
  parts.wake();
  return ok({ orders: stopped.length });
}

/** Lets the lines among these that stopped for a shared address be quoted alone. */
function quoteApart(parts: Parts, lines: readonly Placed[]): void {
  const stopped = lines.filter(({ line }) => isAddressShared(line));
  for (const { line } of stopped) keepAllApart(parts.context, line.orderKey);
  for (const placed of stopped) quoteOrLeave(parts, placed);
}

const isOpen = (batch: OpenBatch): boolean => batch.state() !== 'closed' && !batch.isStopped();
