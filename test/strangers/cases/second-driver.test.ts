import { expect, test } from 'vitest';
import { sampleOrdersCsv } from '../../../electron/training/sample-orders.ts';
import { type PlainStation, pickupOf, sent, startPlainStation } from '../../path/plain-station.ts';

const booked = async (bench: PlainStation, key: string) => (await bench.ship(key)).booking;

/** Three orders that differ only in their keys: one courier takes them all. */
const [header = '', ...rows] = sampleOrdersCsv.split('\n');
const row = rows.find((each) => each.startsWith('ORD-1001,')) ?? '';
const orders = [header, ...['ORD-1001', 'ORD-1002', 'ORD-1003'].map((key) => row.replaceAll('ORD-1001', key))].join('\n');

/** Returns two collections by one courier on one day, and a third parcel that waits. */
async function twoCollections() {
  const bench = await startPlainStation({ orders });
  const first = await booked(bench, 'ORD-1001');
  const one = await bench.call('requestPickup', pickupOf(first));
  const second = await booked(bench, 'ORD-1002');
  const two = await bench.call('requestPickup', pickupOf(second, { again: 'One more parcel' }));
  expect([one.bookingIds, two.bookingIds]).toEqual([[first.id], [second.id]]);
  return { bench, first, second, one, two };
}

/** Returns the order numbers of each pickup request at the service. */
const askedFor = ({ service }: PlainStation) => service.pickups().map(({ orderNos }) => [...orderNos]);

test('a second driver is requested for the parcels of the chosen pickup, not of the latest', async () => {
  const { bench, first, one } = await twoCollections();
  const again = await bench.call('requestPickup', pickupOf(first, { again: 'He did not come', secondOf: one.id }));
  expect(again.bookingIds).toEqual([first.id]);
  expect(askedFor(bench).at(-1)).toEqual([first.orderNo]);
});

test('a second driver is not requested for a parcel that waits next to the chosen pickup', async () => {
  const { bench, second, two } = await twoCollections();
  const waiting = await booked(bench, 'ORD-1003');
  await bench.call('requestPickup', pickupOf(second, { again: 'He did not come', secondOf: two.id }));
  expect(askedFor(bench).at(-1)).toEqual([second.orderNo]);
  expect((await bench.call('pickups', {})).groups).toMatchObject([{ courierKey: waiting.service?.courierKey, today: 1 }]);
});

test('refuses a pickup with a reason if no pickup is named and nothing waits', async () => {
  const { bench, first } = await twoCollections();
  const asking = bench.station.handlers.requestPickup(pickupOf(first, { again: 'He did not come' }));
  expect(await asking).toMatchObject({ failure: { code: 'nothing-to-collect' } });
  expect(sent(bench, 'pickup')).toBe(2);
});

test('a second driver on another day still needs a reason, and none is requested while one is unknown', async () => {
  const { bench, first, one } = await twoCollections();
  const { requestPickup } = bench.station.handlers;
  const later = { secondOf: one.id, date: '2031-01-07' };
  expect(await requestPickup(pickupOf(first, later))).toMatchObject({ failure: { code: 'pickup-already-requested' } });
  bench.service.faults.next('pickup', 'execute-then-reset');
  const again = 'He did not come';
  expect(await requestPickup(pickupOf(first, { ...later, again }))).toMatchObject({ failure: { code: 'pickup-unknown' } });
  expect(await requestPickup(pickupOf(first, { secondOf: one.id, date: '2031-01-08', again }))).toMatchObject({
    failure: { code: 'pickup-unknown' },
  });
  expect(sent(bench, 'pickup')).toBe(3);
});
