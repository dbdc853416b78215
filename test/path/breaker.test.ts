import { expect, test } from 'vitest';
import { type PlainStation, pickupOf, sent, startPlainStation } from './plain-station.ts';

const whole = { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } };
const paused = (bench: PlainStation) => bench.station.snapshot().frame.paused;

/** Buys the order and loses its answer. */
async function lose(bench: PlainStation, key: string): Promise<void> {
  bench.service.faults.next('ship', 'execute-then-reset');
  await bench.buy(key, 'unknown');
}

/** A clock that only the test moves. */
function movedClock() {
  let ms = Date.UTC(2026, 10, 20, 9, 0, 0);
  return { now: () => new Date(ms), forward: (seconds: number) => (ms += seconds * 1000) };
}

async function pausedBench() {
  const clock = movedClock();
  const bench = await startPlainStation({ settings: whole, platform: { now: clock.now } });
  for (const key of ['ORD-1001', 'ORD-1002', 'ORD-1003']) {
    await lose(bench, key);
    clock.forward(10);
  }
  return { bench, clock };
}

test('three lost answers within a minute pause booking, and the fourth parcel is not sent', async () => {
  const { bench } = await pausedBench();
  expect(paused(bench)).toMatchObject({ why: 'unknown' });
  const { serviceId } = await bench.toTiles('ORD-1004');
  const workflowNo = bench.workflowNo();
  expect(await bench.station.handlers.buy({ workflowNo, serviceId })).toMatchObject({ failure: { code: 'booking-paused' } });
  expect(await bench.station.handlers.scan({ code: 'XPBXBUX' })).toMatchObject({ failure: { code: 'booking-paused' } });
  expect(sent(bench, 'ship')).toBe(3);
  expect(bench.workflow()).toMatchObject({ step: 'choosing', order: { key: 'ORD-1004' } });
});

test('three lost answers in more than a minute pause nothing', async () => {
  const clock = movedClock();
  const bench = await startPlainStation({ settings: whole, platform: { now: clock.now } });
  for (const key of ['ORD-1001', 'ORD-1002', 'ORD-1003']) {
    await lose(bench, key);
    clock.forward(31);
  }
  expect(paused(bench)).toBeNull();
  await bench.ship('ORD-1004');
  expect(sent(bench, 'ship')).toBe(4);
});

test('the pause of booking survives a restart and does not expire', async () => {
  const { bench, clock } = await pausedBench();
  const before = paused(bench);
  await bench.reopen();
  clock.forward(86_400);
  expect(paused(bench)).toEqual(before);
  const { serviceId } = await bench.toTiles('ORD-1004');
  expect(await bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId })).toMatchObject({
    failure: { code: 'booking-paused' },
  });
  expect(sent(bench, 'ship')).toBe(3);
});

test('the command to resume booking buys nothing by itself', async () => {
  const { bench } = await pausedBench();
  const { serviceId } = await bench.toTiles('ORD-1004');
  await bench.call('scan', { code: 'XPBXGON' });
  expect(paused(bench)).toBeNull();
  expect(bench.workflow().step).toBe('choosing');
  expect(sent(bench, 'ship')).toBe(3);
  await bench.take(serviceId, 'done');
  expect(sent(bench, 'ship')).toBe(4);
});

test('the command to resume booking is refused if booking is not paused', async () => {
  const bench = await startPlainStation();
  await bench.scan('ORD-1001', 'asking');
  expect(await bench.station.handlers.scan({ code: 'XPBXGON' })).toMatchObject({ failure: { code: 'not-now' } });
  expect(bench.workflow().step).toBe('asking');
});

test('booking stays paused while no known order can be tracked', async () => {
  const clock = movedClock();
  const bench = await startPlainStation({ settings: whole, platform: { now: clock.now } });
  await bench.ship('ORD-1005');
  for (const key of ['ORD-1001', 'ORD-1002', 'ORD-1003']) await lose(bench, key);
  const asked = sent(bench, 'track');
  bench.service.faults.next('track', 'html-504', 20);
  expect(await bench.station.handlers.resumeBooking({})).toMatchObject({ ok: false });
  expect(paused(bench)).not.toBeNull();
  await bench.service.faults.clear();
  await bench.call('resumeBooking', {});
  expect(paused(bench)).toBeNull();
  expect(sent(bench, 'track')).toBeGreaterThan(asked);
  expect(sent(bench, 'ship')).toBe(4);
});

test.each([
  ['refuses every order of today as not known yet', 'refuse-errors'],
  ['finds none of them', 'empty-result'],
] as const)('booking resumes if tracking %s, because the service answers', async (_how, fault) => {
  const bench = await startPlainStation({ settings: whole, platform: { now: movedClock().now } });
  await bench.ship('ORD-1005');
  for (const key of ['ORD-1001', 'ORD-1002', 'ORD-1003']) await lose(bench, key);
  bench.service.faults.next('track', fault, 20);
  await bench.call('resumeBooking', {});
  expect(paused(bench)).toBeNull();
  expect(sent(bench, 'ship')).toBe(4);
});

test('booking stays paused if the service rejects the key', async () => {
  const bench = await startPlainStation({ settings: whole, platform: { now: movedClock().now } });
  await bench.ship('ORD-1005');
  for (const key of ['ORD-1001', 'ORD-1002', 'ORD-1003']) await lose(bench, key);
  bench.service.faults.next('track', 'unauthorised', 20);
  expect(await bench.station.handlers.resumeBooking({})).toMatchObject({ failure: { code: 'credentials-rejected' } });
  expect(paused(bench)).not.toBeNull();
});

test('a rule buys nothing while booking is paused, nor by itself when it resumes', async () => {
  const { bench } = await pausedBench();
  await bench.call('saveSettings', { settings: { rule: 'cheapest' } });
  await bench.toTiles('ORD-1004');
  expect(sent(bench, 'ship')).toBe(3);
  await bench.call('resumeBooking', {});
  expect(bench.workflow().step).toBe('choosing');
  expect(sent(bench, 'ship')).toBe(3);
});

test('no driver is ordered while booking is paused, and an unknown pickup counts like a booking', async () => {
  const clock = movedClock();
  const bench = await startPlainStation({ settings: whole, platform: { now: clock.now } });
  const { booking } = await bench.ship('ORD-1005');
  const pickup = pickupOf(booking);
  await lose(bench, 'ORD-1001');
  await lose(bench, 'ORD-1002');
  bench.service.faults.next('pickup', 'execute-then-reset');
  expect(await bench.station.handlers.requestPickup(pickup)).toMatchObject({ failure: { code: 'pickup-unknown' } });
  expect(paused(bench)).toMatchObject({ why: 'unknown' });
  expect(await bench.station.handlers.requestPickup({ ...pickup, date: '2031-01-07', again: 'the first is lost' })).toMatchObject({
    failure: { code: 'booking-paused' },
  });
  expect(sent(bench, 'pickup')).toBe(1);
});

test('a service that cannot be reached pauses booking before anything is sent', async () => {
  const bench = await startPlainStation({ settings: whole });
  await bench.service.stop();
  for (const key of ['ORD-1001', 'ORD-1002', 'ORD-1003']) {
    await bench.scan(key, 'stopped');
  }
  expect(paused(bench)).toMatchObject({ why: 'unreachable' });
  expect(await bench.station.handlers.resumeBooking({})).toMatchObject({ failure: { code: 'service-unreachable' } });
  expect(paused(bench)).not.toBeNull();
});
