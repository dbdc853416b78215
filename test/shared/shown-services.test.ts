import { describe, expect, test } from 'vitest';
import type { Service } from '../../shared/quote.ts';
import { fewOf, usualService } from '../../shared/shown-services.ts';
import { anyService } from '../fakes/service.ts';

const noExtras = { co2: false, insurance: false };
const at = (name: string, minor: number, arrival: string, more: Partial<Service> = {}): Service => ({
  ...anyService,
  serviceId: name,
  serviceKey: name,
  arrival,
  total: { minor, currency: 'EUR' },
  ...more,
});
const [slow, mid, quick, dear] = [
  at('slow', 500, '2026-11-27 before 18:00'),
  at('mid', 700, '2026-11-26 before 18:00'),
  at('quick', 900, '2026-11-25 before 12:00'),
  at('dear', 950, '2026-11-25 before 12:00'),
];
const services = [dear, mid, quick, slow];
const shown = (change: Partial<Parameters<typeof fewOf>[0]> = {}) =>
  fewOf({ services, refused: [], chosen: 'slow', extras: noExtras, usual: undefined, wanted: [], ...change })?.map(
    ({ service, why }) => `${service.serviceId} ${why.join(' ')}`,
  );

describe('Few services', () => {
  test('are the cheapest, the fastest and the usual one', () => {
    expect(shown({ usual: { courierKey: 'hare', serviceKey: 'dear' } })).toEqual(['slow cheapest', 'quick fastest', 'dear usual']);
  });

  test('are filled up by price if one service has several reasons', () => {
    expect(shown({ usual: { courierKey: 'hare', serviceKey: 'slow' } })).toEqual([
      'slow cheapest usual',
      'quick fastest',
      'mid second-in-price',
    ]);
  });

  test('always have the selected one', () => {
    expect(shown({ services: [...services, at('last', 990, '2026-11-28')], chosen: 'last' })).toContain('last chosen');
  });

  test('have the one that the customer chose, with no reason twice', () => {
    expect(shown({ wanted: [dear], chosen: 'dear' })).toEqual(['slow cheapest', 'quick fastest', 'dear customer']);
    expect(shown({ wanted: [dear, mid], chosen: 'slow' })).toEqual(['slow cheapest', 'quick fastest', 'mid customer']);
    expect(shown({ wanted: [mid], refused: ['mid'] })).not.toContain('mid customer');
  });

  test('have no fastest one if all arrive at the same time', () => {
    const together = services.map((service) => ({ ...service, arrival: quick.arrival }));
    expect(shown({ services: together })).toEqual(['slow cheapest', 'mid second-in-price', 'quick third-in-price']);
  });

  test('have none that a rule refuses', () => {
    expect(shown({ refused: ['slow'], chosen: 'mid' })).toEqual(['mid cheapest', 'quick fastest', 'dear third-in-price']);
  });

  test('count the extras that are taken', () => {
    const withCo2 = services.map((service) => ({ ...service, co2: { minor: service === slow ? 900 : 1, currency: 'EUR' } }));
    expect(shown({ services: withCo2, chosen: 'mid', extras: { co2: true, insurance: false } })?.[0]).toBe('mid cheapest');
  });

  test('call none the fastest if an arrival is not known', () => {
    expect(shown({ services: [slow, mid, quick, at('open', 990, 'soon')] })).toEqual([
      'slow cheapest',
      'mid second-in-price',
      'quick third-in-price',
    ]);
  });

  test('are not chosen where prices cannot be compared', () => {
    expect(shown({ services: [slow, mid, quick, at('free', 0, '2026-11-25')] })).toBeUndefined();
    expect(
      shown({ services: [slow, mid, quick, at('dollar', 990, '2026-11-25', { total: { minor: 990, currency: 'USD' } })] }),
    ).toBeUndefined();
  });

  test('are all if there are no more than three', () => {
    expect(shown({ services: [slow, mid, quick] })).toBeUndefined();
  });
});

describe('The usual service', () => {
  const sent = (service: Service, country = 'DE', more: object = {}) =>
    ({ state: 'booked', service, order: { recipient: { country } }, ...more }) as unknown as Parameters<typeof usualService>[0][number];

  test('is the one that most parcels to the country went with', () => {
    expect(usualService([sent(slow), sent(mid), sent(mid)], 'DE')).toMatchObject({ serviceKey: 'mid' });
    expect(usualService([sent(mid, 'FR'), sent(mid, 'FR'), sent(slow)], 'DE')).toBeUndefined();
  });

  test('is none after one parcel, and counts only what was booked', () => {
    expect(usualService([sent(mid)], 'DE')).toBeUndefined();
    expect(usualService([sent(mid), sent(mid, 'DE', { state: 'released' })], 'DE')).toBeUndefined();
  });
});
