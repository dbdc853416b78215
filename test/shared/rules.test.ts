import { expect, test } from 'vitest';
import { factsOf } from '../../shared/order-facts.ts';
import type { Service } from '../../shared/quote.ts';
import { choose, rulesWant } from '../../shared/rules.ts';
import { type Condition, noShippingRules, type RulesInForce, type ShippingRule, type Take, withRules } from '../../shared/shipping-rule.ts';
import { anOrder, sender } from '../journal/samples.ts';
import { buyCheapest, eur, inForce, offer, rule, three, today } from './some-rules.ts';

const chosen = (list: readonly ShippingRule[], order = anOrder('ORD-1'), services = three, last: RulesInForce['last'] = 'ask') => {
  const choice = choose(services, inForce(list, last), factsOf(order, sender, today));
  if (!choice) throw new Error('nothing was offered');
  return { ...choice, by: choice.by?.no ?? null, doubt: choice.doubt && [choice.doubt.by.no, choice.doubt.fact] };
};

test('without rules the last one decides as before, and is not named', () => {
  expect(chosen([])).toMatchObject({ serviceId: 'b', why: 'cheapest', by: null, doubt: null, nevers: [], decidesAlone: false });
  expect(chosen([], undefined, three, 'cheapest')).toMatchObject({ serviceId: 'b', decidesAlone: true });
  expect(chosen([], undefined, three.slice(0, 1), 'cheapest')).toMatchObject({ serviceId: 'a', why: 'only-one', decidesAlone: true });
  const two = [offer('a', 'UPS', 900), offer('b', 'DHL', 7, { total: { minor: 7, currency: 'CHF' } })];
  expect(chosen([], undefined, two, 'cheapest')).toMatchObject({ serviceId: 'a', why: 'first', decidesAlone: false });
  expect(choose([], inForce([]), factsOf(anOrder('ORD-1'), sender, today))).toBeUndefined();
});

test('a limit goes on to the next rule, and the rule that takes is named', () => {
  const list = [rule({ never: ['dhl'] }), rule({ conditions: [{ of: 'country', isIn: true, countries: ['IS'] }], take: buyCheapest })];
  expect(chosen(list)).toMatchObject({
    serviceId: 'c',
    by: 2,
    decidesAlone: true,
    nevers: [{ serviceId: 'b', by: { no: 1, version: 7 } }],
  });
  expect(chosen(list, anOrder('ORD-1', { country: 'DE' }))).toMatchObject({ serviceId: 'c', by: 3, decidesAlone: false });
  expect(chosen(list.map((each) => ({ ...each, isOn: false })))).toMatchObject({ serviceId: 'b', by: null });
});

test('a price above the limit is never chosen, including extras, and if nothing fits nothing is selected', () => {
  const upTo = (minor: number, more: Partial<ShippingRule> = {}) => chosen([rule({ atMost: eur(minor), take: buyCheapest, ...more })]);
  expect(upTo(700)).toMatchObject({ serviceId: 'b', decidesAlone: true, fitting: ['b'] });
  expect(upTo(719, { isCo2: true })).toMatchObject({ serviceId: '', why: 'none', by: 1, decidesAlone: false });
  expect(upTo(720, { isCo2: true })).toMatchObject({ serviceId: 'b', extras: { co2: true, insurance: false } });
  expect(upTo(869, { isCo2: true, isInsured: true })).toMatchObject({ serviceId: '' });
  const inFrancs = chosen([rule({ atMost: { minor: 9900, currency: 'CHF' }, take: buyCheapest })]);
  expect(inFrancs).toMatchObject({ serviceId: '', doubt: [1, 'price-currency'], decidesAlone: false });
});

test('an unknown fact makes the rule ask by name, and blocks services that it may forbid', () => {
  const batteries = rule({ conditions: [{ of: 'sku', begins: ['BAT-'] }], never: ['DHL'] });
  expect(chosen([batteries, rule({ take: buyCheapest })])).toMatchObject({
    serviceId: 'c',
    doubt: [1, 'sku'],
    by: 1,
    nevers: [],
    decidesAlone: false,
  });
  const line = { name: 'Cup', sku: 'bat-7', quantity: 1, price: null };
  const withBattery = { ...anOrder('ORD-1'), lines: [line] };
  expect(chosen([batteries, rule({ take: buyCheapest })], withBattery)).toMatchObject({ serviceId: 'c', by: 2, doubt: null });
  const elsewhere: Condition = { of: 'country', isIn: true, countries: ['NL'] };
  expect(chosen([rule({ ...batteries, conditions: [...batteries.conditions, elsewhere] })])).toMatchObject({ doubt: null, by: 2 });
});

test('the fastest, the one in time and the one by name are the cheapest of those, and an unreadable arrival asks', () => {
  const services = [
    offer('a', 'UPS', 900, { arrival: '2026-11-23 before 10:30' }),
    offer('b', 'DHL', 700, { arrival: '2026-11-25' }),
    offer('c', 'UPS', 800, { arrival: '2026-11-23 before 18:00' }),
  ];
  const take = (how: Take, offered: readonly Service[] = services) => chosen([rule({ take: how })], undefined, [...offered]);
  expect(take({ is: 'fastest', buys: true })).toMatchObject({ serviceId: 'a', why: 'fastest', decidesAlone: true });
  // Friday; one working day later is Monday.
  expect(take({ is: 'within-days', days: 1, buys: true })).toMatchObject({ serviceId: 'c', why: 'in-time', decidesAlone: true });
  expect(take({ is: 'by-day', day: '2026-11-25', buys: false })).toMatchObject({ serviceId: 'b', decidesAlone: false });
  expect(take({ is: 'by-day', day: '2026-11-21', buys: true })).toMatchObject({ serviceId: '', why: 'none' });
  expect(take({ is: 'service', name: 'ups', buys: true })).toMatchObject({ serviceId: 'c', why: 'named', decidesAlone: true });
  expect(take({ is: 'service', name: 'TNT', buys: true })).toMatchObject({ serviceId: '', why: 'none' });
  const vague = [...services, offer('d', 'DPD', 950, { arrival: 'in two days' })];
  expect(take({ is: 'fastest', buys: true }, vague)).toMatchObject({ serviceId: 'a', doubt: [1, 'arrival'], decidesAlone: false });
});

test('asks if a parcel must be insured and cannot be', () => {
  const precious = { ...anOrder('ORD-1') };
  const [parcel] = precious.parcels;
  if (!parcel) throw new Error('no parcel');
  const dear = { ...precious, parcels: [{ ...parcel, value: eur(900_000_000) }] };
  expect(chosen([rule({ isInsured: true, take: buyCheapest })], dear)).toMatchObject({ doubt: [1, 'insurance'], decidesAlone: false });
  const bare = three.map((each) => (each.serviceId === 'c' ? each : { ...each, insurance: null }));
  expect(chosen([rule({ isInsured: true, take: buyCheapest })], undefined, bare)).toMatchObject({ serviceId: 'c', decidesAlone: true });
});

test('a rule asks for the items up to the rule that takes, and a missing fact is no way round it', () => {
  const wanted = (list: readonly ShippingRule[], order = anOrder('ORD-1')) =>
    rulesWant('checksItems', inForce(list), factsOf(order, sender, today));
  const toIceland: Condition = { of: 'country', isIn: true, countries: ['IS'] };
  const heavy: Condition = { of: 'weight', isOver: true, grams: 5000 };
  const unweighed = { ...anOrder('ORD-1'), parcels: anOrder('ORD-1').parcels.map((parcel) => ({ ...parcel, weightGrams: null })) };
  expect(wanted([])).toBe(false);
  expect(wanted([rule({ checksItems: true })])).toBe(true);
  expect(wanted([rule({ checksItems: true, isOn: false })])).toBe(false);
  expect(wanted([rule({ checksItems: true, conditions: [toIceland] })], anOrder('ORD-1', { country: 'DE' }))).toBe(false);
  expect(wanted([rule({ take: buyCheapest }), rule({ checksItems: true })])).toBe(false);
  expect(wanted([rule({ take: buyCheapest, checksItems: true })])).toBe(true);
  expect(wanted([rule({ checksItems: true, conditions: [heavy] })], unweighed)).toBe('maybe');
  expect(wanted([rule({ take: buyCheapest, conditions: [heavy] }), rule({ checksItems: true })], unweighed)).toBe(true);
});

test('each saved version is kept, equal rules add none, and old versions are dropped', () => {
  const first = withRules(noShippingRules, 'ask', { list: [rule({ take: buyCheapest })], last: 'ask' }, '2026-11-20T10:00:00.000Z');
  expect(first).toMatchObject({ version: 2, list: [{}], older: [{ version: 1, list: [], last: 'ask', savedAt: null }] });
  expect(withRules(first, 'ask', { list: first.list, last: 'ask' }, '')).toBe(first);
  let many = first;
  for (let days = 1; days <= 60; days += 1)
    many = withRules(
      many,
      'ask',
      { list: [rule({ take: { is: 'within-days', days, buys: true } })], last: 'ask' },
      '2026-11-20T10:00:00.000Z',
    );
  expect([many.version, many.older.length, many.older[0]?.version]).toEqual([62, 50, 61]);
});

test('the service that the customer chose is selected if a person decides, and no rule is against it', () => {
  const of = (shippingMethod: string) => ({ ...anOrder('ORD-1'), shippingMethod });
  const services = [...three, offer('d', 'GLS', 950, { serviceName: 'Express' })];
  const selected = (method: string, list: readonly ShippingRule[] = [], last: RulesInForce['last'] = 'ask') => {
    const { serviceId, why } = chosen(list, of(method), services, last);
    return `${serviceId} ${why}`;
  };
  expect(selected('GLS')).toBe('c customer');
  expect(selected('gls Express')).toBe('d customer');
  expect(selected('GLS to your door')).toBe('c customer');
  expect(selected('Standard')).toBe('b cheapest');
  expect(selected('bpost')).toBe('b cheapest');
  expect(selected('Eagles')).toBe('b cheapest');
  expect(selected('GLS', [rule({ never: ['gls'] })])).toBe('b cheapest');
  expect(selected('GLS', [rule({ take: { is: 'cheapest', buys: false } })])).toBe('b cheapest');
  expect(selected('GLS', [], 'cheapest')).toBe('b cheapest');
  expect(chosen([], of('GLS'), services)).toMatchObject({ by: null, decidesAlone: false });
});
