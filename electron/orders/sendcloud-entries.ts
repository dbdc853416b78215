import { kilogramsOf } from '../../shared/mapping.ts';
import type { Hold } from '../../shared/order.ts';
import type { Entry, EntryLayout } from './entry-layout.ts';
import { listAt, type Tree, textAt } from './tree.ts';

const usedOfParcel = new Set(
  'order_number name company_name address address_2 address_divided house_number city postal_code country to_state telephone email weight length width height status tracking_number date_announced parcel_items note total_order_value_currency is_return'.split(
    ' ',
  ),
);
const needlessOfParcel =
  /^(?:id|contract|carrier|colli_.*|customs_.*|data|date_created|date_updated|documents|errors|external_.*|from_.*|insured_value|label|last_status.*|reference|request_label|sender_address|shipment.*|shipping_method.*|to_(?:post_number|service_point)|total_(?:insured_value|order_value)|tracking_url|type|brand_id|awb_tracking_number|box_number|collo_.*|minimal_weight|quantity|service_point.*|apply_shipping_rules)$/;

/** Parcels from Sendcloud's API, version 2: `{"parcels": […]}`. */
export const sendcloudParcels: EntryLayout = {
  isOf: (tree) =>
    'order_number' in tree && 'postal_code' in tree && 'address' in tree && ('parcel_items' in tree || 'address_divided' in tree),
  used: usedOfParcel,
  needless: needlessOfParcel,
  read(tree): Entry {
    const at = (name: string): string => textAt(tree, name);
    const number = at('house_number') || textAt(tree, 'address_divided', 'house_number');
    const street = textAt(tree, 'address_divided', 'street');
    return {
      key: at('order_number'),
      facts: {
        name: at('name') || at('company_name'),
        company: at('company_name'),
        ...(street !== '' && number !== '' ? { street, house_number: number } : { street: at('address') }),
        street_2: at('address_2'),
        postal_code: at('postal_code'),
        city: at('city'),
        province: at('to_state'),
        country: textAt(tree, 'country', 'iso_2') || at('country'),
        phone: at('telephone'),
        email: at('email'),
        weight_kg: at('weight'),
        length_cm: at('length'),
        width_cm: at('width'),
        height_cm: at('height'),
      },
      currency: at('total_order_value_currency'),
      note: at('note'),
      hold: holdOfParcel(tree),
      items: listAt(tree, 'parcel_items').map((item) => ({
        id: textAt(item, 'item_id') || textAt(item, 'product_id'),
        name: textAt(item, 'description'),
        sku: textAt(item, 'sku'),
        quantity: textAt(item, 'quantity'),
        price: textAt(item, 'value'),
        stays: null,
        facts: { weight_kg: textAt(item, 'weight'), hs_code: textAt(item, 'hs_code'), origin: textAt(item, 'origin_country') },
      })),
    };
  },
};

/** Cancelled, cancellation requested, and cancellation on its way to the courier. */
const cancelled = new Set(['1999', '2000', '2001']);

function holdOfParcel(tree: Tree): Hold | null {
  if (cancelled.has(textAt(tree, 'status', 'id'))) return 'cancelled';
  if (textAt(tree, 'is_return') === 'true') return 'nothing-to-ship';
  return textAt(tree, 'tracking_number') !== '' || textAt(tree, 'date_announced') !== '' ? 'fulfilled' : null;
}

const usedOfOrder = new Set('order_number order_details shipping_address payment_details customer_details'.split(' '));
const needlessOfOrder = /^(?:id|order_id|created_at|modified_at|billing_address|customs_details|shipping_details|service_point_details)$/;

/** Orders from Sendcloud's API, version 3: `{"data": […]}`. */
export const sendcloudOrders: EntryLayout = {
  isOf: (tree) => 'order_number' in tree && 'order_details' in tree && 'shipping_address' in tree,
  used: usedOfOrder,
  needless: needlessOfOrder,
  read(tree): Entry {
    const to = (name: string): string => textAt(tree, 'shipping_address', name);
    const items = listAt(tree, 'order_details', 'order_items');
    const state = textAt(tree, 'order_details', 'status', 'code').toLowerCase().replaceAll('-', '_');
    const paid = textAt(tree, 'payment_details', 'status', 'code').toLowerCase();
    const known = state in states || state === '';
    return {
      key: textAt(tree, 'order_number'),
      facts: {
        name: to('name') || to('company_name'),
        company: to('company_name'),
        street: withoutNumber(to('address_line_1'), to('house_number')),
        house_number: to('house_number'),
        street_2: to('address_line_2'),
        postal_code: to('postal_code'),
        city: to('city'),
        province: to('state_province_code'),
        country: to('country_code'),
        phone: to('phone_number'),
        email: to('email') || textAt(tree, 'customer_details', 'email'),
      },
      currency: textAt(tree, 'payment_details', 'total_price', 'currency') || textAt(items[0] ?? null, 'unit_price', 'currency'),
      note: textAt(tree, 'order_details', 'notes'),
      hold: paid === 'refunded' ? 'refunded' : known ? (states[state] ?? null) : 'on-hold',
      unknownState: known ? '' : state.replaceAll('_', ' '),
      items: items.map((item) => ({
        id: textAt(item, 'item_id'),
        name: textAt(item, 'name'),
        sku: textAt(item, 'sku'),
        quantity: textAt(item, 'quantity'),
        price: textAt(item, 'unit_price', 'value'),
        stays: null,
        facts: {
          barcode: textAt(item, 'ean'),
          weight_kg: kilogramsOf(textAt(item, 'measurement', 'weight', 'value'), textAt(item, 'measurement', 'weight', 'unit')),
          hs_code: textAt(item, 'hs_code'),
          origin: textAt(item, 'country_of_origin'),
          picture: textAt(item, 'image_url'),
        },
      })),
      hasWeight: items.some((item) => Number(textAt(item, 'measurement', 'weight', 'value')) > 0),
    };
  },
};

/** The number may be in both places. */
const withoutNumber = (line: string, number: string): string =>
  number !== '' && line.endsWith(` ${number}`) ? line.slice(0, -number.length).trim() : line;

/** The state comes from the connected shop, in that shop's own word. */
const states: Readonly<Record<string, Hold | null>> = {
  unfulfilled: null,
  // The document does not show which items were sent.
  partially_fulfilled: 'on-hold',
  open: null,
  paid: null,
  processing: null,
  fulfilled: 'fulfilled',
  completed: 'fulfilled',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  refunded: 'refunded',
  on_hold: 'on-hold',
  pending: 'unpaid',
  unpaid: 'unpaid',
};
