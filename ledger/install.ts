import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Client } from 'pg';

/**
 * The version of the tables and functions here, and of the protocol: also of what benches pack for each other. `hello` refuses a bench
 * with any other one.
 */
export const schemaNumber = 1;

/** One file per schema: each takes the tables from the schema before to its own. */
const tables = ['tables'];
const functions = [
  'slot',
  'enter',
  'hello',
  'grants',
  'report',
  'settle',
  'doubts',
  'read',
  'pairing',
  'turns',
  'news',
  'orders',
  'settings',
  'roles',
];

/** What only a ledger of a test has shorter, or longer. */
export const durationNames = ['held', 'headers', 'settle', 'run', 'clock', 'facts', 'invite', 'turn', 'orders'] as const;
type Durations = Readonly<Partial<Record<(typeof durationNames)[number], string>>>;

/** `held=2 s,settle=5 s`; undefined where it is anything else. */
export function readDurations(text: string): Durations | undefined {
  const told = text === '' ? [] : text.split(',').map((each) => /^(\w+)=(\d+(?:\.\d+)? (?:ms|s|min|h|days))$/.exec(each.trim()));
  const read: Record<string, string> = {};
  for (const each of told) {
    const [, name = '', lasts = ''] = each ?? [];
    if (!durationNames.some((known) => known === name)) return undefined;
    read[name] = lasts;
  }
  return read;
}

/** The SQL of one file of this folder. */
export const sqlOf = (name: string): string => readFileSync(new URL(`${name}.sql`, import.meta.url), 'utf8');

/** The schema of the ledger in a database; 0 where there is none. */
export async function installedSchema(client: Client): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>("SELECT to_regclass('packbench.ledger') IS NOT NULL AS there");
  if (!rows[0]?.there) return 0;
  const found = await client.query<{ schema_no: number }>('SELECT schema_no FROM packbench.ledger');
  return found.rows[0]?.schema_no ?? 0;
}

/**
 * Makes role, tables and functions in a database that has none, or brings older ones up to date: all of it or nothing. Answers the
 * password of the role as which every bench connects, where the role was made now; one that is there keeps its own.
 */
export async function install(
  client: Client,
  read: (name: string) => string = sqlOf,
  durations: Durations = {},
): Promise<string | undefined> {
  await client.query('BEGIN');
  try {
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('packbench|install', 0))");
    const password = await makeBenchRole(client);
    const from = await installedSchema(client);
    for (const name of tables.slice(from)) await client.query(read(name));
    for (const name of functions) await client.query(read(name));
    if (from === 0) await client.query('INSERT INTO packbench.durations DEFAULT VALUES');
    // All at once: some have to be shorter than others.
    const changed = durationNames.filter((name) => durations[name] !== undefined);
    if (changed.length > 0)
      await client.query(
        `UPDATE packbench.durations SET ${changed.map((name, index) => `${name} = $${index + 1}`).join(', ')}`,
        changed.map((name) => durations[name]),
      );
    await client.query(
      'INSERT INTO packbench.ledger (schema_no) VALUES ($1) ON CONFLICT (one) DO UPDATE SET schema_no = excluded.schema_no',
      [schemaNumber],
    );
    await client.query('COMMIT');
    return password;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function makeBenchRole(client: Client): Promise<string | undefined> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = 'packbench_bench'");
  if (rowCount) return undefined;
  const password = randomBytes(24).toString('base64url');
  await client.query(`CREATE ROLE packbench_bench LOGIN PASSWORD '${scramVerifier(password)}'`);
  return password;
}

/** Lets one more bench in. Its token is answered here and kept nowhere. */
export async function addBench(client: Client): Promise<{ readonly bench: number; readonly token: string }> {
  const token = randomBytes(32);
  const { rows } = await client.query<{ bench: number }>('SELECT packbench.add_bench($1) AS bench', [token]);
  const bench = rows[0]?.bench;
  if (bench === undefined) throw new Error('The ledger gave the new bench no number.');
  return { bench, token: token.toString('base64url') };
}

/** What PostgreSQL keeps of a password, so that the password itself stands in no log of the server. */
function scramVerifier(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const keyed = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
