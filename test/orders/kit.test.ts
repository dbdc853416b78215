import { expect, test } from 'vitest';
import { readKit } from '../../electron/orders/kit.ts';
import { openProductFile } from '../../electron/orders/product-file.ts';

test.each([
  [
    '2x ABC-1 + DEF-2',
    [
      ['ABC-1', 2],
      ['DEF-2', 1],
    ],
  ],
  ['ABC-1', [['ABC-1', 1]]],
  [
    ' 10 x ABC/1  +  1x 4x4-WHEEL ',
    [
      ['ABC/1', 10],
      ['4x4-WHEEL', 1],
    ],
  ],
  ['3× A.B_C', [['A.B_C', 3]]],
] as const)('reads %s', (written, parts) => {
  expect(readKit('SET', written)).toEqual(parts.map(([sku, quantity]) => ({ sku, quantity })));
});

test.each([
  'ABC-1, DEF-2',
  'ABC-1:2',
  'ABC-1=2.0000,DEF-2=1',
  'ABC-1|DEF-2',
  'ABC-1+DEF-2',
  '2xABC-1',
  'ABC-1 x2',
  'ABC-1 (2)',
  'ABC-1*2',
  '0x ABC-1',
  '99999x ABC-1',
  'ABC-1 + ',
  '+',
  'ABC-1 + abc-1',
  '[{"sku":"ABC-1"}]',
  'Blue bowl',
])('refuses %s, which could mean other parts', (written) => {
  expect(readKit('SET', written)).toBe('kit-unreadable');
});

test('a kit that contains itself is refused', () => {
  expect(readKit('SET', '2x ABC-1 + set')).toBe('kit-of-itself');
});

test('a product file gives the parts of its kits, and states those that it cannot read', () => {
  const text = 'SKU,Title,Weight (g),Parts\nSET,Set,1500,2x BOWL + CLOTH\nBOWL,Bowl,640,\nBAD,Bad set,100,"BOWL,CLOTH"\nLOOP,Loop,1,LOOP\n';
  const opened = openProductFile({ name: 'products.csv', bytes: new TextEncoder().encode(text), letters: [] });
  if (!opened.ok) throw new Error(opened.failure.code);
  const { products, leftOut } = opened.value.next(100);
  expect(products.map(({ sku, parts, weightGrams }) => [sku, parts, weightGrams])).toEqual([
    [
      'SET',
      [
        { sku: 'BOWL', quantity: 2 },
        { sku: 'CLOTH', quantity: 1 },
      ],
      1500,
    ],
    ['BOWL', undefined, 640],
    ['BAD', undefined, 100],
    ['LOOP', undefined, 1],
  ]);
  expect(leftOut.map(({ line, reason }) => [line, reason])).toEqual([
    [4, { code: 'kit-unreadable', item: 'Bad set', written: 'BOWL,CLOTH' }],
    [5, { code: 'kit-of-itself', item: 'Loop', written: 'LOOP' }],
  ]);
});
