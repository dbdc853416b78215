import type { Walk } from '../../../shared/bench.ts';
import type { Answer } from '../../../shared/ipc.ts';
import type { BenchContext } from '../context.ts';

/** Scans the order of a parcel that was put aside. */
export async function takeUp(
  room: BenchContext,
  ship: { readonly step: () => Walk['step']; readonly scan: (code: string) => Promise<Answer<'scan'>> },
  bookingId: string,
): Promise<Answer<'takeUp'>> {
  const booking = room.journal.booking(bookingId);
  if (!booking) return room.fail('order-not-found');
  // A scan that waits may come to nothing; until it is its turn the parcel stays where it is found again.
  const step = ship.step();
  if (step === 'booking' || step === 'printing') return room.fail('not-now');
  room.journal.putAside(bookingId, false);
  room.changed();
  return ship.scan(booking.orderKey);
}
