import { basename } from 'node:path';
import { z } from 'zod';
import type { BookingState } from '../../shared/booking.ts';
import type { KeyAccount } from '../../shared/key-account.ts';
import { accountIn } from './account-in.ts';
import { cameToNothing, isOpen } from './bookings.ts';
import { carryLines } from './history-chain.ts';
import { sqliteError } from './journal-error.ts';
import { type MergedFact, mergeFacts } from './merge-facts.ts';
import { mergedIn } from './merged-into.ts';
import { openDatabase } from './open-database.ts';
import type { PlacedSealing } from './sealing.ts';
import { createStore, type Store } from './store.ts';
import { blocks, searchKeyPlace } from './words.ts';

export interface Merge {
  /** The journal of the world, made where it is not there yet. */
  readonly into: string;
  /** One of its older journals, at the newest version. It is only read. */
  readonly from: string;
  readonly sealing: PlacedSealing;
  /** With what everything in it was sent, as its name says it. */
  readonly sentWith: KeyAccount;
  readonly mergedFact: MergedFact;
  readonly now: () => Date;
  readonly id: () => string;
}

const lastRow = z.object({ sequence: z.int(), link: z.string(), at: z.string() });
const countRow = z.object({ last: z.int() });

/**
 * Takes everything of an older journal of this world into its one journal, in one commit: all of it or nothing. What is there already,
 * from a copy of the same journal, is not doubled: of each thing the later state stands, and since such a copy knows too little, the
 * journal then counts as restored.
 * An order that has shipments in both keeps them all; a draft of it, which bought nothing, is dropped where the other has more.
 */
export function mergeJournal({ into, from, sealing, sentWith, mergedFact, now, id }: Merge): void {
  const database = openDatabase(into, sealing);
  try {
    const store = createStore(database, sealing, { now, id, who: () => '', keyAccount: sentWith });
    database.prepare('ATTACH ? AS merged').run(from);
    store.commit(() => {
      const name = basename(from);
      const before = mergedIn(database).findLast((each) => each.name === name);
      const raisedBy = store.get(countRow, 'SELECT last FROM main.sequence')?.last ?? 0;
      carryLines(database, 'merged', sealing, { raisedBy, taken: before?.at ?? '' });
      store.run('UPDATE main.sequence SET last = $raisedBy + (SELECT last FROM merged.sequence)', { raisedBy });
      const key = { ...sentWith, account: accountIn(store, sentWith) };
      carryWords(store);
      leaveOutKnown(store);
      settleShipments(store);
      for (const carried of carriedRows) store.run(carryingOf(store, carried), { ...carriedParams(carried, raisedBy, key) });
      store.run('DELETE FROM main.totals');
      store.run("INSERT INTO main.totals VALUES ('orders-to-list', 1)");
      store.run("INSERT INTO main.totals SELECT 'orders', count(*) FROM main.orders");
      store.run('INSERT INTO main.totals SELECT state, count(*) FROM main.bookings GROUP BY state');
      store.run('DELETE FROM main.to_collect');
      store.run(toCollect);
      mergeFacts(store, { key, mergedFact, takenAt: before?.at });
      const head = store.get(lastRow, 'SELECT sequence, link, at FROM merged.history ORDER BY sequence DESC LIMIT 1');
      store.run(
        `INSERT INTO main.merged_journals (name, merged_at, sent_key, sent_account, raised_by, head_sequence, head_link, head_at)
         VALUES ($name, $at, $key, $account, $raisedBy, $sequence, $link, $headAt)`,
        { name, at: store.now(), ...key, raisedBy, sequence: head?.sequence ?? 0, link: head?.link ?? '', headAt: head?.at ?? '' },
      );
      store.record(null, 'journal-merged', `${name}, its lines raised by ${raisedBy}`);
    });
  } catch (error) {
    throw sqliteError(error, from);
  } finally {
    database.close();
  }
}

const attemptRow = z.object({
  id: z.string(),
  order_key: z.string(),
  shipment_no: z.int(),
  state: z.string().transform((state) => state as BookingState),
  put_aside: z.int(),
});
type Attempt = z.infer<typeof attemptRow>;

const bought = (attempts: readonly Attempt[]): Attempt[] => attempts.filter((each) => !isOpen(each) && !cameToNothing(each));

/** The rows whose later state stands here already. */
function leaveOutKnown(store: Store): void {
  store.run('CREATE TEMP TABLE left_out (id TEXT PRIMARY KEY) STRICT');
  for (const table of ['bookings', 'pickups', 'print_jobs', 'uploads'])
    store.run(
      `INSERT INTO temp.left_out SELECT id FROM merged.${table} AS theirs JOIN main.${table} AS ours USING (id)
       WHERE ours.changed_at >= theirs.changed_at`,
    );
  // One that stands there and came to nothing here, where another took its place.
  store.run(
    `INSERT OR IGNORE INTO temp.left_out SELECT ours.id FROM merged.bookings JOIN main.bookings AS ours USING (id)
     JOIN main.bookings AS other ON other.order_key = ours.order_key AND other.shipment_no = ours.shipment_no AND other.id <> ours.id
     WHERE other.state NOT IN ('rejected', 'released')`,
  );
  store.run('INSERT INTO temp.left_out SELECT id FROM merged.deliveries JOIN main.deliveries USING (id)');
}

/** Numbers the shipments of orders that both journals know one after the other. */
function settleShipments(store: Store): void {
  store.run('CREATE TEMP TABLE raised (order_key TEXT PRIMARY KEY, more INTEGER NOT NULL) STRICT');
  const columns = 'id, order_key, shipment_no, state, put_aside';
  const news = store.all(
    attemptRow,
    `SELECT ${columns} FROM merged.bookings WHERE order_key IN (SELECT order_key FROM main.bookings) AND id NOT IN (SELECT id FROM main.bookings)`,
  );
  for (const [key, theirs] of Map.groupBy(news, (each) => each.order_key)) {
    const ours = store.all(attemptRow, `SELECT ${columns} FROM main.bookings WHERE order_key = $key`, { key });
    const [boughtHere, boughtThere] = [bought(ours), bought(theirs)];
    const [draftHere, draftThere] = [ours.find(isOpen), theirs.find(isOpen)];
    if (draftThere && (boughtHere.length > 0 || (draftHere && boughtThere.length === 0))) {
      store.run('INSERT INTO temp.left_out VALUES ($id)', { id: draftThere.id });
      if (draftHere && draftThere.put_aside === 1) store.run('UPDATE main.bookings SET put_aside = 1 WHERE id = $id', { id: draftHere.id });
    }
    if (draftHere && boughtThere.length > 0) dropDraft(store, draftHere.id);
    if (boughtThere.length > 0)
      store.run('INSERT INTO temp.raised VALUES ($key, $more)', {
        key,
        more: Math.max(0, ...boughtHere.map((each) => each.shipment_no)),
      });
  }
}

function dropDraft(store: Store, id: string): void {
  store.run('DELETE FROM main.numbers WHERE booking_id = $id', { id });
  store.run('DELETE FROM main.kept WHERE owner_id = $id', { id });
  store.run('DELETE FROM main.bookings WHERE id = $id', { id });
}

interface Carried {
  readonly table: string;
  /** What is there already is written over by what is newer, or stays. */
  readonly known: 'replaced' | 'left';
  readonly key: string;
  readonly where: string;
  readonly sorted?: boolean;
}

const notLeftOut = (column: string): string => `theirs.${column} NOT IN (SELECT id FROM temp.left_out)`;
const ofCarried = 'theirs.booking_id IN (SELECT id FROM main.bookings)';

/** What refers to something comes after it. */
const carriedRows: readonly Carried[] = [
  { table: 'orders', known: 'replaced', key: 'key', where: 'true' },
  { table: 'listed_orders', known: 'left', key: 'key', where: 'true' },
  { table: 'listed_values', known: 'left', key: 'id', where: 'true' },
  { table: 'deleted_orders', known: 'left', key: 'slot', where: 'true' },
  { table: 'row_problems', known: 'left', key: 'id', where: 'true' },
  { table: 'bookings', known: 'replaced', key: 'id', where: notLeftOut('id'), sorted: true },
  { table: 'numbers', known: 'left', key: 'booking_id, kind, found', where: ofCarried },
  { table: 'label_codes', known: 'left', key: 'token, booking_id', where: ofCarried },
  { table: 'pickups', known: 'replaced', key: 'id', where: notLeftOut('id') },
  { table: 'pickup_bookings', known: 'left', key: 'pickup_id, booking_id', where: 'true' },
  { table: 'print_jobs', known: 'replaced', key: 'id', where: notLeftOut('id') },
  { table: 'uploads', known: 'replaced', key: 'id', where: notLeftOut('id') },
  { table: 'deliveries', known: 'left', key: 'id', where: 'true' },
  { table: 'papers_due', known: 'left', key: 'owner_id, kind', where: notLeftOut('owner_id') },
  { table: 'kept', known: 'replaced', key: 'owner_id, kind', where: notLeftOut('owner_id') },
];

/** What a row becomes on its way. All else stays as it is: what is sealed is bound to its id and its world, not to its file. */
const changed: Readonly<Record<string, string>> = {
  sequence: 'theirs.sequence + $raisedBy',
  revision: 'theirs.revision + $raisedBy',
  sent_key: `iif(theirs.sent_key = '', $key, theirs.sent_key)`,
  sent_account: `iif(theirs.sent_key = '', $account, theirs.sent_account)`,
  shipment_no: 'theirs.shipment_no + coalesce((SELECT more FROM temp.raised WHERE raised.order_key = theirs.order_key), 0)',
};
/** Where it stands among the others it keeps from when it first came. */
const keptOfKnown = new Set(['sequence', 'shipment_no', 'replaces', 'order_key']);

const columnsOf = (store: Store, table: string): string[] =>
  store.all(z.object({ name: z.string() }), `SELECT name FROM pragma_table_info('${table}', 'main')`).map(({ name }) => name);

function carryingOf(store: Store, { table, known, key, where, sorted = false }: Carried): string {
  const columns = columnsOf(store, table);
  const replaced = columns.filter((column) => !keptOfKnown.has(column) && !key.split(', ').includes(column));
  const values = columns.map((column) => changed[column] ?? `theirs.${column}`);
  const onKnown = known === 'left' ? 'NOTHING' : `UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  return `INSERT INTO main.${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM merged.${table} AS theirs
    WHERE ${where} ${sorted ? 'ORDER BY theirs.sequence' : ''} ON CONFLICT (${key}) DO ${onKnown}`;
}

const sentTables = new Set(['bookings', 'pickups', 'uploads']);
const countedTables = new Set([
  'orders',
  'listed_orders',
  'row_problems',
  'bookings',
  'pickups',
  'print_jobs',
  'uploads',
  'deliveries',
  'papers_due',
]);

const carriedParams = ({ table }: Carried, raisedBy: number, key: KeyAccount): Record<string, string | number> => ({
  ...(countedTables.has(table) && { raisedBy }),
  ...(sentTables.has(table) && { ...key }),
});

/** As the triggers keep it. */
const toCollect = `
  INSERT INTO main.to_collect SELECT id FROM main.bookings WHERE state = 'booked' AND label_aside_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM main.pickup_bookings JOIN main.pickups ON pickups.id = pickup_id
    WHERE booking_id = bookings.id AND pickups.state NOT IN ('rejected', 'released'))`;

const keyRow = z.object({ number: z.int(), sealed_key: z.instanceof(Uint8Array) });

/** Words and codes stay tokens by the secret of the journal they come from, which comes along. */
function carryWords(store: Store): void {
  const keysOf = (where: string) => store.all(keyRow, `SELECT number, sealed_key FROM ${where}.search_keys ORDER BY number`);
  const opened = ({ number, sealed_key }: z.infer<typeof keyRow>) => store.unsealBytes(sealed_key, searchKeyPlace(number));
  const ours = keysOf('main');
  const known = ours.flatMap((key) => opened(key) ?? []).map((each) => Buffer.from(each).toString('hex'));
  let next = Math.max(0, ...ours.map(({ number }) => number)) + 1;
  for (const key of keysOf('merged')) {
    const secret = opened(key);
    if (secret && known.includes(Buffer.from(secret).toString('hex'))) continue;
    // One that cannot be opened has all words learnt anew when the journal is opened.
    const sealed = secret ? store.sealBytes(secret, searchKeyPlace(next)) : key.sealed_key;
    store.run('INSERT INTO main.search_keys (number, sealed_key) VALUES ($next, $sealed)', { next, sealed });
    next += 1;
  }
  store.run('INSERT OR IGNORE INTO main.word_owners (order_key) SELECT order_key FROM merged.word_owners');
  store.run(
    `INSERT OR IGNORE INTO main.words SELECT token, ours.id FROM merged.words
     JOIN merged.word_owners AS theirs ON theirs.id = owner JOIN main.word_owners AS ours USING (order_key)`,
  );
  // Those of runs become words like all others: their owners have other numbers here.
  store.run(
    `INSERT OR IGNORE INTO main.words SELECT CAST(words.key AS INTEGER), ours.id
     FROM merged.word_runs AS runs JOIN merged.word_blocks AS each ON each.id BETWEEN runs.id * ${blocks} AND runs.id * ${blocks} + ${blocks - 1}
     JOIN json_each(each.tokens) AS words JOIN json_each(words.value) AS owners
     JOIN merged.word_owners AS theirs ON theirs.id = runs.first_owner + owners.value JOIN main.word_owners AS ours USING (order_key)`,
  );
}
