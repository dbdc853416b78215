import { type Address, emptyAddress } from '../../shared/address.ts';
import { countryCode } from '../../shared/country-name.ts';
import type { Hold } from '../../shared/order.ts';
import { readAmount } from '../../shared/units.ts';
import { factColumns } from './item-facts.ts';
import { type Cells, cell, type Layout, type Reading, type Row, readStreet } from './layout.ts';
import { holdOfState } from './order-state.ts';
import { isGiftCard, readShopOrder, type Shop, shopItem, statusesOf } from './shop-order.ts';

/** The columns of Advanced Order Export, the order export that most WooCommerce shops use: one row per item, the address on every row. */
export const isWooCommerce = (columns: ReadonlySet<string>): boolean =>
  columns.has('order number') &&
  columns.has('order status') &&
  [...columns].some((column) => /^(?:postcode|city) \(shipping\)$/.test(column));

const addressColumns =
  'full name|first name|last name|company|address 1&2|address 1|address 2|city|state code|postcode|country code|country'
    .split('|')
    .map((name) => `${name} (shipping)`);
const itemColumns = [
  'sku',
  'item #',
  'item name',
  'name',
  'product variation',
  'quantity',
  'quantity (- refund)',
  'item cost',
  'image url',
];
const used = new Set([
  ...addressColumns,
  ...itemColumns,
  'shipping method title',
  'shipping method',
  ...'order number|order status|customer note|phone (shipping)|phone (billing)|email (billing)|currency|order currency|order refund amount'.split(
    '|',
  ),
]);
/** Other columns of the export concern the shop's accounts, not the parcel. */
const needless =
  /^(?:.* \(billing\)|order (?:date|subtotal amount|tax amount|shipping amount|total amount|total tax amount|discount amount|total fee)|order line.*|payment method(?: title)?|cart discount amount|coupon code|coupons used|discount amount(?: tax)?|total items|total products|paid date|completed date|transaction id|customer (?:id|ip address|role)|category|product id|order id)$/;

const facts = factColumns(used, needless);

const shop: Shop = {
  facts,
  addressColumns,
  factColumns: ['order status'],
  isOfItem: (column) => itemColumns.includes(column) || facts.isOne(column),
  subtotalColumn: 'order subtotal amount',
  discountColumn: 'cart discount amount',
  recipientOf,
  currencyOf: (cells) => cell(cells, 'currency') || cell(cells, 'order currency'),
  itemOf(cells, currency) {
    const variation = cell(cells, 'product variation');
    const left = cell(cells, 'quantity (- refund)');
    const name = cell(cells, 'item name') || cell(cells, 'name');
    return shopItem(
      {
        name: variation === '' ? name : `${name}, ${variation}`,
        sku: cell(cells, 'sku'),
        quantity: left === '0' ? cell(cells, 'quantity') || '1' : left || cell(cells, 'quantity'),
        price: cell(cells, 'item cost'),
      },
      currency,
    );
  },
  notToShip({ row, line }) {
    if (cell(row.cells, 'quantity (- refund)') === '0') return { code: 'item-paid-back', item: line.name };
    return isGiftCard(line.name) ? { code: 'item-needs-no-shipping', item: line.name } : null;
  },
  holdOf,
  isPartlyRefunded: (rows) =>
    rows.some(({ cells }) => {
      const amount = readAmount(cell(cells, 'order refund amount'), 'EUR');
      return cell(cells, 'order refund amount') !== '' && amount?.minor !== 0;
    }),
  noteOf: (cells) => cell(cells, 'customer note'),
  shippingMethodOf: (cells) => ({ name: cell(cells, 'shipping method title') || cell(cells, 'shipping method') }),
  noDefaultFor: ['contents', 'value'],
};

export const wooCommerceLayout: Layout = {
  keyColumn: 'order number',
  used: (column) => used.has(column) || facts.isOne(column),
  needless: (column) => needless.test(column),
  readOrder: (key, rows, reading) => readShopOrder(shop, key, rows, reading),
};

function recipientOf(cells: Cells): Address {
  const at = (name: string): string => cell(cells, `${name} (shipping)`);
  const country = countryCode(at('country code') || at('country'));
  const person = at('full name') || `${at('first name')} ${at('last name')}`.trim();
  return {
    ...emptyAddress,
    name: person || at('company'),
    company: at('company'),
    ...readStreet(at('address 1') || at('address 1&2'), at('address 2'), country),
    postalCode: at('postcode'),
    city: at('city'),
    province: at('state code'),
    country,
    phone: at('phone') || cell(cells, 'phone (billing)'),
    email: cell(cells, 'email (billing)'),
  };
}

/** Hold of each WooCommerce state; undefined if the state is unknown. */
export const wooCommerceHolds: Readonly<Record<string, Hold | null>> = {
  processing: null,
  pending: 'unpaid',
  pending_payment: 'unpaid',
  failed: 'unpaid',
  draft: 'unpaid',
  checkout_draft: 'unpaid',
  on_hold: 'on-hold',
  completed: 'fulfilled',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  trash: 'cancelled',
  refunded: 'refunded',
};

/** A state that a plugin or another language added may mean anything: the order is held until a user decides. */
function holdOf(rows: readonly Row[], reading: Reading): Hold | null {
  const states = new Set(statusesOf(rows, 'order status').map((state) => state.replace(/^wc_/, '')));
  for (const state of states) {
    const hold = state in wooCommerceHolds ? wooCommerceHolds[state] : holdOfState(state);
    if (hold === undefined && rows[0]) reading.remark(rows[0], { code: 'state-not-known', written: state.replaceAll('_', ' ') });
    if (hold !== null) return hold ?? 'on-hold';
  }
  return states.size === 0 ? 'on-hold' : null;
}
