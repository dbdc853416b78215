import { type Booking, isSettledOrOpen } from '../../shared/booking.ts';
import type { KnownAs } from '../../shared/known-code.ts';
import { type OrderKey, orderKeySchema } from '../../shared/order.ts';
import { bareCode, bareNumber, isProductCode, itemCode, slotOf } from '../../shared/scan.ts';
import type { ContextParts } from './context-parts.ts';
import { type ReadableRows, readableRows } from './readable-rows.ts';

/** The parts of the bench that `knownCode` uses. */
export type Knows = Pick<ContextParts, 'now'> & ReadableRows;

/** Shorter texts are quantities or sizes more often than item codes. */
const shortestItem = 3;
/** Labels also carry short bar codes, such as a postal code, that do not identify a parcel. */
const shortestLabelCode = 8;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns what a text is known as: an order that is still to be shipped or was shipped within the last day, a parcel, an item of an order
 * that is still to be shipped, or a product. Undefined for any other text. Commands and the like are found by `isOnlyScanned`.
 */
export function knownCode(context: Knows, text: string): KnownAs | undefined {
  const { journal } = context;
  const code = text.trim();
  if (code === '') return undefined;
  const order = orderKeySchema.safeParse(code).success ? orderAt(context, code) : undefined;
  if (order !== undefined) return { is: 'order', orderKey: order };
  const parcel = parcelWith(context, code);
  if (parcel !== undefined) return { is: 'parcel', orderKey: parcel };
  const item = itemCode(code);
  const [holder] = item.length < shortestItem ? [] : journal.ordersWithItem(item);
  if (holder) return { is: 'item', orderKey: holder.key };
  return isProductCode(code) ? { is: 'product' } : undefined;
}

function orderAt(context: Knows, code: string): OrderKey | undefined {
  const { journal, now } = context;
  const slot = slotOf(code);
  const isRecent = (latest: Booking | undefined): boolean =>
    latest === undefined || !isSettledOrOpen(latest) || now().getTime() - Date.parse(latest.changedAt) < dayMs;
  const known = journal.ordersAt(slot).find(({ key }) => isRecent(journal.latestOf(key)));
  if (known) return known.key;
  const leftOut = readableRows(context).some(({ problem }) => problem.orderKey !== '' && slotOf(problem.orderKey) === slot);
  const unread = journal.unreadAt(slot);
  return leftOut || (unread && !unread.isPast) ? (code as OrderKey) : undefined;
}

function parcelWith({ journal }: Pick<Knows, 'journal'>, code: string): OrderKey | undefined {
  const [holder] = journal.holdersOf(code, ['consignment', 'tracking']);
  if (holder) return holder.orderKey;
  const elsewhere = journal.findElsewhere(code);
  const numbers = [elsewhere?.booking?.consignmentNo, ...(elsewhere?.booking?.trackingNos ?? [])].map((each) => bareNumber(each ?? ''));
  if (elsewhere && numbers.includes(bareNumber(code))) return elsewhere.orderKey as OrderKey;
  const bare = bareCode(code);
  const [bookingId] = bare.length < shortestLabelCode ? [] : journal.labelCodeHolders(bare);
  return bookingId === undefined ? undefined : journal.booking(bookingId)?.orderKey;
}
