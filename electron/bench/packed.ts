import type { Booking } from '../../shared/booking.ts';
import { mostRemembered, namedItemsOf, type Packed } from '../../shared/learned.ts';
import type { Order } from '../../shared/order.ts';
import type { BenchContext } from './context.ts';

/** Returns what earlier parcels with the items of this order had, newest first. Not searched if its parcel lacks neither box nor weight. */
export function packedLike({ journal }: Pick<BenchContext, 'journal'>, order: Order): readonly Packed[] {
  const [parcel] = order.parcels;
  if (!parcel || (parcel.lengthCm !== null && parcel.weightGrams !== null)) return [];
  const items = namedItemsOf(order);
  return items === undefined ? [] : journal.packedWith(items, mostRemembered);
}

/**
 * Remembers box and weight of a parcel that was just booked, for later parcels with the same items. A weight counts only if the order or a
 * packer gave it: what was calculated or set as a default would confirm itself. A parcel whose weight was learned adds nothing, and would
 * push out the parcels that were weighed. Another shipment of an order may hold other items.
 */
export function rememberPacked({ journal, settings }: Pick<BenchContext, 'journal' | 'settings'>, booking: Booking): void {
  const { order, shipmentNo, id } = booking;
  const [parcel] = order.parcels;
  const items = namedItemsOf(order);
  if (!parcel || items === undefined || shipmentNo !== 1 || parcel.learned?.includes('weight')) return;
  const isWeighed = parcel.weightGrams !== settings().defaults.weightGrams && parcel.weightFrom !== 'items';
  journal.writePacked(id, items, { boxName: parcel.boxName, weightGrams: isWeighed ? parcel.weightGrams : null });
}
