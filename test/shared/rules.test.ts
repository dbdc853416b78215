import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readArrival, weekdayOf, workingDaysAfter } from '../../shared/arrival.ts';
import { labelPrinterOf } from '../../shared/label-printer-of.ts';
import { neverHolds } from '../../shared/never-holds.ts';
import type { Order } from '../../shared/order.ts';
import { factsOf } from '../../shared/order-facts.ts';
import type { Service } from '../../shared/quote.ts';
import { choose, mayDecideAlone } from '../../shared/rules.ts';
import { type Sender, senderAt } from '../../shared/sender.ts';
import { senderOf } from '../../shared/sender-of.ts';
import {
  type Condition,
  emptyRule,
  noShippingRules,
  type RulesInForce,
  type ShippingRule,
  type Take,
  withRules,
} from '../../shared/shipping-rule.ts';
import { anOrder, sender, service } from '../journal/samples.ts';

const today = '2026-11-20';
const senders: readonly Sender[] = ['North', 'South'].map((name) => ({ ...senderAt(sender), name, account: name }));
const eur = (minor: number) => ({ minor, currency: 'EUR' });
const rule = (change: Partial<ShippingRule>): ShippingRule => ({ ...emptyRule, ...change });
const inForce = (list: readonly ShippingRule[], last: RulesInForce['last'] = 'ask'): RulesInForce => ({
  version: 7,
  list: [...list],
  last,
});
const offer = (serviceId: string, courierName: string, minor: number, change: Partial<Service> = {}): Service => ({
  ...service,
  serviceId,
  courierKey: courierName.toLowerCase(),
  courierName,
  serviceKey: serviceId,
  serviceName: 'Standard',
  total: eur(minor),
  co2: eur(20),
  ...change,
});
const three = [offer('a', 'UPS', 900), offer('b', 'DHL', 700), offer('c', 'GLS', 800)];
const chosen = (list: readonly ShippingRule[], order = anOrder('ORD-1'), services = three, last: RulesInForce['last'] = 'ask') => {
  const choice = choose(services, inForce(list, last), factsOf(order, sender, today));
  if (!choice) throw new Error('nothing was offered');
  return { ...choice, by: choice.by?.no ?? null, doubt: choice.doubt && [choice.doubt.by.no, choice.doubt.fact] };
};
const buyCheapest: Take = { is: 'cheapest', buys: true };

test('without rules the last one decides as it always did, and is not named', () => {
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

test('a price above the limit is never chosen, its extras counted, and where nothing fits nothing is selected', () => {
  const upTo = (minor: number, more: Partial<ShippingRule> = {}) => chosen([rule({ atMost: eur(minor), take: buyCheapest, ...more })]);
  expect(upTo(700)).toMatchObject({ serviceId: 'b', decidesAlone: true, fitting: ['b'] });
  expect(upTo(719, { isCo2: true })).toMatchObject({ serviceId: '', why: 'none', by: 1, decidesAlone: false });
  expect(upTo(720, { isCo2: true })).toMatchObject({ serviceId: 'b', extras: { co2: true, insurance: false } });
  expect(upTo(869, { isCo2: true, isInsured: true })).toMatchObject({ serviceId: '' });
  const inFrancs = chosen([rule({ atMost: { minor: 9900, currency: 'CHF' }, take: buyCheapest })]);
  expect(inFrancs).toMatchObject({ serviceId: '', doubt: [1, 'price-currency'], decidesAlone: false });
});

test('a fact that is not known makes the rule ask by name, and keeps what it may forbid from being selected', () => {
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

test('the fastest, the one in time and the one by name are the cheapest of those, and an arrival that cannot be read asks', () => {
  const services = [
    offer('a', 'UPS', 900, { arrival: '2026-11-23 before 10:30' }),
    offer('b', 'DHL', 700, { arrival: '2026-11-25' }),
    offer('c', 'UPS', 800, { arrival: '2026-11-23 before 18:00' }),
  ];
  const take = (how: Take, offered: readonly Service[] = services) => chosen([rule({ take: how })], undefined, [...offered]);
  expect(take({ is: 'fastest', buys: true })).toMatchObject({ serviceId: 'a', why: 'fastest', decidesAlone: true });
  // Friday; a day of work later is Monday.
  expect(take({ is: 'within-days', days: 1, buys: true })).toMatchObject({ serviceId: 'c', why: 'in-time', decidesAlone: true });
  expect(take({ is: 'by-day', day: '2026-11-25', buys: false })).toMatchObject({ serviceId: 'b', decidesAlone: false });
  expect(take({ is: 'by-day', day: '2026-11-21', buys: true })).toMatchObject({ serviceId: '', why: 'none' });
  expect(take({ is: 'service', name: 'ups', buys: true })).toMatchObject({ serviceId: 'c', why: 'named', decidesAlone: true });
  expect(take({ is: 'service', name: 'TNT', buys: true })).toMatchObject({ serviceId: '', why: 'none' });
  const vague = [...services, offer('d', 'DPD', 950, { arrival: 'in two days' })];
  expect(take({ is: 'fastest', buys: true }, vague)).toMatchObject({ serviceId: 'a', doubt: [1, 'arrival'], decidesAlone: false });
});

test('what must be insured and cannot be asks', () => {
  const precious = { ...anOrder('ORD-1') };
  const [parcel] = precious.parcels;
  if (!parcel) throw new Error('no parcel');
  const dear = { ...precious, parcels: [{ ...parcel, value: eur(900_000_000) }] };
  expect(chosen([rule({ isInsured: true, take: buyCheapest })], dear)).toMatchObject({ doubt: [1, 'insurance'], decidesAlone: false });
  const bare = three.map((each) => (each.serviceId === 'c' ? each : { ...each, insurance: null }));
  expect(chosen([rule({ isInsured: true, take: buyCheapest })], undefined, bare)).toMatchObject({ serviceId: 'c', decidesAlone: true });
});

test('an arrival is read only where its day is one, and working days leave weekends out', () => {
  expect(
    ['2026-11-24 before 18:00', '2026-11-24', ' 2026-11-24, 9:05 ', '2026-02-30', '24-11-2026', '', '2026-11-245'].map(readArrival),
  ).toEqual(['2026-11-24 18:00', '2026-11-24 24:00', '2026-11-24 09:05', undefined, undefined, undefined, undefined]);
  expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-22')]).toEqual([1, 7]);
  expect([1, 2, 5, 6].map((days) => workingDaysAfter(today, days))).toEqual(['2026-11-23', '2026-11-24', '2026-11-27', '2026-11-30']);
});

test('a rule that can never hold is found, with the rule that decides first', () => {
  const over = (grams: number): Condition => ({ of: 'weight', isOver: true, grams });
  const to = (...countries: string[]): Condition => ({ of: 'country', isIn: true, countries });
  const found = (...list: (readonly Condition[])[]) =>
    neverHolds(list.map((conditions) => rule({ conditions: [...conditions], take: buyCheapest })));
  expect(found([over(20_000)], [over(25_000)], [to('CH')])).toEqual([{ no: 2, is: 'decided-first', by: 1 }]);
  expect(found([over(25_000)], [over(20_000)])).toEqual([]);
  expect(found([over(20_000), { of: 'weight', isOver: false, grams: 20_000 }])).toEqual([{ no: 1, is: 'contradicts' }]);
  expect(found([to('CH', 'NO')], [to('NO'), over(1)], [to('NO', 'DE')])).toEqual([{ no: 2, is: 'decided-first', by: 1 }]);
  expect(found([{ of: 'country', isIn: false, countries: ['NL'] }], [to('CH')])).toEqual([{ no: 2, is: 'decided-first', by: 1 }]);
  expect(found([{ of: 'postal-code', begins: ['07'] }], [{ of: 'postal-code', begins: ['07 1', '0 75'] }])).toMatchObject([
    { no: 2, by: 1 },
  ]);
  expect(found([])).toEqual([{ no: 2, is: 'decided-first', by: 1 }]);
  expect(neverHolds([rule({ never: ['UPS'] }), rule({ isOn: false, take: buyCheapest })])).toEqual([]);
});

test('each saved version is kept, the same rules make no other, and old ones go when there are too many', () => {
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

// What follows knows nothing of how rules are read: it goes by the order as it is.

type Verdict = 'yes' | 'no' | 'maybe';
const yes = (isSo: boolean): Verdict => (isSo ? 'yes' : 'no');
const sides = ({ lengthCm, widthCm, heightCm }: Order['parcels'][number]) => [lengthCm, widthCm, heightCm];

function verdictOf(condition: Condition, order: Order): Verdict {
  const { recipient, parcels, lines } = order;
  if (condition.of === 'country')
    return yes(condition.isIn ? condition.countries.includes(recipient.country) : !condition.countries.includes(recipient.country));
  if (condition.of === 'zone') {
    // The orders drawn below go to these countries only; every sender is in the Netherlands.
    const zone = recipient.country === 'NL' ? 'domestic' : recipient.country === 'DE' ? 'same-territory' : 'leaves-territory';
    return yes(condition.zone === zone);
  }
  if (condition.of === 'postal-code')
    return recipient.postalCode === '' ? 'maybe' : yes(condition.begins.some((each) => recipient.postalCode.startsWith(each)));
  if (condition.of === 'weight' || condition.of === 'longest-side') {
    const bound = condition.of === 'weight' ? condition.grams : condition.cm;
    const all = condition.of === 'weight' ? parcels.map(({ weightGrams }) => weightGrams) : parcels.flatMap(sides);
    if (all.some((each) => each !== null && each > bound)) return yes(condition.isOver);
    return all.includes(null) ? 'maybe' : yes(!condition.isOver);
  }
  if (condition.of === 'value') {
    const values = parcels.map(({ value }) => value);
    if (values.some((value) => value?.currency !== condition.money.currency)) return 'maybe';
    const sum = values.reduce((all, value) => all + (value?.minor ?? 0), 0);
    return yes(condition.isOver ? sum > condition.money.minor : sum <= condition.money.minor);
  }
  if (condition.of === 'sku') {
    if (lines.some(({ sku }) => sku && condition.begins.some((each) => sku.startsWith(each)))) return 'yes';
    return lines.length === 0 || lines.some(({ sku }) => !sku) ? 'maybe' : 'no';
  }
  if (condition.of === 'source') return yes(condition.begins.some((each) => order.source.toUpperCase().startsWith(each.toUpperCase())));
  if (condition.of === 'recipient') return yes(condition.isCompany === recipient.company.length > 0);
  if (condition.of === 'weekday') return yes(condition.days.includes(5));
  if (condition.of === 'date') return yes(condition.isFrom ? today >= condition.day : today < condition.day);
  return yes(condition.isOver ? parcels.length > condition.count : parcels.length <= condition.count);
}

interface Reached {
  readonly no: number;
  readonly rule: ShippingRule;
  readonly verdict: Verdict;
}

/** It says nothing of services. */
const isSilent = ({ never, atMost, isInsured, isCo2, servicePoint, take }: ShippingRule): boolean =>
  [...never, ...(atMost ? [1] : []), ...(servicePoint ? [1] : []), ...(take ? [1] : [])].length === 0 && !isInsured && !isCo2;

/** Each sender or label printer it may come to, whatever a fact that is not known turns out to be. */
function namesBy(list: readonly ShippingRule[], order: Order, what: 'sender' | 'printer', usual: string): Set<string> {
  const names = new Set<string>();
  for (const each of list) {
    const verdicts = each.conditions.map((condition) => verdictOf(condition, order));
    if (!each.isOn || verdicts.includes('no') || (each[what] === null && each.take === null)) continue;
    names.add(each[what] ?? usual);
    if (!verdicts.includes('maybe')) return names;
  }
  return names.add(usual);
}

/** The rules that may have a say in this order, down to the one that surely ends the list; `ender` is null where that is the last of all. */
function reachedBy(list: readonly ShippingRule[], order: Order): { reached: Reached[]; ender: Reached | null } {
  const reached: Reached[] = [];
  for (const [index, each] of list.entries()) {
    if (!each.isOn || isSilent(each)) continue;
    const verdicts = each.conditions.map((condition) => verdictOf(condition, order));
    if (verdicts.includes('no')) continue;
    const one = { no: index + 1, rule: each, verdict: verdicts.includes('maybe') ? ('maybe' as const) : ('yes' as const) };
    reached.push(one);
    if (one.verdict === 'yes' && each.take) return { reached, ender: one };
  }
  return { reached, ender: null };
}

const isCalled = (each: Service, name: string): boolean =>
  `${each.courierName} ${each.serviceName}`.toLowerCase().includes(name.toLowerCase());
type Extra = Service['co2'];
const added = ({ minor, currency }: Service['total'], ...extras: (Extra | false)[]): number =>
  extras.reduce<number>((sum, each) => {
    if (!each) return sum;
    return each === 'not-said' || each.currency !== currency ? Number.NaN : sum + each.minor;
  }, minor);

const one = fc.constantFrom;
const word = one('1', '10', '2', '20', '3');
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    of: one('country' as const),
    isIn: fc.boolean(),
    countries: fc.uniqueArray(one('NL', 'DE', 'CH'), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    of: one('zone' as const),
    zone: one('domestic' as const, 'same-territory' as const, 'leaves-territory' as const),
  }),
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
const drawnRule: fc.Arbitrary<ShippingRule> = fc.record({
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
  fc.constant('not-said' as const),
);
const drawnServices = fc
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
const drawnOrder = fc
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

test('300 sets of rules never take what is not offered, too dear or forbidden, and name the right sentence', () => {
  const seen = {
    printers: 0,
    printersDoubted: 0,
    points: 0,
    pointsDoubted: 0,
    neverToPoint: 0,
    pointless: 0,
    senders: 0,
    sendersDoubted: 0,
    alone: 0,
    asked: 0,
    none: 0,
    doubted: 0,
    forbidden: 0,
    idle: 0,
  };
  const drawn = fc.record({
    list: fc.array(drawnRule, { maxLength: 6 }),
    last: one('ask' as const, 'cheapest' as const),
    cases: fc.array(fc.record({ order: drawnOrder, services: drawnServices }), { minLength: 8, maxLength: 8 }),
  });
  const judge = fc.property(drawn, ({ list, last, cases }) => {
    const idle = neverHolds(list).map(({ no }) => no);
    seen.idle += idle.length;
    for (const { order, services } of cases) {
      const rules = inForce(list, last);
      const sentBy = senderOf(order, senders, rules, today);
      const names = namesBy(list, order, 'sender', 'North');
      seen.senders += names.has('South') ? 1 : 0;
      seen.sendersDoubted += names.size > 1 ? 1 : 0;
      if (names.size > 1) expect(sentBy.is).toBe('doubt');
      else if (names.has('Gone')) expect(sentBy).toMatchObject({ is: 'unknown', name: 'Gone' });
      else expect(sentBy).toMatchObject({ is: 'sender', sender: { name: [...names][0] } });
      if ('by' in sentBy && sentBy.by) expect(list[sentBy.by.no - 1]).toBe(sentBy.by.rule);
      if (sentBy.is === 'sender' && sentBy.by) expect(sentBy.by.rule?.sender).toBe(sentBy.sender.name);
      const from = sentBy.is === 'sender' ? sentBy.sender.address : sender;
      const facts = factsOf(order, from, today, sender);
      const printers = namesBy(list, order, 'printer', '');
      const printsAt = labelPrinterOf(rules, facts);
      seen.printers += printers.size === 1 && !printers.has('') ? 1 : 0;
      seen.printersDoubted += printers.size > 1 ? 1 : 0;
      if (printers.size > 1) expect(printsAt.is).toBe('doubt');
      else if (printers.has('')) expect(printsAt.is).toBe('usual');
      else expect(printsAt).toMatchObject({ is: 'named', name: [...printers][0] });
      if ('by' in printsAt) expect(list[printsAt.by.no - 1]).toBe(printsAt.by.rule);
      if (printsAt.is === 'named') expect(printsAt.by.rule?.printer).toBe(printsAt.name);
      const choice = choose(services, rules, facts);
      if (!choice) throw new Error('nothing was chosen');
      const { reached, ender } = reachedBy(list, order);
      const maybe = reached.find(({ verdict }) => verdict === 'maybe');
      const mayEnd = reached.findIndex(({ verdict, rule: { take } }) => verdict === 'maybe' && take !== null);
      // What is behind a rule that may end the list is not sure to count.
      const sure = reached.filter(({ verdict }, index) => verdict === 'yes' && (mayEnd < 0 || index < mayEnd));
      const taken = services.find(({ serviceId }) => serviceId === choice.serviceId);
      if (choice.serviceId !== '') expect(taken).toBeDefined();

      const ofPoints = reached.filter(({ rule: { servicePoint } }) => servicePoint !== null);
      const firstSure = ofPoints.find((each) => sure.includes(each));
      const mayCount = firstSure ? ofPoints.slice(0, ofPoints.indexOf(firstSure) + 1) : ofPoints;
      const isPointSure = firstSure !== undefined && new Set(mayCount.map((each) => each.rule.servicePoint)).size === 1;
      const point = isPointSure ? { is: firstSure.rule.servicePoint, no: firstSure.no } : null;
      expect(choice.point && { is: choice.point.is, no: choice.point.by.no }).toEqual(point);
      const mustGo = point !== null && point.is !== 'never';
      const mayHaveToGo = mayCount.some(({ rule: { servicePoint } }) => servicePoint !== 'never');
      seen.points += mustGo ? 1 : 0;
      seen.neverToPoint += point?.is === 'never' ? 1 : 0;
      seen.pointsDoubted += ofPoints.length > 0 && !point ? 1 : 0;
      seen.pointless += mustGo ? services.filter((each) => !each.destinationServicePoints).length : 0;

      const isForbidden = (each: Service, by: readonly Reached[]) =>
        by.some(({ rule: { never } }) => never.some((called) => isCalled(each, called)));
      expect(choice.nevers.map(({ serviceId }) => serviceId)).toEqual(
        services.filter((each) => isForbidden(each, sure) || (mustGo && !each.destinationServicePoints)).map(({ serviceId }) => serviceId),
      );
      for (const { serviceId, by } of choice.nevers) {
        const called = services.find((each) => each.serviceId === serviceId);
        const isCalledSo = by.rule?.never.some((each) => called && isCalled(called, each));
        expect(isCalledSo || (by.no === point?.no && called?.destinationServicePoints === false)).toBe(true);
        expect(list[by.no - 1]).toBe(by.rule);
      }
      const isGreen = sure.some(({ rule: { isCo2 } }) => isCo2);
      const isInsured = sure.some((each) => each.rule.isInsured) && !order.parcels.some(({ value }) => (value?.minor ?? 0) > 10_000_000);
      const costs = (each: Service) => added(each.total, isGreen && each.co2, isInsured && each.insurance);
      const isTooDear = (each: Service, by: readonly Reached[]) =>
        by.some(({ rule: { atMost } }) => atMost && !(atMost.currency === each.total.currency && costs(each) <= atMost.minor));
      const lacks = (each: Service) => (isGreen && each.co2 === null) || (isInsured && each.insurance === null);
      const goesThere = (each: Service) => !mayHaveToGo || each.destinationServicePoints;
      const may = services.filter((each) => goesThere(each) && !isForbidden(each, reached) && !isTooDear(each, reached) && !lacks(each));
      expect(choice.fitting).toEqual(may.map(({ serviceId }) => serviceId));
      if (taken) expect(may).toContain(taken);

      const isOneCurrency = new Set(services.map(({ total }) => total.currency)).size === 1;
      const priceUnknown = services.some((each) => {
        const isLimited = reached.some(
          ({ rule: { atMost } }) => atMost && (atMost.currency !== each.total.currency || Number.isNaN(costs(each))),
        );
        return isLimited && goesThere(each) && !isForbidden(each, reached) && !lacks(each);
      });
      const take: Take = ender?.rule.take ?? { is: 'cheapest', buys: last === 'cheapest' };
      const suits = may.filter((each) => {
        if (take.is === 'service') return isCalled(each, take.name);
        const day = each.arrival.slice(0, 10);
        if (take.is === 'by-day') return day.startsWith('2026') && day <= take.day;
        // Today is a Friday.
        if (take.is === 'within-days') return day.startsWith('2026') && day <= `2026-11-${22 + take.days}`;
        return true;
      });
      const asksWhen = take.is === 'fastest' || take.is === 'by-day' || take.is === 'within-days';
      const isVague = asksWhen && may.some(({ arrival }) => arrival === 'soon');
      const noPrice = (take.is === 'fastest' ? suits.filter((each) => each.serviceId === choice.serviceId) : suits).some((each) =>
        Number.isNaN(costs(each)),
      );
      const mayBuy =
        !maybe &&
        isOneCurrency &&
        !priceUnknown &&
        !isVague &&
        take.is !== 'ask' &&
        take.buys &&
        suits.length > 0 &&
        point?.is !== 'choose';
      // Of the fastest only those that arrive first are compared: where none of theirs is unsaid is judged by the one taken.
      if (take.is === 'fastest' && choice.decidesAlone !== (mayBuy && !noPrice))
        expect(suits.some((each) => Number.isNaN(costs(each)))).toBe(true);
      if (take.is !== 'fastest') expect(choice.decidesAlone).toBe(mayBuy && !noPrice);
      if (choice.decidesAlone && taken) {
        expect(mayBuy).toBe(true);
        expect(suits).toContain(taken);
        const moment = ({ arrival }: Service) => (arrival.endsWith('12:00') ? '2026-11-23 12' : `${arrival} 24`);
        const rivals = take.is === 'fastest' ? suits.filter((each) => moment(each) <= moment(taken)) : suits;
        if (take.is === 'fastest') expect(suits.every((each) => moment(each) >= moment(taken))).toBe(true);
        expect(Math.min(...rivals.map(costs))).toBe(costs(taken));
        expect(mayDecideAlone(rules)).toBe(true);
      }

      const hasRules = list.some(({ isOn }) => isOn);
      if (maybe) {
        expect([choice.by?.no, choice.doubt?.by.no, choice.doubt?.by.rule]).toEqual([maybe.no, maybe.no, maybe.rule]);
      } else if (!choice.doubt) {
        expect(choice.by && [choice.by.no, choice.by.rule]).toEqual(hasRules ? [ender?.no ?? list.length + 1, ender?.rule ?? null] : null);
        if (choice.by) expect(idle).not.toContain(choice.by.no);
      }
      if (choice.doubt) expect([choice.decidesAlone, choice.by]).toEqual([false, choice.doubt.by]);
      seen.alone += choice.decidesAlone ? 1 : 0;
      seen.asked += choice.decidesAlone ? 0 : 1;
      seen.none += choice.serviceId === '' ? 1 : 0;
      seen.doubted += choice.doubt ? 1 : 0;
      seen.forbidden += choice.nevers.length;
    }
  });
  fc.assert(judge, { numRuns: 300, seed: 12 });
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
});

test('the first rule that names a sender decides, unless a rule before it ends the list or the order names one itself', () => {
  const order = anOrder('ORD-1');
  const by = (list: readonly ShippingRule[], of = order) => {
    const found = senderOf(of, senders, inForce(list), today);
    return found.is === 'sender' ? [found.sender.name, found.by?.no ?? null] : found.is;
  };
  const [north, south] = [rule({ sender: 'north' }), rule({ sender: 'South' })];
  expect(by([])).toEqual(['North', null]);
  expect(by([south, north])).toEqual(['South', 1]);
  expect(by([rule({ take: { is: 'cheapest', buys: true } }), south])).toEqual(['North', null]);
  expect(by([south], { ...order, sender: ' NORTH ' })).toEqual(['North', null]);
  expect(by([south], { ...order, sender: 'East' })).toBe('unknown');
  expect(by([rule({ sender: 'East' })])).toBe('unknown');
  const whereHeavy = rule({ sender: 'South', conditions: [{ of: 'weight', isOver: true, grams: 5000 }] });
  const unweighed = { ...order, parcels: order.parcels.map((parcel) => ({ ...parcel, weightGrams: null })) };
  expect(by([whereHeavy], unweighed)).toBe('doubt');
  expect(by([whereHeavy, south], unweighed)).toEqual(['South', 2]);
  expect(by([{ ...whereHeavy, isOn: false }], unweighed)).toEqual(['North', null]);
});

test('a rule that names a sender asks where a parcel goes to from the first one, all others from the one that sends', () => {
  const abroad = { ...senderAt({ ...sender, country: 'DE' }), name: 'South' };
  const order = anOrder('ORD-1', { country: 'NL' });
  const home = rule({ sender: 'South', conditions: [{ of: 'zone', zone: 'domestic' }], take: { is: 'cheapest', buys: true } });
  const found = senderOf(order, [senders[0]!, abroad], inForce([home]), today);
  expect(found).toMatchObject({ is: 'sender', sender: { name: 'South' } });
  expect(choose(three, inForce([home]), factsOf(order, abroad.address, today, sender))).toMatchObject({
    decidesAlone: true,
    by: { no: 1 },
  });
  const other = rule({ conditions: [{ of: 'zone', zone: 'domestic' }], never: ['DHL'] });
  expect(choose(three, inForce([other, home]), factsOf(order, abroad.address, today, sender))?.nevers).toEqual([]);
});
