import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slotOf } from '../../shared/scan.ts';
import { whyNoPostgres } from './postgres.ts';
import { collection, joinBenches, jointShipment, shipment } from './sql-bench.ts';
import { lapse, untilReleased, useLedger } from './use-ledger.ts';

describe.skipIf(whyNoPostgres())('reservations of the ledger', () => {
  const { server, site } = useLedger();

  describe('orders that left without a label', () => {
    test('no bench reserves such an order, alone or with others, until it is opened again', async () => {
      const { a, b } = await site();
      expect(await a.ask('close_order', 'sandbox', '#ord 1')).toEqual({ is: 'granted' });
      const closed = { is: 'taken-elsewhere', bench: a.number, state: 'closed' };
      for (const bench of [a, b]) {
        expect(await bench.claim(shipment('ORD1'))).toEqual(closed);
        expect(await bench.claim(shipment('ORD1', 2))).toEqual(closed);
        expect(await bench.claim(jointShipment(['ORD2', 1], ['ORD1', 1]))).toEqual(closed);
      }
      expect(await b.claim(shipment('ORD2'))).toEqual({ is: 'granted' });
      expect(await b.claim(shipment('ORD1', 1, 'north'))).toEqual({ is: 'granted' });
      expect(await b.ask('reopen_order', 'sandbox', 'ORD1')).toEqual({ is: 'granted' });
      expect(await b.claim(shipment('ORD1'))).toEqual({ is: 'granted' });
    });

    test('an order that is reserved, sent, booked or unknown anywhere is not closed', async () => {
      const { database, a, b } = await site();
      const attempt = shipment('ORD-1');
      const refused = (state: string) => ({ is: 'taken-elsewhere', bench: a.number, state, attempt: attempt.id });
      const close = () => b.ask('close_order', 'sandbox', 'ORD-1');
      await a.claim(attempt);
      expect(await close()).toEqual(refused('held'));
      await a.send(attempt);
      expect(await close()).toEqual(refused('sending'));
      await a.reportOne(attempt, 'unknown');
      expect(await close()).toEqual(refused('unknown'));
      await a.reportOne(attempt, 'booked', { orderNo: '4711' });
      expect(await close()).toEqual(refused('booked'));
      const slept = shipment('ORD-2');
      await a.claim(slept);
      await lapse(database, slept);
      expect(await b.ask('close_order', 'sandbox', 'ORD-2')).toEqual({ is: 'granted' });
      expect(await a.send(slept)).toEqual({ is: 'attempt-dead', state: 'released' });
    });

    test('of a claim and a closing at the same time exactly one is granted', async () => {
      const { a, b } = await site(undefined, 'apart');
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all([a.claim(shipment(`ORD-${round}`)), b.ask('close_order', 'sandbox', `ORD-${round}`)]);
        expect(answers.map(({ is }) => is).toSorted()).toEqual(['granted', 'taken-elsewhere']);
      }
    });
  });

  describe('slots', () => {
    test('the ledger normalizes every spelling of an order key exactly as the program does', async () => {
      const { rows: letters } = await server()
        .ledger()
        .then(({ owner }) =>
          owner.query<{ wrong: string }>(
            'SELECT letter AS wrong FROM unnest($1::text[], $2::text[]) AS t (letter, capital) WHERE packbench.slot(letter, $$$$) <> capital',
            [everyLetter, everyLetter.map((letter) => slotOf(letter))],
          ),
        );
      expect(letters).toEqual([]);
    });

    test('the ledger normalizes random keys and sources of any script as the program does', async () => {
      const { owner } = await server().ledger();
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

    test('an order is reserved once, however two benches spell it and whichever account pays', async () => {
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

    test('equal order numbers of two sources are two orders, and environments never mix', async () => {
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
    test('eight benches that claim the same forty orders at once get each of them once', async () => {
      const database = await server().ledger();
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

    test('only the same run gets the same reservation or permission to send again', async () => {
      const { database, a } = await site(undefined, 'apart');
      const attempt = shipment('ORD-1');
      for (const answer of [await a.claim(attempt), await a.claim(attempt)]) expect(answer.is).toBe('granted');
      for (const answer of [await a.send(attempt), await a.send(attempt)]) expect(answer).toEqual({ is: 'granted', withinMs: 20_000 });
      expect(await a.claim(attempt)).toEqual({ is: 'attempt-dead', state: 'sending' });
      const restarted = a.copied(await database.connect('bench'));
      await a.client.end();
      await untilReleased(database, a);
      expect(await restarted.hello()).toMatchObject({ is: 'welcome', bench: a.number });
      expect(await restarted.send(attempt)).toEqual({ is: 'attempt-dead', state: 'sending' });
      expect(await restarted.giveUp(attempt)).toEqual({ is: 'may-be-sent', state: 'sending' });
    });

    test('a packet that arrives after its attempt was given up is refused, claimed before or not', async () => {
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

    test('an unused reservation expires, and its bench may no longer send', async () => {
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

    test('an order that changed after its claim is not sent', async () => {
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
      await a.reportOne(first, 'booked', { orderNo: '1' });
      expect(await b.claim(shipment('ORD-1', 3))).toEqual({ is: 'no-shipment-before' });
      expect(await b.claim(shipment('ORD-1', 2))).toEqual({ is: 'granted' });
    });

    test('the table itself refuses a second active attempt from any writer', async () => {
      const { database, a } = await site();
      await a.claim(shipment('ORD-1'));
      const copy =
        "INSERT INTO packbench.attempt (attempt, kind, world, slot, shipment_no, bench, run, state, held_until) SELECT gen_random_uuid(), kind, world, slot, shipment_no, bench, run, 'held', now() FROM packbench.attempt";
      await expect(database.owner.query(copy)).rejects.toMatchObject({ code: '23505' });
      await expect(database.owner.query('DELETE FROM packbench.attempt')).rejects.toThrow('never deleted');
      await expect(database.owner.query('TRUNCATE packbench.attempt CASCADE')).rejects.toThrow('never deleted');
    });

    test('a booking still blocks its order a month and a cleanup later, and a tombstone stays dead', async () => {
      const { database, a, b } = await site();
      const [booked, released] = [shipment('ORD-1'), shipment('ORD-2')];
      await a.book(booked);
      await a.claim(released);
      await a.reportOne(released, 'released');
      for (const table of ['attempt', 'fact']) await database.owner.query(`UPDATE packbench.${table} SET at = at - interval '91 days'`);
      expect(await b.ask('prune')).toMatchObject({ is: 'pruned', emptied: 1, dropped: 1 });
      expect(await b.claim(shipment('ORD-1'))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
      expect(await a.claim(released)).toEqual({ is: 'attempt-dead', state: 'released' });
      const { rows } = await database.owner.query('SELECT account, digest FROM packbench.attempt WHERE attempt = $1', [released.id]);
      expect(rows).toEqual([{ account: null, digest: null }]);
      expect(await a.hello()).toMatchObject({ is: 'welcome', needs: 'nothing' });
    });

    test('a cleanup deletes leases of orders a day after their end, and no other lease', async () => {
      const { database, a, b } = await site();
      const lease = (name: string) => a.ask('take_lease', 'sandbox', name, randomUUID());
      for (const name of ['order ORD-1', 'hot folder x', 'key']) await lease(name);
      await database.owner.query("UPDATE packbench.lease SET until = until - interval '2 days'");
      await lease('order ORD-2');
      await b.ask('prune');
      const { rows } = await database.owner.query('SELECT key FROM packbench.lease ORDER BY key');
      expect(rows.map(({ key }) => key)).toEqual(['hot folder x', 'key', 'order ORD-2']);
    });
  });

  describe('pickups', () => {
    test('of two overlapping pickups one reserves all its parcels, in any order and without deadlock', async () => {
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

    test('one pickup is open per courier, day and sender; a second needs a reason and other parcels', async () => {
      const { a, b } = await site();
      const first = collection(['1', '2']);
      expect((await a.claim(first)).is).toBe('granted');
      expect(await b.claim(collection(['3']))).toMatchObject({ is: 'taken-elsewhere', bench: a.number });
      for (const other of [{ courier: 'ups' }, { day: '2026-11-25' }, { sender: 'back door' }])
        expect((await b.claim(collection([JSON.stringify(other)], other))).is).toBe('granted');
      await a.send(first);
      await a.reportOne(first, 'booked', { orderNo: 'P1' });
      expect(await b.claim(collection(['2', '3'], { again: true }))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
      expect(await b.claim(collection(['3']))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
      expect((await b.claim(collection(['3'], { again: true }))).is).toBe('granted');
    });

    test('parcels of a failed pickup can be collected again; those of a stray once it is closed', async () => {
      const { database, a, b } = await site();
      const [first, second] = [collection(['1', '2']), collection(['2', '1'], { sender: 'back door' })];
      await a.claim(first);
      await a.send(first);
      await a.reportOne(first, 'rejected');
      expect((await b.claim(second)).is).toBe('granted');
      await b.send(second);
      await a.reportOne(collection(['2']), 'booked', { orderNo: 'P1' });
      await b.reportOne(second, 'rejected');
      expect(await b.claim(collection(['2'], { courier: 'ups' }))).toMatchObject({ is: 'stray-blocks', bench: a.number });
      const { rows } = await database.owner.query("SELECT attempt FROM packbench.attempt WHERE state = 'stray'");
      await b.resolve(rows[0].attempt, 'released');
      expect((await b.claim(collection(['2'], { courier: 'ups' }))).is).toBe('granted');
    });
  });
});

const everyLetter = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
  .map((point) => String.fromCodePoint(point))
  .filter((letter) => letter !== letter.toUpperCase() || /\s/.test(letter));
