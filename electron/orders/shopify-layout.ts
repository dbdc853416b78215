import { type Address, emptyAddress } from '../../shared/address.ts';
import { emptyOrder, type Hold, type Order, type OrderKey, type OrderLine } from '../../shared/order.ts';
import { readAmount } from '../../shared/units.ts';
import { countryCode } from './country.ts';
import { type Cells, cell, isUnread, type Layout, type Reading, type Row, readStreet, type Unread, unread } from './layout.ts';
import { repeatedRows } from './repeated-rows.ts';

/** Shopify's order export: one row per item, the order's own facts only on its first row; no weights and no sizes. */
export const isShopify = (columns: ReadonlySet<string>): boolean =>
  columns.has('name') && columns.has('lineitem name') && (columns.has('shipping name') || columns.has('shipping address1'));

const addressColumns = 'name company street address1 address2 zip city province country phone'.split(' ').map((name) => `shipping ${name}`);
const statusColumns = ['financial status', 'fulfillment status', 'cancelled at', 'refunded amount'];
const lineColumns = ['name', 'sku', 'quantity', 'price', 'requires shipping', 'fulfillment status', 'discount'].map(
  (name) => `lineitem ${name}`,
);
const used = new Set([
  ...addressColumns,
  ...statusColumns,
  ...lineColumns,
  ...'name|email|phone|currency|subtotal|discount amount|total|notes'.split('|'),
]);
/** What else the export says concerns the shop's books, not the parcel. */
const needless =
  /^(?:billing .*|tax \d .*|lineitem (?:compare at price|taxable)|paid at|fulfilled at|accepts marketing|shipping|taxes|discount code|created at|payment .*|next payment due at|vendor|id|tags|risk level|source|receipt number|duties|outstanding balance|employee|location|device id|shipping province name|shipping method|note attributes)$/;

export const shopifyLayout: Layout = {
  keyColumn: 'name',
  used: (column) => used.has(column),
  needless: (column) => needless.test(column),
  readOrder,
};

const hasAddress = ({ cells }: Row): boolean => addressColumns.some((name) => cell(cells, name) !== '');
const hasFacts = ({ cells }: Row): boolean => ['financial status', 'total', 'subtotal'].some((name) => cell(cells, name) !== '');

function readOrder(key: OrderKey, all: readonly Row[], reading: Reading): Order | undefined {
  const first = all.find(hasAddress) ?? all.find(hasFacts);
  if (!first) {
    for (const row of all) reading.refuse(row, { code: 'first-row-missing' });
    return undefined;
  }
  const recipient = readRecipient(first.cells);
  const others = all.filter((row) => hasAddress(row) && !isSame(readRecipient(row.cells), recipient));
  for (const row of others) reading.refuse(row, { code: 'other-recipient', order: key });
  const rows = all.filter((row) => !others.includes(row));

  const currency = rows.map(({ cells }) => cell(cells, 'currency')).find(Boolean) ?? reading.currency;
  const items = readItems(rows, currency.toUpperCase(), reading);
  const { toShip, needless } = sorted(items, rows, reading);
  const isWhole = others.length === 0 && items.isWhole;
  const hold =
    holdOf(rows) ?? (toShip.length === 0 && needless.length > 0 ? 'nothing-to-ship' : null) ?? (isWhole ? null : 'row-unreadable');
  if (!hasAddress(first) && hold === null) {
    for (const row of rows) reading.refuse(row, { code: 'address-missing' });
    return undefined;
  }
  if (hold !== 'nothing-to-ship')
    for (const { row, line } of needless) reading.skip(row, { code: 'item-needs-no-shipping', item: line.name });
  const isPartlyRefunded = statusesOf(rows, 'financial status').includes('partially_refunded');
  const lines = (hold === 'nothing-to-ship' ? needless : toShip).map(({ line }) => line);
  return {
    ...emptyOrder,
    key,
    source: reading.file,
    recipient,
    // Which of the items were paid back, the export does not say: what is sent is worth less than they were.
    lines: isPartlyRefunded ? lines.map((line) => ({ ...line, price: null })) : lines,
    noteForPacker: cell(first.cells, 'notes'),
    ...(isPartlyRefunded && { isPartlyRefunded }),
    noDefaultFor: ['contents', 'value'],
    hold,
  };
}

/** Shopify writes postal codes and phones with an apostrophe in front, so that spreadsheets leave them alone. */
const withoutApostrophe = (text: string): string => text.replace(/^'/, '');

function readRecipient(cells: Cells): Address {
  const at = (name: string): string => cell(cells, `shipping ${name}`);
  const country = countryCode(at('country'));
  return {
    ...emptyAddress,
    name: at('name') || at('company'),
    company: at('company'),
    ...readStreet(at('address1') || at('street'), at('address2'), country),
    postalCode: withoutApostrophe(at('zip')),
    city: at('city'),
    province: at('province'),
    country,
    phone: withoutApostrophe(at('phone') || cell(cells, 'phone')),
    email: cell(cells, 'email'),
  };
}

const isSame = (one: Address, other: Address): boolean =>
  (['name', 'street', 'houseNumber', 'postalCode', 'city', 'country'] as const).every((field) => one[field] === other[field]);

interface Item {
  readonly row: Row;
  readonly line: OrderLine;
}

/** The items that stand in the rows, each once; a row whose item cannot be read is refused. */
function readItems(
  rows: readonly Row[],
  currency: string,
  reading: Reading,
): { readonly items: readonly Item[]; readonly isWhole: boolean } {
  const items: Item[] = [];
  let isWhole = true;
  for (const row of rows) {
    const line = readLine(row.cells, currency);
    if (isUnread(line)) {
      reading.refuse(row, line.unread);
      isWhole = false;
    } else if (line) items.push({ row, line });
  }
  const repeated = repeatedRows(items, rows, currency);
  for (const { row, of } of repeated) reading.skip(row, { code: 'row-repeated', line: of.line });
  const again = new Set(repeated.map(({ row }) => row));
  return { items: items.filter(({ row }) => !again.has(row)), isWhole };
}

/** The item of a row; undefined where the row has none. */
function readLine(cells: Cells, currency: string): OrderLine | undefined | Unread {
  const name = cell(cells, 'lineitem name') || cell(cells, 'lineitem sku');
  if (name === '') return undefined;
  const quantity = cell(cells, 'lineitem quantity');
  if (!/^[1-9]\d{0,5}$/.test(quantity)) return unread({ code: 'quantity-malformed', written: quantity });
  const price = cell(cells, 'lineitem price');
  const amount = readAmount(price, currency);
  if (price !== '' && currency !== '' && !amount) return unread({ code: 'amount-malformed', column: 'price', written: price, currency });
  return { name, sku: cell(cells, 'lineitem sku'), quantity: Number(quantity), price: amount ?? null };
}

/** Tells what is still to be shipped from what needs no shipping. What was sent already is skipped. */
function sorted({ items }: { readonly items: readonly Item[] }, rows: readonly Row[], reading: Reading) {
  const isPartlySent = statusesOf(rows, 'fulfillment status').includes('partial');
  const toShip: Item[] = [];
  const needless: Item[] = [];
  for (const item of items) {
    const { row, line } = item;
    const isSent = isPartlySent && cell(row.cells, 'lineitem fulfillment status').toLowerCase() === 'fulfilled';
    if (isSent) reading.skip(row, { code: 'item-sent-already', item: line.name });
    else if (needsShipping(item)) toShip.push(item);
    else needless.push(item);
  }
  return { toShip, needless };
}

function needsShipping({ row, line }: Item): boolean {
  const said = cell(row.cells, 'lineitem requires shipping').toLowerCase();
  return said === ''
    ? !/\b(?:e-?)?gift ?cards?\b|geschenkgutschein|cadeaubon|carte[- ]cadeau|tarjeta (?:de )?regalo/i.test(line.name)
    : said !== 'false';
}

const statusesOf = (rows: readonly Row[], column: string): string[] =>
  rows
    .map(({ cells }) =>
      cell(cells, column)
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    )
    .filter(Boolean);

const unpaid = new Set(['pending', 'unpaid', 'voided', 'expired', 'partially_paid', 'overdue']);
const onHold = new Set(['on_hold', 'scheduled', 'request_declined']);

/** What the shop says against shipping it, on whichever row; the newest word of a joined export may stand anywhere. */
function holdOf(rows: readonly Row[]): Hold | null {
  const paid = statusesOf(rows, 'financial status');
  const sent = statusesOf(rows, 'fulfillment status');
  if (rows.some(({ cells }) => cell(cells, 'cancelled at') !== '')) return 'cancelled';
  if (paid.includes('refunded')) return 'refunded';
  if (sent.includes('restocked')) return 'cancelled';
  if (sent.includes('fulfilled')) return 'fulfilled';
  if (paid.some((status) => unpaid.has(status))) return 'unpaid';
  return sent.some((status) => onHold.has(status)) ? 'on-hold' : null;
}
