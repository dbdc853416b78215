import type { FieldReader } from './field-reader.ts';
import { type ServicePointWire, servicePointAddress } from './service-points.ts';
import type { ServicePointAddress } from './shipment.ts';

/**
 * Reads the service point of a `ship` (`d_sp_`) or a `pickup` (`o_sp_`). With a key code, each line that was sent replaces the known one;
 * without a key code, the whole address is required.
 */
export function readServicePoint(
  reader: FieldReader,
  prefix: 'd_sp_' | 'o_sp_',
  points: readonly ServicePointWire[],
): ServicePointAddress | undefined {
  const at = (name: string): string => reader.text(prefix + name);
  const sent: ServicePointAddress = {
    keycode: at('keycode'),
    name: at('name'),
    street: at('street_1'),
    moreLines: [at('street_2'), at('street_3')].filter((line) => line !== ''),
    postal: at('postal'),
    city: at('city'),
    province: at('province'),
    country: reader.country(`${prefix}country`, 'optional'),
  };
  if (Object.values(sent).every((value) => value.length === 0)) return undefined;
  if (sent.keycode === '') {
    if (sent.name !== '' && sent.street !== '' && sent.city !== '' && sent.country !== '') return sent;
    reader.complain(`${prefix}keycode`, 'is needed, or the whole address of the service point');
    return undefined;
  }
  const point = points.find((candidate) => candidate.keycode === sent.keycode);
  if (!point) {
    reader.complain(
      `${prefix}keycode`,
      points.length === 0
        ? `"${sent.keycode}": this service does not work with service points`
        : `"${sent.keycode}" is not a service point of this service`,
    );
    return undefined;
  }
  const known = servicePointAddress(point);
  return {
    ...sent,
    name: sent.name || known.name,
    street: sent.street || known.street,
    postal: sent.postal || known.postal,
    city: sent.city || known.city,
    country: sent.country || known.country,
  };
}
