import { emptyAddress } from '../../shared/address.ts';
import type { Hold } from '../../shared/order.ts';
import { cell, type Layout, type Reading, type Row, readStreet } from './layout.ts';
import { holdOfState } from './order-state.ts';
import { readShopOrder, type Shop, statusesOf } from './shop-order.ts';

/**
 * True for the list of orders of Magento 2 as CSV or Excel XML: one row per order, no items, the address as one text without its country.
 */
export const isMagento = (columns: ReadonlySet<string>): boolean => isMagentoList(columns) && columns.has('shipping address');

/** Also true if the export lacks the address column. */
export const isMagentoList = (columns: ReadonlySet<string>): boolean =>
  columns.has('id') && columns.has('status') && columns.has('ship-to name');

const used = new Set(['id', 'ship-to name', 'shipping address', 'status', 'customer email', 'total refunded', 'shipping information']);
/** Other columns of the list concern the shop's accounts, not the parcel. */
const needless =
  /^(?:purchase point|purchase date|bill-to name|grand total \((?:base|purchased)\)|billing address|customer group|customer name|subtotal|shipping and handling|payment method|action|allocated sources|pickup location code|signifyd guarantee decision|braintree transaction source|company name)$/;

const shop: Shop = {
  addressColumns: ['shipping address'],
  factColumns: ['status'],
  isOfItem: () => false,
  subtotalColumn: '',
  discountColumn: '',
  recipientOf: (cells) => ({
    ...emptyAddress,
    name: cell(cells, 'ship-to name'),
    ...addressIn(cell(cells, 'shipping address')),
    email: cell(cells, 'customer email'),
  }),
  currencyOf: () => '',
  itemOf: () => undefined,
  facts: { textsOf: () => () => '' },
  notToShip: () => null,
  holdOf,
  isPartlyRefunded: (rows) => rows.some(({ cells }) => Number(cell(cells, 'total refunded').replace(/[^\d.]/g, '')) > 0),
  noteOf: () => '',
  shippingMethodOf: (cells) => ({ name: cell(cells, 'shipping information') }),
  noDefaultFor: [],
};

export const magentoLayout: Layout = {
  keyColumn: 'id',
  used: (column) => used.has(column),
  needless: (column) => needless.test(column),
  readOrder(key, rows, reading) {
    const order = readShopOrder(shop, key, rows, reading);
    for (const row of rows) {
      const written = cell(row.cells, 'shipping address');
      if (order && written !== '' && !partsOf(written)) reading.remark(row, { code: 'address-not-parted', written });
    }
    return order;
  },
};

/** Magento joins company, street, city, region and postal code with commas, and leaves out empty parts. */
function partsOf(
  address: string,
): { readonly before: string; readonly street: string; readonly behind: readonly string[]; readonly postalCode: string } | undefined {
  const parts = address.split(',').map((part) => part.trim());
  const postalCode = parts.pop() ?? '';
  const numbered = parts.filter((part) => /\d/.test(part));
  const [street = ''] = numbered;
  const at = parts.indexOf(street);
  const behind = parts.slice(at + 1);
  if (!/\d/.test(postalCode) || numbered.length !== 1 || at > 1 || behind.length < 1 || behind.length > 2) return undefined;
  return { before: at === 1 ? (parts[0] ?? '') : '', street, behind, postalCode };
}

/** If the parts are uncertain, the whole text stays in one line, and a user splits it. */
function addressIn(written: string) {
  const parts = partsOf(written);
  if (!parts) return { street: written.replace(/\s*\n\s*/g, ', ') };
  const [first = '', ...second] = parts.street.split(/\s*\n\s*/);
  const [city = '', province = ''] = parts.behind;
  return { company: parts.before, ...readStreet(first, second.join(', '), ''), city, province, postalCode: parts.postalCode };
}

/** Hold of each Magento state, with the names of its lists and of its API; undefined if the state is unknown. */
export const magentoHolds: Readonly<Record<string, Hold | null>> = {
  processing: null,
  new: 'unpaid',
  pending: 'unpaid',
  pending_payment: 'unpaid',
  pending_paypal: 'unpaid',
  complete: 'fulfilled',
  closed: 'refunded',
  canceled: 'cancelled',
  paypal_canceled_reversal: 'on-hold',
  paypal_reversed: 'on-hold',
  holded: 'on-hold',
  on_hold: 'on-hold',
  payment_review: 'on-hold',
  fraud: 'on-hold',
  suspected_fraud: 'on-hold',
};

/** A state that the shop defined itself may mean anything: the order is held until a user decides. */
function holdOf(rows: readonly Row[], reading: Reading): Hold | null {
  const states = new Set(statusesOf(rows, 'status'));
  for (const state of states) {
    const hold = state in magentoHolds ? magentoHolds[state] : holdOfState(state);
    if (hold === undefined && rows[0]) reading.remark(rows[0], { code: 'state-not-known', written: state.replaceAll('_', ' ') });
    if (hold !== null) return hold ?? 'on-hold';
  }
  return states.size === 0 ? 'on-hold' : null;
}
