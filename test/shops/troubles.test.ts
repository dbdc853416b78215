import { expect, test } from 'vitest';
import { stopLater } from '../later.ts';
import { counted, kindsToResolve } from '../path/plain-station.ts';
import { startConnectedBench } from './connected-bench.ts';
import { type Asked, type PlayedShop, playWooCommerce } from './played-woocommerce.ts';

const played = async (...given: Parameters<typeof playWooCommerce>) => stopLater(await playWooCommerce(...given));
const isList = ({ path, query }: Asked): boolean => path.endsWith('/orders') && query.get('per_page') !== '1';
const lists = (shop: PlayedShop): readonly Asked[] => shop.asked.filter(isList);

async function connected(shop: PlayedShop) {
  const at = await startConnectedBench(shop);
  expect(await at.connect()).toMatchObject({ ok: true });
  return at;
}

test('many open orders come in page by page, each once, and a quiet minute takes none again', async () => {
  const shop = await played();
  const made = Array.from({ length: 95 }, () => shop.order());
  const { sync, state, order } = await connected(shop);
  await sync();
  expect((await state()).toShip).toBe(95);
  for (const { number } of made) expect(await order(number)).toMatchObject({ hold: null });
  const products = shop.asked.filter(({ path }) => path.includes('/products')).length;
  await sync();
  expect([(await state()).newToday, shop.asked.filter(({ path }) => path.includes('/products')).length]).toEqual([95, products]);
});

test('an order that is deleted while pages are read moves no other one out of sight', async () => {
  const shop = await played();
  // Older than what is read twice.
  const made = Array.from({ length: 70 }, (_, at) => shop.order({ modifiedMs: Date.now() - (100 - at) * 600_000 }));
  let pages = 0;
  shop.fault = (asked) => {
    if (!isList(asked)) return undefined;
    pages += 1;
    // Between the first and the second page, orders of the first page go.
    if (pages === 2) for (const { id } of made.slice(0, 5)) shop.remove(id);
    return undefined;
  };
  const { sync, order } = await connected(shop);
  await sync();
  for (const { number } of made.slice(5)) expect(await order(number)).not.toBeNull();
});

test('an order that changes while pages are read is read again, whatever the clocks show', async () => {
  const shop = await played();
  // The shop is seven hours behind this computer.
  let clock = Date.now() - 7 * 3_600_000;
  shop.now = () => clock;
  const made = Array.from({ length: 45 }, () => shop.order());
  const [first] = made;
  const { sync, order } = await connected(shop);
  await sync();
  let pages = 0;
  shop.fault = (asked) => {
    if (!isList(asked)) return undefined;
    pages += 1;
    if (pages !== 2) return undefined;
    shop.change(first?.id ?? 0, { status: 'cancelled' });
    // This reading takes long, and its last page has a much newer change.
    clock += 1_200_000;
    shop.change(made[44]?.id ?? 0, {});
    return undefined;
  };
  for (const { id } of made) shop.change(id, { customer_note: 'Ring twice' });
  await sync();
  shop.fault = () => undefined;
  await sync();
  expect(await order(first?.number ?? '')).toMatchObject({ hold: 'cancelled' });
  expect(await order(made[44]?.number ?? '')).toMatchObject({ noteForPacker: 'Ring twice' });
});

test('a night off is caught up with, and so is a restart', async () => {
  const shop = await played();
  shop.order();
  const { bench, sync, state, later, order } = await connected(shop);
  await sync();
  await bench.reopen(() => {
    for (let at = 0; at < 30; at += 1) shop.order();
  });
  later(10 * 3_600_000);
  await expect.poll(async () => (await state()).toShip).toBe(31);
  expect(lists(shop).at(-1)?.query.get('modified_after')).toMatch(/^\d{4}-\d\d-\d\dT/);
  const last = shop.order();
  await sync();
  expect(await order(last.number)).not.toBeNull();
});

test.each([
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '600' } }, 'shop-answered', 600],
  ['503 with Retry-After', { status: 503, headers: { 'retry-after': '300' } }, 'shop-answered', 300],
  ['500', { status: 500, body: 'Error establishing a database connection' }, 'shop-answered', 60],
  ['an expired key', { status: 401, body: '{"code":"woocommerce_rest_cannot_view"}' }, 'shop-refuses-token', 60],
  ['a sign-in page', { status: 200, body: '<!DOCTYPE html><title>Log in</title>' }, 'shop-shows-page', 60],
  ['a warning before the JSON', 'warning-before', 'shop-answer-unknown', 60],
] as const)('%s pauses the reading, is shown, and nothing is lost', async (_name, fault, code, seconds) => {
  const shop = await played();
  const { bench, sync, state, later, order } = await connected(shop);
  await sync();
  const { number } = shop.order();
  shop.fault = (asked) => (isList(asked) ? fault : undefined);
  await sync();
  expect((await state()).trouble?.code).toBe(code);
  expect(bench.station.snapshot().frame.shop).toBe('not-answering');
  const asked = lists(shop).length;
  later((seconds - 10) * 1000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(lists(shop)).toHaveLength(asked);
  shop.fault = () => undefined;
  later(11_000);
  await expect.poll(async () => await order(number)).not.toBeNull();
  await expect.poll(async () => (await state()).trouble).toBeNull();
  await expect.poll(() => bench.station.snapshot().frame.shop).toBeNull();
});

test('a shop that asked for a pause is not told of shipments before it ends', async () => {
  const shop = await played();
  const { number } = shop.order();
  const { sync, ship, state, later } = await connected(shop);
  await sync();
  shop.fault = (asked) => (isList(asked) ? { status: 429, headers: { 'retry-after': '600' } } : undefined);
  await sync();
  const isReport = ({ path }: Asked): boolean => path.endsWith('/notes') && !path.includes('/orders/0/');
  await ship(number);
  await expect.poll(async () => (await state()).reportTrouble?.code).toBe('shop-answered');
  expect(shop.asked.filter(isReport)).toEqual([]);
  shop.fault = () => undefined;
  later(605_000);
  await expect.poll(async () => (await state()).reportedToday).toBe(1);
});

test('250 lines, another currency and deleted products come in whole', async () => {
  const shop = await played();
  const items = Array.from({ length: 250 }, (_, at) => ({
    product: at % 2 === 0 ? at + 1 : 0,
    name: `Part ${at}`,
    sku: `P-${at}`,
    total: '100',
  }));
  shop.products = [{ id: 1, weight: '1' }];
  const large = shop.order({ currency: 'JPY', items });
  const { sync, order } = await connected(shop);
  await sync();
  const taken = await order(large.number);
  expect(taken?.lines).toHaveLength(250);
  expect(taken?.lines.slice(0, 2)).toMatchObject([
    { sku: 'P-0', weightGrams: 1000, price: { minor: 100, currency: 'JPY' } },
    { sku: 'P-1', price: { minor: 100, currency: 'JPY' } },
  ]);
  expect(taken?.lines[2]).not.toHaveProperty('weightGrams');
});

test('weights come in the unit of the shop', async () => {
  for (const [unit, weight, grams] of [
    ['g', '250', 250],
    ['lbs', '1', 454],
    ['oz', '8', 227],
  ] as const) {
    const shop = await played();
    shop.weightUnit = unit;
    shop.products = [{ id: 1, weight }];
    const { number } = shop.order({ items: [{ product: 1 }] });
    const { sync, order } = await connected(shop);
    await sync();
    expect((await order(number))?.lines[0]?.weightGrams).toBe(grams);
  }
});

test('a refund of an amount without pieces asks the packer, as a file does', async () => {
  const shop = await played();
  const { id, number } = shop.order({ items: [{ quantity: 3, total: '30.00' }] });
  shop.refund(id, [], '5.00');
  const { sync, order } = await connected(shop);
  await sync();
  expect(await order(number)).toMatchObject({ isPartlyRefunded: true, lines: [{ quantity: 3, price: null }] });
});

test('a shop with order numbers of its own is asked and told by its ids', async () => {
  const shop = await played({ numberOf: (id) => `W-${id + 7000}` });
  const known = shop.order();
  const { bench, sync, ship, state } = await connected(shop);
  await sync();
  const unknown = shop.order({ shipping: { ...known.shipping, address_1: 'Torstraße 9' } });
  await ship(known.number);
  // This one is not here yet: the scan finds it by its number.
  await ship(unknown.number);
  await expect.poll(async () => (await state()).reportedToday).toBe(2);
  expect([shop.orders.get(known.id)?.status, shop.orders.get(unknown.id)?.status]).toEqual(['completed', 'completed']);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('an order that the shop deleted is not shipped without a person', async () => {
  const shop = await played();
  const { id, number } = shop.order();
  const { bench, sync } = await connected(shop);
  await sync();
  shop.remove(id);
  await bench.call('scan', { code: number });
  await bench.answerAll({ box: 'M', weight: '1.25', value: '10', contents: 'Mugs' });
  await bench.at('choosing');
  expect(JSON.stringify(bench.workflow())).toContain('shop-order-gone');
});

test('an order that was cancelled after its label keeps that state, and gets the number', async () => {
  const shop = await played();
  const { id, number } = shop.order();
  const { bench, sync, ship, state } = await connected(shop);
  await sync();
  let isHeld = true;
  shop.fault = ({ method }) => (isHeld && method === 'PUT' ? { status: 503 } : undefined);
  const { trackingNos } = await ship(number);
  shop.change(id, { status: 'cancelled' });
  await sync();
  expect(await kindsToResolve(bench)).toContain('changed-too-late');
  isHeld = false;
  await expect
    .poll(async () => {
      await sync();
      return (await state()).waiting;
    })
    .toBe(0);
  expect(shop.orders.get(id)?.status).toBe('cancelled');
  expect(JSON.stringify(shop.orders.get(id)?.notes)).toContain(trackingNos[0]);
});

test('a part adds its number, and only the last one completes the order', async () => {
  const shop = await played();
  const sold = shop.order({ items: [{ sku: 'MUG-1', quantity: 2, total: '25.00' }] });
  const { bench, sync, state } = await connected(shop);
  await sync();
  await bench.call('saveSettings', { settings: { checksItems: true } });
  const shipOne = async () => {
    await bench.call('scan', { code: sold.number });
    await bench.call('scan', { code: 'MUG-1' });
    if (shop.orders.get(sold.id)?.meta.length === 0) await bench.call('sendLater', { workflowNo: bench.workflowNo() });
    await bench.answerAll({ box: 'M', weight: '1.25', value: '10', contents: 'Mugs' });
    const { serviceId } = await bench.at('choosing');
    await bench.take(serviceId, 'done');
    await bench.call('next', { workflowNo: bench.workflowNo() });
  };
  await shipOne();
  await expect.poll(async () => (await state()).reportedToday).toBe(1);
  expect(shop.orders.get(sold.id)?.status).toBe('processing');
  await shipOne();
  await expect.poll(async () => (await state()).reportedToday).toBe(2);
  const order = shop.orders.get(sold.id);
  expect([order?.status, (order?.meta[0]?.value as readonly object[] | undefined)?.length, order?.meta.length]).toEqual([
    'completed',
    2,
    1,
  ]);
});

test('an order that left as a letter is completed once, without a number', async () => {
  const shop = await played();
  const { id, number } = shop.order();
  const { bench, sync, state } = await connected(shop);
  await sync();
  await bench.call('shipOtherwise', { key: number as never, way: 'letter', note: '' });
  await expect.poll(async () => (await state()).reportedToday).toBe(1);
  const order = shop.orders.get(id);
  expect([order?.status, order?.meta, order?.notes.length]).toEqual(['completed', [], 2]);
});

test('orders of another source are not told to the shop', async () => {
  const shop = await played();
  const { ship, state } = await connected(shop);
  await ship('X-1');
  expect(await state()).toMatchObject({ waiting: 0, reportedToday: 0 });
  expect(shop.asked.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test.each([
  ['read', 'shop-key-only-reads'],
  ['write', 'shop-refuses-token'],
  ['none', 'shop-refuses-token'],
] as const)('keys that may only %s are refused, and nothing is stored', async (permission, code) => {
  const shop = await played();
  shop.permission = permission;
  const { bench, connect } = await startConnectedBench(shop);
  expect(await connect()).toMatchObject({ ok: false, failure: { code: 'shop-not-connected', reasons: [{ code }] } });
  expect((await bench.call('setup', {})).settings.shops).toEqual([]);
  // The test of the keys wrote nothing.
  expect(shop.asked.filter(({ method }) => method !== 'GET').every(({ path }) => path.endsWith('/orders/0/notes'))).toBe(true);
});

test('keys are kept for their own server, and not sent over plain HTTP to another computer', async () => {
  const [shop, other] = [await played(), await played()];
  const { bench, connect } = await startConnectedBench(shop);
  expect(await connect()).toMatchObject({ ok: true });
  expect(await connect({ address: other.address, key: '', secret: '' })).toMatchObject({
    ok: false,
    failure: { reasons: [{ code: 'shop-keys-missing' }] },
  });
  expect(other.asked).toEqual([]);
  expect(await connect({ address: 'http://shop.example' })).toMatchObject({
    failure: { reasons: [{ code: 'plain-http-not-accepted' }] },
  });
  expect(await connect({ key: '', secret: '', mailsCustomer: true })).toMatchObject({ ok: true });
  for (const half of [{ key: 'ck_new' }, { secret: 'cs_new' }])
    expect(await connect({ key: '', secret: '', ...half })).toMatchObject({ failure: { reasons: [{ code: 'shop-keys-missing' }] } });
  const after = await bench.call('disconnectShop', { kind: 'woocommerce' });
  expect([after.settings.shops, after.shops]).toEqual([[], []]);
  expect(await connect({ key: '', secret: '' })).toMatchObject({ failure: { reasons: [{ code: 'shop-keys-missing' }] } });
});
