import { execFile, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, chown, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { install, sqlOf } from '../../ledger/install.ts';
import { freePort } from '../fakes/free-port.ts';

const run = promisify(execFile);

/** Returns the program folder of the newest PostgreSQL on this computer: Debian has one folder per version. */
function programsAt(): string | undefined {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .map(Number)
        .toSorted((a, b) => b - a)
    : [];
  return versions.map((version) => `/usr/lib/postgresql/${version}/bin`).find((folder) => existsSync(join(folder, 'initdb')));
}
const debianPrograms = programsAt();

/** Returns the reason why no PostgreSQL can be started here; `undefined` if one can. CI always has one. */
export const whyNoPostgres = (): string | undefined =>
  debianPrograms === undefined && !process.env['CI'] ? 'PostgreSQL is not installed: Debian has it as postgresql' : undefined;

export interface Database {
  readonly name: string;
  /** Address for the owner of the ledger. */
  readonly url: string;
  /** Address for a bench. */
  readonly benchUrl: string;
  readonly owner: pg.Client;
  /** Opens one more connection, closed with the server. */
  connect(as?: 'owner' | 'bench'): Promise<pg.Client>;
}

export interface PostgresServer {
  readonly port: number;
  readonly folder: string;
  /** Returns a database that exists already. */
  database(name: string): Promise<Database>;
  /** Creates an empty database. */
  emptyDatabase(options?: string): Promise<Database>;
  /** Creates a database with a ledger; `without`: fragments of its SQL, and the text that replaces each. */
  ledger(without?: Readonly<Record<string, string>>): Promise<Database>;
  /** Copies a database as it is now. PostgreSQL allows no connections meanwhile, so all are ended. */
  restored(name: string): Promise<Database>;
  /** Ends every connection and drops every database that was created. */
  clear(): Promise<void>;
  /** Sends SIGQUIT, which ends the server as if the power failed. */
  crash(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Copies a file in the data folder, which only the server may read. */
  keep(path: string, as: string): Promise<void>;
  program(name: string, ...args: string[]): Promise<string>;
}

/** Returns the user for the server, which refuses to run as root. */
async function serverUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  const line = lines.find((each) => each.startsWith('postgres:')) ?? lines.find((each) => each.startsWith('nobody:'));
  const [, , uid = '', gid = ''] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Returns these programs if the server's user may run them; else a copy in its folder: some packages are in folders that only root may
 * read.
 */
async function within(programs: string, folder: string, user: { readonly uid: number; readonly gid: number } | undefined): Promise<string> {
  const mayRun = await run(join(programs, 'initdb'), ['--version'], { ...user }).then(
    () => true,
    () => false,
  );
  if (!user || mayRun) return programs;
  const copy = join(folder, 'programs');
  await cp(dirname(programs), copy, { recursive: true, verbatimSymlinks: true });
  await run('chown', ['-R', `${user.uid}:${user.gid}`, copy]);
  return join(copy, basename(programs));
}

type Program = PostgresServer['program'];

/** Creates the data folder of a new server. `initdb` runs once per computer; later folders are copies. */
async function newData(data: string, program: Program): Promise<void> {
  const how = ['-U', 'postgres', '-E', 'UTF8', '--locale=C', '-A', 'trust', '--no-sync'];
  const about = [await program('initdb', '--version'), process.getuid?.(), ...how].join(' ');
  const kept = join(import.meta.dirname, '../../node_modules/.cache', `packbench-postgres-${hash('sha256', about).slice(0, 16)}`);
  if (existsSync(kept)) return void (await run('cp', ['-a', kept, data]));
  await program('initdb', '-D', data, ...how);
  const unfinished = `${kept}-${process.pid}`;
  await mkdir(dirname(kept), { recursive: true });
  await run('cp', ['-a', data, unfinished]);
  // Another process may have been faster.
  await rename(unfinished, kept).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(kept)) throw error;
  });
}

/**
 * Starts a PostgreSQL in its own folder and on its own port. `copyOf`: the server whose standby it is. `given`: the folder of another
 * PostgreSQL.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  copyOf?: { readonly port: number; readonly name: string },
  given = debianPrograms,
): Promise<PostgresServer> {
  if (given === undefined) throw new Error('PostgreSQL is not installed');
  const user = await serverUser();
  const folder = await mkdtemp(join(tmpdir(), 'pg-'));
  if (user) await chown(folder, user.uid, user.gid);
  const programs = await within(given, folder, user);
  const data = join(folder, 'data');
  const port = await freePort();
  const program: Program = async (name, ...args) =>
    (await run(join(programs, name), args, { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } })).stdout;
  if (copyOf)
    await program(
      'pg_basebackup',
      '-h',
      '127.0.0.1',
      '-p',
      `${copyOf.port}`,
      '-U',
      'postgres',
      '-D',
      data,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
      '-d',
      `application_name=${copyOf.name}`,
    );
  else await newData(data, program);
  const lines = {
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: folder,
    max_connections: '60',
    shared_buffers: '16MB',
    autovacuum: 'off',
    log_min_messages: 'fatal',
    ...settings,
  };
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    Object.entries(lines)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  );
  const clients: pg.Client[] = [];
  const urlOf = (as: string, name: string): string => `postgres://${as}@127.0.0.1:${port}/${name}`;
  const connectTo = async (url: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, ssl: false });
    // A server that is killed ends its connections; pending queries reject by themselves.
    client.on('error', () => clients.splice(clients.indexOf(client) >>> 0, 1));
    await client.connect();
    clients.push(client);
    return client;
  };
  let running: { readonly daemon: ReturnType<typeof spawn>; readonly ended: Promise<void> } | undefined;
  let gone = Promise.resolve();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = running;
    // Cleared at once: a start while this server still stops creates a new process.
    running = undefined;
    ending?.daemon.kill(signal);
    gone = ending?.ended ?? gone;
    await gone;
  };
  let count = 0;
  const made: string[] = [];
  let template: Promise<void> | undefined;
  const makeTemplate = async (): Promise<void> => {
    const admin = await connectTo(urlOf('postgres', 'postgres'));
    await admin.query('CREATE DATABASE ledger_template');
    await admin.end();
    const owner = await connectTo(urlOf('postgres', 'ledger_template'));
    await install(owner);
    await owner.end();
  };
  const server: PostgresServer = {
    port,
    folder,
    program,
    async start() {
      await gone;
      const daemon = spawn(join(programs, 'postgres'), ['-D', data], { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder, ...user });
      let output = '';
      daemon.stderr.on('data', (chunk) => {
        output += chunk;
      });
      running = { daemon, ended: new Promise<void>((resolve) => daemon.once('close', () => resolve())) };
      for (;;) {
        if (await answers(urlOf('postgres', 'postgres'))) return;
        if (daemon.exitCode !== null) throw new Error(`PostgreSQL ended at once: ${output}`);
        await wait(30);
      }
    },
    async database(name) {
      const url = urlOf('postgres', name);
      const benchUrl = urlOf('packbench_bench', name);
      return {
        name,
        url,
        benchUrl,
        owner: await connectTo(url),
        connect: async (as = 'owner') => await connectTo(as === 'owner' ? url : benchUrl),
      };
    },
    async emptyDatabase(options = '') {
      const name = `ledger_${++count}`;
      const admin = await connectTo(urlOf('postgres', 'postgres'));
      await admin.query(`CREATE DATABASE ${name} ${options}`);
      await admin.end();
      made.push(name);
      return await server.database(name);
    },
    async ledger(without) {
      template ??= makeTemplate();
      await template;
      if (without === undefined) return await server.emptyDatabase('TEMPLATE ledger_template');
      const database = await server.emptyDatabase();
      await install(database.owner, editedSql(without));
      return database;
    },
    async restored(name) {
      const admin = await connectTo(urlOf('postgres', 'postgres'));
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      await admin.end();
      return await server.emptyDatabase(`TEMPLATE ${name}`);
    },
    async clear() {
      await Promise.all(clients.splice(0).map((client) => client.end()));
      const admin = await connectTo(urlOf('postgres', 'postgres'));
      for (const name of made.splice(0)) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
    async keep(path, as) {
      await writeFile(join(data, as), await readFile(path), { mode: 0o600 });
      if (user) await chown(join(data, as), user.uid, user.gid);
    },
    crash: async () => await end('SIGQUIT'),
    async stop() {
      await Promise.allSettled(clients.map((client) => client.end()));
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, ssl: false });
  const answered = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end();
  return answered;
}

/** Returns the ledger's SQL with fragments replaced, each of which occurs once. */
function editedSql(edits: Readonly<Record<string, string>>): (name: string) => string {
  const open = new Set(Object.keys(edits));
  return (name) => {
    let sql = sqlOf(name);
    for (const text of open) {
      const pieces = sql.split(text);
      if (pieces.length === 1) continue;
      if (pieces.length > 2) throw new Error(`more than once in ${name}.sql: ${text}`);
      sql = pieces.join(edits[text]);
      open.delete(text);
    }
    if (name === 'roles' && open.size > 0) throw new Error(`not in the ledger's SQL: ${[...open].join(', ')}`);
    return sql;
  };
}
