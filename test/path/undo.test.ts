import { describe, expect, test } from 'vitest';
import { commandCode } from '../../shared/command-keys.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { rule, toGermany } from '../shared/some-rules.ts';
import { at, quoted, whenBatch } from './batch-bench.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation, sent, startPlainStation } from './plain-station.ts';

const orderAt = (key: string, houseNumber: number, change: object = {}) => ({
  ...plainOrder(key),
  house_number: String(houseNumber),
  ...change,
});
const json = (...orders: object[]) => new TextEncoder().encode(JSON.stringify(orders));
const key = (text: string) => orderKeySchema.parse(text);
const startBench = () => startPlainStation({ orders: JSON.stringify([orderAt('OLD-1', 1), orderAt('OLD-2', 2)]) });
const file = (...orders: object[]) => ({ name: 'new.json', bytes: json(...orders) });
const refused = (code: string) => ({ ok: false, failure: { code } });

async function listed({ call }: PlainStation): Promise<string[]> {
  const { rows } = await call('orders', { search: '', offset: 0, limit: 50 });
  return rows.map(({ order }) => String(order.key)).sort();
}

describe('undo of an import', () => {
  test('removes what the file brought, once, and the same file brings it again without a hold', async () => {
    const bench = await startBench();
    const orders = file(orderAt('NEW-1', 11), orderAt('NEW-2', 12));
    await bench.call('importOrders', orders);
    expect(await bench.call('undoImport', {})).toEqual({ removed: 2, left: 0 });
    expect(await listed(bench)).toEqual(['OLD-1', 'OLD-2']);
    expect(await bench.station.handlers.undoImport({})).toMatchObject(refused('not-now'));
    await bench.call('importOrders', orders);
    await bench.ship('NEW-1');
    expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  });

  test('leaves orders that were here before, or were changed, planned, held, priced or bought since', async () => {
    const bench = await startBench();
    const names = ['SAVED', 'PLANNED', 'HELD', 'PRICED', 'BOUGHT', 'UNTOUCHED'];
    const changed = orderAt('OLD-1', 1, { weight_kg: '3.4' });
    await bench.call('importOrders', file(changed, ...names.map((name, at) => orderAt(name, 20 + at))));
    const saved = await bench.call('order', { key: key('SAVED') });
    await bench.call('saveOrder', { order: { ...saved, noteForPacker: 'Fragile' } });
    await bench.call('planOrder', { key: key('PLANNED'), priority: 'high' });
    await bench.call('holdOrder', { key: key('HELD'), why: 'The customer calls back' });
    await bench.toTiles('PRICED');
    await bench.ship('BOUGHT');
    expect(await bench.call('undoImport', {})).toEqual({ removed: 1, left: 6 });
    expect(await listed(bench)).toEqual(['BOUGHT', 'HELD', 'OLD-1', 'OLD-2', 'PLANNED', 'PRICED', 'SAVED']);
  });

  test('takes its unreadable rows out of Resolve, but not those of an earlier file', async () => {
    const bench = await startBench();
    const rows = async () =>
      (await bench.call('toResolve', {})).flatMap((item) => (item.kind === 'row-unreadable' ? item.problem.orderKey : []));
    await bench.call('importOrders', { ...file(orderAt('A-1', 21), orderAt('A-2', 22, { weight_kg: 'heavy' })), name: 'before.json' });
    await bench.call('importOrders', file(orderAt('NEW-1', 11), orderAt('NEW-2', 12, { weight_kg: 'heavy' })));
    expect(await rows()).toEqual(['A-2', 'NEW-2']);
    expect(await bench.call('undoImport', {})).toEqual({ removed: 1, left: 0 });
    expect(await rows()).toEqual(['A-2']);
    await bench.reopen();
    expect(await rows()).toEqual(['A-2']);
  });

  test('does not touch an order that another import brought', async () => {
    const bench = await startBench();
    await bench.call('importOrders', file(orderAt('NEW-1', 11)));
    await bench.call('importOrders', file(orderAt('NEW-2', 12)));
    expect(await bench.call('undoImport', {})).toEqual({ removed: 1, left: 0 });
    expect(await listed(bench)).toEqual(['NEW-1', 'OLD-1', 'OLD-2']);
  });

  test('of an order that is in hand lets nothing of it be bought', async () => {
    const bench = await startBench();
    await bench.call('importOrders', file(orderAt('NEW-1', 11, { weight_kg: '' })));
    await bench.scan('NEW-1', 'asking');
    await bench.call('undoImport', {});
    await bench.answerAll({ weight: '1.2', box: 'M' }).catch(() => undefined);
    expect(bench.workflow().step).not.toBe('choosing');
    expect(counted(bench).booked).toBe(0);
  });
});

describe('undo of a deletion', () => {
  test('brings the order back with its corrections, plan and hold, and it can be bought once', async () => {
    const bench = await startBench();
    const order = await bench.call('order', { key: key('OLD-1') });
    await bench.call('saveOrder', { order: { ...order, noteForPacker: 'Fragile' } });
    await bench.call('planOrder', { key: order.key, priority: 'high', shipBy: '2031-02-03' });
    await bench.call('holdOrder', { key: order.key, why: 'The customer calls back' });
    const before = await bench.call('orders', { search: 'OLD-1', offset: 0, limit: 1 });
    await bench.call('deleteOrder', { key: order.key });
    await bench.call('restoreOrder', { key: order.key });
    expect(await bench.call('orders', { search: 'OLD-1', offset: 0, limit: 1 })).toEqual(before);
    // The file that brought it does not undo the correction.
    await bench.call('importOrders', file(orderAt('OLD-1', 1)));
    expect(await bench.call('order', { key: order.key })).toMatchObject({ noteForPacker: 'Fragile' });
    await bench.call('releaseOrder', { key: order.key });
    await bench.ship('OLD-1');
    expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  });

  test('is refused if a file brought the order again, and for any but the last deletion', async () => {
    const bench = await startBench();
    await bench.call('deleteOrder', { key: key('OLD-1') });
    await bench.call('importOrders', file(orderAt('old-1', 7)));
    expect(await bench.station.handlers.restoreOrder({ key: key('OLD-1') })).toMatchObject(refused('changed-since'));
    expect(await bench.call('order', { key: key('old-1') })).toMatchObject({ recipient: { houseNumber: '7' } });
    await bench.call('deleteOrder', { key: key('OLD-2') });
    expect(await bench.station.handlers.restoreOrder({ key: key('OLD-1') })).toMatchObject(refused('not-now'));
  });
});

const together = () => startPlainStation({ orders: JSON.stringify([orderAt('A-17', 61), orderAt('A-23', 61), orderAt('B-3', 62)]) });

describe('undo of one parcel for two orders on Ship', () => {
  const undo = ({ station, workflowNo }: PlainStation) => station.handlers.undoJoin({ workflowNo: workflowNo() });
  async function joinAt(bench: PlainStation): Promise<void> {
    await bench.scan('A-23', 'same-address');
    await bench.call('scan', { code: commandCode('JOIN') });
    await bench.at('asking');
  }

  test('asks about both again, leaves both as they were, and each can then be bought alone', async () => {
    const bench = await together();
    await bench.call('planOrder', { key: key('A-17'), priority: 'high', shipBy: '2031-02-03' });
    const before = await bench.call('orders', { search: 'A-', offset: 0, limit: 2 });
    await joinAt(bench);
    expect((await undo(bench)).ok).toBe(true);
    const { order, others } = await bench.at('same-address');
    expect([order.key, order.joined, others.map((other) => other.order.key)]).toEqual(['A-23', undefined, ['A-17']]);
    expect(await bench.call('orders', { search: 'A-', offset: 0, limit: 2 })).toEqual(before);
    expect(await undo(bench), 'once').toMatchObject(refused('not-now'));
    await bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join: false });
    await bench.take((await bench.at('choosing')).serviceId, 'done');
    await bench.ship('A-17');
    expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
  });

  test('keeps a hold that came meanwhile, and goes on with the other order alone', async () => {
    const bench = await together();
    await joinAt(bench);
    await bench.call('holdOrder', { key: key('A-17'), why: 'The customer calls back' });
    expect((await undo(bench)).ok).toBe(true);
    expect((await bench.at('choosing')).order.joined).toBeUndefined();
    const { rows } = await bench.call('orders', { search: 'A-17', offset: 0, limit: 1 });
    expect(rows[0]?.plan.held?.why).toBe('The customer calls back');
  });

  test('is refused after an answer about the parcel', async () => {
    const bench = await together();
    await joinAt(bench);
    await bench.answerAll({ box: 'M', weight: '2.5' });
    const { order } = await bench.at('choosing');
    expect(await undo(bench)).toMatchObject(refused('not-now'));
    expect((await bench.at('choosing')).order).toEqual(order);
  });

  test('is refused once an item is scanned off', async () => {
    const bench = await together();
    for (const name of ['A-17', 'A-23']) {
      const order = await bench.call('order', { key: key(name) });
      const cup = { name: 'Cup', sku: 'CUP', quantity: 1, price: null, barcodes: ['036000291452'] };
      await bench.call('saveOrder', { order: { ...order, lines: [cup] } });
    }
    await bench.call('saveSettings', { settings: { checksItems: true } });
    await joinAt(bench);
    expect(bench.station.snapshot().bench.isJustJoined).toBe(true);
    await bench.call('scan', { code: '036000291452' });
    expect(bench.station.snapshot().bench.isJustJoined).toBeUndefined();
    expect(await undo(bench)).toMatchObject(refused('not-now'));
  });

  test('is refused while the parcel is bought, and after that', async () => {
    const bench = await together();
    await joinAt(bench);
    await bench.answerAll({ box: 'M', weight: '2.5' });
    const { serviceId } = await bench.at('choosing');
    const bought = bench.take(serviceId, 'done');
    await bench.at('booking');
    expect(await undo(bench)).toMatchObject(refused('not-now'));
    await bought;
    expect(await undo(bench)).toMatchObject(refused('not-now'));
    expect([counted(bench), sent(bench, 'ship')]).toEqual([{ booked: 1, sheets: 1 }, 1]);
  });
});

describe('undo of one parcel for two orders in a batch', () => {
  const lines = ['A-17', 'A-23', 'B-3'].map(key);
  const join = (bench: PlainStation) => bench.call('joinBatchLines', { key: key('A-17'), others: [key('A-23')] });
  const undo = ({ station }: PlainStation) => station.handlers.undoBatchJoin({ key: key('A-17') });
  async function open(): Promise<PlainStation> {
    const bench = await together();
    await bench.call('saveRules', { list: [rule({ conditions: [toGermany], take: { is: 'cheapest', buys: true } })], last: 'cheapest' });
    await quoted(bench, lines);
    return bench;
  }
  const stored = (bench: PlainStation) => bench.call('batch', {});

  test('shows the group as it was, also after a restart, and buys each order alone', async () => {
    const bench = await open();
    const before = await at(bench, 'ready');
    await join(bench);
    await whenBatch(bench, ({ counts }) => counts.asked === 1);
    expect((await undo(bench)).ok).toBe(true);
    const after = await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.stopped === 2);
    expect(after.sharedAddresses).toEqual(before.sharedAddresses);
    expect(after.counts).toEqual(before.counts);
    expect(await undo(bench), 'once').toMatchObject(refused('not-now'));
    await bench.reopen();
    expect((await at(bench, 'ready')).counts).toEqual(before.counts);
    await bench.call('shipBatchApart', {});
    await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.quoted === 3);
    await bench.call('runBatch', { orders: 3 });
    await at(bench, 'ended');
    expect(counted(bench)).toEqual({ booked: 3, sheets: 3 });
  });

  test('is refused after a restart, and the parcel stays as it is', async () => {
    const bench = await open();
    await join(bench);
    await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.asked === 1);
    await bench.reopen();
    expect(await undo(bench)).toMatchObject(refused('not-now'));
    const [question] = (await stored(bench))?.questions ?? [];
    expect(question?.fits).toBe('A-17 + A-23');
  });

  test('is refused once the parcel is being bought', async () => {
    const bench = await open();
    await join(bench);
    for (const [kind, answer] of [
      ['box', 'M'],
      ['weight', '2.5'],
    ] as const) {
      await whenBatch(bench, ({ counts, questions }) => counts.asked === 1 && questions.some((asked) => asked.kind === kind));
      await bench.call('answerBatch', { kind, fits: 'A-17 + A-23', answer });
    }
    await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.quoted === 2);
    expect(await undo(bench)).toMatchObject(refused('not-now'));
    await bench.call('runBatch', { orders: 2 });
    expect(await undo(bench)).toMatchObject(refused('not-now'));
    await at(bench, 'ended');
    expect(await undo(bench)).toMatchObject(refused('not-now'));
    expect([counted(bench), sent(bench, 'ship')]).toEqual([{ booked: 2, sheets: 2 }, 2]);
  });
});

test('undo of a plan keeps a later change of somebody else', async () => {
  const bench = await startBench();
  const order = { key: key('OLD-1') };
  await bench.call('planOrder', { ...order, priority: 'high' });
  await bench.call('planOrder', { ...order, priority: 'low' });
  const undo = { ...order, priority: 'normal' as const, over: { priority: 'high' as const } };
  expect(await bench.station.handlers.planOrder(undo)).toMatchObject(refused('changed-since'));
  await bench.call('planOrder', { ...order, shipBy: '2031-02-03' });
  await bench.call('planOrder', { ...order, priority: 'normal', over: { priority: 'low' } });
  const { rows } = await bench.call('orders', { search: 'OLD-1', offset: 0, limit: 1 });
  expect(rows[0]?.plan).toMatchObject({ priority: 'normal', shipBy: '2031-02-03' });
});

test('undo of settings brings the old ones back, but not over a later change of somebody else', async () => {
  const bench = await startBench();
  const { settings } = await bench.call('setup', {});
  const boxes = settings.boxes.slice(0, 1);
  const undo = { settings: { boxes: settings.boxes }, over: { boxes } };
  await bench.call('saveSettings', { settings: { boxes } });
  expect((await bench.call('saveSettings', undo)).settings.boxes).toEqual(settings.boxes);
  await bench.call('saveSettings', { settings: { boxes: settings.boxes.slice(1) } });
  expect(await bench.station.handlers.saveSettings(undo)).toMatchObject(refused('changed-since'));
  expect((await bench.call('setup', {})).settings.boxes).toEqual(settings.boxes.slice(1));
});
