import { type Address, emptyAddress } from '../../shared/address.ts';
import { type Order, orderSchema } from '../../shared/order.ts';
import type { Quote, Service } from '../../shared/quote.ts';
import type { ServicePoint } from '../../shared/service-point.ts';

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const recipient: Address = {
  ...emptyAddress,
  name: 'Liv Canarysdottir',
  company: 'Kaffi Norðurljós',
  street: 'Laugavegur',
  houseNumber: '12b',
  postalCode: '101',
  city: 'Reykjavík',
  country: 'IS',
  phone: '+3545551234',
};
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
export const quote: Quote = { id: 'q1', askedAt: '2026-11-21T09:00:00.000Z', services: [service], said: [] };
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
