import type { Journal } from '../../electron/bench/ports/journal.ts';
import { type Address } from '../../shared/address.ts';
import type { Booking, BookingState } from '../../shared/booking.ts';
import { type Order, orderSchema } from '../../shared/order.ts';
import type { Quote, Service } from '../../shared/quote.ts';
import type { ServicePoint } from '../../shared/service-point.ts';
import { addressOf } from '../fixtures/address.ts';

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const recipient = addressOf('Liv Canarysdottir | Kaffi Norðurljós | Laugavegur | 12b | 101 | Reykjavík | IS', {
  phone: '+3545551234',
});
export const sender: Address = { ...recipient, name: 'Sendercanary BV', city: 'Utrecht', country: 'NL' };

export const anOrder = (key: string, change: Partial<Address> = {}): Order =>
  orderSchema.parse({
    key,
    source: 'orders.csv',
    reference: `ref ${key}`,
    recipient: { ...recipient, ...change },
    lines: [],
    parcels: [
      {
        boxName: 'M',
        lengthCm: 40,
        widthCm: 30,
        heightCm: 20,
        weightGrams: 1200,
        contents: 'coffee',
        value: { minor: 4500, currency: 'EUR' },
        hsCode: '',
      },
    ],
    noteForPacker: '',
    deliveryInstructions: '',
  });

export const service: Service = {
  serviceId: '900719925474099312345',
  courierKey: 'dhl',
  courierName: 'DHL',
  serviceKey: 'dhl_parcel',
  serviceName: 'Parcel Connect',
  collection: '2026-11-24 before 18:00',
  arrival: '2026-11-26',
  originServicePoints: false,
  destinationServicePoints: true,
  co2: null,
  insurance: { minor: 150, currency: 'EUR' },
  subTotal: null,
  vat: null,
  total: { minor: 845, currency: 'EUR' },
};
export const quote: Quote = { id: 'q1', askedAt: '2026-11-21T09:00:00.000Z', services: [service], messages: [] };
export const extras = { co2: false, insurance: true, servicePoint: null };
export const label = { format: 'ZPL', bytes: bytes('^XA^FDLiv Canarysdottir^FS^XZ') } as const;
export const answer = { status: 200, contentType: 'application/json', body: bytes('{"result":{"order_no":"4711"}}') };

export const aPoint: ServicePoint = {
  keycode: 'NL-5211-3',
  name: 'Tabakswinkel De Markt',
  street: 'Markt 41',
  postalCode: '5211 JK',
  city: 'Den Bosch',
  country: 'NL',
  hours: { Monday: ['09.00-18.00'], Tuesday: [], Wednesday: [], Thursday: [], Friday: [], Saturday: [], Sunday: [] },
  distanceKm: 0.9,
};

export const steps: Partial<Record<BookingState, (journal: Journal, id: string) => void>> = {
  quoted: (journal, id) => journal.writeQuote(id, anOrder('ORD-1'), quote),
  intent: (journal, id) =>
    journal.writeIntent(id, { order: anOrder('ORD-1'), sender, service, extras, request: bytes('{"action":"ship"}') }),
  sending: (journal, id) => void journal.takeForSending(id),
  answered: (journal, id) => journal.writeAnswer(id, answer),
  booked: (journal, id) => journal.writeBooked(id, booked('4711 0815')),
  rejected: (journal, id) => journal.writeRejected(id, ['no such postal code']),
  unknown: (journal, id) => journal.writeUnknown(id, 'no answer'),
  released: (journal, id) => journal.release(id, 'not in the account', 'Ana'),
};

export const booked = (orderNo: string) => ({
  orderNo,
  consignmentNo: `con ${orderNo}`,
  label,
  remarks: null,
  trackingNos: [`trk ${orderNo}`],
  warnings: ['late'],
  adoptedBy: null,
});

export const roads: Record<BookingState, readonly BookingState[]> = {
  draft: [],
  quoted: ['quoted'],
  intent: ['quoted', 'intent'],
  sending: ['quoted', 'intent', 'sending'],
  answered: ['quoted', 'intent', 'sending', 'answered'],
  booked: ['quoted', 'intent', 'sending', 'answered', 'booked'],
  rejected: ['quoted', 'intent', 'sending', 'answered', 'rejected'],
  unknown: ['quoted', 'intent', 'sending', 'unknown'],
  released: ['quoted', 'intent', 'sending', 'unknown', 'released'],
};

/** Brings a booking of ORD-1 (or of the given draft) to this state. */
export function bringTo(journal: Journal, state: BookingState, draft: Booking = journal.draft(anOrder('ORD-1'), 'Ana')): string {
  for (const step of roads[state]) steps[step]?.(journal, draft.id);
  return draft.id;
}
