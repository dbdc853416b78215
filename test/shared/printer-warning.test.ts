import { expect, test } from 'vitest';
import type { PrinterAbout } from '../../shared/printer-about.ts';
import { warningsOf } from '../../shared/printer-warning.ts';

const about: PrinterAbout = { model: 'ZD421', firmware: 'V93', dpi: 203, widthMm: 104, heightMm: null };

test.each([
  ['what Setup holds', { dpi: 203, widthMm: 102 }, about, []],
  ['a wider head', { dpi: 203, widthMm: 57 }, about, []],
  ['as wide as its stock in inches', { dpi: 203, widthMm: 102 }, { ...about, widthMm: 101 }, []],
  ['other dots', { dpi: 300, widthMm: 102 }, about, [{ code: 'other-dots', model: 'ZD421', dpi: 203 }]],
  ['a narrower head', { dpi: 203, widthMm: 102 }, { ...about, widthMm: 57 }, [{ code: 'prints-narrower', model: 'ZD421', widthMm: 57 }]],
  ['nothing', { dpi: 203, widthMm: 102 }, { ...about, dpi: null, widthMm: null }, []],
] as const)('a printer that reports %s', (_, settings, about, warnings) => {
  expect(warningsOf(settings, about)).toEqual(warnings);
});
