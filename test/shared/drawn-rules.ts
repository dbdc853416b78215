import fc from 'fast-check';
import type { Order } from '../../shared/order.ts';
import type { Condition, ShippingRule, Take } from '../../shared/shipping-rule.ts';
import { anOrder, service } from '../journal/samples.ts';
import type { Extra } from './rule-oracle.ts';
import { eur } from './some-rules.ts';

export const one = fc.constantFrom;
const word = one('1', '10', '2', '20', '3');
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    of: one('country' as const),
    isIn: fc.boolean(),
    countries: fc.uniqueArray(one('NL', 'DE', 'CH'), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ of: one('zone' as const), zone: one('domestic' as const, 'same-territory' as const, 'leaves-territory' as const) }),
  fc.record({ of: one('postal-code' as const), begins: fc.array(word, { minLength: 1, maxLength: 2 }) }),
  fc.record({ of: one('weight' as const), isOver: fc.boolean(), grams: one(500, 1000, 2000) }),
  fc.record({ of: one('longest-side' as const), isOver: fc.boolean(), cm: one(30, 60) }),
  fc.record({
    of: one('value' as const),
    isOver: fc.boolean(),
    money: fc.record({ minor: one(1000, 50_000), currency: one('EUR', 'EUR', 'CHF') }),
  }),
  fc.record({ of: one('sku' as const), begins: fc.array(one('BAT-', 'CUP-'), { minLength: 1, maxLength: 2 }) }),
  fc.record({ of: one('source' as const), begins: fc.array(one('shop', 'ERP'), { minLength: 1, maxLength: 2 }) }),
  fc.record({ of: one('recipient' as const), isCompany: fc.boolean() }),
  fc.record({ of: one('weekday' as const), days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }) }),
  fc.record({ of: one('date' as const), isFrom: fc.boolean(), day: one('2026-11-19', '2026-11-20', '2026-12-01') }),
  fc.record({ of: one('parcels' as const), isOver: fc.boolean(), count: one(1, 2) }),
);
const name = one('UPS', 'DHL', 'Express', 'standard', 'TNT');
const buys = fc.boolean();
const taking: fc.Arbitrary<Take> = fc.oneof(
  fc.constant<Take>({ is: 'ask' }),
  fc.record({ is: one('cheapest' as const), buys }),
  fc.record({ is: one('fastest' as const), buys }),
  fc.record({ is: one('within-days' as const), days: fc.integer({ min: 1, max: 3 }), buys }),
  fc.record({ is: one('by-day' as const), day: one('2026-11-23', '2026-11-24'), buys }),
  fc.record({ is: one('service' as const), name, buys }),
);
export const drawnRule: fc.Arbitrary<ShippingRule> = fc.record({
  isOn: one(true, true, true, false),
  conditions: fc.array(condition, { maxLength: 3 }),
  never: fc.oneof({ weight: 2, arbitrary: fc.constant<string[]>([]) }, fc.array(name, { maxLength: 2 })),
  atMost: fc.option(fc.record({ minor: one(700, 1000, 1500), currency: one('EUR', 'EUR', 'EUR', 'CHF') }), { freq: 3 }),
  isInsured: one(false, false, true),
  isCo2: one(false, false, true),
  sender: one(null, null, 'North', 'South', 'Gone'),
  printer: one(null, null, null, 'Small', 'Large'),
  servicePoint: one(null, null, null, null, null, 'nearest' as const, 'choose' as const, 'never' as const),
  take: fc.option(taking, { freq: 2 }),
});
const extra: fc.Arbitrary<Extra> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 200 }).map(eur) },
  fc.constant(null),
  fc.constant('price-unknown' as const),
);
export const drawnServices = fc
  .array(
    fc.record({
      courierName: one('UPS', 'DHL', 'GLS'),
      serviceName: one('Standard', 'Express'),
      total: fc.record({ minor: fc.integer({ min: 400, max: 1600 }), currency: one(...Array<string>(40).fill('EUR'), 'CHF') }),
      co2: extra,
      insurance: extra,
      destinationServicePoints: one(true, true, false),
      arrival: one('2026-11-23', '2026-11-23 before 12:00', '2026-11-24', '2026-11-25', '2026-11-25', 'soon'),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((drawn) =>
    drawn.map((each, index) => ({ ...service, ...each, serviceId: `s${index}`, courierKey: each.courierName.toLowerCase() })),
  );
export const drawnOrder = fc
  .record({
    country: one('NL', 'DE', 'CH'),
    postalCode: one('1000', '2050', '3000', '3100', ''),
    company: one('', 'Houtman BV'),
    source: one('shop.csv', 'erp.xlsx'),
    skus: fc.array(one('BAT-1', 'CUP-2', 'MUG-3', 'MUG-4', ''), { maxLength: 2 }),
    parcels: fc.array(
      fc.record({
        weightGrams: one(400, 800, 1500, 2500, null),
        lengthCm: one(20, 50, 80, null),
        value: fc.option(fc.record({ minor: one(900, 60_000), currency: one('EUR', 'EUR', 'CHF') }), { freq: 5 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ country, postalCode, company, source, skus, parcels }): Order => {
    const plain = anOrder('ORD-1', { country, postalCode, company });
    return {
      ...plain,
      source,
      lines: skus.map((sku) => ({ name: 'Thing', sku, quantity: 1, price: null })),
      parcels: plain.parcels.flatMap((parcel) => parcels.map((each) => ({ ...parcel, widthCm: 10, heightCm: 10, ...each }))),
    };
  });
