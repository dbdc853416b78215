import { z } from 'zod';
import { addressSchema } from '../../shared/address.ts';
import { type Booking, bookingSchema, bookingStateSchema, extrasSchema, noExtras } from '../../shared/booking.ts';
import { labelVerdictSchema } from '../../shared/label.ts';
import { orderSchema } from '../../shared/order.ts';
import type { PrintJob } from '../../shared/printer.ts';
import { serviceSchema } from '../../shared/quote.ts';
import { unreadableOrder } from './orders.ts';
import { bytesColumn, type Store } from './store.ts';

export const bookingRow = z.object({
  id: z.string(),
  order_key: z.string(),
  shipment_no: z.int(),
  state: bookingStateSchema,
  revision: z.int(),
  opened_at: z.string(),
  changed_at: z.string(),
  sent_at: z.string().nullable(),
  on_parcel_at: z.string().nullable(),
  service: z.string().nullable(),
  price_minor: z.int().nullable(),
  price_currency: z.string().nullable(),
  order_no: z.string(),
  consignment_no: z.string(),
  sealed_packer: bytesColumn,
  sealed_order: bytesColumn,
  sealed_sender: bytesColumn.nullable(),
  sealed_extras: bytesColumn.nullable(),
  sealed_said: bytesColumn.nullable(),
  sealed_verdict: bytesColumn.nullable(),
});
export type BookingRow = z.infer<typeof bookingRow>;

const trackingRow = z.object({ shown: z.string() });
const pickupOfRow = z.object({ pickup_id: z.string() });

/**
 * The whole booking of a row. A sealed part that cannot be opened is left empty: state, numbers, price and times always
 * come through, so a lost key never hides what was bought.
 */
export function bookingOf(store: Store, row: BookingRow, jobs: readonly PrintJob[]): Booking {
  const { id } = row;
  const tracking = store.all(trackingRow, `SELECT shown FROM numbers WHERE booking_id = $id AND kind = 'tracking' ORDER BY found`, { id });
  const pickup = store.get(
    pickupOfRow,
    `SELECT pickup_id FROM pickup_bookings JOIN pickups ON pickups.id = pickup_id
     WHERE booking_id = $id AND state NOT IN ('rejected', 'released') ORDER BY sequence DESC LIMIT 1`,
    { id },
  );
  return bookingSchema.parse({
    id,
    orderKey: row.order_key,
    shipmentNo: row.shipment_no,
    state: row.state,
    packer: store.unseal(z.string(), row.sealed_packer, `packer of ${id}`) ?? '',
    openedAt: row.opened_at,
    changedAt: row.changed_at,
    order: orderOfRow(store, row),
    sender: store.unseal(addressSchema, row.sealed_sender, `sender of ${id}`) ?? null,
    service: row.service === null ? null : serviceSchema.parse(JSON.parse(row.service)),
    extras: store.unseal(extrasSchema, row.sealed_extras, `extras of ${id}`) ?? noExtras,
    price: row.price_minor === null ? null : { minor: row.price_minor, currency: row.price_currency },
    orderNo: row.order_no,
    consignmentNo: row.consignment_no,
    trackingNos: tracking.map(({ shown }) => shown),
    verdict: store.unseal(labelVerdictSchema, row.sealed_verdict, `verdict of ${id}`) ?? null,
    said: store.unseal(z.array(z.string()), row.sealed_said, `words of ${id}`) ?? [],
    onParcelAt: row.on_parcel_at,
    pickupId: pickup?.pickup_id ?? null,
    jobs,
  });
}

export const orderOfRow = (store: Store, row: BookingRow) =>
  store.unseal(orderSchema, row.sealed_order, `order of ${row.id}`) ?? unreadableOrder(row.order_key);
