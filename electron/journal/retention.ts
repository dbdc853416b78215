import { z } from 'zod';
import { type KeptClass, keptClasses, keptDays } from '../../shared/retention.ts';
import type { Expired, RetentionJournal } from '../bench/ports/journal/retention.ts';
import { headOfKey } from './day-keys.ts';
import { bytesColumn, type Store } from './store.ts';
import type { Words } from './words.ts';

const dayMs = 24 * 3_600_000;

/** Orders that are not settled. */
export const openOrders = "SELECT key FROM listed_orders WHERE stage NOT IN ('shipped', 'otherwise')";
const waitingJobs = "state IN ('queued', 'sending', 'print-unknown', 'held')";
const waitingUploads = "state IN ('waiting', 'sending', 'unknown')";
/** Bookings about which something is still to be found out, printed, sent or reported. */
export const openBookings = `SELECT id FROM bookings WHERE state IN ('intent', 'sending', 'answered', 'unknown') OR put_aside = 1
  OR (state = 'booked' AND label_queued = 0 AND label_aside_at IS NULL)
  OR (state IN ('draft', 'quoted') AND order_key IN (${openOrders}))
  UNION SELECT booking_id FROM print_jobs WHERE ${waitingJobs} AND booking_id IS NOT NULL
  UNION SELECT booking_id FROM uploads WHERE ${waitingUploads} AND booking_id IS NOT NULL
  UNION SELECT booking_id FROM outbox WHERE state <> 'done' AND booking_id IS NOT NULL
  UNION SELECT owner_id FROM papers_due`;
/** Pickups about which something is still to be found out or printed. */
export const openPickups = `SELECT id FROM pickups WHERE state NOT IN ('booked', 'rejected', 'released')
  UNION SELECT pickup_id FROM print_jobs WHERE ${waitingJobs} AND pickup_id IS NOT NULL
  UNION SELECT owner_id FROM papers_due`;
const openJobs = `SELECT id FROM print_jobs WHERE ${waitingJobs}`;
const openUploads = `SELECT id FROM uploads WHERE ${waitingUploads}`;

/** The encrypted columns that something unsettled may need. `row`: the id in the place of a value. */
const columns: readonly { readonly table: string; readonly column: string; readonly row: string; readonly open: string }[] = [
  { table: 'orders', column: 'encrypted', row: 'key', open: `key IN (${openOrders})` },
  { table: 'listed_orders', column: 'encrypted_hold', row: 'key', open: `key IN (${openOrders})` },
  ...['order', 'sender', 'extras', 'messages', 'verdict', 'packer'].map((part) => ({
    table: 'bookings',
    column: `encrypted_${part}`,
    row: 'id',
    open: `id IN (${openBookings})`,
  })),
  ...['instructions', 'messages', 'drop_off_point'].map((part) => ({
    table: 'pickups',
    column: `encrypted_${part}`,
    row: 'id',
    open: `id IN (${openPickups})`,
  })),
  { table: 'print_jobs', column: 'encrypted_title', row: 'id', open: waitingJobs },
  ...['name', 'message'].map((part) => ({ table: 'uploads', column: `encrypted_${part}`, row: 'id', open: waitingUploads })),
  ...['why', 'request', 'otherwise'].map((part) => ({ table: 'outbox', column: `encrypted_${part}`, row: 'id', open: "state <> 'done'" })),
  { table: 'deliveries', column: 'encrypted_about', row: 'id', open: "state = 'waiting'" },
  {
    table: 'batch_lines',
    column: 'encrypted',
    row: "batch_id || ' ' || position",
    open: "batch_id IN (SELECT id FROM batches WHERE state <> 'closed')",
  },
  ...['mirror_parcels', 'mirror_pickups'].map((table) => ({
    table,
    column: 'encrypted',
    row: 'attempt_id',
    open: "state IN ('sending', 'unknown')",
  })),
  {
    table: 'kept',
    column: 'encrypted',
    row: "owner_id || ' ' || kind",
    open: `owner_id IN (${openBookings} UNION ${openPickups} UNION ${openJobs} UNION ${openUploads}
      UNION SELECT id FROM deliveries WHERE state = 'waiting')`,
  },
];

const keyRow = z.object({ number: z.int(), day: z.string(), class: z.enum(keptClasses), encrypted: bytesColumn });
type Key = z.infer<typeof keyRow>;
const valueRow = z.object({ at: z.union([z.string(), z.int()]), of: z.string(), encrypted: bytesColumn });
const headRow = z.object({ head: z.string() });
const oldestRow = keyRow.pick({ class: true, day: true });
const orderKeyRow = z.object({ key: z.string() });

/** True for a value that is encrypted with one of the keys in the parameter `$heads`. */
const isUnder = (column: string): string => `hex(substr(${column}, 1, 5)) IN (SELECT value FROM json_each($heads))`;

const headsOf = (keys: readonly Key[]): { readonly heads: string } => ({
  heads: JSON.stringify(keys.map(({ number }) => headOfKey(number))),
});

export function createRetention(store: Store, words: Pick<Words, 'forget' | 'learnNumbers'>): RetentionJournal {
  function firstDays(): Readonly<Record<KeptClass, string>> {
    const at = Date.parse(store.now());
    const first = (of: KeptClass): string => new Date(at - keptDays[of] * dayMs).toISOString().slice(0, 10);
    return Object.fromEntries(keptClasses.map((of) => [of, first(of)])) as Record<KeptClass, string>;
  }

  function keysBefore(before: Readonly<Record<KeptClass, string>>): Key[] {
    const rows = store.all(keyRow, 'SELECT number, day, class, encrypted FROM day_keys WHERE forgotten = 0 ORDER BY number');
    return rows.filter((row) => row.day < before[row.class]);
  }

  /** A line of the history never changes, so the keys of those about something unsettled stay until that is settled. */
  function divide(keys: readonly Key[]): { readonly kept: readonly Key[]; readonly over: readonly Key[] } {
    const needed = new Set(
      store
        .all(
          headRow,
          `SELECT DISTINCT hex(substr(encrypted_detail, 1, 5)) AS head FROM history
           WHERE about_id IN (${openBookings} UNION ${openPickups}) AND ${isUnder('encrypted_detail')}`,
          headsOf(keys),
        )
        .map(({ head }) => head),
    );
    const isNeeded = ({ number }: Key): boolean => needed.has(headOfKey(number));
    return { kept: keys.filter(isNeeded), over: keys.filter((key) => !isNeeded(key)) };
  }

  function moveUnsettled(keys: readonly Key[]): number {
    let moved = 0;
    for (const { table, column, row, open } of columns) {
      const found = store.all(
        valueRow,
        `SELECT rowid AS at, ${row} AS of, ${column} AS encrypted FROM ${table} WHERE ${isUnder(column)} AND (${open})`,
        headsOf(keys),
      );
      for (const { at, of, encrypted } of found) {
        const place = [`${table}.${column}`, of] as const;
        const bytes = store.decryptBytes(encrypted, place);
        if (!bytes) continue;
        const again = store.encryptBytes(bytes, place);
        store.run(`UPDATE ${table} SET ${column} = $again WHERE rowid = $at`, { again, at });
        moved += 1;
      }
    }
    return moved;
  }

  /** Removes what could still lead from a name to one of these orders. Their numbers find them as before. */
  function forgetFinds(keys: readonly Key[]): number {
    const people = headsOf(keys.filter(({ class: of }) => of === 'people'));
    const forgotten = store
      .all(
        orderKeyRow,
        `SELECT key FROM orders WHERE ${isUnder('encrypted')}
         UNION SELECT order_key FROM bookings WHERE ${isUnder('encrypted_order')}
         UNION SELECT order_key FROM mirror_parcels WHERE ${isUnder('encrypted')}`,
        people,
      )
      .map(({ key }) => key)
      .filter((key) => !store.get(orderKeyRow, `SELECT key FROM (${openOrders}) WHERE key = $key`, { key }));
    const orderKeys = JSON.stringify(forgotten);
    words.forget(forgotten);
    store.run('UPDATE listed_orders SET place = 0 WHERE key IN (SELECT value FROM json_each($orderKeys))', { orderKeys });
    store.run(
      `DELETE FROM label_codes WHERE booking_id IN (SELECT id FROM bookings WHERE ${isUnder('encrypted_order')} AND id NOT IN (${openBookings}))`,
      people,
    );
    store.run(`DELETE FROM row_problems WHERE ${isUnder('encrypted')}`, people);
    for (const table of ['mirror_parcels', 'mirror_pickups'])
      store.run(`UPDATE ${table} SET encrypted = NULL WHERE ${isUnder('encrypted')}`, people);
    return forgotten.length;
  }

  return {
    keepUnsettled: () => {
      const moved = store.commit(() => moveUnsettled(keysBefore(firstDays())));
      if (moved > 0) store.forgotten();
      return moved;
    },

    expiredKeys: () => {
      const before = firstDays();
      const { kept, over } = divide(keysBefore(before));
      const wrapped = (keys: readonly Key[]): Uint8Array[] => keys.map(({ encrypted }) => encrypted);
      return { before, kept: wrapped(kept), over: wrapped(over) } satisfies Expired;
    },

    oldestDays: () =>
      Object.fromEntries(
        store
          .all(oldestRow, 'SELECT class, min(day) AS day FROM day_keys WHERE forgotten = 0 GROUP BY class')
          .map(({ class: of, day }) => [of, day]),
      ),

    forgetExpired: () => {
      const forgotten = store.commit(() => {
        const expired = keysBefore(firstDays());
        // Once more: what became unsettled again since must not lose its key.
        moveUnsettled(expired);
        const { over } = divide(expired);
        if (over.length === 0) return 0;
        const orders = forgetFinds(over);
        store.run(
          'UPDATE day_keys SET encrypted = zeroblob(length(encrypted)), forgotten = 1 WHERE number IN (SELECT value FROM json_each($numbers))',
          {
            numbers: JSON.stringify(over.map(({ number }) => number)),
          },
        );
        const days = over.map(({ day, class: of }) => `${of} of ${day}`).join(', ');
        store.record(null, 'forgotten', `${orders} orders: ${days}`);
        return over.length;
      });
      store.forgotten();
      return forgotten;
    },

    emptyLog: store.emptyLog,
  };
}
