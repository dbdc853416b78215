import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { ParcelElsewhere } from '../../../shared/elsewhere.ts';
import type { Order } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';
import { restNow } from '../parts.ts';
import type { ReadableRows } from '../readable-rows.ts';
import { type Found, foundOf, lookUp } from './found.ts';
import type { InHand } from './in-hand.ts';

/** Timeout for a slow ledger at a scan, in ms: then the changes received so far count, and nothing is booked without the ledger. */
export const syncWithinMs = 300;

/** True if the changes of other benches must be read before an order is shown as not shipped. */
export function mustSync(context: Pick<BenchContext, 'journal' | 'ledger'>, { order, among, known, elsewhere }: Found): boolean {
  if (!context.ledger.isShared || among.length > 1) return false;
  // They may have shipped the rest.
  if (order && restNow(context, order)) return true;
  return !elsewhere && !(known && isSettledOrOpen(known));
}

/** Returns what a code leads to after reading the other benches' changes: they may have shipped the order, changed it or imported it. */
export async function afterSync(
  context: ReadableRows & Pick<BenchContext, 'ledger'>,
  { syncNow }: { readonly syncNow: (withinMs: number) => Promise<void> },
  code: string,
  { order }: Found,
): Promise<Found> {
  await Promise.all([context.ledger.syncNow(syncWithinMs), syncNow(syncWithinMs)]);
  const still = order && context.journal.order(order.key);
  return still ? foundOf(context, still) : lookUp(context, code);
}

export function showElsewhere(
  { fail }: Pick<BenchContext, 'fail'>,
  hand: InHand,
  code: string,
  order: Order | undefined,
  { bench, booking }: ParcelElsewhere,
): void {
  if (booking) return hand.fold({ is: 'found-shipped', booking, failure: null });
  hand.stop(code, order ?? null, fail('taken-elsewhere', { code: 'at-bench', bench, state: 'booked' }).failure);
}
