import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { detailOf } from '../../renderer/text/reasons.ts';
import type { OrderKey } from '../../shared/order.ts';
import { allOrders } from '../../shared/order-list.ts';
import type { ShopReply } from '../fakes/shop-server.ts';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { at, key as batchKey, benchWith, cameOut } from './batch-bench.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation, sent, startPlainStation } from './plain-station.ts';
import { shipping, shopFolder, shopThat } from './reporting-shop.ts';
import { joinTo, useSite } from './site-of-benches.ts';

const fileOf = (...keys: readonly string[]): string =>
  [Object.keys(plainOrder('')), ...keys.map((key, at) => Object.values({ ...plainOrder(key), house_number: String(84 + at) }))]
    .map((row) => row.join(','))
    .join('\n');
const one = () => startPlainStation({ orders: fileOf('ORD-1'), settings: { packer: 'Ana' } });
const first = 'ORD-1' as OrderKey;
const letter = { key: first, way: 'letter', note: ' stamped ' } as const;
const reopened = { key: first, reason: 'It was closed by mistake', pin: '' };

const rowOf = async (bench: PlainStation, key: string = first) =>
  (await bench.call('orders', { search: key, offset: 0, limit: 1 })).rows[0];
const listed = async (bench: PlainStation, stage: 'to-ship' | 'held' | 'otherwise'): Promise<string[]> =>
  (await bench.call('orders', { search: '', offset: 0, limit: 50, filter: { ...allOrders, stage } })).rows.map(({ order }) => order.key);

test('an order that left as a letter is closed, and its scan shows by whom, when and how', async () => {
  const bench = await one();
  await bench.call('shipOtherwise', letter);
  expect([await listed(bench, 'otherwise'), await listed(bench, 'held'), await listed(bench, 'to-ship')]).toEqual([['ORD-1'], [], []]);
  const { failure } = await bench.scan('ORD-1', 'stopped');
  expect(failure.code).toBe('order-shipped-otherwise');
  expect(detailOf(failure)).toMatch(/^Letter, recorded by Ana \(.*\): stamped$/);
  await bench.reopen();
  expect((await rowOf(bench))?.plan.held).toMatchObject({ by: 'Ana', otherwise: 'letter', why: 'stamped' });
  expect((await bench.scan('ORD-1', 'stopped')).failure.code).toBe('order-shipped-otherwise');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
  expect([sent(bench, 'quote'), sent(bench, 'ship')]).toEqual([0, 0]);
});

test('such an order is opened again only for a reason, and then bought once', async () => {
  const bench = await one();
  await bench.call('shipOtherwise', letter);
  await expect(bench.call('reopenOrder', { ...reopened, reason: ' ' })).rejects.toThrow('reason-missing');
  await expect(bench.call('releaseOrder', { key: first })).rejects.toThrow('order-shipped-otherwise');
  await expect(bench.call('deleteOrder', { key: first })).rejects.toThrow('order-shipped-otherwise');
  await expect(bench.call('holdOrder', { key: first, why: 'wait' })).rejects.toThrow('order-shipped-otherwise');
  await expect(bench.call('shipOtherwise', letter)).rejects.toThrow('order-shipped-otherwise');
  await bench.call('reopenOrder', reopened);
  await bench.ship('ORD-1');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  await expect(bench.call('shipOtherwise', letter)).rejects.toThrow('order-standing');
  await expect(bench.call('reopenOrder', reopened)).rejects.toThrow('not-now');
});

test('another way has to be named', async () => {
  const bench = await one();
  await expect(bench.call('shipOtherwise', { ...letter, way: 'other', note: '  ' })).rejects.toThrow('reason-missing');
  expect(await listed(bench, 'to-ship')).toEqual(['ORD-1']);
});

test('an order in hand that leaves without a label is not bought', async () => {
  const bench = await one();
  const { serviceId } = await bench.toTiles('ORD-1');
  await bench.call('shipOtherwise', letter);
  expect((await bench.take(serviceId, 'stopped')).failure.code).toBe('order-shipped-otherwise');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('an unknown booking, and an order that its shop cancelled, refuse it', async () => {
  const bench = await startPlainStation({ orders: fileOf('ORD-1', 'ORD-2'), settings: { packer: 'Ana' } });
  bench.service.faults.next('ship', 'execute-then-reset');
  await bench.buy('ORD-1', 'unknown');
  await expect(bench.call('shipOtherwise', letter)).rejects.toThrow('order-standing');
  const row = await rowOf(bench, 'ORD-2');
  await bench.call('saveOrder', { order: { ...row!.order, hold: 'cancelled' } });
  await expect(bench.call('shipOtherwise', { ...letter, key: 'ORD-2' as OrderKey })).rejects.toThrow('order-cancelled');
});

test('a file that reports it as sent later does not hide how it left', async () => {
  const bench = await one();
  await bench.call('shipOtherwise', letter);
  await bench.call('saveOrder', { order: { ...(await rowOf(bench))!.order, hold: 'fulfilled' } });
  expect((await bench.scan('ORD-1', 'stopped')).failure.code).toBe('order-shipped-otherwise');
  expect(await listed(bench, 'otherwise')).toEqual(['ORD-1']);
});

test('a batch leaves it out, and does not buy one that leaves meanwhile', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup']);
  await bench.call('shipOtherwise', { key: batchKey(1), way: 'collected', note: '' });
  await expect(bench.call('openBatch', { keys: [1, 2, 3].map(batchKey), search: '' })).resolves.toEqual({ taken: 2, leftOut: 1 });
  await at(bench, 'ready');
  await bench.call('shipOtherwise', { key: batchKey(2), way: 'own-vehicle', note: '' });
  await bench.call('runBatch', { orders: 2 });
  const ended = await at(bench, 'ended');
  expect(ended.stopped.map(({ orderKey, failure }) => [orderKey, failure.code])).toEqual([['B-2', 'order-shipped-otherwise']]);
  expect(cameOut(bench)).toEqual(['B-3']);
  expect(counted(bench).booked).toBe(1);
});

describe('the shop', () => {
  const informed = async (answer: (nth: number) => ShopReply = () => ({ status: 200 })) => {
    const shop = await shopThat(answer);
    const parts = await shipping({ orders: fileOf('ORD-1', 'ORD-2'), settings: { packer: 'Ana' } });
    return { ...parts, shop };
  };

  test('is informed once, without a number and without a price', async () => {
    const { bench, shop, setUp, state } = await informed((nth) => ({ status: nth === 1 ? 503 : 200 }));
    await setUp({ url: shop.url });
    await bench.call('shipOtherwise', letter);
    await expect.poll(() => shop.asked.length).toBe(1);
    await bench.reopen();
    const body = JSON.parse(shop.asked[0]?.body ?? '');
    expect(body).toMatchObject({ event: 'shipped', order: 'ORD-1', shipment: 0, service: 'Letter: stamped', otherwise: 'letter' });
    expect(body).toMatchObject({ tracking_numbers: [], consignment_number: '', cost: '', currency: '', courier: '' });
    expect((await state()).waiting).toBe(1);
    expect((await rowOf(bench))?.mayShopKnow).toBe(true);
  });

  test('receives the same key at every try until it accepts', async () => {
    const { bench, shop, setUp, state, later } = await informed((nth) => ({ status: nth < 3 ? 503 : 200 }));
    await setUp({ url: shop.url });
    await bench.call('shipOtherwise', letter);
    for (const tries of [1, 2, 3]) {
      await expect.poll(() => shop.asked.length).toBe(tries);
      await expect.poll(async () => (await state()).waiting).toBe(tries < 3 ? 1 : 0);
      later(15 * 60_000);
    }
    await pause(60);
    expect(shop.asked).toHaveLength(3);
    expect(new Set(shop.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test.each([
    ['packbench', /^ORD-1,,,,,,Letter: stamped,,,2\d{3}-\d\d-\d\d \d\d:\d\d,,,$/],
    ['shopify', /^ORD-1,UPDATE,Fulfillment Line,success,Letter: stamped,$/],
    ['woocommerce', /^ORD-1,Letter: stamped,,\d\d-\d\d-2\d{3},1$/],
  ] as const)('is informed by a file in the layout of %s', async (layout, row) => {
    const { bench, folder, setUp, files } = await informed();
    await setUp({ folder, layout });
    await bench.call('shipOtherwise', letter);
    await expect.poll(files).toEqual([expect.stringMatching(`^shipped-otherwise-${layout}-.*csv$`)]);
    const rows = readFileSync(join(folder, readdirSync(folder).find((name) => name.startsWith('shipped'))!), 'utf8')
      .trim()
      .split('\r\n');
    expect(rows[1]).toMatch(row);
    expect(rows).toHaveLength(2);
  });

  test('is not informed any more if the order is opened again first', async () => {
    const { bench, folder, setUp, files, rows, state } = await informed();
    await bench.call('shipOtherwise', letter);
    expect((await rowOf(bench))?.mayShopKnow).toBeNull();
    await bench.call('reopenOrder', reopened);
    await setUp({ folder });
    const away = join(shopFolder(), 'away');
    renameSync(folder, away);
    await bench.call('shipOtherwise', letter);
    expect([(await state()).waiting, (await rowOf(bench))?.mayShopKnow]).toEqual([1, false]);
    await bench.call('reopenOrder', reopened);
    expect((await state()).waiting).toBe(0);
    renameSync(away, folder);
    await bench.call('shipOtherwise', { ...letter, key: 'ORD-2' as OrderKey });
    await expect.poll(() => files().length).toBe(1);
    expect(rows().filter((row) => row.startsWith('ORD-'))).toEqual([expect.stringMatching(/^ORD-2,/)]);
  });

  test('that refuses it is an item of Resolve, which a person settles', async () => {
    const { bench, shop, setUp, failedReports, state } = await informed((nth) => ({ status: nth === 1 ? 422 : 200 }));
    await setUp({ url: shop.url });
    await bench.call('shipOtherwise', letter);
    await expect.poll(async () => (await failedReports()).length).toBe(1);
    const [item] = await failedReports();
    expect(item?.report).toMatchObject({ what: 'shipped-otherwise', booking: null, otherwise: { orderKey: 'ORD-1', way: 'letter' } });
    await bench.call('settleReport', { id: item!.report.id, act: 'again', all: false });
    await expect.poll(() => shop.asked.length).toBe(2);
    await expect.poll(async () => (await state()).waiting).toBe(0);
  });

  test('also receives the shipment if the order is shipped anyway', async () => {
    const { bench, shop, setUp, ship } = await informed();
    await setUp({ url: shop.url });
    await bench.call('shipOtherwise', letter);
    await expect.poll(() => shop.asked.length).toBe(1);
    await bench.call('reopenOrder', reopened);
    await ship('ORD-1');
    await expect.poll(() => shop.asked.length).toBe(2);
    expect(shop.asked.map(({ body }) => JSON.parse(body)).map(({ event, shipment }) => [event, shipment])).toEqual([
      ['shipped', 0],
      ['shipped', 1],
    ]);
  });
});

describe.skipIf(whyNoPostgres())('at a site', () => {
  const { alone, first: firstOf, joinedTo } = useSite();

  test('no other bench buys it, even with the price on its screen', async () => {
    const { first: ours } = await firstOf({ orders: fileOf('ORD-1') });
    const theirs = await joinedTo(ours, { orders: fileOf('ORD-1') });
    const { serviceId } = await theirs.toTiles('ORD-1');
    await ours.call('shipOtherwise', letter);
    const bought = await theirs.station.handlers.buy({ workflowNo: theirs.workflowNo(), serviceId });
    expect(bought).toMatchObject({ ok: true });
    await expect.poll(() => theirs.workflow().step).not.toBe('booking');
    expect(sent(ours, 'ship')).toBe(0);
    await theirs.call('next', { workflowNo: theirs.workflowNo() });
    await expect.poll(async () => (await rowOf(theirs))?.plan.held?.otherwise).toBe('letter');
    expect((await theirs.scan('ORD-1', 'stopped')).failure.code).toBe('order-shipped-otherwise');
    await theirs.call('reopenOrder', reopened);
    await theirs.ship('ORD-1');
    await expect.poll(async () => (await rowOf(ours))?.plan.held).toBeNull();
    await expect(ours.call('shipOtherwise', letter)).rejects.toThrow('order-standing');
    expect(sent(ours, 'ship')).toBe(1);
  });

  test('with a PIN of the site, another bench opens it again only with that PIN', async () => {
    const { first: ours } = await firstOf({ orders: fileOf('ORD-1') });
    const theirs = await joinedTo(ours, { orders: fileOf('ORD-1') });
    await ours.call('setLeadPin', { oldPin: '', pin: '4711' });
    await ours.call('shipOtherwise', letter);
    await expect.poll(async () => (await rowOf(theirs))?.plan.held?.otherwise).toBe('letter');
    await expect(theirs.call('reopenOrder', reopened)).rejects.toThrow('pin-wrong');
    await expect(theirs.call('reopenOrder', { ...reopened, pin: '0000' })).rejects.toThrow('pin-wrong');
    expect((await rowOf(theirs))?.plan.held?.otherwise).toBe('letter');
    await theirs.call('setLeadPin', { oldPin: '', pin: '4711' });
    await theirs.call('reopenOrder', { ...reopened, pin: '4711' });
    await theirs.ship('ORD-1');
    expect(sent(ours, 'ship')).toBe(1);
  });

  test('a ledger that has forgotten it is told again before it reserves anything', async () => {
    const { first: ours, database } = await firstOf({ orders: fileOf('ORD-1') });
    const closed = async () => (await database.owner.query('SELECT slot FROM packbench.closed_order')).rows.length;
    await ours.call('shipOtherwise', letter);
    expect(await closed()).toBe(1);
    await database.owner.query(
      'DELETE FROM packbench.closed_order; UPDATE packbench.world SET is_behind = true; UPDATE packbench.feed SET agreed = NULL',
    );
    await expect
      .poll(async () => (await database.owner.query('SELECT is_behind FROM packbench.world')).rows)
      .toEqual([{ is_behind: false }]);
    expect(await closed()).toBe(1);
  });

  test('a bench that joins tells the site what it has closed', async () => {
    const ours = await alone({ orders: fileOf('ORD-1') });
    await ours.call('shipOtherwise', letter);
    const { first: theirs, database } = await firstOf();
    await joinTo(theirs, ours);
    expect((await database.owner.query('SELECT slot FROM packbench.closed_order')).rows).toHaveLength(1);
  });
});
