import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { whatIsMissing, whatSpeaksAgainst } from '../../ledger/check.ts';
import { schemaNumber } from '../../ledger/install.ts';
import { freePort } from '../fakes/free-port.ts';
import { whyNoPostgres } from './postgres.ts';
import { usePostgres } from './use-ledger.ts';

const program = fileURLToPath(new URL('../../build/programs/ledger.ts', import.meta.url));

/** Runs the program and returns its output and exit code. */
const run = (...args: readonly string[]): Promise<{ readonly output: string; readonly code: number }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], (_error, stdout, stderr) =>
      resolve({ output: stdout + stderr, code: child.exitCode ?? -1 }),
    );
  });

describe.skipIf(whyNoPostgres())('npm run ledger', () => {
  const server = usePostgres();
  const now = () => new Date();

  test('makes a ledger once, admits benches with a token each, and finds no fault in it', async () => {
    const { url, owner } = await server().emptyDatabase();
    expect(await run('check', url)).toEqual({
      output: 'There is no ledger in this database. Create it: npm run ledger -- init URL\nNothing was changed.\n',
      code: 1,
    });
    const made = await run('init', url);
    expect(made).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        new RegExp(
          `^The ledger is made, with schema ${schemaNumber}\\.\nBench 1 is let in with this token, which is shown this once: \\S{43}\n`,
        ),
      ),
    });
    expect((await run('bench', url)).output).toMatch(/^Bench 2 is let in with this token/);
    expect(await run('init', url)).toMatchObject({ code: 1, output: expect.stringMatching(/^There is a ledger in this database already/) });
    expect(await run('check', url)).toEqual({ output: `The ledger is in order, with schema ${schemaNumber}.\n`, code: 0 });
    expect(await run('upgrade', url)).toEqual({ output: `The ledger has schema ${schemaNumber} already.\n`, code: 0 });
    const token = /: (\S{43})\n/.exec(made.output)?.[1] ?? '';
    const { rows } = await owner.query('SELECT token_hash = sha256($1) AS is_hash FROM packbench.bench WHERE bench = 1', [
      Buffer.from(token, 'base64url'),
    ]);
    expect(rows).toEqual([{ is_hash: true }]);
  });

  test('a test ledger uses the durations given to it, and refuses any other option', async () => {
    const { url, owner } = await server().emptyDatabase();
    for (const durations of ['held=soon', 'held=2 s;settle=5 s', 'patience=2 s', 'held'])
      expect(await run('init', url, '--durations', durations)).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^Durations are written as/),
      });
    expect(await run('init', url, '--durations', 'held=3 s,headers=1 s,settle=2.5 s,invite=500 ms')).toMatchObject({ code: 0 });
    const { rows } = await owner.query('SELECT held::text, headers::text, settle::text, invite::text, run::text FROM packbench.durations');
    expect(rows).toEqual([{ held: '00:00:03', headers: '00:00:01', settle: '00:00:02.5', invite: '00:00:00.5', run: '00:01:00' }]);
  });

  test('the password for the benches is shown when their role is made, and stored nowhere', async () => {
    const { url, owner } = await server().emptyDatabase();
    await owner.query('DROP ROLE IF EXISTS packbench_bench');
    const made = await run('init', url);
    const password = /with the password (\S{32}),/.exec(made.output)?.[1] ?? '';
    expect(password).toHaveLength(32);
    const { rows } = await owner.query<{ kept: string }>("SELECT rolpassword AS kept FROM pg_authid WHERE rolname = 'packbench_bench'");
    expect(rows[0]!.kept).toMatch(/^SCRAM-SHA-256\$4096:/);
    await owner.query('DROP SCHEMA packbench CASCADE');
    await owner.query('DROP ROLE packbench_bench');
  });

  test('removes a PIN of the shift lead that nobody knows any more', async () => {
    const { url, owner } = await server().ledger();
    await owner.query("INSERT INTO packbench.lead (salt, verifier) VALUES (substr(sha256('salt'), 1, 16), sha256('pin'))");
    expect(await run('forget-pin', url)).toMatchObject({ code: 0, output: expect.stringMatching(/^The ledger asks for no PIN/) });
    expect((await owner.query('SELECT FROM packbench.lead')).rowCount).toBe(0);
  });

  test('a ledger of a newer schema is left alone', async () => {
    const { url, owner } = await server().ledger();
    await owner.query(
      "UPDATE packbench.ledger SET schema_no = schema_no + 1; INSERT INTO packbench.bench (token_hash) VALUES (sha256('x'))",
    );
    for (const command of ['upgrade', 'check', 'bench'])
      expect(await run(command, url)).toMatchObject({
        code: 1,
        output: expect.stringMatching(
          new RegExp(`^The ledger has schema ${schemaNumber + 1}, this program only has ${schemaNumber}\\. Use the newer program\\.`),
        ),
      });
    await owner.query('UPDATE packbench.ledger SET schema_no = 0');
    expect(await whatIsMissing(owner)).toEqual(['There is no ledger in this database. Create it: npm run ledger -- init URL']);
  });

  test('a wrong option, address, password or database is one sentence without the password', async () => {
    for (const args of [
      [],
      ['drop', 'postgres://me:hunter2@localhost/x'],
      ['init', 'postgres://me:hunter2@'],
      ['check', `postgres://me:hunter2@127.0.0.1:${await freePort()}/x`],
      ['check', `postgres://me:hunter2@127.0.0.1:${server().port}/nowhere`],
      ['check', `postgres://postgres:hunter2@127.0.0.1:${server().port}/nowhere`],
    ]) {
      const { output, code } = await run(...args);
      expect(code).toBe(1);
      expect(output).toMatch(/^[A-Z].*\nNothing was changed\.\n$/);
      expect(output).not.toContain('hunter2');
    }
  });

  test('a server that loses, damages or garbles data is refused, each with a remedy', async () => {
    const { owner } = await server().emptyDatabase("ENCODING 'SQL_ASCII' TEMPLATE template0");
    const found = async () => (await whatSpeaksAgainst(owner, { acceptsAsync: false, now })).join('\n');
    expect(await found()).toBe("The database stores text as SQL_ASCII. Create it again with ENCODING 'UTF8'.");
    for (const name of ['fsync', 'full_page_writes', 'synchronous_standby_names']) {
      await owner.query(`ALTER SYSTEM SET ${name} = ${name === 'synchronous_standby_names' ? 'nobody' : 'off'}`);
      await owner.query('SELECT pg_reload_conf()');
      await expect.poll(found).toContain(name);
      await owner.query(`ALTER SYSTEM RESET ${name}`);
      await owner.query('SELECT pg_reload_conf()');
      await expect.poll(found).not.toContain(name);
    }
  });

  test('clocks that are hours apart are refused', async () => {
    const { owner } = await server().emptyDatabase();
    const hoursLater = () => new Date(Date.now() + 7_200_000);
    expect(await whatSpeaksAgainst(owner, { acceptsAsync: false, now: hoursLater })).toEqual([
      'The clocks of this computer and of the server are 120 minutes apart. Set the one that is wrong.',
    ]);
    expect(await whatSpeaksAgainst(owner, { acceptsAsync: false, now })).toEqual([]);
  });
});
