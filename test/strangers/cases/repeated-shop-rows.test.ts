import { expect, test } from 'vitest';
import { readOrderFile } from '../../../electron/orders/open-order-file.ts';
import { detailOf } from '../../../renderer/text/reasons.ts';
import { startPlainStation } from '../../path/plain-station.ts';

const header =
  'Name,Financial Status,Currency,Subtotal,Discount Amount,Total,Lineitem quantity,Lineitem name,Lineitem price,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Shipping Phone';
const first = (subtotal: string, discount: string, item: string) =>
  `#1001,paid,EUR,${subtotal},${discount},${subtotal},${item},Anna Lehmann,Kastanienallee 84,Berlin,10435,DE,+49 30 55572101`;
const further = (item: string) => `#1001,,,,,,${item},,,,,,`;

function read(...rows: readonly string[]) {
  const result = readOrderFile({ name: 'orders.csv', bytes: new TextEncoder().encode([header, ...rows].join('\n')) });
  if (!result.ok) throw new Error(detailOf(result.failure));
  return result.value;
}
const worth = ({ orders }: ReturnType<typeof read>): number =>
  orders[0]?.lines.reduce((sum, { quantity, price }) => sum + quantity * (price?.minor ?? 0), 0) ?? 0;

test('an order that an export repeats is declared at its value, not at twice its value', async () => {
  const rows = [first('24.00', '0.00', '2,Mug,12.00'), first('24.00', '0.00', '2,Mug,12.00')];
  const { call, answerAll, at, workflowNo, service } = await startPlainStation({ orders: [header, ...rows].join('\n') });
  await call('scan', { code: '#1001' });
  await answerAll();
  const { serviceId } = await at('choosing');
  await call('buy', { workflowNo: workflowNo(), serviceId });
  await at('done');
  expect(service.orders()[0]?.shipment.items).toMatchObject([{ value: 24, currency: 'EUR' }]);
});

test('a repeated row is skipped, and the report names the line that it repeats', () => {
  const file = read(first('57.00', '0.00', '2,Mug,12.00'), further('1,Teapot,33.00'), further('1,Teapot,33.00'));
  expect(worth(file)).toBe(57_00);
  expect(file.skipped).toMatchObject([{ line: 4, orderKey: '#1001', reason: { code: 'row-repeated', line: 3 } }]);
  expect(file.rows).toBe(3);
});

test('the same product sold twice in one order is two items if the subtotal confirms it', () => {
  const file = read(first('36.00', '0.00', '1,Mug,12.00'), further('1,Mug,12.00'), further('1,Mug,12.00'));
  expect(worth(file)).toBe(36_00);
  expect(file.skipped).toEqual([]);
});

test('a subtotal after a discount confirms it too', () => {
  expect(worth(read(first('30.00', '6.00', '1,Mug,12.00'), further('1,Mug,12.00'), further('1,Mug,12.00')))).toBe(36_00);
});

test('a repeated order with a product sold twice is counted once', () => {
  const once = [first('36.00', '0.00', '1,Mug,12.00'), further('1,Cup,12.00'), further('1,Mug,12.00')];
  const file = read(...once, ...once);
  expect(worth(file)).toBe(36_00);
  expect(file.orders[0]?.lines).toHaveLength(3);
  expect(file.skipped).toHaveLength(3);
});

test('without a subtotal only a row with all cells equal is a repetition', () => {
  expect(worth(read(first('', '', '1,Mug,12.00'), further('1,Mug,12.00')))).toBe(24_00);
  expect(worth(read(first('', '', '1,Mug,12.00'), first('', '', '1,Mug,12.00')))).toBe(12_00);
});
