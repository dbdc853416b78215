import type { Order } from '../../shared/order.ts';
import { fits, type Rest, restOf } from '../../shared/parts.ts';
import type { BenchContext } from './context.ts';

/** Returns what is left of a partly shipped order, or why that is not known; undefined for any other order. */
export const restNow = ({ journal }: Pick<BenchContext, 'journal'>, order: Pick<Order, 'key' | 'lines'>): Rest | undefined =>
  restOf(order, journal.shipmentsOf(order.key));

/**
 * True for a shipment that is a part of its order and takes only pieces that no other shipment took. `bookingId`: its own booking, which may
 * stand already.
 */
export function isFittingPart({ journal }: Pick<BenchContext, 'journal'>, shipment: Order, bookingId?: string): boolean {
  const order = shipment.part && journal.order(shipment.key);
  if (!order) return false;
  const others = journal.shipmentsOf(shipment.key).filter((each) => each.bookingId === null || each.bookingId !== bookingId);
  return fits(shipment, order, others);
}
