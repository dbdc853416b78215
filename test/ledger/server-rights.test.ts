import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { whatStaysOpen } from '../../ledger/check.ts';
import { install } from '../../ledger/install.ts';
import { type Database, whyNoPostgres } from './postgres.ts';
import { joinBenches, shipment } from './sql-bench.ts';
import { untilReleased, usePostgres } from './use-ledger.ts';

describe.skipIf(whyNoPostgres())('the password of the benches', () => {
  const server = usePostgres();

  /** Everything that a thief of the password did to a database before these rights were taken away. */
  const tried = [
    'CREATE TEMPORARY TABLE filler (bytes bytea)',
    'CREATE TABLE public.filler (bytes bytea)',
    'CREATE SCHEMA filler',
    'SELECT lo_create(0)',
    "SELECT lo_from_bytea(0, 'x')",
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity',
    'SELECT pg_cancel_backend(pid) FROM pg_stat_activity',
    'SELECT pg_advisory_lock(1)',
    'SELECT pg_advisory_xact_lock(1, 2)',
    'SELECT pg_try_advisory_lock_shared(1)',
    'SELECT * FROM packbench.ledger',
    'SELECT * FROM packbench.attempt',
  ];

  async function works(database: Database): Promise<void> {
    const [a, b] = await joinBenches(database, 2);
    expect(await a!.claim(shipment('ORD-1'))).toEqual({ is: 'granted' });
    expect((await b!.claim(shipment('ORD-1'))).is).toBe('taken-elsewhere');
    const lease = await a!.ask('take_lease', 'sandbox', 'key', '00000000-0000-4000-8000-000000000001');
    expect(lease.is).toBe('granted');
  }

  /** Installed here: a copy of a database does not have the rights of the database itself. */
  async function installed() {
    const database = await server().emptyDatabase();
    await install(database.owner);
    return database;
  }

  test.each(tried)('does not allow %s', async (sql) => {
    const database = await installed();
    const bench = await database.connect('bench');
    await expect(bench.query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  test('allows nothing beyond the ledger if a superuser installs it, and the ledger works', async () => {
    const database = await installed();
    expect(await whatStaysOpen(database.owner)).toEqual([]);
    await works(database);
    const copy = await server().restored(database.name);
    expect(await whatStaysOpen(copy.owner)).toEqual([
      'The role of the benches may create temporary tables, and so fill the disk.',
      expect.stringMatching(/^To end that, run once as a superuser/),
    ]);
  });

  /** Installs a ledger as a user with these rights, who owns the database and is no superuser. */
  async function installedBy(rights: string) {
    const database = await server().emptyDatabase();
    await database.owner.query('DROP ROLE IF EXISTS packbench_owner');
    await database.owner.query(`CREATE ROLE packbench_owner LOGIN ${rights}`);
    await database.owner.query(`ALTER DATABASE ${database.name} OWNER TO packbench_owner`);
    const owner = new pg.Client({ connectionString: database.url.replace('postgres@', 'packbench_owner@'), ssl: false });
    await owner.connect();
    await install(owner);
    const open = await whatStaysOpen(owner);
    await owner.end();
    return { database, open };
  }
  const forget = async ({ owner }: Database) => {
    await owner.query('REASSIGN OWNED BY packbench_owner TO postgres; DROP OWNED BY packbench_owner; DROP ROLE packbench_owner');
  };

  test.each(['CREATEROLE', 'NOCREATEROLE'])('allows less if a user with %s installs the ledger, and it says what stays', async (rights) => {
    // The role of the benches exists already: without CREATEROLE an administrator has made it.
    await server().ledger();
    const { database, open } = await installedBy(rights);
    expect(open).toEqual([
      'It may create large objects, and so fill the disk.',
      'It may end the sessions of all benches.',
      'It may hold the locks that it sees.',
      expect.stringMatching(/^To end that, run once as a superuser/),
    ]);
    await works(database);
    // A superuser takes the rest away later; the functions still belong to their owner, and still lock.
    await install(database.owner);
    expect(await whatStaysOpen(database.owner)).toEqual([]);
    await database.owner.query('TRUNCATE packbench.closed_order');
    const [a] = await joinBenches(database, 1);
    expect(await a!.claim(shipment('ORD-2'))).toEqual({ is: 'granted' });
    await forget(database);
  });

  test('does not tell which lock belongs to an order: another ledger locks it under another number', async () => {
    const numbers = await Promise.all(
      [await installed(), await installed()].map(async (database) => {
        const [a] = await joinBenches(database, 1, 'apart');
        await a!.client.query('BEGIN');
        await a!.claim(shipment('ORD-1'));
        const { rows } = await database.owner.query<{ classid: string; objid: string }>(
          "SELECT classid, objid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        );
        await a!.client.query('ROLLBACK');
        await a!.client.end();
        await untilReleased(database, a!);
        return rows.map(({ classid, objid }) => `${classid} ${objid}`).join();
      }),
    );
    expect(numbers[0]).not.toBe('');
    expect(numbers[0]).not.toBe(numbers[1]);
  });
});
