import { hash } from 'node:crypto';
import { z } from 'zod';
import { emptyAddress } from '../../shared/address.ts';
import type { Booking } from '../../shared/booking.ts';
import { emptyParcel, type Order, type OrderKey, orderSchema, type RowProblem, rowProblemSchema } from '../../shared/order.ts';
import { slotOf } from '../../shared/scan.ts';
import type { Journal } from '../bench/ports/journal.ts';
import { bytesColumn, type Store } from './store.ts';
import type { Words } from './words.ts';

type Orders = Pick<Journal, 'takeOrders' | 'saveOrder' | 'order' | 'knownSlots' | 'ordersAt' | 'orders' | 'rowProblems' | 'dismissRow'>;

const orderRow = z.object({ key: z.string(), revision: z.int(), sealed: bytesColumn });
type OrderRow = z.infer<typeof orderRow>;
/** `imported` is the digest of the order as its file gave it: the same file again does not undo what the packer added. */
const sealedOrderSchema = z.object({ order: orderSchema, imported: z.string() });
type SealedOrder = z.infer<typeof sealedOrderSchema>;

const problemRow = z.object({ id: z.string(), sealed: bytesColumn });
const slotRow = z.object({ slot: z.string() });
const countRow = z.object({ total: z.int() });

/** Stands in where the key does not fit any more: the key and the numbers stay visible, everything about people is empty. */
export const unreadableOrder = (key: string): Order =>
  orderSchema.parse({
    key,
    source: '',
    reference: '',
    recipient: emptyAddress,
    lines: [],
    parcels: [emptyParcel],
    noteForPacker: '',
    deliveryInstructions: '',
  });

/** The order of a row, or undefined where the key does not fit any more. */
export const readSealedOrder = (store: Store, key: string, sealed: Uint8Array): SealedOrder | undefined =>
  store.unseal(sealedOrderSchema, sealed, ['orders.sealed', key]);

/** How many orders stay opened in memory. */
const openedLimit = 1000;

export function createOrders(store: Store, words: Words, latestOf: (key: OrderKey) => Booking | undefined): Orders {
  const opened = new Map<string, { revision: number; value: SealedOrder }>();

  function open(row: OrderRow): SealedOrder | undefined {
    const known = opened.get(row.key);
    if (known?.revision === row.revision) return known.value;
    const value = readSealedOrder(store, row.key, row.sealed);
    if (opened.size >= openedLimit) opened.delete(opened.keys().next().value ?? '');
    // A commit may still be rolled back, and its revision given to other words.
    if (value && !store.inCommit()) opened.set(row.key, { revision: row.revision, value });
    return value;
  }

  const rowOf = (key: string): OrderRow | undefined =>
    store.get(orderRow, 'SELECT key, revision, sealed FROM orders WHERE key = $key', { key });

  function write(values: readonly SealedOrder[]): void {
    let sequence = store.nextSequences(values.length);
    for (const value of values) {
      const { key } = value.order;
      store.run(
        `INSERT INTO orders (key, slot, sequence, revision, sealed) VALUES ($key, $slot, $sequence, $sequence, $sealed)
         ON CONFLICT (key) DO UPDATE SET revision = excluded.revision, sealed = excluded.sealed`,
        { key, slot: slotOf(key), sequence, sealed: store.seal(value, ['orders.sealed', key]) },
      );
      sequence += 1;
    }
    words.learn(values.map(({ order }) => order));
  }

  const mayBeReplaced = (key: string): boolean =>
    store.get(
      countRow,
      `SELECT count(*) AS total FROM bookings
       WHERE order_key = $key AND state NOT IN ('draft', 'quoted', 'rejected', 'released')`,
      { key },
    )?.total === 0;

  function isNews({ order, imported }: SealedOrder, row: OrderRow | undefined, since: number): boolean {
    if (!row) return true;
    const known = open(row);
    if (known?.imported === imported || row.revision > since) return false;
    return mayBeReplaced(order.key) && !(known && digestOf(known.order) === imported);
  }

  const rowProblems = (): { id: string; problem: RowProblem }[] =>
    store
      .all(problemRow, 'SELECT id, sealed FROM row_problems ORDER BY sequence')
      .map(({ id, sealed }) => ({ id, problem: store.unseal(rowProblemSchema, sealed, ['row_problems.sealed', id]) ?? unreadableProblem }));

  return {
    takeOrders: (orders, problems, { since, isLast } = { since: Number.POSITIVE_INFINITY, isLast: true }) =>
      (isLast ? store.commit : store.commitSoon)(() => {
        const keys = JSON.stringify(orders.map(({ key }) => key));
        const rows = store.all(orderRow, 'SELECT key, revision, sealed FROM orders WHERE key IN (SELECT value FROM json_each($keys))', {
          keys,
        });
        const known = new Map(rows.map((row) => [row.key, row]));
        const news = orders
          .map((order) => ({ order, imported: digestOf(order) }))
          .filter((each) => isNews(each, known.get(each.order.key), since));
        write(news);
        const told = new Set(problems.length === 0 ? [] : rowProblems().map(({ problem }) => digestOf(problem)));
        for (const problem of problems) {
          const digest = digestOf(problem);
          if (told.has(digest)) continue;
          told.add(digest);
          const id = store.newId();
          store.run('INSERT INTO row_problems (id, sequence, sealed) VALUES ($id, $sequence, $sealed)', {
            id,
            sequence: store.nextSequence(),
            sealed: store.seal(problem, ['row_problems.sealed', id]),
          });
        }
        return { taken: news.length, unchanged: orders.length - news.length };
      }),

    saveOrder: (order) =>
      store.commit(() => {
        const row = rowOf(order.key);
        write([{ order, imported: (row && open(row)?.imported) ?? '' }]);
        store.record(null, 'order-saved', order.key);
      }),

    order: (key) => {
      const row = rowOf(key);
      return row && open(row)?.order;
    },

    knownSlots: (slots) => {
      const found = store.all(slotRow, 'SELECT DISTINCT slot FROM orders WHERE slot IN (SELECT value FROM json_each($slots))', {
        slots: JSON.stringify(slots),
      });
      return new Set(found.map(({ slot }) => slot));
    },

    ordersAt: (slot) =>
      store
        .all(orderRow, 'SELECT key, revision, sealed FROM orders WHERE slot = $slot ORDER BY sequence', { slot })
        .map((row) => open(row)?.order ?? unreadableOrder(row.key)),

    orders: ({ search, offset, limit }) => {
      const withBooking = (row: OrderRow) => {
        const order = open(row)?.order ?? unreadableOrder(row.key);
        return { order, booking: latestOf(order.key) ?? null };
      };
      const found = words.finding(search, 'key');
      const where = found ? `WHERE ${found.sql}` : '';
      const sql = `SELECT key, revision, sealed FROM orders ${where} ORDER BY ${found ? '+' : ''}sequence DESC LIMIT $limit OFFSET $offset`;
      return {
        total: found
          ? (store.get(countRow, `SELECT count(*) AS total FROM orders ${where}`, found.params)?.total ?? 0)
          : (store.get(countRow, `SELECT total FROM totals WHERE of = 'orders'`)?.total ?? 0),
        rows: store.all(orderRow, sql, { limit, offset, ...found?.params }).map(withBooking),
      };
    },

    rowProblems,

    dismissRow: (id) =>
      store.commit(() => {
        store.run('DELETE FROM row_problems WHERE id = $id', { id });
        store.record(null, 'row-dismissed', id);
      }),
  };
}

const unreadableProblem: RowProblem = { file: '', line: 1, orderKey: '', reason: '', row: '' };

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value));
