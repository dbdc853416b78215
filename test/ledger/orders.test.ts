import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from './postgres.ts';
import { joinBenches, type SqlBench } from './sql-bench.ts';
import { usePostgres } from './use-ledger.ts';

interface Put {
  readonly is: string;
  readonly seq: number;
  readonly bench?: number;
  readonly encrypted?: string | null;
}
interface Answer {
  readonly is: string;
  readonly era: string;
  readonly answers?: readonly Put[];
  readonly orders?: readonly {
    readonly slot: string;
    readonly seq: number;
    readonly bench: number;
    readonly encrypted: string | null;
    readonly ageMs: number;
  }[];
}

const markOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe.skipIf(whyNoPostgres())('orders in the ledger', () => {
  const server = usePostgres();

  async function site(how: 'apart' | 'together' = 'together') {
    const database = await server().ledger();
    const [a, b] = (await joinBenches(database, 2, how)) as [SqlBench, SqlBench];
    const read = async (on: SqlBench, after = 0, at?: string): Promise<Answer> =>
      (await on.ask('read_orders', 'sandbox', at ?? era, after, 100)) as unknown as Answer;
    let era = '';
    ({ era } = await read(a));
    /** Each entry: slot, known sequence number, content, time since the report. */
    const put = async (on: SqlBench, ...all: readonly (readonly [string, number, string, number?])[]): Promise<readonly Put[]> => {
      const answer = (await on.ask(
        'put_orders',
        'sandbox',
        era,
        all.map(([slot]) => slot),
        all.map(([, base]) => base),
        all.map(([, , text]) => markOf(text)),
        all.map(([, , text]) => Buffer.from(text)),
        all.map(([, , , age = 0]) => age),
      )) as unknown as Answer;
      return answer.answers ?? [];
    };
    return { database, a, b, era, read, put };
  }

  test('an order is received once after its position, and after a change only in its newest state', async () => {
    const { a, b, read, put } = await site();
    expect(await put(a, ['1001', 0, 'one'], ['1002', 0, 'two', 5_000])).toEqual([
      { is: 'put', seq: 1 },
      { is: 'put', seq: 2 },
    ]);
    const { orders = [] } = await read(b);
    expect(orders.map(({ slot, seq, bench, encrypted }) => [slot, seq, bench, encrypted])).toEqual([
      ['1001', 1, 1, base64('one')],
      ['1002', 2, 1, base64('two')],
    ]);
    expect(orders[1]!.ageMs).toBeGreaterThanOrEqual(5_000);
    expect((await read(b, 2)).orders).toEqual([]);
    expect(await put(b, ['1001', 1, 'changed'])).toEqual([{ is: 'put', seq: 3 }]);
    expect((await read(a)).orders?.map(({ slot, bench }) => [slot, bench])).toEqual([
      ['1002', 1],
      ['1001', 2],
    ]);
    expect(await put(a, ['1001', 3, 'deleted'])).toEqual([{ is: 'put', seq: 4 }]);
    expect((await read(b, 3)).orders).toMatchObject([{ slot: '1001', encrypted: base64('deleted') }]);
  });

  test('a bench never overwrites a state it has not received, and a repeat changes nothing', async () => {
    const { a, b, read, put } = await site();
    await put(a, ['1001', 0, 'of a']);
    expect(await put(b, ['1001', 0, 'of b'])).toMatchObject([{ is: 'other', seq: 1, bench: 1, encrypted: base64('of a') }]);
    expect(await put(b, ['1001', 0, 'of a'])).toEqual([{ is: 'put', seq: 1 }]);
    expect((await read(b)).orders).toMatchObject([{ bench: 1, seq: 1 }]);
    expect(await put(b, ['1001', 1, 'of b'])).toEqual([{ is: 'put', seq: 2 }]);
  });

  test('of two simultaneous reports the second waits, so that no position is skipped', async () => {
    const { a, b, read, put } = await site('apart');
    await a.client.query('BEGIN');
    await put(a, ['1001', 0, 'one']);
    const second = put(b, ['1002', 0, 'two']);
    expect((await read(a)).orders).toHaveLength(1);
    await a.client.query('COMMIT');
    expect(await second).toEqual([{ is: 'put', seq: 2 }]);
    expect((await read(b, 1)).orders).toMatchObject([{ slot: '1002' }]);
  });

  test('in another era nothing is accepted, and everything is received from the beginning', async () => {
    const { a, b, era, read, put } = await site();
    await put(a, ['1001', 0, 'one']);
    const answer = await a.ask('put_orders', 'sandbox', `${era}0`, ['1001'], [1], [markOf('x')], [Buffer.from('x')], [0]);
    expect(answer).toEqual({ is: 'orders', era });
    expect((await read(b, 1, 'another')).orders).toMatchObject([{ slot: '1001', encrypted: base64('one') }]);
  });

  test('a restored ledger begins another era when a bench that is ahead of it connects', async () => {
    const { database, a, b, era, read, put } = await site();
    await put(a, ['1001', 0, 'one']);
    await put(a, ['1001', 1, 'called off'], ['1002', 0, 'two']);
    await database.owner.query("UPDATE packbench.order_head SET seq = 2; DELETE FROM packbench.known_order WHERE slot = '1002'");
    // A bench that had received less reports these: the sequence number is assigned a second time.
    await put(a, ['1003', 0, 'x'], ['1004', 0, 'y']);
    const found = (await b.ask('read_orders', 'sandbox', era, 3, 100, '1002')) as unknown as Answer;
    expect(found.era).not.toBe(era);
    expect(found.orders?.map(({ slot }) => slot)).toEqual(['1001', '1003', '1004']);
    expect((await read(a, 3, found.era)).era).toBe(found.era);
    expect(await put(a, ['1001', 2, 'reported again'])).toEqual([]);
  });

  test('each environment has its own orders, and no bench can read the table', async () => {
    const { a, read, put } = await site();
    await put(a, ['1001', 0, 'one']);
    expect(await a.ask('read_orders', 'live', '', 0, 100)).toMatchObject({ orders: [] });
    await expect(a.client.query('SELECT * FROM packbench.known_order')).rejects.toThrow('permission denied');
    expect((await read(a)).orders).toHaveLength(1);
  });

  test('orders without a report for long are deleted a few at a time, and may be reported again', async () => {
    const { database, a, read, put } = await site();
    await put(a, ...Array.from({ length: 120 }, (_, at) => [`OLD-${at}`, 0, `${at}`] as const));
    await database.owner.query("UPDATE packbench.known_order SET at = at - interval '31 days'");
    await put(a, ['1001', 0, 'one']);
    expect((await read(a)).orders).toHaveLength(21);
    await put(a, ['1002', 0, 'two']);
    expect((await read(a)).orders?.map(({ slot }) => slot)).toEqual(['1001', '1002']);
    expect(await put(a, ['OLD-1', 2, 'anew'])).toEqual([{ is: 'put', seq: 123 }]);
  });
});
