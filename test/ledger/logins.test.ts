import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { scramVerifier } from '../../electron/ledger/scram-verifier.ts';
import { install, renewSharedPassword } from '../../ledger/install.ts';
import { type Database, whyNoPostgres } from './postgres.ts';
import { joinBenches, SqlBench, shipment } from './sql-bench.ts';
import { usePostgres } from './use-ledger.ts';

describe.skipIf(whyNoPostgres())('the user that a bench connects as', () => {
  const server = usePostgres();

  /** From now on the benches need their passwords. */
  beforeEach(async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'hba-')), 'pg_hba.conf');
    const lines = ['all +packbench_member', 'all packbench_other'].map((who) => `host ${who} 127.0.0.1/32 scram-sha-256`);
    await writeFile(file, [...lines, 'host all all 127.0.0.1/32 trust', ''].join('\n'));
    await server().keep(file, 'pg_hba.conf');
    const { owner } = await server().ledger();
    await owner.query('SELECT pg_reload_conf()');
  });

  async function connected(database: Database, login: string, password: string): Promise<pg.Client> {
    const url = new URL(database.benchUrl);
    url.username = login;
    url.password = password;
    const client = new pg.Client({ connectionString: url.href, ssl: false });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async function invited(by: SqlBench) {
    const [ticket, password] = [randomBytes(16), randomBytes(24).toString('base64url')];
    const answer = (await by.ask('invite', createHash('sha256').update(ticket).digest(), Buffer.from('keys'), scramVerifier(password))) as {
      is: string;
      login?: string | null;
    };
    expect(answer.is).toBe('invited');
    return { ticket, password, login: answer.login ?? null };
  }

  async function joined(database: Database, { ticket, password, login }: Awaited<ReturnType<typeof invited>>): Promise<SqlBench> {
    const client = await connected(database, login ?? 'packbench_bench', password);
    const token = randomBytes(32);
    const { rows } = await client.query<{ answer: { is: string; bench: number } }>('SELECT packbench.accept($1, $2) AS answer', [
      ticket,
      createHash('sha256').update(token).digest(),
    ]);
    expect(rows[0]?.answer.is).toBe('accepted');
    const bench = new SqlBench(client, token, rows[0]!.answer.bench);
    await bench.hello();
    return bench;
  }

  async function site() {
    const database = await server().ledger();
    const [a] = await joinBenches(database, 1);
    const invitation = await invited(a!);
    return { database, a: a!, invitation, b: await joined(database, invitation) };
  }

  test('is its own: it buys with it, and after its retirement neither its password nor its open session is worth anything', async () => {
    const { database, a, b, invitation } = await site();
    expect(invitation.login).toMatch(/^packbench_[0-9a-f]{12}$/);
    expect(await b.claim(shipment('ORD-1'))).toEqual({ is: 'granted' });
    await (await connected(database, invitation.login!, invitation.password)).end();
    await expect(connected(database, invitation.login!, 'another')).rejects.toMatchObject({ code: '28P01' });
    expect(await a.ask('retire', b.number)).toEqual({ is: 'retired' });
    await expect(connected(database, invitation.login!, invitation.password)).rejects.toMatchObject({ code: expect.stringMatching(/^28/) });
    await expect(b.claim(shipment('ORD-2'))).rejects.toMatchObject({ code: '42501' });
    await b.client.end();
    // The other benches notice nothing.
    expect((await a.claim(shipment('ORD-1'))).is).toBe('granted');
  });

  test('changes nothing for another bench, whatever it does to itself', async () => {
    const { database, a, b, invitation } = await site();
    const c = await joined(database, await invited(b));
    for (const sql of [
      `ALTER ROLE ${invitation.login} PASSWORD 'mine'`,
      `ALTER ROLE ${invitation.login} SET default_transaction_read_only = on`,
    ])
      await b.client.query(sql);
    for (const sql of [
      "ALTER ROLE packbench_bench PASSWORD 'mine'",
      'SET ROLE packbench_bench',
      'ALTER ROLE packbench_bench SET default_transaction_read_only = on',
      'ALTER DATABASE postgres SET default_transaction_read_only = on',
      'CREATE ROLE packbench_other',
    ])
      await expect(b.client.query(sql)).rejects.toMatchObject({ code: '42501' });
    for (const bench of [a, c]) {
      await bench.hello();
      expect((await bench.claim(shipment(`ORD-${bench.number}`))).is).toBe('granted');
    }
    await b.client.end();
    await c.client.end();
  });

  test('does not outlive a code that nobody used: the next code, withdrawing it and its retirement end it', async () => {
    const { database, a, b } = await site();
    const first = await invited(b);
    const second = await invited(b);
    await expect(connected(database, first.login!, first.password)).rejects.toMatchObject({ code: expect.stringMatching(/^28/) });
    await (await connected(database, second.login!, second.password)).end();
    expect(await b.ask('withdraw')).toEqual({ is: 'withdrawn' });
    await expect(connected(database, second.login!, second.password)).rejects.toMatchObject({ code: expect.stringMatching(/^28/) });
    const third = await invited(b);
    await a.ask('retire', b.number);
    await expect(connected(database, third.login!, third.password)).rejects.toMatchObject({ code: expect.stringMatching(/^28/) });
    const { rows } = await database.owner.query(
      "SELECT rolvaliduntil < clock_timestamp() + interval '11 min' AS soon FROM pg_roles WHERE rolname = $1",
      [third.login],
    );
    expect(rows).toEqual([{ soon: true }]);
    await b.client.end();
  });

  test('is the shared one for a bench that joined without a code: the password ends with the last such bench', async () => {
    const { database, a, b } = await site();
    const hasPassword = async () =>
      (await database.owner.query("SELECT rolpassword IS NOT NULL AS is FROM pg_authid WHERE rolname = 'packbench_bench'")).rows[0]?.is;
    await database.owner.query("ALTER ROLE packbench_bench PASSWORD 'shared'");
    const [other] = await joinBenches(database, 1);
    await b.ask('retire', other!.number);
    expect(await hasPassword()).toBe(true);
    expect(await renewSharedPassword(database.owner)).toBeUndefined();
    await b.ask('retire', a.number);
    expect(await hasPassword()).toBe(false);
    expect(await renewSharedPassword(database.owner)).toHaveLength(32);
    expect(await hasPassword()).toBe(true);
    await b.client.end();
  });

  test.each([
    ['CREATEROLE', true],
    ['NOCREATEROLE', false],
  ])('if the owner of the ledger has %s, is its own: %s; benches join and buy either way', async (rights, isOwn) => {
    const database = await server().emptyDatabase();
    await database.owner.query(`DROP ROLE IF EXISTS packbench_owner; CREATE ROLE packbench_owner LOGIN ${rights}`);
    await database.owner.query(`ALTER DATABASE ${database.name} OWNER TO packbench_owner`);
    const owner = new pg.Client({ connectionString: database.url.replace('postgres@', 'packbench_owner@'), ssl: false });
    await owner.connect();
    await install(owner);
    await owner.end();
    const [a] = await joinBenches(database, 1);
    const invitation = await invited(a!);
    expect(invitation.login !== null).toBe(isOwn);
    const b = await joined(database, invitation);
    expect(await b.claim(shipment('ORD-1'))).toEqual({ is: 'granted' });
    expect(await a!.ask('retire', b.number)).toEqual({ is: 'retired' });
    const gone = b.claim(shipment('ORD-2'));
    await (isOwn ? expect(gone).rejects.toMatchObject({ code: '42501' }) : expect(gone).resolves.toEqual({ is: 'not-paired' }));
    await b.client.end();
    await database.owner.query('REASSIGN OWNED BY packbench_owner TO postgres; DROP OWNED BY packbench_owner; DROP ROLE packbench_owner');
  });

  test('gets no password that is not in the form that the server keeps', async () => {
    const { a } = await site();
    for (const verifier of ['plain', "SCRAM-SHA-256$4096:a$b:c' SUPERUSER --", ''])
      await expect(a.ask('invite', randomBytes(32), Buffer.from('keys'), verifier)).rejects.toThrow('no verifier');
  });
});
