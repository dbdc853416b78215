import { expect, test } from 'vitest';
import { plainOrder } from './plain-order.ts';
import { counted, startPlainStation } from './plain-station.ts';

const orders = JSON.stringify([plainOrder('504'), plainOrder('5041'), { ...plainOrder('7000'), weight_kg: '' }]);

test('a rule that buys at once buys nothing for a code that came without its end', async () => {
  const bench = await startPlainStation({ orders, settings: { rule: 'cheapest' } });
  const { notice } = await bench.scan('504', 'choosing', { doubt: 'end' });
  expect(notice).toMatchObject({ code: 'scan-unsure', reasons: [{ code: 'scan-without-end' }] });
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
  await bench.scan('504', 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a code that depends on the keyboard layout opens with a note, and only a packer buys it', async () => {
  const bench = await startPlainStation({ orders, settings: { rule: 'cheapest' } });
  expect((await bench.scan('5041', 'choosing', { doubt: 'layout' })).notice).toMatchObject({ reasons: [{ code: 'layout-not-known' }] });
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('a partial code can be dropped, and the order that was in hand before returns', async () => {
  const bench = await startPlainStation({ orders });
  await bench.scan('7000', 'asking');
  await bench.scan('504', 'choosing', { doubt: 'end' });
  await bench.call('dropScan', {});
  const { order } = await bench.at('asking');
  expect(order.key).toBe('7000');
  expect((await bench.call('toResolve', {})).flatMap((item) => ('booking' in item ? [item.booking?.orderKey] : []))).not.toContain('504');
});

test('dropping a partial code that was scanned at an empty bench leaves it empty', async () => {
  const bench = await startPlainStation({ orders });
  await bench.scan('504', 'choosing', { doubt: 'end' });
  await bench.call('dropScan', {});
  await bench.at('ready');
  expect(await bench.call('toResolve', {})).toEqual([]);
});

test('a complete scan is never dropped', async () => {
  const bench = await startPlainStation({ orders });
  await bench.call('scan', { code: '504', doubt: 'end' });
  await bench.scan('5041', 'choosing');
  await bench.call('dropScan', {});
  expect(bench.workflow()).toMatchObject({ step: 'choosing', order: { key: '5041' } });
});

test('an order that waits because of a partial code is dropped with it', async () => {
  const bench = await startPlainStation({ orders, msPerLabel: 1500 });
  const { serviceId } = await bench.scan('5041', 'choosing');
  await bench.take(serviceId, 'printing');
  await bench.call('scan', { code: '504', doubt: 'end' });
  const waiting = () => bench.station.snapshot().bench.waiting.map(({ orderKey }) => orderKey);
  expect(waiting()).toEqual(['504']);
  await bench.call('dropScan', {});
  expect(waiting()).toEqual([]);
});

test('codes are recognised without changing anything', async () => {
  const bench = await startPlainStation({ orders });
  const before = bench.station.snapshot().bench;
  const known = await bench.call('recognise', { codes: ['#504', 'ORDß1', 'XPBXBUX', '4006381333931', ''] });
  expect(known).toEqual([
    { knownAs: { is: 'order', orderKey: '504' }, orderKey: '504' },
    { knownAs: null, orderKey: null },
    { knownAs: null, orderKey: null },
    { knownAs: { is: 'product' }, orderKey: null },
    { knownAs: null, orderKey: null },
  ]);
  expect(bench.station.snapshot().bench).toEqual(before);
});
