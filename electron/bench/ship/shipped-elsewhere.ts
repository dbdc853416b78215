import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { ParcelElsewhere } from '../../../shared/elsewhere.ts';
import type { Order } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';
import { elsewhereOf, type Found } from './found.ts';
import type { InHand } from './in-hand.ts';

/** A packer does not wait longer for a ledger that is slow: what was heard before counts, and nothing is booked without it. */
const hearWithinMs = 300;

/** The others are heard before anything is said to be not shipped. */
export const isToHear = ({ ledger }: BenchContext, { among, known, elsewhere }: Found): boolean =>
  ledger.isShared && among.length < 2 && !elsewhere && !(known && isSettledOrOpen(known));

/** What a code leads to, as far as the others say so at once. */
export async function hearOthers(context: BenchContext, code: string, found: Found): Promise<Found> {
  await context.ledger.hearNow(hearWithinMs);
  return { ...found, elsewhere: elsewhereOf(context, code, found.order, found.known) };
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
