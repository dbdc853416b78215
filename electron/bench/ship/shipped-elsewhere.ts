import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { ParcelElsewhere } from '../../../shared/elsewhere.ts';
import type { Order } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';
import { type Found, foundOf, lookUp } from './found.ts';
import type { InHand } from './in-hand.ts';

/** A packer does not wait longer for a ledger that is slow: what was heard before counts, and nothing is booked without it. */
const hearWithinMs = 300;

/** The others are heard before anything is said to be not shipped. */
export const isToHear = ({ ledger }: BenchContext, { among, known, elsewhere }: Found): boolean =>
  ledger.isShared && among.length < 2 && !elsewhere && !(known && isSettledOrOpen(known));

/** What a code leads to, as far as the others say so at once: they may have shipped the order, changed it or brought it in. */
export async function hearOthers(
  context: BenchContext,
  { hearNow }: { readonly hearNow: (withinMs: number) => Promise<void> },
  code: string,
  { order }: Found,
): Promise<Found> {
  await Promise.all([context.ledger.hearNow(hearWithinMs), hearNow(hearWithinMs)]);
  const still = order && context.journal.order(order.key);
  return still ? foundOf(context, still) : lookUp(context, code);
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
