import { expect, test } from 'vitest';
import { detailOf } from '../../renderer/text/reasons.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation, startPlainStation } from './plain-station.ts';

const json = (...orders: object[]) => new TextEncoder().encode(JSON.stringify(orders));
/** In the program's own columns. */
const moved = { ...plainOrder('#1001'), street: 'Ulmenallee', house_number: '3' };
const take = (bench: PlainStation, ...orders: object[]) => bench.call('importOrders', { name: 'orders.json', bytes: json(...orders) });

async function priced(): Promise<PlainStation> {
  const bench = await startPlainStation();
  await take(bench, plainOrder('#1001'));
  await bench.toTiles('1001');
  return bench;
}

test('a scan shows each changed line if the address changed since the last scan', async () => {
  const bench = await priced();
  await bench.call('park', { workflowNo: bench.workflowNo() });
  await take(bench, moved);
  const { notice, order } = await bench.scan('1001', 'choosing');
  expect(notice?.code).toBe('order-changed');
  expect(notice && detailOf(notice)).toBe(
    'Another address than before: street "Ulmenallee", was "Kastanienallee"; house number "3", was "84"',
  );
  expect(order.key).toBe('#1001');
  expect((await bench.scan('1001', 'choosing')).notice).toBeNull();
});

test('an order whose address changes after its price is not bought, and shows the changes', async () => {
  const bench = await priced();
  const { serviceId } = await bench.at('choosing');
  await take(bench, moved);
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await expect.poll(() => bench.workflow()).toMatchObject({ step: 'choosing', notice: { code: 'order-changed' } });
  const { notice } = await bench.at('choosing');
  expect(notice && detailOf(notice)).toContain('street "Ulmenallee", was "Kastanienallee"');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('no rule buys an order by itself if its address has changed', async () => {
  const bench = await priced();
  await bench.call('park', { workflowNo: bench.workflowNo() });
  await bench.call('saveRules', { list: [], last: 'cheapest' });
  await take(bench, moved);
  expect((await bench.scan('1001', 'choosing')).notice?.code).toBe('order-changed');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('an order number of two different people is reported as a problem', async () => {
  const bench = await startPlainStation();
  await take(bench, plainOrder('#1001'));
  expect((await bench.scan('1001', 'choosing')).order.key).toBe('#1001');
  const report = await take(bench, { ...plainOrder('1001'), name: 'Pieter Bakker' });
  expect(report.problems).toMatchObject([{ reason: { code: 'number-of-two-people' } }]);
});
