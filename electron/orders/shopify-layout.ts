import { emptyAddress } from '../../shared/address.ts';
import { emptyOrder, type Order, type OrderLine } from '../../shared/order.ts';
import { countryCode } from './country.ts';
import { type Cells, cell, type Layout, readAmount, readKey, readStreet } from './layout.ts';

/** Shopify's order export: one row per item, the address only on the first row of an order; no weights and no sizes. */
export const isShopify = (columns: ReadonlySet<string>): boolean =>
  columns.has('name') && columns.has('lineitem name') && (columns.has('shipping name') || columns.has('shipping address1'));

export const shopifyLayout: Layout = (cells, orders, source) => {
  const read = readKey(cell(cells, 'name'));
  if ('reason' in read) return read.reason;
  const { key } = read;
  const known = orders.get(key);
  const hasAddress = ['shipping name', 'shipping address1', 'shipping street', 'shipping city'].some((name) => cell(cells, name) !== '');
  if (!known && !hasAddress) return 'This row has no address: it continues an order whose first row is missing or could not be read';
  const currency = cell(cells, 'currency') || (known?.lines[0]?.price?.currency ?? '');
  const line = readLine(cells, currency);
  if (typeof line === 'string') return line;
  const order = known ?? firstRow(key, cells, source);
  orders.set(key, line ? { ...order, lines: [...order.lines, line] } : order);
  return undefined;
};

/** Shopify writes postal codes and phones with an apostrophe in front, so that spreadsheets leave them alone. */
const withoutApostrophe = (text: string): string => text.replace(/^'/, '');

function firstRow(key: Order['key'], cells: Cells, source: string): Order {
  const at = (name: string): string => cell(cells, `shipping ${name}`);
  const country = countryCode(at('country'));
  return {
    ...emptyOrder,
    key,
    source,
    recipient: {
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
    },
    noteForPacker: cell(cells, 'notes'),
  };
}

/** The item of a row; undefined where the row has none, a text where it cannot be read. */
function readLine(cells: Cells, currency: string): OrderLine | undefined | string {
  const name = cell(cells, 'lineitem name') || cell(cells, 'lineitem sku');
  if (name === '') return undefined;
  const quantity = cell(cells, 'lineitem quantity');
  if (!/^[1-9]\d{0,5}$/.test(quantity)) return `The quantity "${quantity}" is not a whole number above 0`;
  const price = cell(cells, 'lineitem price');
  const amount = readAmount(price, currency);
  if (price !== '' && currency !== '' && !amount) return `The price "${price} ${currency}" cannot be read`;
  return { name, sku: cell(cells, 'lineitem sku'), quantity: Number(quantity), price: amount ?? null };
}
