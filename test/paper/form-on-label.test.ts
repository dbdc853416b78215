import { expect, test } from 'vitest';
import { compareZplLabel, judgeZplLabel, readZplLabel } from '../../electron/paper/zpl-label.ts';
import { addressOf } from '../fixtures/address.ts';

const recipient = addressOf('Ada Bakker | | Bahnhofstrasse | 12 | 8001 | Zurich | CH');
const sender = addressOf('Kate Sender | Nordlicht GmbH | Veemarktkade | 8 | 3521 AB | Utrecht | NL');
const from = ['FROM', 'Nordlicht GmbH', 'Veemarktkade 8', '3521 AB UTRECHT'];
const to = ['TO', 'Ada Bakker', 'Bahnhofstrasse 12', '8001 ZURICH', 'SWITZERLAND'];
const sheet = (lines: readonly string[], code = 'PB1234567890'): string =>
  `^XA^PW812^LL1218${lines.map((line, at) => `^FO28,${40 + at * 50}^A0N,40,40^FD${line}^FS`).join('')}^FO28,1000^BY3^BCN,150,N,N,N,A^FD${code}^FS^XZ`;
const verdictOn = (parcels: number, ...sheets: readonly string[]) =>
  compareZplLabel(readZplLabel(Buffer.from(sheets.join(''))), recipient, sender, { parcels, returnAsked: false });

const form = ['CUSTOMS DECLARATION CN 22', 'Mugs 1.2 kg EUR 45'];

test('a label that has its customs form on it is a label, also one of two', () => {
  expect(verdictOn(1, sheet([...from, ...to, ...form]))).toEqual({ kind: 'match' });
  expect(verdictOn(2, sheet([...from, ...to, ...form]), sheet([...from, ...to, ...form], 'PB1234567891'))).toEqual({ kind: 'match' });
});

test('a customs form next to its label is a document and is not counted', () => {
  expect(verdictOn(1, sheet([...from, ...to]), sheet([...from, ...to, ...form]))).toEqual({ kind: 'match' });
});

test.each(['CUSTOMER COPY', 'COMMERCIAL INVOICE', 'CUSTOMS DECLARATION CN 23', 'RECEIPT'])('%s alone is not a label', (title) => {
  expect(verdictOn(1, sheet([title, ...from, ...to]))).toMatchObject({ kind: 'wrong-number', labels: 0 });
});

const advice = (drawn = '') =>
  sheet(['HOW TO HAND IN YOUR PARCEL', 'USE STRONG TAPE', 'COVER OLD LABELS']).replace(/\^FO28,1000.*\^XZ$/, `${drawn}^XZ`);
const read = (...sheets: readonly string[]) => readZplLabel(Buffer.from(sheets.join('')));
const expected = { parcels: 1, returnAsked: false };

test('a page in a form marked as a document passes, unless a picture may hide more', () => {
  const asked = judgeZplLabel(read(sheet([...from, ...to]), advice()), recipient, sender, expected);
  expect([asked.verdict.kind, asked.pages[1]?.is]).toEqual(['cannot-compare', 'unclear']);
  const form = asked.pages[1]?.form;
  if (!form) throw new Error('the sheet has no form');
  const decision = { id: 'f', courierKey: '', serviceKey: '', service: '', is: 'document', decidedBy: '', decidedAt: '' } as const;
  const decided = { ...expected, decided: [{ ...form, ...decision }] };
  const kindOf = (drawn: string) => compareZplLabel(read(sheet([...from, ...to]), advice(drawn)), recipient, sender, decided).kind;
  expect([kindOf(''), kindOf('^FO28,400^GFA,8,8,1,FFFFFFFFFFFFFFFF^FS')]).toEqual(['match', 'cannot-compare']);
});
