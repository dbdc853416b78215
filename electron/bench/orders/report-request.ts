import type { Booking } from '../../../shared/booking.ts';
import type { OrderLine } from '../../../shared/order-line.ts';
import type { Reason } from '../../../shared/reason.ts';
import { filledReport, type ReportFilling, statesEvent } from '../../../shared/report-template.ts';
import { type ShippedOtherwise, wayText } from '../../../shared/shipped-otherwise.ts';
import { moneyDigits } from '../../../shared/units.ts';
import type { WriteBackSettings } from '../../../shared/write-back.ts';
import type { BenchContext } from '../context.ts';
import { digestOf } from '../exchange/digest.ts';
import type { KeptRequest, ShopReport } from '../ports/journal/outbox.ts';
import type { ShopReply } from '../ports/orders.ts';

const shopIdOf = (about: Booking | ShippedOtherwise, journal: Pick<BenchContext['journal'], 'order'>): string =>
  (journal.order(about.orderKey) ?? ('order' in about ? about.order : undefined))?.shopId ?? '';

const linksOf = (about: Booking | ShippedOtherwise, journal: Pick<BenchContext['journal'], 'trackedOrder'>) =>
  ('way' in about ? [] : (journal.trackedOrder(about.id)?.items ?? [])).filter(({ link }) => /^https:\/\//i.test(link));

/** The request to the server of Setup, in the words of its template if there is one; a reason if that cannot state what happened. */
export function requestByTemplate(
  journal: Pick<BenchContext['journal'], 'order' | 'trackedOrder'>,
  template: WriteBackSettings,
  report: ShopReport,
  about: Booking | ShippedOtherwise,
): KeptRequest | Reason {
  const own = requestOf(report, about);
  const values = fillingOf(journal, report, about);
  if (values.event === 'cancelled' && !statesEvent(template)) return { code: 'report-states-no-event' };
  const { body } = filledReport(template, values);
  return { ...own, values, ...(body !== '' && { body }) };
}

/** The same facts as in our own body, as texts. */
function fillingOf(
  journal: Pick<BenchContext['journal'], 'order' | 'trackedOrder'>,
  report: ShopReport,
  about: Booking | ShippedOtherwise,
): ReportFilling {
  const body: OwnBody = 'way' in about ? bodyOfOtherwise(about) : bodyOf(report, about);
  return {
    event: body.event,
    order: body.order,
    order_id: shopIdOf(about, journal),
    shipment: String(body.shipment),
    tracking: body.tracking_numbers.join(', '),
    tracking_list: body.tracking_numbers,
    link: linksOf(about, journal).find(({ trackingNo }) => body.tracking_numbers.includes(trackingNo))?.link ?? '',
    consignment: body.consignment_number,
    courier: body.courier,
    service: body.service,
    cost: body.cost,
    currency: body.currency,
    at: body.at,
    complete: String(body.complete ?? true),
  };
}

/** Builds the request to a shop's server from the current facts. */
const requestOf = (report: ShopReport, about: Booking | ShippedOtherwise): KeptRequest =>
  'way' in about
    ? { key: `otherwise-${digestOf(about.orderKey, about.at).slice(0, 32)}`, body: JSON.stringify(bodyOfOtherwise(about)) }
    : { key: keyOf(report, about), body: JSON.stringify(bodyOf(report, about)) };

/** Idempotency key of the shipment and the event: a shop recognises what it took even after the journal was restored from a backup. */
function keyOf({ bookingId, joinedKey, what }: ShopReport, { trackingNos, consignmentNo }: Booking): string {
  const its = joinedKey === '' ? bookingId : `${bookingId}-order-${digestOf(joinedKey).slice(0, 16)}`;
  if (what === 'shipped') return its;
  return what === 'tracking' ? `${its}-tracking-${digestOf(consignmentNo, ...trackingNos).slice(0, 16)}` : `${its}-${what}`;
}

/** Our own body, as far as placeholders have its facts. */
interface OwnBody
  extends Readonly<Record<'event' | 'order' | 'consignment_number' | 'courier' | 'service' | 'cost' | 'currency' | 'at', string>> {
  readonly shipment: number;
  readonly tracking_numbers: readonly string[];
  readonly complete?: boolean;
}

/** Body of the request, in our own terms. The items are those of this order in this shipment, stated once: with its first report. */
const bodyOf = ({ what, at }: ShopReport, booking: Booking) => ({
  event: what,
  order: booking.orderKey,
  shipment: booking.shipmentNo,
  tracking_numbers: booking.trackingNos,
  ...(what === 'shipped' && { items: booking.order.lines.map(itemOf) }),
  consignment_number: booking.consignmentNo,
  service_order_number: booking.orderNo,
  courier: booking.service?.courierName ?? '',
  service: booking.service?.serviceName ?? '',
  cost: booking.price ? moneyDigits(booking.price) : '',
  currency: booking.price?.currency ?? '',
  at,
  ...(booking.order.part && { complete: booking.order.part.later === 0 }),
});

const itemOf = ({ sku, name, quantity, serials }: OrderLine) => ({ sku, name, quantity, ...(serials && { serial_numbers: serials }) });

/** An order without a booking: the shop closes it like any other, without numbers and without a price. */
const bodyOfOtherwise = (shipped: ShippedOtherwise) => ({
  event: 'shipped',
  order: shipped.orderKey,
  shipment: 0,
  tracking_numbers: [],
  consignment_number: '',
  service_order_number: '',
  courier: '',
  service: wayText(shipped),
  cost: '',
  currency: '',
  at: shipped.at,
  otherwise: shipped.way,
});

const isConflict = (why: Reason | null): boolean => why?.code === 'shop-answered' && why.status === 409;

/**
 * Builds the report to the connected shop that the order came from: with the order's id there, the pages of the couriers, the items of the
 * shipment, and if everything of the order is shipped.
 */
export function requestToShop(
  journal: Pick<BenchContext['journal'], 'order' | 'trackedOrder'>,
  report: ShopReport,
  about: Booking | ShippedOtherwise,
): KeptRequest {
  const { key, body } = requestOf(report, about);
  const part = 'way' in about ? undefined : about.order.part;
  return {
    key,
    body: JSON.stringify({
      ...(JSON.parse(body) as object),
      shop_order: shopIdOf(about, journal),
      links: Object.fromEntries(linksOf(about, journal).map(({ trackingNo, link }) => [trackingNo, link])),
      items: 'way' in about ? [] : about.order.lines.map(itemOf),
      complete: part === undefined || part.later === 0,
    }),
  };
}

/**
 * Interprets a conflict (409). A shop that may have taken an earlier try, whose answer was lost, may report that it knows the key. The
 * first conflict is retried, since the shop may still be at work on that try; the next one counts as taken. If the shop can have taken no
 * try, the conflict is about something else.
 */
export function meantBy(reply: ShopReply, { mayBeTaken, why }: ShopReport): ShopReply {
  if (reply.is !== 'refused' || !isConflict(reply.why) || !mayBeTaken) return reply;
  return isConflict(why) ? { is: 'taken' } : { ...reply, is: 'later', afterMs: 0, mayBeTaken };
}
