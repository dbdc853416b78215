import { expect, test } from 'vitest';
import { greyOfPng } from '../../electron/paper/draw-zpl.ts';
import { readBarcodes } from '../../electron/paper/read-barcodes.ts';
import { testLabelZpl } from '../../electron/paper/test-label.ts';
import { testLabelCode } from '../../shared/command-keys.ts';
import { readScan } from '../../shared/scan.ts';
import { drawZpl } from './draw-zpl.ts';

const printer = { address: 'tcp://10.0.4.30:9100', dpi: 203 as const, widthMm: 102, heightMm: 152 };

test('the bar code of the test label is not an order and not a command', () => {
  expect(readScan(testLabelCode)).toEqual({ kind: 'nothing' });
});

test('a scanner reads the bar code on the test label', async () => {
  const [picture = ''] = await drawZpl(testLabelZpl(printer, 'Bench 3'));
  expect(await readBarcodes(greyOfPng(Buffer.from(picture, 'base64')))).toEqual([testLabelCode]);
});

test.each([
  [{ widthMm: 102, heightMm: 152, dpi: 203 as const }],
  [{ widthMm: 57, heightMm: 32, dpi: 203 as const }],
  [{ widthMm: 102, heightMm: 152, dpi: 300 as const }],
  [{ widthMm: 80, heightMm: 200, dpi: 300 as const }],
])('on %o everything fits on the label, including the bar code', (paper) => {
  const zpl = Buffer.from(testLabelZpl({ ...printer, ...paper }, 'Bench 3')).toString('utf8');
  const width = Number(/\^PW(\d+)/.exec(zpl)?.[1]);
  const height = Number(/\^LL(\d+)/.exec(zpl)?.[1]);
  const boxes = [...zpl.matchAll(/\^FO(\d+),(\d+)\^GB(\d+),(\d+)/g)].map(([, ...sides]) => sides.map(Number));
  const outside = boxes.filter(([x = 0, y = 0, wide = 0, high = 0]) => x + wide > width || y + high > height);
  expect(outside).toEqual([]);
  const [, left, bar] = /\^FO(\d+),\d+\^BY(\d+)/.exec(zpl) ?? [];
  expect(Number(left)).toBeGreaterThan(0);
  expect(Number(left) + Number(bar) * (35 + 11 * testLabelCode.length)).toBeLessThan(width);
  expect(Number(bar)).toBeGreaterThanOrEqual(2);
});
