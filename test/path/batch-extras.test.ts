import { expect, test } from 'vitest';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import { totals } from '../../shared/batch.ts';
import type { Service } from '../../shared/quote.ts';
import type { ShippingRule } from '../../shared/shipping-rule.ts';
import { buyCheapest, eur, rule } from '../shared/some-rules.ts';
import { at, benchWith, key, quoted, whenBatch } from './batch-bench.ts';
import { counted, type PlainStation } from './plain-station.ts';

// Extras that rules turn on, in a batch: shown before they are bought, and bought as shown.

const co2Always = rule({ isCo2: true });
const insuredToo = rule({ isInsured: true, take: buyCheapest });

/** Extras at this price, which rises by `later.by` after the first `later.behind` quotes. */
const extrasAt =
  (co2: number, insurance: number, later: { readonly by: number; readonly behind: number } = { by: 0, behind: 0 }) =>
  (courier: Courier): Courier => {
    let asked = 0;
    return {
      ...courier,
      async quote(...what) {
        const quote = await courier.quote(...what);
        asked += 1;
        const more = asked > later.behind ? later.by : 0;
        const priced = (service: Service): Service => ({ ...service, co2: eur(co2 + more), insurance: eur(insurance + more) });
        return quote.ok ? { ok: true, value: { ...quote.value, services: quote.value.services.map(priced) } } : quote;
      },
    };
  };

async function startBatch(rules: ShippingRule[], courier: (courier: Courier) => Courier = extrasAt(20, 300)): Promise<PlainStation> {
  const bench = await benchWith(['cup', 'cup'], { courier });
  await bench.call('saveRules', { list: rules, last: 'ask' });
  return bench;
}

const extrasOf = (bench: PlainStation) => bench.service.orders().map(({ co2, insurance }) => ({ co2, insurance }));

test('extras turned on by rules are shown with their price before they are bought', async () => {
  const bench = await startBatch([co2Always, insuredToo]);
  const ready = await quoted(bench);
  expect(ready.extras).toEqual([
    { extra: 'co2', orders: 2, cost: [eur(40)] },
    { extra: 'insurance', orders: 2, cost: [eur(600)] },
  ]);
  expect(ready.toBuy.extras).toEqual([eur(640)]);
  expect(ready.toBuy.shipping).toEqual(totals(ready.services.flatMap(({ cost }) => cost)));
  await bench.call('runBatch', { orders: 2 });
  const ended = await at(bench, 'ended');
  expect(ended.bought).toEqual(ready.toBuy);
  expect(extrasOf(bench)).toEqual([
    { co2: true, insurance: true },
    { co2: true, insurance: true },
  ]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a batch buys no extra without a rule that turns it on', async () => {
  const bench = await startBatch([rule({ take: buyCheapest })]);
  const ready = await quoted(bench);
  expect([ready.extras, ready.toBuy.extras]).toEqual([[], []]);
  await bench.call('runBatch', { orders: 2 });
  await at(bench, 'ended');
  expect(extrasOf(bench)).toEqual([
    { co2: false, insurance: false },
    { co2: false, insurance: false },
  ]);
});

test('extras that were shown are bought after a restart too', async () => {
  const bench = await startBatch([co2Always, rule({ take: buyCheapest })]);
  await quoted(bench);
  await bench.reopen();
  const ready = await at(bench, 'ready');
  expect(ready.extras).toEqual([{ extra: 'co2', orders: 2, cost: [eur(40)] }]);
  await bench.call('runBatch', { orders: 2 });
  await at(bench, 'ended');
  expect(extrasOf(bench)).toEqual([
    { co2: true, insurance: false },
    { co2: true, insurance: false },
  ]);
});

test('an order whose extra costs more than shown is not bought', async () => {
  // Two prices are shown, and each is requested again before it is bought.
  const bench = await startBatch([co2Always, rule({ take: buyCheapest })], extrasAt(20, 300, { by: 1, behind: 2 }));
  await quoted(bench);
  await bench.call('runBatch', { orders: 2 });
  const ended = await at(bench, 'ended');
  expect(ended.stopped.map(({ failure, wayOn }) => [failure.code, wayOn])).toEqual([
    ['price-changed', 'ask-again'],
    ['price-changed', 'ask-again'],
  ]);
  expect(counted(bench).booked).toBe(0);
});

test.each([
  ['turns another extra on', [co2Always, insuredToo]],
  ['turns the extra off', [rule({ take: buyCheapest })]],
])('a rule that %s after the prices were shown stops each order, and nothing is bought', async (_what, rules) => {
  const bench = await startBatch([co2Always, rule({ take: buyCheapest })]);
  await quoted(bench);
  await bench.call('saveRules', { list: rules, last: 'ask' });
  await bench.call('runBatch', { orders: 2 });
  const ended = await at(bench, 'ended');
  expect(ended.stopped.map(({ failure }) => failure.code)).toEqual(['price-changed', 'price-changed']);
  expect(counted(bench).booked).toBe(0);
  await bench.call('askBatchLine', { key: key(1) });
  const again = await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.quoted === 1);
  expect(again.extras.map(({ extra }) => extra)).toEqual(rules.length === 2 ? ['co2', 'insurance'] : []);
});

test('an order whose extra has no readable price must be scanned', async () => {
  const withoutPrices = (courier: Courier): Courier => ({
    ...courier,
    async quote(...what) {
      const quote = await courier.quote(...what);
      const services = quote.ok ? quote.value.services.map((service): Service => ({ ...service, co2: 'price-unknown' })) : [];
      return quote.ok ? { ok: true, value: { ...quote.value, services } } : quote;
    },
  });
  const bench = await startBatch([co2Always, rule({ take: buyCheapest })], withoutPrices);
  await bench.call('openBatch', { keys: null, search: '' });
  const ended = await at(bench, 'ended');
  expect(ended.stopped.map(({ failure, wayOn }) => [failure.code, wayOn])).toEqual([
    ['rule-asks', 'scan'],
    ['rule-asks', 'scan'],
  ]);
});
