import { describe, expect, test } from 'vitest';
import type { Database } from './postgres.ts';
import { whyNoPostgres } from './postgres.ts';
import { shipment } from './sql-bench.ts';
import { useLedger } from './use-ledger.ts';

describe.skipIf(whyNoPostgres())('data whose time is over in the ledger', () => {
  const { site } = useLedger();
  const encrypted = new Uint8Array([7, 7]);
  const dayMs = 24 * 3_600_000;

  const age = async ({ owner }: Database, days: number): Promise<void> => {
    for (const column of ['attempt.at', 'fact.at', 'fact.since', 'label.at', 'known_order.at']) {
      const [table, name] = column.split('.');
      await owner.query(`UPDATE packbench.${table} SET ${name} = ${name} - $1 * interval '1 day'`, [days]);
    }
  };
  const contents = async ({ owner }: Database) => {
    const { rows: facts } = await owner.query(
      `SELECT order_key FROM packbench.fact JOIN packbench.attempt USING (attempt) WHERE encrypted IS NOT NULL ORDER BY 1`,
    );
    const { rows: labels } = await owner.query(
      'SELECT order_key FROM packbench.label JOIN packbench.attempt USING (attempt) GROUP BY order_key ORDER BY 1',
    );
    return { facts: facts.map(({ order_key: key }) => key), labels: labels.map(({ order_key: key }) => key) };
  };

  test('labels go after 30 days and what is encrypted of a booking after 90, but not of what is not settled', async () => {
    const { database, a, b } = await site();
    const [booked, unknown] = [shipment('ORD-1'), shipment('ORD-2')];
    await a.book(booked);
    await a.claim(unknown);
    await a.send(unknown);
    await a.reportOne(unknown, 'unknown');
    for (const each of [booked, unknown]) {
      await a.reportOne(each, 'noted', { encrypted });
      await a.ask('put_label', each.id, 0, 1, Buffer.from([1]));
    }
    const both = ['ORD-1', 'ORD-2'];
    await age(database, 29);
    await b.ask('prune');
    expect(await contents(database)).toEqual({ facts: both, labels: both });
    await age(database, 2);
    await b.ask('prune');
    expect(await contents(database)).toEqual({ facts: both, labels: ['ORD-2'] });
    await age(database, 60);
    expect(await b.ask('prune')).toMatchObject({ more: false });
    expect(await contents(database)).toEqual({ facts: ['ORD-2'], labels: ['ORD-2'] });
    expect(await b.claim(shipment('ORD-1'))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
    await a.reportOne(unknown, 'booked', { orderNo: '4711' });
    await b.ask('prune');
    expect(await contents(database)).toEqual({ facts: [], labels: [] });
  });

  test('what a bench reports late, or once more to another server, is not kept any longer', async () => {
    const { database, a } = await site();
    const [late, early, odd] = [shipment('ORD-1'), shipment('ORD-2'), shipment('ORD-3')];
    for (const each of [late, early, odd]) await a.book(each);
    await a.reportOne(late, 'noted', { encrypted, ageMs: 91 * dayMs });
    await a.reportOne(early, 'noted', { encrypted, ageMs: 89 * dayMs });
    await a.reportOne(odd, 'noted', { encrypted, ageMs: 'long' });
    await a.ask('prune');
    expect((await contents(database)).facts).toEqual(['ORD-2', 'ORD-3']);
  });

  test('orders go after 30 days, and a bench that received the newest does not take the ledger for another', async () => {
    const { database, a, b } = await site();
    const read = (after: number, era: string) =>
      b.ask('read_orders', 'sandbox', era, after, 100) as unknown as Promise<{ era: string; orders: { slot: string }[] }>;
    const { era } = await read(0, '');
    const put = async (slot: string, base: number, state: string) =>
      await a.ask('put_orders', 'sandbox', era, [slot], [base], [Buffer.alloc(32, slot)], [Buffer.from(state)], [0]);
    for (const slot of ['1001', '1002', '1003']) await put(slot, 0, 'a person');
    await age(database, 31);
    await b.ask('prune');
    const { rows } = await database.owner.query('SELECT slot, encrypted FROM packbench.known_order');
    expect(rows).toEqual([{ slot: '1003', encrypted: null }]);
    expect(await read(3, era)).toEqual({ is: 'orders', era, orders: [] });
    expect(await read(0, era)).toEqual({ is: 'orders', era, orders: [] });
    // The same order again is a new one, wherever it was before.
    expect(await put('1003', 0, 'a person')).toMatchObject({ answers: [{ is: 'put', seq: 4 }] });
    expect((await read(3, era)).orders).toMatchObject([{ slot: '1003' }]);
    await expect(a.ask('put_orders', 'sandbox', era, ['1004'], [0], [Buffer.alloc(32)], [null], [0])).rejects.toThrow('no state');
  });
});
