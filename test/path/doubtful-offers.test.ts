import { expect, test } from 'vitest';
import { detailOf } from '../../renderer/text/reasons.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { type Fields } from '../fakes/marking-service.ts';
import { at as atBatch } from './batch-bench.ts';
import { startFront } from './front.ts';
import { plainOrder } from './plain-order.ts';
import { type PlainOptions, type PlainStation, sent, startPlainStation } from './plain-station.ts';

type Offers = readonly [Fields, ...Fields[]];

/** A bench that buys the cheapest by rule, at a service whose offers `change` edits. */
async function benchWith(
  change: (offers: Offers) => readonly Fields[],
  last: 'ask' | 'cheapest',
  options: PlainOptions = {},
): Promise<PlainStation> {
  const bench = await startPlainStation({ ...options, settings: { rule: last } });
  await startFront(bench, (action, answer) => {
    const { services } = answer['result'] as { readonly services: Offers };
    return action === 'quote' ? { ...answer, result: { services: change(services) } } : answer;
  });
  return bench;
}

const priced = (offer: Fields, total_price: string): Fields => ({ ...offer, total_price });

test('no rule buys if another offer costs "6,52"', async () => {
  const bench = await benchWith(([first, ...others]) => [priced(first, '6,52'), ...others], 'cheapest');
  const { quote, advised } = await bench.toTiles('ORD-1001');
  expect(quote.unsold).toMatchObject([{ because: 'price' }]);
  expect(advised.why).toBe('first');
  expect(sent(bench, 'ship')).toBe(0);
});

const oneOrder = [Object.keys(plainOrder('B-1')), Object.values(plainOrder('B-1'))].map((cells) => cells.join(',')).join('\n');

test('a batch stops its order if another offer costs "6,52"', async () => {
  const bench = await benchWith(([first, ...others]) => [priced(first, '6,52'), ...others], 'cheapest', { orders: oneOrder });
  await bench.call('openBatch', { keys: null, search: '' });
  const { stopped } = await atBatch(bench, 'ended');
  expect(stopped).toMatchObject([{ orderKey: 'B-1', failure: { code: 'rule-asks' } }]);
  expect(sent(bench, 'ship')).toBe(0);
});

test('a batch stops its order if another offer costs "6,52" when prices are requested again', async () => {
  let ms = 0;
  const bench = await benchWith(
    ([first, second = first, ...others]) => (ms === 0 ? [first, second, ...others] : [first, priced(second, '6,52'), ...others]),
    'cheapest',
    { orders: oneOrder, platform: { elapsed: () => ms, now: () => new Date(Date.UTC(2026, 10, 20, 9) + ms) } },
  );
  await bench.call('openBatch', { keys: null, search: '' });
  await atBatch(bench, 'ready');
  ms = 16 * 60_000;
  await bench.call('runBatch', { orders: 1 });
  const { stopped } = await atBatch(bench, 'ended');
  expect(stopped).toMatchObject([{ orderKey: 'B-1', failure: { code: 'rule-refuses' } }]);
  expect(sent(bench, 'ship')).toBe(0);
});

test('a service whose prices are all unreadable is not reported as offering nothing', async () => {
  const bench = await benchWith((offers) => offers.map((offer) => priced(offer, '10,59')), 'cheapest');
  await bench.scanAndAnswer('ORD-1001');
  const { failure } = await bench.at('stopped');
  expect(failure.code).toBe('service-answer-unreadable');
  expect(detailOf(failure)).toContain('prices or numbers cannot be read');
  expect(sent(bench, 'ship')).toBe(0);
});

test('no rule buys an offer at 0.00', async () => {
  const bench = await benchWith(([first, ...others]) => [priced(first, '0.00'), ...others], 'cheapest');
  const { quote, advised } = await bench.toTiles('ORD-1001');
  expect(quote.services.find(({ serviceId }) => serviceId === advised.serviceId)?.total.minor).toBeGreaterThan(0);
  expect(sent(bench, 'ship')).toBe(0);
});

test('two offers with one service id are listed and not sold', async () => {
  const bench = await benchWith(
    ([first, second = first, ...others]) => [first, { ...second, service_id: first['service_id'] }, ...others],
    'ask',
  );
  const { quote } = await bench.toTiles('ORD-1001');
  expect(quote.unsold?.map(({ because }) => because)).toEqual(['id', 'id']);
  expect(new Set(quote.services.map(({ serviceId }) => serviceId)).size).toBe(quote.services.length);
});

test('a new quote never buys the other of two services with one courier and key', async () => {
  let ms = 0;
  const twin = ([first]: Offers): readonly Fields[] => [
    { ...first, service_id: `${String(first['service_id'])}9`, service_name: 'Economy (Tuesday)', total_price: '0.10' },
    first,
  ];
  const bench = await benchWith(twin, 'ask', { platform: { elapsed: () => ms, now: () => new Date(Date.UTC(2026, 10, 20, 9) + ms) } });
  const { quote } = await bench.toTiles('ORD-1001');
  const picked = quote.services[1];
  if (!picked) throw new Error('there is no second offer');
  await bench.call('selectService', { workflowNo: bench.workflowNo(), serviceId: picked.serviceId });
  ms = 16 * 60_000;
  const { booking } = await bench.take(picked.serviceId, 'done');
  expect(booking.service?.serviceName).toBe(picked.serviceName);
  expect(bench.service.orders()).toHaveLength(1);
});

test('two services with one name are shown again when the price is requested again', async () => {
  let ms = 0;
  const twin = ([first]: Offers): readonly Fields[] => [
    { ...first, service_id: `${String(first['service_id'])}9`, total_price: '0.10' },
    first,
  ];
  const bench = await benchWith(twin, 'ask', { platform: { elapsed: () => ms, now: () => new Date(Date.UTC(2026, 10, 20, 9) + ms) } });
  const { quote } = await bench.toTiles('ORD-1001');
  const [, { serviceId } = { serviceId: '' }] = quote.services;
  await bench.call('selectService', { workflowNo: bench.workflowNo(), serviceId });
  ms = 16 * 60_000;
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await expect.poll(() => bench.workflow()).toMatchObject({ step: 'choosing', notice: { code: 'quote-outdated' } });
  expect(sent(bench, 'ship')).toBe(0);
});

test('a service that no longer delivers to a PO box in a new quote is not bought or shown', async () => {
  let ms = 0;
  const boxes = ([first, ...others]: Offers): readonly Fields[] =>
    [first, ...others].map((offer, index) => ({ ...offer, po_box: ms > 0 && index === 0 ? 'N' : 'Y' }));
  const bench = await benchWith(boxes, 'ask', { platform: { elapsed: () => ms, now: () => new Date(Date.UTC(2026, 10, 20, 9) + ms) } });
  const order = await bench.call('order', { key: orderKeySchema.parse('ORD-1001') });
  await bench.call('saveOrder', { order: { ...order, goesTo: 'po-box' } });
  const { quote } = await bench.toTiles('ORD-1001');
  const [first, second] = quote.services;
  if (!first || !second) throw new Error('there is no second offer');
  await bench.call('selectService', { workflowNo: bench.workflowNo(), serviceId: first.serviceId });
  ms = 16 * 60_000;
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId: first.serviceId });
  await expect.poll(() => bench.workflow()).toMatchObject({ step: 'choosing', notice: { code: 'quote-outdated' } });
  expect((await bench.at('choosing')).quote.services.map(({ toBoxes }) => toBoxes)).not.toContain(false);
  expect(sent(bench, 'ship')).toBe(0);
});
