import { type Address, emptyAddress } from '../../shared/address.ts';
import { countryCode } from '../../shared/country-name.ts';
import { factColumns } from './item-facts.ts';
import { type Cells, cell, isUnread, type Layout, readStreet } from './layout.ts';
import { dayThatEnds } from './ship-by.ts';
import { isGiftCard, readShopOrder, type Shop, shopItem } from './shop-order.ts';

/** True for Amazon's reports of orders and of unshipped orders: tab-separated, one row per item, the address on every row. */
export const isAmazon = (columns: ReadonlySet<string>): boolean =>
  columns.has('order-id') && columns.has('order-item-id') && columns.has('ship-address-1');

const addressColumns =
  'ship-address-1 ship-address-2 ship-address-3 ship-city ship-state ship-postal-code ship-country recipient-name'.split(' ');
const itemColumns = 'order-item-id sku product-name quantity-purchased quantity-shipped quantity-to-ship item-price currency'.split(' ');
/** Newer reports use `latest-ship-date`, the report of unshipped orders uses `promise-date`. */
const shipByColumns = ['latest-ship-date', 'promise-date'];
const used = new Set([
  ...addressColumns,
  ...itemColumns,
  ...'order-id buyer-phone-number ship-phone-number buyer-email delivery-instructions order-status verge-of-cancellation'.split(' '),
  ...shipByColumns,
  'ship-service-name',
  'gift-wrap-type',
  'gift-message-text',
  'is-gift',
]);
const needless =
  /^(?:(?:purchase|payments|reporting|delivery-(?:start|end))-date|days-past-promise|buyer-name|ship-service-level|is-.*|purchase-order-number|price-designation|verge-of-lateshipment|item-tax|shipping-(?:price|tax)|gift-wrap-(?:price|tax)|.*promotion.*|delivery-time-zone|sales-channel|order-channel|.*-fee.*|payment-method.*|cod-.*|asin|merchant|fulfilled-by|buyer-(?:company-name|tax-registration.*|vat.*|cst.*)|tax-.*|vat.*|earliest-.*|latest-delivery-.*|number-of-items|product-code|customized-.*|signature-confirmation-recommended)$/;

const facts = factColumns(used, needless);

const shop: Shop = {
  facts,
  addressColumns,
  factColumns: ['purchase-date'],
  isOfItem: (column) => itemColumns.includes(column) || facts.isOne(column),
  subtotalColumn: '',
  discountColumn: '',
  recipientOf,
  currencyOf: (cells) => cell(cells, 'currency'),
  itemOf(cells, currency) {
    const bought = cell(cells, 'quantity-purchased');
    const name = cell(cells, 'product-name');
    const line = shopItem(
      { name, sku: cell(cells, 'sku'), quantity: isSent(cells) ? bought : toShip(cells) || bought, price: cell(cells, 'item-price') },
      currency,
    );
    if (!line || isUnread(line)) return line;
    // The price covers all pieces bought.
    const minor = line.price === null ? 0.5 : line.price.minor / Number(bought || line.quantity);
    return { ...line, price: line.price && Number.isInteger(minor) ? { ...line.price, minor } : null };
  },
  notToShip({ row: { cells }, line }) {
    if (isSent(cells)) return { code: 'item-sent-already', item: line.name };
    return isGiftCard(line.name) ? { code: 'item-needs-no-shipping', item: line.name } : null;
  },
  holdOf(rows) {
    const isMarked = (column: string, word: RegExp): boolean => rows.some(({ cells }) => word.test(cell(cells, column)));
    if (isMarked('order-status', /cancel/i) || isMarked('verge-of-cancellation', /^(?:true|yes)$/i)) return 'cancelled';
    if (isMarked('order-status', /^pending/i)) return 'unpaid';
    if (isMarked('order-status', /^shipped/i)) return 'fulfilled';
    return rows.every(({ cells }) => isSent(cells)) ? 'fulfilled' : null;
  },
  isPartlyRefunded: () => false,
  noteOf: (cells) => cell(cells, 'delivery-instructions'),
  shippingMethodOf: (cells) => ({ name: cell(cells, 'ship-service-name') }),
  shipBy: { columns: shipByColumns, dayOf: dayThatEnds },
  noDefaultFor: ['contents', 'value'],
};

/** Returns the quantity that is still to be shipped, if the report contains it. */
function toShip(cells: Cells): string {
  const [left, bought, sent] = ['quantity-to-ship', 'quantity-purchased', 'quantity-shipped'].map((name) => cell(cells, name)) as [
    string,
    string,
    string,
  ];
  return left === '' && /^\d+$/.test(sent) && /^\d+$/.test(bought) ? String(Math.max(0, Number(bought) - Number(sent))) : left;
}

const isSent = (cells: Cells): boolean => toShip(cells) === '0';

export const amazonLayout: Layout = {
  keyColumn: 'order-id',
  used: (column) => used.has(column) || facts.isOne(column),
  needless: (column) => needless.test(column),
  readOrder: (key, rows, reading) => readShopOrder(shop, key, rows, reading),
};

function recipientOf(cells: Cells): Address {
  const country = countryCode(cell(cells, 'ship-country'));
  const [first, second, third] = [1, 2, 3].map((at) => cell(cells, `ship-address-${at}`)) as [string, string, string];
  return {
    ...emptyAddress,
    name: cell(cells, 'recipient-name'),
    ...readStreet(first, second, country),
    street3: third,
    postalCode: cell(cells, 'ship-postal-code'),
    city: cell(cells, 'ship-city'),
    province: cell(cells, 'ship-state'),
    country,
    phone: cell(cells, 'ship-phone-number') || cell(cells, 'buyer-phone-number'),
    email: cell(cells, 'buyer-email'),
  };
}
