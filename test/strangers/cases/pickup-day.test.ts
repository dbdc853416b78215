import { expect, test } from 'vitest';
import { pickupOf, sent, startPlainStation } from '../../path/plain-station.ts';

/** Starts a bench whose clock, and the service's, stand still until they are moved. */
async function benchAt(start: string) {
  let now = new Date(start);
  const clock = () => now;
  const bench = await startPlainStation({ platform: { now: clock }, serviceClock: clock });
  const { booking } = await bench.ship('ORD-1001');
  const ask = (change: Parameters<typeof pickupOf>[1]) =>
    bench.station.handlers.requestPickup(pickupOf(booking, { isSure: false, readyTime: '16:00', closingTime: '17:00', ...change }));
  return { bench, booking, ask, move: (to: string) => void (now = new Date(to)) };
}

// 22 November 2026 is a Sunday; the warehouse is in Amsterdam, an hour ahead.
const sunday = '2026-11-22T09:00:00Z';

test('a Sunday is asked about if the services named Monday, and Monday is not', async () => {
  const { bench, ask } = await benchAt(sunday);
  const [group] = (await bench.call('pickups', {})).groups;
  expect(group).toMatchObject({ days: ['2026-11-23'], cutOff: '18:30' });
  expect(await ask({ date: '2026-11-22' })).toMatchObject({
    failure: { code: 'pickup-doubtful', reasons: [{ code: 'collection-named-later', day: '2026-11-23' }] },
  });
  expect(sent(bench, 'pickup')).toBe(0);
  expect(await ask({ date: '2026-11-23' })).toMatchObject({ ok: true });
});

test('hours in the past are refused, even if the packer is sure', async () => {
  const { bench, ask, move } = await benchAt('2026-11-23T09:00:00Z');
  move('2026-11-23T16:05:00Z');
  expect(await ask({ date: '2026-11-23', isSure: true })).toMatchObject({
    failure: { code: 'pickup-incomplete', reasons: [{ code: 'closing-time-passed', closingTime: '17:00' }] },
  });
  expect(sent(bench, 'pickup')).toBe(0);
});

test('a day in another year is asked about, and accepted if the packer is sure', async () => {
  const { bench, ask } = await benchAt(sunday);
  expect(await ask({ date: '2027-11-23' })).toMatchObject({
    failure: { code: 'pickup-doubtful', reasons: [{ code: 'collection-far-ahead', day: '2027-11-23', days: 366 }] },
  });
  expect(await ask({ date: '2027-11-23', isSure: true })).toMatchObject({ ok: true });
  expect(bench.service.pickups()).toMatchObject([{ date: '2027-11-23' }]);
});

test('a closing time after the hour of the services is asked about', async () => {
  const { bench, ask } = await benchAt(sunday);
  expect(await ask({ date: '2026-11-23', closingTime: '19:00' })).toMatchObject({
    failure: { code: 'pickup-doubtful', reasons: [{ code: 'closing-after-collection', before: '18:30', closingTime: '19:00' }] },
  });
  expect(sent(bench, 'pickup')).toBe(0);
});

test('a parcel whose label never came out is named before a driver is requested', async () => {
  const { bench, booking, ask } = await benchAt(sunday);
  const other = await bookWithoutLabel(bench);
  const { groups } = await bench.call('pickups', {});
  expect(groups).toMatchObject([{ courierKey: booking.service?.courierKey, notOut: [other] }]);
  expect(await ask({ date: '2026-11-23' })).toMatchObject({
    failure: { code: 'pickup-doubtful', reasons: [{ code: 'labels-not-out', orders: [other] }] },
  });
});

/** Books an order whose label does not come. */
async function bookWithoutLabel(bench: Awaited<ReturnType<typeof benchAt>>['bench']): Promise<string> {
  bench.service.faults.next('ship', 'label-empty');
  bench.service.faults.next('labels', 'status-504', 20);
  await bench.ship('ORD-1004');
  return 'ORD-1004';
}

test("left-over parcels show since when, and yesterday's pickup request keeps its day", async () => {
  const { bench, ask, move } = await benchAt('2026-11-23T09:00:00Z');
  await ask({ date: '2026-11-24' });
  await bench.ship('ORD-1002');
  move('2026-11-24T09:00:00Z');
  const { today, groups, requested } = await bench.call('pickups', {});
  expect(today).toBe('2026-11-24');
  expect(groups).toMatchObject([{ today: 0, leftOver: 1, leftOverSince: '2026-11-23' }]);
  expect(requested).toMatchObject([{ date: '2026-11-24', changedAt: '2026-11-23T09:00:00.000Z' }]);
});
