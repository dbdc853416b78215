import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import { detailOf, rowReasonText } from '../../renderer/text/reasons.ts';
import { parts } from '../words.ts';

const bytesOf = (name: string): Uint8Array => readFileSync(new URL(`samples/${name}`, import.meta.url));
function readBytes(name: string, bytes: Uint8Array) {
  const result = readOrderFile({ name, bytes, currency: 'EUR' });
  if (!result.ok) throw new Error(detailOf(result.failure));
  const { rows, orders, ...notes } = result.value;
  const words = (list: typeof notes.remarks) => list.map((each) => `${each.line} ${rowReasonText(each)}`);
  return { rows, orders, problems: words(notes.problems), skipped: words(notes.skipped), remarks: words(notes.remarks) };
}
const read = (name: string) => readBytes(name, bytesOf(name));
type Read = ReturnType<typeof read>;
const holds = ({ orders }: Read) => orders.map(({ key, hold }) => `${key} ${hold ?? 'to ship'}`);
const items = ({ orders }: Read, key: string) =>
  orders
    .find((order) => order.key === key)
    ?.lines.map(({ name, sku, quantity, price }) => [name, sku, quantity, price?.minor, price?.currency]);

test('reads an export of WooCommerce', () => {
  const file = read('woocommerce.csv');
  expect([file.rows, file.problems]).toEqual([13, []]);
  expect(holds(file)).toEqual([
    ...parts('4711 to ship | 4712 to ship | 4713 on-hold | 4714 fulfilled | 4715 cancelled | 4716 refunded | 4717 unpaid'),
    ...parts('4718 to ship | 4719 on-hold | 4720 nothing-to-ship'),
  ]);
  expect(file.skipped).toEqual(['4 "Gift Card" needs no shipping', '12 "Teapot" was refunded']);
  expect(file.remarks).toEqual(['13 The shop calls this order "ready to pick", which is not known: it waits until a person releases it']);
  expect(items(file, '4711')).toEqual([
    ['Mug, blue', 'MUG-B', 2, 1250, 'EUR'],
    ['Teapot', 'TEA-1', 1, 3300, 'EUR'],
  ]);
  const [first, second] = file.orders;
  expect(first).toMatchObject({
    noteForPacker: 'Ring twice',
    recipient: {
      name: 'Anna de Vries',
      street: 'Veemarktkade',
      houseNumber: '8',
      postalCode: '5222 AE',
      country: 'NL',
      phone: '+31 20 5550101',
    },
  });
  expect(second?.recipient).toMatchObject({ street: 'Fl. 12, Rose Cottage', houseNumber: '' });
  expect(file.orders.find(({ key }) => key === '4718')).toMatchObject({
    isPartlyRefunded: true,
    lines: [{ name: 'Mug, blue', price: null }],
  });
});

test("reads Amazon's report of unshipped orders", () => {
  const file = read('amazon-unshipped.txt');
  expect([file.rows, file.problems, file.remarks]).toEqual([6, [], []]);
  expect(holds(file)).toEqual([
    '302-4870009-9733125 to ship',
    '302-8712750-6212352 to ship',
    '302-1111111-2222222 fulfilled',
    '302-1111111-3333333 cancelled',
    '302-1111111-4444444 to ship',
  ]);
  expect(items(file, '302-4870009-9733125')).toEqual([
    ['Bracket 5" steel', 'BR-5', 2, undefined, undefined],
    ['Screws, 100', 'SCR', 1, undefined, undefined],
  ]);
  expect(items(file, '302-8712750-6212352')).toEqual([['Becher; blau', 'MUG', 2, undefined, undefined]]);
  expect(file.orders[0]?.recipient).toMatchObject({
    name: 'Jörg Weiß',
    street: 'Hauptstr.',
    houseNumber: '5',
    city: 'Berlin',
    country: 'DE',
  });
  expect(file.orders[1]?.recipient).toMatchObject({
    street: 'Ringstraße',
    houseNumber: '12a',
    street2: 'Weiß GmbH',
    street3: 'Hinterhaus',
  });
  expect(file.orders[4]?.recipient).toMatchObject({ street: 'Apt 4', houseNumber: '' });
});

test('takes the price of an Amazon item for all its pieces', () => {
  const head =
    'order-id\torder-item-id\tsku\tproduct-name\tquantity-purchased\tcurrency\titem-price\trecipient-name\tship-address-1\tship-country';
  const line = (id: string, quantity: string, price: string) => `A-1\t${id}\tS\tCup ${id}\t${quantity}\tEUR\t${price}\tAnna\tAllee 8\tDE`;
  const file = readBytes('orders.txt', Buffer.from([head, line('1', '2', '10.00'), line('2', '3', '10.00')].join('\n')));
  expect(items(file, 'A-1')).toEqual([
    ['Cup 1', 'S', 2, 500, 'EUR'],
    ['Cup 2', 'S', 3, undefined, undefined],
  ]);
});

test("reads eBay's orders report from between its first and its last rows", () => {
  const file = read('ebay-orders.csv');
  expect([file.rows, file.problems, file.remarks]).toEqual([8, [], []]);
  expect(holds(file)).toEqual(['12-34567-89012 to ship', '12-34567-89013 to ship', '12-34567-89014 unpaid', '12-34567-89015 fulfilled']);
  expect(file.skipped).toEqual([
    '9 "Vintage Lamp, brass" was sent already',
    '10 This row ends the report and is not an order',
    '11 This row ends the report and is not an order',
  ]);
  expect(items(file, '12-34567-89013')).toEqual([
    ['Saucer', 'SAU', 2, 1000, 'USD'],
    ['Cup [Colour:Blue]', 'CUP', 1, 1500, 'USD'],
  ]);
  expect(file.orders[1]?.recipient).toMatchObject({
    name: 'Pat Smith',
    street: 'Main Street',
    houseNumber: '12',
    street2: 'Apt 4',
    country: 'US',
  });
});

test.each([
  ['AU $1,433.66', 143_366, 'AUD'],
  ['£12.00', 1200, 'GBP'],
  ['EUR 12,00', 1200, 'EUR'],
  ['12,00 €', 1200, 'EUR'],
])('reads %s of eBay in its own currency', (written, minor, currency) => {
  const head = 'Order Number,Item Title,Quantity,Sold For,Post to name,Post to address 1,Post to postcode,Post to country';
  const file = readBytes('orders.csv', Buffer.from(`${head}\n1-2,Cup,1,"${written}",Anna,1 High Street,NW1 6XE,United Kingdom\n`));
  expect(items(file, '1-2')).toEqual([['Cup', '', 1, minor, currency]]);
});

test("reports that WooCommerce's list of orders has no addresses", () => {
  const text =
    'Date,Order #,Status,Customer,Customer type,Product(s),Items sold,Coupon(s),Net Sales\n2026-11-20,4711,processing,Anna,new,1× Mug,1,,12.50\n';
  const result = readOrderFile({ name: 'orders.csv', bytes: Buffer.from(text) });
  expect(!result.ok && detailOf(result.failure)).toBe(
    "This is WooCommerce's list of orders from Analytics, which has no addresses. Export the orders with Advanced Order Export instead.",
  );
});
