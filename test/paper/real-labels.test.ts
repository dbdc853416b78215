import { expect, test } from 'vitest';
import { compareLabel } from '../../electron/paper/compare-label.ts';
import { createPaper } from '../../electron/paper/paper.ts';
import { gateZpl } from '../../electron/paper/zpl-gate.ts';
import { readZpl } from '../../electron/paper/zpl-text.ts';
import { zplTokens } from '../../electron/paper/zpl-tokens.ts';
import { emptyAddress } from '../../shared/address.ts';
import { workers } from '../fakes/workers.ts';
import { gated, sheetsOf } from './gated.ts';
import { haveRealLabels, realCase, realLabel, realLabels, recipients, sender } from './real-labels.ts';

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

test.skipIf(!haveRealLabels)('lasting commands of real labels are removed and reported', () => {
  expect(gateZpl(realLabel('zebrash-glscz'))).toMatchObject({ stripped: expect.arrayContaining(['^JU']) });
});

test.skipIf(!haveRealLabels)('every real label yields its text, or is known to have none', () => {
  for (const { name, bytes } of realLabels) {
    const words = sheetsOf(bytes).flatMap((sheet) => readZpl(sheet).texts);
    if (name.startsWith('zebrash-bstc')) expect(words, name).toEqual([]);
    else expect(words.length, name).toBeGreaterThan(3);
  }
});

const oneParcel = { parcels: 1, returnAsked: false };
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

test.skipIf(!haveRealLabels)('real labels of two parcels: a licence plate is on one label, a waybill number on both', async () => {
  const paper = createPaper({ ref: () => 'REF', log: () => undefined, workers });
  const codesOn = async (file: string) => {
    const { bytes, format, to, from, parcels } = realCase(file);
    return await paper.codesOfLabels({ bytes, format }, to, from, { parcels, returnAsked: false });
  };
  expect(await codesOn('dhl-express-2-pieces-doc.pdf')).toEqual([
    ['2175441239', '88347346643', 'JJD011100003636319779'],
    ['2175441239', '88347346643', 'JJD011100003636319780'],
  ]);
  expect(await codesOn('labels/tforce-2-pallets.pdf')).toEqual([['905939123'], ['905939123']]);
});
