import type { Client } from 'pg';
import { installedSchema, schemaNumber } from './install.ts';

interface About {
  readonly version: number;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly encoding: string;
  readonly is_standby: boolean;
  readonly is_read_only: string;
  readonly names: string;
  readonly now: Date;
}

const farApartMs = 300_000;

/** Checks that a server is suitable for a ledger. Returns one sentence per reason against it; empty if it is suitable. */
export async function whatSpeaksAgainst(
  client: Client,
  { acceptsAsync, now }: { readonly acceptsAsync: boolean; readonly now: () => Date },
): Promise<readonly string[]> {
  const { rows } = await client.query<About>(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('fsync') AS fsync,
      current_setting('full_page_writes') AS full_page_writes, pg_is_in_recovery() AS is_standby,
      current_setting('default_transaction_read_only') AS is_read_only, current_setting('synchronous_standby_names') AS names,
      clock_timestamp() AS now, pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()`);
  const about = rows[0];
  if (!about) throw new Error('A server that does not know its own database.');
  const apartMs = now().getTime() - about.now.getTime();
  const found = [
    about.version < 140_000 && `This is PostgreSQL ${Math.floor(about.version / 10_000)}. The ledger needs 14 or newer.`,
    about.is_standby && 'This is a stand-by server, which can only be read. Give the address of the server that it copies.',
    about.is_read_only === 'on' && 'The server allows no writing (default_transaction_read_only is on). Turn it off for this database.',
    about.fsync !== 'on' && 'fsync is off: after a power cut the server forgets reservations, and orders are bought twice. Turn it on.',
    about.full_page_writes !== 'on' && 'full_page_writes is off: a power cut can damage the ledger. Turn it on.',
    about.encoding !== 'UTF8' && `The database stores text as ${about.encoding}. Create it again with ENCODING 'UTF8'.`,
    Math.abs(apartMs) > farApartMs &&
      `The clocks of this computer and of the server are ${Math.round(Math.abs(apartMs) / 60_000)} minutes apart. Set the one that is wrong.`,
    ...(await ofStandbys(client, about.names, acceptsAsync)),
  ];
  return found.filter((each) => each !== false);
}

async function ofStandbys(client: Client, names: string, acceptsAsync: boolean): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string | null; sync_state: string | null }>(
    "SELECT application_name AS name, sync_state FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup'",
  );
  if (rows.some(({ sync_state: state }) => state === null) && !acceptsAsync)
    return ['This user may not see the state of the stand-bys. GRANT pg_monitor to it, or run this as an administrator.'];
  const waitedFor = rows.filter(({ sync_state: state }) => state === 'sync' || state === 'quorum');
  if (names !== '' && waitedFor.length === 0)
    return [
      `The server waits for a stand-by (${names}), and none is connected: nothing could be booked. Start it, or empty synchronous_standby_names.`,
    ];
  if (rows.length > 0 && waitedFor.length === 0 && !acceptsAsync)
    return [
      `The stand-by ${rows.map(({ name }) => name).join(', ')} is asynchronous: after a fail-over the newest reservations are lost. Name it in synchronous_standby_names. Or accept this with --accept-async: booking then pauses after a fail-over until every bench has reported.`,
    ];
  return [];
}

const open: readonly (readonly [isOpen: string, sentence: string])[] = [
  [
    "has_database_privilege('packbench_bench', current_database(), 'TEMPORARY')",
    'The role of the benches may create temporary tables, and so fill the disk.',
  ],
  ["has_function_privilege('packbench_bench', 'lo_create(oid)', 'EXECUTE')", 'It may create large objects, and so fill the disk.'],
  ["has_function_privilege('packbench_bench', 'pg_terminate_backend(int, bigint)', 'EXECUTE')", 'It may end the sessions of all benches.'],
  ["has_function_privilege('packbench_bench', 'pg_advisory_lock(bigint)', 'EXECUTE')", 'It may hold the locks that it sees.'],
];

/** Returns what the password of the benches allows beyond the ledger, one sentence each, and how to end it; empty if nothing. */
export async function whatStaysOpen(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<Record<string, boolean>>(
    `SELECT ${open.map(([isOpen], index) => `${isOpen} AS "${index}"`).join(', ')}`,
  );
  const found = open.filter((_, index) => rows[0]?.[index]).map(([, sentence]) => sentence);
  return found.length === 0
    ? []
    : [...found, 'To end that, run once as a superuser of the server: npm run ledger -- upgrade URL. A hosted database may not allow it.'];
}

/** Returns the reasons why benches cannot work with this database; empty if they can. */
export async function whatIsMissing(client: Client): Promise<readonly string[]> {
  const schema = await installedSchema(client);
  if (schema === 0) return ['There is no ledger in this database. Create it: npm run ledger -- init URL'];
  if (schema < schemaNumber)
    return [`The ledger has schema ${schema}, this program has ${schemaNumber}. Upgrade it: npm run ledger -- upgrade URL`];
  if (schema > schemaNumber) return [`The ledger has schema ${schema}, this program only has ${schemaNumber}. Use the newer program.`];
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = 'packbench_bench' AND rolcanlogin");
  return rowCount ? [] : ['The role packbench_bench is missing or may not log in: no bench can connect.'];
}
