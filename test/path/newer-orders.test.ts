import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { detailOf } from '../../renderer/text/reasons.ts';
import { type Order, orderKeySchema } from '../../shared/order.ts';
import { slotOf } from '../../shared/scan.ts';
import { anOrder } from '../journal/samples.ts';
import { newFile } from '../journal/temporary-file.ts';
import { journalAt } from '../journal/temporary-journal.ts';
import { benchThatHears, sealedWith, startOrderLedger } from '../strangers/mirror/orders.ts';
import { siteKeys } from '../strangers/mirror/tellers.ts';
import { closeAll, counted, startPlainStation } from './plain-station.ts';

afterEach(closeAll);

/** What only a newer program knows of an order. */
const more = { handedTo: 'neighbour' };
/** As the program that knows it reads. */
function withMore(packed: Uint8Array): Uint8Array {
  const { order, ...rest } = JSON.parse(inflateRawSync(packed).toString()) as { order: { handedTo?: string } };
  const { handedTo: _known, ...others } = order;
  return deflateRawSync(JSON.stringify({ ...rest, order: others }));
}

const at = (order: Order, street: string): Order => ({ ...order, recipient: { ...order.recipient, street } });

/** Made where a bench was retired, and on its way to the others. */
const nextKey = { number: 2, key: new Uint8Array(32).fill(7) };

/** A bench that has heard of A-1, as every program reads it. */
async function heard() {
  const file = newFile();
  const ledger = startOrderLedger();
  const keysHere = [...siteKeys];
  const open = (isUpdated = false, daysLater = 0) => {
    const journal = journalAt(file, undefined, undefined, 'sandbox', daysLater);
    const complain = (what: string): void => expect.fail(what);
    return { journal, look: benchThatHears(journal, ledger, complain, isUpdated ? withMore : undefined, keysHere).look };
  };
  let bench = open();
  const tells = (order: object | null, slot = slotOf('A-1'), ageMs = 0, keys = siteKeys): void => {
    const packed = order && deflateRawSync(JSON.stringify({ order, imported: '1', held: null }));
    const sealed = packed && sealedWith(keys).seal(packed, { world: 'sandbox', attempt: slot, kind: 'order' });
    ledger.put(slot, sealed ? Buffer.from(sealed).toString('base64') : null, ageMs);
  };
  const first = anOrder('A-1');
  tells(at(first, 'Allee'));
  await bench.look();
  return {
    ledger,
    first,
    tells,
    /** Sealed with a key of the site that this bench does not have before it comes. */
    tellsSealed: (order: object): void => tells(order, undefined, undefined, [...siteKeys, nextKey]),
    keyComes: () => void keysHere.push(nextKey),
    journal: () => bench.journal,
    look: () => bench.look(),
    held: () => bench.journal.orderPlan(first.key).held,
    street: () => bench.journal.order(first.key)?.recipient.street,
    listed: () => bench.journal.orders({ search: '', offset: 0, limit: 9, stage: 'to-ship' }).rows.map(({ order }) => order.key),
    release: () => bench.journal.releaseOrder(first.key),
    restart(isUpdated = false, daysLater = 0) {
      bench.journal.close();
      bench = open(isUpdated, daysLater);
    },
  };
}

test('an order that a newer program changed is held until this one can read it, over a restart', async () => {
  const bench = await heard();
  expect([bench.held(), bench.listed()]).toEqual([null, ['A-1']]);
  bench.tells({ ...at(bench.first, 'Weg'), ...more });
  await bench.look();
  expect(bench.held()).toMatchObject({ changedBy: 2 });
  bench.restart();
  await bench.look();
  expect([bench.held()?.changedBy, bench.street(), bench.listed()]).toEqual([2, 'Allee', []]);
  bench.restart(true);
  await bench.look();
  expect([bench.held(), bench.street(), bench.listed()]).toEqual([null, 'Weg', ['A-1']]);
  bench.journal().close();
});

test.each([
  ['one that is said in another shape', { parcels: 'two' }],
  ['one in a place that is not known', { hold: 'on-the-moon' }],
  ['one that says more of its recipient', { recipient: { ...anOrder('A-1').recipient, locker: '12' } }],
])('such a change is %s', async (_what, change) => {
  const bench = await heard();
  bench.tells({ ...bench.first, ...change });
  await bench.look();
  expect(bench.held()).toMatchObject({ changedBy: 2 });
  bench.journal().close();
});

test('what a newer program leaves empty says nothing', async () => {
  const bench = await heard();
  bench.tells({ ...at(bench.first, 'Weg'), locker: null, isFragile: false, floor: '', doors: [], guard: { name: '' } });
  await bench.look();
  expect([bench.held(), bench.street()]).toEqual([null, 'Weg']);
  bench.journal().close();
});

test('it follows what a bench says next that this one can read: changed back, called off, deleted', async () => {
  const bench = await heard();
  const unread = async (): Promise<void> => {
    bench.tells({ ...at(bench.first, 'Weg'), ...more });
    await bench.look();
    expect(bench.held()).toMatchObject({ changedBy: 2 });
  };
  await unread();
  bench.tells(at(bench.first, 'Allee'));
  await bench.look();
  expect([bench.held(), bench.listed()]).toEqual([null, ['A-1']]);
  await unread();
  bench.tells({ ...bench.first, hold: 'cancelled' });
  await bench.look();
  expect([bench.held(), bench.journal().order(bench.first.key)?.hold]).toEqual([null, 'cancelled']);
  await unread();
  bench.tells(null);
  await bench.look();
  expect(bench.journal().order(bench.first.key)).toBeUndefined();
  bench.journal().close();
});

test('a person’s hold stays where the change of a newer program is read at last', async () => {
  const bench = await heard();
  bench.journal().holdOrder(bench.first.key, 'The customer calls back', 'Ann');
  await bench.look();
  bench.tells({ ...bench.first, noteForPacker: 'new', ...more });
  await bench.look();
  expect(bench.held()?.why).toBe('The customer calls back');
  bench.journal().releaseOrder(bench.first.key);
  expect(bench.held()).toMatchObject({ changedBy: 2 });
  bench.journal().close();
});

test('what changes here meanwhile is not written over what cannot be read here, and meets it after the update', async () => {
  const bench = await heard();
  bench.journal().saveOrder({ ...at(bench.first, 'Ufer'), noteForPacker: 'said here' });
  bench.tells({ ...at(bench.first, 'Weg'), ...more });
  const told = bench.ledger.kept.get(slotOf('A-1'));
  await bench.look();
  await bench.look();
  expect(bench.ledger.kept.get(slotOf('A-1'))).toEqual(told);
  expect(bench.held()).toMatchObject({ changedBy: 2 });
  // Said between hearing and telling, it is met only there.
  bench.restart(true);
  await bench.look();
  expect(bench.journal().order(bench.first.key)).toMatchObject({ hold: 'two-addresses' });
  expect(bench.held()).toBeNull();
  bench.journal().close();
});

test('an order that only a newer program reads is held also where a file brings it here, and other orders go on', async () => {
  const bench = await heard();
  bench.tells({ ...anOrder('B-1'), ...more }, slotOf('B-1'));
  bench.tells(anOrder('C-1'), slotOf('C-1'));
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

test('a ledger that was put back to an older copy makes no older state of it good to ship', async () => {
  const bench = await heard();
  bench.tells({ ...at(bench.first, 'Weg'), ...more });
  await bench.look();
  bench.ledger.putBack('another era');
  bench.tells(at(bench.first, 'Allee'), slotOf('A-1'), 86_400_000);
  await bench.look();
  expect(bench.held()).toMatchObject({ changedBy: 2 });
  bench.tells(at(bench.first, 'Allee'));
  await bench.look();
  expect(bench.held()).toBeNull();
  bench.journal().close();
});

test('what the ledger forgot before the update is released by a person, and by nobody else', async () => {
  const bench = await heard();
  bench.tells({ ...at(bench.first, 'Weg'), ...more });
  await bench.look();
  bench.ledger.kept.clear();
  await bench.look();
  bench.release();
  expect(bench.held()).toMatchObject({ changedBy: 2, isPast: false });
  bench.restart(true);
  expect(bench.held()).toMatchObject({ isPast: false });
  await bench.look();
  await bench.look();
  expect([bench.held(), bench.listed()]).toMatchObject([{ changedBy: 2, isPast: true }, []]);
  bench.release();
  await bench.look();
  expect([bench.held(), bench.listed()]).toEqual([null, ['A-1']]);
  bench.restart();
  await bench.look();
  expect(bench.held()).toBeNull();
  bench.journal().close();
});

test('what is told late after all holds the order again, also where it was released meanwhile', async () => {
  const bench = await heard();
  const unread = { ...at(bench.first, 'Weg'), ...more };
  bench.tells(unread);
  await bench.look();
  bench.ledger.putBack('another era');
  bench.restart();
  await bench.look();
  expect(bench.held()).toMatchObject({ isPast: true });
  bench.tells(unread);
  await bench.look();
  expect(bench.held()).toMatchObject({ changedBy: 2, isPast: false });
  bench.ledger.putBack('a third era');
  bench.restart();
  await bench.look();
  bench.release();
  bench.tells(unread);
  await bench.look();
  expect(bench.held()).toMatchObject({ changedBy: 2, isPast: false });
  bench.journal().close();
});

test('what was said longer ago than any ledger keeps it is released by a person, also while no ledger answers', async () => {
  const bench = await heard();
  bench.tells({ ...at(bench.first, 'Weg'), ...more });
  await bench.look();
  bench.restart(false, 29);
  expect(bench.held()).toMatchObject({ changedBy: 2, isPast: false });
  bench.restart(false, 31);
  expect(bench.held()).toMatchObject({ changedBy: 2, isPast: true });
  bench.release();
  expect(bench.held()).toBeNull();
  bench.journal().close();
});

test('at a bench that left its ledger a person releases what nobody tells it any more, also where a file brings it only then', async () => {
  const bench = await heard();
  bench.tells({ ...at(bench.first, 'Weg'), ...more });
  bench.tells({ ...anOrder('B-1'), ...more }, slotOf('B-1'));
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

test('a person’s own hold is released by itself, and what was not read of the order after it', async () => {
  const bench = await heard();
  bench.tells({ ...at(bench.first, 'Weg'), ...more });
  await bench.look();
  bench.journal().leaveFeed();
  bench.journal().holdOrder(bench.first.key, 'The customer calls back', 'Ann');
  bench.release();
  expect(bench.held()).toMatchObject({ changedBy: 2, isPast: true });
  bench.release();
  expect(bench.held()).toBeNull();
  bench.journal().close();
});

test('a bench that works alone says at the scan what was not read of an order before it left, and ships it once a person released it', async () => {
  const journals: Journal[] = [];
  const bench = await startPlainStation({
    journal: (opened) => {
      journals.push(opened);
      return opened;
    },
  });
  const key = orderKeySchema.parse('ORD-1001');
  const unread = (code: string) => ({ slot: slotOf(code), seq: 1, bench: 2, ageMs: 0, said: undefined });
  journals.at(-1)?.takeHeard([unread(key), unread('ORD-7777')], { late: () => undefined, givesWay: () => false });
  await bench.call('scan', { code: key });
  const { failure } = await bench.at('stopped');
  expect(failure.code).toBe('order-held');
  expect(detailOf(failure)).toMatch(/^Bench 2 said something of it \(.* that could not be read here, and nobody tells it any more/);
  await bench.call('next', { workflowNo: bench.workflowNo() });
  await bench.call('scan', { code: 'ORD-7777' });
  expect((await bench.at('stopped')).failure.code).toBe('order-not-found');
  await bench.call('next', { workflowNo: bench.workflowNo() });
  await bench.call('releaseOrder', { key });
  await bench.buy(key);
  await bench.at('done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('an order sealed with a key of the site that is still on its way is held for that, until the key comes', async () => {
  const bench = await heard();
  bench.tellsSealed(at(bench.first, 'Weg'));
  await bench.look();
  expect([bench.held(), bench.listed()]).toMatchObject([{ changedBy: 2, isSealed: true, isPast: false }, []]);
  bench.restart();
  expect(bench.held()).toMatchObject({ isSealed: true });
  await bench.look();
  expect([bench.held(), bench.street()]).toMatchObject([{ changedBy: 2, isSealed: true, isPast: false }, 'Allee']);
  bench.keyComes();
  await bench.look();
  expect([bench.held(), bench.street(), bench.listed()]).toEqual([null, 'Weg', ['A-1']]);
  bench.journal().close();
});

test('where the key has come, and only a newer program reads what it opens, the order is held for the program', async () => {
  const bench = await heard();
  bench.tellsSealed({ ...at(bench.first, 'Weg'), ...more });
  await bench.look();
  expect(bench.held()).toMatchObject({ isSealed: true });
  bench.keyComes();
  await bench.look();
  expect(bench.held()).toMatchObject({ changedBy: 2, isSealed: false });
  bench.restart(true);
  await bench.look();
  expect([bench.held(), bench.street()]).toEqual([null, 'Weg']);
  bench.journal().close();
});

test('what this bench has to tell meets what is sealed with the key once that is here', async () => {
  const bench = await heard();
  bench.journal().saveOrder(at(bench.first, 'Ufer'));
  bench.tellsSealed(at(bench.first, 'Weg'));
  const told = bench.ledger.kept.get(slotOf('A-1'));
  await bench.look();
  expect(bench.ledger.kept.get(slotOf('A-1'))).toEqual(told);
  bench.keyComes();
  await bench.look();
  expect(bench.journal().order(bench.first.key)).toMatchObject({ hold: 'two-addresses' });
  expect(bench.held()).toBeNull();
  bench.journal().close();
});
