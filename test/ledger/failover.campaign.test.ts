import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { postgresOfPackages } from '../../build/programs/ship-together.ts';
import { createSharedLedger } from '../../electron/ledger/shared-ledger.ts';
import { whatSpeaksAgainst } from '../../ledger/check.ts';
import { addBench } from '../../ledger/install.ts';
import { noFact } from '../../shared/attempt.ts';
import { aShipment } from '../contract/ledger.ts';
import { startGate } from './gate.ts';
import { type Database, type PostgresServer, startPostgres, whyNoPostgres } from './postgres.ts';
import { joinBenches, type SqlBench, shipment, stateOf } from './sql-bench.ts';

describe.skipIf(whyNoPostgres())('a ledger whose server fails', () => {
  async function started(...how: Parameters<typeof startPostgres>): Promise<PostgresServer> {
    const server = await startPostgres(...how);
    onTestFinished(async () => await server.stop());
    return server;
  }

  /** Books ORD-1, which reaches the standby, and ORD-2, which does not; then promotes the standby. */
  async function promotedBehind(without?: Readonly<Record<string, string>>) {
    const first = await started();
    const gate = await startGate(first.port);
    onTestFinished(async () => await gate.stop());
    const before = await first.ledger(without);
    const [a, b] = (await joinBenches(before, 2, 'apart')) as [SqlBench, SqlBench];
    const second = await started({}, { port: gate.port, name: 'second' });
    await a.book(shipment('ORD-1'));
    await caughtUp(before, await second.database(before.name));
    gate.shut();
    await a.book(shipment('ORD-2'));
    await first.crash();
    await second.program('psql', '-h', '127.0.0.1', '-p', `${second.port}`, '-U', 'postgres', '-c', 'SELECT pg_promote()');
    const after = await second.database(before.name);
    for (const bench of [a, b]) bench.client = await after.connect('bench');
    return { after, a, b };
  }

  async function caughtUp(before: Database, behind: Database): Promise<void> {
    await expect
      .poll(async () => (await behind.owner.query('SELECT count(*)::int AS count FROM packbench.fact')).rows)
      .toEqual((await before.owner.query('SELECT count(*)::int AS count FROM packbench.fact')).rows);
  }

  test('a promoted stand-by that was behind is frozen until the benches report what it missed', async () => {
    const { after, a, b } = await promotedBehind();
    expect(await b.hello()).toMatchObject({ is: 'welcome', needs: 'replay' });
    expect(await b.claim(shipment('ORD-2'))).toEqual({ is: 'ledger-frozen', waitsFor: [a.number, b.number] });
    expect(await b.agree()).toEqual({ is: 'agreed', open: false, waitsFor: [a.number] });
    expect(await a.hello()).toMatchObject({ is: 'welcome', needs: 'replay' });
    a.acknowledged = 0;
    await a.deliver();
    expect(await a.agree()).toEqual({ is: 'agreed', open: true, waitsFor: [] });
    for (const order of ['ORD-1', 'ORD-2'])
      expect(await b.claim(shipment(order))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
    expect((await b.claim(shipment('ORD-3'))).is).toBe('granted');
    const { rows } = await after.owner.query("SELECT count(*)::int FROM packbench.attempt WHERE state = 'booked'");
    expect(rows).toEqual([{ count: 2 }]);
  });

  test('without the comparison of timelines an order that it missed is reserved again', async () => {
    const { b } = await promotedBehind({ 'is_behind OR server <> packbench.server()': 'is_behind' });
    await b.hello();
    expect((await b.claim(shipment('ORD-2'))).is).toBe('granted');
  });

  /** Returns how many of fifty acknowledged grants exist after a crash of a server whose settings do not wait for the disk. */
  async function keptOfFifty(without?: Readonly<Record<string, string>>): Promise<number> {
    const server = await started({ synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' });
    const database = await server.ledger(without);
    const [a] = (await joinBenches(database, 1)) as [SqlBench];
    await database.owner.query('CHECKPOINT');
    const attempts = Array.from({ length: 50 }, (_, index) => shipment(`order ${index}`));
    for (const attempt of attempts) expect((await a.claim(attempt)).is).toBe('granted');
    await server.crash();
    await server.start();
    const after = await server.database(database.name);
    const states = [];
    for (const attempt of attempts) states.push(await stateOf(after, attempt));
    return states.filter((state) => state === 'held').length;
  }

  test('reservations survive a crash of a server with asynchronous commit', async () => {
    expect(await keptOfFifty()).toBe(50);
  });

  test('without its own synchronous commit it loses reservations', async () => {
    expect(await keptOfFifty({ "set_config('synchronous_commit', 'on', true), ": '' })).toBeLessThan(50);
  });

  test('a cancelled wait for the stand-by is no reservation, though the server reports success', async () => {
    const server = await started();
    const database = await server.ledger();
    const { token } = await addBench(database.owner);
    const ledger = createSharedLedger({
      url: () => database.benchUrl,
      token: () => token,
      ref: () => 'LEDGER',
      log: () => undefined,
      elapsed: () => performance.now(),
      wall: () => Date.now(),
    });
    onTestFinished(async () => await ledger.close());
    const at = { feed: randomUUID(), world: 'sandbox', head: noFact, acknowledged: noFact } as const;
    await ledger.hello(at);
    const set = async (names: string) => {
      await database.owner.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
      await database.owner.query('SELECT pg_reload_conf()');
      await expect
        .poll(async () => (await database.owner.query('SHOW synchronous_standby_names')).rows)
        .toEqual([{ synchronous_standby_names: names }]);
    };
    await set('nobody');
    const attempt = aShipment('ORD-1');
    const claimed = ledger.claim(attempt);
    const waiting = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE usename = 'packbench_bench' AND wait_event = 'SyncRep'";
    await expect.poll(async () => (await database.owner.query(waiting)).rowCount).toBe(1);
    expect(await claimed).toMatchObject({
      ok: false,
      failure: { code: 'ledger-unreachable', detail: expect.stringContaining('synchronous replication') },
    });
    expect(await stateOf(database, attempt)).toBe('held');
    await set('');
    expect((await ledger.hello(at)).ok).toBe(true);
    expect(await ledger.giveUp(attempt)).toEqual({ ok: true, value: 'released' });
  });

  /** Returns a server whose queue of notifications is full: a listener within a transaction keeps all of them. */
  async function withFullQueue(without?: Readonly<Record<string, string>>) {
    // The limit of the queue can be set from PostgreSQL 17 on.
    const server = await started({ max_notify_queue_pages: '64' }, undefined, postgresOfPackages());
    const database = await server.ledger(without);
    const benches = (await joinBenches(database, 2, 'apart')) as [SqlBench, SqlBench];
    const listener = await database.connect();
    await listener.query('LISTEN news');
    await listener.query('BEGIN');
    const fill = "SELECT pg_notify('news', n || repeat('x', 7000)) FROM generate_series(1, 100) AS n";
    await expect(database.owner.query(fill)).rejects.toMatchObject({ code: '54000' });
    // The remaining space is too small for one more notification.
    for (let isFull = false; !isFull; )
      isFull = await database.owner.query(`SELECT pg_notify('news', repeat('x', 7000))`).then(
        () => false,
        () => true,
      );
    return benches;
  }

  test('benches claim, send and report even if the notification queue is full', async () => {
    const [a, b] = await withFullQueue();
    await a.book(shipment('ORD-1'));
    expect(await b.claim(shipment('ORD-1'))).toMatchObject({ is: 'taken-elsewhere', state: 'booked' });
  });

  test('if a claim sent a notification, a full queue would refuse it', async () => {
    const granted = "'held',\n      clock_timestamp() + held FROM packbench.durations;";
    const [a] = await withFullQueue({ [granted]: `${granted}\n  PERFORM pg_notify('news', repeat('y', 7000));` });
    await expect(a.claim(shipment('ORD-1'))).rejects.toMatchObject({ code: '54000' });
  });

  test('an asynchronous stand-by is refused unless accepted, and a synchronous one is valid', async () => {
    const first = await started();
    const { owner } = await first.emptyDatabase();
    await started({}, { port: first.port, name: 'second' });
    const now = () => new Date();
    const found = async (acceptsAsync: boolean) => (await whatSpeaksAgainst(owner, { acceptsAsync, now })).join();
    await expect.poll(async () => await found(false)).toMatch(/^The stand-by second is asynchronous/);
    expect(await found(true)).toBe('');
    await owner.query("ALTER SYSTEM SET synchronous_standby_names = 'second'");
    await owner.query('SELECT pg_reload_conf()');
    await expect.poll(async () => await found(false)).toBe('');
    expect((await owner.query('SELECT sync_state FROM pg_stat_replication')).rows).toEqual([{ sync_state: 'sync' }]);
  });
});
