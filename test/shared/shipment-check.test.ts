import { expect, test } from 'vitest';
import { type Address } from '../../shared/address.ts';
import { noExtras } from '../../shared/booking.ts';
import { emptyProduct } from '../../shared/customs.ts';
import { emptyOrder, emptyParcel, type Order, orderSchema, type Parcel } from '../../shared/order.ts';
import { extrasProblems, isDay, shipmentProblems } from '../../shared/shipment-check.ts';
import { addressOf } from '../fixtures/address.ts';

const today = '2026-11-23';
const sender = addressOf('Houtman Keramiek | | Veemarktkade | 8 | 5222 AE | Den Bosch | NL', {
  phone: '+31 73 5550188',
  eori: 'NL123456789',
});
const parcel: Parcel = {
  ...emptyParcel,
  lengthCm: 40,
  widthCm: 30,
  heightCm: 20,
  weightGrams: 2350,
  contents: 'Ceramics',
  value: { minor: 6490, currency: 'EUR' },
};
const order = (recipient: Partial<Address>, change: Partial<Order> = {}): Order =>
  orderSchema.parse({
    ...emptyOrder,
    key: 'A-1',
    source: 'test',
    recipient: { ...sender, country: 'DE', postalCode: '10435', city: 'Berlin', eori: '', ...recipient },
    parcels: [parcel],
    ...change,
  });
const found = (shipment: Order, from = sender) => shipmentProblems({ sender: from, order: shipment }, today);
const stops = (shipment: Order, from = sender) => found(shipment, from).filter((problem) => problem.stops);

test('finds nothing wrong with an ordinary shipment', () => {
  expect(found(order({}))).toEqual([]);
});

test.each(['name', 'street', 'houseNumber', 'city', 'phone', 'country', 'postalCode'] as const)(
  'stops without the %s of either side',
  (field) => {
    expect(stops(order({ [field]: ' ' }))).toMatchObject([{ part: 'recipient', field }]);
    expect(stops(order({}), { ...sender, [field]: '' })[0]).toMatchObject({ part: 'sender', field });
  },
);

test.each([
  ['IE', '', 'may'],
  ['IE', 'D02 AF30', 'fine'],
  ['HK', '', 'fine'],
  ['AE', '', 'fine'],
  ['BR', '', 'must'],
  ['DE', '1043', 'may'],
  ['NL', '1019ab', 'fine'],
  ['GB', 'LL57 2UP', 'fine'],
  ['GB', '12345', 'may'],
])('a postal code of %s: %j is judged as %s', (country, postalCode, judged) => {
  const problems = found(order({ country, postalCode }, { parcels: [{ ...parcel, hsCode: '691200' }] })).filter(
    (problem) => problem.field === 'postalCode',
  );
  expect(problems.map((problem) => (problem.stops ? 'must' : 'may'))).toEqual(judged === 'fine' ? [] : [judged]);
});

test.each([
  ['US', 'NY', true],
  ['US', 'ny', true],
  ['US', 'PR', true],
  ['US', 'AE', true],
  ['US', 'ZZ', false],
  ['US', 'New York', false],
  ['CA', 'QC', true],
  ['CA', 'NY', false],
  ['CA', '', false],
])('the official province of %s: %j is taken: %s', (country, province, taken) => {
  const problems = stops(order({ country, province, postalCode: '10001' }, { parcels: [{ ...parcel, hsCode: '691200' }] }));
  expect(problems.map((problem) => problem.field)).toEqual(taken ? [] : ['province']);
});

test('asks for the HS code only if the parcel leaves its customs territory, and takes it from the products', () => {
  expect(stops(order({ country: 'CH', postalCode: '8001' }))).toMatchObject([{ part: 'parcel', index: 0, field: 'hsCode' }]);
  expect(stops(order({ country: 'ES', postalCode: '35001' }))).toMatchObject([{ field: 'hsCode' }]);
  expect(stops(order({ country: 'ES', postalCode: '28001' }))).toEqual([]);
  const product = {
    ...emptyProduct,
    code: 'B',
    description: 'Bowl',
    originCountry: 'NL',
    weightGrams: 10,
    value: { minor: 1, currency: 'EUR' },
    hsCode: '691200',
  };
  expect(stops(order({ country: 'CH', postalCode: '8001' }, { parcels: [{ ...parcel, products: [product] }] }))).toEqual([]);
  expect(
    stops(order({}, { parcels: [{ ...parcel, products: [emptyProduct] }] }))
      .map((problem) => problem.field)
      .sort(),
  ).toEqual(['code', 'description', 'hsCode', 'originCountry', 'value', 'weightGrams']);
  expect(
    found(order({ country: 'CH', postalCode: '8001' }, { parcels: [{ ...parcel, hsCode: '691200' }] }), { ...sender, eori: '' }),
  ).toMatchObject([{ part: 'sender', field: 'eori', stops: false }]);
});

test('checks third parties as it checks the recipient', () => {
  const shipment = order({}, { thirdParties: [{ type: 'Broker', address: { ...sender, country: 'US', postalCode: '10001', phone: '' } }] });
  expect(stops(shipment)).toMatchObject([
    { part: 'third-party', index: 0, field: 'phone', why: { code: 'address-fact-missing', fact: 'phone', of: 'Broker' } },
    { part: 'third-party', index: 0, field: 'province' },
  ]);
});

test('accepts costs only in the currency of the goods, because the service takes bare numbers', () => {
  const costs = {
    transport: { minor: 500, currency: 'USD' },
    insurance: null,
    other: { minor: 5, currency: 'EUR' },
    exportDeclaration: '',
  };
  expect(stops(order({}, { customsCosts: costs }))).toMatchObject([{ part: 'customs-costs', field: 'transport' }]);
});

test.each([
  ['2026-11-23', true],
  ['2026-11-22', false],
  ['2026-02-30', false],
  ['24.11.2026', false],
])('a preferred date %s is taken: %s', (preferredDate, taken) => {
  expect(stops(order({}, { preferredDate })).length === 0).toBe(taken);
});

test('insures up to 100,000 EUR and only warns about other currencies', () => {
  const worth = (minor: number, currency: string) => order({}, { parcels: [{ ...parcel, value: { minor, currency } }] });
  const insured = { ...noExtras, insurance: true };
  expect(extrasProblems(worth(100_000_00, 'EUR'), insured)).toEqual([]);
  expect(extrasProblems(worth(100_000_01, 'EUR'), insured)).toMatchObject([{ stops: true }]);
  expect(extrasProblems(worth(100_000_01, 'EUR'), noExtras)).toEqual([]);
  expect(extrasProblems(worth(900_000_00, 'USD'), insured)).toMatchObject([{ stops: false }]);
});

test('only days of the calendar are valid', () => {
  expect(isDay('2028-02-29') && !isDay('2026-02-29')).toBe(true);
});
