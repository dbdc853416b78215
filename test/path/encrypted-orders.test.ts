import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { detailOf } from '../../renderer/text/reasons.ts';
import { type Order, orderKeySchema } from '../../shared/order.ts';
import { slotOf } from '../../shared/scan.ts';
import { anOrder } from '../journal/samples.ts';
import { journalAt, newFile } from '../journal/temporary-journal.ts';
import { createMemorySite } from '../ledger/memory-ledger.ts';
import { encryptedWith, receivingBench, startOrderLedger } from '../strangers/mirror/orders.ts';
import { siteKeys } from '../strangers/mirror/tellers.ts';
import { whenBatch } from './batch-bench.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainOptions, sent, startPlainStation } from './plain-station.ts';

// Another bench changed an order, and this bench does not have the site key yet that decrypts the change.

const at = (order: Order, street: string): Order => ({ ...order, recipient: { ...order.recipient, street } });

/** Created when a bench was retired, and not yet at the other benches. */
const nextKey = { number: 2, key: new Uint8Array(32).fill(7) };

/** A bench that knows A-1. */
async function startKnowingBench() {
  const file = newFile();
  const ledger = startOrderLedger();
  const keysHere = [...siteKeys];
  const open = (daysLater = 0) => {
    const journal = journalAt(file, undefined, undefined, 'sandbox', daysLater);
    return { journal, look: receivingBench(journal, ledger, (what) => expect.fail(what), keysHere).look };
  };
  let bench = open();
  const share = (order: object | null, slot = slotOf('A-1'), ageMs = 0, keys = siteKeys): void => {
    const packed = order ? deflateRawSync(JSON.stringify({ order, imported: '1', held: null })) : new Uint8Array();
    const encrypted = packed && encryptedWith(keys).encrypt(packed, { world: 'sandbox', attempt: slot, kind: 'order' });
    ledger.put(slot, encrypted ? Buffer.from(encrypted).toString('base64') : null, ageMs);
  };
  const first = anOrder('A-1');
  share(at(first, 'Allee'));
  await bench.look();
  return {
    ledger,
    first,
    share,
    /** Uses a key that this bench does not have until `keyComes`. */
    shareEncrypted: (order: object, slot?: string): void => share(order, slot, undefined, [...siteKeys, nextKey]),
    keyComes: () => void keysHere.push(nextKey),
    journal: () => bench.journal,
    look: () => bench.look(),
    held: () => bench.journal.orderPlan(first.key).held,
    street: () => bench.journal.order(first.key)?.recipient.street,
    listed: () => bench.journal.orders({ search: '', offset: 0, limit: 9, stage: 'to-ship' }).rows.map(({ order }) => order.key),
    release: () => bench.journal.releaseOrder(first.key),
    restart(daysLater = 0) {
      bench.journal.close();
      bench = open(daysLater);
    },
  };
}

test('an order is held until the key of its encrypted change arrives, also after a restart', async () => {
  const bench = await startKnowingBench();
  expect([bench.held(), bench.listed()]).toEqual([null, ['A-1']]);
  bench.shareEncrypted(at(bench.first, 'Weg'));
  await bench.look();
  expect([bench.held(), bench.listed()]).toMatchObject([{ changedBy: 2, isPast: false }, []]);
  bench.restart();
  await bench.look();
  expect([bench.held(), bench.street(), bench.listed()]).toMatchObject([{ changedBy: 2, isPast: false }, 'Allee', []]);
  bench.keyComes();
  await bench.look();
  expect([bench.held(), bench.street(), bench.listed()]).toEqual([null, 'Weg', ['A-1']]);
  bench.journal().close();
});

test('a change that decrypts but is not an order holds it too', async () => {
  const bench = await startKnowingBench();
  bench.share({ ...bench.first, parcels: 'two' });
  await bench.look();
  expect(bench.held()).toMatchObject({ changedBy: 2 });
  bench.journal().close();
});

test('it follows the next change that can be read here: changed back, cancelled, deleted', async () => {
  const bench = await startKnowingBench();
  const unread = async (): Promise<void> => {
    bench.shareEncrypted(at(bench.first, 'Weg'));
    await bench.look();
    expect(bench.held()).toMatchObject({ changedBy: 2 });
  };
  await unread();
  bench.share(at(bench.first, 'Allee'));
  await bench.look();
  expect([bench.held(), bench.listed()]).toEqual([null, ['A-1']]);
  await unread();
  bench.share({ ...bench.first, hold: 'cancelled' });
  await bench.look();
  expect([bench.held(), bench.journal().order(bench.first.key)?.hold]).toEqual([null, 'cancelled']);
  await unread();
  bench.share(null);
  await bench.look();
  expect(bench.journal().order(bench.first.key)).toBeUndefined();
  bench.journal().close();
});

test('a hold by a packer stays when the change is read at last', async () => {
  const bench = await startKnowingBench();
  bench.journal().holdOrder(bench.first.key, 'The customer calls back', 'Ann');
  await bench.look();
  bench.shareEncrypted({ ...bench.first, noteForPacker: 'new' });
  await bench.look();
  expect(bench.held()?.why).toBe('The customer calls back');
  bench.journal().releaseOrder(bench.first.key);
  expect(bench.held()).toMatchObject({ changedBy: 2 });
  bench.journal().close();
});

test('a change made here overwrites nothing, and meets the other change once the key is here', async () => {
  const bench = await startKnowingBench();
  bench.journal().saveOrder(at(bench.first, 'Ufer'));
  bench.shareEncrypted(at(bench.first, 'Weg'));
  const known = bench.ledger.kept.get(slotOf('A-1'));
  await bench.look();
  await bench.look();
  expect(bench.ledger.kept.get(slotOf('A-1'))).toEqual(known);
  expect(bench.held()).toMatchObject({ changedBy: 2 });
  bench.keyComes();
  await bench.look();
  expect(bench.journal().order(bench.first.key)).toMatchObject({ hold: 'two-addresses' });
  expect(bench.held()).toBeNull();
  bench.journal().close();
});

test('an order that only another bench can read is held even if a file imports it here, and others continue', async () => {
  const bench = await startKnowingBench();
  bench.shareEncrypted(anOrder('B-1'), slotOf('B-1'));
  bench.share(anOrder('C-1'), slotOf('C-1'));
  await bench.look();
  expect(bench.listed().toSorted()).toEqual(['A-1', 'C-1']);
  const brought = anOrder('B-1');
  bench.journal().takeOrders([brought], []);
  await bench.look();
  expect(bench.journal().orderPlan(brought.key).held).toMatchObject({ changedBy: 2 });
  bench.journal().deleteOrder(brought.key, 'Ann');
  bench.journal().saveOrder(brought);
  await bench.look();
  expect(bench.journal().orderPlan(brought.key).held).toMatchObject({ changedBy: 2 });
  expect(bench.listed().toSorted()).toEqual(['A-1', 'C-1']);
  bench.journal().close();
});

test('an older state from a restored ledger does not release the order', async () => {
  const bench = await startKnowingBench();
  bench.shareEncrypted(at(bench.first, 'Weg'));
  await bench.look();
  bench.ledger.putBack('another era');
  bench.share(at(bench.first, 'Allee'), slotOf('A-1'), 86_400_000);
  await bench.look();
  expect(bench.held()).toMatchObject({ changedBy: 2 });
  bench.share(at(bench.first, 'Allee'));
  await bench.look();
  expect(bench.held()).toBeNull();
  bench.journal().close();
});

test('a packer can release a change whose key never came once the ledger has dropped it', async () => {
  const bench = await startKnowingBench();
  bench.shareEncrypted(at(bench.first, 'Weg'));
  await bench.look();
  bench.release();
  expect(bench.held()).toMatchObject({ changedBy: 2, isPast: false });
  bench.restart(29);
  bench.release();
  expect(bench.held()).toMatchObject({ changedBy: 2, isPast: false });
  bench.restart(31);
  expect([bench.held(), bench.listed()]).toMatchObject([{ changedBy: 2, isPast: true }, []]);
  bench.release();
  expect([bench.held(), bench.listed()]).toEqual([null, ['A-1']]);
  bench.journal().close();
});

test('at a bench that left its ledger a packer releases it, even if a file imports it only then', async () => {
  const bench = await startKnowingBench();
  bench.shareEncrypted(at(bench.first, 'Weg'));
  bench.shareEncrypted(anOrder('B-1'), slotOf('B-1'));
  await bench.look();
  const journal = bench.journal();
  journal.leaveFeed();
  expect([bench.held(), bench.listed()]).toMatchObject([{ changedBy: 2, isPast: true }, []]);
  bench.release();
  expect(bench.held()).toBeNull();
  const brought = anOrder('B-1');
  journal.takeOrders([brought], []);
  expect(journal.orderPlan(brought.key).held).toMatchObject({ changedBy: 2, isPast: true });
  journal.releaseOrder(brought.key);
  expect([journal.orderPlan(brought.key).held, bench.listed().toSorted()]).toEqual([null, ['A-1', 'B-1']]);
  journal.close();
});

test('a hold by a packer is released separately, before the unread change', async () => {
  const bench = await startKnowingBench();
  bench.shareEncrypted(at(bench.first, 'Weg'));
  await bench.look();
  bench.journal().leaveFeed();
  bench.journal().holdOrder(bench.first.key, 'The customer calls back', 'Ann');
  bench.release();
  expect(bench.held()).toMatchObject({ changedBy: 2, isPast: true });
  bench.release();
  expect(bench.held()).toBeNull();
  bench.journal().close();
});

/** A station that receives changes of these orders and cannot decrypt them. */
async function stationWith(unread: readonly string[], more: PlainOptions = {}) {
  const journals: Journal[] = [];
  const bench = await startPlainStation({
    ...more,
    journal: (opened) => {
      journals.push(opened);
      return opened;
    },
  });
  const receive = (code: string): void => {
    const startKnowingBench = { slot: slotOf(code), seq: 1, bench: 2, ageMs: 0, content: undefined };
    journals.at(-1)?.takeReceived([startKnowingBench], { late: () => undefined, givesWay: () => false });
  };
  for (const code of unread) receive(code);
  return { ...bench, receive };
}

test('it cannot ship in any way: in hand, by scan, in a batch, after a release or an import', async () => {
  const key = orderKeySchema.parse('ORD-1001');
  const whole = { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } };
  const bench = await stationWith([key, 'ORD-7777'], { settings: whole, sharedLedger: createMemorySite().bench() });
  const { serviceId } = await bench.toTiles('ORD-1003');
  bench.receive('ORD-1003');
  expect((await bench.take(serviceId, 'stopped')).failure.code).toBe('order-encrypted');
  await bench.call('next', { workflowNo: bench.workflowNo() });
  for (const code of [key, 'ord-1001', 'ORD-7777']) {
    const { failure } = await bench.scan(code, 'stopped');
    expect(failure.code).toBe('order-encrypted');
    await bench.call('next', { workflowNo: bench.workflowNo() });
  }
  expect(await bench.station.handlers.releaseOrder({ key })).toMatchObject({ ok: false, failure: { code: 'order-encrypted' } });
  await bench.call('openBatch', { keys: [key, orderKeySchema.parse('ORD-1002')], search: '' });
  const { counts } = await whenBatch(bench, ({ state }) => state === 'ready');
  expect(counts).toMatchObject({ quoted: 1, stopped: 0 });
  await bench.call('stopBatch', {});
  const bytes = new TextEncoder().encode(JSON.stringify([{ ...plainOrder(key), note: 'x' }]));
  await bench.call('importOrders', { name: 'again.json', bytes });
  expect((await bench.scan(key, 'stopped')).failure.code).toBe('order-encrypted');
  expect(sent(bench, 'ship')).toBe(0);
});

test('at a bench that works alone the scan names the change, and the order ships after a release', async () => {
  const key = orderKeySchema.parse('ORD-1001');
  const bench = await stationWith([key, 'ORD-7777']);
  const { failure } = await bench.scan(key, 'stopped');
  expect(failure.code).toBe('order-held');
  expect(detailOf(failure)).toMatch(/^Bench 2 changed it \(.*\), and the change never arrived here/);
  await bench.call('next', { workflowNo: bench.workflowNo() });
  expect((await bench.scan('ORD-7777', 'stopped')).failure.code).toBe('order-not-found');
  await bench.call('next', { workflowNo: bench.workflowNo() });
  await bench.call('releaseOrder', { key });
  await bench.ship(key);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});
