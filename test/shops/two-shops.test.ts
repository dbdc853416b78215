import { expect, test } from 'vitest';
import { stopLater } from '../later.ts';
import { startConnectedBench } from './connected-bench.ts';
import { playShopify } from './played-shopify.ts';
import { playWooCommerce } from './played-woocommerce.ts';

test('two shops are read, told and counted each by itself, even if one does not answer', async () => {
  const [one, other] = [stopLater(await playShopify()), stopLater(await playWooCommerce({ numberOf: (id) => `W${id}` }))];
  const { bench, connect, sync, ship, state } = await startConnectedBench(one);
  expect(await connect()).toMatchObject({ ok: true });
  const { kind, address, key, secret } = other;
  expect(await bench.station.handlers.connectShop({ kind, address, key, secret, mailsCustomer: false })).toMatchObject({ ok: true });
  const [first, second] = [one.order(), one.order()];
  const third = other.order();
  await sync();
  await bench.call('syncShop', { kind });
  const stateOf = async () => (await bench.call('setup', {})).shops.find((shop) => shop.kind === kind);
  await expect.poll(async () => (await stateOf())?.toShip).toBe(1);
  expect((await state()).toShip).toBe(2);
  await ship(first.name);
  await ship(second.name);
  await ship(third.number);
  await expect.poll(async () => [(await state()).reportedToday, (await stateOf())?.reportedToday]).toEqual([2, 1]);
  expect([one.orders.get(first.id)?.fulfillments.length, other.orders.get(third.id)?.status]).toEqual([1, 'completed']);
  one.fault = () => ({ status: 503 });
  await sync();
  expect([(await state()).trouble?.code, (await stateOf())?.trouble]).toEqual(['shop-answered', null]);
});
