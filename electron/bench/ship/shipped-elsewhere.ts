import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { ParcelElsewhere } from '../../../shared/elsewhere.ts';
import type { Order } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';
import { elsewhereOf, type Found } from './found.ts';
import type { InHand } from './in-hand.ts';

/** A packer does not wait longer for a ledger that is slow: what was heard before counts, and nothing is booked without it. */
const hearWithinMs = 300;

/** The others are heard before anything is said to be not shipped. False where there is more to do with it here. */
export async function isShownElsewhere(context: BenchContext, hand: InHand, code: string, found: Found): Promise<boolean> {
  const { order, known, elsewhere } = found;
  const { workflowNo } = hand.state();
  const isAsked = !elsewhere && !(known && isSettledOrOpen(known)) && context.ledger.isShared;
  if (isAsked) await context.ledger.hearNow(hearWithinMs);
  // Somebody scanned something else meanwhile.
  if (!hand.isStill(workflowNo)) return true;
  const parcel = isAsked ? elsewhereOf(context, code, order, known) : elsewhere;
  if (parcel) showElsewhere(context, hand, code, order, parcel);
  return parcel !== undefined;
}

export function showElsewhere(
  { fail }: BenchContext,
  hand: InHand,
  code: string,
  order: Order | undefined,
  { bench, booking }: ParcelElsewhere,
): void {
  if (booking) return hand.fold({ is: 'found-shipped', booking, failure: null });
  hand.stop(code, order ?? null, fail('taken-elsewhere', { code: 'at-bench', bench, state: 'booked' }).failure);
}
