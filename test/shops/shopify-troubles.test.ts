import { expect, test } from 'vitest';
import type { ApiAnswer, ShopClient } from '../../electron/orders/shops/shop-client.ts';
import { createGraph } from '../../electron/orders/shops/shopify/graph.ts';
import { createTokens } from '../../electron/orders/shops/shopify/tokens.ts';
import { shopAddress } from '../../electron/orders/shops/shops.ts';
import { stopLater } from '../later.ts';
import { counted, kindsToResolve } from '../path/plain-station.ts';
import { startConnectedBench } from './connected-bench.ts';
import { type PlayedShopify, playShopify, type ShopifyAsked, type SoldOrder } from './played-shopify.ts';

const played = async (...given: Parameters<typeof playShopify>): Promise<PlayedShopify> => stopLater(await playShopify(...given));
const isList = ({ operation, variables }: ShopifyAsked): boolean => operation === 'orders' && 'query' in variables;
const lists = (shop: PlayedShopify): readonly ShopifyAsked[] => shop.asked.filter(isList);
const madeFor = (shop: PlayedShopify, { id }: Pick<SoldOrder, 'id'>) =>
  (shop.orders.get(id)?.fulfillments ?? []).map(({ status, tracking, lines }) => ({
    status,
    numbers: tracking.map(({ number }) => number),
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  }));

async function connected(shop: PlayedShopify, change: object = {}) {
  const at = await startConnectedBench(shop);
  expect(await at.connect(change)).toMatchObject({ ok: true });
  return at;
}

test('many open orders come in page by page, each once, and a quiet minute takes none again', async () => {
  const shop = await played();
  const made = Array.from({ length: 95 }, () => shop.order());
  const { sync, state, order } = await connected(shop);
  await sync();
  expect((await state()).toShip).toBe(95);
  for (const { name } of made) expect(await order(name)).toMatchObject({ hold: null });
  const whole = shop.asked.length;
  await sync();
  expect([(await state()).newToday, (await state()).trouble]).toEqual([95, null]);
  // All 95 orders were changed in the last minutes, so they are listed again, and so are their parts.
  expect(shop.asked.length - whole).toBe(6 + 1 + 6);
});

test('pages that cost more points than the shop allows become smaller', async () => {
  const shop = await played();
  shop.mostCost = 300;
  for (let at = 0; at < 20; at += 1) shop.order();
  const { sync, state } = await connected(shop);
  await sync();
  expect(await state()).toMatchObject({ toShip: 20, trouble: null });
  const firsts = lists(shop).map(({ variables }) => variables['first']);
  expect([firsts[0], firsts.at(-1)]).toEqual([16, 4]);
  await sync();
  expect(lists(shop).at(-1)?.variables['first']).toBe(4);
});

test('an empty bucket of points is waited for, and the points are not wasted on refusals', async () => {
  const shop = await played();
  for (let at = 0; at < 60; at += 1) shop.order();
  const { sync, state } = await connected(shop);
  shop.bucket = { max: 1000, perSecond: 1500, left: 0 };
  await sync();
  expect(await state()).toMatchObject({ toShip: 60, trouble: null });
  // The first refusal shows the state of the bucket.
  expect(shop.throttledTimes).toBe(1);
});

test('a shop without points for long pauses the reading, and is shown', async () => {
  const shop = await played();
  const { sync, state, later, order } = await connected(shop);
  await sync();
  const { name } = shop.order();
  shop.bucket = { max: 1000, perSecond: 1, left: 0 };
  await sync();
  expect((await state()).trouble).toMatchObject({ code: 'shop-answered', status: 429 });
  shop.bucket = { max: 1000, perSecond: 4000, left: 1000 };
  later(11 * 60_000);
  await expect.poll(async () => await order(name)).not.toBeNull();
  await expect.poll(async () => (await state()).trouble).toBeNull();
});

test('tokens are renewed before and after they end, and no failure is shown', async () => {
  const shop = await played();
  shop.order();
  const { sync, state, later, ship } = await connected(shop);
  await sync();
  const tokens = () => shop.asked.filter(({ operation }) => operation === 'token').length;
  const before = tokens();
  shop.endTokens();
  const second = shop.order();
  await sync();
  expect([tokens(), (await state()).toShip, (await state()).trouble]).toEqual([before + 1, 2, null]);
  later(24 * 60 * 60_000 - 60_000);
  await sync();
  expect(tokens()).toBe(before + 2);
  shop.endTokens();
  await ship(second.name);
  await expect.poll(async () => (await state()).reportedToday).toBe(1);
  expect(madeFor(shop, second)).toHaveLength(1);
});

test.each([
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '600.0' } }, 'shop-answered', 600],
  ['503 with Retry-After', { status: 503, headers: { 'retry-after': '300' } }, 'shop-answered', 300],
  ['502', { status: 502, body: '<html>Bad Gateway</html>' }, 'shop-answered', 60],
  ['an internal error', 'internal-error', 'shop-answered', 60],
  ['a frozen shop', { status: 402, body: '{"errors":"Unavailable Shop"}' }, 'shop-answered', 60],
  ['a sign-in page', { status: 200, body: '<!DOCTYPE html><title>Log in</title>' }, 'shop-shows-page', 60],
  ['an answer that is cut', { status: 200, body: '{"data":{"ord' }, 'shop-answer-unknown', 60],
] as const)('%s pauses the reading, is shown, and nothing is lost', async (_name, fault, code, seconds) => {
  const shop = await played();
  const { bench, sync, state, later, order } = await connected(shop);
  await sync();
  const { name } = shop.order();
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
  await expect.poll(async () => await order(name)).not.toBeNull();
  await expect.poll(async () => (await state()).trouble).toBeNull();
  await expect.poll(() => bench.station.snapshot().frame.shop).toBeNull();
});

test('an app that is removed from the shop is shown, and its orders go on when it is back', async () => {
  const shop = await played();
  const { sync, state, later, order } = await connected(shop);
  await sync();
  const { name } = shop.order();
  shop.isInstalled = false;
  shop.endTokens();
  await sync();
  expect((await state()).trouble).toEqual({ code: 'shop-refuses-app', status: 400 });
  shop.isInstalled = true;
  later(61_000);
  await expect.poll(async () => await order(name)).not.toBeNull();
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
    // Orders of the first page change, and one goes.
    clock += 1_200_000;
    shop.cancel(first?.id ?? 0);
    shop.remove(made[3]?.id ?? 0);
    return undefined;
  };
  for (const { id } of made) shop.change(id, { note: 'Ring twice' });
  await sync();
  shop.fault = () => undefined;
  await sync();
  expect(await order(first?.name ?? '')).toMatchObject({ hold: 'cancelled' });
  expect(await order(made[44]?.name ?? '')).toMatchObject({ noteForPacker: 'Ring twice' });
});

test('a night off is caught up with, and so is a restart', async () => {
  const began = Date.now();
  const shop = await played();
  shop.order();
  const { bench, sync, state, later, order } = await connected(shop);
  await sync();
  await bench.reopen(() => {
    for (let at = 0; at < 30; at += 1) shop.order();
  });
  later(10 * 3_600_000);
  await expect.poll(async () => (await state()).toShip).toBe(31);
  const asked = /^updated_at:>='(\d{4}-\d\d-\d\dT[\d:]{8}Z)'$/.exec(String(lists(shop).at(-1)?.variables['query']));
  // Not from the beginning of the shop: from shortly before the last change that came in.
  expect(Date.parse(asked?.[1] ?? '')).toBeGreaterThan(began - 3_600_000);
  const last = shop.order();
  await sync();
  expect(await order(last.name)).not.toBeNull();
});

test('300 lines, another currency, deleted products and more pages within an order come in whole', async () => {
  const shop = await played();
  shop.variants.set(1, { barcode: '4006381333931', weight: { unit: 'POUNDS', value: 1 } });
  const items = Array.from({ length: 300 }, (_, at) => ({
    variant: at % 2 === 0 ? 1 : 0,
    name: `Part ${at}`,
    sku: `P-${at}`,
    price: '100',
    from: at < 20 ? 'Workshop' : 'Cellar',
  }));
  const large = shop.order({ currency: 'JPY', presentment: { currency: 'USD', rate: 0.0065 }, items });
  const { sync, order, ship, state } = await connected(shop);
  await sync();
  const taken = await order(large.name);
  expect(taken?.lines).toHaveLength(300);
  expect(taken?.lines.slice(0, 2)).toMatchObject([
    { sku: 'P-0', weightGrams: 454, barcodes: ['4006381333931'], price: { minor: 100, currency: 'JPY' } },
    { sku: 'P-1', price: { minor: 100, currency: 'JPY' } },
  ]);
  expect(taken?.lines[1]).not.toHaveProperty('barcodes');
  const { trackingNos } = await ship(large.name);
  await expect.poll(async () => (await state()).reportedToday).toBe(1);
  // One place has more lines than one request may have.
  expect(madeFor(shop, large).map(({ pieces }) => pieces)).toEqual([20, 250, 30]);
  expect(new Set(madeFor(shop, large).flatMap(({ numbers }) => numbers))).toEqual(new Set(trackingNos));
});

test('a refund of an amount without pieces asks the packer, as a file does', async () => {
  const shop = await played();
  const { name } = shop.order({ financial: 'PARTIALLY_REFUNDED', items: [{ quantity: 3 }] });
  const { sync, order } = await connected(shop);
  await sync();
  expect(await order(name)).toMatchObject({ isPartlyRefunded: true, lines: [{ quantity: 3, price: null }] });
});

test('parts that were split, merged or moved to two places are told once each, with a lost answer between', async () => {
  const shop = await played();
  const split = shop.order({ items: [{ quantity: 3 }] });
  shop.split(split.id, 1);
  const merged = shop.order({ items: [{ quantity: 3 }] });
  shop.split(merged.id, 2);
  shop.merge(merged.id);
  const two = shop.order({
    items: [
      { name: 'Mug', sku: 'MUG-1' },
      { name: 'Saucer', sku: 'SAU-1', from: 'Cellar' },
    ],
  });
  const { sync, order, ship, state, later } = await connected(shop);
  await sync();
  expect((await order(split.name))?.lines).toMatchObject([{ quantity: 3 }]);
  expect((await order(merged.name))?.lines).toMatchObject([{ quantity: 3 }]);
  expect((await order(two.name))?.lines).toHaveLength(2);
  const numbers = [(await ship(split.name)).trackingNos, (await ship(merged.name)).trackingNos];
  await expect.poll(async () => (await state()).reportedToday).toBe(2);
  expect(madeFor(shop, split)).toEqual([{ status: 'SUCCESS', numbers: numbers[0], pieces: 3 }]);
  expect(madeFor(shop, merged)).toEqual([{ status: 'SUCCESS', numbers: numbers[1], pieces: 3 }]);
  let writes = 0;
  shop.fault = ({ isWrite }) => {
    writes += Number(isWrite);
    return isWrite && writes === 1 ? 'lost-answer' : undefined;
  };
  const { trackingNos } = await ship(two.name);
  await expect.poll(() => writes).toBe(1);
  await expect.poll(async () => (later(30_000), (await state()).waiting)).toBe(0);
  expect(madeFor(shop, two)).toEqual([
    { status: 'SUCCESS', numbers: trackingNos, pieces: 1 },
    { status: 'SUCCESS', numbers: trackingNos, pieces: 1 },
  ]);
});

test('items that another company sends are left out, and their order is told without them', async () => {
  const shop = await played();
  shop.thirdParties.add('Warehouse Ltd');
  const mixed = shop.order({ items: [{}, { name: 'Sofa', sku: 'SOFA', from: 'Warehouse Ltd' }] });
  const theirs = shop.order({ items: [{ name: 'Sofa', sku: 'SOFA', from: 'Warehouse Ltd' }] });
  const { sync, order, ship, state } = await connected(shop);
  await sync();
  expect((await order(mixed.name))?.lines).toMatchObject([{ sku: 'MUG-1' }]);
  expect(await order(theirs.name)).toBeNull();
  await ship(mixed.name);
  await expect.poll(async () => (await state()).reportedToday).toBe(1);
  expect(madeFor(shop, mixed)).toMatchObject([{ pieces: 1 }]);
});

test('one held part holds the whole order until the shop releases it', async () => {
  const shop = await played();
  // Older than what is listed twice: only its part changes.
  const sold = shop.order({ updatedMs: Date.now() - 3_600_000, items: [{}, { name: 'Preorder', sku: 'PRE', from: 'Cellar' }] });
  const [, second] = sold.parts;
  if (second) second.status = 'SCHEDULED';
  shop.order();
  const { sync, order } = await connected(shop);
  await sync();
  expect(await order(sold.name)).toMatchObject({ hold: 'on-hold', lines: [{}, {}] });
  if (second) Object.assign(second, { status: 'OPEN', updatedMs: shop.now() });
  await sync();
  expect(await order(sold.name)).toMatchObject({ hold: null });
});

test('a part is a fulfilment of its items, and the rest another one', async () => {
  const shop = await played();
  const sold = shop.order({ items: [{ quantity: 3 }] });
  const { bench, sync, state } = await connected(shop);
  await sync();
  await bench.call('saveSettings', { settings: { checksItems: true } });
  const shipSome = async (pieces: number, isRest: boolean) => {
    await bench.call('scan', { code: sold.name });
    for (let at = 0; at < pieces; at += 1) await bench.call('scan', { code: 'MUG-1' });
    if (!isRest) await bench.call('sendLater', { workflowNo: bench.workflowNo() });
    await bench.answerAll({ box: 'M', weight: '1.25', value: '10', contents: 'Mugs' });
    const { serviceId } = await bench.at('choosing');
    await bench.take(serviceId, 'done');
    await bench.call('next', { workflowNo: bench.workflowNo() });
  };
  await shipSome(1, false);
  await expect.poll(async () => (await state()).reportedToday).toBe(1);
  expect(madeFor(shop, sold).map(({ pieces }) => pieces)).toEqual([1]);
  // The shop lists the order again, with two pieces left. The bench knows what it sent.
  await sync();
  await shipSome(2, true);
  await expect.poll(async () => (await state()).reportedToday).toBe(2);
  expect(madeFor(shop, sold).map(({ pieces }) => pieces)).toEqual([1, 2]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('an order that was fulfilled or cancelled in the shop after its label waits for a person', async () => {
  const shop = await played();
  const [fulfilled, cancelled, held] = [shop.order(), shop.order(), shop.order()];
  const { bench, sync, ship, state, later } = await connected(shop);
  await sync();
  let isOff = true;
  shop.fault = ({ operation, variables }) =>
    isOff && operation === 'order' && !('query' in variables) && isShipped ? { status: 503 } : undefined;
  let isShipped = false;
  const shipThen = async (order: SoldOrder, then: () => void) => {
    isShipped = false;
    await bench.call('scan', { code: order.name });
    await bench.answerAll({ box: 'M', weight: '1.25', value: '10', contents: 'Mugs' });
    const { serviceId } = await bench.at('choosing');
    isShipped = true;
    await bench.take(serviceId, 'done');
    await bench.call('next', { workflowNo: bench.workflowNo() });
    then();
  };
  await shipThen(fulfilled, () => shop.fulfil(fulfilled.id, 'BY-HAND'));
  await shipThen(cancelled, () => shop.cancel(cancelled.id));
  await shipThen(held, () => shop.hold(held.id, true));
  isOff = false;
  await expect.poll(async () => (later(30_000), (await state()).waiting)).toBe(0);
  expect(await state()).toMatchObject({ refused: 3, reportedToday: 0 });
  expect(await kindsToResolve(bench)).toContain('shop-not-informed');
  const reports = (await bench.call('toResolve', {})).flatMap((item) => (item.kind === 'shop-not-informed' ? [item.report.why] : []));
  expect(reports).toEqual(
    expect.arrayContaining([
      { code: 'shop-nothing-to-fulfil', order: fulfilled.name },
      { code: 'shop-nothing-to-fulfil', order: cancelled.name },
      { code: 'shop-refuses', message: expect.stringContaining('unfulfillable status= on_hold') },
    ]),
  );
  expect(madeFor(shop, fulfilled).map(({ numbers }) => numbers)).toEqual([['BY-HAND']]);
  // A number that the shop has is reported, whoever entered it.
  const own = shop.order();
  await sync();
  isOff = true;
  await shipThen(own, () => undefined);
  const [number = ''] = bench.service.orders().at(-1)?.trackingNos ?? [];
  shop.fulfil(own.id, number);
  isOff = false;
  await expect.poll(async () => (later(30_000), (await state()).waiting)).toBe(0);
  expect([madeFor(shop, own).length, (await state()).refused]).toEqual([1, 3]);
  expect(await ship(shop.order().name)).toBeDefined();
});

test('an order that left as a letter is fulfilled once, without a number', async () => {
  const shop = await played();
  const { id, name } = shop.order();
  const { bench, sync, state } = await connected(shop);
  await sync();
  await bench.call('shipOtherwise', { key: name as never, way: 'letter', note: '' });
  await expect.poll(async () => (await state()).reportedToday).toBe(1);
  expect(madeFor(shop, { id })).toEqual([{ status: 'SUCCESS', numbers: [], pieces: 1 }]);
});

test('an order that is not here yet is found by its number, and one that the shop deleted asks a person', async () => {
  const shop = await played({ nameOf: (id) => `W-${id}` });
  const known = shop.order();
  const { bench, sync, ship, state } = await connected(shop);
  await sync();
  const unknown = shop.order();
  await ship(unknown.name);
  await expect.poll(async () => (await state()).reportedToday).toBe(1);
  shop.remove(known.id);
  await bench.call('scan', { code: known.name });
  await bench.answerAll({ box: 'M', weight: '1.25', value: '10', contents: 'Mugs' });
  await bench.at('choosing');
  expect(JSON.stringify(bench.workflow())).toContain('shop-order-gone');
});

test.each([
  [
    'without the scope for fulfilments',
    { scopes: ['read_orders', 'read_products'] },
    { code: 'shop-scopes-missing', scopes: ['write_merchant_managed_fulfillment_orders'] },
  ],
  ['without a scope', { scopes: [] }, { code: 'shop-scopes-missing' }],
  ['that is not installed', { isInstalled: false }, { code: 'shop-refuses-app', status: 400 }],
  ['of a shop whose plan hides addresses', { hidesPeople: true }, { code: 'shop-hides-addresses' }],
] as const)('an app %s is refused, and nothing is stored', async (_name, change, reason) => {
  const shop = await played();
  shop.order();
  Object.assign(shop, change);
  const { bench, connect } = await startConnectedBench(shop);
  expect(await connect()).toMatchObject({ ok: false, failure: { code: 'shop-not-connected', reasons: [reason] } });
  expect((await bench.call('setup', {})).settings.shops).toEqual([]);
  expect(shop.asked.filter(({ isWrite }) => isWrite)).toEqual([]);
});

test('a wrong secret is refused; keys are kept for their own server, and forgotten with the shop', async () => {
  const [shop, other] = [await played(), await played()];
  const { bench, connect } = await startConnectedBench(shop);
  expect(await connect({ secret: 'shpss_wrong' })).toMatchObject({ failure: { reasons: [{ code: 'shop-refuses-app' }] } });
  expect(await connect()).toMatchObject({ ok: true });
  expect(await connect({ address: other.address, key: '', secret: '' })).toMatchObject({
    failure: { reasons: [{ code: 'shop-keys-missing' }] },
  });
  expect(other.asked).toEqual([]);
  expect(await connect({ address: 'http://shop.example' })).toMatchObject({ failure: { reasons: [{ code: 'plain-http-not-accepted' }] } });
  await bench.call('disconnectShop', { kind: 'shopify' });
  expect(await connect({ key: '', secret: '' })).toMatchObject({ failure: { reasons: [{ code: 'shop-keys-missing' }] } });
});

test('two requests whose token ends at the same time are both repeated with a new one', async () => {
  let valid = 'first';
  const refused: string[] = [];
  const bothAreRefused = Promise.withResolvers<void>();
  const answered = (json: object): ApiAnswer => ({ is: 'answered', status: 200, json, date: '' });
  const client: ShopClient = {
    async ask({ path, headers }) {
      const bears = headers?.['x-shopify-access-token'];
      if (path.endsWith('/access_token')) {
        // The new token comes when both requests have dropped the old one.
        if (refused.length > 0) await bothAreRefused.promise.then(() => new Promise(setImmediate));
        return answered({ access_token: valid, expires_in: 86_400 });
      }
      if (bears === valid) return answered({ data: { bears } });
      refused.push(String(bears));
      if (refused.length === 2) bothAreRefused.resolve();
      return { is: 'refused', status: 401, why: { code: 'shop-refuses-token', status: 401 } };
    },
  };
  const keys = () => 'id:secret';
  const graph = createGraph(
    client,
    createTokens(client, keys, () => new Date()),
  );
  const ask = (name: string) => graph.ask('https://shop.example', { name, query: '{ shop { name } }', variables: {} });
  await ask('before');
  valid = 'second';
  const answers = await Promise.all([ask('reading'), ask('report')]);
  expect(refused).toEqual(['first', 'first']);
  expect(answers).toEqual([answered({ bears: 'second' }), answered({ bears: 'second' })]);
});

test('the fixed token of an older app is used as it is', async () => {
  const shop = await played();
  shop.fixedToken = 'shpat_old';
  shop.order();
  const { sync, state } = await connected(shop, { key: '', secret: 'shpat_old' });
  await sync();
  expect([(await state()).toShip, shop.asked.filter(({ operation }) => operation === 'token')]).toEqual([1, []]);
  shop.fixedToken = undefined;
  await sync();
  expect((await state()).trouble).toEqual({ code: 'shop-refuses-token', status: 401 });
});

test.each([
  ['houtman-keramiek', 'https://houtman-keramiek.myshopify.com'],
  ['Houtman-keramiek.myshopify.com/', 'https://Houtman-keramiek.myshopify.com'],
  ['https://admin.shopify.com/store/houtman-keramiek/orders?x=1', 'https://houtman-keramiek.myshopify.com'],
  ['https://houtman-keramiek.myshopify.com/admin/settings', 'https://houtman-keramiek.myshopify.com'],
])('the address %s is understood', (typed, address) => {
  expect(shopAddress('shopify', typed)).toBe(address);
});
