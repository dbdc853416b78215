import { expect, test } from 'vitest';
import { compareLabel } from '../../electron/paper/compare-label.ts';
import { gateZpl } from '../../electron/paper/zpl-gate.ts';
import { readZpl } from '../../electron/paper/zpl-text.ts';
import { zplTokens } from '../../electron/paper/zpl-tokens.ts';
import { emptyAddress } from '../../shared/address.ts';
import { gated, sheetsOf } from './gated.ts';
import { haveRealLabels, realLabel, realLabels } from './real-labels.ts';

const drawingBytes = (zpl: Uint8Array): string =>
  zplTokens(zpl)
    .tokens.filter((token) => /^\^([ABG].?|F[DVOTBR]|XG)$|^~DG$/.test(token.command))
    .map((token) => Buffer.from(zpl.subarray(token.start, token.end)).toString('latin1'))
    .join('');

test.skipIf(!haveRealLabels)('every real label passes the gate, keeps its drawing bytes and is one sheet', () => {
  for (const { name, bytes } of realLabels) {
    const zpl = gated(bytes);
    expect(drawingBytes(zpl), name).toBe(drawingBytes(bytes));
    const sheets = sheetsOf(bytes);
    expect(sheets.length, name).toBe(1);
    expect(drawingBytes(sheets[0] ?? new Uint8Array()), name).toBe(drawingBytes(bytes));
  }
});

test.skipIf(!haveRealLabels)('lasting commands of real labels are taken out and named', () => {
  expect(gateZpl(realLabel('zebrash-glscz'))).toMatchObject({ stripped: expect.arrayContaining(['^JU']) });
});

test.skipIf(!haveRealLabels)('every real label gives its text, or is known to hold none', () => {
  for (const { name, bytes } of realLabels) {
    const words = sheetsOf(bytes).flatMap((sheet) => readZpl(sheet).texts);
    if (name.startsWith('zebrash-bstc')) expect(words, name).toEqual([]);
    else expect(words.length, name).toBeGreaterThan(3);
  }
});

const oneParcel = { parcels: 1, returnAsked: false };
const sender = {
  ...emptyAddress,
  name: 'Merchant AB',
  street: 'Test Street',
  houseNumber: '1',
  postalCode: '13000',
  city: 'Osterhaninge',
  country: 'SE',
};
const recipients: readonly (readonly [string, string, string, string, string, string])[] = [
  ['zebrash-ups', 'Test Receiver', 'Test Street', '2', '5000', 'AT'],
  ['binarykits-example10-102x152', 'Some Persone', 'Street', '17 E', '09999', 'DE'],
  ['binarykits-example12-102x152', 'Ship To Attn Name', 'Queen St', '34', '21093', 'US'],
  ['friendly-international-paperless-1', 'Jane Doe', 'Schoenhauser Allee', '6/7', '10119', 'DE'],
  ['friendly-reference-number-success-1', 'Jane Doe', 'Lovely Street', '11', '10050-1234', 'US'],
  ['zebrash-amazon', 'Test Receiver', 'Sample Road', '1', '29000', 'US'],
  ['zebrash-dbs', 'Ingrid Tester', 'Stargatan', '1', '532 38', 'SE'],
  ['zebrash-dhlecommercetr', 'Test Customer', 'Karadeniz Mahallesi 1144 Sokak No', '25', '34000', 'TR'],
  ['zebrash-dpdpl', 'DPD PL Receiver', 'Daniszewska', '14', '03-230', 'PL'],
  ['zebrash-fedex', 'Test Receiver', 'S 160th St', '5000', '11111', 'US'],
  ['zebrash-glscz', 'Szerencse Sziget Lottozo', 'Fo ut', '4/a', '2351', 'HU'],
  ['zebrash-pocztex', 'Pocztex Automat', 'Wyzwolenia', '106', '85-790', 'PL'],
  ['zebrash-posten', 'Test Receiver', 'Vestliveien', '1', '4326', 'NO'],
  ['zebrash-swisspost', 'Test Receiver', 'Test Street', '2', '0001', 'CH'],
];

test.skipIf(!haveRealLabels)('real labels match their recipient, and stop for another name or another address', () => {
  for (const [label, name, street, houseNumber, postalCode, country] of recipients) {
    const sheets = sheetsOf(realLabel(label)).map(readZpl);
    const recipient = { ...emptyAddress, name, street, houseNumber, postalCode, country };
    expect(compareLabel(sheets, recipient, sender, oneParcel).kind, label).toBe('match');
    expect(compareLabel(sheets, { ...recipient, name: 'Peter Other' }, sender, oneParcel).kind, label).toBe('other');
    expect(
      compareLabel(sheets, { ...recipient, street: 'Elsewhere', houseNumber: '9', postalCode: '77777' }, sender, oneParcel).kind,
      label,
    ).toBe('other');
  }
});

test.skipIf(!haveRealLabels)('real labels that show their address as a picture cannot be compared', () => {
  for (const label of ['zebrash-bstc', 'zebrash-dhlpaket']) {
    const sheets = sheetsOf(realLabel(label)).map(readZpl);
    expect(
      compareLabel(sheets, { ...emptyAddress, name: 'Test Customer', postalCode: '10115', country: 'DE' }, sender, oneParcel).kind,
      label,
    ).toBe('cannot-compare');
  }
});
