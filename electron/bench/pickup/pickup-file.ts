import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Booking } from '../../../shared/booking.ts';
import { ordersShown } from '../../../shared/joined.ts';
import type { Pickup } from '../../../shared/pickup.ts';
import { kilogramDigits } from '../../../shared/units.ts';
import type { BenchContext } from '../context.ts';
import { type ListFile, listFile } from '../list-file.ts';
import type { PickupWorkflow } from './pickup.ts';

const columns =
  'order shipment courier service consignment_number service_order_number tracking_number weight_kg booked_at pickup collection_number date ready_time closing_time drop_off_point'.split(
    ' ',
  );

/** Returns waiting parcels and requested pickups as CSV with our own columns: one row per shipment. */
export async function pickupFile({ now }: Pick<BenchContext, 'now'>, { parcels }: Pick<PickupWorkflow, 'parcels'>): Promise<ListFile> {
  const rows: string[][] = [];
  for (const { pickup, bookings } of parcels()) {
    rows.push(...bookings().map((booking) => [...parcelCells(booking), ...pickupCells(pickup)]));
    await nextTurn();
  }
  return listFile('pickups', now(), [columns, ...rows]);
}

const parcelCells = (booking: Booking): string[] => {
  const { shipmentNo, service, consignmentNo, orderNo, trackingNos, order, changedAt } = booking;
  const grams = order.parcels.map(({ weightGrams }) => weightGrams ?? 0).reduce((sum, each) => sum + each, 0);
  return [
    ordersShown(booking),
    String(shipmentNo),
    service?.courierName ?? '',
    service?.serviceName ?? '',
    consignmentNo,
    orderNo,
    trackingNos.join(', '),
    grams > 0 ? kilogramDigits(grams) : '',
    changedAt,
  ];
};

const pickupCells = (pickup: Pickup | null): string[] =>
  pickup
    ? [pickup.state, pickup.collectionNo, pickup.date, pickup.readyTime, pickup.closingTime, pickup.dropOffPoint?.name ?? '']
    : ['waiting', '', '', '', '', ''];
