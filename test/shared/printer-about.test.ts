import { expect, test } from 'vitest';
import { mismatchOf, type PrinterAbout } from '../../shared/printer-about.ts';

const about: PrinterAbout = { model: 'ZD421', firmware: 'V93', dpi: 203, widthMm: 104, heightMm: null };

test.each([
  ['what Setup says', { dpi: 203, widthMm: 102 }, about, null],
  ['a wider head', { dpi: 203, widthMm: 57 }, about, null],
  ['as wide as its stock in inches', { dpi: 203, widthMm: 102 }, { ...about, widthMm: 101 }, null],
  ['other dots', { dpi: 300, widthMm: 102 }, about, { model: 'ZD421', dpi: 203, widthMm: null }],
  ['a narrower head', { dpi: 203, widthMm: 102 }, { ...about, widthMm: 57 }, { model: 'ZD421', dpi: null, widthMm: 57 }],
  ['nothing', { dpi: 203, widthMm: 102 }, { ...about, dpi: null, widthMm: null }, null],
] as const)('a printer that says it has %s', (_, settings, said, mismatch) => {
  expect(mismatchOf(settings, said)).toEqual(mismatch);
});
