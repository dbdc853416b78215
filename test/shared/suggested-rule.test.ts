import { describe, expect, test } from 'vitest';
import { firstSettings } from '../../shared/settings.ts';
import { noShippingRules } from '../../shared/shipping-rule.ts';
import { alwaysCheapest, suggestedBy, tookCheapest } from '../../shared/suggested-rule.ts';
import { anOrder } from '../journal/samples.ts';
import { eur, offer, rule, three, toGermany } from './some-rules.ts';

const advised = { serviceId: 'b', why: 'cheapest', by: null, doubt: null, nevers: [], point: null } as const;
const noExtras = { co2: false, insurance: false, servicePoint: null };
const tiles = (change: object = {}) =>
  ({ advised, extras: noExtras, order: anOrder('X-1'), quote: { services: three }, serviceId: 'b', ...change }) as unknown as Parameters<
    typeof tookCheapest
  >[0];

describe('a choice of a service', () => {
  test('is the cheapest by its price with the extras taken, also if another costs the same', () => {
    expect(tookCheapest(tiles())).toBe(true);
    expect(tookCheapest(tiles({ serviceId: 'a' }))).toBe(false);
    expect(tookCheapest(tiles({ quote: { services: [...three, offer('d', 'DPD', 700)] }, serviceId: 'd' }))).toBe(true);
    const dearExtra = [offer('a', 'UPS', 900), offer('b', 'DHL', 700, { co2: eur(500) })];
    expect(tookCheapest(tiles({ extras: { ...noExtras, co2: true }, quote: { services: dearExtra } }))).toBe(false);
  });

  test('counts only among the services that no rule refuses', () => {
    const by = { no: 1, version: 1, rule: rule({ never: ['DHL'] }) };
    const nevers = [{ serviceId: 'b', by }];
    expect(tookCheapest(tiles({ advised: { ...advised, nevers }, serviceId: 'c' }))).toBe(true);
    const two = [{ serviceId: 'a', by }, ...nevers];
    expect(tookCheapest(tiles({ advised: { ...advised, nevers: two }, serviceId: 'c' }))).toBeUndefined();
  });

  test.each([
    ['a rule decided', { advised: { ...advised, by: { no: 1, version: 1, rule: alwaysCheapest } } }],
    ['one service is offered', { quote: { services: three.slice(1, 2) } }],
    ['prices are in two currencies', { quote: { services: [...three, offer('d', 'DPD', 1, { total: { minor: 1, currency: 'CHF' } })] } }],
    ['a price could not be read', { quote: { services: three, unsold: ['x'] } }],
    ['it is a return label', { order: { ...anOrder('X-1'), returnOf: { key: 'X' } } }],
  ])('does not count if %s', (_why, change) => {
    expect(tookCheapest(tiles(change))).toBeUndefined();
  });
});

describe('the suggestion', () => {
  const ten = Array.from({ length: 10 }, () => true);
  const by = (choices: readonly boolean[], change: object = {}) => suggestedBy(choices, { ...firstSettings, ...change });
  const withList = (...list: readonly object[]) => ({ shippingRules: { ...noShippingRules, list } });

  test('needs nine of the last ten', () => {
    expect(by(ten)).toBe(10);
    expect(by(ten.with(3, false))).toBe(9);
    expect(by(ten.with(3, false).with(4, false))).toBeNull();
    expect(by(ten.slice(1))).toBeNull();
    expect(by([false, false, ...ten])).toBe(10);
  });

  test('is not made if the rules decide every order, did so before, or are those of a site', () => {
    expect(by(ten, withList(alwaysCheapest))).toBeNull();
    expect(by(ten, { rule: 'cheapest' })).toBeNull();
    expect(by(ten, { site: { version: 1, id: 'v', bench: 1 } })).toBeNull();
    const older = [{ version: 1, savedAt: null, list: [alwaysCheapest], last: 'ask' }];
    expect(by(ten, { shippingRules: { ...noShippingRules, version: 2, older } })).toBeNull();
  });

  test('is made beside rules that leave other orders open', () => {
    expect(by(ten, withList(rule({ conditions: [toGermany], take: { is: 'fastest', buys: true } }), rule({ isCo2: true })))).toBe(10);
  });
});
