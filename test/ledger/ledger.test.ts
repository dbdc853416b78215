import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addBench, schemaNumber } from '../../ledger/install.ts';
import { slotOf } from '../../shared/scan.ts';
import { type Database, type PostgresServer, startPostgres, whyNoPostgres } from './postgres.ts';
import { collection, joinBenches, SqlBench, shipment, stateOf, type Tried } from './sql-bench.ts';

const whyNot = whyNoPostgres();
if (whyNot) process.stderr.write(`The ledger is not tested: ${whyNot}\n`);

describe.skipIf(whyNot)('the database of the ledger', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => await server.clear());
  afterAll(async () => await server.stop());

  /** A fresh ledger and three benches that said hello. */
  async function site(without?: Readonly<Record<string, string>>, how: 'apart' | 'together' = 'together') {
    const database = await server.ledger(without);
    const [a, b, c] = (await joinBenches(database, 3, how)) as [SqlBench, SqlBench, SqlBench];
    return { database, a, b, c };
  }
  const lapse = (database: Database, { id }: Tried) =>
    database.owner.query('UPDATE packbench.attempt SET held_until = clock_timestamp() WHERE attempt = $1', [id]);
  const passTenMinutes = (database: Database, { id }: Tried) =>
    database.owner.query("UPDATE packbench.attempt SET sent_at = clock_timestamp() - interval '10 min' WHERE attempt = $1", [id]);

  describe('slots', () => {
    test('every spelling of an order key has the slot that the program gives it', async () => {
      const { rows: letters } = await server
        .ledger()
        .then(({ owner }) =>
          owner.query<{ wrong: string }>(
            'SELECT letter AS wrong FROM unnest($1::text[], $2::text[]) AS t (letter, capital) WHERE packbench.slot(letter, $$$$) <> capital',
            [everyLetter, everyLetter.map((letter) => slotOf(letter))],
          ),
        );
      expect(letters).toEqual([]);
    });

    test('random keys and sources of any script have the slots that the program gives them', async () => {
      const { owner } = await server.ledger();
      const spelling = fc.stringMatching(/^[#\s]{0,3}[\p{L}\p{N}#\s._/-]{0,12}$/u);
      const text = fc.oneof(spelling, fc.string({ unit: 'binary', maxLength: 12 })).map((each) => each.replaceAll('\0', ''));
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 100, maxLength: 100 }), async (pairs) => {
          const { rows } = await owner.query<{ slot: string }>(
            'SELECT packbench.slot(key, source) AS slot FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t (key, source, place) ORDER BY place',
            [pairs.map(([key]) => key), pairs.map(([, source]) => source)],
          );
          expect(rows.map(({ slot }) => slot)).toEqual(pairs.map(([key, source]) => slotOf(key, source)));
        }),
        { numRuns: 10 },
      );
    });

    test('one order is granted once, however two benches spell it and whichever account pays', async () => {
      const { a, b } = await site();
      const first = shipment('#Straße 1');
      expect(await a.claim(first)).toEqual({ is: 'granted' });
      for (const key of ['strasse1', ' #STRASSE 1 ', '##straße\u00a01'])
        expect(await b.claim({ ...shipment(key), account: 'other' })).toMatchObject({
          is: 'taken-elsewhere',
          bench: a.number,
          state: 'held',
        });
    });

    test('two shops that number alike are two orders where their source says so, and worlds never meet', async () => {
      const { a, b } = await site();
      for (const [bench, attempt] of [
        [a, shipment('1001', 1, 'north')],
        [b, shipment('1001', 1, 'south')],
        [b, { ...shipment('1001', 1, 'north'), world: 'live' }],
      ] as const) {
        if (attempt.world === 'live') {
          expect(await bench.claim(attempt)).toEqual({ is: 'journal-went-back' });
          bench.feed = randomUUID();
          await bench.hello(1, new Date(), 'live');
        }
        expect(await bench.claim(attempt)).toEqual({ is: 'granted' });
      }
    });
  });

  describe('grants', () => {
    test('eight benches that want the same forty orders at once get each of them once', async () => {
      const database = await server.ledger();
      const benches = await joinBenches(database, 8, 'apart');
      const won = await Promise.all(
        benches.map(async (bench) => {
          let count = 0;
          for (let order = 0; order < 40; order++) if ((await bench.claim(shipment(`order ${order}`))).is === 'granted') count++;
          return count;
        }),
      );
      expect(won.reduce((sum, count) => sum + count, 0)).toBe(40);
    });

    test('a claim or a send that is asked again by the same run is granted again, and by another run never', async () => {
      const { database, a } = await site(undefined, 'apart');
      const attempt = shipment('ORD-1');
      for (const answer of [await a.claim(attempt), await a.claim(attempt)]) expect(answer.is).toBe('granted');
      for (const answer of [await a.send(attempt), await a.send(attempt)]) expect(answer).toEqual({ is: 'granted', withinMs: 20_000 });
      expect(await a.claim(attempt)).toEqual({ is: 'attempt-dead', state: 'sending' });
      const restarted = a.copied(await database.connect('bench'));
      await a.client.end();
      await untilNobodyHolds(database, a);
      expect(await restarted.hello()).toMatchObject({ is: 'welcome', bench: a.number });
      expect(await restarted.send(attempt)).toEqual({ is: 'attempt-dead', state: 'sending' });
      expect(await restarted.giveUp(attempt)).toEqual({ is: 'may-be-sent', state: 'sending' });
    });

    test('a packet that comes after its attempt was given up finds it dead, claimed before or not', async () => {
      const { a, b } = await site();
      const [early, late] = [shipment('ORD-1'), shipment('ORD-2')];
      await a.claim(early);
      for (const attempt of [early, late]) {
        expect(await a.giveUp(attempt)).toEqual({ is: 'released' });
        expect(await a.claim(attempt)).toEqual({ is: 'attempt-dead', state: 'released' });
        expect(await a.send(attempt)).toEqual({ is: 'attempt-dead', state: 'released' });
        expect(await b.claim(shipment((attempt.what as { orderKey: string }).orderKey))).toEqual({ is: 'granted' });
      }
    });

    test('a grant that nobody used lapses, and whoever slept on it is not let send', async () => {
      const { database, a, b } = await site();
      const [slept, other] = [shipment('ORD-1'), shipment('ORD-1')];
      await a.claim(slept);
      expect((await b.claim(other)).is).toBe('taken-elsewhere');
      await lapse(database, slept);
      expect(await a.send(slept)).toEqual({ is: 'attempt-dead', state: 'released' });
      expect(await b.claim(other)).toEqual({ is: 'granted' });
      expect(await a.send(slept)).toEqual({ is: 'attempt-dead', state: 'released' });
      const { rows } = await database.owner.query<{ seconds: number }>(
        'SELECT extract(epoch FROM held_until - at)::float AS seconds FROM packbench.attempt WHERE attempt = $1',
        [other.id],
      );
      expect(rows[0]!.seconds).toBeCloseTo(60, 0);
    });

    test('an order that was changed after it was claimed is not sent', async () => {
      const { a } = await site();
      const attempt = shipment('ORD-1');
      await a.claim(attempt);
      expect(await a.send({ id: attempt.id, digest: shipment('ORD-2').digest })).toEqual({ is: 'attempt-dead', state: 'changed' });
      expect((await a.send(attempt)).is).toBe('granted');
    });

    test('shipment 2 needs a booked shipment 1, and shipment 3 a booked shipment 2', async () => {
      const { a, b } = await site();
      const first = shipment('ORD-1');
      expect(await b.claim(shipment('ORD-1', 2))).toEqual({ is: 'no-shipment-before' });
      await a.claim(first);
      expect(await b.claim(shipment('ORD-1', 2))).toEqual({ is: 'no-shipment-before' });
      await a.send(first);
      await a.tell(first, 'booked', { orderNo: '1' });
      expect(await b.claim(shipment('ORD-1', 3))).toEqual({ is: 'no-shipment-before' });
      expect(await b.claim(shipment('ORD-1', 2))).toEqual({ is: 'granted' });
    });

    test('a second standing attempt is refused by the table itself, whoever writes it', async () => {
      const { database, a } = await site();
      await a.claim(shipment('ORD-1'));
      const copy =
        "INSERT INTO packbench.attempt (attempt, kind, world, slot, shipment_no, bench, run, state, held_until) SELECT gen_random_uuid(), kind, world, slot, shipment_no, bench, run, 'held', now() FROM packbench.attempt";
      await expect(database.owner.query(copy)).rejects.toMatchObject({ code: '23505' });
      await expect(database.owner.query('DELETE FROM packbench.attempt')).rejects.toThrow('never deleted');
      await expect(database.owner.query('TRUNCATE packbench.attempt CASCADE')).rejects.toThrow('never deleted');
    });

    test('a booking still blocks a month and a clearing later, and a tombstone is still dead', async () => {
      const { database, a, b } = await site();
      const [booked, released] = [shipment('ORD-1'), shipment('ORD-2')];
      await a.book(booked);
      await a.claim(released);
      await a.tell(released, 'released');
      for (const table of ['attempt', 'fact']) await database.owner.query(`UPDATE packbench.${table} SET at = at - interval '91 days'`);
      expect(await b.ask('prune')).toMatchObject({ is: 'pruned', emptied: 1, dropped: 1 });
      expect(await b.claim(shipment('ORD-1'))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
      expect(await a.claim(released)).toEqual({ is: 'attempt-dead', state: 'released' });
      const { rows } = await database.owner.query('SELECT account, digest FROM packbench.attempt WHERE attempt = $1', [released.id]);
      expect(rows).toEqual([{ account: null, digest: null }]);
      expect(await a.hello()).toMatchObject({ is: 'welcome', needs: 'nothing' });
    });
  });

  describe('facts', () => {
    test.each([
      ['held', 'booked', 'released'],
      ['sending', 'stray', 'sending'],
      ['unknown', 'stray', 'unknown'],
      ['booked', 'stray', 'booked'],
      ['rejected', 'booked', 'rejected'],
      ['released', 'booked', 'released'],
    ])('a booking told late is never refused: where another bench is at %s it becomes %s', async (at, mine, theirs) => {
      const { database, a, b } = await site();
      const [late, other] = [shipment('ORD-1'), shipment('ORD-1')];
      await a.claim(late);
      await a.send(late);
      await a.tell(late, 'unknown');
      expect((await b.resolve(late.id, 'released')).is).toBe('settled');
      await b.claim(other);
      if (at !== 'held') await b.send(other);
      if (at !== 'held' && at !== 'sending') await b.tell(other, at);
      expect(await a.tell(late, 'booked', { orderNo: '4711' })).toMatchObject({ is: 'taken', seq: 2 });
      expect(await stateOf(database, late)).toBe(mine);
      expect(await stateOf(database, other)).toBe(theirs);
      if (at === 'held') expect(await b.send(other)).toEqual({ is: 'attempt-dead', state: 'released' });
    });

    test('a stray blocks every shipment of its order, between claim and send too, until a person closes it', async () => {
      const { database, a, b, c } = await site();
      const [late, other, waiting] = [shipment('ORD-1'), shipment('ORD-1'), shipment('ORD-1', 2)];
      await a.claim(late);
      await a.send(late);
      await passTenMinutes(database, late);
      await b.resolve(late.id, 'released');
      await b.book(other);
      await c.claim(waiting);
      await a.tell(late, 'booked', { orderNo: '4712' });
      expect(await c.send(waiting)).toMatchObject({ is: 'stray-blocks', bench: a.number });
      expect(await b.claim(shipment('ORD-1', 2))).toMatchObject({ is: 'stray-blocks', bench: a.number });
      expect(await b.resolve(late.id, 'released')).toEqual({ is: 'settled' });
      expect((await c.send(waiting)).is).toBe('granted');
    });

    test('a stray whose rival came to nothing is the booking once a person says so', async () => {
      const { database, a, b } = await site();
      const [late, other] = [shipment('ORD-1'), shipment('ORD-1')];
      await a.claim(late);
      await a.send(late);
      await a.tell(late, 'unknown');
      await b.resolve(late.id, 'released');
      await b.claim(other);
      await b.send(other);
      await a.tell(late, 'booked', { orderNo: '4711' });
      await b.tell(other, 'rejected');
      await b.resolve(late.id, 'booked');
      expect(await stateOf(database, late)).toBe('booked');
      expect(await b.claim(shipment('ORD-1'))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
    });

    test('what is sending is settled by no lead before ten minutes, and by its own bench at once', async () => {
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
      await a.tell(second, 'released');
      expect((await b.claim(shipment('ORD-2'))).is).toBe('granted');
    });

    test('what a person released stays so when the doubt of its bench is told late', async () => {
      const { database, a, b } = await site();
      const attempt = shipment('ORD-1');
      await a.claim(attempt);
      await a.send(attempt);
      await passTenMinutes(database, attempt);
      await b.resolve(attempt.id, 'released');
      await a.tell(attempt, 'sending');
      await a.tell(attempt, 'unknown');
      expect(await stateOf(database, attempt)).toBe('released');
    });

    test('facts that nobody can read become strays, and what comes after them is taken', async () => {
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
    ])('a bench that was let in anew tells under its new number that what it sent under the old one is %s', async (what, becomes) => {
      const { database, a, b, c } = await site();
      const attempt = shipment('ORD-1');
      await a.claim(attempt);
      await a.send(attempt);
      await a.tell(attempt, 'sending');
      b.beginAnew([
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

    test('what it bought under its old number, and another bench bought again since, is a stray that blocks the order', async () => {
      const { database, a, b, c } = await site();
      const late = shipment('ORD-1');
      await a.claim(late);
      await a.send(late);
      await passTenMinutes(database, late);
      await c.resolve(late.id, 'released');
      await c.book(shipment('ORD-1'), '4712');
      b.beginAnew([[late, 'booked']]);
      await b.hello();
      await b.deliver();
      expect(await stateOf(database, late)).toBe('stray');
      expect(await c.claim(shipment('ORD-1', 2))).toMatchObject({ is: 'stray-blocks', bench: b.number });
    });

    test('a grant whose id another bench tells of is sent by nobody any more', async () => {
      const { a, b } = await site();
      const held = shipment('ORD-1');
      await b.claim(held);
      await a.tell(held, 'unknown');
      expect(await b.send(held)).toEqual({ is: 'attempt-dead', state: 'unknown' });
    });

    test('facts told twice change nothing, and none is taken behind a gap', async () => {
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

    test('a reader behind a cursor for each bench misses nothing of a transaction that commits late', async () => {
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
      await a.tell(shipment('ORD-1'), 'booked');
      await b.tell(shipment('ORD-2'), 'booked');
      expect(await read(b)).toEqual([1]);
      expect(await read(a)).toEqual([]);
      await a.client.query('COMMIT');
      expect(await read(a)).toEqual([1]);
    });
  });

  describe('pickups', () => {
    test('of two that overlap one is granted with all its parcels, in whatever order they are named, and nobody waits for ever', async () => {
      const { database, a, b } = await site(undefined, 'apart');
      for (let round = 0; round < 20; round++) {
        const parcels = [1, 2, 3].map((each) => `${round} ${each}`);
        const [one, other] = [
          collection(parcels, { sender: 'north', day: `${round}` }),
          collection(parcels.toReversed(), { sender: 'south', day: `${round}` }),
        ];
        const answers = await Promise.all([a.claim(one), b.claim(other)]);
        expect(answers.map(({ is }) => is).toSorted()).toEqual(['granted', 'taken-elsewhere']);
      }
      const { rows } = await database.owner.query(
        'SELECT parcel, count(*) FROM packbench.pickup_parcel WHERE stands GROUP BY 1 HAVING count(*) <> 1',
      );
      expect(rows).toEqual([]);
    });

    test('one is open for a courier, a day and a sender; a second driver needs a reason then, and other parcels', async () => {
      const { a, b } = await site();
      const first = collection(['1', '2']);
      expect((await a.claim(first)).is).toBe('granted');
      expect(await b.claim(collection(['3']))).toMatchObject({ is: 'taken-elsewhere', bench: a.number });
      for (const other of [{ courier: 'ups' }, { day: '2026-11-25' }, { sender: 'back door' }])
        expect((await b.claim(collection([JSON.stringify(other)], other))).is).toBe('granted');
      await a.send(first);
      await a.tell(first, 'booked', { orderNo: 'P1' });
      expect(await b.claim(collection(['2', '3'], { again: true }))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
      expect(await b.claim(collection(['3']))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
      expect((await b.claim(collection(['3'], { again: true }))).is).toBe('granted');
    });

    test('parcels of a pickup that came to nothing can be collected again; those of a stray only after a person closed it', async () => {
      const { database, a, b } = await site();
      const [first, second] = [collection(['1', '2']), collection(['2', '1'], { sender: 'back door' })];
      await a.claim(first);
      await a.send(first);
      await a.tell(first, 'rejected');
      expect((await b.claim(second)).is).toBe('granted');
      await b.send(second);
      await a.tell(collection(['2']), 'booked', { orderNo: 'P1' });
      await b.tell(second, 'rejected');
      expect(await b.claim(collection(['2'], { courier: 'ups' }))).toMatchObject({ is: 'stray-blocks', bench: a.number });
      const { rows } = await database.owner.query("SELECT attempt FROM packbench.attempt WHERE state = 'stray'");
      await b.resolve(rows[0].attempt, 'released');
      expect((await b.claim(collection(['2'], { courier: 'ups' }))).is).toBe('granted');
    });
  });

  describe('benches', () => {
    test('a second live run of one identity is refused; one that crashed is followed at once, and one that fell silent after a minute', async () => {
      const { database, a } = await site(undefined, 'apart');
      const second = a.copied(await database.connect('bench'));
      expect(await second.hello()).toEqual({ is: 'identity-elsewhere' });
      expect(await second.claim(shipment('ORD-1'))).toEqual({ is: 'identity-elsewhere' });
      await database.owner.query("UPDATE packbench.bench SET heard = heard - interval '61 s' WHERE bench = $1", [a.number]);
      expect(await second.hello()).toMatchObject({ is: 'welcome', bench: a.number });
      expect(await a.claim(shipment('ORD-1'))).toEqual({ is: 'identity-elsewhere' });
      await second.client.end();
      await untilNobodyHolds(database, a);
      expect(await a.hello()).toMatchObject({ is: 'welcome', bench: a.number });
    });

    test('a journal that went back begins a new feed, and what its bench may have sent is unknown', async () => {
      const { database, a, b } = await site();
      const [booked, sending, held] = [shipment('ORD-1'), shipment('ORD-2'), shipment('ORD-3')];
      await a.book(booked);
      await a.tell(shipment('ORD-4'), 'released');
      await a.claim(sending);
      await a.send(sending);
      await a.claim(held);
      a.facts.pop();
      a.acknowledged = 1;
      expect(await a.hello()).toEqual({ is: 'journal-went-back' });
      const states = async () => [await stateOf(database, booked), await stateOf(database, sending), await stateOf(database, held)];
      expect(await states()).toEqual(['booked', 'unknown', 'released']);
      for (const answer of [await a.claim(shipment('ORD-5')), await a.report(a.facts), await a.agree(), await a.hello()])
        expect(answer).toEqual({ is: 'journal-went-back' });
      a.beginAnew([
        [booked, 'booked'],
        [sending, 'unknown'],
      ]);
      expect(await a.hello()).toMatchObject({ is: 'welcome', bench: a.number });
      await a.deliver();
      await a.tell(sending, 'booked', { orderNo: '4713' });
      expect(await states()).toEqual(['booked', 'booked', 'released']);
      expect((await b.claim(shipment('ORD-5'))).is).toBe('granted');
    });

    test('of two journals that began as one, the second to tell is found out, be it longer than the first', async () => {
      const { database, a } = await site(undefined, 'apart');
      await a.book(shipment('ORD-1'));
      const copy = a.copied(await database.connect('bench'));
      await a.tell(shipment('ORD-2'), 'released');
      await a.client.end();
      await untilNobodyHolds(database, a);
      for (const order of ['ORD-3', 'ORD-4']) copy.note(shipment(order), 'released');
      expect(await copy.hello()).toMatchObject({ is: 'welcome' });
      expect(await copy.deliver()).toMatchObject({ is: 'journal-went-back' });
    });

    test('a token nobody knows, or of a bench that was retired, is granted nothing', async () => {
      const { a, b } = await site();
      await b.ask('retire', a.number);
      for (const answer of [await a.hello(), await a.claim(shipment('ORD-1')), await a.agree()])
        expect(answer).toEqual({ is: 'not-paired' });
    });

    test('a bench whose clock is wrong by hours is told so, and by how much', async () => {
      const { a } = await site();
      expect(await a.hello(1, new Date(Date.now() + 7_200_000))).toEqual({ is: 'ledger-clock', seconds: 7200 });
    });

    test('a bench that is too old or too new for the ledger is told which of them must be brought up to date', async () => {
      const { database, a } = await site();
      expect(await a.hello(schemaNumber + 1)).toEqual({ is: 'ledger-older' });
      await a.hello();
      await database.owner.query(`UPDATE packbench.ledger SET schema_no = ${schemaNumber + 1}, serves_from = ${schemaNumber + 1}`);
      expect(await a.claim(shipment('ORD-1'))).toEqual({ is: 'ledger-newer' });
      expect(await a.hello()).toEqual({ is: 'ledger-newer' });
    });

    test('a bench calls the functions meant for it and reads no table', async () => {
      const { database, a } = await site();
      const { rows } = await database.owner.query(
        "SELECT format('packbench.%I', relname) AS name FROM pg_class WHERE relnamespace = 'packbench'::regnamespace AND relkind = 'r'",
      );
      expect(rows).toHaveLength(17);
      for (const { name } of rows) await expect(a.client.query(`SELECT * FROM ${name}`)).rejects.toMatchObject({ code: '42501' });
      await expect(a.client.query("SELECT packbench.add_bench('x')")).rejects.toMatchObject({ code: '42501' });
      await expect(a.client.query('SELECT packbench.close_feed(gen_random_uuid())')).rejects.toMatchObject({ code: '42501' });
      const kept = await database.owner.query('SELECT * FROM packbench.bench WHERE bench = $1', [a.number]);
      expect(JSON.stringify(kept.rows)).not.toContain(JSON.stringify(a.token.toJSON().data).slice(1, -1));
      const open = await database.owner.query(
        "SELECT proname FROM pg_proc WHERE pronamespace = 'packbench'::regnamespace AND NOT coalesce(proconfig, '{}') @> ARRAY['search_path=pg_catalog, pg_temp']",
      );
      expect(open.rows).toEqual([]);
    });
  });

  describe('a ledger that was put back', () => {
    /** Books one order after the copy was made that everybody then goes on with. */
    async function putBack(without?: Readonly<Record<string, string>>) {
      const { database, a, b, c } = await site(without);
      await a.book(shipment('ORD-1'));
      const copy = await server.restored(database.name);
      a.client = await database.connect('bench');
      await a.hello();
      await a.book(shipment('ORD-2'));
      for (const bench of [a, b, c]) bench.client = await copy.connect('bench');
      return { database: copy, a, b, c };
    }

    test('it is frozen until every bench has told again what it knows, and no order is bought twice', async () => {
      const { a, b, c } = await putBack();
      await b.hello();
      expect(await a.hello()).toMatchObject({ is: 'welcome', needs: 'replay' });
      const all = [a.number, b.number, c.number];
      expect(await b.claim(shipment('ORD-2'))).toEqual({ is: 'ledger-frozen', waitsFor: all });
      expect(await a.agree()).toEqual({ is: 'agreed', open: false, waitsFor: all });
      a.acknowledged = 0;
      await a.deliver();
      expect(await a.agree()).toEqual({ is: 'agreed', open: false, waitsFor: [b.number, c.number] });
      for (const bench of [b, c]) await bench.hello();
      expect(await b.agree()).toEqual({ is: 'agreed', open: false, waitsFor: [c.number] });
      expect(await c.agree()).toEqual({ is: 'agreed', open: true, waitsFor: [] });
      expect(await b.claim(shipment('ORD-2'))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
    });

    test('a lead vouches for a bench that is off; what it then tells late is a stray, and freezes nobody again', async () => {
      const { database, a, b, c } = await putBack();
      await a.hello();
      for (const bench of [b, c]) {
        await bench.hello();
        await bench.agree();
      }
      expect(await b.ask('vouch', a.number, 'sandbox')).toEqual({ is: 'agreed', open: true, waitsFor: [] });
      const again = shipment('ORD-2');
      await b.book(again, '4712');
      expect(await a.hello()).toMatchObject({ is: 'welcome', needs: 'replay' });
      a.acknowledged = 0;
      await a.deliver();
      expect((await b.claim(shipment('ORD-3'))).is).toBe('granted');
      const { rows } = await database.owner.query("SELECT order_no FROM packbench.attempt WHERE state = 'stray'");
      expect(rows).toEqual([{ order_no: '4711' }]);
    });

    /** Two benches with what they booked, let into an empty ledger. */
    async function moved() {
      const old = await site();
      const database = await server.ledger();
      const client = await database.connect('bench');
      const letIn = async () => {
        const { token, bench } = await addBench(database.owner);
        return new SqlBench(client, Buffer.from(token, 'base64url'), bench);
      };
      const [a, b] = [await letIn(), await letIn()];
      for (const [bench, before, order] of [
        [a, old.a, 'ORD-1'],
        [b, old.b, 'ORD-2'],
      ] as const) {
        await before.book(shipment(order));
        bench.facts.push(...before.facts);
        bench.feed = before.feed;
        bench.acknowledged = before.acknowledged;
      }
      return { database, a, b, letIn };
    }
    const tellAgain = async (bench: SqlBench) => {
      await bench.hello();
      bench.acknowledged = 0;
      await bench.deliver();
      return await bench.agree();
    };

    test('an empty one in its place waits for every bench that is let in, also for those it never heard', async () => {
      const { a, b, letIn } = await moved();
      const unused = await letIn();
      expect(await tellAgain(a)).toEqual({ is: 'agreed', open: false, waitsFor: [b.number, unused.number] });
      expect(await a.claim(shipment('ORD-2'))).toEqual({ is: 'ledger-frozen', waitsFor: [b.number, unused.number] });
      await a.ask('retire', unused.number);
      expect(await tellAgain(b)).toEqual({ is: 'agreed', open: true, waitsFor: [] });
      expect(await a.claim(shipment('ORD-2'))).toMatchObject({ is: 'taken-elsewhere', bench: b.number, state: 'booked' });
      const late = await letIn();
      await late.hello();
      expect((await late.claim(shipment('ORD-3'))).is).toBe('granted');
    });

    test('a lead vouches for a bench that an empty one never heard; it freezes nobody once it comes, and tells strays', async () => {
      const { database, a, b } = await moved();
      await tellAgain(a);
      expect(await a.ask('vouch', b.number, 'sandbox')).toEqual({ is: 'agreed', open: true, waitsFor: [] });
      await a.book(shipment('ORD-2'), '4712');
      expect(await tellAgain(b)).toEqual({ is: 'agreed', open: true, waitsFor: [] });
      const { rows } = await database.owner.query("SELECT bench, order_no FROM packbench.attempt WHERE state = 'stray'");
      expect(rows).toEqual([{ bench: b.number, order_no: '4711' }]);
      expect((await b.claim(shipment('ORD-3'))).is).toBe('granted');
    });

    test('what was held when it changed is dead', async () => {
      const { a, b, c } = await putBack();
      await b.hello();
      const held = shipment('ORD-5');
      expect((await b.claim(held)).is).toBe('granted');
      await a.hello();
      expect((await b.send(held)).is).toBe('ledger-frozen');
      a.acknowledged = 0;
      await a.deliver();
      for (const bench of [a, b, c]) {
        await bench.hello();
        await bench.agree();
      }
      expect(await b.send(held)).toEqual({ is: 'attempt-dead', state: 'released' });
    });

    test('without the freeze an order is bought twice', async () => {
      const { b, a } = await putBack({ '    UPDATE packbench.world SET is_behind = true WHERE world = the_world;\n': '' });
      await a.hello();
      await b.hello();
      expect((await b.claim(shipment('ORD-2'))).is).toBe('granted');
    });
  });

  describe('money calls', () => {
    test('they are durable by themselves, whatever server, role or session say', async () => {
      const { a } = await site();
      await a.client.query('SET synchronous_commit = off');
      await a.client.query('BEGIN');
      await a.claim(shipment('ORD-1'));
      expect((await a.client.query('SHOW synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }]);
      await a.client.query('COMMIT');
      expect((await a.client.query('SHOW synchronous_commit')).rows).toEqual([{ synchronous_commit: 'off' }]);
    });

    test('a transaction that somebody left open holds its own slot only, and whoever wants that one is refused in time', async () => {
      const { a, b } = await site({ "'lock_timeout', '2s'": "'lock_timeout', '50ms'" }, 'apart');
      await a.client.query('BEGIN');
      await a.claim(shipment('ORD-1'));
      await expect(b.claim(shipment('ORD-1'))).rejects.toMatchObject({ code: '55P03' });
      expect((await b.claim(shipment('ORD-2'))).is).toBe('granted');
      await a.client.query('ROLLBACK');
      expect((await b.claim(shipment('ORD-1'))).is).toBe('granted');
    });

    test('no call puts anything into the queue of notifications, which may be full', async () => {
      const { database, a } = await site();
      const { rows } = await database.owner.query(
        "SELECT proname FROM pg_proc WHERE pronamespace = 'packbench'::regnamespace AND prosrc ILIKE '%notify%'",
      );
      expect(rows).toEqual([]);
      await a.book(shipment('ORD-1'));
      expect((await database.owner.query('SELECT pg_notification_queue_usage() AS used')).rows).toEqual([{ used: 0 }]);
    });
  });

  describe('a rule left out doubles or sticks', () => {
    test('without tombstones a claim that comes late takes an order that nobody wants any more', async () => {
      const { a, b } = await site({
        "'released', 'given-up')\n    ON CONFLICT (attempt) DO NOTHING;":
          "'released', 'given-up')\n    ON CONFLICT (attempt) DO NOTHING;\n  ALTER TABLE packbench.attempt DISABLE TRIGGER ALL;\n  DELETE FROM packbench.attempt WHERE attempt = the_attempt AND state = 'released';\n  ALTER TABLE packbench.attempt ENABLE TRIGGER ALL;",
      });
      const late = shipment('ORD-1');
      await a.giveUp(late);
      expect((await a.claim(late)).is).toBe('granted');
      expect((await b.claim(shipment('ORD-1'))).is).toBe('taken-elsewhere');
    });

    test('without its end by a late booking a held grant buys the order again', async () => {
      const { a, b } = await site({
        "WHERE state = 'held'\n    AND attempt IN (SELECT attempt FROM packbench.rivals(the_attempt, it.kind, the_world, it.slot, it.shipment_no, it.parcels));\n  RETURN NOT":
          'WHERE false;\n  RETURN NOT',
        'SELECT * INTO stray FROM packbench.stray_of(mine.kind, mine.world, mine.slot, parcels);': '',
      });
      const [late, other] = [shipment('ORD-1'), shipment('ORD-1')];
      await a.claim(late);
      await a.send(late);
      await a.tell(late, 'unknown');
      await b.resolve(late.id, 'released');
      await b.claim(other);
      await a.tell(late, 'booked');
      expect((await b.send(other)).is).toBe('granted');
    });

    test('without capitals of every script one order is bought in two spellings', async () => {
      const { a, b } = await site({ "SELECT CASE WHEN said !~ '[^\\u0001-\\u007f]' THEN": 'SELECT CASE WHEN true THEN' });
      expect((await a.claim(shipment('straße'))).is).toBe('granted');
      expect((await b.claim(shipment('STRASSE'))).is).toBe('granted');
    });

    test('without a time after which a lead may settle, what is on its way is bought again', async () => {
      const { a, b } = await site({ 'it.sent_at + (SELECT settle FROM packbench.durations) > clock_timestamp()': 'false' });
      const attempt = shipment('ORD-1');
      await a.claim(attempt);
      await a.send(attempt);
      await b.resolve(attempt.id, 'released');
      expect((await b.claim(shipment('ORD-1'))).is).toBe('granted');
    });
  });
});

const everyLetter = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
  .map((point) => String.fromCodePoint(point))
  .filter((letter) => letter !== letter.toUpperCase() || /\s/.test(letter));

/** Until the server has noticed that the connection of a bench is closed. */
async function untilNobodyHolds(database: Database, bench: SqlBench): Promise<void> {
  await expect
    .poll(async () => {
      const { rowCount } = await database.owner.query(
        'SELECT FROM pg_stat_activity WHERE pid = (SELECT backend FROM packbench.bench WHERE bench = $1)',
        [bench.number],
      );
      return rowCount;
    })
    .toBe(0);
}
