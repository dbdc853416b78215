import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SharedLedger } from '../../electron/bench/ports/ledger.ts';
import { createConnection } from '../../electron/ledger/connection.ts';
import { readDatabaseAddress } from '../../electron/ledger/database-address.ts';
import { createSharedLedger, type SharedLedgerParts } from '../../electron/ledger/shared-ledger.ts';
import { addBench, schemaNumber } from '../../ledger/install.ts';
import { type Attempt, type Fact, noFact, type Outcome } from '../../shared/attempt.ts';
import { aJointShipment, aPickup, aShipment, ledgerContract } from '../contract/ledger.ts';
import { freePort } from '../fakes/free-port.ts';
import { startGate } from './gate.ts';
import { type Database, startPostgres, whyNoPostgres } from './postgres.ts';
import { usePostgres } from './use-ledger.ts';

const whyNot = whyNoPostgres();
if (whyNot) process.stderr.write(`The ledger is not tested: ${whyNot}\n`);

describe.skipIf(whyNot)('the ledger of many benches, as a bench reaches it', () => {
  const server = usePostgres();

  function reach(url: string, token: string, more: Partial<SharedLedgerParts> = {}): SharedLedger {
    const ledger = createSharedLedger({
      url: () => url,
      token: () => token,
      ref: () => 'LEDGER',
      log: () => undefined,
      elapsed: () => performance.now(),
      wall: () => Date.now(),
      ...more,
    });
    onTestFinished(async () => await ledger.close());
    return ledger;
  }

  const newFeed = () => ({ feed: randomUUID(), world: 'sandbox', head: noFact, acknowledged: noFact }) as const;

  /** Returns a bench that has greeted the ledger. */
  async function joined(database: Database, more: Partial<SharedLedgerParts> & { readonly port?: number } = {}) {
    const { token, bench } = await addBench(database.owner);
    const { port = server().port, ...parts } = more;
    const url = database.benchUrl.replace(`:${server().port}/`, `:${port}/`);
    const ledger = reach(url, token, parts);
    const at = newFeed();
    expect(await ledger.hello(at)).toEqual({ ok: true, value: { bench, ledger: expect.any(String), needs: 'nothing' } });
    return { ledger, token, bench, at, url };
  }

  const endConnections = async ({ owner }: Database): Promise<void> => {
    await owner.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'packbench_bench'");
  };

  function factsOf(...outcomes: readonly (readonly [Attempt, Outcome, string?])[]): Fact[] {
    let link = '';
    return outcomes.map(([attempt, what, orderNo = ''], index) => {
      link = createHash('sha256').update(`${link} ${attempt.id} ${what}`).digest('hex');
      return { seq: index + 1, link, attempt, what, orderNo };
    });
  }

  ledgerContract(async () => {
    const database = await server().ledger();
    const [one, other] = [await joined(database), await joined(database)];
    const asked = ({ ledger }: typeof one) => ({
      ledger,
      end: async (attempt: Attempt) => expect(await ledger.giveUp(attempt)).toEqual({ ok: true, value: 'released' }),
    });
    return [asked(one), asked(other)];
  });

  test('a booking is reported and known at the other bench, by number and state', async () => {
    const database = await server().ledger();
    const [a, b] = [await joined(database), await joined(database)];
    const attempt = aShipment('ORD-1');
    await a.ledger.claim(attempt);
    await a.ledger.send(attempt);
    const facts = factsOf([attempt, 'sending'], [attempt, 'booked', '4711']);
    expect(await a.ledger.report(a.at.feed, facts)).toEqual({ ok: true, value: { acknowledged: { seq: 2, link: facts[1]!.link } } });
    expect(await b.ledger.claim(aShipment('ord-1'))).toMatchObject({
      ok: false,
      failure: { code: 'taken-elsewhere', reasons: [{ code: 'at-bench', bench: a.bench, state: 'booked' }] },
    });
    expect((await b.ledger.claim(aShipment('ORD-1', 2))).ok).toBe(true);
    expect(await b.ledger.claim(aShipment('ORD-1', 3))).toMatchObject({ ok: false, failure: { code: 'no-shipment-before' } });
  });

  test('a shipment of several orders is received with all of them, and so is a doubt that is taken over', async () => {
    const database = await server().ledger();
    const [a, b] = [await joined(database), await joined(database)];
    const [booked, doubtful] = [aJointShipment('ORD-1', 'ORD-2'), aJointShipment('ORD-3', 'ORD-4')];
    for (const attempt of [booked, doubtful]) {
      await a.ledger.claim(attempt);
      await a.ledger.send(attempt);
    }
    await a.ledger.report(a.at.feed, factsOf([booked, 'booked', '4711'], [doubtful, 'unknown']));
    expect(await b.ledger.changes({ world: 'sandbox', feed: b.at.feed, cursors: {} })).toMatchObject({
      value: [
        { attempt: { orderKey: 'ORD-1', joined: [{ orderKey: 'ORD-2', shipmentNo: 1 }] } },
        { attempt: { orderKey: 'ORD-3', joined: [{ orderKey: 'ORD-4', shipmentNo: 1 }] } },
      ],
    });
    await b.ledger.site.retire(a.bench);
    const taken = await b.ledger.site.takeDoubts(a.bench, 'sandbox');
    expect(taken).toEqual({ ok: true, value: { left: 0, doubts: [{ ...doubtful, digest: '' }] } });
    // The bench that took it over reports it with the orders that it received.
    await b.ledger.report(b.at.feed, factsOf([{ ...doubtful, digest: '' }, 'booked', '4712']));
    expect(await b.ledger.claim(aShipment('ORD-4'))).toMatchObject({ failure: { reasons: [{ bench: b.bench, state: 'booked' }] } });
  });

  test('its headers leave within 20 s of the start of the call, or sooner if the ledger asks', async () => {
    const database = await server().ledger();
    const { ledger } = await joined(database, { elapsed: () => 5_000, wall: () => Date.now() - 1_000 });
    const [first, second] = [aShipment('ORD-1'), aShipment('ORD-2')];
    for (const attempt of [first, second]) await ledger.claim(attempt);
    await database.owner.query("UPDATE packbench.durations SET held = '2 min', headers = '1 min'");
    expect(await ledger.send(first)).toMatchObject({ ok: true, value: { elapsed: 25_000 } });
    await database.owner.query("UPDATE packbench.durations SET headers = '2 s'");
    expect(await ledger.send(second)).toMatchObject({ ok: true, value: { elapsed: 7_000 } });
  });

  test('an order that changed since its claim, or was given up, is not sent', async () => {
    const { ledger } = await joined(await server().ledger());
    const [changed, left] = [aShipment('ORD-1'), aShipment('ORD-2')];
    for (const attempt of [changed, left]) await ledger.claim(attempt);
    await ledger.giveUp(left);
    for (const attempt of [{ ...changed, digest: left.digest }, left])
      expect(await ledger.send(attempt)).toMatchObject({ ok: false, failure: { code: 'attempt-dead' } });
  });

  test('a commit with a warning is no reservation, and ends the use of that connection', async () => {
    const database = await server().ledger({
      "  RETURN jsonb_build_object('is', 'granted');\nEND $$;":
        "  RAISE WARNING 'canceling wait for synchronous replication'; RETURN jsonb_build_object('is', 'granted');\nEND $$;",
    });
    const { ledger, at } = await joined(database);
    const attempt = aShipment('ORD-1');
    expect(await ledger.claim(attempt)).toMatchObject({
      ok: false,
      failure: { code: 'ledger-unreachable', detail: expect.stringMatching(/synchronous/) },
    });
    expect(await ledger.send(attempt)).toMatchObject({ ok: false, failure: { code: 'ledger-unreachable' } });
    expect((await ledger.hello(at)).ok).toBe(true);
    expect(await ledger.giveUp(attempt)).toEqual({ ok: true, value: 'released' });
  });

  test('a read-only server reserves nothing', async () => {
    const database = await server().ledger();
    const { ledger, at } = await joined(database);
    await database.owner.query(`ALTER DATABASE ${database.name} SET default_transaction_read_only = on`);
    expect((await ledger.claim(aShipment('ORD-1'))).ok).toBe(true);
    await database.owner.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'packbench_bench'");
    await expect.poll(async () => (await ledger.claim(aShipment('ORD-2'))).ok).toBe(false);
    expect(await ledger.hello(at)).toMatchObject({ ok: false, failure: { code: 'ledger-unreachable' } });
    expect(await ledger.claim(aShipment('ORD-3'))).toMatchObject({ ok: false, failure: { code: 'ledger-unreachable' } });
  });

  test('a claim that arrives after its bench gave it up is refused', async () => {
    const database = await server().ledger();
    const gate = await startGate(server().port);
    onTestFinished(async () => await gate.stop());
    const limits = { connectMs: 5_000, answerMs: 300 };
    const [a, b] = [await joined(database, { port: gate.port, limits }), await joined(database)];
    const late = aShipment('ORD-1');
    gate.shut();
    expect(await a.ledger.claim(late)).toMatchObject({ ok: false, failure: { code: 'ledger-unreachable' } });
    await database.owner.query("UPDATE packbench.bench SET seen_at = seen_at - interval '61 s'");
    const restarted = reach(database.benchUrl, a.token);
    expect((await restarted.hello(a.at)).ok).toBe(true);
    expect(await restarted.giveUp(late)).toEqual({ ok: true, value: 'released' });
    expect((await b.ledger.claim(aShipment('ORD-1'))).ok).toBe(true);
    gate.open();
    const state = async () =>
      (await database.owner.query("SELECT state FROM packbench.attempt WHERE slot = 'ORD-1' ORDER BY state")).rows.map((row) => row.state);
    await expect
      .poll(async () => (await database.owner.query("SELECT FROM pg_stat_activity WHERE usename = 'packbench_bench'")).rowCount)
      .toBe(2);
    expect(await state()).toEqual(['held', 'released']);
  });

  test('an unknown answer or state is a refusal', async () => {
    const database = await server().ledger({
      "jsonb_build_object('is', 'no-shipment-before')": "jsonb_build_object('is', 'queued-elsewhere')",
      "IF FOUND THEN RETURN jsonb_build_object('is', 'taken-elsewhere', 'bench', was.bench, 'state', was.state, 'attempt', was.attempt); END IF;\n  IF NOT it.again":
        "IF FOUND THEN RETURN jsonb_build_object('is', 'taken-elsewhere', 'bench', was.bench, 'state', 'being-weighed', 'more', true); END IF;\n  IF NOT it.again",
    });
    const [a, b] = [await joined(database), await joined(database)];
    await a.ledger.claim(aShipment('ORD-1'));
    expect(await b.ledger.claim(aShipment('ORD-1'))).toMatchObject({
      failure: { code: 'taken-elsewhere', reasons: [{ code: 'at-bench', bench: a.bench, state: 'being-weighed' }] },
    });
    expect(await b.ledger.claim(aShipment('ORD-1', 2))).toMatchObject({ failure: { code: 'ledger-unreadable' } });
  });

  test('a bench with an older journal goes on with a new feed, and its open attempt is unknown', async () => {
    const database = await server().ledger();
    const [a, b] = [await joined(database), await joined(database)];
    const attempt = aShipment('ORD-1');
    await a.ledger.claim(attempt);
    await a.ledger.send(attempt);
    await a.ledger.report(a.at.feed, factsOf([attempt, 'sending']));
    expect(await a.ledger.hello(a.at)).toMatchObject({ ok: false, failure: { code: 'journal-went-back' } });
    expect(await a.ledger.claim(aShipment('ORD-2'))).toMatchObject({ ok: false, failure: { code: 'ledger-unreachable' } });
    expect((await a.ledger.hello(newFeed())).ok).toBe(true);
    expect(await b.ledger.claim(aShipment('ORD-1'))).toMatchObject({ failure: { reasons: [{ code: 'at-bench', state: 'unknown' }] } });
    const by = { who: 'Ana', reason: 'not in the account' };
    expect((await b.ledger.resolve(attempt.id, { is: 'released' }, by)).ok).toBe(true);
    expect((await b.ledger.claim(aShipment('ORD-1'))).ok).toBe(true);
    const { rows } = await database.owner.query('SELECT to_jsonb(a)::text AS kept FROM packbench.attempt AS a');
    expect(JSON.stringify(rows)).not.toMatch(/Ana|not in the account/);
  });

  test('a restored ledger is frozen until both benches have reported again', async () => {
    const database = await server().ledger();
    const first = await addBench(database.owner);
    const second = await addBench(database.owner);
    const [atA, atB] = [newFeed(), newFeed()];
    for (const [token, at] of [
      [first.token, atA],
      [second.token, atB],
    ] as const)
      await reach(database.benchUrl, token).hello(at);
    const copy = await server().restored(database.name);
    const [a, b] = [reach(copy.benchUrl, first.token), reach(copy.benchUrl, second.token)];
    const booked = aShipment('ORD-1');
    const facts = factsOf([booked, 'sending'], [booked, 'booked', '4711']);
    const head = { seq: 2, link: facts[1]!.link };
    expect(await a.hello({ ...atA, head, acknowledged: head })).toMatchObject({ ok: true, value: { needs: 'replay' } });
    expect(await b.hello(atB)).toMatchObject({ ok: true, value: { needs: 'replay' } });
    expect(await b.claim(aShipment('ORD-1'))).toMatchObject({
      failure: { code: 'ledger-frozen', reasons: [{ code: 'waits-for-benches', benches: [first.bench, second.bench] }] },
    });
    expect(await b.agree(atB.feed)).toEqual({ ok: true, value: { isOpen: false, waitsFor: [first.bench] } });
    expect(await a.agree(atA.feed)).toEqual({ ok: true, value: { isOpen: false, waitsFor: [first.bench] } });
    expect((await a.report(atA.feed, facts)).ok).toBe(true);
    expect(await a.agree(atA.feed)).toEqual({ ok: true, value: { isOpen: true, waitsFor: [] } });
    expect(await b.claim(aShipment('ORD-1'))).toMatchObject({ failure: { code: 'taken-elsewhere' } });
  });

  test('a new connection does not inherit the hello of the old one, in either environment', async () => {
    const database = await server().ledger();
    const { ledger, at: here } = await joined(database);
    const other = { ...newFeed(), world: 'live' } as const;
    expect((await ledger.hello(other)).ok).toBe(true);
    const witness = await database.connect('bench');
    const ended = new Promise((resolve) => witness.once('end', resolve));
    await endConnections(database);
    await ended;
    await expect.poll(async () => (await ledger.hello(other)).ok).toBe(true);
    const attempt = aShipment('ORD-1');
    for (const answer of [await ledger.claim(attempt), await ledger.giveUp(attempt), await ledger.agree(here.feed)])
      expect(answer).toMatchObject({ ok: false, failure: { code: 'ledger-unreachable' } });
    expect((await ledger.hello(here)).ok).toBe(true);
    expect((await ledger.claim(attempt)).ok).toBe(true);
  });

  test('a request queued on a lost connection is not sent on the next one', async () => {
    const database = await server().ledger();
    const gate = await startGate(server().port);
    onTestFinished(async () => await gate.stop());
    const { ledger } = await joined(database, { port: gate.port, limits: { connectMs: 5_000, answerMs: 1_000 } });
    const other = { ...newFeed(), world: 'live' } as const;
    expect((await ledger.hello(other)).ok).toBe(true);
    gate.shut();
    const lost = ledger.claim(aShipment('ORD-1'));
    await database.owner.query("UPDATE packbench.bench SET seen_at = seen_at - interval '61 s'");
    const greeted = ledger.hello(other);
    const waiting = ledger.claim(aShipment('ORD-2'));
    await endConnections(database);
    gate.open();
    expect((await lost).ok).toBe(false);
    await greeted;
    expect(await waiting).toMatchObject({ ok: false, failure: { code: 'ledger-unreachable' } });
  });

  test('closing does not wait for a stuck server, and a pending request is no reservation', async () => {
    const database = await server().ledger();
    const [idle, asking] = [await joined(database), await joined(database)];
    const { rows } = await database.owner.query<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE usename = 'packbench_bench'");
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
    try {
      const asked = asking.ledger.claim(aShipment('ORD-1'));
      await Promise.all([idle.ledger.close(), asking.ledger.close()]);
      expect(await asked).toMatchObject({ ok: false, failure: { code: 'ledger-unreachable' } });
      expect(await idle.ledger.hello(idle.at)).toMatchObject({ ok: false, failure: { code: 'ledger-unreachable' } });
    } finally {
      for (const { pid } of rows) process.kill(pid, 'SIGCONT');
    }
  }, 4_000);

  test('a second run of one bench is refused while the first is connected', async () => {
    const database = await server().ledger();
    const { token, at } = await joined(database);
    expect(await reach(database.benchUrl, token).hello(at)).toMatchObject({ ok: false, failure: { code: 'identity-elsewhere' } });
  });

  test('giving up an unanswered pickup asks for it as a pickup', async () => {
    const { ledger } = await joined(await server().ledger());
    const pickup = aPickup(['1', '2']);
    await ledger.claim(pickup);
    await ledger.send(pickup);
    expect(await ledger.giveUp(pickup)).toEqual({ ok: true, value: 'may-be-sent' });
  });

  test('a server with a full disk accepts nothing, and everything once it has space', async () => {
    const database = await server().ledger();
    const { ledger, at } = await joined(database);
    const attempt = aShipment('ORD-1');
    await database.owner.query(`
      CREATE FUNCTION public.no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
      CREATE TRIGGER no_room BEFORE INSERT ON packbench.attempt FOR EACH ROW EXECUTE FUNCTION public.no_room();
      CREATE TRIGGER no_room BEFORE INSERT ON packbench.fact FOR EACH ROW EXECUTE FUNCTION public.no_room()`);
    expect(await ledger.claim(attempt)).toMatchObject({ ok: false, failure: { code: 'ledger-full' } });
    const facts = factsOf([aShipment('ORD-2'), 'booked', '4711']);
    const again = async () => {
      await ledger.hello(at);
      return await ledger.report(at.feed, facts);
    };
    expect(await again()).toMatchObject({ ok: false, failure: { code: 'ledger-full' } });
    await database.owner.query('DROP TRIGGER no_room ON packbench.attempt; DROP TRIGGER no_room ON packbench.fact');
    expect(await again()).toMatchObject({ ok: true, value: { acknowledged: { seq: 1 } } });
    expect(await ledger.claim(attempt)).toEqual({ ok: true, value: {} });
  });

  describe('key leases', () => {
    const neverStopped = new AbortController().signal;
    const lease = (key = 'key', id: string = randomUUID()) => ({ world: 'sandbox', key, id }) as const;

    test('one bench has the key at a time; the next follows at once and learns the last lease', async () => {
      const database = await server().ledger();
      const [a, b] = [await joined(database), await joined(database)];
      const [first, second, third] = [lease(), lease(), lease()];
      expect(await a.ledger.takeKeyLease(first, neverStopped)).toMatchObject({ ok: true, value: { before: null } });
      const waiting = b.ledger.takeKeyLease(second, neverStopped);
      const other = lease('another key');
      expect(await b.ledger.takeKeyLease(other, neverStopped)).toMatchObject({ value: { before: null } });
      expect(await Promise.race([waiting, b.ledger.claim(aShipment('ORD-1')).then(() => 'waits')])).toBe('waits');
      await a.ledger.endKeyLease(first.id);
      expect(await waiting).toMatchObject({ ok: true, value: { before: first.id } });
      await b.ledger.endKeyLease(second.id);
      // The last lease is now the second: what bench a asked in its first lease is no longer the last question.
      expect(await a.ledger.takeKeyLease(third, neverStopped)).toMatchObject({ value: { before: second.id } });
    });

    test('a sleeping bench blocks the others until its lease expires, and then buys nothing', async () => {
      const database = await server().ledger();
      await database.owner.query("UPDATE packbench.durations SET lease = '300 ms'");
      const [a, b] = [await joined(database), await joined(database)];
      const slept = lease();
      const taken = await a.ledger.takeKeyLease(slept, neverStopped);
      if (!taken.ok || taken.value === 'stopped') throw new Error('not taken');
      expect(await b.ledger.takeKeyLease(lease(), neverStopped)).toMatchObject({ ok: true, value: { before: slept.id } });
      expect(taken.value.until.elapsed).toBeLessThan(performance.now());
      expect(taken.value.until.wall).toBeLessThan(Date.now());
      const ended = await a.ledger.endKeyLease(slept.id);
      expect(ended).toEqual({ ok: true, value: {} });
      // The late end of the expired lease did not end the other bench's lease.
      const stopped = new AbortController();
      stopped.abort();
      expect(await a.ledger.takeKeyLease(lease(), stopped.signal)).toEqual({ ok: true, value: 'stopped' });
    });

    test('a promoted server does not return the previous lease', async () => {
      const database = await server().ledger();
      const { ledger } = await joined(database);
      const first = lease();
      await ledger.takeKeyLease(first, neverStopped);
      await database.owner.query("UPDATE packbench.lease SET server = 'another'");
      expect(await ledger.takeKeyLease(lease(), neverStopped)).toMatchObject({ value: { before: null } });
    });

    test('a promoted server gives no lease before a lease unknown to it has expired', async () => {
      const database = await server().ledger();
      await database.owner.query("UPDATE packbench.durations SET lease = '700 ms'");
      const [a, b] = [await joined(database), await joined(database)];
      expect(await a.ledger.takeKeyLease(lease(), neverStopped)).toMatchObject({ ok: true });
      const given = performance.now();
      await database.owner.query(
        "DELETE FROM packbench.lease; UPDATE packbench.world SET server = 'another'; UPDATE packbench.feed SET met = 'another', agreed = 'another'",
      );
      for (const { ledger, at } of [a, b]) {
        expect(await ledger.hello(at)).toMatchObject({ ok: true, value: { needs: 'replay' } });
        await ledger.agree(at.feed);
      }
      expect(await b.ledger.claim(aShipment('ORD-1'))).toEqual({ ok: true, value: {} });
      expect(await b.ledger.takeKeyLease(lease(), neverStopped)).toMatchObject({ ok: true, value: { before: null } });
      expect(performance.now() - given).toBeGreaterThan(700);
    });
  });

  test('every failure is a code and never thrown: server, address, ledger, bench, clock, version', async () => {
    const database = await server().ledger();
    const empty = await server().emptyDatabase();
    const { token } = await addBench(database.owner);
    const failureOf = async (ledger: SharedLedger) => {
      const answer = await ledger.hello(newFeed());
      return answer.ok ? undefined : answer.failure;
    };
    const codeOf = async (ledger: SharedLedger) => (await failureOf(ledger))?.code;
    expect(await codeOf(reach(`postgres://packbench_bench@127.0.0.1:${await freePort()}/x`, token))).toBe('ledger-unreachable');
    expect(await codeOf(reach('no address', token))).toBe('ledger-unreachable');
    expect(await codeOf(reach(database.benchUrl.replace('packbench_bench', 'nobody'), token))).toBe('not-paired');
    const versions = (ledger: number | null) => ({
      code: 'ledger-version',
      reasons: [{ code: 'ledger-version', bench: schemaNumber, ledger }],
    });
    expect(await failureOf(reach(empty.benchUrl, token))).toMatchObject(versions(null));
    expect(await codeOf(reach(database.benchUrl, 'another token'))).toBe('not-paired');
    const unreadable = () => {
      throw new Error('it is encrypted with another key');
    };
    expect(await codeOf(reach(database.benchUrl, token, { token: unreadable }))).toBe('ledger-unreachable');
    expect(await codeOf(reach(database.benchUrl, token, { wall: () => Date.now() - 7_200_000 }))).toBe('ledger-clock');
    for (const version of [schemaNumber + 1, schemaNumber - 1]) {
      await database.owner.query('UPDATE packbench.ledger SET schema_no = $1', [version]);
      const ledger = reach(database.benchUrl, token);
      expect(await failureOf(ledger)).toMatchObject(versions(version));
      expect(await ledger.claim(aShipment('ORD-1'))).toMatchObject({ failure: { code: 'ledger-unreachable' } });
    }
    await database.owner.query('REVOKE EXECUTE ON FUNCTION packbench.hello FROM packbench_bench');
    expect(await codeOf(reach(database.benchUrl, token))).toBe('not-paired');
    for (const asked of [reach(database.benchUrl, token)])
      for (const answer of [await asked.claim(aShipment('ORD-1')), await asked.agree(randomUUID()), await asked.report(randomUUID(), [])])
        expect(answer).toMatchObject({ ok: false, failure: { code: 'ledger-unreachable' } });
  });
});

test('an unreadable address refuses only requests made while it is unreadable', async () => {
  let isReadable = false;
  const address = () => {
    if (isReadable) return undefined;
    throw new Error('it is encrypted with another key');
  };
  const connection = createConnection(address, { connectMs: 1_000, answerMs: 1_000 });
  expect(await connection.open()).toEqual({ is: 'refused', code: '', why: 'it is encrypted with another key' });
  isReadable = true;
  expect(await connection.open()).toEqual({ is: 'refused', code: '', why: 'no address of a ledger' });
});

test.each([
  [
    'postgres://bench:p%40ss@127.0.0.1/packbench',
    { host: '127.0.0.1', port: 5432, database: 'packbench', user: 'bench', password: 'p@ss', ssl: false },
  ],
  ['postgresql://bench@localhost:5433/packbench?sslmode=require', { host: 'localhost', port: 5433, ssl: false }],
  ['postgres://bench@[::1]/packbench', { host: '::1', ssl: false }],
  [
    'postgres://bench@ledger.example.com/packbench?sslmode=disable',
    { ssl: { rejectUnauthorized: true, servername: 'ledger.example.com' } },
  ],
  ['postgres://bench@10.0.0.5/packbench?sslmode=no-verify', { host: '10.0.0.5', ssl: { rejectUnauthorized: true } }],
  ['postgres://bench@127.0.0.1.example.com/packbench', { ssl: { rejectUnauthorized: true } }],
  ['https://bench@localhost/packbench', undefined],
  ['postgres://localhost/packbench', undefined],
  ['postgres://bench@localhost', undefined],
  ['', undefined],
])('parses %s, with encryption and certificate check unless the server is this computer', (url, expected) => {
  const read = readDatabaseAddress(url);
  if (expected === undefined) expect(read).toBeUndefined();
  else expect(read).toMatchObject(expected);
});

describe.skipIf(whyNot)('the way to a ledger in another place', () => {
  test('is used only if the certificate is that of the server, and never in plain text', async () => {
    const plain = await startPostgres();
    onTestFinished(async () => await plain.stop());
    const folder = new URL('../fixtures/tls/', import.meta.url).pathname;
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const openWith = async (ca: string, servername: string) => {
      const address = {
        ...readDatabaseAddress(`postgres://postgres@127.0.0.1:${plain.port}/postgres`)!,
        ssl: { rejectUnauthorized: true, ca: [ca], servername },
      };
      const connection = createConnection(() => address, { connectMs: 5_000, answerMs: 5_000 });
      onTestFinished(async () => await connection.close());
      return (await connection.open()).is;
    };
    expect(await openWith(read('courier-cert.pem'), 'courier.example.com')).toBe('refused');
    for (const [name, as] of [
      ['courier-cert.pem', 'server.crt'],
      ['courier-key.pem', 'server.key'],
    ] as const)
      await plain.keep(join(folder, name), as);
    await plain.program(
      'psql',
      '-h',
      '127.0.0.1',
      '-p',
      `${plain.port}`,
      '-U',
      'postgres',
      '-c',
      'ALTER SYSTEM SET ssl = on',
      '-c',
      'SELECT pg_reload_conf()',
    );
    await expect.poll(async () => await openWith(read('courier-cert.pem'), 'courier.example.com')).toBe('answer');
    expect(await openWith(read('courier-cert.pem'), 'ledger.example.com')).toBe('refused');
    expect(await openWith(read('other-cert.pem'), 'courier.example.com')).toBe('refused');
  });
});
