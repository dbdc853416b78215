import { expect, test } from 'vitest';
import { compareZplLabel, readZplLabel } from '../../electron/paper/zpl-label.ts';
import { type Address, emptyAddress } from '../../shared/address.ts';
import { addressOf } from '../fixtures/address.ts';

const shop: Address = { ...emptyAddress, company: 'Nord GmbH', street: 'Weg', houseNumber: '3', postalCode: '10115', city: 'Berlin' };
const jiri = addressOf('Jiri Zizka | | Dlouha | 5 | 77900 | Olomouc | CZ');

/** A label with these bytes as the name. */
const labelWith = (name: Uint8Array, before = '', hex = ''): Uint8Array =>
  Buffer.concat([
    Buffer.from(`^XA${before}^FO10,10^A0N,30${hex}^FD`, 'latin1'),
    name,
    Buffer.from('^FS^FO10,50^A0N,30^FDDlouha 5^FS^FO10,90^A0N,30^FD77900 Olomouc^FS^FO10,200^BCN,80^FDJD1234567890^FS^XZ'),
  ]);
const verdictOf = (label: Uint8Array, recipient: Address) =>
  compareZplLabel(readZplLabel(new Uint8Array(label)), recipient, shop, { parcels: 1, returnAsked: false }).kind;

const name1250 = Buffer.from([0x4a, 0x69, 0xf8, 0xed, 0x20, 0x8e, 0x69, 0x9e, 0x6b, 0x61]);
test.each([
  ['code page 1250 that is declared', labelWith(name1250, '^CI31')],
  ['code page 1250 without a declaration', labelWith(name1250)],
  ['code page 1250 under the number of UTF-8', labelWith(name1250, '^CI28')],
  ['code page 1250 under the number of 1252', labelWith(name1250, '^CI27')],
  ['UTF-8 under the number of 1252', labelWith(Buffer.from('Jiří Žižka'), '^CI27')],
  ['UTF-8 as escapes without a declaration', labelWith(Buffer.from('Ji_C5_99_C3_AD _C5_BDi_C5_BEka'), '', '^FH')],
])('a name matches in %s', (_page, label) => {
  expect(verdictOf(label, jiri)).toBe('match');
  expect(verdictOf(label, { ...jiri, name: 'Karel Novak' })).toBe('other');
});

test('a byte that a label has redefined as another character is that character', () => {
  // Byte 146 is Æ in code page 850, which is 198 in 1252.
  const label = labelWith(Buffer.from([146, ...Buffer.from('rlig Zizka')]), '^CI27,146,198');
  expect(verdictOf(label, { ...jiri, name: 'AErlig Zizka' })).toBe('match');
});

test.each([
  ['^CI15', [0x8e, 0x52, 0x93, 0x63]],
  ['^SEE:SJIS.DAT^CI26', [0x8e, 0x52, 0x93, 0x63]],
  ['^SEE:GB18030.DAT^CI26', [0xc9, 0xbd, 0xcc, 0xef]],
])('double-byte characters are read in the table that %s names', (before, bytes) => {
  expect(verdictOf(labelWith(Buffer.from(bytes), before), { ...jiri, name: '山田' })).toBe('match');
});
