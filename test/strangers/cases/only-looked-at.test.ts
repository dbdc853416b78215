import { expect, test } from 'vitest';
import type { Hold } from '../../../shared/order.ts';
import { type PlainStation, startPlainStation } from '../../path/plain-station.ts';

const park = async (bench: PlainStation): Promise<string[]> =>
  (await bench.call('toResolve', {})).flatMap((item) => (item.kind === 'put-aside' ? [item.booking.orderKey] : []));

async function hold(bench: PlainStation, key: string, why: Hold): Promise<void> {
  const { rows } = await bench.call('orders', { search: key, offset: 0, limit: 1 });
  const [row] = rows;
  if (!row) throw new Error(`no order ${key}`);
  await bench.call('saveOrder', { order: { ...row.order, hold: why } });
}

test('viewing several orders that may not be shipped leaves nothing in Resolve', async () => {
  const bench = await startPlainStation();
  const held = { 'ORD-1001': 'on-hold', 'ORD-1002': 'cancelled', 'ORD-1003': 'unpaid' } as const;
  for (const [key, why] of Object.entries(held)) await hold(bench, key, why);
  for (const [key, why] of Object.entries(held)) {
    expect(await bench.scan(key, 'stopped')).toMatchObject({ order: { key }, failure: { code: `order-${why}` } });
  }
  await bench.call('scan', { code: 'ORD-1004' });
  expect(await park(bench)).toEqual([]);
});

test('an order left for another one is not in doubt, but one that was put aside waits in Resolve', async () => {
  const bench = await startPlainStation();
  await bench.toTiles('ORD-1001');
  await hold(bench, 'ORD-1002', 'on-hold');
  await bench.scan('ORD-1002', 'stopped');
  expect(await park(bench)).toEqual([]);
  await bench.call('park', { workflowNo: bench.workflowNo() });
  expect(await park(bench)).toEqual(['ORD-1002']);
});
