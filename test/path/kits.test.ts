import { expect, test } from 'vitest';
import { commandCode } from '../../shared/command-keys.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainOptions, type PlainStation, sent, startPlainStation } from './plain-station.ts';

const [setCode, bowlCode, clothCode] = ['5901234123457', '4006381333931', '96385074'] as const;
const products = [
  'sku,name,weight_kg,ean,parts',
  `SET,Set of bowls,1.5,${setCode},2x BOWL + CLOTH`,
  `BOWL,Bowl,0.6,${bowlCode},`,
  `CLOTH,Cloth,0.1,${clothCode},`,
  'BOX,Gift box,2,,SET + CLOTH',
].join('\n');
const set: OrderLine = { name: '', sku: 'SET', quantity: 1, price: null };

/** A bench with these orders, and the product data of a set of two bowls and a cloth. */
async function benchWith(orders: Readonly<Record<string, OrderLine[]>>, settings: PlainOptions['settings'] = {}): Promise<PlainStation> {
  const keys = Object.keys(orders);
  const bench = await startPlainStation({
    settings: { checksItems: true, rule: 'cheapest', ...settings },
    orders: JSON.stringify(keys.map((key, at) => ({ ...plainOrder(key), house_number: String(at + 1) }))),
  });
  await bench.call('importProducts', { name: 'products.csv', bytes: new TextEncoder().encode(products) });
  for (const key of keys) {
    const order = await bench.call('order', { key: key as never });
    await bench.call('saveOrder', { order: { ...order, lines: orders[key] ?? [] } });
  }
  return bench;
}
const scan = async (bench: PlainStation, ...codes: string[]) => {
  for (const code of codes) await bench.call('scan', { code });
};
const refusal = async ({ station }: PlainStation, code: string): Promise<string> => {
  const answer = await station.handlers.scan({ code });
  return answer.ok ? '' : answer.failure.code;
};
const checks = ({ station }: PlainStation) => station.snapshot().bench.checkOff;

test('the last part of the last kit prints the label, and nothing is bought before it', async () => {
  const bench = await benchWith({ 'A-1': [set] });
  await bench.scan('A-1', 'choosing');
  await scan(bench, bowlCode, clothCode, clothCode);
  expect([checks(bench)?.lines[0]?.parts, checks(bench)?.last?.is]).toEqual([[1, 1], 'too-many']);
  expect([await refusal(bench, commandCode('BUY')), sent(bench, 'ship')]).toEqual(['items-not-checked', 0]);
  const { booking } = await bench.scan(bowlCode, 'done');
  expect(booking.order.lines).toMatchObject([{ sku: 'SET', name: 'Set of bowls', quantity: 1, weightGrams: 1500 }]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  // The stored order stays as the shop wrote it.
  expect((await bench.call('order', { key: 'A-1' as never })).lines).toEqual([set]);
});

test('the code of the kit counts it as a whole', async () => {
  const bench = await benchWith({ 'A-1': [{ ...set, quantity: 2 }] });
  await bench.scan('A-1', 'choosing');
  await scan(bench, setCode);
  expect(checks(bench)?.lines).toMatchObject([{ pieces: 1, parts: [2, 1] }]);
  await bench.scan('SET', 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a kit that is begun is neither put in a box nor sent in part', async () => {
  const bench = await benchWith({ 'A-1': [{ ...set, quantity: 2 }] });
  await bench.scan('A-1', 'choosing');
  await scan(bench, setCode, clothCode);
  expect([await refusal(bench, commandCode('BOX')), await refusal(bench, commandCode('LATER'))]).toEqual(['kit-begun', 'kit-begun']);
  expect([checks(bench)?.boxes, sent(bench, 'ship')]).toEqual([[], 0]);
  await bench.call('undoCheck', { workflowNo: bench.workflowNo() });
  await scan(bench, commandCode('LATER'));
  await bench.answerAll({ box: 'M', weight: '1.5', value: '20', contents: 'Bowls' });
  const { booking } = await bench.take((await bench.at('choosing')).serviceId, 'done');
  expect([booking.order.part, booking.order.lines[0]?.quantity]).toEqual([{ no: 1, before: 0, later: 1 }, 1]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a kit of kits is counted as one item, and its line states why', async () => {
  const bench = await benchWith({ 'A-1': [{ ...set, sku: 'BOX' }] });
  await bench.scan('A-1', 'choosing');
  expect(checks(bench)?.lines[0]?.line).toMatchObject({ name: 'Gift box', differs: [{ fact: 'kit-in-kit', product: 'SET' }] });
  await scan(bench, clothCode);
  expect(checks(bench)?.last?.is).toBe('wrong-item');
  await bench.scan('BOX', 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a product opens the order of just that product: a kit by its own code, a part never its kit', async () => {
  const bench = await benchWith({ 'A-1': [set], 'A-2': [{ ...set, sku: 'CLOTH' }] }, { opensByProduct: true });
  expect((await bench.scan(clothCode, 'done')).booking.orderKey).toBe('A-2');
  expect((await bench.scan(clothCode, 'stopped')).failure.code).toBe('product-not-open');
  expect((await bench.scan(bowlCode, 'stopped')).failure.code).toBe('product-not-open');
  expect((await bench.scan(setCode, 'done')).booking.orderKey).toBe('A-1');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});
