import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import { detailOf } from '../../renderer/text/reasons.ts';
import { orderSchema } from '../../shared/order.ts';
import { addressOf } from '../fixtures/address.ts';

function read(text: string | Uint8Array, name = 'orders.csv') {
  const result = readOrderFile({ name, bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text });
  if (!result.ok) throw new Error(detailOf(result.failure));
  return result.value;
}

const shopifyHeader =
  'Name,Email,Fulfillment Status,Currency,Total,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes';

test("reads Shopify's order export with several rows for one order", () => {
  const { orders, problems } = read(
    [
      shopifyHeader,
      `ORD-1001,anna@example.com,unfulfilled,EUR,58.00,2,"Mug, blue",12.50,MUG-B,Anna,Anna de Vries,Veemarktkade 8,Veemarktkade 8,,,Amsterdam,'1019 AB,NH,NL,'+31 6 12345678,"Ring twice,\nthen wait"`,
      'ORD-1001,anna@example.com,,,,1,Teapot,33.00,TEA-1,,,,,,,,,,,,',
      'ORD-1002,,unfulfilled,GBP,9.99,1,Socks,9.99,,,Paul Reed,221B Baker Street,221B Baker Street,Flat 2,Reed Ltd,London,NW1 6XE,,United Kingdom,,',
    ].join('\n'),
  );
  expect(problems).toEqual([]);
  expect(orders.map((order) => order.key)).toEqual(['ORD-1001', 'ORD-1002']);
  expect(orders[0]).toMatchObject({
    source: 'orders.csv',
    recipient: addressOf('Anna de Vries | | Veemarktkade | 8 | 1019 AB | Amsterdam | NL', {
      province: 'NH',
      phone: '+31 6 12345678',
      email: 'anna@example.com',
    }),
    lines: [
      { name: 'Mug, blue', sku: 'MUG-B', quantity: 2, price: { minor: 1250, currency: 'EUR' } },
      { name: 'Teapot', sku: 'TEA-1', quantity: 1, price: { minor: 3300, currency: 'EUR' } },
    ],
    noteForPacker: 'Ring twice,\nthen wait',
    parcels: [{ weightGrams: null, lengthCm: null, value: null }],
  });
  expect(orders[1]?.recipient).toMatchObject({ street: 'Baker Street', houseNumber: '221B', street2: 'Flat 2', country: 'GB' });
});

const plainHeader =
  'order;name;company;street;house_number;street_2;postal_code;city;province;country;phone;email;weight_kg;length_cm;width_cm;height_cm;contents;value;currency;reference;note;hs_code';

test('reads our own layout with one row for each parcel', () => {
  const { orders, problems } = read(
    [
      plainHeader,
      'A-1;Jörg Weiß;;Hauptstr. 5;;;10115;Berlin;;Germany;+49 30 1;;2,35;40;30;20;Books;49,90;EUR;R-7;Fragile;4901.99',
      'A-1;;;;;;;;;;;;1.2;25;18;10;More books;10;EUR;;;',
    ].join('\r\n'),
  );
  expect(problems).toEqual([]);
  expect(orders).toHaveLength(1);
  expect(orders[0]).toMatchObject({
    key: 'A-1',
    reference: 'R-7',
    noteForPacker: 'Fragile',
    recipient: { name: 'Jörg Weiß', street: 'Hauptstr.', houseNumber: '5', country: 'DE' },
    parcels: [
      {
        weightGrams: 2350,
        lengthCm: 40,
        widthCm: 30,
        heightCm: 20,
        contents: 'Books',
        value: { minor: 4990, currency: 'EUR' },
        hsCode: '490199',
      },
      { weightGrams: 1200, lengthCm: 25, contents: 'More books', value: { minor: 1000, currency: 'EUR' } },
    ],
  });
});

test('reads every fact of a shipment, its products and its third parties', () => {
  const { orders, problems } = read(
    JSON.stringify([
      {
        order: 'C-1',
        name: 'Jane Doe',
        street: 'Main Street',
        house_number: '12',
        street_3: 'Floor 2',
        city: 'Boston',
        country: 'US',
        eori: 'US1',
        currency: 'EUR',
        type: 'pallet',
        incoterms: 'ddp',
        stackable: true,
        batteries: 'yes',
        own_customs_invoice: 1,
        return_label: 'x',
        preferred_date: '2026-11-24',
        delivery_instructions: 'Ring twice',
        transport_costs: '12.50',
        insurance_costs: 3,
        other_costs: '0,75',
        export_declaration: 'Preferential origin EU',
        product_code: 'BOWL',
        product_quantity: 2,
        product_weight_kg: 0.35,
        product_origin: 'Netherlands',
        product_value: 64.9,
        product_description: 'Bowl',
        product_hs_code: '6912.00',
        third_party_type: 'notifying party',
        third_party_name: 'Bo Ker',
        third_party_street: 'Kade 1',
        third_party_country: 'NL',
        third_party_eori: 'NL9',
      },
      { order: 'C-1', currency: 'EUR', product_code: 'CUP', product_description: 'Cup' },
      { order: 'C-1', third_party_type: 'Broker', third_party_name: 'Ann' },
      { order: 'C-1', weight_kg: 1, product_code: 'MUG' },
    ]),
    'c.json',
  );
  expect(problems).toEqual([]);
  expect(orders).toHaveLength(1);
  expect(orders[0]).toMatchObject({
    consignmentType: 'Pallet',
    incoterms: 'DDP',
    stackable: true,
    hasBatteries: true,
    ownCustomsInvoice: true,
    returnLabel: true,
    preferredDate: '2026-11-24',
    deliveryInstructions: 'Ring twice',
    recipient: { street3: 'Floor 2', eori: 'US1' },
    customsCosts: {
      transport: { minor: 1250 },
      insurance: { minor: 300 },
      other: { minor: 75 },
      exportDeclaration: 'Preferential origin EU',
    },
    thirdParties: [
      { type: 'Notifying Party', address: { name: 'Bo Ker', street: 'Kade', houseNumber: '1', eori: 'NL9' } },
      { type: 'Broker', address: { name: 'Ann' } },
    ],
    parcels: [
      {
        products: [
          {
            code: 'BOWL',
            quantity: 2,
            weightGrams: 350,
            originCountry: 'NL',
            value: { minor: 6490 },
            description: 'Bowl',
            hsCode: '691200',
          },
          { code: 'CUP', quantity: 1, value: null },
        ],
      },
      { weightGrams: 1000, products: [{ code: 'MUG' }] },
    ],
  });
});

test.each([
  ['type', 'Crate', { code: 'type-not-known' }],
  ['incoterms', 'EXW', { code: 'incoterms-not-known' }],
  ['stackable', 'maybe', { code: 'neither-yes-nor-no', column: 'stackable' }],
  ['preferred_date', '24.11.2026', { code: 'date-malformed' }],
  ['weight_kg', '1,2,5', { code: 'weight-malformed' }],
  ['length_cm', 'long', { code: 'size-malformed', column: 'length_cm' }],
  ['transport_costs', '5', { code: 'amount-without-currency', column: 'transport_costs' }],
  ['other_costs', '5', { code: 'amount-without-currency', column: 'other_costs' }],
  ['product_quantity', '0', { code: 'product-quantity-malformed' }],
  ['product_weight_kg', 'light', { code: 'product-weight-malformed' }],
  ['product_hs_code', '12', { code: 'row-hs-code-malformed' }],
  ['third_party_type', 'Uncle', { code: 'third-party-not-known' }],
])('reports why a row whose %s is %j was not read', (column, written, reason) => {
  const { orders, problems } = read(JSON.stringify([{ order: 'C-1', name: 'A', [column]: written }]), 'c.json');
  expect(orders).toEqual([]);
  expect(problems[0]?.reason).toEqual({ ...reason, written });
});

test('reads the plain layout from JSON and keeps the digits of long order numbers', () => {
  const { orders, problems } = read(
    '[{"order":12345678901234567890,"name":"A","street":"Kerkstraat","house_number":7,"city":"Utrecht","country":"nl","weight_kg":0.5}, "no order"]',
    'orders.json',
  );
  expect(orders[0]).toMatchObject({
    key: '12345678901234567890',
    recipient: { houseNumber: '7', country: 'NL' },
    parcels: [{ weightGrams: 500 }],
  });
  expect(problems).toMatchObject([{ line: 2, reason: { code: 'entry-no-object' } }]);
});

const entry = (order: string): string => `{"order":"${order}","name":"Anna","street":"Kerkstraat 1","city":"Utrecht","country":"NL"}`;

test.each([
  ['a list of another name', `{"orders":[${entry('A-1')},${entry('A-2')}],"archive":{"old":[${entry('A-3')}]}}`],
  ['one order beside a list', `{"orders":[${entry('A-1')},${entry('A-2')}],"example":${entry('A-3')}}`],
])('%s: orders after the first list are left out, and each one is reported', (_, json) => {
  const { orders, problems } = read(json, 'orders.json');
  expect(orders.map(({ key }) => key)).toEqual(['A-1', 'A-2']);
  const list = json.includes('old') ? 'archive.old' : 'example';
  expect(problems.map(({ line, orderKey, reason }) => [line, orderKey, reason])).toEqual([[3, 'A-3', { code: 'in-other-list', list }]]);
});

test.each([
  ['lists within a list', `[[${entry('A-1')}],[${entry('A-2')}]]`],
  ['lists of one name', `{"pages":[{"orders":[${entry('A-1')}]},{"page":2,"orders":[${entry('A-2')}]}]}`],
  ['a list with numbers for names', `{"orders":{"0":${entry('A-1')},"7":${entry('A-2')}}}`],
])('%s: they are read as one list', (_, json) => {
  const { orders, problems } = read(json, 'orders.json');
  expect(orders.map(({ key }) => key)).toEqual(['A-1', 'A-2']);
  expect(problems).toEqual([]);
});

test('orders of a shop in a list of another name are left out, and each one is reported', () => {
  const shop = (id: number) => ({
    name: `#${id}`,
    financial_status: 'paid',
    line_items: [{ id, name: 'Cup', quantity: 1 }],
    shipping_address: { name: 'Anna', address1: 'Weg 1', city: 'Köln', country_code: 'DE' },
  });
  const { orders, problems } = read(JSON.stringify({ orders: [shop(1)], cancelled_orders: [shop(2)] }), 'orders.json');
  expect(orders.map(({ key }) => key)).toEqual(['#1']);
  expect(problems).toMatchObject([{ line: 2, orderKey: '#2', reason: { code: 'in-other-list', list: 'cancelled_orders' } }]);
});

test('orders of an XML file in a list of another name are left out with their line number', () => {
  const element = (order: string): string => `<order><order>${order}</order><name>Anna</name><city>Utrecht</city></order>`;
  const { orders, problems } = read(
    `<shop>\n<orders>${element('A-1')}</orders>\n<orders>${element('A-2')}</orders>\n<drafts>\n${element('A-3')}</drafts></shop>`,
    'orders.xml',
  );
  expect(orders.map(({ key }) => key)).toEqual(['A-1', 'A-2']);
  expect(problems).toMatchObject([{ line: 5, orderKey: 'A-3', reason: { code: 'in-other-list', list: 'drafts.order' } }]);
});

test('an order number with half a character is not an order', () => {
  const { orders, problems } = read(
    String.raw`[{"order":"A-\ud83d","name":"Anna"},{"order":"A-\ud83d\ude00","name":"Anna"}]`,
    'orders.json',
  );
  expect(problems).toMatchObject([{ line: 1, reason: { code: 'order-number-unscannable' } }]);
  expect(orders.map(({ key }) => key)).toEqual(['A-😀']);
});

test.each([
  ['a blank of no width', '1001\u200b'],
  ['a mark of the writing direction', '\u200e1001'],
  ['a soft hyphen', '10\u00ad01'],
  ['a letter put together of two', 'BU\u0308-1'],
])('an order number with %s that looks like another one is not a second order', (_, number) => {
  const { orders, problems } = read(
    `order,name,street,city,country\n${number},Anna,Kerkstraat 1,Utrecht,NL\nBÜ-1,Anna,Kerkstraat 1,Utrecht,NL\n`,
  );
  expect(problems).toMatchObject([{ line: 2, reason: { code: 'order-number-unscannable' } }]);
  expect(orders.map(({ key }) => key)).toEqual(['BÜ-1']);
});

test('takes orders with gaps that a packer can fill at the bench', () => {
  const { orders, problems } = read('order,name,street,postal_code,city,country\nA-1,Rose,Rose Cottage,,Ambridge,Atlantis\nA-2,,,,,\n');
  expect(problems).toEqual([]);
  expect(orders[0]?.recipient).toMatchObject({ street: 'Rose Cottage', houseNumber: '', postalCode: '', country: 'Atlantis' });
  expect(orders).toHaveLength(2);
});

test('bad rows are reported with their line and reason, and do not hold back good rows', () => {
  const { orders, problems } = read(
    [
      'order,name,street,city,country,weight_kg,note',
      'A-1,Anna,Kerkstraat 1,Utrecht,NL,1.5,',
      'A-2,"Bert,Kerkstraat 2,Utrecht,NL,1.5,',
      'A-3,Carl,Kerkstraat 3,Utrecht,NL,"1,2,5",',
      ',Dora,Kerkstraat 4,Utrecht,NL,1,',
      'xpbx-1,Emil,Kerkstraat 5,Utrecht,NL,1,',
      'A-6,Fien,Kerkstraat 6,Utrecht,NL,1,,shifted',
      '',
      'A-7,Gerd,Kerkstraat 7,Utrecht,NL,1,"two\nlines"',
      'A-1,Somebody Else,Kerkstraat 1,Utrecht,NL,1,',
      'A-9,Hans,Kerkstraat 9,Utrecht,NL,1,',
    ].join('\n'),
  );
  expect(orders.map((order) => order.key)).toEqual(['A-1', 'A-7', 'A-9']);
  expect(problems.map(({ line, orderKey, reason }) => [line, orderKey, reason])).toEqual([
    [3, '', { code: 'quotes-unmatched' }],
    [4, 'A-3', { code: 'weight-malformed', written: '1,2,5' }],
    [5, '', { code: 'order-number-missing' }],
    [6, 'xpbx-1', { code: 'order-number-reserved', prefix: 'XPBX' }],
    [7, '', { code: 'more-cells-than-columns' }],
    [11, 'A-1', { code: 'other-recipient', order: 'A-1' }],
  ]);
  expect(problems[0]?.row).toBe('A-2,"Bert,Kerkstraat 2,Utrecht,NL,1.5,');
});

test('a note of hundreds of lines is the text of one cell, and its lines are not orders', () => {
  const note = Array.from({ length: 700 }, (_, at) =>
    at % 9 === 0 ? 'A-2,Bert,Kerkstraat 2,Utrecht,NL,' : `Line ${at}, of the customer`,
  ).join('\n');
  const { orders, problems } = read(
    `order,name,street,city,country,note\nA-1,Anna,Kerkstraat 1,Utrecht,NL,"${note}"\nA-3,Carl,Kerkstraat 3,Utrecht,NL,\n`,
  );
  expect([...orders.map(({ key }) => key), ...problems.map(({ orderKey }) => orderKey)].toSorted()).toEqual(['A-1', 'A-3']);
});

test.each([
  ['Windows', '\r\n'],
  ['Unix', '\n'],
  ['an old Mac', '\r'],
])('lines that end as on %s are counted as an editor counts them, those within a note too', (_system, end) => {
  const { orders, problems } = read(
    [
      'order,name,street,city,country,note',
      'A-1,Anna,Kerkstraat 1,Utrecht,NL,"Ring twice.',
      'Leave it with the neighbour."',
      ',Bert,Kerkstraat 2,Utrecht,NL,',
      'A-3,Carl,Kerkstraat 3,Utrecht,NL,',
    ].join(end) + end,
  );
  expect(orders.map(({ key, noteForPacker }) => [key, noteForPacker])).toEqual([
    ['A-1', 'Ring twice.\nLeave it with the neighbour.'],
    ['A-3', ''],
  ]);
  expect(problems.map(({ line, reason }) => [line, reason])).toEqual([[4, { code: 'order-number-missing' }]]);
});

test('two open quotation marks far apart swallow none of the rows between them', () => {
  const between = Array.from({ length: 300 }, (_, at) => `B-${at},Bo,Kerkstraat 2,Utrecht,NL,`);
  const { orders, problems } = read(
    [
      'order,name,street,city,country,note',
      'A-1,"Anna,Kerkstraat 1,Utrecht,NL,',
      ...between,
      'A-3,Carl",Kerkstraat 3,Utrecht,NL,',
      'A-4,Dora,Kerkstraat 4,Utrecht,NL,',
    ].join('\n'),
  );
  expect(orders).toHaveLength(301);
  expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
    [2, { code: 'quotes-unmatched' }],
    [303, { code: 'quotes-unmatched' }],
  ]);
});

test('a row that continues a lost Shopify order is reported, not made into an order without an address', () => {
  const { orders, problems } = read(`${shopifyHeader}\nORD-9,,,EUR,,1,Mug,5.00,,,,,,,,,,,,,\n`);
  expect(orders).toEqual([]);
  expect(problems).toMatchObject([{ line: 2, orderKey: 'ORD-9' }]);
});

test('reads UTF-8 with a byte order mark, UTF-16 and Windows-1252, and tabs', () => {
  const text =
    'order\tname\tcity\tcountry\nA-1\tJosé Ñandú\tPeñíscola\tES\nA-2\tÍñigo Peña\tLogroño\tES\nA-3\tBegoña Ibáñez\tA Coruña\tES\n';
  const latin = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  for (const bytes of [Buffer.from(`\uFEFF${text}`), latin, utf16]) expect(read(bytes).orders[0]?.recipient.name).toBe('José Ñandú');
});

test.each([
  ['England', 'GB'],
  ['Deutschland', 'DE'],
  ['The Netherlands', 'NL'],
  ['uk', 'GB'],
  ['España', 'ES'],
  ['Czech Republic', 'CZ'],
  ['us', 'US'],
])('reads the country %s as %s', (written, code) => {
  expect(read(`order,name,country\nA-1,B,${written}`).orders[0]?.recipient.country).toBe(code);
});

test.each([
  ['an unknown layout', 'orders.csv', 'a,b,c\n1,2,3', 'columns-not-known'],
  ['an empty file', 'orders.csv', '', 'file-empty'],
  ['broken JSON', 'orders.json', '[{"order":', 'json-broken'],
  ['JSON that is no list', 'orders.json', '{"order":"A-1"}', 'json-without-orders'],
  ['a spreadsheet', 'orders.csv', 'PK\u0003\u0004\u0000\u0000', 'file-of-other-kind'],
])('reports what was expected if the file is %s', (_what, name, text, code) => {
  const result = readOrderFile({ name, bytes: new TextEncoder().encode(text) });
  expect(result).toMatchObject({ ok: false, failure: { code: 'order-file-unreadable', reasons: [{ code }] } });
});

test('never throws, and every order that it takes is a complete order', () => {
  const piece = fc.oneof(
    fc.constantFrom('"', ',', '\n', ';', 'A-1', 'Kerkstraat 1', 'NL', '1.5', '"x"', 'EUR'),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom(plainHeader, shopifyHeader), (pieces, header) => {
      for (const order of read(`${header}\n${pieces.join('')}`).orders) orderSchema.parse(order);
    }),
    { numRuns: 2000 },
  );
});

test('refuses a file above 50 MB', () => {
  expect(readOrderFile({ name: 'orders.csv', bytes: new Uint8Array(50 * 1024 * 1024 + 1) })).toMatchObject({
    ok: false,
    failure: { code: 'order-file-unreadable' },
  });
});

test('a row in another encoding than the rest of its file is taken and reported', () => {
  const row = (key: string, name: string) => `${key},${name},Hauptstrasse,5,10115,Berlin,DE\n`;
  const head = 'order,name,street,house_number,postal_code,city,country\n';
  const bytes = Buffer.concat([Buffer.from(head + row('A-1', 'Jürgen Groß')), Buffer.from(row('A-2', 'Renée Müller'), 'latin1')]);
  const read = readOrderFile({ name: 'o.csv', bytes });
  if (!read.ok) throw new Error('no order file');
  expect(read.value.orders.map(({ recipient }) => recipient.name)).toEqual(['Jürgen Groß', 'Renée Müller']);
  expect(read.value.remarks).toMatchObject([{ line: 3, orderKey: 'A-2', reason: { code: 'row-in-other-letters' } }]);
  expect(read.value.problems).toEqual([]);
});

test('refuses each row of a number with more rows than any order has, and takes the orders next to them', () => {
  const row = (order: string, name: string): string => `${order};${name};;Kerkstraat;1;;1011 AB;Utrecht;;NL;;;1;10;10;10;mugs;;;;;`;
  const rows = Array.from({ length: 10_001 }, () => row('paid', 'Anna'));
  const { orders, problems } = read([plainHeader, ...rows, row('A-1', 'Piet')].join('\n'));
  expect(orders.map(({ key }) => key)).toEqual(['A-1']);
  expect(problems).toHaveLength(10_001);
  expect(problems[10_000]).toMatchObject({
    line: 10_002,
    orderKey: 'paid',
    reason: { code: 'more-rows-than-an-order', rows: 10_001, most: 10_000 },
  });
});
