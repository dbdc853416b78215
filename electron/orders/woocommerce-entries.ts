import type { Entry, EntryLayout } from './entry-layout.ts';
import { isCollected } from './shipping-method.ts';
import { isBranch, listAt, type Tree, textAt } from './tree.ts';
import { wooCommerceHolds } from './woocommerce-layout.ts';

const used = new Set('id number status currency customer_note billing shipping line_items refunds shipping_lines'.split(' '));
/** Other names of an order concern the shop's accounts, not the parcel. */
const needless =
  /^(?:packbench|parent_id|order_key|created_via|version|date_.*|discount_.*|shipping_(?:total|tax)|cart_(?:tax|hash)|total(?:_tax)?|prices_include_tax|customer_(?:id|ip_address|user_agent)|payment_.*|transaction_id|set_paid|meta_data|tax_lines|fee_lines|coupon_lines|currency_symbol|is_editable|needs_.*|_links)$/;

/** Orders from WooCommerce's REST API: `[…]`. */
export const wooCommerceEntries: EntryLayout = {
  isOf: (tree) => 'line_items' in tree && 'number' in tree && isBranch(tree['billing']) && isBranch(tree['shipping']),
  used,
  needless,
  read(tree): Entry {
    const to = (name: string): string => textAt(tree, 'shipping', name);
    const state = textAt(tree, 'status').replace(/^wc-/, '').replaceAll('-', '_');
    const hold = wooCommerceHolds[state];
    const person = `${to('first_name')} ${to('last_name')}`.trim();
    const hasAddress = ['address_1', 'address_2', 'city', 'postcode'].some((name) => to(name) !== '');
    return {
      key: textAt(tree, 'number'),
      shopId: textAt(tree, 'id'),
      // A shop sets its own country even if the customer entered no address.
      facts: {
        name: hasAddress ? person : '',
        company: to('company'),
        street: to('address_1'),
        street_2: to('address_2'),
        postal_code: to('postcode'),
        city: to('city'),
        province: to('state'),
        country: to('country'),
        phone: to('phone') || textAt(tree, 'billing', 'phone'),
        email: textAt(tree, 'billing', 'email'),
      },
      currency: textAt(tree, 'currency'),
      note: textAt(tree, 'customer_note'),
      shippingMethod: methodOf(listAt(tree, 'shipping_lines')),
      hold: hold === undefined ? 'on-hold' : hold,
      unknownState: hold === undefined ? state.replaceAll('_', ' ') : '',
      // A connected shop was asked which pieces were refunded.
      isPartlyRefunded: listAt(tree, 'refunds').length > 0 && textAt(tree, 'packbench', 'refunds') !== 'by-item',
      items: listAt(tree, 'line_items').map(itemOf),
    };
  },
};

/** The name is the shop's own; the id is the same in every language. */
function methodOf(lines: readonly Tree[]): NonNullable<Entry['shippingMethod']> {
  const [line = null] = lines;
  const id = textAt(line, 'method_id');
  const name = textAt(line, 'method_title') || id;
  return isCollected(id) ? { name, isCollected: true } : { name };
}

const itemOf = (item: Tree): Entry['items'][number] => ({
  id: textAt(item, 'id'),
  name: textAt(item, 'name'),
  sku: textAt(item, 'sku'),
  quantity: textAt(item, 'quantity'),
  // The price of one piece is a fraction of a coin if taxes are deducted from it.
  price: '',
  priceOfAll: textAt(item, 'total'),
  stays: staysOf(item),
  facts: {
    barcode: textAt(item, 'global_unique_id') || textAt(item, 'packbench', 'barcode'),
    picture: textAt(item, 'image', 'src'),
    weight_kg: textAt(item, 'packbench', 'weight_kg'),
  },
});

/** Only a connected shop reports that; see `product-facts.ts`. */
function staysOf(item: Tree): Entry['items'][number]['stays'] {
  if (textAt(item, 'packbench', 'refunded') === 'true') return 'paid-back';
  const isVirtual = textAt(item, 'packbench', 'virtual');
  return isVirtual === 'true' ? 'needless' : isVirtual === 'false' ? 'no' : null;
}
