import { z } from 'zod';
import { emptyAddress, isSameOnLabel } from '../../shared/address.ts';
import type { Booking } from '../../shared/booking.ts';
import { isOnePiece } from '../../shared/check-off.ts';
import { rereadOrder } from '../../shared/corrected-order.ts';
import { type OrderContent, orderContentSchema } from '../../shared/elsewhere.ts';
import { emptyParcel, type Order, type OrderKey, orderKeySchema, orderSchema, type RowProblem } from '../../shared/order.ts';
import { heldSchema } from '../../shared/order-plan.ts';
import { placeOf } from '../../shared/same-address.ts';
import { slotOf } from '../../shared/scan.ts';
import type { OrderJournal, OrderQuery } from '../bench/ports/journal/orders.ts';
import type { PreparedOrders } from '../bench/ports/journal/prepared-orders.ts';
import type { Erasures } from './erasures.ts';
import { createListedOrders, type ListedFacts, type ListedOrders } from './listed-orders.ts';
import type { Outbox } from './outbox.ts';
import { digestOf, encryptedEnd, orderPlace, prepareOrders } from './prepare-orders.ts';
import { createRowProblems, type RowProblems } from './row-problems.ts';
import { isOfOrder } from './schema.ts';
import { createSharedOrders, type OrdersHere } from './shared-orders.ts';
import { bytesColumn, type Store } from './store.ts';
import { createUnreadOrders, type UnreadOrders } from './unread-orders.ts';
import { itemsOf } from './word-run.ts';
import { shortestRun, type Words } from './words.ts';

type Orders = OrderJournal & Omit<ReturnType<typeof createSharedOrders>, 'changedHere'>;

const orderRow = z.object({ key: z.string(), revision: z.int(), encrypted: bytesColumn });
type OrderRow = z.infer<typeof orderRow>;
/** `imported` prevents a second import of the same file from undoing what the packer added. */
const encryptedOrderSchema = orderContentSchema;
type EncryptedOrder = OrderContent;

const slotRow = z.object({ slot: z.string(), key: orderKeySchema });
const countRow = z.object({ total: z.int() });
const idRow = z.object({ id: z.string() });
const keyRow = z.object({ key: orderKeySchema });

/** Stands in for an order that the key no longer decrypts: its order key and numbers stay visible, all personal data is empty. */
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

/** Stands in for an order whose personal data was deleted on purpose. */
export const forgottenOrder = (key: string): Order => ({ ...unreadableOrder(key), hold: 'forgotten' });

/** Returns the order of a row, or undefined if the key no longer decrypts it. */
export const readEncryptedOrder = (store: Store, key: string, encrypted: Uint8Array): EncryptedOrder | undefined =>
  store.decrypt(encryptedOrderSchema, encrypted, orderPlace(key));

/** At most this many orders are read to find one that still has an item. */
const mostWithItem = 20;
/** At most this many orders of one place are read: with more, it is a house with many flats or a place of returns. */
const mostAtPlace = 50;
/** Number of decrypted orders in memory. */
const openedLimit = 1000;

export function createOrders(
  store: Store,
  words: Words,
  latestOf: (key: OrderKey) => Booking | undefined,
  outbox: Pick<Outbox, 'reportOtherwise' | 'withdrawOtherwise'>,
  /** True if this bench shares its orders with other benches. */
  isShared: () => boolean,
  erasures: Pick<Erasures, 'isErased' | 'isDue'>,
): Orders {
  const rowProblems = createRowProblems(store);
  const unread = createUnreadOrders(store, isShared);
  const listed = createListedOrders(store, words, unread.at);
  const rows = createOrderRows(store, listed);
  const here = ordersHere(store, words, rows, listed, rowProblems);
  const { changedHere, ...shared } = createSharedOrders(store, here, unread, isShared, erasures);
  return {
    ...createOrderImport(store, words, rows, listed, rowProblems, changedHere),
    ...createOrderDecisions(store, words, rows, listed, rowProblems, unread, changedHere),
    ...createShippedOtherwise(store, listed, outbox, changedHere),
    ...createOrderLookup(store, words, rows, listed, latestOf),
    ...shared,
    rowProblems: rowProblems.rowProblems,
    dismissRow: rowProblems.dismissRow,
  };
}

type Rows = ReturnType<typeof createOrderRows>;
function createOrderRows(store: Store, listed: ListedOrders) {
  const opened = new Map<string, { revision: number; value: EncryptedOrder }>();
  store.whenForgotten(() => opened.clear());

  function open(row: OrderRow): EncryptedOrder | undefined {
    const known = opened.get(row.key);
    if (known?.revision === row.revision) return known.value;
    const value = readEncryptedOrder(store, row.key, row.encrypted);
    if (opened.size >= openedLimit) opened.delete(opened.keys().next().value ?? '');
    // A commit may still be rolled back, and its revision given to other content.
    if (value && !store.inCommit()) opened.set(row.key, { revision: row.revision, value });
    return value;
  }

  const shown = (row: OrderRow): Order =>
    open(row)?.order ?? (store.isForgotten(row.encrypted) ? forgottenOrder(row.key) : unreadableOrder(row.key));

  const rowOf = (key: string): OrderRow | undefined =>
    store.get(orderRow, 'SELECT key, revision, encrypted FROM orders WHERE key = $key', { key });

  function write(values: readonly WrittenOrder[]): void {
    const first = store.nextSequences(values.length);
    store.run(
      `INSERT INTO totals SELECT 'orders', count(DISTINCT value) FROM json_each($keys)
       WHERE NOT EXISTS (SELECT 1 FROM orders WHERE key = value) ON CONFLICT DO UPDATE SET total = total + excluded.total`,
      { keys: JSON.stringify(values.map(({ key }) => key)) },
    );
    listed.write(values.map(({ facts }, index) => ({ facts, sequence: first + index })));
    store.runEach(
      `INSERT INTO orders (key, slot, sequence, revision, encrypted) VALUES (?1, ?2, ?3, ?3, ?4)
       ON CONFLICT (key) DO UPDATE SET revision = excluded.revision, encrypted = excluded.encrypted`,
      values.map(({ key, bytes, encrypted = store.encryptBytes(bytes, orderPlace(key)) }, index) => [
        key,
        slotOf(key),
        first + index,
        encrypted,
      ]),
    );
  }

  const mayBeReplaced = (key: string): boolean =>
    store.get(
      countRow,
      `SELECT count(*) AS total FROM bookings
       WHERE ${isOfOrder('$key')} AND state NOT IN ('draft', 'quoted', 'rejected', 'released')`,
      { key },
    )?.total === 0;

  const rowsAt = (slot: string): OrderRow[] =>
    store.all(
      orderRow,
      'SELECT key, revision, encrypted FROM orders WHERE key IN (SELECT key FROM listed_orders WHERE slot = $slot) ORDER BY sequence',
      { slot },
    );
  return { open, shown, rowOf, rowsAt, write, mayBeReplaced };
}

/** The orders as other benches read and change them. */
function ordersHere(
  store: Store,
  words: Words,
  { open, rowOf, rowsAt, write, mayBeReplaced }: Rows,
  listed: ListedOrders,
  rowProblems: RowProblems,
): OrdersHere {
  return {
    at: (slot) =>
      rowsAt(slot).map((row) => {
        const [key, content] = [row.key as OrderKey, open(row)];
        const { held } = listed.orderPlan(key);
        const isByPerson = held !== null && held.changedBy === undefined;
        return { key, content: content && { ...content, held: isByPerson ? heldSchema.parse(held) : null } };
      }),
    write(all) {
      if (all.length === 0) return;
      const isNew = all.map(({ order: { key } }) => rowOf(key) === undefined);
      write(all.map(written));
      for (const [at, { order, held }] of all.entries())
        if (held) listed.hold(order.key, held);
        else if (isNew[at]) holdDeleted(listed, order);
        else if (held === null) listed.release(order.key);
    },
    learn: (all) => words.learn(all.map(({ order }) => order)),
    forget(key) {
      store.run('DELETE FROM orders WHERE key = $key', { key });
      listed.remove(key, '');
    },
    mayBeReplaced,
    keepProblems: rowProblems.keep,
  };
}

/** An order that was deleted here and is imported again waits for a person. */
function holdDeleted(listed: ListedOrders, { key }: Pick<Order, 'key'>, back?: Part['back']): void {
  const deleted = listed.takeBack(key);
  if (!deleted) return;
  listed.hold(key, { ...deleted, why: '', isBack: true });
  back?.(key, deleted);
}

function createOrderImport(
  store: Store,
  words: Words,
  { open, write, mayBeReplaced }: Rows,
  listed: ListedOrders,
  rowProblems: RowProblems,
  changedHere: (slots: readonly string[]) => void,
) {
  const inPart =
    (isLast: boolean) =>
    <T>(work: () => T): T =>
      isLast ? store.commit(work) : store.unlisted(() => store.soon(() => store.commit(work)));

  /** Compares only the end of the decrypted bytes: parsing all of them takes many times as long. */
  function isRepeated({ key, encrypted }: OrderRow, digest: string): boolean {
    const bytes = store.decryptBytes(encrypted, orderPlace(key));
    const end = encryptedEnd(digest);
    return new TextDecoder().decode(bytes?.subarray(-end.length)) === end;
  }

  function isUpdate(order: TakenOrder, row: OrderRow | undefined): boolean {
    if (!row) return true;
    const known = open(row);
    return mayBeReplaced(row.key) && !(known && isSame(known, order));
  }

  /** Keeps the corrections of a person, unless the file now has a new value for the same field. */
  function withCorrections(order: TakenOrder, row: OrderRow | undefined, reread: Part['reread']): TakenOrder {
    const known = row && open(row);
    // Two benches set different addresses: the question stays open until a person decides, whatever a file contains meanwhile.
    const before = known?.asImported ?? (known?.order.otherAddress === undefined ? undefined : known.order);
    if (!known || !before) return order;
    const newest = orderIn(order.bytes);
    const { order: merged, reread: parts } = rereadOrder(known.order, before, newest);
    if (parts.size > 0) reread?.(order.key, parts);
    const isCorrected = digestOf(merged) !== order.digest;
    return isCorrected ? { ...order, ...written({ order: merged, asImported: newest, imported: order.digest }), at: null } : order;
  }

  /** Returns the differences between a file and orders that are already bought. Those orders stay as they were bought. */
  function lateIn(orders: readonly TakenOrder[], rowAt: ReadonlyMap<string, OrderRow>, late: Late): RowProblem[] {
    return orders.flatMap((order) => {
      const row = rowAt.get(order.key);
      if (!row || mayBeReplaced(row.key)) return [];
      const known = open(row);
      if (!known || isSame(known, order)) return [];
      const newest = orderIn(order.bytes);
      const isOldAddress = known.asImported && isSameOnLabel(newest.recipient, known.asImported.recipient);
      const { recipient } = isOldAddress ? known.order : newest;
      const problem = late(order.place, { ...newest, recipient }, known.order);
      if (!problem) return [];
      // Reported once: the next identical import is not a change.
      write([written({ ...known, imported: digestFrom(order, known.order.source) })]);
      return [problem];
    });
  }

  const takePrepared: OrderJournal['takePrepared'] = (prepared, keys, problems, { since, isLast, took, late, back, reread }) => {
    const { kept, ...taken } = inPart(isLast)(() => {
      const rows = store.all(orderRow, 'SELECT key, revision, encrypted FROM orders WHERE key IN (SELECT value FROM json_each($keys))', {
        keys: JSON.stringify(keys.filter((key) => key !== null)),
      });
      const rowAt = new Map(rows.map((row) => [row.key, row]));
      const orders = underKeys(prepared, keys);
      const changed = orders.filter(({ key, digest }) => {
        const row = rowAt.get(key);
        return !row || (row.revision <= since && !isRepeated(row, digest));
      });
      const updates = changed
        .filter((order) => isUpdate(order, rowAt.get(order.key)))
        .map((order) => withCorrections(order, rowAt.get(order.key), reread));
      const lateProblems = late ? lateIn(changed, rowAt, late) : [];
      write(updates);
      const slots = updates.map(({ key }) => slotOf(key));
      changedHere(slots);
      for (const { key } of updates) took?.(key, !rowAt.has(key));
      const deleted = listed.deletedAt(slots);
      for (const order of updates) if (!rowAt.has(order.key) && deleted.has(slotOf(order.key))) holdDeleted(listed, order, back);
      learnUpdates(words, prepared, keys, updates);
      return { taken: updates.length, unchanged: orders.length - updates.length, kept: rowProblems.keep([...problems, ...lateProblems]) };
    });
    kept();
    return taken;
  };

  return {
    takePrepared,
    takeOrders: (orders, problems) =>
      takePrepared(
        prepareOrders(orders),
        orders.map(({ key }) => key),
        problems,
        { since: Number.POSITIVE_INFINITY, isLast: true },
      ),
  } satisfies Partial<OrderJournal>;
}

/** Indexes the words of these orders of a part: as one run, or one by one if they are few or have another key than in the part. */
function learnUpdates(words: Words, prepared: PreparedOrders, keys: readonly (OrderKey | null)[], updates: readonly TakenOrder[]): void {
  const inRun: (string | null)[] = keys.map(() => null);
  const alone: TakenOrder[] = [];
  for (const order of updates)
    if (updates.length < shortestRun || order.at === null) alone.push(order);
    else inRun[order.at] = order.key;
  words.learnRun(prepared.orders, inRun, prepared.words);
  words.learn(alone.map(({ bytes }) => orderIn(bytes)));
}

/** Changes that a person makes to an order. */
function createOrderDecisions(
  store: Store,
  words: Words,
  { open, rowOf, rowsAt, write, mayBeReplaced }: Rows,
  listed: ListedOrders,
  rowProblems: RowProblems,
  unread: UnreadOrders,
  changedHere: (slots: readonly string[]) => void,
) {
  return {
    saveOrder: (order) =>
      store.commit(() => {
        const row = rowOf(order.key);
        const known = row && open(row);
        const imported = known?.imported ?? '';
        write([written({ order, asImported: known?.asImported ?? (imported === '' ? undefined : known?.order), imported })]);
        changedHere([slotOf(order.key)]);
        if (!row) listed.takeBack(order.key);
        words.learn([order]);
        store.record(null, 'order-saved', order.key);
      }),

    deleteOrder: (key, by) =>
      store.commit(() => {
        if (!rowOf(key) || !mayBeReplaced(key)) return false;
        store.run('DELETE FROM orders WHERE key = $key', { key });
        store.run('UPDATE bookings SET put_aside = 0 WHERE order_key = $key', { key });
        listed.remove(key, by);
        const slot = slotOf(key);
        if (rowsAt(slot).length === 0) unread.forget(slot);
        changedHere([slot]);
        return true;
      }),

    orderToKeep(key) {
      const row = rowOf(key);
      const content = row && open(row);
      const aside = store.all(idRow, 'SELECT id FROM bookings WHERE order_key = $key AND put_aside = 1', { key });
      return content && { content, plan: listed.orderPlan(key), aside: aside.map(({ id }) => id) };
    },

    bringBack: ({ content, plan: { held, priority, shipBy }, aside }) =>
      store.commit(() => {
        const { order } = content;
        const slot = slotOf(order.key);
        if (rowsAt(slot).length > 0) return false;
        write([written(content)]);
        listed.takeBack(order.key);
        const now = listed.orderPlan(order.key);
        if (now.priority !== priority || now.shipBy !== shipBy) listed.planOrder(order.key, { priority, shipBy });
        if (held) listed.hold(order.key, heldSchema.parse(held));
        for (const id of aside) store.run('UPDATE bookings SET put_aside = 1 WHERE id = $id', { id });
        changedHere([slot]);
        words.learn([order]);
        store.record(null, 'order-restored', order.key);
        return true;
      }),

    removeUntouched(keys, { after, upTo }, problems) {
      let forget = (): void => undefined;
      const removed = store.commit(() => {
        forget = rowProblems.remove(problems);
        const gone = store.all(
          keyRow,
          `SELECT orders.key FROM orders JOIN listed_orders AS listed ON listed.key = orders.key
           WHERE orders.key IN (SELECT value FROM json_each($keys)) AND orders.sequence > $after AND orders.sequence <= $upTo
             AND orders.revision = orders.sequence AND held_at IS NULL AND given_priority IS NULL AND given_ship_by IS NULL
             AND elsewhere = 0 AND NOT EXISTS (SELECT 1 FROM bookings WHERE ${isOfOrder('orders.key')})`,
          { keys: JSON.stringify(keys), after, upTo },
        );
        for (const { key } of gone) {
          store.run('DELETE FROM orders WHERE key = $key', { key });
          listed.remove(key, '');
          // The same file may bring it again without a question.
          listed.takeBack(key);
          const slot = slotOf(key);
          if (rowsAt(slot).length === 0) unread.forget(slot);
        }
        changedHere(gone.map(({ key }) => slotOf(key)));
        return gone.length;
      });
      forget();
      return removed;
    },

    holdOrder: (key, why, by) =>
      store.commit(() => {
        listed.holdOrder(key, why, by);
        changedHere([slotOf(key)]);
      }),
    releaseOrder: (key) =>
      store.commit(() => {
        const slot = slotOf(key);
        if (listed.orderPlan(key).held?.isPast) unread.forget(slot);
        listed.releaseOrder(key);
        changedHere([slot]);
      }),
    planOrder: listed.planOrder,
  } satisfies Partial<OrderJournal>;
}

/** Orders that a person shipped without a label, and their reports to the shop. */
function createShippedOtherwise(
  store: Store,
  listed: ListedOrders,
  { reportOtherwise, withdrawOtherwise }: Pick<Outbox, 'reportOtherwise' | 'withdrawOtherwise'>,
  changedHere: (slots: readonly string[]) => void,
) {
  return {
    shipOtherwise: (shipped) =>
      store.commit(() => {
        listed.shipOtherwise(shipped);
        reportOtherwise(shipped);
        changedHere([slotOf(shipped.orderKey)]);
      }),
    closedOrders: listed.closedOrders,
    reopenOrder: (key, reason, by) =>
      store.commit(() => {
        listed.reopenOrder(key, reason, by);
        withdrawOtherwise(key);
        changedHere([slotOf(key)]);
      }),
  } satisfies Partial<OrderJournal>;
}

function createOrderLookup(
  store: Store,
  words: Words,
  { open, shown, rowOf, rowsAt }: Rows,
  listed: ListedOrders,
  latestOf: (key: OrderKey) => Booking | undefined,
) {
  return {
    ordersBy: listed.ordersBy,
    orderPlan: listed.orderPlan,
    order: (key) => {
      const row = rowOf(key);
      return row && (open(row)?.order ?? (store.isForgotten(row.encrypted) ? forgottenOrder(key) : undefined));
    },

    keysIn: (slots) => {
      const found = store.all(slotRow, 'SELECT slot, key FROM listed_orders WHERE slot IN (SELECT value FROM json_each($slots))', {
        slots: JSON.stringify(slots),
      });
      const bySlot = Map.groupBy(found, ({ slot }) => slot);
      return new Map([...bySlot].map(([slot, rows]) => [slot, rows.map(({ key }) => key)]));
    },

    ordersAt: (slot) => rowsAt(slot).map(shown),

    openOrdersAt: ({ key, recipient }, most = mostAtPlace) =>
      listed.toShipAt(placeOf(recipient), slotOf(key), Math.min(most, mostAtPlace)).flatMap(({ key: other, since }) => {
        const row = rowOf(other);
        const order = row && open(row)?.order;
        return order ? [{ order, since }] : [];
      }),

    ordersWithItem: (code) => {
      const { sql, params } = words.holdingItem(code, 'key');
      return store
        .all(
          orderRow,
          `SELECT key, revision, encrypted FROM orders
           WHERE key IN (SELECT key FROM listed_orders WHERE ${sql} AND stage IN ('to-ship', 'held', 'barred') LIMIT $limit)`,
          { ...params, limit: mostWithItem },
        )
        .flatMap((row) => open(row)?.order ?? [])
        .filter((order) => itemsOf(order).includes(code));
    },

    ordersOfOnePiece: (codes, page) =>
      listed.ofOnePiece(codes, page).map(({ key, sequence }) => {
        const row = rowOf(key);
        return { order: row ? shown(row) : unreadableOrder(key), sequence };
      }),

    orders: (query) => {
      const { search, offset, limit } = query;
      const withBooking = (row: OrderRow) => {
        const order = shown(row);
        return { order, booking: latestOf(order.key) ?? null, plan: listed.orderPlan(order.key) };
      };
      if (!isNewestOfAll(query)) {
        const { total, keys } = listed.find(query);
        return { total, rows: keys.flatMap((key) => rowOf(key) ?? []).map(withBooking) };
      }
      const found = words.finding(search, 'key');
      const where = found ? `WHERE ${found.sql}` : '';
      const sql = `SELECT key, revision, encrypted FROM orders ${where} ORDER BY ${found ? '+' : ''}sequence DESC LIMIT $limit OFFSET $offset`;
      return {
        total: found
          ? (store.get(countRow, `SELECT count(*) AS total FROM orders ${where}`, found.params)?.total ?? 0)
          : (store.get(countRow, `SELECT total FROM totals WHERE of = 'orders'`)?.total ?? 0),
        rows: store.all(orderRow, sql, { limit, offset, ...found?.params }).map(withBooking),
      };
    },
  } satisfies Partial<OrderJournal>;
}

/** True if a file has the order unchanged, or as its file had it last time; the file name does not count. */
function isSame({ order, imported }: EncryptedOrder, taken: TakenOrder): boolean {
  const digest = digestFrom(taken, order.source);
  return digest === imported || digest === digestOf(order);
}

/** The digest of the imported order, as if it came from this source. */
function digestFrom({ bytes }: TakenOrder, source: string): string {
  const order = (JSON.parse(new TextDecoder().decode(bytes)) as { readonly order: object }).order;
  return digestOf({ ...order, source });
}

const orderIn = (bytes: Uint8Array): Order => encryptedOrderSchema.parse(JSON.parse(new TextDecoder().decode(bytes))).order;

const isNewestOfAll = ({ stage, source, country, taken, due, priority, sort = 'newest' }: OrderQuery): boolean =>
  sort === 'newest' && [stage, source, country, taken, due, priority].every((each) => each === undefined || each === null);

interface WrittenOrder {
  readonly key: OrderKey;
  readonly bytes: Uint8Array;
  /** These bytes encrypted for this key, if another thread did so. */
  readonly encrypted: Uint8Array | undefined;
  readonly facts: ListedFacts;
}

/** The digest must come last (see `encryptedEnd`). */
const written = ({ order, asImported, imported }: EncryptedOrder): WrittenOrder => ({
  key: order.key,
  bytes: new TextEncoder().encode(JSON.stringify({ order, asImported, imported } satisfies EncryptedOrder)),
  encrypted: undefined,
  facts: { ...order, place: placeOf(order.recipient), items: itemsOf(order), isOnePiece: isOnePiece(order) },
});

/** A prepared order with the key under which it is stored. */
interface TakenOrder extends WrittenOrder {
  readonly digest: string;
  /** Its index among the orders of its part. */
  readonly place: number;
  /** Its index in the run of words; null if the run has it under another key. */
  readonly at: number | null;
}

type Part = Parameters<OrderJournal['takePrepared']>[3];
type Late = NonNullable<Part['late']>;

const underKeys = ({ orders, bytes, encrypted }: PreparedOrders, keys: readonly (OrderKey | null)[]): TakenOrder[] =>
  orders.flatMap((order, at): TakenOrder[] => {
    const { key, digest, end } = order;
    const known = keys[at] ?? null;
    if (known === null) return [];
    const own = bytes.subarray(orders[at - 1]?.end ?? 0, end);
    const ownEncrypted =
      encrypted && at < encrypted.ends.length ? encrypted.bytes.subarray(encrypted.ends[at - 1] ?? 0, encrypted.ends[at]) : undefined;
    if (known === key) return [{ key, digest, bytes: own, encrypted: ownEncrypted, facts: order, place: at, at }];
    const renamed = prepareOrders([{ ...orderIn(own), key: known }]);
    return underKeys(renamed, [known]).map((order) => ({ ...order, place: at, at: null }));
  });
