import { type Address, emptyAddress } from '../../shared/address.ts';
import { countryCode } from '../../shared/country-name.ts';
import { factColumns } from './item-facts.ts';
import { type Cells, cell, type Layout, readStreet } from './layout.ts';
import { dayByName } from './ship-by.ts';
import { isGiftCard, readShopOrder, type Shop, shopItem } from './shop-order.ts';

/**
 * True for eBay's orders report. It has an empty line above the columns, and two rows below the orders that count them. If several items
 * were bought together, a row without an item comes first, and only this row may have the address.
 */
export const isEbay = (columns: ReadonlySet<string>): boolean =>
  columns.has('order number') && columns.has('item title') && placesTo.some((to) => columns.has(`${to} address 1`));

/** The British and Australian reports use "post to". */
const placesTo = ['ship to', 'post to'];
const placeNames = 'name|phone|address 1|address 2|city|state|county|suburb|zip|postcode|country'.split('|');
const addressColumns = placesTo.flatMap((to) => placeNames.filter((name) => name !== 'phone').map((name) => `${to} ${name}`));
const itemColumns = ['item number', 'item title', 'custom label', 'quantity', 'sold for', 'transaction id', 'variation details'];
const serviceColumns = ['shipping service', 'postage service', 'delivery service'];
const shippedColumns = ['shipped on date', 'posted on date', 'dispatched on date', 'tracking number'];
const shipByColumns = ['ship by date', 'post by date', 'dispatch by date'];
const used = new Set([
  ...shipByColumns,
  ...addressColumns,
  ...placesTo.map((to) => `${to} phone`),
  ...itemColumns,
  ...shippedColumns,
  ...serviceColumns,
  'click and collect',
  ...'sales record number|order number|buyer email|buyer note|paid on date|total price'.split('|'),
]);
const needless =
  /^(?:buyer .*|seller collected tax|ebay .*|shipping and handling|postage and packaging|postage and handling|included vat rate|sold via promoted listings|payment method|sale date|(?:minimum|maximum) estimated delivery date|feedback (?:left|received)|my item note|paypal transaction id|global shipping .*|click and collect .*|electronic waste recycling fee|mattress recycling fee|.* fee|tax (?:city|state|zip|country|.*)|price discount|vat .*|phone|.* authenticity .*|inventory .*)$/;

const facts = factColumns(used, needless);

const shop: Shop = {
  facts,
  addressColumns,
  factColumns: ['total price', 'paid on date'],
  isOfItem: (column) => itemColumns.includes(column) || facts.isOne(column),
  subtotalColumn: '',
  discountColumn: '',
  recipientOf,
  currencyOf: (cells) => amountOf(cells).currency,
  itemOf(cells, currency) {
    const title = cell(cells, 'item title');
    const variation = cell(cells, 'variation details');
    return shopItem(
      {
        name: title === '' || variation === '' ? title : `${title} ${variation}`,
        sku: cell(cells, 'custom label'),
        quantity: cell(cells, 'quantity'),
        price: amountOf(cells).digits,
      },
      currency,
    );
  },
  notToShip({ row: { cells }, line }) {
    if (shippedColumns.some((column) => cell(cells, column) !== '')) return { code: 'item-sent-already', item: line.name };
    return isGiftCard(line.name) ? { code: 'item-needs-no-shipping', item: line.name } : null;
  },
  holdOf(rows) {
    const items = rows.filter(({ cells }) => cell(cells, 'item title') !== '');
    if (items.length > 0 && items.every(({ cells }) => shippedColumns.some((column) => cell(cells, column) !== ''))) return 'fulfilled';
    const isDated = rows.some(({ cells }) => cells.get('paid on date') !== undefined);
    return isDated && rows.every(({ cells }) => cell(cells, 'paid on date') === '') ? 'unpaid' : null;
  },
  isPartlyRefunded: () => false,
  noteOf: (cells) => cell(cells, 'buyer note'),
  shippingMethodOf(cells) {
    const name = serviceColumns.map((column) => cell(cells, column)).find(Boolean) ?? '';
    return /^(?:yes|y|true|1)$/i.test(cell(cells, 'click and collect'))
      ? { name: name || 'Click and Collect', isCollected: true }
      : { name };
  },
  shipBy: { columns: shipByColumns, dayOf: dayByName },
  noDefaultFor: ['contents', 'value'],
};

export const ebayLayout: Layout = {
  keyColumn: 'order number',
  used: (column) => used.has(column) || facts.isOne(column),
  needless: (column) => needless.test(column),
  readOrder: (key, rows, reading) => readShopOrder(shop, key, rows, reading),
};

/** Currency signs that eBay writes before an amount. A bare $ is that of ebay.com; others come with their country. */
const signs: Readonly<Record<string, string>> = { $: 'USD', 'US $': 'USD', 'AU $': 'AUD', 'C $': 'CAD', '£': 'GBP', '€': 'EUR' };

function amountOf(cells: Cells): { readonly currency: string; readonly digits: string } {
  const written = cell(cells, 'sold for');
  const [, before = '', digits = '', after = ''] = /^(\D*?)\s*(\d.*\d|\d)\s*(\D*)$/.exec(written) ?? [];
  const sign = (before || after).trim();
  return { digits: digits || written, currency: signs[sign] ?? (/^[A-Z]{3}$/.test(sign) ? sign : '') };
}

function recipientOf(cells: Cells): Address {
  const at = (...names: string[]): string =>
    placesTo.flatMap((to) => names.map((name) => cell(cells, `${to} ${name}`))).find(Boolean) ?? '';
  const country = countryCode(at('country'));
  return {
    ...emptyAddress,
    name: at('name'),
    ...readStreet(at('address 1'), at('address 2'), country),
    postalCode: at('zip', 'postcode'),
    city: at('city', 'suburb'),
    province: at('state', 'county'),
    country,
    phone: at('phone'),
    email: cell(cells, 'buyer email'),
  };
}
