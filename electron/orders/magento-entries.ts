import type { Entry, EntryLayout } from './entry-layout.ts';
import { magentoHolds } from './magento-layout.ts';
import { isBranch, listAt, type Tree, textAt } from './tree.ts';

const used = new Set(
  'increment_id state status is_virtual order_currency_code total_refunded customer_email customer_note items extension_attributes weight shipping_description'.split(
    ' ',
  ),
);
/** Other names of an order concern the shop's accounts, not the parcel. */
const needless =
  /^(?:adjustment_.*|applied_rule_ids|base_.*|billing_address.*|can_ship_.*|coupon_.*|created_at|customer_.*|discount_.*|edit_increment|email_sent|entity_id|ext_.*|forced_.*|gift_message|global_currency_code|grand_total|hold_before_.*|original_increment_id|payment.*|protect_code|quote_.*|relation_.*|remote_ip|send_email|shipping_.*|status_histories|store_.*|subtotal.*|tax_.*|total_(?:canceled|due|invoiced|item_count|offline_refunded|online_refunded|paid|qty_ordered)|updated_at|x_forwarded_for)$/;

/** Orders from Magento's REST API, in JSON or XML. */
export const magentoEntries: EntryLayout = {
  isOf: (tree) => 'increment_id' in tree && 'items' in tree,
  used,
  needless,
  read(tree): Entry {
    const [assignment = null] = listAt(tree, 'extension_attributes', 'shipping_assignments');
    const to = (name: string): string => textAt(assignment, 'shipping', 'address', name);
    const [street = '', ...more] = listAt(isBranch(assignment) ? assignment : null, 'shipping', 'address', 'street').map((line) =>
      textAt(line),
    );
    const state = textAt(tree, 'state') || textAt(tree, 'status');
    const hold = magentoHolds[state];
    const person = [to('firstname'), to('middlename'), to('lastname')].filter(Boolean).join(' ');
    const items = listAt(tree, 'items').filter((item) => textAt(item, 'parent_item_id') === '');
    return {
      key: textAt(tree, 'increment_id'),
      facts: {
        name: person || to('company'),
        company: to('company'),
        street,
        street_2: more[0] ?? '',
        street_3: more.slice(1).join(', '),
        postal_code: to('postcode'),
        city: to('city'),
        province: to('region_code') || to('region'),
        country: to('country_id'),
        phone: to('telephone'),
        email: to('email') || textAt(tree, 'customer_email'),
      },
      currency: textAt(tree, 'order_currency_code'),
      note: textAt(tree, 'customer_note'),
      shippingMethod: { name: textAt(tree, 'shipping_description') },
      hold: hold === undefined ? 'on-hold' : hold,
      unknownState: hold === undefined ? state.replaceAll('_', ' ') : '',
      isPartlyRefunded: Number(textAt(tree, 'total_refunded')) > 0,
      items: items.map(itemOf),
      hasWeight: Number(textAt(tree, 'weight')) > 0,
    };
  },
};

/** Product types that are sent by e-mail, or not at all. A paper gift card has one of these types too: a user must handle it. */
const withoutParcel = new Set(['virtual', 'downloadable', 'giftcard']);

function itemOf(item: Tree): Entry['items'][number] {
  const at = (name: string): string => textAt(item, name);
  const count = (name: string): number => Number(at(name)) || 0;
  const left = count('qty_ordered') - count('qty_shipped') - count('qty_refunded') - count('qty_canceled');
  const stays = (): Entry['items'][number]['stays'] => {
    if (at('is_virtual') === '1' || withoutParcel.has(at('product_type'))) return 'needless';
    if (left > 0) return null;
    return count('qty_shipped') > 0 ? 'sent' : 'paid-back';
  };
  return {
    id: at('item_id'),
    name: at('name'),
    sku: at('sku'),
    quantity: left > 0 ? String(left) : at('qty_ordered'),
    price: at('price'),
    stays: stays(),
  };
}
