import { countryName } from './geography.ts';
import { seededNumber } from './seeded.ts';
import type { Collection, Order } from './shipment.ts';

export interface TrackingEvent {
  readonly status: 'Arranged' | 'Booked' | 'Collected' | 'In Transit' | 'Delivered';
  readonly courierStatus: string;
  readonly location: string;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly date: string;
  readonly signer: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function startOf(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00Z`);
}

/**
 * The events of one item of an order up to `now`, newest first; the items of an order do not keep pace. Booked a minute after it was
 * arranged. Collected in the hour after the ready time of its collection, or about the promised time if there is no collection. Delivered
 * on the promised day. All times in UTC.
 */
export function trackingEvents(order: Order, itemIndex: number, collection: Collection | undefined, now: Date): readonly TrackingEvent[] {
  const { sender, recipient } = order.shipment;
  const at = (place: { readonly city: string; readonly country: string }): string => `${place.city}, ${countryName(place.country)}`;
  const arranged = Date.parse(order.bookedAt);
  const jitter = (name: string, minutes: number): number =>
    seededNumber(order.orderNo, itemIndex === 0 ? name : `${name} ${itemIndex}`, minutes) * minuteMs;
  const promised = startOf(order.service.etc.slice(0, 10), order.service.etc.slice(-5)) - hourMs;
  const collected = Math.max(
    arranged + 2 * minuteMs,
    (collection ? startOf(collection.date, collection.readyTime) : promised) + 5 * minuteMs + jitter('collected', 55),
  );
  const delivered = Math.max(collected + 14 * hourMs, startOf(order.service.eta.slice(0, 10), '10:00') + jitter('delivered', 120));
  const sorted = collected + 3 * hourMs + jitter('sorted', 60);
  const arrivedAtDepot = sorted + Math.round((delivered - sorted) * 0.6);
  const outForDelivery = delivered - 2 * hourMs;
  const point = order.servicePoint;
  const destination = point ? `${point.name}, ${point.city}` : at(recipient);
  const timeline: readonly (readonly [number, TrackingEvent['status'], string, string, string])[] = [
    [arranged, 'Arranged', 'Shipment data received', at(sender), ''],
    [arranged + minuteMs, 'Booked', 'Booking confirmed by the courier', at(sender), ''],
    [collected, 'Collected', 'Collected from the sender', at(sender), ''],
    [sorted, 'In Transit', 'Sorted at the depot of origin', at(sender), ''],
    [arrivedAtDepot, 'In Transit', 'Arrived at the delivery depot', at(recipient), ''],
    [outForDelivery, 'In Transit', 'Out for delivery', at(recipient), ''],
    [delivered, 'Delivered', point ? 'Delivered to the service point' : 'Delivered', destination, point ? point.name : recipient.name],
  ];
  return timeline
    .filter(([time]) => time <= now.getTime())
    .map(([time, status, courierStatus, location, signer]) => ({
      status,
      courierStatus,
      location,
      date: new Date(time).toISOString().slice(0, 19).replace('T', ' '),
      signer,
    }))
    .reverse();
}
