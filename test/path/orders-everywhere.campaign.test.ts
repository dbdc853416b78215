import { describe, expect, test } from 'vitest';
import type { Platform } from '../../electron/station/platform.ts';
import { addBench } from '../../ledger/install.ts';
import type { Order } from '../../shared/order.ts';
import { type Database, whyNoPostgres } from '../ledger/postgres.ts';
import { plainOrder } from './plain-order.ts';
import { counted, joinSite, kindsToResolve, type PlainStation, sent } from './plain-station.ts';
import { isReported, joinTo, useSite } from './site-of-benches.ts';

/** A file with one order that no test looks up. */
const fileOf = (key: string): string =>
  [Object.keys(plainOrder(key)), Object.values(plainOrder(key))].map((row) => row.join(',')).join('\n');

describe.skipIf(whyNoPostgres())('an order imported at one bench', () => {
  const { first: firstOf, alone } = useSite();

  const importAt = async (on: PlainStation, orders: readonly object[], name = 'orders.json') =>
    await on.call('importOrders', { name, bytes: new TextEncoder().encode(JSON.stringify(orders)) });
  const bench = async (name: string, service?: PlainStation['service'], platform: Partial<Platform> = {}) =>
    await alone({ orders: fileOf(`OWN-${name}`), platform, ...(service && { service }) });
  const site = () => firstOf({ orders: fileOf('OWN-1') });
  const joinedTo = async (on: PlainStation) => await joinTo(on, await bench('2', on.service));
  const rowsAt = async (on: PlainStation, search: string) => (await on.call('orders', { search, offset: 0, limit: 20 })).rows;
  const orderAt = async (on: PlainStation, key: string): Promise<Order | undefined> => (await rowsAt(on, key))[0]?.order;
  const isKnown = (on: PlainStation, key: string, as: object = { key }) => expect.poll(() => orderAt(on, key)).toMatchObject(as);
  /** Cancels an order as a shop's file does. */
  const callOff = async (on: PlainStation, key: string) =>
    await on.call('saveOrder', { order: { ...(await orderAt(on, key))!, hold: 'cancelled' } });
  const stoppedFor = async (on: PlainStation, key: string) => {
    return (await on.scan(key, 'stopped')).failure.code;
  };
  const inLedger = async ({ owner }: Database) =>
    Number((await owner.query<{ count: string }>('SELECT count(*) FROM packbench.known_order')).rows[0]?.count);

  test('is scanned, found and shipped once at another bench, and the list shows where it was imported', async () => {
    const { first } = await site();
    const second = await joinedTo(first);
    await importAt(first, [plainOrder('A-1')]);
    await isKnown(second, 'A-1');
    expect((await rowsAt(second, 'Lehmann')).map(({ order, receivedFrom }) => [order.key, receivedFrom])).toContainEqual(['A-1', 1]);
    expect((await rowsAt(first, 'A-1'))[0]?.receivedFrom).toBeNull();
    expect((await second.ship('a-1')).booking).toMatchObject({ orderKey: 'A-1', order: { recipient: { street: 'Kastanienallee' } } });
    await isReported(second);
    await expect.poll(async () => (await first.call('lastShipments', { limit: 5 })).map(({ orderKey }) => orderKey)).toContain('A-1');
    expect((await first.scan('A-1', 'already-shipped')).booking.bench).toBe(2);
    expect(counted(second)).toEqual({ booked: 1, sheets: 1 });
    expect(sent(first, 'ship')).toBe(1);
  });

  test('stops everywhere once a bench learns of its cancellation, even if it is in hand', async () => {
    const { first } = await site();
    const second = await joinedTo(first);
    await importAt(first, [plainOrder('A-1')]);
    await isKnown(second, 'A-1');
    const { serviceId } = await second.toTiles('A-1');
    await callOff(first, 'A-1');
    await isKnown(second, 'A-1', { hold: 'cancelled' });
    const bought = await second.station.handlers.buy({ workflowNo: second.workflowNo(), serviceId });
    expect(bought).toMatchObject({ ok: true });
    expect((await second.at('stopped')).failure.code).toBe('order-cancelled');
    expect(sent(first, 'ship')).toBe(0);
  });

  test('reaches another bench at the moment of its scan, and so does its cancellation', async () => {
    const { database, first } = await site();
    // Without a scan it syncs once a minute.
    const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms === 1_000 ? 60_000 : ms).unref());
    const second = await joinTo(first, await bench('2', first.service, { sleep }));
    await importAt(first, [plainOrder('A-1')]);
    const shared = async () =>
      Number((await database.owner.query<{ seq: string }>("SELECT seq FROM packbench.known_order WHERE slot = 'A-1'")).rows[0]?.seq ?? 0);
    await expect.poll(shared).toBeGreaterThan(0);
    const before = await shared();
    await second.toTiles('A-1');
    await second.call('next', { workflowNo: second.workflowNo() });
    await callOff(first, 'A-1');
    await expect.poll(shared).toBeGreaterThan(before);
    expect(await stoppedFor(second, 'A-1')).toBe('order-cancelled');
  });

  test('stops at every bench if one holds it, until any bench releases it; if it is deleted, it is gone everywhere', async () => {
    const { first } = await site();
    const second = await joinedTo(first);
    await importAt(first, [plainOrder('A-1')]);
    await isKnown(second, 'A-1');
    const heldAt = async (on: PlainStation) => (await rowsAt(on, 'A-1'))[0]?.plan.held?.why;
    await first.call('holdOrder', { key: 'A-1' as Order['key'], why: 'The customer calls back' });
    await expect.poll(() => heldAt(second)).toBe('The customer calls back');
    expect(await stoppedFor(second, 'A-1')).toBe('order-held');
    await second.call('releaseOrder', { key: 'A-1' as Order['key'] });
    await expect.poll(() => heldAt(first)).toBeUndefined();
    await first.call('deleteOrder', { key: 'A-1' as Order['key'] });
    await expect.poll(async () => (await rowsAt(second, 'A-1')).length).toBe(0);
    expect(await second.station.handlers.scan({ code: 'A-1' })).toMatchObject({ failure: { code: 'order-not-found' } });
    // The same sync also carries a file that brings it again.
    await importAt(second, [plainOrder('A-1')]);
    await expect.poll(async () => (await rowsAt(first, 'A-1'))[0]?.plan.held?.isBack).toBe(true);
  });

  test('asks which address is right if two benches imported it with different ones', async () => {
    const { first } = await site();
    const second = await bench('2', first.service);
    await importAt(first, [plainOrder('A-1')]);
    await importAt(second, [{ ...plainOrder('A-1'), street: 'Invalidenstrasse' }]);
    await joinTo(first, second);
    for (const on of [first, second]) {
      await isKnown(on, 'A-1', { hold: 'two-addresses' });
      expect(await stoppedFor(on, 'A-1')).toBe('order-two-addresses');
    }
    // The order of the two depends on milliseconds, but is the same at both benches.
    const { otherAddress, ...order } = (await orderAt(first, 'A-1'))!;
    const { street } = order.recipient;
    const streets = ['Invalidenstrasse', 'Kastanienallee'];
    expect(streets).toContain(street);
    expect(otherAddress).toContain(streets.find((each) => each !== street));
    await isKnown(second, 'A-1', { otherAddress, recipient: { street } });
    await first.call('saveOrder', { order: { ...order, hold: null } });
    await isKnown(second, 'A-1', { hold: null });
    expect((await second.ship('A-1')).booking.order.recipient.street).toBe(street);
  });

  test('stays as another bench shipped it, and Resolve there reports that its address changed too late', async () => {
    const { first } = await site();
    const second = await joinedTo(first);
    await importAt(first, [plainOrder('A-1')]);
    await isKnown(second, 'A-1');
    await second.ship('A-1');
    await importAt(first, [{ ...plainOrder('A-1'), street: 'Invalidenstrasse' }]);
    await expect.poll(() => kindsToResolve(second)).toContain('changed-too-late');
    expect((await orderAt(second, 'A-1'))?.recipient.street).toBe('Kastanienallee');
  });

  test('keeps what a packer added at one bench, whichever bench reads the same file again', async () => {
    const { first } = await site();
    const second = await joinedTo(first);
    await importAt(first, [plainOrder('A-1')]);
    await isKnown(second, 'A-1');
    const order = (await orderAt(second, 'A-1'))!;
    await second.call('saveOrder', { order: { ...order, noteForPacker: 'Fragile' } });
    await isKnown(first, 'A-1', { noteForPacker: 'Fragile' });
    for (const on of [first, second]) expect(await importAt(on, [plainOrder('A-1')])).toMatchObject({ taken: 0, unchanged: 1 });
    await isReported(first);
    expect((await orderAt(first, 'A-1'))?.noteForPacker).toBe('Fragile');
  });

  test('reaches a bench that was off, together with thousands of others, and one that joins later', async () => {
    const { database, first } = await site();
    const second = await joinedTo(first);
    await isKnown(second, 'OWN-1');
    await isKnown(first, 'OWN-2');
    await second.reopen(() => undefined);
    await second.station.close();
    const many = Array.from({ length: 1_500 }, (_, at) => plainOrder(`B-${at}`));
    await importAt(first, many);
    await expect.poll(() => inLedger(database)).toBe(1_502);
    await second.reopen();
    await expect.poll(async () => (await second.call('orders', { search: '', offset: 0, limit: 1 })).total).toBe(1_502);
  });

  test('stays at a bench that has no site key, and orders of other benches cannot be read there', async () => {
    const { database, first } = await site();
    const { token } = await addBench(database.owner);
    const second = await bench('2', first.service);
    await joinSite(second, { url: database.benchUrl, token });
    await isReported(second);
    await importAt(first, [plainOrder('A-1')]);
    await expect.poll(() => inLedger(database)).toBe(2);
    expect(await rowsAt(second, '')).toMatchObject([{ order: { key: 'OWN-2' } }]);
    await second.ship('OWN-2');
    expect(await inLedger(database)).toBe(2);
  });

  test('stays as shipped at a bench that joins later, and Resolve there reports the other address', async () => {
    const { first } = await site();
    const second = await bench('2', first.service);
    await importAt(second, [plainOrder('A-1')]);
    await second.ship('A-1');
    await joinTo(first, second);
    await importAt(first, [{ ...plainOrder('A-1'), street: 'Invalidenstrasse' }]);
    await expect.poll(() => kindsToResolve(second)).toContain('changed-too-late');
    expect(await orderAt(second, 'A-1')).toMatchObject({ hold: null, recipient: { street: 'Kastanienallee' } });
  });

  describe('in a ledger that was restored from a backup', () => {
    /** Restores the ledger to a copy in which both benches know the order; its cancellation came after the copy and is lost. */
    async function putBack(who: 'first' | 'second', more: string, between: (all: { second: PlainStation }) => Promise<void>) {
      const { database, first } = await site();
      const second = await joinedTo(first);
      for (const key of ['OWN-1', 'OWN-2', 'A-1']) {
        if (key === 'A-1') await importAt(first, [plainOrder(key)]);
        for (const on of [first, second]) await isKnown(on, key);
      }
      await database.owner.query(
        'CREATE TABLE orders_copy AS TABLE packbench.known_order; CREATE TABLE head_copy AS TABLE packbench.order_head',
      );
      await callOff({ first, second }[who], 'A-1');
      for (const on of [first, second]) await isKnown(on, 'A-1', { hold: 'cancelled' });
      await between({ second });
      await database.owner.query(`BEGIN; DELETE FROM packbench.known_order; INSERT INTO packbench.known_order TABLE orders_copy;
        DELETE FROM packbench.order_head; INSERT INTO packbench.order_head TABLE head_copy; ${more} COMMIT`);
      return { first, second };
    }

    test('a cancellation since the backup also reaches a bench that joins later, and new orders arrive', async () => {
      const { first, second } = await putBack('first', '', async () => undefined);
      const third = await joinTo(first, await bench('3', first.service));
      await isKnown(third, 'A-1', { hold: 'cancelled' });
      await importAt(second, [plainOrder('B-1')]);
      for (const on of [first, third]) await isKnown(on, 'B-1');
    });

    test('it stays cancelled if the benches that are on only received that, and the one that cancelled it is off', async () => {
      const { first } = await putBack('second', 'UPDATE packbench.ledger SET id = gen_random_uuid();', async ({ second }) => {
        await second.reopen(() => undefined);
        await second.station.close();
      });
      const third = await joinTo(first, await bench('3', first.service));
      await isKnown(third, 'A-1', { hold: 'cancelled' });
      expect(await orderAt(first, 'A-1')).toMatchObject({ hold: 'cancelled' });
    });
  });

  test('is sent again to a ledger that lost it', async () => {
    const { database, first } = await site();
    const second = await joinedTo(first);
    await importAt(first, [plainOrder('A-1')]);
    await isKnown(second, 'A-1');
    // Runs between two calls of the benches.
    await database.owner.query(
      `UPDATE packbench.order_head SET seq = 0; DELETE FROM packbench.known_order; UPDATE packbench.ledger SET id = gen_random_uuid()`,
    );
    await expect.poll(() => inLedger(database)).toBe(3);
    await callOff(second, 'A-1');
    await isKnown(first, 'A-1', { hold: 'cancelled' });
  });
});
