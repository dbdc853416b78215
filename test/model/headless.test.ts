import { expect, test } from 'vitest';
import type { Bench } from '../../electron/bench/bench.ts';
import { readinessOf, readinessToPrice } from '../../electron/bench/readiness.ts';
import type { Offer } from '../../electron/bench/ship/fresh-offer.ts';
import type { Buyer, PurchaseEnd } from '../../electron/bench/ship/purchase.ts';
import { noExtras } from '../../shared/booking.ts';
import { orderKeySchema } from '../../shared/order.ts';
import type { Quote } from '../../shared/quote.ts';
import { emptyRule, rulesInForce, type ShippingRule } from '../../shared/shipping-rule.ts';
import { openSmallWorld, type SmallWorld } from './small-world.ts';

const key = orderKeySchema.parse('M-3');

/** Does for one order what a batch does: asks for its price, takes the offer of the rule, buys. */
async function buyHeadless({ purchase, offers, context }: Bench, wants: Buyer['wants'] = () => true, outdated?: Partial<Offer>) {
  const written = context.journal.order(key);
  if (!written) throw new Error('no such order');
  const rules = rulesInForce({ ...context.settings(), rule: 'cheapest' });
  const asWritten = purchase.writtenNow(written, rules);
  const { readiness } = readinessToPrice(context, written, rules);
  if (readiness.is !== 'ready') throw new Error(JSON.stringify(readiness));
  const { order, from } = readiness;
  const asked = await offers.ask({ order, from }, rules);
  if (!asked.ok) throw new Error(asked.failure.code);
  const { quote, choice } = asked.value;
  const kept = offers.keep(order, asked.value, []);
  if (!kept.ok) throw new Error(kept.failure.code);
  const { serviceId } = choice;
  const service = quote.services.find((each) => each.serviceId === serviceId);
  if (!service) throw new Error('the rule took what is not offered');
  if (outdated) await offers.ask({ order, from }, rules);
  const ends: PurchaseEnd[] = [];
  const offer = {
    bookingId: kept.value.id,
    order,
    from,
    asWritten,
    quote,
    service,
    serviceId,
    extras: noExtras,
    advised: choice,
    rules,
    by: 'rule',
    ...outdated,
  } as const;
  const isBought = await purchase.buy(offer, { wants, waits: () => undefined, ended: (end) => void ends.push(end) });
  return {
    isBought,
    ends: ends.map((end) => (end.is === 'settled' ? end.settled.is : end.is === 'not-bought' ? end.failure.code : end.is)),
  };
}

/** Counts the sheets that came out, once nothing more can happen. */
async function sheets(world: SmallWorld): Promise<number> {
  await world.through(async () => world.bench.printersChanged());
  return [...world.out.values()].reduce((sum, count) => sum + count, 0);
}

test('an order is bought and its label printed while nothing is in hand at the screen', async () => {
  const world = await openSmallWorld();
  const bought = await buyHeadless(world.bench);
  expect(bought).toEqual({ isBought: true, ends: ['printing'] });
  expect(await sheets(world)).toBe(1);
  expect(world.service.shipRequests).toHaveLength(1);
  expect(world.bench.ship.state().workflow.step).toBe('ready');
});

test('the screen and a batch that buy the same order at the same moment buy it once', async () => {
  const world = await openSmallWorld();
  await world.bench.ship.scan(key);
  const { workflow, workflowNo } = world.bench.ship.state();
  if (workflow.step !== 'choosing') throw new Error(`at ${workflow.step}`);
  const [headless] = await Promise.all([buyHeadless(world.bench), world.bench.ship.buy(workflowNo, workflow.serviceId)]);
  expect(headless.isBought).toBe(true);
  expect(world.service.shipRequests).toHaveLength(1);
  expect(await sheets(world)).toBe(1);
});

test('an order that its buyer gives up is not bought', async () => {
  const world = await openSmallWorld();
  let asked = 0;
  const bought = await buyHeadless(world.bench, () => (asked += 1) < 3);
  expect(bought).toEqual({ isBought: expect.any(Boolean), ends: [] });
  expect(world.service.shipRequests).toHaveLength(0);
  expect(await buyHeadless(world.bench)).toEqual({ isBought: true, ends: ['printing'] });
  expect(world.service.shipRequests).toHaveLength(1);
});

test('if the price is requested again before the purchase, rules still forbid and limit', async () => {
  const world = await openSmallWorld();
  const rules = (change: Partial<ShippingRule>) => ({ version: 2, list: [{ ...emptyRule, ...change }], last: 'cheapest' as const });
  const [{ courierName } = { courierName: '' }] = (await askedIn(world)).services;
  const bought = (outdated: Partial<Offer>) => buyHeadless(world.bench, () => true, outdated);
  expect(await bought({ rules: rules({ never: [courierName] }), by: 'person' })).toMatchObject({ ends: ['rule-refuses'] });
  expect(await bought({ rules: rules({ atMost: { minor: 1, currency: 'EUR' } }), by: 'rule' })).toMatchObject({ ends: ['rule-refuses'] });
  expect(world.service.shipRequests).toHaveLength(0);
  expect(await bought({ rules: rules({ atMost: { minor: 1, currency: 'EUR' } }), by: 'person' })).toMatchObject({ ends: ['printing'] });
  expect(world.service.shipRequests).toHaveLength(1);
});

async function askedIn({ bench: { offers, context } }: SmallWorld): Promise<Quote> {
  const order = context.journal.order(key);
  const rules = rulesInForce(context.settings());
  const readiness = order && readinessOf(context, order, rules).readiness;
  const asked = readiness?.is === 'ready' && (await offers.ask(readiness, rules));
  if (!asked || !asked.ok) throw new Error('nothing was offered');
  return asked.value.quote;
}
