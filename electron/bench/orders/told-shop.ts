import type { Booking } from '../../../shared/booking.ts';
import type { Reason } from '../../../shared/reason.ts';
import { moneyDigits } from '../../../shared/units.ts';
import { digestOf } from '../exchange/digest.ts';
import type { KeptRequest, KeptTelling } from '../ports/journal/outbox.ts';
import type { ShopReply } from '../ports/orders.ts';

/** What goes to a shop's server, as it is known now. */
export const requestOf = (telling: KeptTelling, booking: Booking): KeptRequest => ({
  key: keyOf(telling, booking),
  body: JSON.stringify(toldOf(telling, booking)),
});

/** Names the shipment and what is told of it: also behind a journal that was put back a shop knows again what it took. */
function keyOf({ bookingId, what }: KeptTelling, { trackingNos, consignmentNo }: Booking): string {
  if (what === 'shipped') return bookingId;
  return what === 'tracking' ? `${bookingId}-tracking-${digestOf(consignmentNo, ...trackingNos).slice(0, 16)}` : `${bookingId}-${what}`;
}

/** What a shop's server is told, in our own words. */
const toldOf = ({ what, at }: KeptTelling, booking: Booking) => ({
  event: what,
  order: booking.orderKey,
  shipment: booking.shipmentNo,
  tracking_numbers: booking.trackingNos,
  consignment_number: booking.consignmentNo,
  service_order_number: booking.orderNo,
  courier: booking.service?.courierName ?? '',
  service: booking.service?.serviceName ?? '',
  cost: booking.price ? moneyDigits(booking.price) : '',
  currency: booking.price?.currency ?? '',
  at,
});

const isConflict = (why: Reason | null): boolean => why?.code === 'shop-says' && why.status === 409;

/**
 * A shop that took a try before whose answer was lost may say that it knows the key; where it says so at once it may still be at work on it.
 * One that can have taken none is in conflict over something else.
 */
export function meantBy(reply: ShopReply, { mayBeTaken, why }: KeptTelling): ShopReply {
  if (reply.is !== 'refused' || !isConflict(reply.why) || !mayBeTaken) return reply;
  return isConflict(why) ? { is: 'taken' } : { ...reply, is: 'later', afterMs: 0, mayBeTaken };
}
