import { expect, test } from 'vitest';
import { createDice } from '../crash/dice.ts';
import { countries, drawAddress, type StrangerAddress } from './addresses.ts';
import { drawLabels, type LabelFacts, type Party } from './labels.ts';
import { dialects, drawOrderFile, encodings } from './order-files.ts';

const partyOf = ({ name, line1, postalCode, city, country }: StrangerAddress): Party => ({
  name,
  street: line1,
  postalCode,
  city,
  country,
});

const factsOf = (seed: string): LabelFacts => ({
  orderNo: '9001',
  consignmentNo: 'CN-77',
  trackingNos: ['JD014600001', 'JD014600002'],
  sender: partyOf(drawAddress(createDice(`${seed} from`))),
  recipient: partyOf(drawAddress(createDice(`${seed} to`))),
  reference: 'ORD-7',
  serviceName: 'Express',
  returnTrackingNo: 'JD014600003',
});

test('the same seed draws the same label, address and order file', async () => {
  for (let at = 0; at < 20; at += 1) {
    const seed = `again ${at}`;
    expect(await drawLabels(createDice(seed), factsOf(seed), 'ZPL')).toEqual(await drawLabels(createDice(seed), factsOf(seed), 'ZPL'));
    expect(drawAddress(createDice(seed))).toEqual(drawAddress(createDice(seed)));
    const wish = { orders: 5, prefix: 'S-' };
    expect(drawOrderFile(createDice(seed), wish)).toEqual(drawOrderFile(createDice(seed), wish));
  }
});

test('every sheet of a ZPL label has its own tracking number as a bar code', async () => {
  for (let at = 0; at < 200; at += 1) {
    const zpl = Buffer.from(await drawLabels(createDice(`sheet ${at}`), factsOf(`sheet ${at}`), 'ZPL')).toString('utf8');
    const sheets = zpl.split('^XZ').filter((sheet) => sheet.includes('^BC'));
    expect(sheets).toHaveLength(3);
    for (const [piece, number] of ['JD014600001', 'JD014600002', 'JD014600003'].entries())
      expect(sheets[piece]).toMatch(new RegExp(`\\^BC[^^]*\\^FD${number}\\^FS`));
  }
});

test('a PDF label has the PDF header and a page for each sheet', async () => {
  const pdf = Buffer.from(await drawLabels(createDice('page'), factsOf('page'), 'PDF')).toString('latin1');
  expect(pdf.startsWith('%PDF-')).toBe(true);
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(3);
});

test('addresses come from thirty countries and in every kind', () => {
  const drawn = Array.from({ length: 2000 }, (_, at) => drawAddress(createDice(`address ${at}`)));
  expect(new Set(drawn.map(({ country }) => country)).size).toBe(countries.length);
  expect(countries.length).toBeGreaterThanOrEqual(30);
  expect(new Set(drawn.map(({ kind }) => kind))).toEqual(new Set(['house', 'flat', 'post office box', 'parcel machine', 'no number']));
});

test('order files come in every dialect and encoding, with held, repeated and cut orders', () => {
  const files = Array.from({ length: 300 }, (_, at) => drawOrderFile(createDice(`file ${at}`), { orders: 8, prefix: `F${at}-` }));
  expect(new Set(files.map(({ dialect }) => dialect))).toEqual(new Set(dialects));
  expect(new Set(files.map(({ encoding }) => encoding))).toEqual(new Set(encodings));
  const orders = files.flatMap((file) => file.orders);
  expect(new Set(orders.map(({ heldBack }) => heldBack)).size).toBe(6);
  expect(orders.some(({ isCut }) => isCut)).toBe(true);
  expect(orders.some(({ sharesWith }) => sharesWith !== null)).toBe(true);
  expect(files.some(({ repeated }) => repeated.length > 0)).toBe(true);
  expect(files.some(({ foreignColumns }) => foreignColumns.length > 0)).toBe(true);
  expect(new Set(orders.map(({ value }) => value?.currency))).toContain('JPY');
});
