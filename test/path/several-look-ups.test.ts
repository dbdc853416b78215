import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptySource } from '../../shared/mapping.ts';
import type { OrderKey } from '../../shared/order.ts';
import { type HttpLookUp, newLookUp } from '../../shared/order-source.ts';
import type { ShopReply, ShopServer } from '../fakes/shop-server.ts';
import { order, type ReplyOf, startAskedShop } from './asked-shop.ts';
import { counted, type PlainOptions, startPlainStation } from './plain-station.ts';

/** A bench with several look-ups, each of which answers as its function does. */
async function askingAll(replyOf: Readonly<Record<string, ReplyOf>>, options: PlainOptions = {}) {
  const bench = await startPlainStation({ orders: 'order,name,street,city,country\nX-1,Bo,Weg 9,Berlin,DE\n', ...options });
  const servers: Record<string, ShopServer> = {};
  for (const [name, say] of Object.entries(replyOf)) {
    servers[name] = await startAskedShop(say);
  }
  const kept = async () => (await bench.call('setup', {})).settings.lookUps.filter(({ kind }) => kind === 'http') as HttpLookUp[];
  const save = async (lookUps: readonly (HttpLookUp & { readonly token?: string })[]) =>
    await bench.call('saveLookUps', { lookUps: lookUps.map((each) => ({ token: null, ...each })) });
  await save(Object.entries(servers).map(([name, { url }]) => ({ ...newLookUp, name, isOn: true, url: `${url}/orders/{number}` })));
  const stopped = async (code: string) => {
    return (await bench.scan(code, 'stopped')).failure;
  };
  const troubles = async () => (await bench.call('setup', {})).lookUps.map(({ trouble }) => trouble?.reasons?.[0]?.code ?? null);
  return { bench, servers, kept, save, stopped, troubles };
}

const nothing: ReplyOf = () => ({ status: 404 });
const down: ReplyOf = () => ({ status: 503, body: 'closed' });

test('every look-up is asked at once, and the one that has the order delivers it', async () => {
  const { bench, servers, troubles } = await askingAll({ Shop: nothing, Outlet: (number) => ({ body: [order(number)] }) });
  const { serviceId } = await bench.toTiles('W-77');
  expect(await bench.call('order', { key: 'W-77' as OrderKey })).toMatchObject({ source: 'Outlet' });
  expect(Object.values(servers).map(({ asked }) => asked.map(({ path }) => path))).toEqual([['/orders/W-77'], ['/orders/W-77']]);
  await bench.take(serviceId, 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  expect(await troubles()).toEqual([null, null]);
});

test('a failed look-up is named, hides no answer of another one, and no rule buys', async () => {
  const { bench, troubles } = await askingAll(
    { Shop: down, Outlet: (number) => ({ body: [order(number)] }) },
    { settings: { rule: 'cheapest' } },
  );
  const tiles = await bench.toTiles('W-77');
  expect(tiles.notice).toMatchObject({
    code: 'look-up-failed',
    reasons: [
      { code: 'of-look-up', name: 'Shop' },
      { code: 'shop-answered', status: 503 },
    ],
  });
  expect(bench.station.snapshot().frame).toMatchObject({ shop: 'not-answering', silentLookUp: 'Shop' });
  expect(await troubles()).toEqual(['shop-answered', null]);
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('an order from another look-up is found beside a parcel in hand even if the first look-up fails', async () => {
  const { bench } = await askingAll({ Shop: down, Outlet: (number) => ({ body: [order(number)] }) });
  await bench.toTiles('W-1');
  expect((await bench.scan('W-2', 'choosing')).order.key).toBe('W-2');
});

test('an order that two look-ups return alike is taken from the first, whatever the spelling of its number', async () => {
  const { bench } = await askingAll({ Shop: () => ({ body: [order('#77')] }), Outlet: () => ({ body: [order('77')] }) });
  const { order: taken, notice } = await bench.toTiles('77');
  expect([taken.key, taken.source, notice]).toEqual(['#77', 'Shop', null]);
  expect((await bench.call('orders', { search: '', offset: 0, limit: 10 })).total).toBe(2);
});

test.each([
  ['address', { city: 'Potsdam' }],
  ['parcels', { weight_kg: '2.4' }],
  ['other', { note: 'ring twice' }],
] as const)('an order that two look-ups return with another %s is not taken, and both are named', async (fact, change) => {
  const { bench, stopped, troubles } = await askingAll({
    Shop: (number) => ({ body: [order(number)] }),
    Spares: nothing,
    Outlet: (number) => ({ body: [order(number, change)] }),
  });
  expect(await stopped('W-77')).toMatchObject({
    code: 'look-ups-differ',
    reasons: [{ code: 'look-ups-differ', order: 'W-77', one: 'Shop', other: 'Outlet', facts: [fact] }],
  });
  expect((await bench.call('orders', { search: '', offset: 0, limit: 10 })).total).toBe(1);
  // The trouble belongs to this order only: both look-ups answered.
  expect(await troubles()).toEqual([null, null, null]);
});

test('if two look-ups differ, a shift lead picks one; the next scan notes it, and no rule buys', async () => {
  const replyOf =
    (city: string): ReplyOf =>
    (number) => ({ body: [order(number, { city })] });
  const { bench, kept } = await askingAll({ Shop: replyOf('Berlin'), Outlet: replyOf('Potsdam') }, { settings: { rule: 'cheapest' } });
  const [, outlet = newLookUp] = await kept();
  await bench.call('tryLookUp', { id: outlet.id, code: 'W-77' });
  const tiles = await bench.toTiles('W-77');
  expect([tiles.order.recipient.city, tiles.notice?.reasons?.[0]?.code]).toEqual(['Potsdam', 'look-ups-differ']);
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('if the packer stops waiting for one look-up, the answer of another one is used', async () => {
  const held = Promise.withResolvers<ShopReply>();
  const { bench } = await askingAll({ Shop: () => held.promise, Outlet: (number) => ({ body: [order(number)] }) });
  const scanned = bench.call('scan', { code: 'W-77' });
  await expect.poll(() => bench.workflow()).toMatchObject({ step: 'looking-up', asked: {} });
  await expect.poll(async () => (await bench.call('setup', {})).lookUps[1]?.answeredAt).not.toBeNull();
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  held.resolve({ status: 404 });
  await scanned;
  expect(bench.workflow()).toMatchObject({ step: 'choosing', order: { key: 'W-77' }, notice: { code: 'wait-stopped' } });
});

test('each look-up has its own token, which is removed with it', async () => {
  const { bench, servers, kept, save } = await askingAll({ Shop: nothing, Outlet: nothing });
  const [shop = newLookUp, outlet = newLookUp] = await kept();
  await save([
    { ...shop, token: 'of the shop' },
    { ...outlet, header: 'X-Key', token: 'of the outlet' },
  ]);
  await bench.call('scan', { code: 'W-1' });
  expect([servers['Shop']?.asked.at(-1)?.headers.authorization, servers['Outlet']?.asked.at(-1)?.headers['x-key']]).toEqual([
    'of the shop',
    'of the outlet',
  ]);
  // A look-up that moves in the list keeps its token.
  await save([{ ...outlet, header: 'X-Key' }, shop]);
  await bench.call('scan', { code: 'W-2' });
  expect(servers['Shop']?.asked.at(-1)?.headers.authorization).toBe('of the shop');
  const encrypted = (): string[] => readdirSync(join(bench.dir, 'credentials')).filter((name) => name.startsWith('shop-look-up'));
  expect(encrypted()).toHaveLength(2);
  await save([shop]);
  expect(encrypted()).toHaveLength(1);
  expect(readFileSync(join(bench.dir, 'settings.json'), 'utf8')).not.toContain('of the shop');
});

test('two look-ups with one name are refused', async () => {
  const { bench, kept } = await askingAll({ Shop: nothing });
  const [shop = newLookUp] = await kept();
  const lookUps = [
    { ...shop, token: null },
    { ...shop, id: '', name: ' shop ', token: null },
  ];
  expect(await bench.station.handlers.saveLookUps({ lookUps })).toMatchObject({
    ok: false,
    failure: { code: 'setting-invalid', reasons: [{ code: 'look-up-name-twice' }] },
  });
});

test('a look-up that names a mapping is read only by that one, and reports if it is gone', async () => {
  const theirs = { id: 'W-9', ship: { who: 'Anna Lehmann', road: 'Kastanienallee 84', town: 'Berlin' }, state: 'open' };
  const { bench, kept, save } = await askingAll({ Shop: () => ({ body: { result: theirs } }) });
  const read = (column: string) => ({ ...emptySource, columns: [column] });
  const fields = { order: read('id'), name: read('ship.who'), street: read('ship.road'), city: read('ship.town') };
  const columns = ['id', 'ship.who', 'ship.road', 'ship.town', 'state'];
  const wrong = { name: 'Wrong way', columns, fields: { ...fields, name: read('ship.town'), city: read('ship.who') } };
  await bench.call('saveSettings', { settings: { mappings: [wrong, { name: 'Right way', columns, fields }] } });
  const [shop = newLookUp] = await kept();
  await save([{ ...shop, mapping: 'Right way' }]);
  await bench.call('scan', { code: 'W-9' });
  expect(bench.workflow()).toMatchObject({ order: { key: 'W-9', recipient: { name: 'Anna Lehmann' } } });
  await save([{ ...shop, mapping: 'Some way' }]);
  expect(await bench.station.handlers.tryLookUp({ id: shop.id, code: 'W-8' })).toMatchObject({
    failure: { code: 'look-up-failed', reasons: [{ code: 'look-up-mapping-gone', mapping: 'Some way' }] },
  });
});
