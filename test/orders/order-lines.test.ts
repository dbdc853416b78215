import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import { detailOf, rowReasonText } from '../../renderer/text/reasons.ts';
import { type Mapping, proposedMapping } from '../../shared/mapping.ts';
import { words } from '../words.ts';

function read(name: string, bytes: Uint8Array | string, mappings: readonly Mapping[] = []) {
  const file = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const result = readOrderFile({ name, bytes: file, currency: 'EUR', mappings });
  if (!result.ok) throw new Error(detailOf(result.failure));
  const { orders, problems, remarks, rows, inOrders, skipped } = result.value;
  expect(inOrders + problems.length + skipped.length).toBe(rows);
  return { orders, problems: problems.map(rowReasonText), remarks: remarks.map(rowReasonText) };
}
const sample = (name: string) => read(name, readFileSync(new URL(`samples/${name}`, import.meta.url)));
const address = 'Anna;Ringweg;7;50667;Köln;DE';
const header = 'order;name;street;house_number;postal_code;city;country';

test('our own columns name the items of an order, one row each', () => {
  const columns = 'weight_kg;item_name;item_sku;item_quantity;item_price;currency;item_barcode;item_weight_kg;item_hs_code;item_origin';
  const file = read(
    'orders.csv',
    [
      `${header};${columns};item_picture;item_shelf;item_gift;item_serial`,
      `A-1;${address};2.4;Mug;MUG-B;2;12,50;EUR;"4006381333931;MUG-OWN";0.42;6911.10;Netherlands;https://shop.example/mug.jpg;B-12-3;yes;no`,
      'A-1;;;;;;;;Teapot;TEA-1;1;33.00;EUR;;;;;;;;x',
      `A-2;${address};1.1;Bowl;;1;;;;;;;;;;`,
    ].join('\n'),
  );
  expect(file).toMatchObject({ problems: [], remarks: [] });
  const [first, second] = file.orders;
  expect(first?.parcels.map(({ weightGrams }) => weightGrams)).toEqual([2400]);
  expect(first?.lines).toEqual([
    {
      name: 'Mug',
      sku: 'MUG-B',
      quantity: 2,
      price: { minor: 1250, currency: 'EUR' },
      barcodes: ['4006381333931', 'MUG-OWN'],
      weightGrams: 420,
      hsCode: '691110',
      originCountry: 'NL',
      picture: 'https://shop.example/mug.jpg',
      shelf: 'B-12-3',
      isGift: true,
    },
    { name: 'Teapot', sku: 'TEA-1', quantity: 1, price: { minor: 3300, currency: 'EUR' }, needsSerial: true },
  ]);
  expect(second?.lines).toEqual([{ name: 'Bowl', sku: '', quantity: 1, price: null }]);
});

test('an item row that repeats the weight of its parcel is no further parcel', () => {
  const rows = [`${header};weight_kg;item_name`, `A-1;${address};2.4;Mug`, `A-1;${address};2.4;Bowl`, `A-1;${address};3.1;Vase`];
  const [order] = read('orders.csv', rows.join('\n')).orders;
  expect(order?.parcels.map(({ weightGrams }) => weightGrams)).toEqual([2400, 3100]);
  expect(order?.lines.map(({ name, quantity }) => `${quantity} ${name}`)).toEqual(['1 Mug', '1 Bowl', '1 Vase']);
});

test('rows without items stay parcels, even with equal weights', () => {
  const [order] = read('orders.csv', [`${header};weight_kg`, `A-1;${address};2.4`, `A-1;${address};2.4`].join('\n')).orders;
  expect([order?.parcels.length, order?.lines]).toEqual([2, []]);
});

const inOwnNames = {
  order: 'A-1',
  name: 'Anna',
  street: 'Ringweg',
  house_number: '7',
  city: 'Köln',
  items: [
    { name: 'Mug', sku: 'MUG-B', quantity: 2, barcodes: ['4006381333931', 'MUG-OWN'], shelf: 'B-12-3', gift: true },
    { name: 'Teapot', quantity: '1' },
  ],
};
const ownItems = [
  { name: 'Mug', sku: 'MUG-B', quantity: 2, price: null, barcodes: ['4006381333931', 'MUG-OWN'], shelf: 'B-12-3', isGift: true },
  { name: 'Teapot', sku: '', quantity: 1, price: null },
];

test('a list of items in our own JSON becomes the lines of the order', () => {
  const file = read('orders.json', JSON.stringify({ orders: [inOwnNames, { ...inOwnNames, order: 'A-2', items: [] }] }));
  expect(file).toMatchObject({ problems: [], remarks: [] });
  expect(file.orders.map(({ key, lines, parcels }) => [key, lines, parcels.length])).toEqual([
    ['A-1', ownItems, 1],
    ['A-2', [], 1],
  ]);
});

test('a list of items in our own XML becomes the lines of the order', () => {
  const items = '<item><name>Mug</name><sku>MUG-B</sku><quantity>2</quantity></item><item><name>Teapot</name><quantity>1</quantity></item>';
  const file = read(
    'orders.xml',
    `<orders><row><order>A-1</order><name>Anna</name><city>Köln</city><items>${items}</items></row><row><order>A-2</order><name>Bo</name><city>Bonn</city></row></orders>`,
  );
  expect(file.orders.map(({ key, lines }) => [key, ...lines.map(({ name, quantity }) => `${quantity} ${name}`)])).toEqual([
    ['A-1', '2 Mug', '1 Teapot'],
    ['A-2'],
  ]);
});

test('a list of texts is not a list of items', () => {
  expect(read('orders.json', JSON.stringify([{ ...inOwnNames, items: ['Mug'] }])).remarks).toEqual([
    'Not read, because it is not plain text or a number: items',
  ]);
});

test.each(['0', '-1', '10000', '1.5', 'two', ''])('a quantity of "%s" is refused with one sentence', (quantity) => {
  const own = read('orders.csv', [`${header};item_name;item_quantity`, `A-1;${address};Mug;${quantity}`].join('\n'));
  const sentence = `The quantity "${quantity}" is not a whole number from 1 to 9,999`;
  expect(own).toMatchObject({ orders: [], problems: [sentence] });
  const shopify = read(
    'shopify.csv',
    `Name,Lineitem name,Lineitem quantity,Shipping Name,Shipping Address1,Shipping City,Shipping Country\n#1,Mug,${quantity},Anna,Ringweg 7,Köln,DE\n#1,Bowl,1,,,,`,
  );
  expect(shopify.problems).toEqual([sentence]);
  expect(shopify.orders.map(({ hold, lines }) => [hold, ...lines.map(({ name }) => name)])).toEqual([['row-unreadable', 'Bowl']]);
});

test('an order with one unreadable item is held, with the items that can be read', () => {
  const rows = [`${header};item_name;item_quantity`, `A-1;${address};Mug;9999`, `A-1;;;;;;;Bowl;10000`];
  const { orders, problems } = read('orders.csv', rows.join('\n'));
  expect(problems).toEqual(['The quantity "10000" is not a whole number from 1 to 9,999']);
  expect(orders.map(({ hold, lines }) => [hold, ...lines.map(({ name }) => name)])).toEqual([['row-unreadable', 'Mug']]);
});

test.each([
  ['item_weight_kg', 'heavy', 'The weight "heavy" of "Mug" cannot be used and was left out'],
  ['item_hs_code', '12', 'The HS code "12" of "Mug" cannot be used and was left out'],
  ['item_origin', 'Atlantis', 'The country of origin "Atlantis" of "Mug" cannot be used and was left out'],
  ['item_picture', 'file:///etc/passwd', 'The picture address "file:///etc/passwd" of "Mug" cannot be used and was left out'],
  ['item_shelf', 'x'.repeat(61), `The shelf place "${'x'.repeat(61)}" of "Mug" cannot be used and was left out`],
  ['item_serial', 'SN 4711', 'The serial number mark "SN 4711" of "Mug" cannot be used and was left out'],
  ['item_price', 'free', 'The price "free" of "Mug" cannot be used and was left out'],
  ['item_barcode', '1'.repeat(81), `The bar code "${'1'.repeat(81)}" of "Mug" cannot be used and was left out`],
  ['item_barcode', 'XPBXBUX', 'The bar code "XPBXBUX" of "Mug" was left out: codes that begin with XPBX are commands'],
  ['item_barcode', 'a-1', 'The bar code "a-1" of "Mug" was left out: it is also the number of this order'],
])('%s with "%s" is reported, and the order is taken', (column, written, sentence) => {
  const { orders, problems, remarks } = read('orders.csv', [`${header};item_name;${column}`, `A-1;${address};Mug;${written}`].join('\n'));
  expect([problems, remarks]).toEqual([[], [sentence]]);
  expect(orders.map(({ hold, lines }) => [hold, lines])).toEqual([[null, [{ name: 'Mug', sku: '', quantity: 1, price: null }]]]);
});

test('an item without a name and SKU is reported', () => {
  const { orders, remarks } = read('orders.csv', [`${header};item_name;item_shelf`, `A-1;${address};;B-1`, `A-2;${address};;`].join('\n'));
  expect(remarks).toEqual(['The row describes an item without a name or SKU: the item was not used']);
  expect(orders.map(({ lines }) => lines)).toEqual([[], []]);
});

test('a weight of 0 and a gift mark of "no" are no facts', () => {
  const file = read('orders.csv', [`${header};item_name;item_weight_kg;item_gift`, `A-1;${address};Mug;0.000;Nein`].join('\n'));
  expect([file.remarks, file.orders[0]?.lines]).toEqual([[], [{ name: 'Mug', sku: '', quantity: 1, price: null }]]);
});

test('two items with one bar code keep it, with one sentence; the same item twice needs none', () => {
  const rows = (...items: string[]) => [`${header};item_name;item_barcode`, ...items.map((item) => `A-1;${address};${item}`)].join('\n');
  const two = read('orders.csv', rows('Mug;4006381333931', 'Bowl;4006381333931'));
  expect(two.remarks).toEqual(['"Bowl" and "Mug" have the same bar code 4006381333931: a scan of it does not show which one it is']);
  expect(two.orders[0]?.lines.map(({ barcodes }) => barcodes)).toEqual([['4006381333931'], ['4006381333931']]);
  expect(read('orders.csv', rows('Mug;4006381333931', 'Mug;4006381333931')).remarks).toEqual([]);
});

test('an order with very many items keeps its lines and loses their pictures', () => {
  const rows = Array.from({ length: 101 }, (_each, at) => `A-1;${address};Item ${at};https://shop.example/${at}.jpg`);
  const [order] = read('orders.csv', [`${header};item_name;item_picture`, ...rows].join('\n')).orders;
  expect([order?.lines.length, order?.lines.filter(({ picture }) => picture !== undefined).length]).toEqual([101, 0]);
});

const facts = words(
  'item_name item_sku item_quantity item_price item_barcode item_weight_kg item_origin item_picture item_shelf item_gift',
);
test.each([
  ['English', 'Product name;SKU;Qty;Unit price;EAN;Item weight;Country of origin;Image URL;Bin location;Gift'],
  ['German', 'Artikelbezeichnung;Artikelnr.;Menge;Einzelpreis;EAN-Code;Stückgewicht;Ursprungsland;Bild-URL;Lagerplatz;Geschenk'],
  ['French', "Désignation;Réf. article;Quantité;Prix unitaire;Code-barres;Poids unitaire;Pays d'origine;URL image;Emplacement;Cadeau"],
  ['Dutch', 'Productnaam;Artikelcode;Aantal;Stukprijs;Streepjescode;Stukgewicht;Land van herkomst;Afbeelding;Locatie;Cadeauverpakking'],
  ['Spanish', 'Producto;Código artículo;Cantidad;Precio unitario;Código de barras;Peso unitario;País de origen;Imagen;Ubicación;Regalo'],
  [
    'Italian',
    'Nome prodotto;Codice articolo;Quantità;Prezzo unitario;Codice a barre;Peso unitario;Paese di origine;Immagine;Scaffale;Regalo',
  ],
  ['Polish', 'Nazwa produktu;Kod produktu;Ilość;Cena jednostkowa;Kod kreskowy;Waga produktu;Kraj pochodzenia;Zdjęcie;Lokalizacja;Prezent'],
  ['Danish', 'Varenavn;Varenummer;Antal;Enhedspris;Stregkode;Stykvægt;Oprindelsesland;Billede;Lagerplads;Gave'],
])('proposes every column of the items of a %s file', (_language, heading) => {
  const columns = heading.toLowerCase().split(';');
  const { fields } = proposedMapping('Export', ['order', 'name', 'city', ...columns]);
  expect(facts.map((fact) => fields[fact]?.columns)).toEqual(columns.map((column) => [column]));
});

test('proposes GTIN, UPC, shelf and serial columns', () => {
  const { fields } = proposedMapping('Export', words('order sku gtin shelf serial product_hs_code hs_code'));
  expect(words('item_barcode item_shelf item_serial item_hs_code hs_code').map((field) => fields[field]?.columns)).toEqual([
    ['gtin'],
    ['shelf'],
    ['serial'],
    ['product_hs_code'],
    ['hs_code'],
  ]);
  expect(proposedMapping('Export', ['order', 'sku', 'upc']).fields.item_barcode?.columns).toEqual(['upc']);
});

test('details of an item are not proposed without a column that names it', () => {
  expect(Object.keys(proposedMapping('Export', ['order', 'city', 'ean', 'bin', 'qty']).fields)).toEqual(['order', 'city']);
});

test.each(['price', 'preis', 'prix', 'total'])('a column "%s" is not proposed as the price of one piece', (column) => {
  expect(proposedMapping('Export', ['order', 'sku', column]).fields.item_price).toBeUndefined();
});

test('a mapped file has an order line for each row, with the unit of its weight', () => {
  const columns = ['no', 'ship to', 'zip', 'product name', 'qty', 'ean', 'item weight g', 'hs code', 'bin'];
  const rows = ['A-1,Anna,50667,Mug,2,4006381333931,420,691110,B-1', 'A-1,Anna,50667,Bowl,1.00,,3,,B-2'];
  const { orders, remarks } = read('items.csv', [columns.join(), ...rows].join('\n'), [proposedMapping('Items', columns)]);
  expect(remarks).toEqual([]);
  expect(orders.map(({ lines, parcels }) => [lines, parcels.length])).toEqual([
    [
      [
        { name: 'Mug', sku: '', quantity: 2, price: null, barcodes: ['4006381333931'], weightGrams: 420, hsCode: '691110', shelf: 'B-1' },
        { name: 'Bowl', sku: '', quantity: 1, price: null, weightGrams: 3, shelf: 'B-2' },
      ],
      1,
    ],
  ]);
});

test('contents of a mapped row name its item if no other field does', () => {
  const columns = ['no', 'ship to', 'zip', 'contents', 'qty'];
  const { orders } = read('items.csv', [columns.join(), 'A-1,Anna,50667,Mug,2', 'A-1,Anna,50667,Bowl,3'].join('\n'), [
    proposedMapping('Items', columns),
  ]);
  expect(orders.map(({ lines, parcels }) => [lines.map(({ name, quantity }) => `${quantity} ${name}`), parcels.length])).toEqual([
    [['2 Mug', '3 Bowl'], 1],
  ]);
});

test.each([
  ['sendcloud-parcels.json', 'SC-1', [{ sku: 'TS1234', weightGrams: 400, hsCode: '620520', originCountry: 'NL' }]],
  ['sendcloud-orders.json', 'OXSDFGHTD-12', [{ name: 'Cylinder candle', weightGrams: 1000 }]],
  ['shipmondo-orders.json', '10001', [{ sku: 'TS-1', weightGrams: 200 }]],
  ['shopify-orders.json', '#1001', [{ sku: 'MUG-B', weightGrams: 400 }]],
])('%s: reads what the shop knows about its items', (name, key, lines) => {
  const file = sample(name);
  expect(file.orders.find((order) => order.key === key)?.lines).toMatchObject(lines);
});

test('a shop that states bar code, shelf and picture of an item has them in the line', () => {
  const woo = JSON.parse(readFileSync(new URL('samples/woocommerce-orders.json', import.meta.url), 'utf8')) as { line_items: object[] }[];
  Object.assign(woo[0]?.line_items[0] ?? {}, { global_unique_id: '4006381333931', image: { id: 3, src: 'https://shop.example/mug.jpg' } });
  expect(read('woo.json', JSON.stringify(woo)).orders[0]?.lines[0]).toMatchObject({
    name: 'Mug, blue',
    barcodes: ['4006381333931'],
    picture: 'https://shop.example/mug.jpg',
  });
  const shipmondo = JSON.parse(readFileSync(new URL('samples/shipmondo-orders.json', import.meta.url), 'utf8')) as {
    order_lines: object[];
  }[];
  Object.assign(shipmondo[0]?.order_lines[0] ?? {}, { item_barcode: '5701234567899', item_bin: 'A-4' });
  expect(read('shipmondo.json', JSON.stringify(shipmondo)).orders[0]?.lines[0]).toMatchObject({
    barcodes: ['5701234567899'],
    shelf: 'A-4',
  });
});

test('columns that a shop added to its export are read by their common names', () => {
  const file = read(
    'shopify.csv',
    'Name,Lineitem name,Lineitem quantity,Lineitem barcode,Bin location,Location,Shipping Name,Shipping Address1,Shipping City,Shipping Country\n#1,Mug,2,4006381333931,B-1,Main store,Anna,Ringweg 7,Köln,DE',
  );
  expect(file.remarks).toEqual([]);
  expect(file.orders[0]?.lines).toEqual([{ name: 'Mug', sku: '', quantity: 2, price: null, barcodes: ['4006381333931'], shelf: 'B-1' }]);
});

const field = fileURLToPath(new URL('../../../shared/field/orders/', import.meta.url));
const isHere = existsSync(field);
const fromField = (name: string, mappings: readonly Mapping[] = []) => read(name, readFileSync(`${field}${name}`), mappings);
const linesOf = ({ orders }: ReturnType<typeof read>) =>
  Object.fromEntries(orders.map(({ key, lines }) => [key, lines.map(({ name, sku, quantity }) => `${quantity} ${name} ${sku}`)]));

test.skipIf(!isHere)('the proposed mapping of an Etsy export gives one order with its lines', () => {
  const [head = ''] = readFileSync(`${field}etsy-items.csv`, 'utf8').split('\n');
  const columns = head.toLowerCase().replaceAll('"', '').trim().split(',');
  const file = fromField('etsy-items.csv', [proposedMapping('Etsy', columns)]);
  expect(linesOf(file)).toMatchObject({
    '3201000101': ['2 Candle S-2', '1 Soap S-1', '1 Gift box S-1'],
    '3201000102': ['1 Candle S-1'],
  });
  expect(file.orders.map(({ parcels }) => parcels.length)).toEqual(file.orders.map(() => 1));
});

test.skipIf(!isHere)('a mapping of an Etsy export from before still gives its lines', () => {
  const mappings = JSON.parse(readFileSync(`${field}etsy-mapping.json`, 'utf8')) as Mapping[];
  expect(linesOf(fromField('etsy-items.csv', mappings))['3201000101']).toEqual(['1 Candle ', '1 Soap ', '1 Gift box ']);
});

test.skipIf(!isHere).each([
  ['amazon-de.txt', '302-1111111-1111101', ['1 Tasse blau MUG-BL']],
  ['shopify-special.csv', '#3001', ['2 Lavender soap SAV-1']],
  ['woo-aoe-pickup.csv', '7101', ['2 Savon lavande SAV-1']],
  ['woo-local-pickup.json', '7101', ['2 Savon lavande SAV-1']],
])('%s from the field has the lines of its orders', (name, key, lines) => {
  expect(linesOf(fromField(name))[key]).toEqual(lines);
});

test.skipIf(!isHere)('the Amazon report from the field has the streets of its ten orders', () => {
  const streets = fromField('amazon-de.txt').orders.map(({ recipient: { street, houseNumber, street2 } }) =>
    [street, houseNumber, street2].join('|'),
  );
  expect(streets).toEqual([
    'Industriestr.|12|Muster Maschinenbau GmbH',
    'Industriestr.|14|Halle 7',
    'Hauptstr. 5||Autohaus Nord 24',
    'Lindenweg|3 b|',
    'c/o Familie Kern||Am Hang 9',
    '12345678||Packstation 145',
    'Packstation 145||12345678',
    'Postfiliale 502||12345678',
    'Ringstr. 2-4||EDEKA Markt 1',
    'Werkstr.|100|Werk II, Tor 3',
  ]);
});
