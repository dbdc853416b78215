import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';

const rows = parse(sampleOrdersCsv, { columns: true }) as Record<string, string>[];
const orders = rows.filter((row) => row['Shipping Name'] !== '');

test('There are twenty-five orders from at least ten countries, some of several rows', () => {
  expect(orders.map((row) => row['Name'])).toEqual(Array.from({ length: 25 }, (_, index) => `ORD-${1001 + index}`));
  expect(new Set(orders.map((row) => row['Shipping Country'])).size).toBeGreaterThanOrEqual(10);
  expect(rows.length).toBeGreaterThan(orders.length);
});

test('Exactly three orders have a problem', () => {
  const problems = orders.filter(
    (row) => !/\d/.test(row['Shipping Address1'] ?? '') || (row['Shipping Country'] ?? '').length !== 2 || row['Shipping Zip'] === '',
  );
  expect(problems.map((row) => row['Name'])).toEqual(['ORD-1007', 'ORD-1013', 'ORD-1019']);
});
