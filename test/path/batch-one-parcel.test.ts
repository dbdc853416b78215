import { expect, test } from 'vitest';
import type { BatchView } from '../../shared/batch.ts';
import { firstSettings } from '../../shared/settings.ts';
import { noWriteBack } from '../../shared/write-back.ts';
import { rule, toGermany } from '../shared/some-rules.ts';
import { at, key, quoted, whenBatch } from './batch-bench.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainOptions, type PlainStation, sent, startPlainStation } from './plain-station.ts';
import { shopThat } from './reporting-shop.ts';
import { isReported, useSite } from './site-of-benches.ts';

const gross = { name: 'Jürgen Groß', street: 'Lindenallee', house_number: '135', postal_code: '10623', city: 'Berlin' };
const noor = { name: 'Noor Bakker', street: 'Rosenweg', house_number: '3', postal_code: '10437', city: 'Berlin' };
/** B-1 and B-2 go to one address, B-4 and B-5 to another one, and B-3 alone. */
const orders = JSON.stringify([
  { ...plainOrder(key(1)), ...gross },
  { ...plainOrder(key(2)), ...gross },
  { ...plainOrder(key(3)), name: 'Mia Winter', street: 'Torstraße', house_number: '9' },
  { ...plainOrder(key(4)), ...noor },
  { ...plainOrder(key(5)), ...noor },
]);
const buys = { list: [rule({ conditions: [toGermany], take: { is: 'cheapest', buys: true } })], last: 'cheapest' } as const;

async function startBench(options: PlainOptions = {}): Promise<PlainStation> {
  const bench = await startPlainStation({ orders, world: 'live', ...options });
  await bench.call('saveRules', { list: [...buys.list], last: buys.last });
  return bench;
}

const quotedAll = (bench: PlainStation): Promise<BatchView> => quoted(bench, [1, 2, 3, 4, 5].map(key));
const groupsIn = ({ sharedAddresses }: BatchView) =>
  sharedAddresses.map(({ orders: group, joined }) => `${group.map(({ orderKey }) => orderKey).join('+')} ${joined}`);
const join = (bench: PlainStation, lead: number, ...others: number[]) =>
  bench.station.handlers.joinBatchLines({ key: key(lead), others: others.map(key) });
const referencesAt = ({ service }: PlainStation) =>
  service
    .orders('production')
    .map(({ reference }) => reference)
    .toSorted();
const codeOf = (answer: { readonly ok: boolean; readonly failure?: { readonly code: string } }) => answer.failure?.code;

/** Answers box and weight of the parcel of the first two orders, as the batch asks for them. */
async function answerParcel(bench: PlainStation): Promise<BatchView> {
  const { questions } = await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.asked > 0);
  expect(questions).toEqual(['box', 'weight'].map((kind) => ({ kind, fits: `${key(1)} + ${key(2)}`, orders: 1, first: key(1) })));
  for (const [kind, answer] of [
    ['box', 'M'],
    ['weight', '2.5'],
  ] as const)
    expect(await bench.call('answerBatch', { kind, fits: `${key(1)} + ${key(2)}`, answer })).toEqual({ answered: 1 });
  return whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.asked === 0);
}

/** A batch in which the first two orders are priced as one parcel. */
async function withOneParcel(bench: PlainStation): Promise<BatchView> {
  await quotedAll(bench);
  expect((await join(bench, 1, 2)).ok).toBe(true);
  return answerParcel(bench);
}
/** The stopped lines, as `orders code`. */
const stoppedIn = ({ stopped }: BatchView) =>
  stopped.map(({ orderKey, joined = [], failure }) => `${[orderKey, ...joined].join('+')} ${failure.code}`);

/** Buys the priced lines of a batch in which the parcel of the first two orders may not be bought. */
async function buysOnlyB3(bench: PlainStation, code: string): Promise<void> {
  const { counts } = await at(bench, 'ready');
  await bench.call('runBatch', { orders: counts.quoted });
  const view = await at(bench, 'ended');
  expect(stoppedIn(view)).toContain(`${key(1)}+${key(2)} ${code}`);
  expect([counted(bench), referencesAt(bench)]).toEqual([{ booked: 1, sheets: 1 }, [key(3)]]);
}

test('a batch shows the orders to one address together, and joins nothing by itself', async () => {
  const bench = await startBench();
  const view = await quotedAll(bench);
  expect(groupsIn(view)).toEqual([`${key(1)}+${key(2)} null`, `${key(4)}+${key(5)} null`]);
  expect(view.sharedAddresses[0]?.orders[1]).toEqual({
    orderKey: key(2),
    name: 'Jürgen Groß',
    address: 'Lindenallee 135, 10623 Berlin',
    pieces: 0,
    isInBatch: true,
    match: { by: 'name', differs: [] },
  });
  await bench.call('runBatch', { orders: 1 });
  await at(bench, 'ended');
  expect(referencesAt(bench)).toEqual([key(3)]);
});

test('an accepted group is one line, price and label, a declined one is two, and the shop gets each order', async () => {
  const shop = await shopThat(() => ({ status: 200 }));
  const bench = await startBench();
  await bench.call('saveWriteBack', { ...noWriteBack, url: shop.url, token: null });
  expect(groupsIn(await withOneParcel(bench))).toEqual([`${key(1)}+${key(2)} quoted`, `${key(4)}+${key(5)} null`]);
  await bench.call('keepBatchLinesApart', { key: key(4) });
  const view = await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.quoted === 4);
  expect([view.counts.joined, view.counts.stopped, view.services.reduce((sum, each) => sum + each.orders, 0)]).toEqual([1, 0, 4]);
  await bench.call('runBatch', { orders: 4 });
  await at(bench, 'ended');
  expect([counted(bench), sent(bench, 'ship')]).toEqual([{ booked: 4, sheets: 4 }, 4]);
  expect(referencesAt(bench)).toEqual([`${key(1)} + ${key(2)}`, key(3), key(4), key(5)]);
  await expect.poll(() => new Set(shop.asked.map(({ body }) => String(JSON.parse(body).order))).size).toBe(5);
  const { booking } = await bench.scan(key(2), 'already-shipped');
  expect(booking).toMatchObject({ orderKey: key(1), order: { parcels: [{ weightGrams: 2500, boxName: 'M' }] } });
  expect(JSON.stringify(await bench.call('timeline', { bookingId: booking.id }))).toContain(`one parcel with ${key(2)}`);
  expect((await bench.call('order', { key: key(1) })).parcels[0]?.weightGrams, 'no order stores facts of the shared parcel').toBe(1200);
});

test('a group that was declined is not asked about again at the scan', async () => {
  const bench = await startBench();
  await quotedAll(bench);
  await bench.call('keepBatchLinesApart', { key: key(4) });
  await at(bench, 'ready');
  await bench.call('scan', { code: key(5) });
  await bench.at('done');
  await bench.call('scan', { code: key(2) });
  expect(bench.workflow().step).toBe('same-address');
});

test('an accepted parcel can be taken apart again before it is bought', async () => {
  const bench = await startBench();
  await withOneParcel(bench);
  await bench.call('keepBatchLinesApart', { key: key(1) });
  const view = await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.quoted === 3);
  expect([groupsIn(view), view.counts.joined]).toEqual([[`${key(4)}+${key(5)} null`], 0]);
  await bench.call('runBatch', { orders: 3 });
  await at(bench, 'ended');
  expect(referencesAt(bench)).toEqual([key(1), key(2), key(3)]);
});

test.each([
  ['is cancelled', { hold: 'cancelled' }],
  ['changes', { shippingMethod: 'Express' }],
] as const)('an order that %s between price and purchase stops the whole parcel', async (_what, change) => {
  const bench = await startBench();
  await withOneParcel(bench);
  const order = await bench.call('order', { key: key(2) });
  await bench.call('saveOrder', { order: { ...order, ...change } });
  await buysOnlyB3(bench, 'joined-order-gone');
});

test('items that change between price and purchase stop the parcel, after a restart too', async () => {
  const bench = await startBench();
  await withOneParcel(bench);
  await withItems(bench, { 2: 'VASE' });
  await bench.reopen();
  await buysOnlyB3(bench, 'joined-order-gone');
});

test('an order whose address changes before the purchase is not sent to the old one', async () => {
  const bench = await startBench();
  await withOneParcel(bench);
  const order = await bench.call('order', { key: key(2) });
  await bench.call('saveOrder', { order: { ...order, recipient: { ...order.recipient, houseNumber: '9' } } });
  await buysOnlyB3(bench, 'joined-order-gone');
});

test('a parcel of which one order was cancelled can be taken apart: the other one ships alone', async () => {
  const bench = await startBench();
  await withOneParcel(bench);
  const order = await bench.call('order', { key: key(2) });
  await bench.call('saveOrder', { order: { ...order, hold: 'cancelled' } });
  await buysOnlyB3(bench, 'joined-order-gone');
  await bench.call('keepBatchLinesApart', { key: key(1) });
  const view = await at(bench, 'ready');
  expect([view.counts.quoted, stoppedIn(view).toSorted()[0]]).toEqual([1, `${key(2)} order-cancelled`]);
  await bench.call('runBatch', { orders: 1 });
  await at(bench, 'ended');
  expect(referencesAt(bench)).toEqual([key(1), key(3)]);
});

test('a scan of one order takes the parcel out of the batch, and its others are lines of their own again', async () => {
  const bench = await startBench();
  await withOneParcel(bench);
  await bench.call('scan', { code: key(2) });
  expect(bench.workflow().step).toBe('same-address');
  const view = await whenBatch(bench, ({ counts }) => counts.joined === 0 && counts.left === 1 && counts['to-quote'] === 0);
  expect(groupsIn(view)).toContain(`${key(1)}+${key(2)} null`);
  await bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join: false });
  await bench.at('done');
  await bench.call('next', { workflowNo: bench.workflowNo() });
  await bench.call('keepBatchLinesApart', { key: key(1) });
  const { counts } = await whenBatch(bench, (now) => now.state === 'ready' && now.counts.quoted === 2);
  await bench.call('runBatch', { orders: counts.quoted });
  await at(bench, 'ended');
  expect(referencesAt(bench)).toEqual([key(1), key(2), key(3)]);
});

test('orders in hand at Ship are not put in a parcel of the batch', async () => {
  const bench = await startBench();
  await quotedAll(bench);
  await bench.call('scan', { code: key(2) });
  expect(codeOf(await join(bench, 1, 2))).toBe('not-now');
  await bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join: false });
  await bench.at('done');
  expect(codeOf(await join(bench, 1, 2))).toBe('not-now');
});

test('orders that cannot share a parcel are refused with the reason', async () => {
  const bench = await startBench();
  const order = await bench.call('order', { key: key(2) });
  await bench.call('saveOrder', { order: { ...order, shippingMethod: 'Express' } });
  await quotedAll(bench);
  expect(await join(bench, 1, 2)).toMatchObject({
    failure: { code: 'orders-not-joined', reasons: [{ code: 'facts-differ', fact: 'shipping-method' }] },
  });
  expect(groupsIn(await at(bench, 'ready'))).toContain(`${key(1)}+${key(2)} null`);
});

test('a group that has changed since it was shown is not accepted unseen', async () => {
  const bench = await startBench();
  await quotedAll(bench);
  expect(codeOf(await join(bench, 1, 2, 3))).toBe('not-now');
  await at(bench, 'ready');
  const order = await bench.call('order', { key: key(2) });
  await bench.call('saveOrder', { order: { ...order, recipient: { ...order.recipient, houseNumber: '9' } } });
  expect(codeOf(await join(bench, 1, 2))).toBe('not-now');
  const view = await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.quoted === 2);
  expect(view.counts.joined).toBe(0);
});

/** Gives these orders one item each. */
async function withItems(bench: PlainStation, items: Readonly<Record<string, string>>, weightGrams?: number): Promise<void> {
  for (const [number, sku] of Object.entries(items)) {
    const order = await bench.call('order', { key: key(Number(number)) });
    const lines = sku.split(' ').map((each) => ({ name: each, sku: each, quantity: 1, price: null, ...(weightGrams && { weightGrams }) }));
    await bench.call('saveOrder', { order: { ...order, lines } });
  }
}

const noFacts = { weight_kg: '', length_cm: '', width_cm: '', height_cm: '' };

test('box and weight of earlier parcels with the same items are taken if a shift lead allows it', async () => {
  const earlier = [6, 7, 8, 9, 10].map((number) => ({
    ...plainOrder(key(number)),
    ...noFacts,
    name: 'Otto Kern',
    street: 'Seestraße',
    house_number: String(number),
  }));
  const bench = await startPlainStation({
    orders: JSON.stringify([...JSON.parse(orders), ...earlier]),
    world: 'live',
    settings: { defaults: { ...firstSettings.defaults, takesLearned: true } },
  });
  await withItems(bench, { 1: 'CUP', 2: 'VASE', 6: 'CUP VASE', 7: 'CUP VASE', 8: 'CUP VASE', 9: 'CUP VASE', 10: 'CUP VASE' });
  for (const { order } of earlier) {
    await bench.call('scan', { code: order });
    await bench.answerAll({ box: 'M', weight: '2.2' });
    await bench.take((await bench.at('choosing')).serviceId, 'done');
  }
  await bench.call('saveRules', { list: [...buys.list], last: buys.last });
  await bench.call('openBatch', { keys: [key(1), key(2)], search: '' });
  await at(bench, 'ended');
  await join(bench, 1, 2);
  const { questions, counts } = await whenBatch(bench, ({ state, stopped }) => state === 'ready' && stopped.length === 0);
  expect([questions, counts.quoted]).toEqual([[], 1]);
  await bench.call('runBatch', { orders: 1 });
  await at(bench, 'ended');
  const { booking } = await bench.scan(key(2), 'already-shipped');
  expect(booking.order.parcels[0]).toMatchObject({ boxName: 'M', weightGrams: 2200, learned: ['box', 'weight'] });
});

test('the weight of a parcel is that of its items once its box is known', async () => {
  const bench = await startBench();
  await withItems(bench, { 1: 'CUP', 2: 'VASE' }, 400);
  await quotedAll(bench);
  await join(bench, 1, 2);
  const fits = `${key(1)} + ${key(2)}`;
  await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.asked === 1);
  await bench.call('answerBatch', { kind: 'box', fits, answer: 'M' });
  const view = await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.asked === 0);
  expect([view.questions, view.counts.quoted]).toEqual([[], 2]);
  await bench.call('runBatch', { orders: 2 });
  await at(bench, 'ended');
  const { booking } = await bench.scan(key(2), 'already-shipped');
  expect(booking.order.parcels[0]).toMatchObject({ boxName: 'M', weightFrom: 'items' });
});

test('an answer that fits no question of the parcel is refused', async () => {
  const bench = await startBench();
  await quotedAll(bench);
  await join(bench, 1, 2);
  const fits = `${key(1)} + ${key(2)}`;
  await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.asked === 1);
  for (const answer of ['0', 'heavy', '-1'])
    expect(await bench.call('answerBatch', { kind: 'weight', fits, answer })).toEqual({ answered: 0 });
  expect((await bench.call('batch', {}))?.questions).toHaveLength(2);
});

test('an order that came later can join the parcel, which is priced again', async () => {
  const bench = await startBench();
  await withOneParcel(bench);
  const third = await bench.call('order', { key: key(3) });
  const { recipient } = await bench.call('order', { key: key(1) });
  await bench.call('saveOrder', { order: { ...third, recipient } });
  await bench.call('keepBatchLinesApart', { key: key(4) });
  const view = await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.quoted === 4);
  await bench.call('runBatch', { orders: view.counts.quoted });
  const ended = await at(bench, 'ended');
  // The third order was priced for its earlier address.
  expect(stoppedIn(ended)).toEqual([`${key(3)} order-changed`]);
  expect(referencesAt(bench)).toEqual([`${key(1)} + ${key(2)}`, key(4), key(5)]);
});

test.each(['asked', 'quoted', 'agreed'] as const)('a restart while the parcel is %s buys it once', async (state) => {
  const bench = await startBench();
  await quotedAll(bench);
  await join(bench, 1, 2);
  await whenBatch(bench, ({ counts }) => counts.asked === 1);
  if (state === 'asked') await bench.reopen();
  await answerParcel(bench);
  if (state === 'quoted') await bench.reopen();
  await bench.call('runBatch', { orders: 2 });
  if (state === 'agreed') {
    await bench.reopen();
    const view = await bench.call('batch', {});
    if (view?.state === 'paused') await bench.call('runBatch', { orders: view.counts.agreed });
  }
  await at(bench, 'ended');
  expect(referencesAt(bench)).toEqual([`${key(1)} + ${key(2)}`, key(3)]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a refused booking of the parcel stops its line and leaves both orders open', async () => {
  const bench = await startBench();
  await withOneParcel(bench);
  bench.service.faults.next('ship', 'refuse-errors');
  await bench.call('runBatch', { orders: 2 });
  const view = await at(bench, 'ended');
  expect(stoppedIn(view)).toContain(`${key(1)}+${key(2)} booking-rejected`);
  await bench.call('keepBatchLinesApart', { key: key(1) });
  const { counts } = await at(bench, 'ready');
  await bench.call('runBatch', { orders: counts.quoted });
  await at(bench, 'ended');
  expect(referencesAt(bench)).toEqual([key(1), key(2), key(3)]);
});

const site = useSite();
test('an order that another bench ships before the purchase stops the whole parcel', async () => {
  const { first } = await site.first({ orders });
  const second = await site.joinedTo(first, { orders });
  await first.call('saveRules', { list: [...buys.list], last: buys.last });
  await withOneParcel(first);
  await second.call('scan', { code: key(2) });
  await second.call('answerSameAddress', { workflowNo: second.workflowNo(), join: false });
  await second.take((await second.at('choosing')).serviceId, 'done');
  await isReported(second);
  await first.call('runBatch', { orders: 2 });
  const view = await at(first, 'ended');
  // By the ledger, if this bench has not learned of the other parcel yet.
  expect(stoppedIn(view)[0]).toMatch(/^B-1\+B-2 (joined-order-gone|taken-elsewhere)$/);
  expect(
    first.service
      .orders()
      .map(({ reference }) => reference)
      .toSorted(),
  ).toEqual([key(2), key(3)]);
});
