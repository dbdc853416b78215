import { expect, test } from 'vitest';
import { createTrust } from '../../electron/courier/client.ts';
import { routeTo, troubleOf } from '../../electron/courier/route.ts';
import { createShops } from '../../electron/orders/shops/shops.ts';
import { stopLater } from '../later.ts';
import { type PlayedShopify, playShopify, type SoldOrder } from './played-shopify.ts';

/** Reports to a played shop, as the outbox sends them. */
async function reporting() {
  const shop: PlayedShopify = stopLater(await playShopify());
  const trust = createTrust(() => []);
  const shops = createShops({
    keys: () => `${shop.key}:${shop.secret}`,
    route: { routeTo: (url, connectMs) => routeTo(url, { resolveProxy: async () => 'DIRECT', trust, connectMs }), troubleOf },
    now: () => new Date(),
    fail: () => {
      throw new Error('Nothing is looked up here.');
    },
  });
  const tell = (order: SoldOrder, change: object) =>
    shops.tell(
      { kind: 'shopify', address: shop.address, mailsCustomer: true },
      {
        key: 'k',
        body: JSON.stringify({
          event: 'shipped',
          order: order.name,
          shop_order: String(order.id),
          tracking_numbers: [],
          links: {},
          consignment_number: '',
          courier: 'DHL',
          service: 'Parcel',
          at: new Date().toISOString(),
          items: order.lines.map(({ sku, name, quantity }) => ({ sku, name, quantity })),
          complete: true,
          ...change,
        }),
      },
    );
  const made = ({ id }: SoldOrder) =>
    (shop.orders.get(id)?.fulfillments ?? []).map(({ status, tracking }) => [
      status,
      ...tracking.map(({ number, url }) => `${number} ${url}`),
    ]);
  return { shop, tell, made };
}

test('several numbers go back with their pages, and a repeated report changes nothing', async () => {
  const { shop, tell, made } = await reporting();
  const order = shop.order({ items: [{ quantity: 3 }] });
  const report = {
    items: [{ sku: 'MUG-1', name: 'Mug', quantity: 1 }],
    complete: false,
    tracking_numbers: ['A1', 'A2'],
    links: { A1: 'https://dhl.example/A1', A2: 'https://dhl.example/A2' },
  };
  for (let time = 0; time < 3; time += 1) expect(await tell(order, report)).toEqual({ is: 'taken' });
  expect(made(order)).toEqual([['SUCCESS', 'A1 https://dhl.example/A1', 'A2 https://dhl.example/A2']]);
  expect(shop.mails).toEqual([{ order: order.id, numbers: ['A1', 'A2'] }]);
});

test.each(['CON-1', ''])('a number that comes later replaces the consignment number "%s" in its fulfilment', async (consignment) => {
  const { shop, tell, made } = await reporting();
  const order = shop.order();
  const first = { consignment_number: consignment };
  expect(await tell(order, first)).toEqual({ is: 'taken' });
  expect(made(order)).toEqual([['SUCCESS', ...(consignment === '' ? [] : ['CON-1 null'])]]);
  for (let time = 0; time < 2; time += 1)
    expect(await tell(order, { ...first, event: 'tracking', tracking_numbers: ['A1'] })).toEqual({ is: 'taken' });
  expect(made(order)).toEqual([['SUCCESS', 'A1 null']]);
  expect(shop.mails.map(({ numbers }) => numbers)).toEqual([[consignment].filter(Boolean), ['A1']]);
});

test('a parcel that was not sent takes its fulfilment back, and no other one', async () => {
  const { shop, tell, made } = await reporting();
  const order = shop.order({ items: [{ quantity: 2 }] });
  const piece = (number: string) => ({ tracking_numbers: [number], items: [{ sku: 'MUG-1', name: 'Mug', quantity: 1 }], complete: false });
  await tell(order, piece('A1'));
  await tell(order, piece('A2'));
  for (let time = 0; time < 2; time += 1) expect(await tell(order, { ...piece('A1'), event: 'cancelled' })).toEqual({ is: 'taken' });
  expect(made(order)).toEqual([
    ['CANCELLED', 'A1 null'],
    ['SUCCESS', 'A2 null'],
  ]);
  // The piece is open again, and its next parcel is told.
  expect(await tell(order, piece('A3'))).toEqual({ is: 'taken' });
  expect(made(order).at(-1)).toEqual(['SUCCESS', 'A3 null']);
});

test('items are found by SKU and name, and one that was renamed in the shop by its SKU', async () => {
  const { shop, tell } = await reporting();
  const order = shop.order({
    items: [
      { name: 'Mug, blue', sku: 'MUG' },
      { name: 'Mug, red', sku: 'MUG' },
      { name: 'Saucer, new name', sku: 'SAU' },
    ],
  });
  const items = [
    { sku: 'MUG', name: 'Mug, red', quantity: 1 },
    { sku: 'SAU', name: 'Saucer', quantity: 1 },
  ];
  expect(await tell(order, { tracking_numbers: ['A1'], items, complete: false })).toEqual({ is: 'taken' });
  const names = shop.orders.get(order.id)?.fulfillments.flatMap(({ lines }) => lines.map(({ line }) => line.name));
  expect(names).toEqual(['Mug, red', 'Saucer, new name']);
});
