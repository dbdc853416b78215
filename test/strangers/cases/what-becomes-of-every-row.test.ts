import { expect, test } from 'vitest';
import { readOrderFile } from '../../../electron/orders/open-order-file.ts';
import { packerNote } from '../../../renderer/ship/packer-note.ts';
import { detailOf, rowReasonText } from '../../../renderer/text/reasons.ts';
import { sent, startPlainStation } from '../../path/plain-station.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
function read(text: string, name = 'orders.csv') {
  const result = readOrderFile({ name, bytes: bytes(text), currency: 'EUR' });
  if (!result.ok) throw new Error(detailOf(result.failure));
  return result.value;
}

const defaults = { boxId: 'M', weightGrams: 800, contents: 'Bowl', value: { minor: 100, currency: 'EUR' } };

test('unknown columns are reported, and no default replaces their values', async () => {
  const file =
    'order,name,street,postal_code,city,country,phone,Gewicht,Inhalt,Wert in EUR\nA-1,Anna,Allee 8,10435,Berlin,DE,+49 30 5,2.5,Vase,64.00';
  const station = await startPlainStation({ settings: { defaults } });
  const report = await station.call('importOrders', { name: 'shop.csv', bytes: bytes(file) });
  expect(report.remarks.map((remarks) => [remarks.line, remarks.row, rowReasonText(remarks)])).toEqual([
    [1, 'gewicht', 'The column "gewicht" is not known: it was not used'],
    [1, 'inhalt', 'The column "inhalt" is not known: it was not used'],
    [1, 'wert in eur', 'The column "wert in eur" is not known: it was not used'],
  ]);
  expect((await station.scan('A-1', 'asking')).questions.map(({ kind }) => kind)).toEqual(['weight', 'contents', 'value']);
});

test('a default does not replace an empty cell of an existing column', async () => {
  const file =
    'order,name,street,postal_code,city,country,phone,weight_kg,contents,value,currency\nA-1,Anna,Allee 8,10435,Berlin,DE,+49 30 5,,,,\n';
  const station = await startPlainStation({ orders: file, settings: { defaults } });
  expect((await station.scan('A-1', 'asking')).questions.map(({ kind }) => kind)).toEqual(['weight', 'contents', 'value']);
});

test('a row that ends early is a problem with its line and text, and the other orders are taken', () => {
  const { orders, problems } = read('order,name,street,city,country,weight_kg\nA-1,Anna,Allee 8,Berlin\nA-2,Bo,Allee 9,Berlin,DE,1\n');
  expect(orders.map(({ key }) => key)).toEqual(['A-2']);
  expect(problems).toEqual([
    {
      file: 'orders.csv',
      line: 2,
      orderKey: 'A-1',
      reason: { code: 'row-ends-early', columns: ['country', 'weight_kg'] },
      row: 'A-1,Anna,Allee 8,Berlin',
    },
  ]);
});

test('an amount without a currency is taken in that of Setup, and that is reported', () => {
  const { orders, remarks } = read('order,name,city,value,currency\nA-1,Anna,Berlin,64.00,\n');
  expect(orders[0]?.parcels[0]?.value).toEqual({ minor: 6400, currency: 'EUR' });
  expect(remarks.map(rowReasonText)).toEqual(['The row names no currency: its amounts are read as EUR, the currency of Setup']);
});

test('values of a JSON file that are not plain text are reported', () => {
  const { remarks } = read('[{"order":"A-1","name":"Anna","city":"Berlin","lines":[{"sku":"A"}]}]', 'orders.json');
  expect(remarks[0]).toMatchObject({ line: 1, orderKey: 'A-1', reason: { code: 'values-not-plain', names: ['lines'] } });
});

test('an order with an unreadable row is shown and not shipped before a person released it', async () => {
  const file =
    'order,name,street,postal_code,city,country,phone,weight_kg\nA-1,Anna,Allee 8,10435,Berlin,DE,+49 30 5,1\nA-1,,,,,,,heavy\nA-2,Bo,Allee 9,10435,Berlin,DE,+49 30 5,1\n';
  const station = await startPlainStation({ orders: file, settings: { defaults } });
  const { failure, order } = await station.scan('A-1', 'stopped');
  expect(failure.code).toBe('order-row-unreadable');
  if (!order) throw new Error('no order stands there');
  await station.call('saveOrder', { order: { ...order, hold: null } });
  await station.scanAndAnswer('A-1');
  await station.at('choosing');
});

test('rows that continue an order without its first row are not made into an order without an address', () => {
  const { orders, problems } = read('order,name,city,country,weight_kg\nA-1,Anna,Berlin,DE,heavy\nA-1,,,,2\n');
  expect(orders).toEqual([]);
  expect(problems.map((problem) => [problem.line, rowReasonText(problem)])).toEqual([
    [2, 'The weight "heavy" is not a number of kilograms'],
    [3, 'This row continues an order whose first row could not be read'],
  ]);
});

const shopHeader =
  'Name,Financial Status,Fulfillment Status,Cancelled at,Currency,Subtotal,Total,Lineitem quantity,Lineitem name,Lineitem price,Lineitem requires shipping,Lineitem fulfillment status,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Shipping Phone';
const shopRow = (key: string, statuses: string, item = '1,Mug,12.00,true,pending', to = 'Anna,Allee 8,Berlin,10435,DE,+49 30 5') =>
  `${key},${statuses},EUR,12.00,12.00,${item},${to}`;

test.each([
  ['cancelled', 'paid,unfulfilled,2026-11-19 09:00:00 +0100'],
  ['refunded', 'refunded,unfulfilled,'],
  ['fulfilled', 'paid,fulfilled,'],
  ['unpaid', 'pending,unfulfilled,'],
  ['unpaid', 'partially_paid,unfulfilled,'],
  ['on-hold', 'paid,on_hold,'],
])('an order that the shop calls %s (%s) is shown with its reason and cannot be shipped', async (hold, statuses) => {
  const station = await startPlainStation({ orders: `${shopHeader}\n${shopRow('1001', statuses)}` });
  expect((await station.call('orders', { search: '', offset: 0, limit: 10 })).rows[0]?.order).toMatchObject({ key: '1001', hold });
  expect((await station.scan('1001', 'stopped')).failure.code).toBe(`order-${hold}`);
  expect(sent(station, 'quote')).toBe(0);
});

test('an order with only gift cards is shown and cannot be shipped, with or without an address', () => {
  const { orders, problems } = read(
    [
      shopHeader,
      shopRow('1001', 'paid,unfulfilled,', '1,Gift card,12.00,false,pending'),
      shopRow('1002', 'paid,unfulfilled,', '1,Gift card,12.00,false,pending', ',,,,,'),
    ].join('\n'),
  );
  expect(orders.map(({ key, hold }) => [key, hold])).toEqual([
    ['1001', 'nothing-to-ship'],
    ['1002', 'nothing-to-ship'],
  ]);
  expect(problems).toEqual([]);
});

test('items already sent, and a gift card next to goods, are not declared', () => {
  const { orders, skipped } = read(
    [
      shopHeader,
      shopRow('1001', 'paid,partial,', '1,Mug,12.00,true,fulfilled'),
      '1001,,,,,,,1,Bowl,24.00,true,pending,,,,,,',
      '1001,,,,,,,1,Gift card,50.00,false,pending,,,,,,',
    ].join('\n'),
  );
  expect(orders[0]).toMatchObject({ hold: null, lines: [{ name: 'Bowl' }] });
  expect(skipped.map((row) => [row.line, rowReasonText(row)])).toEqual([
    [2, '"Mug" was sent already'],
    [4, '"Gift card" needs no shipping'],
  ]);
});

test("a partly refunded order shows that to the packer before the shop's note, and declares no price", () => {
  const { orders } = read(`${shopHeader},Notes\n${shopRow('1001', 'partially_refunded,unfulfilled,')},Ring twice`);
  expect(orders[0]).toMatchObject({ noteForPacker: 'Ring twice', lines: [{ name: 'Mug', price: null }] });
  expect(orders.map(packerNote)).toEqual(['Partly refunded in the shop: ask what is still to be sent. Ring twice']);
});

test('an order that was cancelled after its price was requested is not bought', async () => {
  const station = await startPlainStation({ orders: `${shopHeader}\n${shopRow('1001', 'paid,unfulfilled,')}` });
  const { serviceId } = await station.toTiles('1001');
  const later = `${shopHeader}\n${shopRow('1001', 'paid,unfulfilled,2026-11-21')}`;
  await station.call('importOrders', { name: 'later.csv', bytes: bytes(later) });
  expect((await station.take(serviceId, 'stopped')).failure.code).toBe('order-cancelled');
  expect(sent(station, 'ship')).toBe(0);
});

test.each([
  ['an Excel workbook', bytes('PK\u0003\u0004xx[Content_Types].xml'), /XLSX/],
  ['an old Excel workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), /XLS/],
  ['a PDF', bytes('%PDF-1.7'), /PDF/],
  ['a ZIP archive', bytes('PK\u0003\u0004orders.csv'), /ZIP/],
  ['a log-in page', bytes('<!DOCTYPE html><html><title>Log in</title><input type="password">'), /web page \("Log in"\).*sign in/],
  ['another web page', bytes('<html><title>Orders</title>'), /web page \("Orders"\), not an order file\. Export/],
  ['a text with a NUL byte', bytes('order,name\nA-1,An\u0000na\n'), /NUL byte in line 2/],
  ['nothing', bytes(' \n\n'), /empty/],
  ['an error of a web service', bytes('{"errors":"[API] Invalid API key"}'), /without orders\. Its message: "\[API\] Invalid API key"/],
  ['broken JSON', bytes('[{"order":'), /The JSON is broken/],
  ['an export of products', bytes('Handle,Title,Variant SKU\nmug,Mug,M'), /export of products/],
  ['other columns', bytes('a|b\n1|2'), /must name the columns.*It contains: a\|b/s],
])('describes a file that is %s', (_what, content, says) => {
  const result = readOrderFile({ name: 'orders.csv', bytes: content });
  expect(!result.ok && detailOf(result.failure)).toMatch(says);
});

test("reads UTF-16 without a byte order mark, and Excel's line with its separator", () => {
  const text = 'sep=;\r\norder;name;city\r\nA-1;Anna;Berlin\r\n';
  for (const content of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16(), Buffer.from(text)]) {
    const result = readOrderFile({ name: 'orders.csv', bytes: content });
    expect(result.ok && result.value.orders[0]?.recipient.name).toBe('Anna');
  }
});

test('every row is part of an order, a problem, or skipped for a reason', () => {
  const { rows, orders, problems, skipped } = read(
    [
      shopHeader,
      shopRow('1001', 'paid,unfulfilled,'),
      shopRow('1001', 'paid,unfulfilled,'),
      shopRow('', 'paid,unfulfilled,'),
      shopRow('1002', 'paid,unfulfilled,', 'many,Mug,12.00,true,pending'),
      '1003,,,,,,,1,Bowl,24.00,true,pending,,,,,,',
      '1004,"paid,,,,,,1,Bowl,24.00,true,pending,,,,,,',
      shopRow('1005', 'paid,unfulfilled,'),
      shopRow('1005', 'paid,unfulfilled,', '1,Mug,12.00,true,pending', 'Bo,Weg 1,Bonn,53111,DE,+49 228 5'),
    ].join('\n'),
  );
  expect(orders.map(({ key }) => key)).toEqual(['1001', '1002', '1005']);
  expect({ rows, problems: problems.map(({ line }) => line), skipped: skipped.map(({ line }) => line) }).toEqual({
    rows: 8,
    problems: [4, 5, 6, 7, 9],
    skipped: [3],
  });
});
