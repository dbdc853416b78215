import type { ExtraOffer, Quote, Service, Unsold } from '../../shared/quote.ts';
import { flagIn, isFields, moneyIn, recordsIn, textIn } from './wire.ts';
import type { WireFields, WireValue } from './wire-value.ts';

/**
 * Returns the services of a quote, and the offers that cannot be bought as received. If two different offers share an id, it identifies
 * neither.
 */
export function readOffers(result: WireValue): Pick<Quote, 'services' | 'unsold'> {
  const list = isFields(result) && 'services' in result ? result['services'] : result;
  const unsold: Unsold[] = [];
  const byId = new Map<string, Map<string, Service | undefined>>();
  for (const record of recordsIn(list, ['service_id'])) {
    const service = readService(record);
    const serviceId = textIn(record, 'service_id');
    const alike = byId.get(serviceId) ?? new Map<string, Service | undefined>();
    byId.set(serviceId, alike);
    // An offer with an unreadable price may be the one that the service means by this id.
    alike.set(JSON.stringify(service ?? record), service);
    if (!service) unsold.push({ name: nameIn(record), because: serviceId ? 'price' : 'id' });
  }
  const services = [...byId.values()].flatMap((alike) => {
    const sold = [...alike.values()].filter((each) => each !== undefined);
    if (alike.size === 1) return sold;
    unsold.push(...sold.map(({ courierName, serviceName }) => ({ name: `${courierName} ${serviceName}`, because: 'id' as const })));
    return [];
  });
  return unsold.length > 0 ? { services, unsold } : { services };
}

const nameIn = (fields: WireFields): string =>
  [
    textIn(fields, 'courier_name') || textIn(fields, 'courier_keycode'),
    textIn(fields, 'service_name') || textIn(fields, 'service_keycode'),
  ].join(' ');

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
  flagIn(fields, extra) ? (moneyIn(fields, `${extra}_price`, currency) ?? 'price-unknown') : null;
