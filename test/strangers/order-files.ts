import type { Dice } from '../crash/dice.ts';
import { type Country, drawAddress, type StrangerAddress } from './addresses.ts';

/** An amount as a shop writes it, in the digits of its own currency. */
export interface Amount {
  readonly digits: string;
  readonly currency: string;
}

/** The true content of an order in a file, however it is read. */
export interface TrueOrder {
  readonly key: string;
  readonly recipient: StrangerAddress;
  /** Null if the file does not contain it. */
  readonly weightKg: string | null;
  /** Value of all the goods together; null if the file does not contain it. */
  readonly value: Amount | null;
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly price: string }[];
  /** Reason why the order must not be shipped; null if it may be shipped. */
  readonly heldBack: 'cancelled' | 'refunded' | 'fulfilled' | 'unpaid' | 'gift card' | null;
  /** Number of the order before it whose recipient it has, too; null if it has one of its own. */
  readonly sharesWith: string | null;
  /** True if the row was cut, so that the file contains only a part of this. */
  readonly isCut: boolean;
}

export interface OrderFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly orders: readonly TrueOrder[];
  /** Columns with facts whose names the program does not know. */
  readonly foreignColumns: readonly string[];
  readonly dialect: Dialect;
  readonly encoding: Encoding;
  /** Orders whose rows are in the file more than once. */
  readonly repeated: readonly string[];
}

export const dialects = ['own', 'own json', 'Shopify', 'renamed'] as const;
export type Dialect = (typeof dialects)[number];
export const encodings = ['utf-8', 'utf-8 with mark', 'utf-16', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export interface OrderFileWish {
  readonly orders: number;
  /** Prefix of every order number, so that no two files share one. */
  readonly prefix: string;
  readonly dialect?: Dialect;
  readonly encoding?: Encoding;
  readonly country?: Country;
  /** True if all of them go to one address and may be shipped; else some neighbours do. */
  readonly isPair?: boolean;
}

const goods = ['Vase "Dommel", tall', 'Mug; stoneware', "Children's book", 'Teapot, 1 l', 'Wool scarf', 'USB-C cable 2 m'] as const;
const currencies = ['EUR', 'EUR', 'EUR', 'GBP', 'SEK', 'CHF', 'JPY', 'KWD'] as const;
const places: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 };
const heldBack = ['cancelled', 'refunded', 'fulfilled', 'unpaid', 'gift card'] as const;

const digitsOf = (minor: number, currency: string): string => {
  const decimals = places[currency] ?? 2;
  const text = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
};

/** Draws a file as some shop or some colleague would make it. */
export function drawOrderFile(dice: Dice, wish: OrderFileWish): OrderFile {
  const dialect = wish.dialect ?? dice.pick(dialects);
  const encoding = wish.encoding ?? (dialect === 'own json' ? 'utf-8' : dice.pick(encodings));
  const drawn = Array.from({ length: wish.orders }, (_, at) => drawOrder(dice, `${wish.prefix}${1001 + at}`, dialect, wish.country));
  const orders = withShared(dice, drawn, wish.isPair ?? false);
  return written(dice, orders, { name: `${wish.prefix.toLowerCase()}orders`, dialect, encoding });
}

/** The next export of the same shop, with these orders as they are now. */
export const laterExport = (dice: Dice, { name, dialect, encoding }: OrderFile, orders: readonly TrueOrder[]): OrderFile =>
  written(dice, orders, { name: `later-${name.replace(/\.\w+$/, '')}`, dialect, encoding });

function written(
  dice: Dice,
  orders: readonly TrueOrder[],
  { name, dialect, encoding }: Pick<OrderFile, 'name' | 'dialect' | 'encoding'>,
): OrderFile {
  const repeated = dialect === 'Shopify' ? orders.filter(() => dice.chance(0.25)).map(({ key }) => key) : [];
  const table = dialect === 'Shopify' ? shopifyTable(orders, repeated) : ownTable(dice, orders, dialect === 'renamed');
  const text = dialect === 'own json' ? asJson(table) : asCsv(dice, table);
  return {
    name: `${name}.${dialect === 'own json' ? 'json' : 'csv'}`,
    bytes: encoded(text, encoding),
    orders,
    foreignColumns: table.foreign,
    dialect,
    encoding,
    repeated,
  };
}

/** Lets some customers order twice: the second order has the recipient of the one before it. */
function withShared(dice: Dice, drawn: readonly TrueOrder[], always: boolean): TrueOrder[] {
  const orders: TrueOrder[] = [];
  for (const order of drawn) {
    const before = orders.at(-1);
    const shares = dice.chance(0.25) || always;
    const own = always ? { ...order, heldBack: null, isCut: false } : order;
    orders.push(before && shares ? { ...own, recipient: before.recipient, sharesWith: before.key } : own);
  }
  return orders;
}

function drawOrder(dice: Dice, key: string, dialect: Dialect, country: Country | undefined): TrueOrder {
  const currency = dice.pick(currencies);
  const lines = Array.from({ length: 1 + dice.whole(3) }, () => ({
    name: dice.pick(goods),
    quantity: 1 + dice.whole(3),
    minor: (100 + dice.whole(4000)) * (places[currency] === 3 ? 10 : 1),
  }));
  const isShop = dialect === 'Shopify';
  const total = lines.reduce((sum, { quantity, minor }) => sum + quantity * minor, 0);
  return {
    key,
    recipient: drawAddress(dice, country),
    weightKg: isShop || dice.chance(0.2) ? null : (0.3 + dice.whole(90) / 10).toFixed(2),
    value: !isShop && dice.chance(0.2) ? null : { digits: digitsOf(total, currency), currency },
    lines: lines.map(({ name, quantity, minor }) => ({ name, quantity, price: digitsOf(minor, currency) })),
    heldBack: isShop && dice.chance(0.15) ? dice.pick(heldBack) : null,
    isCut: dialect === 'own' && dice.chance(0.06),
    sharesWith: null,
  };
}

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly foreign: readonly string[];
}

/** Column names of a colleague who never saw our list. */
const otherNames: Readonly<Record<string, string>> = {
  order: 'no',
  postal_code: 'zip',
  weight_kg: 'kg',
  name: 'ship to',
  value: 'goods total',
};
const ownColumns =
  'order name company street street_2 postal_code city province country phone email weight_kg contents value currency'.split(' ');

function ownTable(dice: Dice, orders: readonly TrueOrder[], isRenamed: boolean): Table {
  const columns = ownColumns.map((name) => (isRenamed && dice.chance(0.6) ? (otherNames[name] ?? name) : name));
  const rows = orders.map(({ key, recipient: to, weightKg, value, lines, isCut }) => {
    const row = [
      key,
      to.name,
      to.company,
      to.line1,
      to.line2,
      to.postalCode,
      to.city,
      to.province,
      to.country,
      to.phone,
      to.email,
      weightKg ?? '',
      lines.map(({ name }) => name).join(', '),
      value?.digits ?? '',
      value?.currency ?? '',
    ];
    return isCut ? row.slice(0, 3 + dice.whole(8)) : row;
  });
  return { columns, rows, foreign: columns.filter((name) => !ownColumns.includes(name)) };
}

const shopifyColumns = (
  'Name|Email|Financial Status|Paid at|Fulfillment Status|Fulfilled at|Accepts Marketing|Currency|Subtotal|Shipping|Taxes|Total|' +
  'Discount Code|Discount Amount|Shipping Method|Created at|Lineitem quantity|Lineitem name|Lineitem price|Lineitem compare at price|' +
  'Lineitem sku|Lineitem requires shipping|Lineitem taxable|Lineitem fulfillment status|Billing Name|Shipping Name|Shipping Street|' +
  'Shipping Address1|Shipping Address2|Shipping Company|Shipping City|Shipping Zip|Shipping Province|Shipping Country|Shipping Phone|' +
  'Notes|Cancelled at|Refunded Amount|Id|Phone'
).split('|');

/** Shopify writes one row per item, with the order's own facts on the first row. An export joined with an older one repeats rows. */
function shopifyTable(orders: readonly TrueOrder[], repeated: readonly string[]): Table {
  const rows = orders.flatMap((order) => {
    const own = order.lines.map((line, at) => shopifyRow(order, line, at === 0));
    return repeated.includes(order.key) ? [...own, ...own] : own;
  });
  return { columns: shopifyColumns, rows, foreign: [] };
}

function shopifyRow(order: TrueOrder, line: TrueOrder['lines'][number], isFirst: boolean): string[] {
  const { recipient: to, value, heldBack: why } = order;
  const isGift = why === 'gift card';
  const cells: Record<string, string> = {
    Name: order.key,
    Email: to.email,
    'Lineitem quantity': String(line.quantity),
    'Lineitem name': isGift ? 'Gift card' : line.name,
    'Lineitem price': line.price,
    'Lineitem sku': isGift ? '' : `SKU-${line.name.length}`,
    'Lineitem requires shipping': isGift ? 'false' : 'true',
    'Lineitem taxable': 'true',
    'Lineitem fulfillment status': why === 'fulfilled' ? 'fulfilled' : 'pending',
    ...(isFirst && {
      'Financial Status': { refunded: 'refunded', unpaid: 'pending', cancelled: 'voided' }[String(why)] ?? 'paid',
      'Fulfillment Status': why === 'fulfilled' ? 'fulfilled' : 'unfulfilled',
      'Fulfilled at': why === 'fulfilled' ? '2026-11-19 09:00:00 +0100' : '',
      'Cancelled at': why === 'cancelled' ? '2026-11-19 09:00:00 +0100' : '',
      'Refunded Amount': why === 'refunded' ? (value?.digits ?? '') : '0.00',
      Currency: value?.currency ?? '',
      Subtotal: value?.digits ?? '',
      Total: value?.digits ?? '',
      'Created at': '2026-11-18 08:00:00 +0100',
      'Billing Name': to.name,
      'Shipping Name': to.name,
      'Shipping Street': [to.line1, to.line2].filter(Boolean).join(', '),
      'Shipping Address1': to.line1,
      'Shipping Address2': to.line2,
      'Shipping Company': to.company,
      'Shipping City': to.city,
      'Shipping Zip': /^\d/.test(to.postalCode) ? `'${to.postalCode}` : to.postalCode,
      'Shipping Province': to.province,
      'Shipping Country': to.country,
      'Shipping Phone': to.phone,
      Id: `58${order.key.replace(/\D/g, '').padStart(11, '0')}`,
    }),
  };
  return shopifyColumns.map((column) => cells[column] ?? '');
}

const asJson = ({ columns, rows }: Table): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(row.map((cell, at) => [columns[at] ?? '', cell]))),
    null,
    2,
  );

function asCsv(dice: Dice, { columns, rows }: Table): string {
  const separator = dice.pick([',', ';', '\t']);
  const lineEnd = dice.pick(['\n', '\r\n']);
  const quotesAll = dice.chance(0.3);
  const quoted = (cell: string): string => (quotesAll || /["\r\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [columns, ...rows].map((row) => row.map(quoted).join(separator)).join(lineEnd) + (dice.chance(0.8) ? lineEnd : '');
}

function encoded(text: string, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text);
    case 'utf-8 with mark':
      return Buffer.from(`\uFEFF${text}`);
    case 'utf-16':
      return Buffer.from(`\uFEFF${text}`, 'utf16le');
    case 'windows-1252':
      return inWindows1252(text);
  }
}

/** Characters at 0x80 to 0x9f in Windows-1252; a spreadsheet writes a question mark for characters that it lacks. */
const beyondLatin1 = Uint8Array.from({ length: 0x20 }, (_, at) => 0x80 + at);
const codeBeyondLatin1 = new Map(
  Array.from(new TextDecoder('windows-1252').decode(beyondLatin1), (letter, at) => [letter, 0x80 + at] as const),
);

const inWindows1252 = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return codeBeyondLatin1.get(letter) ?? (code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : 0x3f);
  });
