import { z } from 'zod';
import { keysIn } from '../../shared/joined.ts';
import type { Order, OrderKey } from '../../shared/order.ts';
import { fits, restOf, type StandingShipment } from '../../shared/parts.ts';
import { slotOf } from '../../shared/scan.ts';
import { type BookingReader, bookingRow } from './booking-reader.ts';
import { sharedIn } from './mirror.ts';
import { bytesColumn, type Store } from './store.ts';

export interface StandingShipments {
  /** Returns the shipments of this order that are or may be bought here, and those that other benches booked. */
  readonly shipmentsOf: (key: OrderKey) => readonly StandingShipment[];
  /** Throws if this shipment takes a piece that another one took, or leaves one out. Called with its intent, in the same commit. */
  readonly requireFree: (shipment: Order, shipmentNo: number) => void;
}

const ownRow = bookingRow.extend({ its_no: z.int() });
const elsewhereRow = z.object({
  attempt_id: z.string(),
  bench: z.int(),
  account: z.string(),
  its_no: z.int(),
  left_over: z.int(),
  encrypted: bytesColumn.nullable(),
});
const stands = `state NOT IN ('draft', 'quoted', 'rejected', 'released')`;

/** Reads the shipments of an order, whatever bench they are from. `orderOf`: the order as it was imported or saved. */
export function createStandingShipments(
  store: Store,
  { once }: Pick<BookingReader, 'once'>,
  orderOf: (key: OrderKey) => Order | undefined,
): StandingShipments {
  const ownOf = (key: OrderKey): readonly StandingShipment[] =>
    store
      .all(
        ownRow,
        `SELECT bookings.*, shipment_no AS its_no FROM bookings WHERE order_key = $key AND ${stands}
         UNION ALL SELECT bookings.*, joined_orders.shipment_no FROM joined_orders JOIN bookings ON bookings.id = booking_id
         WHERE joined_orders.order_key = $key AND ${stands}`,
        { key },
      )
      .map(({ its_no: shipmentNo, ...row }) => {
        const { order, state } = once(row);
        // A part without its content cannot be read any more.
        return { bookingId: row.id, shipmentNo, state, later: row.left_over, lines: row.left_over > 0 && !order.part ? null : order.lines };
      });

  const elsewhereOf = (key: OrderKey): readonly StandingShipment[] =>
    store
      .all(
        elsewhereRow,
        `SELECT attempt_id, bench, account, shipment_no AS its_no, left_over, encrypted FROM mirror_parcels
         WHERE slot = $slot AND state = 'booked'
         UNION ALL SELECT mirror_parcels.attempt_id, bench, account, mirror_joined.shipment_no, 0, NULL FROM mirror_joined
         JOIN mirror_parcels ON mirror_parcels.attempt_id = mirror_joined.attempt_id
         WHERE mirror_joined.slot = $slot AND state = 'booked'`,
        { slot: slotOf(key) },
      )
      .map(({ its_no: shipmentNo, left_over: later, ...row }) => ({
        bookingId: null,
        shipmentNo,
        state: 'booked' as const,
        later,
        lines: later > 0 ? (sharedIn(store, row)?.order.lines ?? null) : null,
      }));

  const shipmentsOf = (key: OrderKey): readonly StandingShipment[] => [...ownOf(key), ...elsewhereOf(key)];

  return {
    shipmentsOf,

    requireFree(shipment, shipmentNo) {
      const { part, key } = shipment;
      if (part) {
        const order = orderOf(key);
        if (part.no === shipmentNo && order && fits(shipment, order, shipmentsOf(key))) return;
        throw new Error(`This part of order ${key} does not fit its other shipments.`);
      }
      for (const each of keysIn(shipment))
        if (restOf(orderOf(each) ?? shipment, shipmentsOf(each))) throw new Error(`A part of order ${each} is still to be shipped.`);
    },
  };
}
