import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { anOrder, bringTo, label } from '../journal/samples.ts';
import { journalAt, root } from '../journal/temporary-journal.ts';
import { numberGiven } from '../number-given.ts';

const rounds = numberGiven('--rounds', 200);
const labelBytes = 60 * 1024;
/** Number of different names; every parcel of the mass has one of them. */
const names = 500;

/**
 * Builds a journal with this number of booked and printed parcels. Each has an order, a booking, three numbers, words, a print job, a small
 * sheet and a history of three lines, in the real tables with all their indexes and triggers.
 */
function journalOf(parcels: number): string {
  const file = join(mkdtempSync(join(tmpdir(), 'packbench-bench-')), 'journal.db');
  const first = journalAt(file);
  bringTo(first, 'booked');
  for (let name = 0; name < names; name += 1)
    first.saveOrder(anOrder(`NAME-${name}`, { name: nameOf(name), company: '', city: `Town${name % 50}` }));
  first.close();
  const database = new DatabaseSync(file);
  /** Registers an SQL function that encrypts a value for each row it is given. */
  const encryptedIn = (column: string, value: Uint8Array): string => {
    const name = `encrypted_${column.replaceAll(/[^a-z]/g, '_')}`;
    database.function(name, (row) => root.encrypt(value, [column, String(row)]));
    return name;
  };
  const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const fill = (insert: string, select: string): unknown =>
    database
      .prepare(
        `WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < ${parcels}) INSERT INTO ${insert} SELECT ${select} FROM each`,
      )
      .run();
  const at = `'2026-01-01T00:00:00.000Z'`;
  const order = anOrder('MASS-1');
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  fill(
    'orders (key, sequence, revision, encrypted)',
    `'MASS-' || n, 10000 + n, 10000 + n, ${encryptedIn('orders.encrypted', json({ order, imported: '' }))}('MASS-' || n)`,
  );
  fill(
    'bookings (id, order_key, shipment_no, state, sequence, revision, opened_at, changed_at, booked_at, order_no, consignment_no, label_queued, encrypted_packer, encrypted_order)',
    `'b' || n, 'MASS-' || n, 1, 'booked', 10000 + n, 10000 + n, ${at}, ${at}, ${at}, 'N' || n, 'C' || n, 1,
      ${encryptedIn('bookings.encrypted_packer', json('Ana'))}('b' || n), ${encryptedIn('bookings.encrypted_order', json(order))}('b' || n)`,
  );
  for (const [kind, prefix] of [
    ['key', 'MASS-'],
    ['order', 'N'],
    ['consignment', 'C'],
  ] as const)
    fill('numbers', `'b' || n, '${kind}', '${prefix}' || n, '${prefix}' || n`);
  fill(
    'print_jobs (id, sequence, booking_id, role, piece, pieces, copy, state, changed_at, encrypted_title)',
    `'j' || n, 10000 + n, 'b' || n, 'label', 1, 1, 0, 'printed', ${at}, ${encryptedIn('print_jobs.encrypted_title', json('MASS'))}('j' || n)`,
  );
  fill('kept', `'j' || n, 'sheet', 'ZPL', ${encryptedIn('kept.encrypted', label.bytes)}('j' || n || ' sheet')`);
  fill('word_owners', `10000 + n, 'MASS-' || n`);
  // Copies the tokens that the journal itself made for each name to every parcel with that name.
  database.exec(
    `CREATE TEMP TABLE tokens AS SELECT token, substr(order_key, 6) + 0 AS name FROM words JOIN word_owners ON id = owner WHERE order_key LIKE 'NAME-%';
     CREATE INDEX temp.tokens_by_token ON tokens (token, name)`,
  );
  database.exec(
    `INSERT OR IGNORE INTO words SELECT token, 10000 + name + ${names} * each.n FROM tokens CROSS JOIN
       (WITH RECURSIVE each (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM each WHERE n < ${Math.floor(parcels / names) - 1}) SELECT n FROM each) AS each
     ORDER BY token, name + ${names} * each.n`,
  );
  fillHistory(database, parcels);
  database.exec('COMMIT');
  database.close();
  return file;
}

function fillHistory(database: DatabaseSync, parcels: number): void {
  const [first, perParcel] = [20_000, 3];
  const detail = new TextEncoder().encode(JSON.stringify({ detail: '1 of 1', by: 'Ana' }));
  database.function('encrypted_detail', (sequence) => root.encrypt(detail, ['history.encrypted_detail', Number(sequence)]));
  database
    .prepare(
      `WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < ${perParcel * parcels}),
         line (sequence, about_id, what) AS
           (SELECT ${first} + n, 'b' || ((n + ${perParcel - 1}) / ${perParcel}), CASE n % 3 WHEN 1 THEN 'booked' WHEN 2 THEN 'printed' ELSE 'tracked' END FROM each)
       INSERT INTO history (sequence, at, about_id, what, encrypted_detail)
       SELECT sequence, ?, about_id, what, encrypted_detail(sequence) FROM line`,
    )
    .run('2026-01-01T00:00:00.000Z');
  database.exec(`UPDATE sequence SET last = ${first + perParcel * parcels}`);
}

const nameOf = (name: number): string => `Given${(name * 7) % names} Family${name}`;

const msOf = (act: () => void): number => {
  const started = performance.now();
  act();
  return performance.now() - started;
};

function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
const half = (times: readonly number[]): number => percentile(times, 0.5);

function must(found: unknown, what: string): void {
  if (!found) throw new Error(`${what} was not found`);
}

/** Runs the journal queries of one push. */
function push(journal: Journal): void {
  journal.bookedWithoutLabelJob();
  journal.jobsInState(['print-unknown', 'held', 'failed']);
  journal.pickupsInState(['unknown']);
  journal.openUploads();
  journal.parkedBookings();
  journal.bookings({ search: '', offset: 0, limit: 1, states: ['unknown'] });
  journal.bookedBetween(new Date(Date.UTC(2026, 10, 1)), new Date(Date.UTC(2026, 11, 1)));
}

function measure(parcels: number): Record<string, number> {
  const file = journalOf(parcels);
  const opens = Array.from({ length: 5 }, () => {
    let opened: Journal | undefined;
    const ms = msOf(() => {
      opened = journalAt(file);
    });
    opened?.close();
    return ms;
  });
  const journal = journalAt(file);
  const page = { offset: 0, limit: 20 };
  const times = (act: (parcel: number) => void, count = rounds): number =>
    half(Array.from({ length: count }, (_each, round) => msOf(() => act(1 + ((round * 7919) % parcels)))));
  const found = {
    'open the journal': half(opens),
    'find by order key': times((n) => must(journal.findBooking(`MASS-${n}`), `MASS-${n}`)),
    'find by order number': times((n) => must(journal.findBooking(`N${n}`), `N${n}`)),
    'find by consignment number': times((n) => must(journal.findBooking(`C${n}`), `C${n}`)),
    'find by a name of one parcel': times(() =>
      must(journal.bookings({ ...page, search: 'canarysdottir', states: ['booked'] }).total, 'a name'),
    ),
    [`find by a name of every ${names}th parcel`]: times(
      (n) => must(journal.bookings({ ...page, search: `family${n % names}`, states: ['booked'] }).total, 'a name'),
      20,
    ),
    'scan an order': times((n) => must(journal.order(`MASS-${n}` as never) && journal.latestOf(`MASS-${n}` as never), `MASS-${n}`)),
    'open the history of a parcel': times((n) => must(journal.history(`b${n}`).length === 3, `b${n}`)),
    'ask what a push shows': times(() => push(journal)),
    'list the last shipments': times(() => must(journal.bookings({ ...page, search: '', states: ['booked'] }).total, 'shipments')),
    'list the parcels to collect': times(() => journal.notHandedOver()),
  };
  const booked = bringTo(journal, 'booked', journal.draft(anOrder('ORD-60K'), 'Ana'));
  const big = { format: 'ZPL', bytes: new Uint8Array(labelBytes).fill(65) } as const;
  const commits = Array.from({ length: rounds }, () => msOf(() => journal.keepLabel(booked, big)));
  journal.close();
  const megabytes = statSync(file).size / 2 ** 20;
  rmSync(dirname(file), { recursive: true });
  return {
    ...found,
    'commit a 60 KB label, p50': half(commits),
    'commit a 60 KB label, p99': percentile(commits, 0.99),
    'size of the file in MB': megabytes,
  };
}

/** The floor: appends the same bytes to a file and syncs it to disk. */
function bareCommits(): readonly number[] {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-bench-'));
  const handle = openSync(join(folder, 'bare'), 'a');
  const bytes = new Uint8Array(labelBytes).fill(65);
  const times = Array.from({ length: rounds }, () =>
    msOf(() => {
      writeSync(handle, bytes);
      fsyncSync(handle);
    }),
  );
  closeSync(handle);
  rmSync(folder, { recursive: true });
  return times;
}

/** Compares a journal with a million parcels (or `--parcels N`) with one of a thousand, in one run on one disk. */
export async function run(): Promise<void> {
  const many = numberGiven('--parcels', 1_000_000, 1000);
  const bare = bareCommits();
  // The first result is discarded, so that both measured runs are equally warm.
  measure(1000);
  const [small, large] = [measure(1000), measure(many)];
  for (const [name, ms] of Object.entries(large)) {
    const few = small[name] ?? Number.NaN;
    process.stdout.write(
      `journal ${name}: parcels=1000 ${few.toFixed(3)} parcels=${many} ${ms.toFixed(3)} ratio=${(ms / few).toFixed(2)}\n`,
    );
  }
  const [p50, p99] = [half(bare), percentile(bare, 0.99)];
  const ratio = ((large['commit a 60 KB label, p50'] ?? Number.NaN) / p50).toFixed(2);
  process.stdout.write(`journal bare append and fsync of 60 KB: p50 ${p50.toFixed(3)} p99 ${p99.toFixed(3)}; a commit is ratio=${ratio}\n`);
}
