import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { slotOf } from '../../shared/scan.ts';
import { closeLater } from '../later.ts';
import { type PostgresServer, startPostgres, whyNoPostgres } from '../ledger/postgres.ts';
import { whyNoCups } from '../printers/cups-server.ts';
import { until } from '../watchdog.ts';
import type { Bench } from './bench.ts';
import {
  breakDown,
  type CanaryDay,
  closeUp,
  deliver,
  eraseOne,
  handOver,
  journalsOf,
  lead,
  openDay,
  pack,
  packElsewhere,
  settle,
  takeOrders,
} from './day.ts';
import { valuesIn, wrappedKeysIn } from './opened.ts';
import { wordsOf } from './people.ts';
import { type Canary, createScan, encodingNames, type Find, type Scan } from './scan.ts';

/** Orders in the batch of the day: `CANARY_ORDERS=200` makes it a busy one. */
const inBatch = Number(process.env['CANARY_ORDERS'] ?? 2);

/** Places where people are in clear for as long as the manual states. */
const keptInClear = {
  /** The files of the shop in the folder that is watched: 90 days. */
  'order-files': /^orders\/(done|error)\//,
  /** Documents that are kept as files, because there is no printer for them: 30 days. */
  documents: /^(first|second)\/data\/documents\//,
} as const;
type KeptInClear = keyof typeof keptInClear;
const keptNames = Object.keys(keptInClear) as readonly KeptInClear[];
const isKeptAs = (name: KeptInClear, { where }: Find): boolean => keptInClear[name].test(where);

const nameOf = (bench: Bench): string => bench.root.split('/').at(-1) ?? '';

/** Searches everything that the benches, the database and the print server have written. Files that a person saved are not theirs. */
async function readAll(
  { first, second, orders, database, cups }: CanaryDay,
  server: PostgresServer,
  canaries: readonly Canary[],
): Promise<Scan> {
  const scan = createScan(canaries);
  for (const bench of [first, second]) await scan.folder(nameOf(bench), bench.root);
  await scan.folder('orders', orders);
  await scan.folder('print server', cups.folder);
  await database.owner.query('CHECKPOINT');
  await scan.folder('postgres', server.folder);
  const dump = await server.program('pg_dump', '-h', '127.0.0.1', '-p', `${server.port}`, '-U', 'postgres', database.name);
  await scan.bytes('dump', Buffer.from(dump));
  expect(scan.unread()).toEqual([]);
  return scan;
}

/** Searches everything that the data key of a bench opens. */
async function openAll(bench: Bench, canaries: readonly string[]): Promise<readonly Find[]> {
  const scan = createScan(canaries);
  const key = await bench.dataKey();
  for (const file of journalsOf(bench))
    for (const { column, bytes } of valuesIn(file, key)) await scan.bytes(`${column} in ${basename(file)}`, bytes);
  return scan.finds();
}

/** The columns of the ledger that still hold encrypted data of people; keys of benches, settings and marks of erasures hold no names. */
async function encryptedInLedger({ database }: CanaryDay): Promise<readonly string[]> {
  const { rows } = await database.owner.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'packbench' AND column_name LIKE '%encrypted%' AND table_name NOT IN ('given_key', 'invite', 'site_settings', 'erased_order')`,
  );
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of rows) {
    const held = await database.owner.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM packbench.${table} WHERE ${column} IS NOT NULL`,
    );
    if ((held.rows[0]?.total ?? 0) > 0) found.push(`${table}.${column}`);
  }
  return found.toSorted();
}

/** The number of encrypted rows of the ledger about this order. */
async function inLedgerOf({ database }: CanaryDay, orderKey: string): Promise<number> {
  const { rows } = await database.owner.query<{ total: number }>(
    `WITH attempts AS (SELECT attempt FROM packbench.shipped_order WHERE slot = $1)
     SELECT (SELECT count(*) FROM packbench.known_order WHERE slot = $1 AND encrypted IS NOT NULL)::int
       + (SELECT count(*) FROM packbench.label JOIN attempts USING (attempt))::int
       + (SELECT count(*) FROM packbench.fact JOIN attempts USING (attempt) WHERE encrypted IS NOT NULL)::int AS total`,
    [slotOf(orderKey)],
  );
  return rows[0]?.total ?? 0;
}

const shown = (finds: readonly Find[]): string[] => finds.map(({ canary, how, where }) => `${canary} in ${where}, ${how}`);

/**
 * Lets the nights pass after which nothing of the day is kept. A clock that jumps by months is believed in the second night. The clock of the
 * database stays, so its rows are made older instead, and it accepts benches that are ahead of it.
 */
async function passAllNights(day: CanaryDay): Promise<void> {
  const { first, second, passing, database } = day;
  await database.owner.query("UPDATE packbench.durations SET clock = '200 days'");
  const makeRowsOlder = async (): Promise<void> => {
    for (const time of ['attempt.at', 'fact.at', 'fact.since', 'label.at', 'known_order.at']) {
      const [table, column] = time.split('.');
      await database.owner.query(`UPDATE packbench.${table} SET ${column} = ${column} - interval '101 days'`);
    }
  };
  await makeRowsOlder();
  for (const bench of [first, second]) {
    await bench.goTo(100);
    await until('the clock is doubted', async () => Boolean(await bench.fact('retention-doubted')));
    await bench.goTo(101);
    await until('nothing that its keys open is left', async () => (await openAll(bench, passing)).length === 0);
  }
  // A bench whose clock still stood may have reported its orders again.
  await makeRowsOlder();
  await day.goTo(102);
  let left: readonly string[] = [];
  await until(
    'nothing encrypted of a person is left in the database',
    async () => (left = await encryptedInLedger(day)).length === 0,
    () => left.join(', '),
  );
}

describe.skipIf(whyNoPostgres() ?? whyNoCups())(
  'a day of two benches, with a crash, a damaged journal and a label that was cut off',
  () => {
    test('leaves no secret on a disk, people only encrypted, and after its time nothing of them', async () => {
      const server = await startPostgres({
        logging_collector: 'on',
        log_directory: '..',
        log_filename: 'server.log',
        log_statement: 'all',
      });
      closeLater(() => server.stop());
      const day = await openDay(server, inBatch);
      const { first, second, customers, people } = day;
      const shopOrder = await takeOrders(day);
      await pack(day, shopOrder);
      await handOver(day);
      await packElsewhere(day);
      await breakDown(day);
      for (const bench of [first, second]) await settle(day, bench);
      await deliver(day);
      await lead(day);

      const keys = await Promise.all(
        [first, second].map(async (bench) => ({ name: `data key of ${nameOf(bench)}`, bytes: await bench.dataKey() })),
      );
      const secrets: readonly Canary[] = [...day.secrets(), ...keys];
      const isSecret = new Set(secrets.map((each) => (typeof each === 'string' ? each : each.name)));
      const before = await readAll(day, server, [...secrets, ...people]);
      expect(shown(before.finds().filter(({ canary }) => isSecret.has(canary)))).toEqual([]);
      const inPlain = before.finds().filter((find) => !keptNames.some((name) => isKeptAs(name, find)));
      expect(shown(inPlain)).toEqual([]);
      const kept = keptNames.map((name) => ({ name, finds: before.finds().filter((find) => isKeptAs(name, find)).length }));
      for (const { name, finds } of kept) expect(finds, `${name} are read`).toBeGreaterThan(3);
      const exported = createScan([...secrets, ...people]);
      await exported.folder('exports', join(day.root, 'exports'));
      expect(shown(exported.finds().filter(({ canary, where }) => isSecret.has(canary) || !where.includes('packbench-person-')))).toEqual(
        [],
      );
      expect(readFileSync(join(day.root, 'exports/packbench-support.json'), 'utf8')).toContain('packbenchSupportBundle');
      // Without these finds, the search below would find nothing because it opens nothing.
      for (const bench of [first, second]) expect((await openAll(bench, people)).length).toBeGreaterThan(50);

      const [person] = customers;
      expect(await inLedgerOf(day, 'F-1')).toBeGreaterThan(2);
      const words = wordsOf(person!);
      expect(await eraseOne(day, person!)).toMatchObject({ orders: 1, shipments: 1, copiesLeft: 0, filesLeft: 0 });
      const erased = await readAll(day, server, words);
      expect(shown(erased.finds())).toEqual([]);
      expect(shown(await openAll(first, words))).toEqual([]);
      let elsewhere: readonly Find[] = [];
      await until(
        'the erasure reaches the other bench and the database',
        async () => {
          elsewhere = await openAll(second, words);
          return elsewhere.length === 0 && (await inLedgerOf(day, 'F-1')) === 0;
        },
        () => shown(elsewhere).join('\n'),
      );

      const wrapped = [first, second]
        .flatMap((bench) => journalsOf(bench).flatMap(wrappedKeysIn))
        .map(({ name, encrypted }) => ({ name, bytes: encrypted }));
      expect(wrapped.length).toBeGreaterThan(5);
      await closeUp(day);
      expect(await encryptedInLedger(day)).toEqual(['fact.encrypted', 'known_order.encrypted', 'label.encrypted']);
      await passAllNights(day);
      const after = await readAll(day, server, [...secrets, ...people, ...wrapped]);
      expect(shown(after.finds())).toEqual([]);
      for (const bench of [first, second]) expect(shown(await openAll(bench, day.passing))).toEqual([]);
      const inLedger = await encryptedInLedger(day);
      const { bytes, files } = before.totals();
      console.log(
        `bytes=${bytes} files=${files} canaries=${isSecret.size + people.length} encodings=${encodingNames.length} secrets=0 people=${inPlain.length} kept=${kept.map(({ name, finds }) => `${name}:${finds}`).join(',')} after=${after.finds().length} in-ledger=${inLedger.length}`,
      );
    });
  },
);
