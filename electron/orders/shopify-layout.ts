import { type Address, emptyAddress } from '../../shared/address.ts';
import { countryCode } from '../../shared/country-name.ts';
import type { Hold } from '../../shared/order.ts';
import type { RowReason } from '../../shared/order-file-reason.ts';
import { factColumns } from './item-facts.ts';
import { type Cells, cell, type Layout, type Row, readStreet } from './layout.ts';
import { isGiftCard, readShopOrder, type Shop, type ShopItem, shopItem, statusesOf } from './shop-order.ts';

/** True for Shopify's order export: one row per item, the order's own facts only in its first row; no weights and no sizes. */
export const isShopify = (columns: ReadonlySet<string>): boolean =>
  columns.has('name') &&
  columns.has('lineitem name') &&
  ['shipping name', 'shipping address1', 'shipping street'].some((column) => columns.has(column));

const addressColumns = 'name company street address1 address2 zip city province country phone'.split(' ').map((name) => `shipping ${name}`);
const statusColumns = ['financial status', 'fulfillment status', 'cancelled at', 'refunded amount'];
const lineColumns = ['name', 'sku', 'quantity', 'price', 'requires shipping', 'fulfillment status', 'discount'].map(
  (name) => `lineitem ${name}`,
);
const used = new Set([
  ...addressColumns,
  ...statusColumns,
  ...lineColumns,
  ...'name|email|phone|currency|subtotal|discount amount|total|notes|shipping method'.split('|'),
]);
/** Other columns of the export concern the shop's accounts, not the parcel. */
const needless =
  /^(?:billing .*|tax \d .*|lineitem (?:compare at price|taxable)|paid at|fulfilled at|accepts marketing|shipping|taxes|discount code|created at|payment .*|next payment due at|vendor|id|tags|risk level|source|receipt number|duties|outstanding balance|employee|location|device id|shipping province name|note attributes)$/;

const facts = factColumns(used, needless);

const shop: Shop = {
  facts,
  addressColumns,
  factColumns: ['financial status', 'total', 'subtotal'],
  isOfItem: (column) => column.startsWith('lineitem ') || facts.isOne(column),
  subtotalColumn: 'subtotal',
  discountColumn: 'discount amount',
  recipientOf,
  currencyOf: (cells) => cell(cells, 'currency'),
  itemOf: (cells, currency) => {
    const [name, sku, quantity, price] = ['name', 'sku', 'quantity', 'price'].map((each) => cell(cells, `lineitem ${each}`));
    return shopItem({ name: name ?? '', sku: sku ?? '', quantity: quantity ?? '', price: price ?? '' }, currency);
  },
  notToShip,
  holdOf,
  isPartlyRefunded: (rows) => statusesOf(rows, 'financial status').includes('partially_refunded'),
  noteOf: (cells) => cell(cells, 'notes'),
  shippingMethodOf: (cells) => ({ name: cell(cells, 'shipping method') }),
  noDefaultFor: ['contents', 'value'],
};

export const shopifyLayout: Layout = {
  keyColumn: 'name',
  used: (column) => used.has(column) || facts.isOne(column),
  needless: (column) => needless.test(column),
  readOrder: (key, rows, reading) => readShopOrder(shop, key, rows, reading),
};

/** Shopify writes an apostrophe before postal codes and phone numbers, so that spreadsheets do not change them. */
const withoutApostrophe = (text: string): string => text.replace(/^'/, '');

function recipientOf(cells: Cells): Address {
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

function notToShip({ row, line }: ShopItem, rows: readonly Row[]): RowReason | null {
  const isAllSent = statusesOf(rows, 'fulfillment status').includes('fulfilled');
  if (!isAllSent && cell(row.cells, 'lineitem fulfillment status').toLowerCase() === 'fulfilled')
    return { code: 'item-sent-already', item: line.name };
  const written = cell(row.cells, 'lineitem requires shipping').toLowerCase();
  const isNeedless = written === '' ? isGiftCard(line.name) : written === 'false';
  return isNeedless ? { code: 'item-needs-no-shipping', item: line.name } : null;
}

const unpaid = new Set(['pending', 'unpaid', 'voided', 'expired', 'partially_paid', 'overdue']);
const onHold = new Set(['on_hold', 'scheduled', 'request_declined']);

/** Returns the hold that the shop reports, in any row; in a joined export the latest state may be in any row. */
function holdOf(rows: readonly Row[]): Hold | null {
  const isCancelled = rows.some(({ cells }) => cell(cells, 'cancelled at') !== '');
  return shopifyHold(isCancelled, statusesOf(rows, 'financial status'), statusesOf(rows, 'fulfillment status'));
}

export function shopifyHold(isCancelled: boolean, paid: readonly string[], sent: readonly string[]): Hold | null {
  if (isCancelled) return 'cancelled';
  if (paid.includes('refunded')) return 'refunded';
  if (sent.includes('restocked')) return 'cancelled';
  if (sent.includes('fulfilled')) return 'fulfilled';
  if (paid.some((status) => unpaid.has(status))) return 'unpaid';
  return sent.some((status) => onHold.has(status)) ? 'on-hold' : null;
}
