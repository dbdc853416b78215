import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import { detailOf, rowReasonText } from '../../renderer/text/reasons.ts';
import { type Kept, packed, sheetOf, workbook, workbookParts } from './workbook.ts';

function read(bytes: Uint8Array) {
  const result = readOrderFile({ name: 'orders.xlsx', bytes, currency: 'EUR' });
  if (!result.ok) throw new Error(detailOf(result.failure));
  return result.value;
}
function refusal(bytes: Uint8Array): string {
  const result = readOrderFile({ name: 'orders.xlsx', bytes });
  return result.ok ? 'it was read' : detailOf(result.failure);
}

const header = ['order', 'name', 'street', 'house_number', 'postal_code', 'city', 'country', 'phone', 'weight_kg', 'preferred_date'];
const row = (key: Kept, more: Partial<Record<(typeof header)[number], Kept>> = {}): readonly Kept[] => {
  const usual: Record<string, Kept> = {
    order: key,
    name: 'Anna',
    street: 'Allee',
    house_number: 8,
    postal_code: '10435',
    city: 'Berlin',
    country: 'DE',
    phone: '+49 30 5',
    weight_kg: 1.5,
    ...more,
  };
  return header.map((name) => usual[name] ?? '');
};
const remarks = (bytes: Uint8Array) => read(bytes).remarks.map((each) => `${each.line} ${rowReasonText(each)}`);

test('reads the rows of a sheet as the sheet shows them', () => {
  const { rows, orders, problems, skipped, remarks } = read(
    sheetOf(header, row(1001), [], row({ number: '1.002E3', format: 'General' }, { weight_kg: { number: 0.1 + 0.2, format: 'General' } })),
  );
  expect({ rows, problems, skipped, remarks }).toEqual({ rows: 2, problems: [], skipped: [], remarks: [] });
  expect(orders.map(({ key, recipient, parcels }) => [key, recipient.houseNumber, recipient.postalCode, parcels[0]?.weightGrams])).toEqual([
    ['1001', '8', '10435', 1500],
    ['1002', '8', '10435', 300],
  ]);
});

test.each([
  ['a date', { number: 46350, format: 'dd.mm.yyyy' }, '2026-11-24'],
  ['a date in words of another language', { number: 46350, format: '[$-407]d. mmmm yyyy;@' }, '2026-11-24'],
])('reads %s as a day', (_what, kept, day) => {
  expect(read(sheetOf(header, row('A-1', { preferred_date: kept }))).orders[0]?.preferredDate).toBe(day);
});

test('reads days of a workbook that counts from 1904', () => {
  const parts = workbookParts([{ name: 'A', rows: [header, row('A-1', { preferred_date: { number: 44888, format: 'yyyy-mm-dd' } })] }], {
    is1904: true,
  });
  expect(read(packed(parts)).orders[0]?.preferredDate).toBe('2026-11-24');
});

test.each([
  ['00000', 1067, '01067'],
  ['0000-000', 1000205, '1000-205'],
  ['General', 10435, '10435'],
  ['0', 10435, '10435'],
  ['@', 10435, '10435'],
])('shows a number in the format %s', (format, number, shown) => {
  expect(read(sheetOf(header, row('A-1', { postal_code: { number, format } }))).orders[0]?.recipient.postalCode).toBe(shown);
});

test('rounds an amount as the sheet shows it', () => {
  const file = sheetOf(
    ['order', 'name', 'city', 'value', 'currency'],
    ['A-1', 'Anna', 'Berlin', { number: 12.3456789, format: '#,##0.00\\ "€"' }, 'EUR'],
  );
  expect(read(file).orders[0]?.parcels[0]?.value).toEqual({ minor: 1235, currency: 'EUR' });
});

test('a day in dates as bare numbers is refused with an explanation', () => {
  const { orders, problems } = read(sheetOf(header, row('A-1', { preferred_date: 46350 })));
  expect([orders, problems.map(rowReasonText)]).toEqual([[], ['The preferred date "46350" does not have the form YYYY-MM-DD']]);
});

test('reports a postal code that lost its zero, and adds none', () => {
  const file = sheetOf(header, row('A-1', { postal_code: 1067 }), row('A-2', { postal_code: 1067, country: 'AT' }));
  expect(read(file).orders[0]?.recipient.postalCode).toBe('1067');
  expect(remarks(file)).toEqual([
    '2 The postal code 1067 is too short for DE: a zero before it was lost, perhaps in a spreadsheet. Nothing was added',
  ]);
});

test('reads a long phone number completely, and reports one that has lost digits', () => {
  const file = sheetOf(
    header,
    row('A-1', { phone: { number: '4.9301234567890002E+13', format: 'General' } }),
    row('A-2', { phone: '4,93012E+11' }),
  );
  expect(read(file).orders.map(({ recipient }) => recipient.phone)).toEqual(['49301234567890', '']);
  expect(remarks(file)).toEqual([
    '3 The spreadsheet has lost digits of "phone": it contains only 4,93012E+11, so it was not read. Format the column as text',
  ]);
});

test('refuses an order number whose last digits are lost', () => {
  const { orders, problems } = read(sheetOf(header, row({ number: '1.2345678901234567E+18', format: '0' })));
  expect([orders, problems.map(rowReasonText)]).toEqual([
    [],
    ['The spreadsheet has lost digits of "order": it contains only 1.2345678901234568E+18, so it was not read. Format the column as text'],
  ]);
});

test('a house number that the spreadsheet took for a day is a problem', () => {
  const { orders, problems } = read(sheetOf(header, row('A-1', { house_number: { number: 46025, format: 'd-mmm-yy' } }), row('A-2')));
  expect(orders.map(({ key }) => key)).toEqual(['A-2']);
  expect(problems.map((problem) => [problem.line, problem.orderKey, rowReasonText(problem)])).toEqual([
    [2, 'A-1', 'The column "house_number" contains the date 2026-01-03: the spreadsheet changed what was typed into a date'],
  ]);
});

test('a failed formula is a problem of its row, and holds the rest of its order', () => {
  const failed: Kept = { xml: '<c t="e"><f>Sheet2!A1</f><v>#REF!</v></c>' };
  const { rows, orders, problems } = read(
    sheetOf(header, row('A-1', { weight_kg: failed }), row('A-2'), row('A-2', { weight_kg: failed }), row(failed)),
  );
  expect(rows).toBe(4);
  expect(orders.map(({ key, hold }) => [key, hold])).toEqual([['A-2', 'row-unreadable']]);
  expect(problems.map((problem) => [problem.line, rowReasonText(problem)])).toEqual([
    [2, 'A formula failed: the column "weight_kg" contains #REF!'],
    [4, 'A formula failed: the column "weight_kg" contains #REF!'],
    [5, 'A formula failed: the column "order" contains #REF!'],
  ]);
});

test('reads the results of formulas, inline texts and texts in several fonts', () => {
  const file = sheetOf(
    header,
    row(
      { xml: '<c t="str"><f>"A-"&amp;1</f><v>A-1</v></c>' },
      {
        name: {
          xml: '<c t="inlineStr"><is><r><t>Jos</t></r><r><rPr><b/></rPr><t xml:space="preserve">é </t></r><r><t>Ñandú</t></r><rPh><t>zzz</t></rPh></is></c>',
        },
        city: 'Multi_x000D_line',
      },
    ),
  );
  expect(read(file).orders[0]).toMatchObject({ key: 'A-1', recipient: { name: 'José Ñandú', city: 'Multi\rline' } });
});

test('skips hidden rows and reports them', () => {
  const { rows, orders, skipped } = read(workbook({ name: 'Orders', rows: [header, row('A-1'), row('A-2'), row('A-3')], hiddenRows: [3] }));
  expect(orders.map(({ key }) => key)).toEqual(['A-1', 'A-3']);
  expect([rows, skipped.map((each) => [each.line, rowReasonText(each)])]).toEqual([
    3,
    [[3, 'The row is hidden in the sheet and was not read']],
  ]);
});

test('cells merged over rows leave the rows below without their order number', () => {
  const { orders, problems } = read(
    workbook({
      name: 'A',
      rows: [header, row('A-1'), row('', { weight_kg: 2 })],
      behind: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
    }),
  );
  expect(orders).toHaveLength(1);
  expect(problems.map((problem) => [problem.line, rowReasonText(problem)])).toEqual([[3, 'The row has no order number']]);
});

test('reads the first visible sheet with order columns, and names the others', () => {
  const file = workbook(
    { name: 'Old', rows: [header, row('X-1')], state: 'hidden' },
    { name: 'Notes', rows: [['Call the shop']] },
    { name: 'Orders', rows: [['Orders of November'], [], header, row('A-1')] },
    { name: 'More', rows: [header, row('X-2')] },
  );
  expect(read(file).orders.map(({ key }) => key)).toEqual(['A-1']);
  expect(remarks(file)).toEqual(
    ['Old', 'Notes', 'More'].map((sheet) => `3 The sheet "${sheet}" was not read: orders are read from one sheet`),
  );
  expect(read(file).skipped.map((each) => [each.line, each.row, rowReasonText(each)])).toEqual([
    [1, 'Orders of November', 'This row is above the names of the columns'],
  ]);
});

test('a hundred thousand empty rows count as no rows', () => {
  const parts = workbookParts([{ name: 'A', rows: [header, row('A-1')] }]);
  const path = 'xl/worksheets/sheet1.xml';
  const empty = Array.from({ length: 100_000 }, (_each, at) => `<row r="${at + 3}"/>`).join('');
  expect(read(packed({ ...parts, [path]: parts[path]?.replace('</sheetData>', `${empty}</sheetData>`) ?? '' })).rows).toBe(1);
});

const whole = () => workbookParts([{ name: 'Orders', rows: [header, row('A-1')] }]);
const sheetPath = 'xl/worksheets/sheet1.xml';
const without = (path: string) => packed(Object.fromEntries(Object.entries(whole()).filter(([each]) => each !== path)));
const changed = (path: string, change: (text: string) => string) => packed({ ...whole(), [path]: change(whole()[path] ?? '') });
/** Changes the unpacked size that the central directory of an archive states for its first file of this name. */
function claiming(bytes: Uint8Array, path: string, size: number): Uint8Array {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(size, copy.lastIndexOf(path) - 46 + 24);
  return copy;
}
const broken = /^This Excel workbook \(XLSX\) is damaged or did not arrive whole: export or download it again\.$/;

test.each([
  ['cut at its end', packed(whole()).subarray(0, 2000), broken],
  ['cut in its middle', packed(whole()).subarray(0, 700), broken],
  [
    'of a broken stream',
    (() => {
      const bytes = packed(whole());
      bytes.fill(0x55, 200, 900);
      return bytes;
    })(),
    broken,
  ],
  ['without its sheet', without(sheetPath), broken],
  ['without its list of sheets', without('xl/workbook.xml'), broken],
  ['without its texts', without('xl/sharedStrings.xml'), broken],
  ['of a sheet that ends early', changed(sheetPath, (text) => text.slice(0, -40)), broken],
  ['of a sheet that is no XML', changed(sheetPath, () => 'order;name\nA-1;Anna'), broken],
  ['of a text that has no end', changed(sheetPath, (text) => text.replace('<v>', `<v>${'9'.repeat(5_000_000)}`)), broken],
  ['of a cell beyond the last column', changed(sheetPath, (text) => text.replace('r="A2"', 'r="ZZZZZ2"')), broken],
  ['larger than it claims', claiming(packed(whole()), sheetPath, 20), broken],
  [
    'a bomb',
    claiming(packed(whole()), sheetPath, 4_000_000_000),
    /^Unpacked, this file is larger than 256 MB: export fewer orders at once\.$/,
  ],
  ['full of texts', claiming(packed(whole()), 'xl/sharedStrings.xml', 65 * 2 ** 20), /^Unpacked, this file is larger than 64 MB/],
  [
    'with entities of its own',
    changed(sheetPath, (text) => text.replace('<worksheet', '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet')),
    /declares entities of its own/,
  ],
  [
    'with macros',
    packed({ ...whole(), 'xl/vbaProject.bin': 'x' }),
    /^This Excel workbook contains macros, which no order file needs\. Save it as XLSX\.$/,
  ],
  [
    'protected by a password',
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
    /^This Excel workbook is protected by a password\. Save it without one\.$/,
  ],
  [
    'an old one',
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]),
    /^This is an old Excel workbook \(XLS\)\. Open it and save it as XLSX or CSV\.$/,
  ],
  [
    'an OpenDocument spreadsheet',
    zipSync({ mimetype: [Buffer.from('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }] }),
    /^This is an OpenDocument spreadsheet/,
  ],
  ['a ZIP archive of other files', packed({ 'orders.csv': 'order,name' }), /^This is a ZIP archive\. Unpack it first\.$/],
  ['a log-in page', Buffer.from('<html><title>Log in</title><input type="password">'), /^This is a web page \("Log in"\)/],
  ['empty', workbook({ name: 'A', rows: [] }), /^No visible sheet of this Excel workbook contains a row\.$/],
  ['of hidden sheets', workbook({ name: 'A', rows: [header, row('A-1')], state: 'hidden' }), /^No visible sheet of this Excel workbook/],
  ['of other columns', sheetOf(['a', 'b'], [1, 2]), /It contains: a, b\.$/],
])('describes in one sentence a workbook that is %s', (_what, bytes, sentence) => {
  expect(refusal(bytes)).toMatch(sentence);
});

test('a shared text of all cells is not repeated endlessly', () => {
  const long = 'x'.repeat(32_767);
  const parts = workbookParts([{ name: 'A', rows: [header, row('A-1', { name: long })] }]);
  const again = (parts[sheetPath] ?? '').replace(/<row r="2">.*<\/row>/, (text) => text.repeat(5000));
  expect(refusal(packed({ ...parts, [sheetPath]: again }))).toMatch(/^Unpacked, this file is larger than 128 MB/);
});
