import { kilogramsOf } from '../../shared/mapping.ts';
import type { Hold } from '../../shared/order.ts';
import type { Entry, EntryLayout } from './entry-layout.ts';
import { listAt, type Tree, textAt } from './tree.ts';

const used = new Set('order_id ship_to order_lines order_note order_status archived payment_details'.split(' '));
const needless =
  /^(?:id|ordered_at|created_at|updated_at|source_.*|shipping_.*|bill_to|sender|service_point|shipment_.*|return_.*|sales_order_packaging_id|bookkeeping_.*|packing_.*|enable_customs|use_item_weight|order_fulfillments|shipments|fulfillment_status)$/;

/** Sales orders from Shipmondo's API: `[…]`. */
export const shipmondoEntries: EntryLayout = {
  isOf: (tree) => 'order_id' in tree && 'ship_to' in tree && 'order_lines' in tree,
  used,
  needless,
  read(tree): Entry {
    const to = (name: string): string => textAt(tree, 'ship_to', name);
    const lines = listAt(tree, 'order_lines');
    const state = textAt(tree, 'order_status').toLowerCase().replaceAll(' ', '_');
    const known = state in states || state === '';
    const sent: Hold | null = textAt(tree, 'archived') === 'true' ? 'fulfilled' : null;
    const attention = to('attention');
    return {
      key: textAt(tree, 'order_id'),
      // For a company, its name is in the name field and the person is in `attention`.
      facts: {
        name: attention || to('name'),
        company: attention === '' ? '' : to('name'),
        street: to('address1'),
        street_2: to('address2'),
        postal_code: to('zipcode'),
        city: to('city'),
        country: to('country_code'),
        phone: to('mobile') || to('phone') || to('telephone'),
        email: to('email'),
      },
      currency: textAt(tree, 'payment_details', 'currency_code') || textAt(lines[0] ?? null, 'currency_code'),
      note: textAt(tree, 'order_note'),
      hold: known ? (states[state] ?? sent) : 'on-hold',
      unknownState: known ? '' : state.replaceAll('_', ' '),
      items: lines.filter(isGoods).map((line) => ({
        id: textAt(line, 'id'),
        name: textAt(line, 'item_name'),
        sku: textAt(line, 'item_sku'),
        quantity: textAt(line, 'quantity'),
        price: textAt(line, 'unit_price_excluding_vat'),
        stays: textAt(line, 'line_type') === 'gift_card' ? 'needless' : null,
        facts: {
          barcode: textAt(line, 'item_barcode'),
          weight_kg: kilogramsOf(textAt(line, 'unit_weight'), 'g'),
          shelf: textAt(line, 'item_bin'),
          picture: textAt(line, 'image_url'),
        },
      })),
      hasWeight: lines.some((line) => Number(textAt(line, 'unit_weight')) > 0),
    };
  },
};

/** The other lines are freight, discounts and fees. */
const isGoods = (line: Tree): boolean => ['', 'item', 'gift_card'].includes(textAt(line, 'line_type'));

const states: Readonly<Record<string, Hold | null>> = {
  open: null,
  processing: null,
  packed: null,
  // The document does not show which lines were sent.
  partly_sent: 'on-hold',
  on_hold: 'on-hold',
  cancelled: 'cancelled',
  sent: 'fulfilled',
  picked_up: 'fulfilled',
  archived: 'fulfilled',
  returned: 'fulfilled',
};
