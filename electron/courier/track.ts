import type { TrackedItem, TrackedOrder, TrackingEvent } from '../../shared/tracking.ts';
import { numberIn } from './number-in-result.ts';
import { isFields, recordsIn, textIn } from './wire.ts';
import type { WireFields, WireValue } from './wire-value.ts';

/** A number of no order: a query for it shows how the service answers, without a cost. */
export const noSuchOrder = 'PACKBENCH-CHECK';

/** Reads tracked orders from a list, one record or a map by order number. */
export function readTracked(result: WireValue): readonly TrackedOrder[] {
  if (!isFields(result) || isOrder(result)) return recordsIn(result, orderNames).map((record) => readOrder(record, ''));
  // In a map, the name of an entry is the order number unless the record repeats it.
  return Object.entries(result).flatMap(([name, value]) =>
    recordsIn(value, orderNames).map((record) => readOrder(record, /\d/.test(name) ? name : '')),
  );
}

/**
 * Returns only orders that were asked for, by any of their numbers. A single record that names no order is the one order that was asked
 * for.
 */
export function ofTheseOrders(found: readonly TrackedOrder[], orderNos: readonly string[]): readonly TrackedOrder[] {
  const [only, second] = found;
  const [orderNo, another] = orderNos;
  if (only?.orderNo === '' && !second && orderNo !== undefined && another === undefined) return [{ ...only, orderNo }];
  const asked = new Set(orderNos.map((number) => number.toLowerCase()));
  const numbersOf = (order: TrackedOrder): string[] => [order.orderNo, order.consignmentNo, ...order.items.map((item) => item.trackingNo)];
  return found.filter((order) => numbersOf(order).some((number) => asked.has(number.toLowerCase())));
}

const orderNames = ['order_no', 'consignment_no', 'items', 'status'];
const isOrder = (fields: WireFields): boolean => orderNames.some((name) => name in fields);

function readOrder(fields: WireFields, name: string): TrackedOrder {
  return {
    orderNo: numberIn(fields, 'order_no') || name,
    status: textIn(fields, 'status'),
    consignmentNo: numberIn(fields, 'consignment_no'),
    courierKey: textIn(fields, 'courier_keycode'),
    courierName: textIn(fields, 'courier_name') || textIn(fields, 'courier_keycode'),
    serviceKey: textIn(fields, 'service_keycode'),
    serviceName: textIn(fields, 'service_name') || textIn(fields, 'service_keycode'),
    items: readItems(fields['items']),
  };
}

/** Reads the items of an order, from a list or from a map by their numbers. */
export const readItems = (items: WireValue | undefined): TrackedItem[] =>
  recordsIn(items, ['item_no', 'tracking_no', 'trackings']).map((item) => ({
    itemNo: textIn(item, 'item_no'),
    status: textIn(item, 'status'),
    trackingNo: numberIn(item, 'tracking_no'),
    link: textIn(item, 'courier_tracking_link'),
    events: recordsIn(item['trackings'], ['date', 'status', 'courier_status']).map(readEvent),
  }));

const readEvent = (fields: WireFields): TrackingEvent => ({
  status: textIn(fields, 'status'),
  courierStatus: textIn(fields, 'courier_status'),
  location: textIn(fields, 'location'),
  at: textIn(fields, 'date'),
  signer: textIn(fields, 'signer'),
});
