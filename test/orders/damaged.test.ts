import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import { detailOf, rowReasonText } from '../../renderer/text/reasons.ts';
import { watched } from '../watchdog.ts';
import { sheetOf } from './workbook.ts';

const sample = (name: string): Buffer => readFileSync(new URL(`samples/${name}`, import.meta.url));
function outcome(bytes: Uint8Array, name = 'orders.csv') {
  const result = readOrderFile({ name, bytes, currency: 'EUR' });
  if (!result.ok) return detailOf(result.failure);
  const { rows, orders, problems, skipped } = result.value;
  return { rows, orders: orders.length, problems: problems.map((each) => `${each.line} ${rowReasonText(each)}`), skipped: skipped.length };
}

const plain = 'order,name,street,city,country\nA-1,Anna,Allee 8,Berlin,DE\nA-2,Jörg,Weg 9,Köln,DE\n';
const two = { rows: 2, orders: 2, problems: [], skipped: 0 };

test.each([
  ['UTF-16 without its mark', Buffer.from(plain, 'utf16le'), two],
  ['in Windows-1252', Buffer.from(plain, 'latin1'), two],
  ['of mixed line ends', Buffer.from(plain.replace('\n', '\r\n').replace('DE\nA-2', 'DE\rA-2')), two],
  [
    'cut within its last row',
    Buffer.from(plain.slice(0, -12)),
    { rows: 2, orders: 1, problems: ['3 The row ends early: nothing was read for city, country'], skipped: 0 },
  ],
  ['with semicolons in quotation marks', Buffer.from(plain.replaceAll(',', ';').replace('Allee 8', '"Allee; 8"')), two],
  [
    'with a quotation mark that never ends',
    Buffer.from(plain.replace('Anna', '"Anna')),
    { rows: 2, orders: 1, problems: ['2 The quotation marks in this row do not match'], skipped: 0 },
  ],
  [
    'with a NUL byte',
    Buffer.from(plain.replace('Anna', 'An\0na')),
    'There is a NUL byte in line 2: the file is damaged, or it is not a text file.',
  ],
  [
    'with a failed formula',
    Buffer.from(plain.replace('Berlin', '#REF!')),
    { rows: 2, orders: 1, problems: ['2 A formula failed: the column "city" contains #REF!'], skipped: 0 },
  ],
])('reports what happens to a file %s', (_what, bytes, becomes) => {
  expect(outcome(bytes)).toEqual(becomes);
});

const rows = plain
  .trim()
  .split('\n')
  .map((row) => row.split(','));
const workbook = Buffer.from(sheetOf(...rows));
const [, first = [], second = []] = rows;
const objects = [first, second].map(([order = '', name = '', street = '', city = '', country = '']) => ({
  order,
  name,
  street,
  city,
  country,
}));
const json = JSON.stringify(objects);
const elements = objects.map((each) => Object.entries(each).map(([name, text]) => `<${name}>${text}</${name}>`));
const xml = `<?xml version="1.0"?><orders>${elements.map((each) => `<order>${each.join('')}</order>`).join('')}</orders>`;
const one = (problem: string) => ({ rows: 2, orders: 1, problems: [problem], skipped: 0 });

test.each([
  ['of nothing', '', 'orders.csv', 'The file is empty.'],
  ['of blanks alone', ' \r\n \r\n', 'orders.csv', 'The file is empty.'],
  [
    'with a row of too many cells',
    plain.replace('Berlin,DE', 'Berlin,DE,7,8'),
    'orders.csv',
    one('2 The row has more cells than the first row has columns'),
  ],
  [
    'with an order number that a spreadsheet rounded',
    plain.replace('A-1', '4.9E+11'),
    'orders.csv',
    one('2 The spreadsheet has lost digits of "order": it contains only 4.9E+11, so it was not read. Format the column as text'),
  ],
  ['with a row of no order', plain.replace('A-2', ''), 'orders.csv', one('3 The row has no order number')],
  ['with a command for an order', plain.replace('A-1', 'PB!BUY'), 'orders.csv', one('2 An order number must not begin with PB!')],
  [
    'with a weight in words',
    plain.replace('country\n', 'country,weight_kg\n').replace('DE\nA-2', 'DE,heavy\nA-2').replace('Köln,DE', 'Köln,DE,2'),
    'orders.csv',
    one('2 The weight "heavy" is not a number of kilograms'),
  ],
  [
    'with a name that never ends',
    plain.replace('Anna', 'A'.repeat(70_000)),
    'orders.csv',
    one('2 name has 70,000 characters, at most 5,000 are allowed'),
  ],
  [
    'that is a page to log in',
    '<!DOCTYPE html><html><body><form>Password</form></body></html>',
    'orders.csv',
    'This is a web page, not an order file. Export the orders as CSV.',
  ],
  ['that is a PDF', '%PDF-1.7 order', 'orders.csv', 'This is a PDF. It contains pages, not rows. Export the orders as CSV.'],
  ['that is packed', gzipSync(plain), 'orders.csv', 'This file is packed (gzip). Unpack it first.'],
  [
    'that is half a workbook',
    workbook.subarray(0, workbook.length / 2),
    'orders.xlsx',
    'This Excel workbook (XLSX) is damaged or did not arrive whole: export or download it again.',
  ],
  [
    'that is a workbook with a wrong byte',
    workbook.map((byte, at) => (at === Math.floor(workbook.length / 3) ? byte ^ 0xff : byte)),
    'orders.xlsx',
    'This Excel workbook (XLSX) is damaged or did not arrive whole: export or download it again.',
  ],
  [
    'that is half of its XML',
    xml.slice(0, xml.length / 2),
    'orders.xml',
    'The XML is broken in line 1: unclosed tag: country. Export or download it again.',
  ],
  [
    'of XML that closes what is not open',
    xml.replace('</name>', '</nome>'),
    'orders.xml',
    'The XML is broken in line 1: unexpected close tag. Export or download it again.',
  ],
  [
    'of XML with words of its own',
    xml.replace('?>', '?><!DOCTYPE orders [<!ENTITY a "b">]>'),
    'orders.xml',
    'This file declares entities of its own (<!ENTITY ...>), which are never replaced. Export it without them.',
  ],
  [
    'of JSON with something in its list that is no order',
    json.replace('[{', '["A-0",{'),
    'orders.json',
    { rows: 3, orders: 2, problems: ['1 This entry is not an object'], skipped: 0 },
  ],
  [
    'of JSON with one order for two people',
    JSON.stringify([...objects, { ...objects[0], name: 'Berta' }]),
    'orders.json',
    { rows: 3, orders: 2, problems: ['3 Order A-1 is already in this file with another recipient'], skipped: 0 },
  ],
])('reports what happens to a damaged file %s', (_what, content, name, becomes) => {
  expect(outcome(typeof content === 'string' ? Buffer.from(content) : content, name)).toEqual(becomes);
});

test('reports JSON that is cut, and JSON without orders, as such', () => {
  expect(outcome(Buffer.from(json.slice(0, -20)), 'orders.json')).toMatch(/^The JSON is broken: /);
  expect(outcome(Buffer.from('{"error":"token expired"}'), 'orders.json')).toMatch(
    /^This is an answer of a web service without orders\. Its message: "token expired"\./,
  );
});

test.each([
  ['names a column twice', plain.replace('street,city', 'city,city'), '1 The column "city" appears twice: only the first is read'],
  ['holds nothing but its first row', 'order,name,street,city,country\n', '1 There is no row under the names of the columns'],
])('a file that %s is read as far as possible, and the loss is reported', (_what, text, remark) => {
  const read = readOrderFile({ name: 'orders.csv', bytes: Buffer.from(text), currency: 'EUR' });
  expect(read.ok && read.value.remarks.map((each) => `${each.line} ${rowReasonText(each)}`)).toEqual([remark]);
});

test('a shop export without its first row is not guessed at', () => {
  const rows = sample('amazon-unshipped.txt').toString('latin1').split('\r\n').slice(1);
  expect(outcome(Buffer.from(rows.join('\r\n'), 'latin1'), 'orders.txt')).toMatch(/^The first row must name the columns/);
});

test.each(['woocommerce.csv', 'amazon-unshipped.txt', 'ebay-orders.csv'])('%s cut anywhere never yields more than it holds', (name) => {
  const whole = sample(name);
  const all = outcome(whole);
  for (let at = 0; at < whole.length; at += 97) {
    const part = outcome(whole.subarray(0, at));
    if (typeof part !== 'string' && typeof all !== 'string') expect(part.rows).toBeLessThanOrEqual(all.rows);
  }
});

test('every row of a file or a sheet is an order, a problem or skipped', () => {
  const cell = fc.constantFrom('', 'A', '"', 'Berlin', '#REF!', '4.9E+11', '2026-11-24', 'PB!BUY', 'seller id : x', '7', 'heavy');
  const rowsOf = fc.array(fc.array(cell, { minLength: 4, maxLength: 6 }), { minLength: 1, maxLength: 12 });
  const header = ['order', 'name', 'city', 'house_number', 'weight_kg'];
  fc.assert(
    fc.property(rowsOf, (drawn) => {
      const table = drawn.map(([first = '', ...rest], at) => [first === '' ? '' : `${first}${at}`, ...rest]);
      for (const bytes of [sheetOf(header, ...table), Buffer.from([header, ...table].map((row) => row.join(',')).join('\n'))]) {
        const read = outcome(bytes);
        if (typeof read === 'string') throw new Error(read);
        expect(read.orders + read.problems.length + read.skipped).toBe(read.rows);
      }
    }),
    { numRuns: 150 },
  );
});

test('a web page of 20 MB of titles that never end is recognised without reading it again and again', async () => {
  // In a thread of its own: the watchdog cannot end a pattern that runs in this one.
  const thread = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     import(workerData).then(({ readOrderFile }) => {
       const bytes = Buffer.from('<html>' + '<title '.repeat(3_000_000));
       parentPort.postMessage(readOrderFile({ name: 'orders.csv', bytes, currency: 'EUR' }).failure.reasons);
     });`,
    { eval: true, workerData: new URL('../../electron/orders/open-order-file.ts', import.meta.url).href },
  );
  const answered = new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
  try {
    expect(await watched('the page is recognised', answered)).toMatchObject([{ code: 'file-web-page', title: '' }]);
  } finally {
    await thread.terminate();
  }
});
