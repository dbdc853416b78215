import type { ExtraOffer, Service } from '../../shared/quote.ts';
import { flagIn, isFields, moneyIn, recordsIn, textIn } from './wire.ts';
import type { WireFields, WireValue } from './wire-value.ts';

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
    co2: offerIn(fields, 'co2', currency),
    insurance: offerIn(fields, 'insurance', currency),
    subTotal: moneyIn(fields, 'sub_total', currency) ?? null,
    vat: moneyIn(fields, 'vat_total', currency) ?? null,
    total,
    ...('po_box' in fields && { toBoxes: flagIn(fields, 'po_box') }),
  };
}

const offerIn = (fields: WireFields, extra: 'co2' | 'insurance', currency: string): ExtraOffer =>
  flagIn(fields, extra) ? (moneyIn(fields, `${extra}_price`, currency) ?? 'not-said') : null;
