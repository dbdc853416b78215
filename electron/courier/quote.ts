import type { Address } from '../../shared/address.ts';
import { moneyDigits } from '../../shared/money.ts';
import type { Parcel } from '../../shared/order.ts';
import type { Service } from '../../shared/quote.ts';
import type { Shipment } from '../bench/ports.ts';
import { addressInAscii, toAscii } from './ascii.ts';
import type { WireFields, WireValue } from './json.ts';
import { flagIn, flagWire, given, isFields, kilogramsWire, moneyIn, recordsIn, textIn } from './wire.ts';

/** The shipment as `quote` is sent it. Throws where a parcel still lacks a fact: the bench asks for all of them before. */
export function shipmentWire({ sender, order }: Shipment): Record<string, unknown> {
  const text = (written: string): string => toAscii(written, sender.country).text;
  return {
    ...partyWire('o_', sender),
    ...partyWire('d_', order.recipient),
    type: 'Parcel',
    inco: 'DAP',
    return_service: flagWire(false),
    // The order key is the only thread from the service's side back to an order whose booking was never answered.
    ...given({ reference: text(order.reference || order.key), delivery_instructions: text(order.deliveryInstructions) }),
    items: order.parcels.map((parcel) => itemWire(parcel, text)),
  };
}

function partyWire(prefix: 'o_' | 'd_', written: Address): Record<string, string> {
  const { address } = addressInAscii(written);
  const mandatory = {
    name: address.name,
    phone: address.phone,
    street_1: address.street,
    street_no: address.houseNumber,
    city: address.city,
    country: address.country,
  };
  const optional = given({
    company: address.company,
    email: address.email,
    street_2: address.street2,
    street_3: address.street3,
    postal: address.postalCode,
    province: address.province,
    eori: address.eori,
  });
  return Object.fromEntries(Object.entries({ ...mandatory, ...optional }).map(([name, value]) => [prefix + name, value]));
}

function itemWire(parcel: Parcel, text: (written: string) => string): Record<string, string> {
  const { value, weightGrams, lengthCm, widthCm, heightCm } = parcel;
  if (value === null || weightGrams === null || lengthCm === null || widthCm === null || heightCm === null)
    throw new Error('A parcel without value, weight or size was about to be quoted');
  return {
    contents: text(parcel.contents),
    value: moneyDigits(value),
    value_currency: value.currency,
    weight: kilogramsWire(weightGrams),
    length: String(lengthCm),
    width: String(widthCm),
    height: String(heightCm),
    ...given({ hs_code: text(parcel.hsCode) }),
  };
}

/** The services of a quote. One without an id or a readable price cannot be bought and is left out. */
export function readServices(result: WireValue): readonly Service[] {
  const list = isFields(result) && 'services' in result ? result['services'] : result;
  return recordsIn(list, ['service_id']).flatMap((record) => readService(record) ?? []);
}

function readService(fields: WireFields): Service | undefined {
  const serviceId = textIn(fields, 'service_id');
  const currency = textIn(fields, 'currency').toUpperCase();
  const total = moneyIn(fields, 'total_price', currency);
  if (!serviceId || !total || total.minor < 0) return undefined;
  return {
    serviceId,
    courierKey: textIn(fields, 'courier_keycode'),
    courierName: textIn(fields, 'courier_name') || textIn(fields, 'courier_keycode'),
    serviceKey: textIn(fields, 'service_keycode'),
    serviceName: textIn(fields, 'service_name') || textIn(fields, 'service_keycode'),
    collection: textIn(fields, 'etc'),
    arrival: textIn(fields, 'eta'),
    originServicePoints: flagIn(fields, 'origin_service_points'),
    destinationServicePoints: flagIn(fields, 'destination_service_points'),
    co2: flagIn(fields, 'co2') ? (moneyIn(fields, 'co2_price', currency) ?? null) : null,
    insurance: flagIn(fields, 'insurance') ? (moneyIn(fields, 'insurance_price', currency) ?? null) : null,
    subTotal: moneyIn(fields, 'sub_total', currency) ?? null,
    vat: moneyIn(fields, 'vat_total', currency) ?? null,
    total,
  };
}
