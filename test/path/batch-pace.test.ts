import { expect, test } from 'vitest';
import { createKnownOffers } from '../../electron/bench/batch/known-offers.ts';
import type { Priced } from '../../electron/bench/batch/quote-line.ts';
import { createTimeLeft } from '../../electron/bench/batch/time-left.ts';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import { quote } from '../journal/samples.ts';
import { at, benchWith, cameOut, key, quoted, whenBatch } from './batch-bench.ts';
import { counted, sent } from './plain-station.ts';

// Number of parcels of a batch at the service at once, and the status shown for them.

test('parcels are booked one at a time if an offer lasts only until the next quote', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup']);
  await quoted(bench);
  await bench.call('runBatch', { orders: 3 });
  await at(bench, 'ended');
  const asked = bench.service
    .requests()
    .map(({ action }) => action)
    .filter((action) => action === 'quote' || action === 'ship');
  expect(asked).toEqual(['quote', 'quote', 'quote', 'quote', 'ship', 'quote', 'ship', 'quote', 'ship']);
});

test('the next price is requested before the previous booking answer is read', async () => {
  const steps: string[] = [];
  const traced = (courier: Courier): Courier => ({
    ...courier,
    quote(...asked) {
      steps.push('price asked');
      return courier.quote(...asked);
    },
    sendOnce: (...request) => courier.sendOnce(...request).finally(() => steps.push('answered')),
    readShip(...answer) {
      steps.push('answer read');
      return courier.readShip(...answer);
    },
  });
  const bench = await benchWith(['cup', 'cup', 'cup'], { courier: traced });
  await quoted(bench);
  steps.length = 0;
  await bench.call('runBatch', { orders: 3 });
  await at(bench, 'ended');
  const behindAnother = ['price asked', 'answer read', 'answered'];
  expect(steps).toEqual(['price asked', 'answered', ...behindAnother, ...behindAnother, 'answer read']);
});

test('bookings run in parallel if the service keeps its offers, and labels print in order', async () => {
  let [now, most] = [0, 0];
  const kept = (courier: Courier): Courier => ({
    ...courier,
    isQuoteKept: () => true,
    async sendOnce(...request) {
      now += 1;
      most = Math.max(most, now);
      return courier.sendOnce(...request).finally(() => (now -= 1));
    },
  });
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  const bench = await benchWith(
    numbers.map(() => 'cup'),
    { courier: kept, delayMs: 20, msPerLabel: 1 },
  );
  await quoted(bench, numbers.map(key));
  await bench.call('runBatch', { orders: 12 });
  await at(bench, 'ended');
  expect(most).toBeGreaterThan(2);
  expect(most).toBeLessThanOrEqual(4);
  expect(sent(bench, 'quote')).toBe(12);
  expect(sent(bench, 'ship')).toBe(12);
  expect(cameOut(bench)).toEqual(numbers.map(key));
});

test('tracking numbers of a batch are requested together, and each parcel gets its own', async () => {
  const numbers = [1, 2, 3, 4, 5, 6];
  const bench = await benchWith(
    numbers.map(() => 'cup'),
    { msPerLabel: 1 },
  );
  await quoted(bench);
  await bench.call('runBatch', { orders: 6 });
  await at(bench, 'ended');
  const bought = new Map(bench.service.orders().map(({ orderNo, trackingNos }) => [orderNo, trackingNos]));
  const read = async () => {
    const shipments = await bench.call('lastShipments', { limit: 10 });
    return shipments.filter(({ orderNo, trackingNos }) => trackingNos.length > 0 && trackingNos.join() === bought.get(orderNo)?.join())
      .length;
  };
  await expect.poll(read).toBe(6);
  expect(sent(bench, 'track')).toBeLessThan(6);
});

test('each order gets its own parcel if the service gives every quote the same ids', async () => {
  const numbers = [1, 2, 3, 4];
  const bench = await benchWith(
    numbers.map(() => 'cup'),
    { courier: () => ({ isQuoteKept: () => true }) },
  );
  bench.service.setMode({ serviceIds: 'fixed' });
  await quoted(bench, numbers.map(key));
  await bench.call('runBatch', { orders: 4 });
  const ended = await at(bench, 'ended');
  expect(ended.counts.printed).toBe(4);
  expect(cameOut(bench)).toEqual(numbers.map(key));
  expect(counted(bench)).toEqual({ booked: 4, sheets: 4 });
});

test('forgotten offers are requested again, and bought only if no price rose', async () => {
  const numbers = Array.from({ length: 64 }, (_, index) => index + 1);
  const isDearer = new Set<string>();
  const bench = await benchWith(
    numbers.map(() => 'cup'),
    {
      msPerLabel: 1,
      courier: (courier) => ({
        isQuoteKept: () => true,
        async quote(asked, ...more) {
          const quote = await courier.quote(asked, ...more);
          const isAgain = isDearer.has(asked.order.key);
          isDearer.add(asked.order.key);
          if (!quote.ok || !isAgain || asked.order.key !== key(2)) return quote;
          const services = quote.value.services.map((each) => ({ ...each, total: { ...each.total, minor: each.total.minor + 100 } }));
          return { ok: true, value: { ...quote.value, services } };
        },
      }),
    },
    (order) => ({ ...order, name: `Ann ${order.order}` }),
  );
  await quoted(bench, numbers.map(key));
  await bench.call('runBatch', { orders: 64 });
  for (const printed of [20, 40, 60]) await whenBatch(bench, ({ counts }) => counts.printed >= printed);
  const ended = await at(bench, 'ended');
  expect(ended.stopped.map(({ orderKey, failure }) => [orderKey, failure.code])).toEqual([[key(2), 'price-changed']]);
  expect(ended.counts.printed).toBe(63);
  expect(counted(bench)).toEqual({ booked: 63, sheets: 63 });
});

test('an order is tried again by itself if the service was busy', async () => {
  let asked = 0;
  const bench = await benchWith(['cup', 'cup'], {
    courier: (courier) => ({
      quietMs: () => (asked === 1 ? 20 : 0),
      async quote(...shipment) {
        asked += 1;
        return asked === 1 ? { ok: false, failure: { code: 'service-busy', ref: '', detail: '' } } : courier.quote(...shipment);
      },
    }),
    platform: {
      sleep: async (ms) => {
        if (ms === 20) asked += 1;
        return new Promise((resolve) => setTimeout(resolve, ms));
      },
    },
  });
  expect((await quoted(bench)).counts.quoted).toBe(2);
  expect(sent(bench, 'quote')).toBe(2);
});

/** Only its size matters here. */
const offered = (services: number): Priced =>
  ({ quote: { ...quote, services: Array.from({ length: services }, () => quote.services[0]) } }) as unknown as Priced;

test('a batch keeps the offers that are bought first, up to a limit of services', () => {
  const known = createKnownOffers(100);
  for (let number = 1; number <= 5000; number += 1) known.keep(key(number), offered(40));
  expect([1, 2, 3, 5000].map((number) => known.get(key(number)) !== undefined)).toEqual([true, true, false, false]);
  known.forget(key(1));
  known.keep(key(3), offered(40));
  known.keep(key(3), offered(60));
  expect(known.get(key(3))?.quote.services).toHaveLength(60);
  known.forgetAll();
  known.keep(key(4), offered(100));
  expect(known.get(key(4))).toBeDefined();
});

test('the time left of a batch follows its pace so far, whatever happens to the clock', () => {
  let [elapsed, wall] = [0, Date.UTC(2026, 9, 25, 0, 59)];
  const states = Array.from({ length: 10 }, () => 'agreed');
  const timeLeft = createTimeLeft(
    { now: () => new Date(wall), elapsed: () => elapsed } as never,
    { state: () => 'running', lines: () => states.map((state) => ({ line: { state } })) } as never,
  );
  timeLeft.begin();
  states.fill('bought', 0, 5);
  elapsed += 10_000;
  wall += 10_000 - 3_600_000;
  expect(timeLeft.ms()).toBe(10_000);
});
