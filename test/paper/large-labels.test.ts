import { expect, test } from 'vitest';
import { compareLabel } from '../../electron/paper/compare-label.ts';
import { sniff } from '../../electron/paper/sniff.ts';
import { gateZpl } from '../../electron/paper/zpl-gate.ts';
import { zplSheets } from '../../electron/paper/zpl-sheets.ts';
import { readZpl } from '../../electron/paper/zpl-text.ts';
import { emptyAddress } from '../../shared/address.ts';

const megabyte = 1 << 20;
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const zpl = '^XA^FO50,50^FDAnna Lehmann^FS^XZ';

test.each([
  ['a data URL with millions of parameters', `data:x${';a'.repeat(12 * megabyte)};base64,${btoa(zpl)}`, 'unreadable'],
  ['Base64 of 24 MB', Buffer.from(zpl + ' '.repeat(18 * megabyte)).toString('base64'), 'ZPL'],
  ['Base64 with a blank after every sign', btoa(zpl.repeat(20_000)).replace(/./g, '$& '), 'ZPL'],
  ['padding in the middle of 20 MB', `${'A'.repeat(20 * megabyte)}=${' '.repeat(megabyte)}A`, 'unreadable'],
])('%s is recognised as what it is', (_what, text, is) => {
  expect(sniff(bytes(text)).is).toBe(is);
});

test('a label of more commands than any label has is refused', () => {
  expect(gateZpl(bytes(`^XA${'^FS'.repeat(megabyte)}^XZ`))).toMatchObject({ is: 'refused', why: expect.stringContaining('commands') });
});

test.each([
  `^GFC,1,1,1,:Z64:${' '.repeat(3 * megabyte)}x`,
  `^GFC,1,1,1,:Z64:A=${' '.repeat(3 * megabyte)}x`,
  `^GFB,${' '.repeat(3 * megabyte)}x,1,1,y`,
  `^GFC,1,1,1,${':Z64:'.repeat(megabyte / 2)}`,
])('a picture with endless blanks is refused at once: %.20s', (picture) => {
  expect(gateZpl(bytes(`^XA${picture}^FS^XZ`)).is).toBe('refused');
});

test('a format of a hundred thousand commands is one sheet', () => {
  const cut = zplSheets(bytes(`^XA^FDx${'^FS'.repeat(99_000)}^PQ2^XZ`));
  expect(cut.is === 'sheets' && cut.sheets.length).toBe(2);
});

test('the number of a field is read from a parameter of a megabyte', () => {
  const read = readZpl(bytes(`^XA^FO9,9^FN7${'a'.repeat(megabyte)}\nb^FS^FN7^FDAnna^FS^XZ`));
  expect(read.texts).toMatchObject([{ text: 'Anna', x: 9 }]);
});

test('a label with endless lines is compared, and one with endless texts is not', () => {
  const recipient = { ...emptyAddress, name: 'Anna Lehmann', street: 'Kastanienallee', houseNumber: '84', postalCode: '10435' };
  const sheetOf = (fields: readonly string[]) =>
    readZpl(bytes(`^XA${fields.map((text, at) => `^FO9,${at * 9}^FD${text}^FS`).join('')}^FO9,9^BC^FD12345678^FS^XZ`));
  const endless = sheetOf(['NOBODY OF THAT NAME', 'A'.repeat(megabyte), 'AB'.repeat(20_000)]);
  expect(compareLabel([endless], recipient, emptyAddress, { parcels: 1, returnAsked: false }).kind).toBe('other');
  const crowded = sheetOf(Array.from({ length: 50_000 }, (_, at) => `Line ${at}`));
  expect(compareLabel([crowded], recipient, emptyAddress, { parcels: 1, returnAsked: false })).toMatchObject({ kind: 'cannot-compare' });
});
