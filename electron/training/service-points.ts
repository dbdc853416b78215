import { seededDigits, seededNumber } from './seeded.ts';
import type { ServicePointAddress } from './shipment.ts';

/** A record of `service_points`, with the service's own field names. */
export interface ServicePointWire {
  readonly keycode: string;
  readonly name: string;
  readonly street_1: string;
  readonly postal: string;
  readonly city: string;
  readonly country: string;
  readonly lat: string;
  readonly lng: string;
  readonly business_hours: Readonly<Record<string, string | readonly never[]>>;
  readonly distance: number;
}

const shops = [
  'Kiosk am Markt',
  'Bookshop Central',
  'Station Parcel Corner',
  'Corner Grocery',
  'Copy & Print',
  'Flower Shop Iris',
  'Tabac du Pont',
];
const streets = ['Market Street', 'Station Road', 'Church Lane', 'Mill Street', 'Bridge Street', 'Long Street', 'Harbour Road'];
const weekday = ['09.00-18.00', '08.30-19.00', '07.00-20.00', '10.00-18.30'];
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const middles: Readonly<Record<string, readonly [number, number]>> = {
  NL: [52.1, 5.3],
  DE: [51.2, 10.4],
  BE: [50.6, 4.7],
  FR: [47.0, 2.5],
  AT: [47.6, 14.1],
  PL: [52.1, 19.4],
  CZ: [49.8, 15.5],
  ES: [40.2, -3.6],
  IT: [42.8, 12.1],
  SE: [59.8, 15.4],
  IE: [53.2, -8.1],
};

/** Five points near an address, nearest first; always the same for the same courier and address. */
export function servicePointsNear(
  courierKeycode: string,
  place: { readonly postal: string; readonly city: string; readonly country: string },
): readonly ServicePointWire[] {
  const seed = `${courierKeycode}|${place.country}|${place.postal}|${place.city}`;
  const [lat, lng] = middles[place.country] ?? [50, 8];
  let distance = 0;
  return [0, 1, 2, 3, 4].map((index) => {
    distance += (2 + seededNumber(seed, `step ${index}`, 14)) / 10;
    const open = weekday[seededNumber(seed, `hours ${index}`, weekday.length)] ?? '09.00-18.00';
    const saturday = index === 3 ? [] : '09.00-16.00';
    const sunday = index === 2 ? '11.00-15.00' : [];
    const shop = shops[(seededNumber(seed, 'shop', shops.length) + index) % shops.length] ?? 'Parcel shop';
    const street = streets[(seededNumber(seed, 'street', streets.length) + index * 2) % streets.length] ?? 'Main Street';
    return {
      keycode: `${courierKeycode.toUpperCase()}-${place.country}-${seededDigits(seed, `key ${index}`, 6)}`,
      name: shop,
      street_1: `${street} ${1 + seededNumber(seed, `no ${index}`, 120)}`,
      postal: place.postal,
      city: place.city,
      country: place.country,
      lat: (lat + seededNumber(seed, `lat ${index}`, 9000) / 1e5).toFixed(6),
      lng: (lng + seededNumber(seed, `lng ${index}`, 9000) / 1e5).toFixed(6),
      business_hours: Object.fromEntries(days.map((day, at) => [day, at === 5 ? saturday : at === 6 ? sunday : open])),
      distance: Math.round(distance * 10) / 10,
    };
  });
}

export function servicePointAddress(point: ServicePointWire): ServicePointAddress {
  return {
    keycode: point.keycode,
    name: point.name,
    street: point.street_1,
    moreLines: [],
    postal: point.postal,
    city: point.city,
    province: '',
    country: point.country,
  };
}
