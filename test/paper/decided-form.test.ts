import { expect, test } from 'vitest';
import { judgeLabel } from '../../electron/paper/compare-label.ts';
import type { DecidedForm } from '../../shared/sheet-class.ts';
import { addressOf } from '../fixtures/address.ts';

const shop = addressOf(' | Tante Emma Moden GmbH | Goethestrasse | 37 | 50667 | Koeln | DE');
const customer = addressOf('Zoe Meyer | | Corporate Woods Pkwy | 593 | 28052 | Gastonia | US');
const account = '12345678901234';

function sheet(no: number, tracking: string, more: readonly string[]) {
  const texts = [
    'EXPRESS WORLDWIDE PARCEL LABEL SERVICE',
    'SHIPPER ACCOUNT',
    ...more,
    'From',
    'Tante Emma Moden GmbH',
    'Goethestrasse 37',
    '50667 Koeln',
    'To',
    'Zoe Meyer',
    '593 Corporate Woods Pkwy',
    '28052 Gastonia',
    'TRACKING NUMBER',
    tracking,
  ];
  return {
    texts: texts.map((text, row) => ({ text, x: 40, y: 40 + row * 30, height: 14, turn: 'N' as const })),
    barcodeData: [tracking],
    picture: false,
    page: { no, isFirst: no === 1, widthMm: 102, heightMm: 152 },
  };
}

test.each([
  ['no number of ours', []],
  ['the account number of the shop like every label', [account]],
])('a page in the form of a known copy with our recipient, another tracking number and %s is asked about', (_what, more) => {
  const judged = (second: string, decided: readonly DecidedForm[]) =>
    judgeLabel([sheet(1, 'JD4510055079717111', more), sheet(2, second, more)], customer, shop, {
      parcels: 1,
      returnAsked: false,
      decided,
      ownTexts: [],
    });
  const form = judged('JD4510055079717111', []).pages[1]?.form;
  if (!form) throw new Error('the copy has no form');
  const about = { id: '1', courierKey: 'a', serviceKey: 'b', service: 'a, b', decidedBy: 'Ana', decidedAt: '2026-11-21T09:00:00.000Z' };
  const decided: DecidedForm[] = [{ ...form, ...about, is: 'copy' }];
  expect(judged('JD4510055079717111', decided).verdict.kind).toBe('match');
  expect(judged('JD4519999999999222', []).verdict.kind).toBe('wrong-number');
  expect(judged('JD4519999999999222', decided).verdict.kind).toBe('cannot-compare');
});
