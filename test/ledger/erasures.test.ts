import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Database } from './postgres.ts';
import { whyNoPostgres } from './postgres.ts';
import { type SqlBench, shipment, type Tried } from './sql-bench.ts';
import { useLedger } from './use-ledger.ts';

interface Read {
  readonly era: string;
  readonly erasures: readonly { readonly slot: string; readonly seq: number; readonly ageMs: number; readonly encrypted: string }[];
}

describe.skipIf(whyNoPostgres())('orders in the ledger whose person was erased', () => {
  const { site } = useLedger();
  const encrypted = new Uint8Array([7, 7]);
  const read = (on: SqlBench, after = 0, era = ''): Promise<Read> =>
    on.ask('read_erasures', 'sandbox', era, after, 100) as unknown as Promise<Read>;
  const put = (on: SqlBench, slot: string, { id = randomUUID() as string, ageMs = 0, of = [] as readonly Tried[], state = 'x' } = {}) =>
    on.ask(
      'put_erasures',
      'sandbox',
      [slot],
      [id],
      [Buffer.from(state)],
      [ageMs],
      of.map((each) => each.id),
    );
  const slots = async (on: SqlBench, after = 0) => (await read(on, after, (await read(on)).era)).erasures.map(({ slot }) => slot);
  /** Attempts of which the ledger has anything encrypted. */
  async function left({ owner }: Database, ...all: readonly Tried[]): Promise<readonly boolean[]> {
    const { rows } = await owner.query<{ attempt: string }>(
      'SELECT attempt FROM packbench.fact WHERE encrypted IS NOT NULL UNION SELECT attempt FROM packbench.label',
    );
    return all.map(({ id }) => rows.some(({ attempt }) => attempt === id));
  }
  async function withData(on: SqlBench, key: string, isBooked = true): Promise<Tried> {
    const attempt = shipment(key);
    if (isBooked) await on.book(attempt);
    else {
      await on.claim(attempt);
      await on.send(attempt);
      await on.reportOne(attempt, 'unknown');
    }
    await on.reportOne(attempt, 'noted', { encrypted });
    await on.ask('put_label', attempt.id, 0, 1, Buffer.from([1]));
    return attempt;
  }

  test('a bench deletes what is encrypted of its own settled shipments and of retired benches, and of no other', async () => {
    const { database, a, b, c } = await site();
    const [own, unsettled, theirs, gone] = [
      await withData(a, 'ORD-1'),
      await withData(a, 'ORD-2', false),
      await withData(b, 'ORD-3'),
      await withData(c, 'ORD-4'),
    ];
    const all = [own, unsettled, theirs, gone];
    expect(await put(a, 'ORD-1', { of: all })).toEqual({ is: 'erased' });
    expect(await left(database, ...all)).toEqual([false, true, true, true]);
    await a.ask('retire', c.number);
    await a.reportOne(unsettled, 'booked', { orderNo: '4711' });
    await put(a, 'ORD-1', { of: all });
    expect(await left(database, ...all)).toEqual([false, false, true, false]);
    await put(b, 'ORD-1', { of: all });
    expect(await left(database, ...all)).toEqual([false, false, false, false]);
    // The bookings themselves stay.
    expect(await b.claim(shipment('ORD-1'))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
  });

  test('deletes the order that all benches know, but not one that was imported again since', async () => {
    const { database, a, b } = await site();
    const { era } = await read(a);
    const order = (slot: string, ageMs: number) =>
      b.ask('put_orders', 'sandbox', era, [slot], [0], [Buffer.alloc(32, slot)], [Buffer.from('a person')], [ageMs]);
    for (const [slot, ageMs] of [
      ['ORD-1', 60_000],
      ['ORD-2', 1_000],
      ['ORD-3', 60_000],
    ] as const)
      await order(slot, ageMs);
    for (const slot of ['ORD-1', 'ORD-2']) await put(a, slot, { ageMs: 30_000 });
    const { rows } = await database.owner.query('SELECT slot FROM packbench.known_order WHERE encrypted IS NOT NULL ORDER BY slot');
    expect(rows.map(({ slot }) => slot)).toEqual(['ORD-2', 'ORD-3']);
  });

  test('each erasure is read once behind its place, after a repeat too, and a later one of the same order again', async () => {
    const { a, b } = await site();
    const id = randomUUID();
    await put(a, 'ORD-1', { id, ageMs: 60_000 });
    await put(a, 'ORD-2');
    expect(await slots(b)).toEqual(['ORD-1', 'ORD-2']);
    await put(b, 'ORD-1', { id, ageMs: 60_000 });
    expect(await slots(b, 2)).toEqual([]);
    // An older one changes nothing, nor does one that claims to be of tomorrow.
    await put(a, 'ORD-1', { ageMs: 90_000 });
    await put(a, 'ORD-2', { ageMs: -86_400_000 });
    expect(await slots(b, 2)).toEqual(['ORD-2']);
    await put(a, 'ORD-1', { state: 'new' });
    expect((await read(b, 3, (await read(b)).era)).erasures).toMatchObject([
      { slot: 'ORD-1', seq: 4, encrypted: Buffer.from('new').toString('base64') },
    ]);
    expect((await read(b)).erasures.at(-2)?.ageMs).toBeLessThan(60_000);
  });

  test('a ledger that was restored from an older copy begins another era, and environments never mix', async () => {
    const { database, a, b } = await site();
    const { era } = await read(a);
    for (const slot of ['ORD-1', 'ORD-2']) await put(a, slot);
    expect(await read(b, 2, era)).toMatchObject({ era, erasures: [] });
    await database.owner.query("DELETE FROM packbench.erased_order WHERE slot = 'ORD-2'; UPDATE packbench.order_head SET erased = 1");
    const again = await read(b, 2, era);
    expect(again.era).not.toBe(era);
    expect(again.erasures).toMatchObject([{ slot: 'ORD-1' }]);
    expect(await a.ask('read_erasures', 'live', '', 0, 100)).toMatchObject({ erasures: [] });
  });
});
