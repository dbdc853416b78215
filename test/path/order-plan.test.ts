import { expect, test } from 'vitest';
import { detailOf } from '../../renderer/text/reasons.ts';
import { type Hold, orderKeySchema } from '../../shared/order.ts';
import { allOrders } from '../../shared/order-list.ts';
import { at, benchWith, cameOut, key, quoted, whenBatch } from './batch-bench.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation, startPlainStation } from './plain-station.ts';

const json = (...orders: object[]) => new TextEncoder().encode(JSON.stringify(orders));
const csv = (...orders: readonly Readonly<Record<string, string>>[]): string => {
  const columns = [...new Set(orders.flatMap((order) => Object.keys(order)))];
  return [columns, ...orders.map((order) => columns.map((column) => order[column] ?? ''))].map((cells) => cells.join(',')).join('\n');
};
const one = () => startPlainStation({ orders: csv(plainOrder('ORD-1')), settings: { packer: 'Ana' } });
const first = orderKeySchema.parse('ORD-1');

async function listed(bench: PlainStation, filter: object = {}): Promise<string[]> {
  const { rows } = await bench.call('orders', { search: '', offset: 0, limit: 50, filter: { ...allOrders, ...filter } });
  return rows.map((row) => row.order.key);
}

test('saving an order lifts no hold of the shop, and settles a row that could not be read', async () => {
  const bench = await one();
  const save = (hold: Hold | null) =>
    bench.call('orders', { search: '', offset: 0, limit: 1 }).then(({ rows: [row] }) => {
      if (!row) throw new Error('no order');
      return bench.call('saveOrder', { order: { ...row.order, hold } });
    });
  for (const hold of ['row-unreadable', 'two-addresses'] as const) {
    await save(hold);
    expect((await bench.scan('ORD-1', 'stopped')).failure.code).toBe(`order-${hold}`);
    await save(null);
    await bench.toTiles('ORD-1');
    await bench.call('next', { workflowNo: bench.workflowNo() });
  }
  await save('cancelled');
  for (const hold of [null, 'row-unreadable', 'unpaid'] as const) await save(hold);
  expect((await bench.scan('ORD-1', 'stopped')).failure.code).toBe('order-cancelled');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('a held order stops at the scan, shows who holds it and why, and continues once released', async () => {
  const bench = await one();
  await bench.call('holdOrder', { key: first, why: ' The customer calls back ' });
  expect(await listed(bench, { stage: 'held' })).toEqual(['ORD-1']);
  const { failure } = await bench.scan('ORD-1', 'stopped');
  expect(failure.code).toBe('order-held');
  expect(detailOf(failure)).toMatch(/^Held by Ana since .*: The customer calls back$/);
  await bench.call('releaseOrder', { key: first });
  await bench.ship('ORD-1');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('undoing a hold releases that hold only, and the order can be bought again', async () => {
  const bench = await one();
  await bench.call('holdOrder', { key: first, why: 'By mistake' });
  await bench.call('holdOrder', { key: first, why: 'The customer calls back' });
  await expect(bench.call('releaseOrder', { key: first, why: 'By mistake' })).rejects.toThrow('not-now');
  expect(await listed(bench, { stage: 'held' })).toEqual(['ORD-1']);
  await bench.call('releaseOrder', { key: first, why: 'The customer calls back' });
  await bench.ship('ORD-1');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('an order that is held while its price is shown is not bought', async () => {
  const bench = await one();
  const { order: inHand, serviceId } = await bench.toTiles('ORD-1');
  await bench.call('holdOrder', { key: inHand.key, why: 'The customer calls back' });
  expect((await bench.take(serviceId, 'stopped')).failure.code).toBe('order-held');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('an order that is deleted while its price is shown is not bought', async () => {
  const bench = await one();
  const { order: inHand, serviceId } = await bench.toTiles('ORD-1');
  await bench.call('deleteOrder', { key: inHand.key });
  expect((await bench.take(serviceId, 'stopped')).failure.code).toBe('order-not-found');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('a hold needs a reason, and a shipped order cannot be held or deleted', async () => {
  const bench = await one();
  const { order: inHand } = await bench.toTiles('ORD-1');
  await expect(bench.call('holdOrder', { key: inHand.key, why: ' ' })).rejects.toThrow('reason-missing');
  await bench.buy('ORD-1');
  await expect(bench.call('holdOrder', { key: inHand.key, why: 'late' })).rejects.toThrow('order-standing');
  await expect(bench.call('planOrder', { key: inHand.key, priority: 'high' })).rejects.toThrow('order-standing');
  await expect(bench.call('deleteOrder', { key: inHand.key })).rejects.toThrow('order-standing');
  expect(await listed(bench, { stage: 'shipped' })).toEqual(['ORD-1']);
});

test('an import reports an order that was deleted before, and that order is held', async () => {
  const bench = await one();
  await bench.call('deleteOrder', { key: first });
  await expect(bench.call('scan', { code: 'ORD-1' })).resolves.toEqual({});
  expect((await bench.at('stopped')).failure.code).toBe('order-not-found');
  const report = await bench.call('importOrders', { name: 'again.json', bytes: json(plainOrder('ORD-1'), plainOrder('ORD-2')) });
  expect(report).toMatchObject({ taken: 2, remarks: [{ orderKey: 'ORD-1', reason: { code: 'deleted-before', by: 'Ana' } }] });
  const { failure } = await bench.scan('ORD-1', 'stopped');
  expect(failure.code).toBe('order-held');
  expect(detailOf(failure)).toContain('Ana deleted it');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('a held order is left out of a batch, and an order held later is not bought with its batch', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup']);
  await bench.call('holdOrder', { key: key(1), why: 'wait' });
  await expect(bench.call('openBatch', { keys: [key(1), key(2), key(3)], search: '' })).resolves.toEqual({ taken: 2, leftOut: 1 });
  await at(bench, 'ready');
  await bench.call('holdOrder', { key: key(2), why: 'wait' });
  await bench.call('runBatch', { orders: 2 });
  const ended = await at(bench, 'ended');
  expect(ended.stopped.map(({ orderKey, failure }) => [orderKey, failure.code])).toEqual([['B-2', 'order-held']]);
  expect(cameOut(bench)).toEqual(['B-3']);
  expect(counted(bench).booked).toBe(1);
});

test('a batch prints urgent orders first, then by ship-by date, each group under a sheet with its own count', async () => {
  const bench = await benchWith(['cup', 'vase', 'cup', 'cup']);
  await bench.call('planOrder', { key: key(2), shipBy: '2026-11-24' });
  await bench.call('planOrder', { key: key(3), priority: 'high' });
  await quoted(bench);
  await bench.call('runBatch', { orders: 4 });
  await at(bench, 'ended');
  expect(cameOut(bench)).toEqual(['cup', 'B-3', 'vase', 'B-2', 'cup', 'B-4', 'B-1']);
  const sheets = bench.printer.sheets().map(({ zpl }) => zpl.toString('utf8'));
  expect(sheets.filter((zpl) => /\^FDcup/i.test(zpl)).map((zpl) => /\^FD(\d+) order/.exec(zpl)?.[1])).toEqual(['1', '2']);
});

test('a batch takes only the orders that match the filter', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup']);
  await bench.call('planOrder', { key: key(2), priority: 'high' });
  await expect(bench.call('openBatch', { keys: null, search: '', filter: { ...allOrders, priority: 'high' } })).resolves.toEqual({
    taken: 1,
    leftOut: 0,
  });
  await whenBatch(bench, ({ state }) => state === 'ready');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('the ship-by and import filters use the calendar days of the warehouse', async () => {
  const bench = await startPlainStation({
    orders: csv(
      { ...plainOrder('OLD-1'), ship_by: '2026-11-20' },
      { ...plainOrder('DAY-1'), ship_by: '2026-11-21', priority: 'High' },
      { ...plainOrder('FAR-1'), ship_by: '2026-12-21' },
      plainOrder('ANY-1'),
    ),
    platform: { now: () => new Date('2026-11-20T23:30:00.000Z') },
    settings: { timeZone: 'Europe/Berlin' },
  });
  expect(await listed(bench, { shipBy: 'late' })).toEqual(['OLD-1']);
  expect(await listed(bench, { shipBy: 'today', sort: 'ship-by' })).toEqual(['OLD-1', 'DAY-1']);
  expect(await listed(bench, { shipBy: 'some', sort: 'turn' })).toEqual(['DAY-1', 'OLD-1', 'FAR-1']);
  expect(await listed(bench, { shipBy: 'none' })).toEqual(['ANY-1']);
  expect(await listed(bench, { taken: 'today', priority: 'high' })).toEqual(['DAY-1']);
  expect(await listed(bench, { taken: 'before' })).toEqual([]);
});
