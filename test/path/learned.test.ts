import { expect, test } from 'vitest';
import { commandCode } from '../../shared/command-keys.ts';
import type { Order } from '../../shared/order.ts';
import { asLastTime } from '../../shared/question.ts';
import { firstSettings } from '../../shared/settings.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainOptions, type PlainStation, startPlainStation } from './plain-station.ts';

const boxM = { id: 'M', name: 'M', lengthCm: 40, widthCm: 30, heightCm: 20, emptyWeightGrams: 350 };
const withoutBox = { length_cm: '', width_cm: '', height_cm: '' };
const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `A-${index + 1}`);

/** A station whose orders have these items, and lack box and weight. */
async function benchWith(orders: readonly string[], change: Partial<Order> = {}, options: PlainOptions = {}): Promise<PlainStation> {
  const { settings, ...others } = options;
  const bench = await startPlainStation({
    ...others,
    settings: { boxes: [boxM], ...settings },
    orders: JSON.stringify(orders.map((key, at) => ({ ...plainOrder(key), house_number: String(at + 1), ...withoutBox, weight_kg: '' }))),
  });
  for (const key of orders) {
    const order = await bench.call('order', { key: key as never });
    await bench.call('saveOrder', { order: { ...order, lines: [{ name: 'Bowl', sku: 'BOWL', quantity: 2, price: null }], ...change } });
  }
  return bench;
}

async function shipWeighed(bench: PlainStation, key: string, weight: string): Promise<void> {
  await bench.call('scan', { code: key });
  await bench.answerAll({ box: 'M', weight });
  const { quote, serviceId } = await bench.at('choosing');
  await bench.take(serviceId || quote.services[0]?.serviceId || '', 'done');
}
const answer = (bench: PlainStation, kind: 'box' | 'weight', given: string) =>
  bench.call('answerQuestion', { workflowNo: bench.workflowNo(), question: { kind, parcel: 0 }, answer: given });
const parcelOf = async (bench: PlainStation, key: string) => (await bench.call('order', { key: key as never })).parcels[0];

test('after three parcels with the same items, box and weight are offered and taken with one answer', async () => {
  const bench = await benchWith(keys(4));
  for (const [at, weight] of ['1.20', '1.21', '1.18'].entries()) {
    const { questions } = await bench.scan(`A-${at + 1}`, 'asking');
    expect(questions[0]).not.toHaveProperty('learned');
    await shipWeighed(bench, `A-${at + 1}`, weight);
  }
  const { questions } = await bench.scan('A-4', 'asking');
  expect(questions.map(({ kind }) => kind)).toEqual(['box', 'weight']);
  expect(questions[0]?.learned).toEqual({ boxName: 'M', weightGrams: 1200, parcels: 3, spreadGrams: 20, isSteady: true });
  await answer(bench, 'box', asLastTime);
  const { order, bookingId } = await bench.at('choosing');
  expect(order.parcels[0]).toMatchObject({ boxName: 'M', lengthCm: 40, weightGrams: 1200, learned: ['box', 'weight'] });
  expect(JSON.stringify(await bench.call('timeline', { bookingId }))).toContain('box: M, weight: 1.2, as last time');
});

test('a weight that was taken as last time does not count as another weighing', async () => {
  const bench = await benchWith(keys(6));
  for (const key of keys(3)) await shipWeighed(bench, key, '1.2');
  for (const key of ['A-4', 'A-5']) {
    await bench.scan(key, 'asking');
    await answer(bench, 'box', asLastTime);
    const { serviceId, quote } = await bench.at('choosing');
    await bench.take(serviceId || quote.services[0]?.serviceId || '', 'done');
  }
  const { questions } = await bench.scan('A-6', 'asking');
  expect(questions[0]?.learned).toMatchObject({ parcels: 3 });
});

test('three weighings stay known after any number of parcels that took them', async () => {
  const bench = await benchWith(keys(15));
  for (const key of keys(3)) await shipWeighed(bench, key, '1.2');
  for (const key of keys(14).slice(3)) {
    await bench.scan(key, 'asking');
    await bench.scan(commandCode('TAKE'), 'choosing');
    await bench.scan(commandCode('BUY'), 'done');
  }
  expect((await bench.scan('A-15', 'asking')).questions[0]?.learned).toMatchObject({ boxName: 'M', weightGrams: 1200, parcels: 3 });
});

test('other items, or another quantity, get no offer', async () => {
  const bench = await benchWith(keys(4));
  for (const key of keys(3)) await shipWeighed(bench, key, '1.2');
  const order = await bench.call('order', { key: 'A-4' as never });
  await bench.call('saveOrder', { order: { ...order, lines: [{ name: 'Bowl', sku: 'BOWL', quantity: 3, price: null }] } });
  expect((await bench.scan('A-4', 'asking')).questions.filter(({ learned }) => learned)).toEqual([]);
});

test('"as last time" without an offer answers nothing', async () => {
  const bench = await benchWith(['A-1']);
  await bench.scan('A-1', 'asking');
  await answer(bench, 'box', asLastTime);
  expect(await bench.at('asking')).toMatchObject({ refused: true });
  expect(await parcelOf(bench, 'A-1')).toMatchObject({ lengthCm: null, weightGrams: null });
});

test('if Setup allows it, five parcels answer the questions without asking, and fewer do not', async () => {
  const bench = await benchWith(keys(6), {}, { settings: { defaults: { ...firstSettings.defaults, takesLearned: true } } });
  for (const key of keys(4)) await shipWeighed(bench, key, '1.2');
  expect((await bench.scan('A-5', 'asking')).questions).toHaveLength(2);
  await shipWeighed(bench, 'A-5', '1.2');
  const { order, bookingId } = await bench.scan('A-6', 'choosing');
  expect(order.parcels[0]).toMatchObject({ boxName: 'M', weightGrams: 1200, learned: ['box', 'weight'] });
  expect(JSON.stringify(await bench.call('timeline', { bookingId }))).toContain('as last time');
  expect(await parcelOf(bench, 'A-6')).toMatchObject({ weightGrams: 1200 });
});

test('a weight from the order file wins over earlier parcels', async () => {
  const bench = await benchWith(keys(6), {}, { settings: { defaults: { ...firstSettings.defaults, takesLearned: true } } });
  for (const key of keys(5)) await shipWeighed(bench, key, '1.2');
  const order = await bench.call('order', { key: 'A-6' as never });
  await bench.call('saveOrder', { order: { ...order, parcels: order.parcels.map((parcel) => ({ ...parcel, weightGrams: 900 })) } });
  const { order: shown } = await bench.scan('A-6', 'choosing');
  expect(shown.parcels[0]).toMatchObject({ weightGrams: 900, boxName: 'M', learned: ['box'] });
});

test('what was learned survives a restart', async () => {
  const bench = await benchWith(keys(4));
  for (const key of keys(3)) await shipWeighed(bench, key, '1.2');
  await bench.reopen();
  expect((await bench.scan('A-4', 'asking')).questions[0]?.learned).toMatchObject({ weightGrams: 1200, parcels: 3 });
});

test('with a scanner alone, an order without box and weight is shipped from the fourth parcel on', async () => {
  const bench = await benchWith(keys(5));
  for (const key of keys(3)) await shipWeighed(bench, key, '1.2');
  for (const key of ['A-4', 'A-5']) {
    await bench.scan(key, 'asking');
    await bench.scan(commandCode('TAKE'), 'choosing');
    await bench.scan(commandCode('BUY'), 'done');
  }
  expect(await parcelOf(bench, 'A-5')).toMatchObject({ boxName: 'M', weightGrams: 1200, learned: ['box', 'weight'] });
  expect(counted(bench)).toMatchObject({ booked: 5 });
});

test('the command to take it as last time does nothing where nothing is offered', async () => {
  const bench = await benchWith(['A-1']);
  await bench.scan('A-1', 'asking');
  expect(await bench.station.handlers.scan({ code: commandCode('TAKE') })).toMatchObject({ ok: false, failure: { code: 'not-now' } });
  expect((await bench.at('asking')).questions[0]).toMatchObject({ kind: 'box' });
});
