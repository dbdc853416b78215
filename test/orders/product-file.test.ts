import { expect, test } from 'vitest';
import { openProductFile } from '../../electron/orders/product-file.ts';
import { sheetOf } from './workbook.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Everything in a file of products; each refused row and left out fact as its line and code. */
function read(file: string | Uint8Array, name = 'products.csv') {
  const opened = openProductFile({ name, bytes: typeof file === 'string' ? bytesOf(file) : file, letters: [] });
  if (!opened.ok) return opened.failure.reasons?.[0];
  const { products, refused, leftOut, ...counts } = opened.value.next(Number.POSITIVE_INFINITY);
  const told = (list: typeof refused) => list.map(({ line, reason }) => [line, typeof reason === 'string' ? reason : reason.code]);
  return { products, refused: told(refused), leftOut: told(leftOut), ...counts };
}

test('reads an export of Shopify: variants, the title and picture of their product, and further pictures', () => {
  const file = `Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status
mug,Mug Dommel,"<p>Blue,
and white</p>",Houtman,,Mugs,,TRUE,Colour,Blue,MUG-B,320.0,shopify,24.00,TRUE,TRUE,8712345678906,https://cdn.shopify.com/mug.png,1,,FALSE,https://cdn.shopify.com/mug-blue.png,kg,,,active
mug,,,,,,,,,White,MUG-W,310,shopify,24.00,TRUE,TRUE,'8712345678913,,,,,,kg,,,
mug,,,,,,,,,,,,,,,,,https://cdn.shopify.com/mug-2.png,2,,,,,,,
bowl,Bowl,,,,,,TRUE,Title,Default Title,,0,,30.00,TRUE,TRUE,,https://cdn.shopify.com/bowl.png,1,,FALSE,,kg,,,draft
`;
  expect(read(file)).toEqual({
    products: [
      { sku: 'MUG-B', name: 'Mug Dommel', barcodes: ['8712345678906'], weightGrams: 320, picture: 'https://cdn.shopify.com/mug-blue.png' },
      { sku: 'MUG-W', name: 'Mug Dommel', barcodes: ["'8712345678913"], weightGrams: 310, picture: 'https://cdn.shopify.com/mug.png' },
    ],
    refused: [[6, 'product-without-sku']],
    leftOut: [],
    rows: 4,
    passedOver: 1,
    isLast: true,
  });
});

test('reads the newer template of Shopify, whose columns have other names', () => {
  const file = `Title,URL handle,Description,Vendor,Status,SKU,Barcode,Option1 name,Option1 value,Price,Weight value (grams),Weight unit for display,Requires shipping,Product image URL,Image position,Variant image URL,Gift card
Bowl,bowl,Text,Houtman,Active,BWL,4006381333931,Size,S,20,640,kg,TRUE,https://cdn.shopify.com/bowl.png,1,,FALSE
`;
  expect(read(file)).toMatchObject({
    products: [{ sku: 'BWL', name: 'Bowl', weightGrams: 640, barcodes: ['4006381333931'], picture: 'https://cdn.shopify.com/bowl.png' }],
  });
});

test('reads an export of WooCommerce: a variation takes what it lacks from its parent', () => {
  const file = `ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Weight (kg)","Length (cm)",Images,Parent
10,variable,LIN,,Linen cloth,1,0.18,30,"https://shop.example.com/a.jpg, https://shop.example.com/b.jpg",
11,variation,LIN-NA,4006381333931,"Linen cloth - natural",1,,,,LIN
12,variation,LIN-BL,,"Linen cloth - blue",1,0.2,,https://shop.example.com/c.jpg,LIN
`;
  expect(read(file)).toMatchObject({
    products: [
      { sku: 'LIN', weightGrams: 180, picture: 'https://shop.example.com/a.jpg' },
      { sku: 'LIN-NA', weightGrams: 180, picture: 'https://shop.example.com/a.jpg', barcodes: ['4006381333931'] },
      { sku: 'LIN-BL', weightGrams: 200, picture: 'https://shop.example.com/c.jpg' },
    ],
    refused: [],
  });
});

test('reads a German table with units in their own column, and a workbook', () => {
  const rows = [
    ['Stand 2026-11-01'],
    ['Artikelnummer', 'Bezeichnung', 'Gewicht', 'Gewichtseinheit', 'Zolltarifnummer', 'Ursprungsland', 'EAN', 'Batterien', 'Bild'],
    ['T-1', 'Tasse', '320', 'g', '6912 00 23', 'Niederlande', '4006381333931', 'nein', 'http://bild.example.com/t.png'],
    ['L-1', 'Lampe', '1,2', 'kg', '94052190', 'DE', '', 'ja', ''],
  ];
  const products = [
    {
      sku: 'T-1',
      name: 'Tasse',
      weightGrams: 320,
      hsCode: '69120023',
      originCountry: 'NL',
      barcodes: ['4006381333931'],
      hasBatteries: false,
      picture: 'http://bild.example.com/t.png',
    },
    { sku: 'L-1', name: 'Lampe', weightGrams: 1200, hsCode: '94052190', originCountry: 'DE', hasBatteries: true },
  ];
  expect(read(rows.map((row) => row.join(';')).join('\n'))).toMatchObject({ products, refused: [] });
  expect(read(sheetOf(...rows), 'products.xlsx')).toMatchObject({ products, refused: [] });
});

test('refuses each bad row with its line and reason, and leaves out single facts that cannot be used', () => {
  const file = `sku,name,weight_kg,hs_code,origin,ean,picture,batteries
A,Good,0.5,691200,NL,4006381333931,https://cdn.example.com/a.png,0
,No SKU,0.5,,,,,
a,Same again,0.7,,,,,
4.93012E+11,Lost digits,0.5,,,,,
B,Heavy,many,no code,Atlantis,4.00638E+12,picture.png,perhaps
C,Command,1,,,PB!BUY,,
D,Ends early
E,Too long,1,,,,,,more
"F,Quotes,1
`;
  expect(read(file)).toEqual({
    products: [
      {
        sku: 'A',
        name: 'Good',
        weightGrams: 500,
        hsCode: '691200',
        originCountry: 'NL',
        barcodes: ['4006381333931'],
        picture: 'https://cdn.example.com/a.png',
        hasBatteries: false,
      },
      { sku: 'B', name: 'Heavy' },
      { sku: 'C', name: 'Command', weightGrams: 1000 },
    ],
    refused: [
      [3, 'product-without-sku'],
      [4, 'product-twice'],
      [5, 'digits-lost'],
      [8, 'row-ends-early'],
      [9, 'more-cells-than-columns'],
      [10, 'quotes-unmatched'],
    ],
    leftOut: [
      [6, 'item-fact-unusable'],
      [6, 'item-fact-unusable'],
      [6, 'item-fact-unusable'],
      [6, 'item-fact-unusable'],
      [6, 'item-fact-unusable'],
      [6, 'neither-yes-nor-no'],
      [7, 'barcode-of-command'],
    ],
    rows: 9,
    passedOver: 0,
    isLast: true,
  });
});

test('reads a file in parts, each of them in order', () => {
  const file = ['sku,weight_kg', ...Array.from({ length: 25 }, (_row, at) => `S-${at},1`)].join('\n');
  const opened = openProductFile({ name: 'p.csv', bytes: bytesOf(file), letters: [] });
  if (!opened.ok) throw new Error('not read');
  const parts = [opened.value.next(10), opened.value.next(10), opened.value.next(10)];
  expect(parts.map(({ products, isLast }) => [products.length, isLast])).toEqual([
    [10, false],
    [10, false],
    [5, true],
  ]);
});

test.each([
  ['a table without SKU', 'name,weight\nMug,1\n', 'products-without-sku'],
  ['a list of SKUs without a fact', 'sku\nA\n', 'products-without-sku'],
  ['a file of orders', 'order,name,street,city,country,item_sku,item_quantity\nA-1,Bo,Weg 9,Berlin,DE,MUG,1\n', 'products-are-orders'],
  ['JSON', '[{"sku":"A"}]', 'products-not-table'],
  ['a web page', '<!doctype html><html><title>Log in</title></html>', 'file-web-page'],
  ['nothing', '', 'file-empty'],
])('refuses %s as a whole', (_name, text, code) => {
  expect(read(text)).toMatchObject({ code });
});
