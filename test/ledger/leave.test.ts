import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from './postgres.ts';
import { joinBenches, type SqlBench, shipment, stateOf } from './sql-bench.ts';
import { usePostgres } from './use-ledger.ts';

describe.skipIf(whyNoPostgres())('a bench that leaves its ledger', () => {
  const server = usePostgres();

  async function site() {
    const database = await server().ledger();
    const [a, b] = (await joinBenches(database, 2)) as [SqlBench, SqlBench];
    const leave = async (bench: SqlBench): Promise<unknown> =>
      (await bench.client.query('SELECT packbench.leave($1) AS answer', [bench.token])).rows[0].answer;
    return { database, a, b, leave };
  }

  test('leaves for good once nothing is in doubt or unreported, and its bookings stay', async () => {
    const { database, a, b, leave } = await site();
    const [booked, begun, held] = [shipment('ORD-1'), shipment('ORD-2'), shipment('ORD-3')];
    await a.book(booked);
    await a.claim(begun);
    await a.send(begun);
    await a.claim(held);
    expect(await leave(a)).toEqual({ is: 'not-done', inDoubt: 1, unreported: 0 });
    await a.reportOne(begun, 'unknown');
    expect(await leave(a)).toMatchObject({ is: 'not-done', inDoubt: 1 });
    a.note(begun, 'released');
    await a.hello();
    await a.deliver();
    a.note(booked, 'noted');
    await a.hello();
    expect(await leave(a)).toEqual({ is: 'not-done', inDoubt: 0, unreported: 1 });
    await a.deliver();
    expect(await a.claim(held)).toEqual({ is: 'granted' });
    expect(await leave(a)).toEqual({ is: 'left' });
    expect(await stateOf(database, held)).toBe('released');
    // The answer to the first call may have been lost.
    expect(await leave(a)).toEqual({ is: 'not-paired' });
    for (const answer of [await a.claim(shipment('ORD-4')), await a.hello(), await a.send(held)]) expect(answer.is).toBe('not-paired');
    expect(await b.claim(shipment('ord-1'))).toMatchObject({ is: 'taken-elsewhere', bench: a.number, state: 'booked' });
    expect(await b.claim(shipment('ORD-3'))).toEqual({ is: 'granted' });
  });

  test('stays while a frozen environment waits for its facts', async () => {
    const { database, a, b, leave } = await site();
    await a.book(shipment('ORD-1'));
    await database.owner.query('UPDATE packbench.world SET is_behind = true; UPDATE packbench.feed SET agreed = NULL');
    expect(await leave(a)).toMatchObject({ is: 'ledger-frozen', waitsFor: [a.number] });
    for (const each of [a, b]) {
      await each.hello();
      await each.agree();
    }
    expect(await leave(a)).toEqual({ is: 'left' });
    expect(await b.claim(shipment(randomUUID()))).toEqual({ is: 'granted' });
  });
});
