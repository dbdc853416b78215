import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { schemaNumber } from '../../ledger/install.ts';
import { whyNoPostgres } from './postgres.ts';
import { collection, shipment, stateOf } from './sql-bench.ts';
import { untilReleased, useLedger } from './use-ledger.ts';

const whyNot = whyNoPostgres();
if (whyNot) process.stderr.write(`The ledger is not tested: ${whyNot}\n`);

describe.skipIf(whyNot)('the database of the ledger', () => {
  const { site } = useLedger();

  describe('benches', () => {
    test('refuses a second live run of one bench, until the first crashes or is silent for a minute', async () => {
      const { database, a } = await site(undefined, 'apart');
      const second = a.copied(await database.connect('bench'));
      expect(await second.hello()).toEqual({ is: 'identity-elsewhere' });
      expect(await second.claim(shipment('ORD-1'))).toEqual({ is: 'identity-elsewhere' });
      await database.owner.query("UPDATE packbench.bench SET seen_at = seen_at - interval '61 s' WHERE bench = $1", [a.number]);
      expect(await second.hello()).toMatchObject({ is: 'welcome', bench: a.number });
      expect(await a.claim(shipment('ORD-1'))).toEqual({ is: 'identity-elsewhere' });
      await second.client.end();
      await untilReleased(database, a);
      expect(await a.hello()).toMatchObject({ is: 'welcome', bench: a.number });
    });

    test('a journal that went back begins a new feed, and attempts it may have sent are unknown', async () => {
      const { database, a, b } = await site();
      const [booked, sending, held] = [shipment('ORD-1'), shipment('ORD-2'), shipment('ORD-3')];
      await a.book(booked);
      await a.reportOne(shipment('ORD-4'), 'released');
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
      a.startOver([
        [booked, 'booked'],
        [sending, 'unknown'],
      ]);
      expect(await a.hello()).toMatchObject({ is: 'welcome', bench: a.number });
      await a.deliver();
      await a.reportOne(sending, 'booked', { orderNo: '4713' });
      expect(await states()).toEqual(['booked', 'booked', 'released']);
      expect((await b.claim(shipment('ORD-5'))).is).toBe('granted');
    });

    test('of two copies of one journal, the second to report is detected, even if it is longer', async () => {
      const { database, a } = await site(undefined, 'apart');
      await a.book(shipment('ORD-1'));
      const copy = a.copied(await database.connect('bench'));
      await a.reportOne(shipment('ORD-2'), 'released');
      await a.client.end();
      await untilReleased(database, a);
      for (const order of ['ORD-3', 'ORD-4']) copy.note(shipment(order), 'released');
      expect(await copy.hello()).toMatchObject({ is: 'welcome' });
      expect(await copy.deliver()).toMatchObject({ is: 'journal-went-back' });
    });

    test('an unknown token, or one of a retired bench, is refused everything', async () => {
      const { a, b } = await site();
      await b.ask('retire', a.number);
      for (const answer of [await a.hello(), await a.claim(shipment('ORD-1')), await a.agree()])
        expect(answer).toEqual({ is: 'not-paired' });
    });

    test('a bench whose clock is wrong by hours receives the size of the error', async () => {
      const { a } = await site();
      expect(await a.hello(1, new Date(Date.now() + 7_200_000))).toEqual({ is: 'ledger-clock', seconds: 7200 });
    });

    test.each([schemaNumber + 1, schemaNumber - 1])('refuses a bench with protocol version %s', async (protocol) => {
      const { a } = await site();
      expect(await a.hello(protocol)).toEqual({ is: 'ledger-version', version: schemaNumber });
    });

    test.each([schemaNumber + 1, schemaNumber - 1])('that becomes version %s refuses every later request of a bench', async (version) => {
      const { database, a, b } = await site();
      const [booked, held, sending] = [shipment('ORD-1'), shipment('ORD-2'), shipment('ORD-3')];
      await a.book(booked);
      await a.claim(held);
      await a.claim(sending);
      await a.send(sending);
      const before = await a.hello();
      await database.owner.query('UPDATE packbench.ledger SET schema_no = $1', [version]);
      const next = shipment('ORD-4');
      const asked = [
        () => a.hello(),
        () => a.claim(next),
        () => a.claim(held),
        () => a.send(held),
        () => a.send(sending),
        () => a.claim(collection([booked.id])),
        () => a.ask('take_lease', 'sandbox', 'key', randomUUID()),
        () => a.giveUp(held),
        () => a.resolve(sending.id, 'released'),
        () => a.reportOne(held, 'released'),
        () => a.agree(),
        () => a.ask('alive'),
      ];
      for (const ask of asked) expect(await ask()).toEqual({ is: 'ledger-version', version });
      for (const [attempt, state] of [
        [held, 'held'],
        [sending, 'sending'],
        [next, undefined],
      ] as const)
        expect(await stateOf(database, attempt)).toBe(state);
      await database.owner.query('UPDATE packbench.ledger SET schema_no = $1', [schemaNumber]);
      expect(await a.hello()).toEqual(before);
      expect(await b.claim(shipment('ORD-3'))).toMatchObject({ is: 'taken-elsewhere', state: 'sending' });
    });

    test('a bench may call its functions and can read no table', async () => {
      const { database, a } = await site();
      const { rows } = await database.owner.query(
        "SELECT format('packbench.%I', relname) AS name FROM pg_class WHERE relnamespace = 'packbench'::regnamespace AND relkind = 'r'",
      );
      expect(rows).toHaveLength(22);
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

  describe('money calls', () => {
    test('they are durable by themselves, whatever the settings of server, role or session', async () => {
      const { a } = await site();
      await a.client.query('SET synchronous_commit = off');
      await a.client.query('BEGIN');
      await a.claim(shipment('ORD-1'));
      expect((await a.client.query('SHOW synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }]);
      await a.client.query('COMMIT');
      expect((await a.client.query('SHOW synchronous_commit')).rows).toEqual([{ synchronous_commit: 'off' }]);
    });

    test('an open transaction blocks only its own order, and a rival for it is refused in time', async () => {
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
    test('without tombstones a late claim takes an order that was given up', async () => {
      const { a, b } = await site({
        "'released', 'given-up')\n    ON CONFLICT (attempt) DO NOTHING;":
          "'released', 'given-up')\n    ON CONFLICT (attempt) DO NOTHING;\n  ALTER TABLE packbench.attempt DISABLE TRIGGER ALL;\n  ALTER TABLE packbench.shipped_order DISABLE TRIGGER ALL;\n  DELETE FROM packbench.shipped_order WHERE attempt = the_attempt AND NOT stands;\n  DELETE FROM packbench.attempt WHERE attempt = the_attempt AND state = 'released';\n  ALTER TABLE packbench.attempt ENABLE TRIGGER ALL;\n  ALTER TABLE packbench.shipped_order ENABLE TRIGGER ALL;",
      });
      const late = shipment('ORD-1');
      await a.giveUp(late);
      expect((await a.claim(late)).is).toBe('granted');
      expect((await b.claim(shipment('ORD-1'))).is).toBe('taken-elsewhere');
    });

    test('without its end by a late booking a reservation buys the order again', async () => {
      const { a, b } = await site({
        "WHERE state = 'held'), 'outranked');": "WHERE false), 'outranked');",
        'SELECT * INTO stray FROM packbench.stray_of(mine.kind, mine.world, its.slots, its.parcels);': '',
      });
      const [late, other] = [shipment('ORD-1'), shipment('ORD-1')];
      await a.claim(late);
      await a.send(late);
      await a.reportOne(late, 'unknown');
      await b.resolve(late.id, 'released');
      await b.claim(other);
      await a.reportOne(late, 'booked');
      expect((await b.send(other)).is).toBe('granted');
    });

    test('without capital letters of every script one order is bought in two spellings', async () => {
      const { a, b } = await site({ "SELECT CASE WHEN written !~ '[^\\u0001-\\u007f]' THEN": 'SELECT CASE WHEN true THEN' });
      expect((await a.claim(shipment('straße'))).is).toBe('granted');
      expect((await b.claim(shipment('STRASSE'))).is).toBe('granted');
    });

    test('without a minimum time before settling, a sent order is bought again', async () => {
      const { a, b } = await site({ 'it.sent_at + (SELECT settle FROM packbench.durations) > clock_timestamp()': 'false' });
      const attempt = shipment('ORD-1');
      await a.claim(attempt);
      await a.send(attempt);
      await b.resolve(attempt.id, 'released');
      expect((await b.claim(shipment('ORD-1'))).is).toBe('granted');
    });
  });
});
