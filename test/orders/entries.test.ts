import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import { detailOf, rowReasonText } from '../../renderer/text/reasons.ts';

const sample = (name: string): Buffer => readFileSync(new URL(`samples/${name}`, import.meta.url));

/** Summarises each order in a line: key, hold, destination, and the items to ship. */
function summary(bytes: Uint8Array, name: string) {
  const result = readOrderFile({ name, bytes, currency: 'EUR' });
  if (!result.ok) return detailOf(result.failure);
  const { rows, orders, problems, skipped, remarks } = result.value;
  const words = (list: typeof remarks) => list.map((each) => `${each.line} ${rowReasonText(each)}`);
  return {
    rows,
    orders: orders.map(({ key, hold, recipient: { name: to, street, houseNumber, city, country }, lines, parcels }) =>
      [
        key,
        hold ?? 'to ship',
        [to, street, houseNumber, city, country].filter(Boolean).join(', '),
        ...lines.map(({ name: item, quantity, price }) => `${quantity} ${item} ${price ? price.minor : '-'}`),
        ...(parcels[0]?.weightGrams ? [`${parcels[0].weightGrams} g`] : []),
      ].join(' | '),
    ),
    problems: words(problems),
    skipped: words(skipped),
    remarks: words(remarks),
  };
}
const read = (name: string) => summary(sample(name), name);

test("reads the orders of Shopify's API", () => {
  expect(read('shopify-orders.json')).toEqual({
    rows: 9,
    orders: [
      "#1001 | to ship | Anna de Vries, Veemarktkade, 8, 's-Hertogenbosch, NL | 2 Mug - blue 1250",
      '#1002 | to ship | Rose Archer, Fl. 12, Ambridge, GB | 2 Cup -',
      '#1003 | cancelled | Carl, Weg, 1, Köln, DE',
      '#1004 | fulfilled | Dora, Weg, 2, Köln, DE',
      '#1005 | nothing-to-ship |  | 1 E-book 900',
      '#1006 | unpaid | Emil, Weg, 3, Köln, DE | 1 Cup 600',
    ],
    problems: [],
    skipped: ['1 "Gift Card - 25" needs no shipping', '2 "Saucer" was sent already', '2 "Teapot" was refunded'],
    remarks: ['1 The column "gift_wrap" is not known: it was not used'],
  });
});

test("the shop's weight of its goods is not the weight of the parcel, and blocks the default", () => {
  const result = readOrderFile({ name: 'shopify-orders.json', bytes: sample('shopify-orders.json') });
  const [first, second] = result.ok ? result.value.orders : [];
  expect(first).toMatchObject({
    parcels: [{ weightGrams: null }],
    noDefaultFor: ['contents', 'value', 'weight'],
    noteForPacker: 'Ring twice',
  });
  expect(second).toMatchObject({ isPartlyRefunded: true, noDefaultFor: ['contents', 'value'] });
});

test("reads the orders of WooCommerce's API", () => {
  expect(read('woocommerce-orders.json')).toEqual({
    rows: 6,
    orders: [
      '4711 | to ship | Anna de Vries, Veemarktkade, 8, Amsterdam, NL | 2 Mug, blue 1250 | 3 Saucer -',
      '4712 | nothing-to-ship | Bert Kamp, Weg, 2, Köln, DE | 1 Gift Card 2500',
      '4713 | on-hold | Carl Stein, Weg, 3, Köln, DE | 1 Cup 600',
      '4714 | fulfilled | Dora Bach, Weg, 4, Köln, DE | 1 Cup 600',
      '4715 | on-hold | Emil Hof, Weg, 5, Köln, DE | 1 Cup -',
    ],
    problems: [],
    skipped: [],
    remarks: [
      '1 The column "delivery_slot" is not known: it was not used',
      '5 The shop calls this order "ready to pick", which is not known: it waits until a person releases it',
    ],
  });
});

test("reads the orders of Magento's API in JSON and in XML", () => {
  expect(read('magento-orders.json')).toEqual({
    rows: 5,
    orders: [
      '000000101 | to ship | Anna de Vries, Veemarktkade, 8, Amsterdam, NL | 2 Shirt, red 2900 | 1 Mug 550',
      '000000102 | fulfilled | Bert Kamp, Weg, 2, Köln, DE',
      '000000103 | on-hold | Carl Stein, Weg, 3, Köln, DE | 1 Cup 600',
    ],
    problems: [],
    skipped: ['1 "Song" needs no shipping', '2 "Cup" was sent already'],
    remarks: [],
  });
  expect(read('magento-orders.xml')).toEqual({
    rows: 2,
    orders: [
      '000000101 | to ship | Anna de Vries, Veemarktkade, 8, Amsterdam, NL | 2 Mug & saucer 550',
      '000000102 | cancelled | Bert Kamp, Weg, 2, Köln, DE',
    ],
    problems: [],
    skipped: ['30 "Cup" was refunded'],
    remarks: [],
  });
});

test("splits Magento's list if it is unambiguous, and asks for the missing country", () => {
  const rows = {
    rows: 5,
    orders: [
      '000000101 | to ship | Anna de Vries, Veemarktkade, 8, Amsterdam',
      '000000102 | fulfilled | Jörg Weiß, Hauptstr., 5, Berlin',
      '000000103 | on-hold | Pat Smith, Studio 54,12 Main Street,Springfield,Illinois,62701',
      '000000104 | on-hold | Ada Lind, Storgatan, 3, Lund',
      '000000105 | cancelled | Bea Roth, Ringweg, 7, Köln',
    ],
    problems: [],
    skipped: [],
  };
  const notes = [
    'The parts of the address could not be separated: all of it is in the street. It reads: Studio 54,12 Main Street,Springfield,Illinois,62701',
    'The shop calls this order "ready to pick", which is not known: it waits until a person releases it',
  ];
  expect(read('magento.csv')).toEqual({ ...rows, remarks: notes.map((note, at) => `${at + 6} ${note}`) });
  expect(read('magento.xml')).toEqual({ ...rows, remarks: notes.map((note, at) => `${at + 4} ${note}`) });
});

test("names the column that Magento's list lacks", () => {
  expect(summary(Buffer.from('ID,Status,Ship-to Name\n1,Processing,Anna\n'), 'orders.csv')).toMatch(/without the column Shipping Address/);
});

test("reads the parcels and the orders of Sendcloud's API", () => {
  expect(read('sendcloud-parcels.json')).toMatchObject({
    orders: [
      'SC-1 | to ship | John Doe, Stadhuisplein, 10, Eindhoven, NL | 2 T-Shirt 1000 | 2000 g',
      'SC-2 | fulfilled | Ada Lind, Storgatan, 3, Lund, SE | 1000 g',
      'SC-3 | cancelled | Bea Roth, Ringweg, 7, Köln, DE | 1000 g',
    ],
    problems: [],
    remarks: [],
  });
  expect(read('sendcloud-orders.json')).toMatchObject({
    orders: [
      'OXSDFGHTD-12 | to ship | John Doe, Stadhuisplein, 10, Eindhoven, NL | 1 Cylinder candle 350',
      'OXSDFGHTD-13 | fulfilled | Ada Lind, Storgatan, 3, Lund, SE',
    ],
    problems: [],
    remarks: [],
  });
});

test("reads the sales orders of Shipmondo's API", () => {
  expect(read('shipmondo-orders.json')).toEqual({
    rows: 3,
    orders: [
      '10001 | to ship | Lene Hansen, Strandvejen, 6B, Odense NØ, DK | 2 T-shirt 8000',
      '10002 | cancelled | Søren Kvist, Vestergade, 1, Aarhus, DK | 1 Cup 6000',
    ],
    problems: [],
    skipped: ['1 "Voucher" needs no shipping'],
    remarks: [],
  });
});

test('reads our own layout from elements and attributes of XML', () => {
  expect(read('plain-orders.xml')).toEqual({
    rows: 4,
    orders: [
      'A-1 | to ship | Jörg Weiß, Hauptstr., 5, Berlin, DE | 2350 g',
      'A-2 | to ship | Anna, Kerkstraat, 7, Utrecht, NL',
      'A-4 | to ship | Dora, Köln',
    ],
    problems: ['8 The weight "heavy" is not a number of kilograms'],
    skipped: [],
    remarks: ['1 The column "colour" is not known: it was not used', '9 Not read, because it is not plain text or a number: gate'],
  });
});

test('an order with nothing left to send is not shipped, whatever its state', () => {
  const items = [
    { item_id: 1, name: 'Cup', qty_ordered: 1, qty_shipped: 1 },
    { item_id: 2, name: 'Mug', qty_ordered: 1, qty_refunded: 1 },
  ];
  const shipping_assignments = [{ shipping: { address: { firstname: 'Anna', city: 'Köln', street: ['Weg 1'], country_id: 'DE' } } }];
  const order = { increment_id: '7', state: 'processing', items, extension_attributes: { shipping_assignments } };
  expect(summary(Buffer.from(JSON.stringify({ items: [order] })), 'orders.json')).toMatchObject({
    orders: ['7 | nothing-to-ship | Anna, Weg, 1, Köln, DE'],
  });
});

const plain = '<orders><order><order>A-1</order><name>Anna</name><city>Köln</city></order></orders>';
const bomb = `<!DOCTYPE orders [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]>`;
const sheet = (rows: string) =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table>${rows}</Table></Worksheet></Workbook>`;

test.each([
  ['that multiplies its entities', `${bomb}${plain.replace('Anna', '&c;')}`, /^This file declares entities of its own/],
  ['with a document type', `<!DOCTYPE orders SYSTEM "http://example.com/orders.dtd">${plain}`, /^This file names a document type/],
  ['cut at its end', plain.slice(0, -20), /^The XML is broken in line 1: unclosed tag: city/],
  ['with a tag that is not closed', plain.replace('</name>', ''), /^The XML is broken in line 1: /],
  ['with an entity nobody knows', plain.replace('Anna', '&anna;'), /^The XML is broken in line 1: /],
  ['that is nested without end', '<a>'.repeat(5000), /^The XML is broken in line 1: its elements are nested too deeply/],
  ['of something else', '<rss><channel><title>News</title><item/></channel></rss>', /It contains: title, item\.$/],
  [
    'that is a web page behind its declaration',
    `<?xml version="1.0"?><!DOCTYPE html><html><title>Log in</title></html>`,
    /^This is a web page \("Log in"\)/,
  ],
  ['that is a table of a web page', '<table><tr><td>order</td></tr></table>', /^This is a web page, not an order file/],
  ['that is a workbook cut at its end', sheet('<Row><Cell><Data>order').slice(0, -60), /^The XML is broken in line 1: /],
  ['that is a workbook of other columns', sheet('<Row><Cell><Data>a</Data></Cell></Row>'), /^The first row must name the columns/],
])('reports what is wrong with XML %s', (_what, xml, sentence) => {
  expect(summary(Buffer.from(xml), 'orders.xml')).toMatch(sentence);
});

test('leaves out the hidden row of a workbook in XML, and finds a cell by its own place', () => {
  const cells = (...texts: string[]) => texts.map((text) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`).join('');
  const rows = [
    `<Row>${cells('order', 'name', 'company', 'city')}</Row>`,
    `<Row>${cells('A-1', 'Anna')}<Cell ss:Index="4"><Data ss:Type="String">Köln</Data></Cell></Row>`,
    `<Row ss:Hidden="1">${cells('A-2', 'Bert', '', 'Köln')}</Row>`,
    `<Row ss:Index="9">${cells('A-3', 'Carl', '', 'Köln')}</Row>`,
  ];
  expect(summary(Buffer.from(sheet(rows.join(''))), 'orders.xml')).toEqual({
    rows: 3,
    orders: ['A-1 | to ship | Anna, Köln', 'A-3 | to ship | Carl, Köln'],
    problems: [],
    skipped: ['3 The row is hidden in the sheet and was not read'],
    remarks: [],
  });
});
