import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { OrderKey } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';
import type { OpenBatch, Placed } from './open-batch.ts';

/** Lets a line be quoted again. False, and nothing is changed, if a booking of its order is settled or open. */
export function quoteAgain(
  { journal }: Pick<BenchContext, 'journal'>,
  batch: OpenBatch,
  placed: Placed,
  forgetOffer: (key: OrderKey) => void,
): boolean {
  const { orderKey } = placed.line;
  const booking = journal.latestOf(orderKey);
  if (booking && isSettledOrOpen(booking)) return false;
  forgetOffer(orderKey);
  batch.set(placed, { state: 'to-quote', failure: null, bookingId: null, sameAddress: undefined });
  resumeQuoting(batch);
  return true;
}

/** Requests prices again if the batch waits for a person, or has ended. */
export function resumeQuoting(batch: OpenBatch): void {
  if (batch.state() === 'ready' || batch.state() === 'ended') batch.to('quoting');
}
