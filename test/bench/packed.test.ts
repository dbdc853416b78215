import { expect, test } from 'vitest';
import { rememberPacked } from '../../electron/bench/packed.ts';
import type { Booking } from '../../shared/booking.ts';
import type { Packed } from '../../shared/learned.ts';
import { emptyParcel, type Parcel } from '../../shared/order.ts';
import { firstSettings } from '../../shared/settings.ts';
import { anOrder } from '../journal/samples.ts';

/** The weight that is remembered of a booked parcel; undefined if nothing is remembered. */
function remembered(parcel: Partial<Parcel>): number | null | undefined {
  const written: Packed[] = [];
  const journal = { writePacked: (_id: string, _items: string, packed: Packed) => void written.push(packed) };
  const lines = [{ name: 'Bowl', sku: 'BOWL', quantity: 1, price: null }];
  const order = { ...anOrder('A-1'), lines, parcels: [{ ...emptyParcel, boxName: 'M', weightGrams: 990, ...parcel }] };
  rememberPacked({ journal: journal as never, settings: () => firstSettings }, { id: 'b-1', shipmentNo: 1, order } as Booking);
  return written[0]?.weightGrams;
}

test('only a weight that was measured counts for later parcels', () => {
  expect(remembered({})).toBe(990);
  expect(remembered({ weightFrom: 'items' })).toBeNull();
});

test('a parcel with a learned weight is not remembered, so it never pushes out those that were weighed', () => {
  expect(remembered({ learned: ['weight'] })).toBeUndefined();
  expect(remembered({ learned: ['box', 'weight'] })).toBeUndefined();
  expect(remembered({ learned: ['box'] })).toBe(990);
});
