import type { Workflow } from '../../../shared/bench.ts';
import type { Answer } from '../../../shared/ipc.ts';
import type { BenchContext } from '../context.ts';

/** Scans the order of a parcel that was put aside. */
export async function takeUp(
  context: Pick<BenchContext, 'fail' | 'journal'>,
  ship: { readonly step: () => Workflow['step']; readonly scan: (code: string) => Promise<Answer<'scan'>> },
  bookingId: string,
): Promise<Answer<'takeUp'>> {
  const booking = context.journal.booking(bookingId);
  if (!booking) return context.fail('order-not-found');
  // A scan that has to wait may come to nothing, so until its turn the parcel stays in Resolve.
  const step = ship.step();
  if (step === 'booking' || step === 'printing') return context.fail('not-now');
  context.journal.park(bookingId, false);
  return ship.scan(booking.orderKey);
}
