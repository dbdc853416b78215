import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from './postgres.ts';
import { type SqlBench, shipment, stateOf } from './sql-bench.ts';
import { useLedger } from './use-ledger.ts';

type Cursors = Record<string, readonly [number, string]>;
interface FactOfSite {
  readonly feed: string;
  readonly seq: number;
  readonly link: string;
  readonly what: string | null;
  readonly bench: number;
  readonly state: string | null;
  readonly encrypted: string | null;
}

describe.skipIf(whyNoPostgres())('changes that benches receive from each other', () => {
  const { site } = useLedger();
  const changes = async (on: SqlBench, cursors: Cursors = {}, most = 100): Promise<readonly FactOfSite[]> =>
    ((await on.ask('changes', 'sandbox', on.feed, JSON.stringify(cursors), most)) as unknown as { facts: FactOfSite[] }).facts;
  const behind = (facts: readonly FactOfSite[]): Cursors => Object.fromEntries(facts.map(({ feed, seq, link }) => [feed, [seq, link]]));
  const inShort = (facts: readonly FactOfSite[]) => facts.map(({ bench, seq, what }) => [bench, seq, what]);
  const encrypted = new Uint8Array([7, 7]);

  test('each fact of other benches arrives once per feed cursor, even after a late commit', async () => {
    const { a, b, c } = await site(undefined, 'apart');
    await c.reportOne(shipment('ORD-3'), 'booked', { orderNo: '3' });
    await a.client.query('BEGIN');
    await a.reportOne(shipment('ORD-1'), 'booked', { orderNo: '1' });
    await b.reportOne(shipment('ORD-2'), 'booked', { orderNo: '2' });
    const first = await changes(c);
    expect(inShort(first)).toEqual([[2, 1, 'booked']]);
    await a.client.query('COMMIT');
    const second = await changes(c, behind(first));
    expect(inShort(second)).toEqual([[1, 1, 'booked']]);
    expect(await changes(c, { ...behind(first), ...behind(second) })).toEqual([]);
  });

  test('many changes arrive in parts, each feed without a gap', async () => {
    const { a, b, c } = await site();
    for (const bench of [a, b]) {
      for (let each = 0; each < 5; each++) bench.note(shipment(`ORD-${bench.number}${each}`), 'booked', { orderNo: `${each}` });
      await bench.deliver();
    }
    let cursors: Cursors = {};
    const facts: FactOfSite[] = [];
    for (;;) {
      const part = await changes(c, cursors, 3);
      if (part.length === 0) break;
      facts.push(...part);
      cursors = { ...cursors, ...behind(part) };
    }
    for (const bench of [1, 2]) expect(facts.filter((each) => each.bench === bench).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });

  test('a feed that was reported again is received once from its beginning, whatever its length', async () => {
    const { a, c } = await site();
    for (const key of ['ORD-1', 'ORD-2']) await a.reportOne(shipment(key), 'booked', { orderNo: key });
    const facts = await changes(c);
    const { feed, link } = facts.at(-1)!;
    expect(await changes(c, behind(facts))).toEqual([]);
    for (const cursor of [
      [9, link],
      [2, 'ab'.repeat(32)],
    ] as const) {
      const again = await changes(c, { [feed]: cursor });
      expect(inShort(again)).toEqual([
        [1, 1, 'booked'],
        [1, 2, 'booked'],
      ]);
      expect(await changes(c, behind(again))).toEqual([]);
    }
    expect(inShort(await changes(c, { [feed]: [9, link] }, 1))).toEqual([[1, 1, 'booked']]);
    await a.reportOne(shipment('ORD-3'), 'booked', { orderNo: '3' });
    expect(inShort(await changes(c, { [feed]: [2, link] }))).toEqual([[1, 3, 'booked']]);
    expect(inShort(await changes(c, { [feed]: [2, 'ab'.repeat(32)] }))).toHaveLength(3);
  });

  test('a note changes no attempt, and only the newest encrypted copy is kept', async () => {
    const { database, a, c } = await site();
    const attempt = shipment('ORD-1');
    await a.book(attempt);
    await a.reportOne(attempt, 'noted', { encrypted: new Uint8Array([1]) });
    await a.reportOne(attempt, 'noted', { encrypted });
    const facts = await changes(c);
    expect(facts.map(({ what, state, encrypted: bytes }) => [what, state, bytes])).toEqual([
      ['booked', 'booked', null],
      ['noted', 'booked', null],
      ['noted', 'booked', Buffer.from(encrypted).toString('base64')],
    ]);
    await c.reportOne(attempt, 'reprinted');
    expect(await stateOf(database, attempt)).toBe('booked');
    const { rows } = await database.owner.query('SELECT bench FROM packbench.attempt WHERE attempt = $1', [attempt.id]);
    expect(rows).toEqual([{ bench: a.number }]);
    // A note about an attempt that the ledger has forgotten creates no attempt.
    const forgotten = shipment('ORD-9');
    expect(await a.reportOne(forgotten, 'noted', { encrypted })).toMatchObject({ is: 'taken' });
    expect(await stateOf(database, forgotten)).toBeUndefined();
  });

  test('a booking without a note of its bench is received with the data of the ledger', async () => {
    const { a, c } = await site();
    await a.book(shipment('ORD-1'));
    expect(await changes(c)).toMatchObject([{ what: 'booked', state: 'booked', encrypted: null, orderKey: 'ORD-1', orderNo: '4711' }]);
  });

  test('only its own bench stores a label, in parts, and it stays as long as its attempt is active', async () => {
    const { database, a, b } = await site();
    const [booked, rejected] = [shipment('ORD-1'), shipment('ORD-2')];
    await a.book(booked);
    await a.claim(rejected);
    await a.reportOne(rejected, 'rejected');
    for (const each of [booked, rejected])
      for (const part of [0, 1]) expect(await a.ask('put_label', each.id, part, 2, Buffer.from([part]))).toEqual({ is: 'put' });
    for (const attempt of [booked.id, randomUUID()])
      expect(await b.ask('put_label', attempt, 0, 1, Buffer.from([9]))).toMatchObject({ is: 'attempt-dead' });
    const got = (part: number) => b.ask('get_label', booked.id, part);
    expect(await got(1)).toEqual({ is: 'label', parts: 2, encrypted: 'AQ==' });
    expect(await got(2)).toEqual({ is: 'label', parts: 0, encrypted: '' });
    // A newer label replaces all parts of the older one.
    await a.ask('put_label', booked.id, 0, 1, Buffer.from([5]));
    expect(await got(1)).toEqual({ is: 'label', parts: 0, encrypted: '' });
    await database.owner.query("UPDATE packbench.attempt SET at = at - interval '91 days'");
    await a.ask('prune');
    const { rows } = await database.owner.query('SELECT attempt FROM packbench.label GROUP BY attempt');
    expect(rows).toEqual([{ attempt: booked.id }]);
  });
});
