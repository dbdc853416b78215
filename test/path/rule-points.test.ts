import { expect, test } from 'vitest';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import { reasonText } from '../../renderer/text/reasons.ts';
import { ok } from '../../shared/result.ts';
import type { ServicePoint } from '../../shared/service-point.ts';
import type { ShippingRule } from '../../shared/shipping-rule.ts';
import { rule } from '../shared/some-rules.ts';
import { type PlainOptions, sent, startPlainStation } from './plain-station.ts';

const defaults = { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null };
const buysCheapest = { is: 'cheapest', buys: true } as const;

async function startBench(list: ShippingRule[], options: PlainOptions = {}) {
  const bench = await startPlainStation({ ...options, settings: { defaults } });
  await bench.call('saveRules', { list, last: 'ask' });
  return bench;
}

/** Makes the service list the points that `change` returns. */
const listing =
  (change: (points: readonly ServicePoint[]) => readonly ServicePoint[]) =>
  (courier: Courier): Courier => ({
    ...courier,
    async servicePoints(...asked) {
      const points = await courier.servicePoints(...asked);
      return points.ok ? ok(change(points.value)) : points;
    },
  });

test("a rule buys for the nearest service point that the service lists, and the history keeps the rule's sentence", async () => {
  const reversed = listing((points) => points.toReversed());
  const bench = await startBench([rule({ servicePoint: 'nearest', take: buysCheapest })], { courier: reversed });
  await bench.scanAndAnswer('ORD-1001');
  const { booking } = await bench.at('done');
  expect(booking.service?.destinationServicePoints).toBe(true);
  const point = booking.extras.servicePoint;
  expect(bench.printer.sheets()[0]?.zpl.toString('utf8')).toContain(point?.street ?? 'no point');
  expect([sent(bench, 'service_points'), sent(bench, 'ship')]).toEqual([1, 1]);
  const { lines } = await bench.call('timeline', { bookingId: booking.id });
  const detail = lines.find(({ what }) => what === 'intent')?.detail;
  if (typeof detail !== 'object' || detail.code !== 'chosen-by-rules') throw new Error('no rule in the history');
  expect(reasonText(detail)).toMatch(/service point .*Rule 1 of version 2: Always: to the nearest service point, cheapest, buy at once\.$/);
});

test.for([
  ['two are as near', (points: readonly ServicePoint[]) => points.map((point) => ({ ...point, distanceKm: 1 }))],
  [
    'a distance is not stated',
    (points: readonly ServicePoint[]) => points.map((point, at) => ({ ...point, distanceKm: at === 3 ? null : at })),
  ],
  ['there is none', () => []],
] as const)('a rule asks for the service point if %s', async ([_why, points]) => {
  const bench = await startBench([rule({ servicePoint: 'nearest', take: buysCheapest })], { courier: listing(points) });
  const { advised, extras, serviceId } = await bench.toTiles('ORD-1001');
  expect(advised).toMatchObject({ by: { no: 1 }, doubt: { fact: 'service-point' }, point: { is: 'nearest' } });
  expect(extras.servicePoint).toBeNull();
  const bought = await bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId });
  expect(bought).toMatchObject({ ok: false, failure: { code: 'point-missing' } });
  expect(sent(bench, 'ship')).toBe(0);
});

test('a service without service points is out if a rule needs one, and the packer chooses the point', async () => {
  const bench = await startBench([rule({ servicePoint: 'choose', take: buysCheapest })]);
  const { advised, quote, serviceId } = await bench.toTiles('ORD-1001');
  const toDoorAlone = quote.services.filter((service) => !service.destinationServicePoints).map((service) => service.serviceId);
  expect(advised).toMatchObject({ doubt: null, nevers: toDoorAlone.map((each) => ({ serviceId: each, by: { no: 1 } })) });
  expect(sent(bench, 'service_points')).toBe(0);
  const workflowNo = bench.workflowNo();
  await bench.call('listServicePoints', { workflowNo });
  const { points } = await bench.at('choosing');
  await bench.call('chooseServicePoint', { workflowNo, keycode: points?.[1]?.keycode ?? '' });
  await bench.call('buy', { workflowNo, serviceId });
  expect((await bench.at('done')).booking.extras.servicePoint?.keycode).toBe(points?.[1]?.keycode);
});

test('if a rule forbids service points, none is listed and an earlier choice is dropped', async () => {
  const bench = await startBench([]);
  await bench.toTiles('ORD-1001');
  await bench.call('listServicePoints', { workflowNo: bench.workflowNo() });
  const { points } = await bench.at('choosing');
  await bench.call('chooseServicePoint', { workflowNo: bench.workflowNo(), keycode: points?.[0]?.keycode ?? '' });
  await bench.call('saveRules', { list: [rule({ servicePoint: 'never' })], last: 'ask' });
  const { serviceId, extras } = await bench.toTiles('ORD-1001');
  expect(extras.servicePoint).toBeNull();
  const listed = await bench.station.handlers.listServicePoints({ workflowNo: bench.workflowNo() });
  expect(listed).toMatchObject({ ok: false, failure: { code: 'rule-refuses' } });
  expect((await bench.take(serviceId, 'done')).booking.extras.servicePoint).toBeNull();
});

test('an order that a rule sends to a service point waits for its scan in a batch', async () => {
  const bench = await startBench([rule({ servicePoint: 'nearest', take: buysCheapest })]);
  await bench.call('openBatch', { keys: ['ORD-1001'] as never, search: '' });
  await expect.poll(async () => (await bench.call('batch', {}))?.stopped).toMatchObject([{ failure: { code: 'rule-asks' } }]);
});

test('a service point that a rule chose for one address is not kept if the address changes', async () => {
  const bench = await startBench([rule({ servicePoint: 'nearest', take: { is: 'cheapest', buys: false } })]);
  const { extras, serviceId, order } = await bench.toTiles('ORD-1001');
  const recipient = { ...order.recipient, street: 'Ulmenallee', postalCode: '80331', city: 'München' };
  await bench.call('saveOrder', { order: { ...(await bench.call('order', { key: order.key })), recipient } });
  const again = await bench.take(serviceId, 'choosing');
  expect(again.notice?.code).toBe('order-changed');
  await bench.call('listServicePoints', { workflowNo: bench.workflowNo() });
  const [nearest] = (await bench.at('choosing')).points ?? [];
  expect(nearest?.keycode).not.toBe(extras.servicePoint?.keycode);
  expect(again.extras.servicePoint?.keycode).toBe(nearest?.keycode);
  expect(sent(bench, 'ship')).toBe(0);
});

test('a rule takes no service point if the answer may belong to an order priced at the same time', async () => {
  const [scanned, beside] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const asked: string[] = [];
  const bench = await startBench([rule({ servicePoint: 'nearest', take: buysCheapest })], {
    courier: (courier) => ({
      // The price of the scan takes longer to return than the other one.
      async quote({ order, ...about }, ...more) {
        asked.push(order.key);
        if (order.key !== 'ORD-1001') await scanned.promise;
        const quote = await courier.quote({ order, ...about }, ...more);
        if (order.key !== 'ORD-1001') beside.resolve();
        scanned.resolve();
        await beside.promise;
        return quote;
      },
    }),
  });
  await bench.call('openBatch', { keys: ['ORD-1002'] as never, search: '' });
  await expect.poll(() => asked).toEqual(['ORD-1002']);
  const { advised, extras } = await bench.toTiles('ORD-1001');
  expect(asked).toEqual(['ORD-1002', 'ORD-1001']);
  expect(advised.doubt?.fact).toBe('service-point');
  expect([extras.servicePoint, sent(bench, 'service_points'), sent(bench, 'ship')]).toEqual([null, 0, 0]);
});
