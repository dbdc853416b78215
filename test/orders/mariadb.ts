import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from '../fakes/free-port.ts';

const program = '/usr/sbin/mariadbd';
/** Why MariaDB cannot be started here; `undefined` if it can. CI always has it. */
export const whyNoMariadb = (): string | undefined =>
  existsSync(program) || process.env['CI'] ? undefined : 'MariaDB is not installed: Debian has it as mariadb-server-core';

const password = 'open sesame';
const user = `CREATE USER IF NOT EXISTS bench@'%' IDENTIFIED BY '${password}';`;
const start = ['CREATE DATABASE IF NOT EXISTS shop;', user, `GRANT ALL ON *.* TO bench@'%';`].join('\n');

/** Starts a MariaDB in a folder and on a port of its own. */
export async function startMariadb() {
  const folder = await mkdtemp(join(tmpdir(), 'mariadb-'));
  const port = await freePort();
  const data = join(folder, 'data');
  const first = join(folder, 'first.sql');
  await writeFile(first, start);
  const usual = [
    '--no-defaults',
    `--datadir=${data}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    '--innodb-log-file-size=4M',
    '--character-set-server=utf8mb4',
  ];
  await mkdir(data);
  const made = spawn(program, [...usual, '--bootstrap'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const sql = ['mysql_system_tables', 'mysql_performance_tables', 'mysql_system_tables_data'];
  made.stdin.end(
    `CREATE DATABASE mysql;\nUSE mysql;\n${sql.map((name) => readFileSync(`/usr/share/mysql/${name}.sql`, 'utf8')).join('\n')}`,
  );
  await once(made, 'close');
  let running: ReturnType<typeof spawn> | undefined;
  const connect = () => createConnection({ host: '127.0.0.1', port, user: 'bench', password, database: 'shop' });
  const server = {
    at: { kind: 'mysql' as const, host: '127.0.0.1', port, database: 'shop', user: 'bench' },
    password,
    async run(text: string) {
      const connection = await connect();
      try {
        const [rows] = await connection.query<RowDataPacket[]>(text);
        return Array.isArray(rows) ? String(Object.values(rows[0] ?? {})[0]) : '';
      } finally {
        await connection.end();
      }
    },
    /** Executes one statement with this number of parameters, in a read-only transaction. */
    async execute(text: string, parameters: number) {
      const connection = await connect();
      try {
        await connection.query('START TRANSACTION READ ONLY');
        await connection.execute(text, Array<string>(parameters).fill('1'));
      } finally {
        connection.destroy();
      }
    },
    async start(...options: string[]) {
      running = spawn(program, [...usual, `--port=${port}`, '--bind-address=127.0.0.1', `--init-file=${first}`, ...options], {
        stdio: 'ignore',
      });
      while (!(await server.run('SELECT 1').catch(() => undefined))) {
        if (running.exitCode !== null) throw new Error(`MariaDB ended at once with ${running.exitCode}`);
        await wait(30);
      }
    },
    async halt() {
      if (!running) return;
      const ended = once(running, 'close');
      running.kill();
      await ended;
    },
    async stop() {
      await server.halt();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
