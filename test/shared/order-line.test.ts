import { expect, test } from 'vitest';
import { longestBarcode, mostBarcodes, orderLineSchema, piecesOf } from '../../shared/order-line.ts';

const line = { name: 'Mug', sku: 'MUG-B', quantity: 2, price: null };

test('a line that an earlier version stored is read unchanged', () => {
  expect(orderLineSchema.parse(line)).toEqual(line);
});

test('an old line with more pieces than a file may state today is still read', () => {
  expect(orderLineSchema.parse({ ...line, quantity: 12_000 }).quantity).toBe(12_000);
});

test('every fact of a line is kept', () => {
  const whole = {
    ...line,
    barcodes: ['4006381333931', 'OWN-1'],
    weightGrams: 420,
    hsCode: '691110',
    originCountry: 'NL',
    picture: 'https://shop.example/mug.jpg',
    shelf: 'B-12-3',
    isGift: true,
    needsSerial: true,
  };
  expect(orderLineSchema.parse(whole)).toEqual(whole);
});

test.each([
  ['a quantity of 0', { quantity: 0 }],
  ['a negative quantity', { quantity: -1 }],
  ['half a piece', { quantity: 0.5 }],
  ['an empty bar code', { barcodes: [''] }],
  ['a very long bar code', { barcodes: ['1'.repeat(longestBarcode + 1)] }],
  ['too many bar codes', { barcodes: Array.from({ length: mostBarcodes + 1 }, (_each, at) => `B-${at}`) }],
  ['a weight of 0', { weightGrams: 0 }],
])('%s is no line', (_what, change) => {
  expect(orderLineSchema.safeParse({ ...line, ...change }).success).toBe(false);
});

test('counts the pieces of all lines', () => {
  expect(piecesOf([{ quantity: 2 }, { quantity: 5 }])).toBe(7);
  expect(piecesOf([])).toBe(0);
});
