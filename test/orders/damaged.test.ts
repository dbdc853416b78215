import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import { detailOf, sayOfRow } from '../../renderer/text/reasons.ts';
import { sheetOf } from './workbook.ts';

const sample = (name: string): Buffer => readFileSync(new URL(`samples/${name}`, import.meta.url));
function outcome(bytes: Uint8Array, name = 'orders.csv') {
  const result = readOrderFile({ name, bytes, currency: 'EUR' });
  if (!result.ok) return detailOf(result.failure);
  const { rows, orders, problems, skipped } = result.value;
  return { rows, orders: orders.length, problems: problems.map((each) => `${each.line} ${sayOfRow(each)}`), skipped: skipped.length };
}

const plain = 'order,name,street,city,country\nA-1,Anna,Allee 8,Berlin,DE\nA-2,Jörg,Weg 9,Köln,DE\n';
const two = { rows: 2, orders: 2, problems: [], skipped: 0 };

test.each([
  ['UTF-16 without its mark', Buffer.from(plain, 'utf16le'), two],
  ['in Windows-1252', Buffer.from(plain, 'latin1'), two],
  ['of mixed line ends', Buffer.from(plain.replace('\n', '\r\n').replace('DE\nA-2', 'DE\rA-2')), two],
  ['cut within its last row', Buffer.from(plain.slice(0, -12)), two],
  ['with semicolons in quotation marks', Buffer.from(plain.replaceAll(',', ';').replace('Allee 8', '"Allee; 8"')), two],
  [
    'with a quotation mark that never ends',
    Buffer.from(plain.replace('Anna', '"Anna')),
    { rows: 2, orders: 1, problems: ['2 The quotation marks in this row do not match'], skipped: 0 },
  ],
  [
    'with a NUL byte',
    Buffer.from(plain.replace('Anna', 'An\0na')),
    'There is a NUL byte in line 2, which no text holds: the file is damaged, or it is no text.',
  ],
  [
    'with a failed formula',
    Buffer.from(plain.replace('Berlin', '#REF!')),
    { rows: 2, orders: 1, problems: ['2 A formula failed: the column "city" says #REF!'], skipped: 0 },
  ],
])('says what becomes of a file %s', (_what, bytes, becomes) => {
  expect(outcome(bytes)).toEqual(becomes);
});

test('a shop export without its first row is not guessed at', () => {
  const rows = sample('amazon-unshipped.txt').toString('latin1').split('\r\n').slice(1);
  expect(outcome(Buffer.from(rows.join('\r\n'), 'latin1'), 'orders.txt')).toMatch(/^The first row must name the columns/);
});

test.each(['woocommerce.csv', 'amazon-unshipped.txt', 'ebay-orders.csv'])('%s cut anywhere brings no more than it holds', (name) => {
  const whole = sample(name);
  const all = outcome(whole);
  for (let at = 0; at < whole.length; at += 97) {
    const part = outcome(whole.subarray(0, at));
    if (typeof part !== 'string' && typeof all !== 'string') expect(part.rows).toBeLessThanOrEqual(all.rows);
  }
});

test('every row of a file or a sheet is an order, a problem or skipped', () => {
  const cell = fc.constantFrom('', 'A', '"', 'Berlin', '#REF!', '4.9E+11', '2026-11-24', 'PB!BUY', 'seller id : x', '7', 'heavy');
  const rowsOf = fc.array(fc.array(cell, { minLength: 4, maxLength: 6 }), { minLength: 1, maxLength: 12 });
  const header = ['order', 'name', 'city', 'house_number', 'weight_kg'];
  fc.assert(
    fc.property(rowsOf, (drawn) => {
      const table = drawn.map(([first = '', ...rest], at) => [first === '' ? '' : `${first}${at}`, ...rest]);
      for (const bytes of [sheetOf(header, ...table), Buffer.from([header, ...table].map((row) => row.join(',')).join('\n'))]) {
        const read = outcome(bytes);
        if (typeof read === 'string') throw new Error(read);
        expect(read.orders + read.problems.length + read.skipped).toBe(read.rows);
      }
    }),
    { numRuns: 150 },
  );
});
