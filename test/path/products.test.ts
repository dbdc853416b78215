import { expect, test } from 'vitest';
import type { Order } from '../../shared/order.ts';
import { asItems } from '../../shared/question.ts';
import { plainOrder } from './plain-order.ts';
import { counted, startPlainStation } from './plain-station.ts';

const boxM = { id: 'M', name: 'M', lengthCm: 40, widthCm: 30, heightCm: 20, emptyWeightGrams: 350 };
const bytes = (text: string) => new TextEncoder().encode(text);

/** A bench with an order of two bowls whose HS code its file states, and without a weight. */
async function benchWith(change: Partial<Order> = {}) {
  const row = { ...plainOrder('A-1'), length_cm: '', width_cm: '', height_cm: '', weight_kg: '' };
  const bench = await startPlainStation({ settings: { boxes: [boxM] }, orders: JSON.stringify([row]) });
  const order = await bench.call('order', { key: 'A-1' as never });
  const lines = [{ name: 'Bowl', sku: 'BOWL', quantity: 2, price: null, hsCode: '700000' }];
  await bench.call('saveOrder', { order: { ...order, lines, ...change } });
  return bench;
}

test('product data give an order its weight and pictures, and contradict nothing silently', async () => {
  const bench = await benchWith();
  const file = 'sku,name,weight_kg,hs_code,picture\nbowl,Bowl,0.64,69120023,https://cdn.example.com/b.png\n,No SKU,1,,\nBOWL,Again,2,,\n';
  const taken = await bench.call('importProducts', { name: 'products.csv', bytes: bytes(file) });
  expect(taken).toMatchObject({
    products: 1,
    last: { rows: 3, added: 1, changed: 0, unchanged: 0, refused: 2, passedOver: 0, leftOut: 0 },
  });
  expect(taken.last?.problems.map(({ line, reason }) => [line, reason])).toEqual([
    [3, { code: 'product-without-sku' }],
    [4, { code: 'product-twice', sku: 'BOWL', line: 2 }],
  ]);
  const again = await bench.call('importProducts', { name: 'products.csv', bytes: bytes(file) });
  expect(again).toMatchObject({ products: 1, last: { added: 0, changed: 0, unchanged: 1 } });

  const { questions, order } = await bench.scan('A-1', 'asking');
  expect(questions[0]).not.toHaveProperty('fromItems');
  expect(order.lines[0]).toMatchObject({
    hsCode: '700000',
    picture: 'https://cdn.example.com/b.png',
    differs: [{ fact: 'hs_code', product: '69120023' }],
  });
  const answer = (kind: 'box' | 'weight', given: string) =>
    bench.call('answerQuestion', { workflowNo: bench.workflowNo(), question: { kind, parcel: 0 }, answer: given });
  await answer('box', 'M');
  const next = await bench.at('asking');
  expect(next.questions[0]).toMatchObject({ kind: 'weight', fromItems: { itemGrams: 1280, boxName: 'M', boxGrams: 350 } });
  await answer('weight', asItems);
  const { serviceId, quote, order: priced, bookingId } = await bench.at('choosing');
  expect(priced.parcels[0]).toMatchObject({ weightGrams: 1630, weightFrom: 'items' });
  expect(JSON.stringify(await bench.call('timeline', { bookingId }))).toContain('weight: 1.63, from the items');
  await bench.take(serviceId || (quote.services[0]?.serviceId ?? ''), 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  // The stored order stays as the shop wrote it.
  expect((await bench.call('order', { key: 'A-1' as never })).lines).toEqual([
    { name: 'Bowl', sku: 'BOWL', quantity: 2, price: null, hsCode: '700000' },
  ]);
  expect(await bench.call('forgetProducts', {})).toEqual({ products: 0, last: null });
});

test('a file of orders is no product file, and nothing of it is kept', async () => {
  const bench = await benchWith();
  const orders = bytes('order,name,street,city,country,item_sku,item_quantity\nA-9,Bo,Weg 9,Berlin,DE,MUG,1\n');
  const refused = await bench.station.handlers.importProducts({ name: 'orders.csv', bytes: orders });
  expect(refused).toMatchObject({ ok: false, failure: { reasons: [{ code: 'products-are-orders' }] } });
  expect(await bench.call('products', {})).toEqual({ products: 0, last: null });
});
