import { expect, test } from 'vitest';
import { emptySource } from '../../shared/mapping.ts';
import type { OrderKey } from '../../shared/order.ts';
import { newLookUp } from '../../shared/order-source.ts';
import type { ShopReply } from '../fakes/shop-server.ts';
import { order, type ReplyOf, startAskedShop } from './asked-shop.ts';
import { counted, type PlainOptions, startPlainStation } from './plain-station.ts';

/** A bench that looks orders up in a shop, which answers as `replyOf` does. */
async function asking(replyOf: ReplyOf, options: PlainOptions = {}) {
  const shop = await startAskedShop(replyOf);
  const bench = await startPlainStation({ orders: 'order,name,street,city,country\nX-1,Bo,Weg 9,Berlin,DE\n', ...options });
  const setUp = async (change: Partial<typeof newLookUp> = {}, token: string | null = null) => {
    const [kept = newLookUp] = (await bench.call('setup', {})).settings.lookUps;
    const url = `${shop.url}/orders/{number}`;
    await bench.call('saveLookUps', { lookUps: [{ ...newLookUp, id: kept.id, name: 'Shop', isOn: true, url, token, ...change }] });
  };
  const tryIt = async (code: string) => {
    const [kept = newLookUp] = (await bench.call('setup', {})).settings.lookUps;
    return await bench.station.handlers.tryLookUp({ id: kept.id, code });
  };
  await setUp();
  const scan = (code: string) => bench.station.handlers.scan({ code });
  const stopped = async () => (await bench.at('stopped')).failure;
  const keyOf = async (key: string) => await bench.call('order', { key: key as OrderKey });
  return { shop, bench, setUp, tryIt, scan, stopped, keyOf };
}

test('an unknown order is looked up in the shop when it is scanned, and bought once', async () => {
  const { shop, bench, setUp, keyOf } = await asking((number) => ({ body: { data: [order(number)] } }));
  await setUp({ header: 'X-Shop-Token' }, 'sesame');
  const { serviceId } = await bench.toTiles('W 77');
  expect([shop.asked[0]?.path, shop.asked[0]?.headers['x-shop-token']]).toEqual(['/orders/W%2077', 'sesame']);
  await bench.take(serviceId, 'done');
  expect(await keyOf('W 77')).toMatchObject({ source: 'Shop', recipient: { name: 'Anna Lehmann' } });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  // A shipped order is not looked up again.
  const before = shop.asked.length;
  await bench.call('scan', { code: 'W 77' });
  expect([bench.workflow().step, shop.asked.length]).toEqual(['already-shipped', before]);
});

test.each([
  [
    'a page for signing in',
    { body: '<html><title>Log in</title><input type="password"></html>' },
    { code: 'shop-shows-page', status: 200 },
  ],
  [
    'an error of the server',
    { status: 500, body: 'database is down' },
    { code: 'shop-answered', status: 500, message: 'database is down' },
  ],
  ['a token it does not take', { status: 401 }, { code: 'shop-refuses-token', status: 401 }],
  ['another address', { status: 302, headers: { location: '/login' } }, { code: 'shop-moved', status: 302 }],
  ['another order', { body: [order('W-78'), order('W-79')] }, { code: 'shop-other-order', asked: 'W-77', orders: ['W-78', 'W-79'] }],
  ['an order without a number', { body: [order('')] }, { code: 'order-number-missing' }],
  ['columns nobody knows', { body: { id: 7, ship: { town: 'Ulm' }, total: 1 } }, { code: 'columns-not-known' }],
] as const)('a shop that answers with %s is reported with a reason, and no order is stored', async (_name, replyOf, reason) => {
  const { bench, scan, stopped, shop } = await asking(() => replyOf);
  expect(bench.station.snapshot().frame.shop).toBeNull();
  await scan('W-77');
  expect(await stopped()).toMatchObject({ code: 'look-up-failed', reasons: [reason] });
  expect(bench.station.snapshot().frame.shop).toBe('not-answering');
  expect(await bench.call('setup', {})).toMatchObject({ lookUps: [{ trouble: { reasons: [reason] } }] });
  expect((await bench.call('orders', { search: '', offset: 0, limit: 10 })).total).toBe(1);
  expect(shop.asked).toHaveLength(1);
});

test.each([
  ['404', { status: 404 }],
  ['an empty list', { body: { orders: [] } }],
  ['nothing', { status: 204 }],
] as const)('a number that the shop answers with %s is reported as not found', async (_name, replyOf) => {
  const { scan, stopped } = await asking(() => replyOf);
  await scan('W-77');
  expect((await stopped()).code).toBe('order-not-found');
});

test('an unreachable shop is reported, the known order stays, and no rule buys', async () => {
  const { bench, shop } = await asking((number) => ({ body: [order(number)] }), { settings: { rule: 'cheapest' } });
  await bench.scan('W-1', 'done');
  await shop.stop();
  await bench.call('importOrders', { name: 'b.json', bytes: new TextEncoder().encode(JSON.stringify([order('W-2')])) });
  const tiles = await bench.toTiles('W-2');
  expect(tiles.notice).toMatchObject({ code: 'look-up-failed', reasons: [{ code: 'shop-unreachable', trouble: 'refused' }] });
  expect(counted(bench).booked).toBe(1);
  await bench.take(tiles.serviceId, 'done');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a cancellation and a new address after the price take effect at the next scan', async () => {
  let now: object = {};
  const { bench, scan, keyOf } = await asking((number) => ({ body: [order(number, now)] }));
  await bench.toTiles('W-77');
  now = { street: 'Neue Gasse', house_number: '2', postal_code: '80331', city: 'München' };
  await scan('W-77');
  expect((await bench.at('choosing')).order.recipient).toMatchObject({ street: 'Neue Gasse', city: 'München' });
  expect((await keyOf('W-77')).recipient.city).toBe('München');
  const shopify = {
    id: 1,
    order_number: 77,
    name: 'W-77',
    line_items: [{ title: 'Mug', quantity: 1 }],
    shipping_address: { name: 'Anna' },
  };
  const asked = await asking(() => ({ body: { order: { ...shopify, cancelled_at: '2026-11-19T10:00:00Z' } } }));
  await asked.scan('W-77');
  expect((await asked.stopped()).code).toBe('order-cancelled');
  expect(counted(asked.bench)).toEqual({ booked: 0, sheets: 0 });
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('a code scanned while a parcel is bought is looked up and waits its turn', async () => {
  const { bench, scan } = await asking((number) => ({ body: [order(number)] }), { msPerLabel: 300 });
  const { serviceId } = await bench.toTiles('W-1');
  const bought = bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await bench.at('booking');
  expect((await scan('W-2')).ok).toBe(true);
  await bought;
  expect((await bench.at('choosing')).order.key).toBe('W-2');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('an unknown code leaves the parcel in hand if the shop does not know it either', async () => {
  const { bench, scan } = await asking((number) => (number === 'W-1' ? { body: [order(number)] } : { status: 404 }));
  await bench.toTiles('W-1');
  expect(await scan('SHELF-9')).toMatchObject({ ok: false, failure: { code: 'order-not-found' } });
  expect(bench.workflow()).toMatchObject({ step: 'choosing', order: { key: 'W-1' } });
});

test('a product code is never looked up', async () => {
  const { scan, shop, stopped } = await asking(() => ({ status: 404 }));
  await scan('4006381333931');
  expect([(await stopped()).code, shop.asked.length]).toEqual(['code-of-product', 0]);
});

test('stopping a look-up continues with the known order, and an order left meanwhile is in Orders', async () => {
  const held = Promise.withResolvers<ShopReply>();
  const { bench, scan } = await asking((number) => (number === 'X-1' ? held.promise : { status: 404 }));
  const first = scan('X-1');
  await bench.at('looking-up');
  await expect.poll(() => bench.workflow()).toMatchObject({ asked: { order: { key: 'X-1' } } });
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  await first;
  expect(bench.workflow()).toMatchObject({ step: 'asking', order: { key: 'X-1' } });
  const again = scan('X-1');
  await expect.poll(() => bench.workflow()).toMatchObject({ step: 'looking-up', asked: { order: { key: 'X-1' } } });
  await bench.call('importOrders', { name: 'b.json', bytes: new TextEncoder().encode(JSON.stringify([order('W-2')])) });
  await scan('W-2');
  held.resolve({ status: 404 });
  await again;
  expect(bench.workflow()).toMatchObject({ step: 'choosing', order: { key: 'W-2' } });
  expect(await bench.call('toResolve', {})).toEqual([]);
  expect((await bench.call('orders', { search: 'X-1', offset: 0, limit: 1 })).total).toBe(1);
});

test('the token is sent only to the server it was entered for', async () => {
  const { shop, setUp, scan, stopped, bench } = await asking(() => ({ status: 404 }));
  const other = await startAskedShop(() => ({ status: 404 }));
  await setUp({}, 'Bearer sesame');
  await setUp({ url: `${other.url}/o?number={number}` });
  await scan('W-1');
  await stopped();
  expect(other.asked[0]).toMatchObject({ path: '/o?number=W-1' });
  expect(other.asked[0]?.headers.authorization).toBeUndefined();
  await setUp();
  await scan('W-1');
  await expect.poll(() => shop.asked.at(-1)?.headers.authorization).toBe('Bearer sesame');
  expect((await bench.call('setup', {})).lookUps).toMatchObject([{ hasToken: true }]);
  await setUp({}, '');
  expect((await bench.call('setup', {})).lookUps).toMatchObject([{ hasToken: false }]);
});

test.each([
  ['shop.example/{number}', 'none'],
  ['https://shop.example/orders', 'no-number'],
  ['https://{number}.example/orders', 'number-in-server'],
  ['https://user:secret@shop.example/{number}', 'with-user'],
] as const)('the address %s is refused', async (url, flaw) => {
  const { bench } = await asking(() => ({ status: 404 }));
  expect(
    await bench.station.handlers.saveLookUps({ lookUps: [{ ...newLookUp, name: 'Shop', isOn: true, url, token: null }] }),
  ).toMatchObject({ ok: false, failure: { code: 'setting-invalid', reasons: [{ code: 'shop-address-wrong', flaw }] } });
});

test('Setup tries a number, and an answer with unknown columns is mapped once', async () => {
  const theirs = { id: 'W-9', ship: { who: 'Anna Lehmann', road: 'Kastanienallee 84', town: 'Berlin' }, state: 'open' };
  const { bench, scan, tryIt } = await asking(() => ({ body: { result: theirs } }));
  const tried = await tryIt('W-9');
  expect(tried).toMatchObject({ ok: false, failure: { reasons: [{ code: 'columns-not-known' }] } });
  const file = await bench.call('fileToMap', {});
  expect(file?.columns).toContain('ship.town');
  await bench.call('saveMapping', { mapping: { ...mapped(file?.columns ?? []), name: 'Our shop' } });
  await scan('W-9');
  expect(bench.workflow()).toMatchObject({ step: 'asking', order: { key: 'W-9', recipient: { name: 'Anna Lehmann' } } });
});

const read = (column: string) => ({ ...emptySource, columns: [column] });
const mapped = (columns: readonly string[]) => ({
  columns: [...columns],
  fields: { order: read('id'), name: read('ship.who'), street: read('ship.road'), city: read('ship.town') },
});

test('the top bar clears a shop problem if the shop answers again or its settings change', async () => {
  let isDown = true;
  const { bench, setUp, tryIt, scan } = await asking((number) => (isDown ? { status: 503 } : { body: [order(number)] }));
  const shop = () => bench.station.snapshot().frame.shop;
  await scan('W-77');
  await bench.at('stopped');
  expect(shop()).toBe('not-answering');
  isDown = false;
  await bench.toTiles('W-77');
  expect(shop()).toBeNull();
  isDown = true;
  expect(await tryIt('W-78')).toMatchObject({ ok: false });
  expect(shop()).toBe('not-answering');
  isDown = false;
  await tryIt('W-78');
  expect(shop()).toBeNull();
  isDown = true;
  expect(await tryIt('W-78')).toMatchObject({ ok: false });
  await setUp({ mostSeconds: 7 });
  expect(shop()).toBeNull();
  expect(await tryIt('W-78')).toMatchObject({ ok: false });
  expect(shop()).toBe('not-answering');
  await setUp({ mostSeconds: 7, isOn: false });
  expect(shop()).toBeNull();
});

test('a deleted order that the shop returns again at the scan is held', async () => {
  const { bench, stopped, shop } = await asking(() => ({ body: [order('x-1')] }), { settings: { rule: 'cheapest' } });
  await bench.call('deleteOrder', { key: 'X-1' as OrderKey });
  await bench.call('scan', { code: 'x-1' });
  expect((await stopped()).code).toBe('order-held');
  expect(shop.asked).toHaveLength(1);
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});
