import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from './postgres.ts';
import { type SqlBench, shipment, stateOf, type Tried } from './sql-bench.ts';
import { passTenMinutes, useLedger } from './use-ledger.ts';

describe.skipIf(whyNoPostgres())('facts that benches report to the ledger', () => {
  const { site } = useLedger();

  describe('facts', () => {
    test.each([
      ['held', 'booked', 'released'],
      ['sending', 'stray', 'sending'],
      ['unknown', 'stray', 'unknown'],
      ['booked', 'stray', 'booked'],
      ['rejected', 'booked', 'rejected'],
      ['released', 'booked', 'released'],
    ])('a late booking is never refused: if another bench is at %s it becomes %s', async (at, mine, theirs) => {
      const { database, a, b } = await site();
      const [late, other] = [shipment('ORD-1'), shipment('ORD-1')];
      await a.claim(late);
      await a.send(late);
      await a.reportOne(late, 'unknown');
      expect((await b.resolve(late.id, 'released')).is).toBe('settled');
      await b.claim(other);
      if (at !== 'held') await b.send(other);
      if (at !== 'held' && at !== 'sending') await b.reportOne(other, at);
      expect(await a.reportOne(late, 'booked', { orderNo: '4711' })).toMatchObject({ is: 'taken', seq: 2 });
      expect(await stateOf(database, late)).toBe(mine);
      expect(await stateOf(database, other)).toBe(theirs);
      if (at === 'held') expect(await b.send(other)).toEqual({ is: 'attempt-dead', state: 'released' });
    });

    test('a stray blocks every shipment of its order, even a reserved one, until a person closes it', async () => {
      const { database, a, b, c } = await site();
      const [late, other, waiting] = [shipment('ORD-1'), shipment('ORD-1'), shipment('ORD-1', 2)];
      await a.claim(late);
      await a.send(late);
      await passTenMinutes(database, late);
      await b.resolve(late.id, 'released');
      await b.book(other);
      await c.claim(waiting);
      await a.reportOne(late, 'booked', { orderNo: '4712' });
      expect(await c.send(waiting)).toMatchObject({ is: 'stray-blocks', bench: a.number });
      expect(await b.claim(shipment('ORD-1', 2))).toMatchObject({ is: 'stray-blocks', bench: a.number });
      expect(await b.resolve(late.id, 'released')).toEqual({ is: 'settled' });
      expect((await c.send(waiting)).is).toBe('granted');
    });

    test('a stray becomes the booking if its rival came to nothing and a person confirms it', async () => {
      const { database, a, b } = await site();
      const [late, other] = [shipment('ORD-1'), shipment('ORD-1')];
      await a.claim(late);
      await a.send(late);
      await a.reportOne(late, 'unknown');
      await b.resolve(late.id, 'released');
      await b.claim(other);
      await b.send(other);
      await a.reportOne(late, 'booked', { orderNo: '4711' });
      await b.reportOne(other, 'rejected');
      await b.resolve(late.id, 'booked');
      expect(await stateOf(database, late)).toBe('booked');
      expect(await b.claim(shipment('ORD-1'))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
    });

    test('another bench settles a sent attempt only after ten minutes, and its own bench at once', async () => {
      const { database, a, b } = await site();
      const [first, second] = [shipment('ORD-1'), shipment('ORD-2')];
      for (const attempt of [first, second]) {
        await a.claim(attempt);
        await a.send(attempt);
      }
      expect(await b.resolve(first.id, 'released')).toEqual({ is: 'taken-elsewhere', bench: a.number, state: 'sending' });
      await passTenMinutes(database, first);
      expect(await b.resolve(first.id, 'released')).toEqual({ is: 'settled' });
      expect(await a.send(first)).toEqual({ is: 'attempt-dead', state: 'released' });
      await a.reportOne(second, 'released');
      expect((await b.claim(shipment('ORD-2'))).is).toBe('granted');
    });

    test('an order that a person released stays released when its bench reports a doubt late', async () => {
      const { database, a, b } = await site();
      const attempt = shipment('ORD-1');
      await a.claim(attempt);
      await a.send(attempt);
      await passTenMinutes(database, attempt);
      await b.resolve(attempt.id, 'released');
      await a.reportOne(attempt, 'sending');
      await a.reportOne(attempt, 'unknown');
      expect(await stateOf(database, attempt)).toBe('released');
    });

    test('unreadable facts become strays, and later facts are still accepted', async () => {
      const { database, a, b } = await site();
      const good = shipment('ORD-9');
      const theirs = shipment('ORD-8');
      await b.claim(theirs);
      const poison = [
        { ...shipment('ORD-1'), id: 'no uuid' },
        { ...shipment('ORD-1'), what: { is: 'return' } },
        { ...shipment('ORD-1'), what: { is: 'ship', orderKey: 'a\0b', source: '', shipmentNo: 1 } },
        { ...shipment('ORD-1'), what: { is: 'ship', orderKey: 'x', source: '', shipmentNo: 99_999_999_999 } },
        {
          ...shipment('ORD-1'),
          what: { is: 'ship', orderKey: Array.from({ length: 400 }, () => randomUUID()).join(''), source: '', shipmentNo: 1 },
        },
        { ...shipment('ORD-1'), world: '\ud800' },
        { ...shipment('ORD-1'), digest: 'short' },
        { ...shipment('ORD-7'), id: theirs.id },
        { id: null } as unknown as Tried,
      ];
      for (const attempt of poison) a.note(attempt, 'booked');
      a.note(shipment('ORD-3'), 'lost its way');
      a.note(good, 'booked', { orderNo: '4711' });
      expect(await a.deliver()).toMatchObject({ is: 'taken', seq: 11 });
      expect(await stateOf(database, good)).toBe('booked');
      expect(await stateOf(database, theirs)).toBe('held');
      const { rows } = await database.owner.query('SELECT seq::int FROM packbench.stray_fact ORDER BY seq');
      expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    });

    test.each([
      ['booked', 'booked'],
      ['unknown', 'unknown'],
      ['rejected', 'rejected'],
    ])('a bench that joined again reports under its new number that an attempt of the old one is %s', async (what, becomes) => {
      const { database, a, b, c } = await site();
      const attempt = shipment('ORD-1');
      await a.claim(attempt);
      await a.send(attempt);
      await a.reportOne(attempt, 'sending');
      b.startOver([
        [attempt, 'sending'],
        [attempt, what],
      ]);
      await b.hello();
      await b.deliver();
      const { rows } = await database.owner.query('SELECT state, bench FROM packbench.attempt');
      expect(rows).toEqual([{ state: becomes, bench: b.number }]);
      expect((await database.owner.query('SELECT FROM packbench.stray_fact')).rowCount).toBe(0);
      expect((await c.claim(shipment('ORD-1', 2))).is).toBe(what === 'booked' ? 'granted' : 'no-shipment-before');
    });

    test('a purchase under an old number that another bench repeated is a stray and blocks the order', async () => {
      const { database, a, b, c } = await site();
      const late = shipment('ORD-1');
      await a.claim(late);
      await a.send(late);
      await passTenMinutes(database, late);
      await c.resolve(late.id, 'released');
      await c.book(shipment('ORD-1'), '4712');
      b.startOver([[late, 'booked']]);
      await b.hello();
      await b.deliver();
      expect(await stateOf(database, late)).toBe('stray');
      expect(await c.claim(shipment('ORD-1', 2))).toMatchObject({ is: 'stray-blocks', bench: b.number });
    });

    test('a reservation whose id another bench reports can no longer be sent', async () => {
      const { a, b } = await site();
      const held = shipment('ORD-1');
      await b.claim(held);
      await a.reportOne(held, 'unknown');
      expect(await b.send(held)).toEqual({ is: 'attempt-dead', state: 'unknown' });
    });

    test('facts that are reported twice change nothing, and facts after a gap are refused', async () => {
      const { database, a } = await site();
      const attempt = shipment('ORD-1');
      a.note(attempt, 'sending');
      a.note(attempt, 'unknown');
      a.note(attempt, 'released');
      const [first, second, third] = a.facts as [never, never, never];
      expect(await a.report([first])).toMatchObject({ is: 'taken', seq: 1, link: a.facts[0]!.link });
      expect(await a.report([third])).toEqual({ is: 'journal-went-back' });
      expect(await a.report([first, second])).toMatchObject({ is: 'taken', seq: 2 });
      expect(await a.report([first, second, third])).toMatchObject({ is: 'taken', seq: 3 });
      expect(await stateOf(database, attempt)).toBe('released');
    });

    test('a reader with a cursor for each bench misses no transaction that commits late', async () => {
      const { a, b, c } = await site(undefined, 'apart');
      const read = async (bench: SqlBench) => {
        const { rows } = await c.client.query<{ seq: string }>('SELECT seq FROM packbench.facts($1, $2, $3, 0, 10)', [
          c.token,
          c.run,
          bench.feed,
        ]);
        return rows.map(({ seq }) => Number(seq));
      };
      await a.client.query('BEGIN');
      await a.reportOne(shipment('ORD-1'), 'booked');
      await b.reportOne(shipment('ORD-2'), 'booked');
      expect(await read(b)).toEqual([1]);
      expect(await read(a)).toEqual([]);
      await a.client.query('COMMIT');
      expect(await read(a)).toEqual([1]);
    });
  });
});
