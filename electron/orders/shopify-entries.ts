import { kilogramsOf } from '../../shared/mapping.ts';
import type { Entry, EntryLayout } from './entry-layout.ts';
import { shopifyHold } from './shopify-layout.ts';
import { type Branch, listAt, type Tree, textAt } from './tree.ts';

const used = new Set(
  'id name order_number line_items shipping_address cancelled_at financial_status fulfillment_status currency note email phone total_weight shipping_lines'.split(
    ' ',
  ),
);
/** Other names of an order concern the shop's accounts, not the parcel. */
const needless =
  /^(?:packbench|admin_graphql_api_id|app_id|billing_address|browser_ip|buyer_accepts_marketing|cancel_reason|cart_token|checkout_.*|client_details|closed_at|company|confirmation_number|confirmed|contact_email|created_at|current_.*|customer|customer_locale|device_id|discount_(?:applications|codes)|duties_included|estimated_taxes|fulfillments|landing_site.*|location_id|merchant_.*|note_attributes|number|order_status_url|original_total_.*|payment_(?:details|gateway_names|terms)|po_number|presentment_currency|processed_at|processing_method|reference|referring_site|refunds|returns|source_.*|subtotal_price.*|tags|tax(?:_exempt|_lines|es_included)|test|token|total_(?:cash_.*|discounts.*|line_items_.*|outstanding|price.*|shipping_.*|tax.*|tip_.*)|updated_at|user_id|gateway)$/;

/** Orders from Shopify's Admin API: `{"orders": […]}`. */
export const shopifyEntries: EntryLayout = {
  isOf: (tree) =>
    'line_items' in tree && ('financial_status' in tree || 'shipping_address' in tree) && ('name' in tree || 'order_number' in tree),
  used,
  needless,
  read(tree): Entry {
    const to = (name: string): string => textAt(tree, 'shipping_address', name);
    const paid = textAt(tree, 'financial_status');
    return {
      key: textAt(tree, 'name') || textAt(tree, 'order_number'),
      shopId: textAt(tree, 'id'),
      facts: {
        name: to('name') || `${to('first_name')} ${to('last_name')}`.trim(),
        company: to('company'),
        street: to('address1'),
        street_2: to('address2'),
        postal_code: to('zip'),
        city: to('city'),
        province: to('province_code') || to('province'),
        country: to('country_code') || to('country'),
        phone: to('phone') || textAt(tree, 'phone'),
        email: textAt(tree, 'email'),
      },
      currency: textAt(tree, 'currency'),
      note: textAt(tree, 'note'),
      shippingMethod: methodOf(tree),
      hold: shopifyHold(textAt(tree, 'cancelled_at') !== '', [paid], [textAt(tree, 'fulfillment_status')]),
      // A connected shop states which pieces were refunded.
      isPartlyRefunded: paid === 'partially_refunded' && textAt(tree, 'packbench', 'refunds') !== 'by-item',
      items: listAt(tree, 'line_items').map(itemOf),
      hasWeight: Number(textAt(tree, 'total_weight')) > 0,
    };
  },
};

/** Only a connected shop states that the customer collects the order. */
function methodOf(tree: Branch): NonNullable<Entry['shippingMethod']> {
  const name = textAt(listAt(tree, 'shipping_lines')[0] ?? null, 'title');
  return textAt(tree, 'packbench', 'collected') === 'true' ? { name: name || 'Pickup', isCollected: true } : { name };
}

function itemOf(item: Tree): Entry['items'][number] {
  const at = (name: string): string => textAt(item, name);
  const [open, kept] = [at('fulfillable_quantity'), at('current_quantity')];
  const isLeft = open !== '' && open !== '0';
  const stays = (): Entry['items'][number]['stays'] => {
    if (at('gift_card') === 'true' || at('requires_shipping') === 'false') return 'needless';
    const needsShipping = at('requires_shipping') === 'true' ? 'no' : null;
    if (isLeft) return needsShipping;
    if (at('fulfillment_status') === 'fulfilled') return 'sent';
    return kept === '0' ? 'paid-back' : needsShipping;
  };
  return {
    id: at('id'),
    name: at('name') || at('title'),
    sku: at('sku'),
    quantity: isLeft ? open : at('quantity'),
    price: at('price'),
    stays: stays(),
    facts: {
      weight_kg: textAt(item, 'packbench', 'weight_kg') || kilogramsOf(at('grams'), 'g'),
      barcode: textAt(item, 'packbench', 'barcode'),
      hs_code: textAt(item, 'packbench', 'hs_code'),
      origin: textAt(item, 'packbench', 'origin'),
      picture: textAt(item, 'packbench', 'picture'),
    },
  };
}
