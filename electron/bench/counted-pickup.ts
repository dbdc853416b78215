import { parcelsIn } from '../../shared/booking.ts';
import type { Pickup } from '../../shared/pickup.ts';
import type { BenchContext } from './context.ts';

/** Parcel counts per journal, for pickups whose shipments are all known. Neither these pickups nor their parcels change any more. */
const counted = new WeakMap<object, Map<string, number>>();

/** Returns a pickup with its number of parcels. A shipment unknown to this bench counts as one. */
export function countedPickup<P extends Pickup>({ journal }: Pick<BenchContext, 'journal'>, pickup: P): P {
  const known = counted.get(journal) ?? new Map<string, number>();
  counted.set(journal, known);
  const before = known.get(pickup.id);
  if (before !== undefined) return { ...pickup, parcels: before };
  const bookings = pickup.bookingIds.flatMap((id) => journal.booking(id) ?? journal.parcelElsewhere(id)?.booking ?? []);
  const notReceived = pickup.bookingIds.length - bookings.length;
  const parcels = parcelsIn(bookings) + notReceived;
  if (notReceived === 0) known.set(pickup.id, parcels);
  return { ...pickup, parcels };
}
