import type { Address } from '../../shared/address.ts';
import type { Extras } from '../../shared/booking.ts';
import type { Order } from '../../shared/order.ts';
import type { PaperFormat } from '../../shared/printer.ts';
import type { Service } from '../../shared/quote.ts';
import type { RawAnswer, ShipMeaning } from '../bench/ports/courier.ts';
import { addressInAscii } from './ascii.ts';
import { newUnpacking, readDocument, readLabelOf, unreadForm } from './encoded-paper.ts';
import { type Envelope, lookInto } from './envelope.ts';
import { notAnEnvelope, notBooked, numbersInPlace } from './not-booked.ts';
import { numbersNamed, recordWith } from './number-in-result.ts';
import { servicePointWire } from './service-points.ts';
import { readItems } from './track.ts';
import { flagWire } from './wire.ts';

export function shipWire(service: Service, extras: Extras, labelFormat: PaperFormat): Record<string, unknown> {
  return {
    service_id: service.serviceId,
    co2: flagWire(extras.co2),
    insurance: flagWire(extras.insurance),
    label_format: labelFormat,
    ...(extras.servicePoint && servicePointWire('d_sp_', extras.servicePoint)),
  };
}

/** Returns the recipient as shown on the label: the recipient's own address, or the name at the service point where the parcel waits. */
export function sentRecipient(order: Order, { servicePoint }: Extras): Address {
  const recipient = addressInAscii(order.recipient).address;
  if (!servicePoint) return recipient;
  const at = addressInAscii({
    ...order.recipient,
    company: servicePoint.name,
    street: servicePoint.street,
    houseNumber: '',
    street2: servicePoint.street2 ?? '',
    street3: servicePoint.street3 ?? '',
    postalCode: servicePoint.postalCode,
    city: servicePoint.city,
    province: servicePoint.province ?? '',
    country: servicePoint.country,
  }).address;
  // The name stays as it was sent with the quote, in the spelling for the recipient's own country.
  return { ...at, name: recipient.name };
}

/**
 * Interprets an answer to `ship`: exactly one order number at the place that the document gives is a booking, whatever else the answer
 * contains; errors in a whole envelope that brings nothing of a booking are a refusal; everything else is unknown. The HTTP status proves
 * nothing either way. Calls `seen` with the envelope.
 */
export function readShip(answer: RawAnswer, seen: (envelope: Envelope) => void = () => undefined): ShipMeaning {
  const { envelope, numbers: named } = lookInto(answer.body);
  if (!envelope) return { is: 'unknown', why: notAnEnvelope(answer, named, 'order') };
  seen(envelope);
  const [orderNo] = numbersNamed(envelope.result, 'order_no');
  const numbers = numbersInPlace(envelope, 'order');
  if (numbers.length > 1) return { is: 'unknown', why: { code: 'answer-several-orders', numbers: numbers.slice(0, 5) } };
  if (orderNo !== undefined) {
    const fields = recordWith(envelope.result, 'order_no');
    const unpacking = newUnpacking();
    const label = fields ? readLabelOf(fields, ['label'], unpacking) : null;
    return {
      is: 'booked',
      orderNo,
      consignmentNo: numbersNamed(fields ?? null, 'consignment_no')[0] ?? '',
      label,
      ...(!label && { unreadLabel: unreadForm(fields?.['label']) }),
      remarks: readDocument(fields?.['remarks'], unpacking),
      // The document names the items and does not describe them: uses the name that `track` has for the number.
      trackingNos: readItems(fields?.['items']).flatMap(({ trackingNo }) => trackingNo || []),
      warnings: envelope.messages,
    };
  }
  return notBooked(envelope, 'order');
}
