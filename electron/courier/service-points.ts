import { type ServicePoint, type Weekday, weekdays } from '../../shared/service-point.ts';
import { toAscii } from './ascii.ts';
import { given, isFields, recordsIn, textIn, textOf } from './wire.ts';
import type { WireFields, WireValue } from './wire-value.ts';

export type ServicePointsAsk =
  | { readonly type: 'destination'; readonly serviceId: string }
  | { readonly type: 'origin'; readonly orderNo: string };

export const servicePointsWire = (ask: ServicePointsAsk): Record<string, unknown> =>
  ask.type === 'origin' ? { type: 'origin', order_no: ask.orderNo } : { type: 'destination', service_id: ask.serviceId };

/**
 * Builds the fields of a chosen service point for `ship` (`d_sp_`) and `pickup` (`o_sp_`). Repeats its key as received; leaves out a name
 * whose spelling would be a guess, because the key identifies the point.
 */
export function servicePointWire(prefix: 'd_sp_' | 'o_sp_', point: ServicePoint): Record<string, string> {
  const text = (written = ''): string => {
    const { text: spelt, doubtful } = toAscii(written, point.country);
    return doubtful ? '' : spelt;
  };
  const fields = given({
    name: text(point.name),
    keycode: point.keycode,
    street_1: text(point.street),
    street_2: text(point.street2),
    street_3: text(point.street3),
    postal: text(point.postalCode),
    city: text(point.city),
    province: text(point.province),
    country: text(point.country),
  });
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [prefix + name, value]));
}

/**
 * Returns service points in the order of the service. Leaves out a point without a key, because it cannot be chosen, and different points
 * with one key: the service would not know which of them was meant.
 */
export function readServicePoints(result: WireValue): readonly ServicePoint[] {
  const list = isFields(result) && 'service_points' in result ? result['service_points'] : result;
  const points = recordsIn(list, ['keycode']).flatMap((record) => readServicePoint(record) ?? []);
  const byKey = Map.groupBy(points, ({ keycode }) => keycode);
  return [...byKey.values()].flatMap(([first, ...more]) => (first && more.every((each) => isSamePoint(each, first)) ? [first] : []));
}

/** A service may list one point again for another service of the courier, with another distance. */
const isSamePoint = (one: ServicePoint, other: ServicePoint): boolean =>
  one.street === other.street && one.postalCode === other.postalCode && one.city === other.city && one.country === other.country;

function readServicePoint(fields: WireFields): ServicePoint | undefined {
  const keycode = textIn(fields, 'keycode');
  const distance = Number(textIn(fields, 'distance') || 'NaN');
  if (!/^[ -~]+$/.test(keycode)) return undefined;
  return {
    keycode,
    name: textIn(fields, 'name') || keycode,
    street: textIn(fields, 'street_1'),
    ...given({ street2: textIn(fields, 'street_2'), street3: textIn(fields, 'street_3'), province: textIn(fields, 'province') }),
    postalCode: textIn(fields, 'postal'),
    city: textIn(fields, 'city'),
    country: textIn(fields, 'country').toUpperCase(),
    hours: readHours(fields['business_hours']),
    ...given({ latitude: textIn(fields, 'lat'), longitude: textIn(fields, 'lng') }),
    distanceKm: Number.isFinite(distance) && distance >= 0 ? distance : null,
  };
}

/** A day is one text, a list of texts, or an empty list (or an empty text) if the point is closed. Returns nothing if no day is named. */
function readHours(value: WireValue | undefined): Partial<Record<Weekday, string[]>> {
  const days = isFields(value) ? value : {};
  const named = new Map(Object.entries(days).map(([name, hours]) => [name.toLowerCase(), hours]));
  const textsOf = (hours: WireValue | undefined): string[] =>
    (Array.isArray(hours) ? (hours as readonly WireValue[]) : [hours]).map((each) => textOf(each)).filter((each) => each !== '');
  if (!weekdays.some((day) => named.has(day.toLowerCase()))) return {};
  return Object.fromEntries(weekdays.map((day) => [day, textsOf(named.get(day.toLowerCase()))])) as Record<Weekday, string[]>;
}
