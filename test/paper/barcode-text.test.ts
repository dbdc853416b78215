import { expect, test } from 'vitest';
import { barcodeText, codesOfBarcodes, codesOfTexts, numbersInBarcodes } from '../../electron/paper/barcode-text.ts';
import { readZpl } from '../../electron/paper/zpl-text.ts';
import { emptyAddress } from '../../shared/address.ts';
import { bareCode } from '../../shared/scan.ts';
import { addressOf } from '../fixtures/address.ts';
import { parts } from '../words.ts';
import { haveRealLabels, realLabel } from './real-labels.ts';

const read = (zpl: string): readonly string[] => readZpl(Buffer.from(`^XA${zpl}^XZ`, 'latin1')).barcodeData;

test.each([
  ['plain Code 128', '^BCN,100,N,N,N,A^FDPB0123456789^FS', 'PB0123456789'],
  ['switches of the alphabet', '^BCN,100^FD>:1Z>5999900012345678>66^FS', '1Z9999000123456786'],
  ['FNC1 before an SSCC', '^BCN,100^FD>;>800340434112345678900^FS', '00340434112345678900'],
  ['a counted UCC case code gets its check digit', '^BCN,100,N,N,N,U^FD0034043411234567890^FS', '00340434112345678902'],
  ['EAN-13 gets its check digit', '^BEN,80^FD400638133393^FS', '4006381333931'],
  ['interleaved 2 of 5 with a check digit', '^B2N,80,N,N,Y^FD1540014128876^FS', '15400141288763'],
  ['interleaved 2 of 5 without', '^B2N,80,N,N,N^FD123456789012^FS', '123456789012'],
  ['QR, automatic and by hand', '^BQN,2,4^FDQA,https://example.test/1^FS^BQN,2,4^FDHM,A12345678^FS', 'https://example.test/1 12345678'],
  ['Data Matrix with FNC1', '^BXN,4,200^FD_1010061414112345678^FS', '010061414112345678'],
  ['hexadecimal escapes', '^BCN,100^FH_^FD1Z_39_399^FS', '1Z999'],
  ['data in ^FV', '^BCN,100^FV1Z9999^FS', '1Z9999'],
  ['Code 39', '^B3N,N,100^FDABC-1234567^FS', 'ABC-1234567'],
  ['Code 39 with its stars', '^B3N,N,100^FD*ABC-1234567*^FS', 'ABC-1234567'],
  ['Code 39 with a check sign', '^B3N,Y,100^FDBST000089132^FS', 'BST0000891325'],
  ['FNC1 between two numbers', '^BCN,170,N^FD>;>842098028>89205590303190000000000^FS', '42098028\x1d9205590303190000000000'],
  ['GS1 in brackets', '^BCN,152,N,N,N,D^FD(420)98028(92)05590303190000000000^FS', '42098028\x1d9205590303190000000000'],
  ['Data Matrix with a sign of its own', '^BXN,8,200,22,22,,*^FDSL_1X*d029_2*1A^FS', 'SL_1X\x1d_2\x1dA'],
  ['a field that is filled in later', '^FN7^BCN,100^FS^FN7^FDPB0123456789^FS', 'PB0123456789'],
])('reads bar codes as a scanner does: %s', (_, zpl, expected) => {
  expect(read(zpl).join(' ')).toBe(expected);
});

test('a field without digits stays unchanged if a check digit was requested', () => {
  expect(barcodeText('^B2', ['N', '80', 'N', 'N', 'Y'], 'ABC')).toBe('ABC');
});

test('a stored format has its bar codes read in the label that fills it in', () => {
  const form = '^XA^DFR:FORM.ZPL^FS^FO9,9^B3N,N,80^FN1^FS^FO9,99^BXN,4,200,,,,_^FN2^FS^XZ';
  const zpl = `${form}^XA^XFR:FORM^FS^FN1^FD*JD0146000*^FS^FN2^FD_10034043411^FS^XZ`;
  expect(readZpl(Buffer.from(zpl, 'latin1')).barcodeData).toEqual(['JD0146000', '0034043411']);
});

test.each([
  ['an SSCC with and without its identifier', ['(00)340434112345678900'], ['340434112345678900', '00340434112345678900']],
  ['the number behind the postal code', ['42098028\x1d9205590303190000000000'], ['9205590303190000000000', '05590303190000000000']],
  ['a consignment and a serial number', ['401JD0146000062\x1d21900000000001'], ['JD0146000062', '900000000001']],
  ['a message of UN/EDIFACT', ["UNH+1+IFTMIN'PCI+ZZ1+JVGL09999999999994760001'UNT+13"], ['JVGL09999999999994760001']],
  [
    'a message of FedEx',
    ['[)>\x1e01\x1d0211111\x1d840\x1d271053820000\x1dFDEG\x1e06\x1d31Z9632080400200044\x1d\x1e\x04'],
    ['271053820000', '9632080400200044'],
  ],
  ['fields between bars', ['33EP001234567890000198|3000|EMMAWILLIAMS'], ['33EP001234567890000198']],
  ['a label of DPD', ['%002100003015151800000101752'], ['03015151800000']],
])('finds the number that people use in %s', (_what, codes, known) => {
  expect(numbersInBarcodes(codes)).toEqual(expect.arrayContaining(known));
});

test('a date, a weight, a place and a product are not numbers of a parcel', () => {
  const gs1 = '(11)261122(3103)001234(01)09521234543213(410)9521234543213';
  const numbers = numbersInBarcodes(["DTM+186:20240312:102'", '22112026', gs1]);
  for (const each of ['20240312', '22112026', '261122', '09521234543213', '9521234543213']) expect(numbers).not.toContain(each);
  expect(codesOfBarcodes(['20261122', '22.11.2026'])).toEqual([]);
});

test('only codes that can name one parcel count, not routing codes or whole addresses', () => {
  expect(codesOfBarcodes(['42110435', '421', 'PB 0123 4567 89', 'x'.repeat(60), 'ABCDEFGHIJ', 'PB0123456789'])).toEqual([
    '42110435',
    'PB0123456789',
  ]);
});

const line = (text: string) => ({ text, x: 0, y: 0, height: 8, turn: 'N' as const });
const recipient = addressOf('Jörg Müller | | Hauptstr. | 123 | 62704-1234 | Bär | ', { phone: '+49 30 5557 2101' });

test('the numbers printed on a PDF label stand in for its bar codes', () => {
  const texts = ['1Z 999 AA1 01 2345 6784', 'Ada Lovelace', 'Ref: PB0123456789, 2 kg', 'LB60 001 904 8NO', '(00) 573 313 433 000 000 000'];
  expect(codesOfTexts(texts.map(line), [recipient])).toEqual([
    '1Z999AA10123456784',
    'PB0123456789',
    'LB600019048NO',
    '00573313433000000000',
  ]);
});

test.each([
  ...parts('Tel 030 5557 2101 | TEL 030 5557 2101 | 030 5557 2101 | +49 30 5557 2101 | Phone: +493055572101'),
  ...parts('0049 (30) 5557-2101 | Hauptstr. 123 10115 Berlin | HAUPTSTR. 123 10115 BERLIN | SPRINGFIELD IL 62704-1234'),
  ...parts('62704-1234 | BAR 1234 5678 9012 | JORG12345678901234'),
])('personal data on a PDF label is not a code of it: %s', (text) => {
  expect(codesOfTexts([line(text)], [emptyAddress, recipient])).toEqual([]);
});

test('ignores the characters that scanners add around a code', () => {
  expect(['1z 999-aa1', ']C11Z999AA1', '(1Z)999AA1\u001d'].map(bareCode)).toEqual(['1Z999AA1', '1Z999AA1', '1Z999AA1']);
});

// Other labels were made anonymous with different numbers in the bars and in the text.
test.skipIf(!haveRealLabels)('the bar codes of real labels carry the numbers printed below them', () => {
  for (const name of ['zebrash-ups', 'zebrash-fedex', 'zebrash-swisspost']) {
    const { barcodeData, texts } = readZpl(realLabel(name));
    const printed = texts.map(({ text }) => bareCode(text)).filter((text) => text.replace(/\D/g, '').length >= 8);
    const codes = codesOfBarcodes(barcodeData);
    const isSaid = codes.some((code) => printed.some((text) => text.includes(code) || code.includes(text.replace(/^\D+/, ''))));
    expect(isSaid, `${name}: ${codes.join()} ${printed.join()}`).toBe(true);
  }
});
