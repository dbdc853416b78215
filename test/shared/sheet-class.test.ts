import { expect, test } from 'vitest';
import { isOfForm, type SheetForm } from '../../shared/sheet-class.ts';

const words = ['HOW', 'TO', 'HAND', 'IN', 'YOUR', 'PARCEL', 'USE', 'STRONG', 'TAPE', 'DRIVER'];
const form: SheetForm = { isFirst: false, widthMm: 102, heightMm: 152, words };

test.each([
  ['the same', {}, true, true],
  ['a millimetre narrower', { widthMm: 101 }, true, true],
  ['lying', { widthMm: 152, heightMm: 102 }, true, true],
  ['larger', { widthMm: 210, heightMm: 297 }, false, false],
  ['of a size nobody knows', { widthMm: null, heightMm: null }, false, false],
  ['the first of its label', { isFirst: true }, false, false],
  ['the same and one word more', { words: [...words, 'OTHER'] }, false, true],
  ['the same without two words', { words: words.slice(2) }, true, true],
  ['half of it', { words: words.slice(5) }, false, false],
  ['most of it and other words', { words: [...words.slice(2), 'PAUL', 'OTHER'] }, false, true],
] as const)('a sheet that is %s', (_what, change, alone, withRecipient) => {
  const sheet: SheetForm = { ...form, ...change, words: [...('words' in change ? change.words : words)] };
  expect([isOfForm(sheet, form, false), isOfForm(sheet, form, true)]).toEqual([alone, withRecipient]);
});
