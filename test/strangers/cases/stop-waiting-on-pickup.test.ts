import { expect, test } from 'vitest';
import type { Courier, Sent } from '../../../electron/bench/ports/courier.ts';
import { kindsToResolve, type PlainStation, pickupOf, sent, startPlainStation } from '../../path/plain-station.ts';

/** Starts a bench with one parcel that waits for its driver, and a service that holds back each answer to `pickup` until `letThrough`. */
async function startHanging() {
  const { promise: through, resolve: letThrough } = Promise.withResolvers<void>();
  const courier = (real: Courier): Courier => ({
    ...real,
    async sendOnce(request): Promise<Sent> {
      const answer = await real.sendOnce(request);
      if (request.action === 'pickup') await through;
      return answer;
    },
  });
  const bench = await startPlainStation({ courier });
  const { booking } = await bench.ship('ORD-1001');
  /** Asks for the driver and stops waiting for the answer, as Pickup's button does. */
  const askAndStop = async () => {
    const asking = bench.station.handlers.requestPickup(pickupOf(booking));
    await expect.poll(() => sent(bench, 'pickup')).toBe(1);
    await bench.call('stopReading', {});
    // In an object: a returned promise alone would be awaited.
    return { asking };
  };
  return { bench, booking, letThrough, askAndStop };
}

const requested = async (bench: PlainStation) => (await bench.call('pickups', {})).requested;

test('a pickup request continues after the packer stops waiting: its row stays open until the late answer', async () => {
  const { bench, booking, letThrough, askAndStop } = await startHanging();
  const { asking } = await askAndStop();
  const [underWay] = await requested(bench);
  expect(underWay).toMatchObject({ state: 'sending', bookingIds: [booking.id], collectionNo: '' });
  expect((await bench.call('pickups', {})).groups).toEqual([]);
  expect(await kindsToResolve(bench)).toEqual([]);
  const { requestPickup, settlePickup } = bench.station.handlers;
  const settled = await settlePickup({ pickupId: underWay?.id ?? '', collectionNo: '', reason: 'He was not ordered', pin: '' });
  expect(settled).toMatchObject({ failure: { code: 'not-now' } });
  const again = await requestPickup(pickupOf(booking, { again: 'I am sure' }));
  expect(again).toMatchObject({ failure: { code: 'pickup-already-requested' } });
  letThrough();
  expect(await asking).toMatchObject({ ok: true, value: { id: underWay?.id, state: 'booked' } });
  const [taken] = await requested(bench);
  expect(taken).toMatchObject({ id: underWay?.id, state: 'booked', collectionNo: bench.service.pickups()[0]?.collectionNo });
  expect(sent(bench, 'pickup')).toBe(1);
});

test('the bench ships on while the answer about a driver is pending', async () => {
  const { bench, letThrough, askAndStop } = await startHanging();
  const { asking } = await askAndStop();
  await bench.ship('ORD-1002');
  expect((await requested(bench)).map(({ state }) => state)).toEqual(['sending']);
  letThrough();
  await asking;
  expect((await requested(bench)).map(({ state }) => state)).toEqual(['booked']);
});

test('a pickup request that gets no answer after the packer stopped waiting is unknown and waits in Resolve', async () => {
  const { bench, booking, letThrough, askAndStop } = await startHanging();
  bench.service.faults.next('pickup', 'execute-then-reset');
  const { asking } = await askAndStop();
  expect(await kindsToResolve(bench)).toEqual([]);
  letThrough();
  expect(await asking).toMatchObject({ failure: { code: 'pickup-unknown' } });
  expect(await kindsToResolve(bench)).toEqual(['pickup-unknown']);
  const again = await bench.station.handlers.requestPickup(pickupOf(booking, { again: 'I am sure' }));
  expect(again).toMatchObject({ failure: { code: 'pickup-unknown' } });
  expect(bench.service.pickups().length).toBe(1);
});
