import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from './postgres.ts';
import { jointShipment, type SqlBench, shipment, stateOf, type Tried } from './sql-bench.ts';
import { lapse, passTenMinutes, useLedger } from './use-ledger.ts';

const both = () => jointShipment(['ORD-1', 1], ['ORD-2', 1]);
const keys = ['ORD-1', 'ORD-2'] as const;

describe.skipIf(whyNoPostgres())('shipments of several orders in the ledger', () => {
  const { site } = useLedger();

  const sent = async (bench: SqlBench, attempt: Tried): Promise<Tried> => {
    for (const answer of [await bench.claim(attempt), await bench.send(attempt)]) expect(answer.is).toBe('granted');
    return attempt;
  };
  const answersTo = async (bench: SqlBench, attempts: readonly Tried[]): Promise<readonly string[]> => {
    const answers: string[] = [];
    for (const attempt of attempts) answers.push((await bench.claim(attempt)).is);
    return answers;
  };
  const each = (): readonly Tried[] => keys.map((key) => shipment(key));

  describe('reservations', () => {
    test('of overlapping claims at once each order goes to one, all or none, without deadlock', async () => {
      const { database, a, b, c } = await site(undefined, 'apart');
      for (let round = 0; round < 10; round++) {
        const [one, two, three] = [`A-${round}`, `B-${round}`, `C-${round}`];
        const claims = [
          a.claim(jointShipment([one, 1], [two, 1], [three, 1])),
          b.claim(jointShipment([three, 1], [two, 1], [one, 1])),
          c.claim(jointShipment([two, 1], [three, 1])),
        ];
        const answers = await Promise.all(claims);
        expect(answers.map(({ is }) => is).toSorted()).toEqual(['granted', 'taken-elsewhere', 'taken-elsewhere']);
      }
      const { rows } = await database.owner.query(
        `SELECT FROM packbench.attempt AS a JOIN packbench.shipped_order AS s USING (attempt)
         GROUP BY a.attempt HAVING count(*) FILTER (WHERE s.stands) NOT IN (2, 3) OR bool_or(a.state <> 'held')`,
      );
      expect(rows).toEqual([]);
    });

    test('a claim that ends several expired reservations locks them in the sequence of their ids', async () => {
      const { database, a, c } = await site(undefined, 'apart');
      const [low, high] = [0, 1].map((each) => `${each}0000000-0000-4000-8000-000000000000`);
      const key = (name: string) => [name, 1] as const;
      for (const [id, old] of [
        [high!, jointShipment(key('X'), key('Y'))],
        [low!, jointShipment(key('A'), key('B'))],
      ] as const) {
        expect((await c.claim({ ...old, id })).is).toBe('granted');
        await lapse(database, { ...old, id });
      }
      const lock = (id: string) => database.owner.query('SELECT FROM packbench.attempt WHERE attempt = $1 FOR UPDATE NOWAIT', [id]);
      await database.owner.query('BEGIN');
      await lock(low!);
      const claim = a.claim(jointShipment(key('A'), key('X')));
      const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND usename = 'packbench_bench'";
      await expect.poll(async () => (await database.owner.query(waiting)).rowCount).toBe(1);
      await lock(high!);
      await database.owner.query('COMMIT');
      expect((await claim).is).toBe('granted');
    });

    test('an unused reservation expires for all of its orders, and its bench may no longer send', async () => {
      const { database, a, b } = await site();
      const slept = both();
      await a.claim(slept);
      await lapse(database, slept);
      expect((await b.claim(shipment('ORD-2'))).is).toBe('granted');
      expect(await stateOf(database, slept)).toBe('released');
      expect((await b.claim(shipment('ORD-1'))).is).toBe('granted');
      expect(await a.send(slept)).toEqual({ is: 'attempt-dead', state: 'released' });
    });

    test('giving up frees all orders, claimed before or not, and a late packet is refused', async () => {
      const { a, b } = await site();
      const [early, late] = [both(), jointShipment(['ORD-3', 1], ['ORD-4', 1])];
      await a.claim(early);
      for (const attempt of [early, late]) {
        expect(await a.giveUp(attempt)).toEqual({ is: 'released' });
        expect(await a.claim(attempt)).toEqual({ is: 'attempt-dead', state: 'released' });
        expect(await a.send(attempt)).toEqual({ is: 'attempt-dead', state: 'released' });
      }
      expect(
        await answersTo(
          b,
          ['ORD-1', 'ORD-2', 'ORD-3', 'ORD-4'].map((key) => shipment(key)),
        ),
      ).toEqual(Array(4).fill('granted'));
    });

    test('a claim is repeated only with the same orders, and no order is in a shipment twice', async () => {
      const { a } = await site();
      const attempt = both();
      expect((await a.claim(attempt)).is).toBe('granted');
      const { what } = jointShipment(['ORD-1', 1], ['ORD-3', 1]);
      for (const other of [what, shipment('ORD-1').what])
        expect(await a.claim({ ...attempt, what: other })).toEqual({ is: 'attempt-dead', state: 'held' });
      await expect(a.claim(jointShipment(['ORD-5', 1], ['#ord-5', 2]))).rejects.toMatchObject({ code: '22000' });
    });

    test('every order of a shipment needs its own shipment before', async () => {
      const { a, b } = await site();
      const second = () => jointShipment(['ORD-1', 2], ['ORD-2', 1]);
      expect((await b.claim(second())).is).toBe('no-shipment-before');
      await a.book(shipment('ORD-1'));
      expect((await b.claim(jointShipment(['ORD-2', 2], ['ORD-1', 2]))).is).toBe('no-shipment-before');
      const joint = second();
      await b.book(joint);
      expect(await answersTo(a, [shipment('ORD-1', 4), shipment('ORD-2', 3), shipment('ORD-2', 1)])).toEqual([
        'no-shipment-before',
        'no-shipment-before',
        'taken-elsewhere',
      ]);
      expect((await a.claim(jointShipment(['ORD-2', 2], ['ORD-1', 3]))).is).toBe('granted');
    });

    test('the table itself refuses a second active shipment of a further order from any writer', async () => {
      const { database, a, b } = await site();
      const other = shipment('ORD-3');
      await a.claim(both());
      await b.claim(other);
      const write = (sql: string) => database.owner.query(sql);
      await expect(
        write(`INSERT INTO packbench.shipped_order (attempt, slot, shipment_no) VALUES ('${other.id}', 'ORD-2', 1)`),
      ).rejects.toMatchObject({ code: '23505' });
      await expect(write('DELETE FROM packbench.shipped_order')).rejects.toThrow('never deleted');
      await expect(write('TRUNCATE packbench.shipped_order')).rejects.toThrow('never deleted');
      await expect(write("UPDATE packbench.shipped_order SET slot = 'ORD-9'")).rejects.toThrow('stays in its attempt');
      await write('UPDATE packbench.shipped_order SET stands = false');
      expect(await answersTo(b, each())).toEqual(['taken-elsewhere', 'taken-elsewhere']);
    });
  });

  describe('facts', () => {
    test('a shipment that was sent stands for all of its orders, until it comes to nothing', async () => {
      const { database, a, b } = await site();
      for (const [what, answer] of [
        ['sending', 'taken-elsewhere'],
        ['unknown', 'taken-elsewhere'],
        ['booked', 'taken-elsewhere'],
        ['rejected', 'granted'],
        ['released', 'granted'],
      ] as const) {
        const [one, two] = [`1-${what}`, `2-${what}`];
        const attempt = await sent(a, jointShipment([one, 1], [two, 1]));
        const each = () => [shipment(one), shipment(two)];
        expect(await answersTo(b, each())).toEqual(['taken-elsewhere', 'taken-elsewhere']);
        await a.reportOne(attempt, what);
        expect(await stateOf(database, attempt)).toBe(what);
        expect(await answersTo(b, each())).toEqual([answer, answer]);
      }
    });

    test('a late booking ends a reservation of any of its orders, and stands for all', async () => {
      const { database, a, b, c } = await site();
      for (const place of [0, 1]) {
        const [one, two, third] = [`1-${place}`, `2-${place}`, `3-${place}`];
        const late = await sent(a, jointShipment([one, 1], [two, 1]));
        await a.reportOne(late, 'unknown');
        await b.resolve(late.id, 'released');
        const held = jointShipment([[one, two][place]!, 1], [third, 1]);
        expect((await b.claim(held)).is).toBe('granted');
        await a.reportOne(late, 'booked', { orderNo: '4711' });
        expect(await stateOf(database, late)).toBe('booked');
        expect(await b.send(held)).toEqual({ is: 'attempt-dead', state: 'released' });
        expect(
          await answersTo(
            c,
            [one, two, third].map((key) => shipment(key)),
          ),
        ).toEqual(['taken-elsewhere', 'taken-elsewhere', 'granted']);
      }
    });

    test('a late booking is a stray if any of its orders was sent elsewhere, and blocks all of them', async () => {
      const { database, a, b, c } = await site();
      for (const place of [0, 1]) {
        const keys = [`1-${place}`, `2-${place}`] as const;
        const late = await sent(a, jointShipment([keys[0], 1], [keys[1], 1]));
        await passTenMinutes(database, late);
        await b.resolve(late.id, 'released');
        await b.book(shipment(keys[place]!), '4712');
        await a.reportOne(late, 'booked', { orderNo: '4711' });
        expect(await stateOf(database, late)).toBe('stray');
        const next = () => keys.map((key, at) => shipment(key, at === place ? 2 : 1));
        expect(await answersTo(c, [...next(), jointShipment(['3', 1], [keys[1 - place]!, 1])])).toEqual(Array(3).fill('stray-blocks'));
        expect(await b.resolve(late.id, 'released')).toEqual({ is: 'settled' });
        expect(await answersTo(c, next())).toEqual(['granted', 'granted']);
      }
    });

    test('a late booking that is a stray ends the reservations of its other orders all the same', async () => {
      const { database, a, b } = await site();
      const late = await sent(a, both());
      await passTenMinutes(database, late);
      await b.resolve(late.id, 'released');
      await b.book(shipment('ORD-1'), '4712');
      const held = shipment('ORD-2');
      await b.claim(held);
      await a.reportOne(late, 'booked', { orderNo: '4711' });
      expect(await stateOf(database, late)).toBe('stray');
      expect(await b.send(held)).toEqual({ is: 'attempt-dead', state: 'released' });
    });

    test('a stray becomes the booking of all of its orders only if none of them is at another bench', async () => {
      const { database, a, b } = await site();
      const late = await sent(a, both());
      await a.reportOne(late, 'unknown');
      await b.resolve(late.id, 'released');
      const others = [await sent(b, shipment('ORD-1')), await sent(b, shipment('ORD-2'))];
      await a.reportOne(late, 'booked', { orderNo: '4711' });
      for (const other of others) {
        expect(await stateOf(database, late)).toBe('stray');
        await b.reportOne(other, 'rejected');
      }
      expect(await b.resolve(late.id, 'booked', '4711')).toEqual({ is: 'settled' });
      expect(await stateOf(database, late)).toBe('booked');
      expect(await answersTo(b, each())).toEqual(['taken-elsewhere', 'taken-elsewhere']);
    });

    test('a stray of one order blocks a shipment of several, even a reserved one', async () => {
      const { a, b, c } = await site();
      const late = await sent(a, shipment('ORD-2'));
      await a.reportOne(late, 'unknown');
      await b.resolve(late.id, 'released');
      await b.book(shipment('ORD-2'), '4712');
      const waiting = jointShipment(['ORD-1', 1], ['ORD-2', 2]);
      expect((await c.claim(waiting)).is).toBe('granted');
      await a.reportOne(late, 'booked', { orderNo: '4711' });
      expect((await c.send(waiting)).is).toBe('stray-blocks');
      await b.resolve(late.id, 'released');
      expect((await c.send(waiting)).is).toBe('granted');
    });

    test('a new feed and a ledger without an attempt rebuild all of its orders from the facts', async () => {
      const { database, a, b, c } = await site();
      const [booked, released] = [both(), jointShipment(['ORD-3', 1], ['ORD-4', 1])];
      b.startOver([
        [booked, 'sending'],
        [booked, 'booked'],
        [released, 'unknown'],
        [released, 'released'],
      ]);
      await b.hello();
      await b.deliver();
      expect(await answersTo(c, [...each(), shipment('ORD-3'), shipment('ORD-4')])).toEqual([
        'taken-elsewhere',
        'taken-elsewhere',
        'granted',
        'granted',
      ]);
      // Facts about other orders under the same id are kept aside and change nothing.
      await a.reportOne({ ...booked, what: jointShipment(['ORD-1', 1], ['ORD-5', 1]).what }, 'released');
      expect(await stateOf(database, booked)).toBe('booked');
      const { rows } = await database.owner.query('SELECT why FROM packbench.stray_fact');
      expect(rows).toEqual([{ why: 'an attempt of something else' }]);
    });

    test('other benches receive all orders, and a doubt that is taken over names them', async () => {
      const { database, a, b, c } = await site();
      const [booked, doubtful] = [both(), jointShipment(['ORD-3', 1], ['ord-5', 1], ['ord-4', 1])];
      await a.book(booked);
      await a.book(shipment('ORD-9'));
      await sent(a, doubtful);
      await a.reportOne(doubtful, 'unknown');
      const { facts } = (await c.ask('changes', 'sandbox', c.feed, '{}', 100)) as unknown as { facts: unknown[] };
      expect(facts).toMatchObject([
        { orderKey: 'ORD-1', shipmentNo: 1, joined: [{ orderKey: 'ORD-2', shipmentNo: 1 }] },
        { orderKey: 'ORD-9', joined: null },
        { orderKey: 'ORD-3', joined: [{ orderKey: 'ord-4' }, { orderKey: 'ord-5' }] },
      ]);
      await database.owner.query("UPDATE packbench.bench SET seen_at = seen_at - interval '2 min' WHERE bench = $1", [a.number]);
      expect(await b.ask('take_doubts', 'sandbox', a.number)).toMatchObject({
        is: 'taken',
        doubts: [{ attempt: doubtful.id, orderKey: 'ORD-3', joined: [{ orderKey: 'ord-4' }, { orderKey: 'ord-5' }] }],
      });
      expect(await answersTo(c, [shipment('ORD-4'), shipment('ORD-5')])).toEqual(['taken-elsewhere', 'taken-elsewhere']);
      for (const what of ['unknown', 'released']) await b.reportOne(doubtful, what);
      expect(await answersTo(c, [shipment('ORD-4'), shipment('ORD-5')])).toEqual(['granted', 'granted']);
    });

    test('an emptied attempt keeps no key of its orders, and stays dead', async () => {
      const { database, a } = await site();
      const old = both();
      await a.claim(old);
      await a.reportOne(old, 'released');
      await database.owner.query("UPDATE packbench.attempt SET at = at - interval '91 days'");
      expect(await a.ask('prune')).toMatchObject({ is: 'pruned', emptied: 1 });
      const { rows } = await database.owner.query('SELECT order_key FROM packbench.shipped_order');
      expect(rows).toEqual([{ order_key: null }, { order_key: null }]);
      expect(await a.claim(old)).toEqual({ is: 'attempt-dead', state: 'released' });
    });
  });

  test('without the places of its further orders a shipment buys an order again', async () => {
    const { a, b } = await site({ "what -> 'joined' IS NOT NULL": 'false' });
    const joint = await sent(a, both());
    expect(await answersTo(b, each())).toEqual(['taken-elsewhere', 'granted']);
    await a.reportOne(joint, 'booked');
  });
});
