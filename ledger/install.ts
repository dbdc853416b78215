import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { scramVerifier } from '../electron/ledger/scram-verifier.ts';

/**
 * The version of the tables and functions here, and of the protocol, which includes the data that benches exchange. `hello` refuses a bench
 * with any other version.
 */
export const schemaNumber = 1;

/** One file per schema: each upgrades the tables from the previous schema to its own. */
const tables = ['tables'];
const functions = [
  'slot',
  'enter',
  'hello',
  'lead',
  'logins',
  'grants',
  'closed',
  'report',
  'settle',
  'doubts',
  'read',
  'pairing',
  'leases',
  'changes',
  'orders',
  'erasures',
  'settings',
  'roles',
];

/** Durations that only the ledger of a test changes. */
export const durationNames = ['held', 'headers', 'settle', 'run', 'clock', 'facts', 'labels', 'invite', 'lease', 'orders'] as const;
type Durations = Readonly<Partial<Record<(typeof durationNames)[number], string>>>;

/** Parses `held=2 s,settle=5 s`; undefined if the text has any other form. */
export function readDurations(text: string): Durations | undefined {
  const entries = text === '' ? [] : text.split(',').map((each) => /^(\w+)=(\d+(?:\.\d+)? (?:ms|s|min|h|days))$/.exec(each.trim()));
  const read: Record<string, string> = {};
  for (const each of entries) {
    const [, name = '', lasts = ''] = each ?? [];
    if (!durationNames.some((known) => known === name)) return undefined;
    read[name] = lasts;
  }
  return read;
}

/** Returns the SQL of one file of this folder. */
export const sqlOf = (name: string): string => readFileSync(new URL(`${name}.sql`, import.meta.url), 'utf8');

/** Returns the schema number of the ledger in a database; 0 if there is none. */
export async function installedSchema(client: Client): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>("SELECT to_regclass('packbench.ledger') IS NOT NULL AS there");
  if (!rows[0]?.there) return 0;
  const found = await client.query<{ schema_no: number }>('SELECT schema_no FROM packbench.ledger');
  return found.rows[0]?.schema_no ?? 0;
}

/**
 * Creates role, tables and functions in a database that has none, or upgrades older ones, in one transaction. Returns the password of the
 * role that every bench connects as if the role was created now; an existing role keeps its password.
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
    // One statement for all: the constraints compare the durations with each other.
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
  await makeMemberRole(client);
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = 'packbench_bench'");
  if (rowCount) return undefined;
  const password = randomBytes(24).toString('base64url');
  await client.query(`CREATE ROLE packbench_bench LOGIN PASSWORD '${scramVerifier(password)}'`);
  return password;
}

/** Creates the role through which each bench gets a role of its own, if this user may. */
async function makeMemberRole(client: Client): Promise<void> {
  await client.query(`DO $$ BEGIN
    IF to_regrole('packbench_member') IS NULL AND (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user)
    THEN CREATE ROLE packbench_member NOLOGIN; END IF;
  END $$`);
}

/** Adds one bench. Returns its token, which is stored nowhere. */
export async function addBench(client: Client): Promise<{ readonly bench: number; readonly token: string }> {
  const token = randomBytes(32);
  const { rows } = await client.query<{ bench: number }>('SELECT packbench.add_bench($1) AS bench', [token]);
  const bench = rows[0]?.bench;
  if (bench === undefined) throw new Error('The ledger gave the new bench no number.');
  return { bench, token: token.toString('base64url') };
}

/**
 * Returns a new password of packbench_bench if no bench connects as it any more, because the password was removed with the last one that
 * did; undefined if one does.
 */
export async function renewSharedPassword(client: Client): Promise<string | undefined> {
  const { rowCount } = await client.query('SELECT FROM packbench.bench WHERE retired_at IS NULL AND login IS NULL');
  if (rowCount) return undefined;
  const password = randomBytes(24).toString('base64url');
  await client.query(`ALTER ROLE packbench_bench PASSWORD '${scramVerifier(password)}'`);
  return password;
}

/** Removes the PIN of the shift lead from the ledger. */
export async function forgetLead(client: Client): Promise<void> {
  await client.query('SELECT packbench.forget_lead()');
}
