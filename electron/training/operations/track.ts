import type { Envelope } from '../envelope.ts';
import type { Fields } from '../fields.ts';
import type { Order } from '../shipment.ts';
import { trackingEvents } from '../tracking.ts';
import { namedOrders, type OperationContext } from './operation.ts';

/** Returns the known orders, and names the unknown ones. */
export function track(request: Fields, context: OperationContext): Envelope {
  const problems: string[] = [];
  const orders = namedOrders(request['order_numbers'], 'order_numbers', problems, context);
  const records = orders.map((order) => trackedOrder(order, context));
  const { trackAnswer } = context.mode;
  if (trackAnswer === 'map') return { result: Object.fromEntries(records.map((record) => [record.order_no, record])), errors: problems };
  return { result: trackAnswer === 'lone-object' && records.length === 1 ? records[0] : records, errors: problems };
}

export type TrackedOrder = ReturnType<typeof trackedOrder>;

/** A record of `track`, with the service's own field names. */
export function trackedOrder(order: Order, { store, now }: Pick<OperationContext, 'store' | 'now'>) {
  const collection = store.memory.collections.find((each) => each.orderNos.includes(order.orderNo));
  const items = order.trackingNos.map((trackingNo, index) => {
    const trackings = trackingEvents(order, index, collection, now).map((event) => ({
      status: event.status,
      courier_status: event.courierStatus,
      location: event.location,
      date: event.date,
      signer: event.signer,
    }));
    return {
      item_no: `${order.orderNo}-${index + 1}`,
      status: trackings[0]?.status ?? 'Arranged',
      tracking_no: trackingNo,
      courier_tracking_link: `https://tracking.example/${trackingNo}`,
      trackings,
    };
  });
  const slowest = items.toSorted((a, b) => a.trackings.length - b.trackings.length)[0];
  return {
    order_no: order.orderNo,
    /** The status of an order is that of its slowest item. */
    status: slowest?.status ?? 'Arranged',
    consignment_no: order.consignmentNo,
    courier_keycode: order.service.courierKeycode,
    courier_name: order.service.courierName,
    service_keycode: order.service.serviceKeycode,
    service_name: order.service.serviceName,
    items,
  };
}
