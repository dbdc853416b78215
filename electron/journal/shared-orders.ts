import { z } from 'zod';
import { type OrderContent, type OrderCursor, orderCursorSchema, type ReceivedOrder } from '../../shared/elsewhere.ts';
import type { OrderKey, RowProblem } from '../../shared/order.ts';
import { slotOf } from '../../shared/scan.ts';
import type { SharedOrderJournal } from '../bench/ports/journal/shared-orders.ts';
import type { Erasures } from './erasures.ts';
import { isOfOrder } from './schema.ts';
import type { Store } from './store.ts';
import { keptForMs, type UnreadOrders } from './unread-orders.ts';

interface SharedOrders extends SharedOrderJournal {
  /** Called in the commit that changed the orders of these slots here. */
  readonly changedHere: (slots: readonly string[]) => void;
}

type TakingReceived = Parameters<SharedOrderJournal['takeReceived']>[1];

interface KnownOrder {
  readonly key: OrderKey;
  readonly content: OrderContent | undefined;
}

/** The orders themselves, as stored in this journal. */
export interface OrdersHere {
  readonly at: (slot: string) => readonly KnownOrder[];
  /** Runs in the current commit. */
  readonly write: (all: readonly OrderContent[]) => void;
  readonly learn: (all: readonly OrderContent[]) => void;
  readonly forget: (key: string) => void;
  readonly mayBeReplaced: (key: string) => boolean;
  readonly keepProblems: (problems: readonly RowProblem[]) => () => void;
}

export const orderCursorFact = 'order-cursor';
const cursorRow = z.object({ value: z.string() });
const dueRow = z.object({ slot: z.string(), seq: z.int(), changes: z.int(), changed_at: z.string() });
const knownRow = z.object({ seq: z.int(), changes: z.int(), due: z.int(), changed_at: z.string(), is_own: z.int() });
const lineRow = z.object({ sequence: z.int() });
const fromRow = z.object({ slot: z.string(), received_from: z.int() });

/**
 * Stores which orders must still be reported to the other benches, and applies the orders received from them. A received order does not
 * overwrite one that changed here and is not reported yet: the two are merged when it is reported, and only then.
 */
export function createSharedOrders(
  store: Store,
  here: OrdersHere,
  unread: UnreadOrders,
  isShared: () => boolean,
  erasures: Pick<Erasures, 'isErased' | 'isDue'>,
): SharedOrders {
  function changedHere(slots: readonly string[]): void {
    if (slots.length === 0 || !isShared()) return;
    store.run(
      `INSERT INTO shared_orders (slot, seq, received_from, changed_at, due, is_own)
       SELECT DISTINCT value, 0, 0, $at, 1, 1 FROM json_each($slots) WHERE true
       ON CONFLICT (slot) DO UPDATE SET changed_at = excluded.changed_at, changes = changes + 1, due = 1, is_own = 1`,
      { slots: JSON.stringify(slots), at: store.now() },
    );
  }

  return {
    changedHere,
    orderCursor: () => cursorIn(store),

    beginOrders: (era) =>
      store.commit(() => {
        const since = new Date(msOf(store.now()) - keptForMs).toISOString();
        if (cursorIn(store)) {
          // The bench that reported it may be gone, and a ledger that was restored from a backup may have an older state.
          store.run('UPDATE shared_orders SET seq = 0, due = due OR changed_at >= $since', { since });
          unread.forgetPlaces();
        } else shareRecent(store, since);
        setCursor(store, { era, key: 0, seq: 0, slot: '' });
      }),

    ordersToShare(limit) {
      const rows = store.all(
        dueRow,
        `SELECT slot, seq, changes, changed_at FROM shared_orders WHERE due = 1 AND slot NOT IN (SELECT slot FROM unread_orders)
         ORDER BY number LIMIT $limit`,
        { limit },
      );
      return rows.map(({ slot, seq: base, changes, changed_at: at }) => {
        const [row, ...others] = here.at(slot);
        // If two orders differ only in the spelling of their key, a person decides between them, at this bench only.
        // An order that is still to be erased here is not sent either.
        const content = others.length > 0 || erasures.isDue(slot) ? undefined : row ? row.content : null;
        return { slot, base, changes, ageMs: ageOf(store, at), content };
      });
    },

    markOrdersShared: (shared) =>
      store.soon(() =>
        store.commit(() => {
          for (const { slot, seq, changes } of shared)
            store.run('UPDATE shared_orders SET seq = $seq, due = changes <> $changes WHERE slot = $slot', { slot, seq, changes });
        }),
      ),

    keepMerged: (slot, seq, content) =>
      store.commit(() => {
        const [row] = here.at(slot);
        if (content && row && !here.mayBeReplaced(row.key)) return false;
        if (content && row) {
          const saved = { ...content, order: { ...content.order, key: row.key } };
          here.write([saved]);
          here.learn([saved]);
          changedHere([slot]);
        }
        store.run('UPDATE shared_orders SET seq = $seq WHERE slot = $slot', { slot, seq });
        return true;
      }),

    takeReceived: createOrderReceiver(store, here, unread, changedHere, erasures.isErased),
    unreadAt: unread.at,

    ordersReceivedFrom(slots) {
      const rows = store.all(
        fromRow,
        'SELECT slot, received_from FROM shared_orders WHERE received_from > 0 AND slot IN (SELECT value FROM json_each($slots))',
        { slots: JSON.stringify(slots) },
      );
      return new Map(rows.map(({ slot, received_from: bench }) => [slot, bench]));
    },
  };
}

function cursorIn(store: Store): OrderCursor | undefined {
  const row = store.get(cursorRow, `SELECT value FROM facts WHERE name = '${orderCursorFact}'`);
  return row && orderCursorSchema.parse(JSON.parse(row.value));
}
const setCursor = (store: Store, cursor: OrderCursor): void =>
  void store.run(`INSERT OR REPLACE INTO facts (name, value) VALUES ('${orderCursorFact}', $value)`, { value: JSON.stringify(cursor) });
const msOf = (at: string): number => new Date(at).getTime();
const ageOf = (store: Store, at: string): number => (at === '' ? keptForMs : Math.max(0, msOf(store.now()) - msOf(at)));

/** Marks orders from before the first report as to be reported if they are recent and not bought. */
function shareRecent(store: Store, since: string): void {
  const before = store.get(lineRow, 'SELECT sequence FROM history WHERE at < $since ORDER BY sequence DESC LIMIT 1', { since });
  store.run(
    `INSERT INTO shared_orders (slot, seq, received_from, changed_at, due, is_own)
     SELECT slot, 0, 0, coalesce((SELECT at FROM history WHERE history.sequence > orders.revision ORDER BY history.sequence LIMIT 1), $now), 1, 1
     FROM orders WHERE sequence > $before AND NOT EXISTS (
       SELECT 1 FROM bookings WHERE ${isOfOrder('orders.key')} AND state NOT IN ('draft', 'quoted', 'rejected', 'released'))
     ORDER BY sequence ON CONFLICT (slot) DO NOTHING`,
    { before: before?.sequence ?? 0, now: store.now() },
  );
}

function createOrderReceiver(
  store: Store,
  here: OrdersHere,
  unread: UnreadOrders,
  changedHere: SharedOrders['changedHere'],
  isErased: Erasures['isErased'],
): SharedOrders['takeReceived'] {
  function note({ slot, seq, bench, ageMs }: ReceivedOrder): void {
    store.run(
      `INSERT INTO shared_orders (slot, seq, received_from, changed_at, due, is_own) VALUES ($slot, $seq, $bench, $at, 0, 0)
       ON CONFLICT (slot) DO UPDATE SET seq = excluded.seq, changed_at = excluded.changed_at, due = 0, is_own = 0`,
      { slot, seq, bench, at: new Date(msOf(store.now()) - ageMs).toISOString() },
    );
  }

  /** Returns the order to store, and the problem that a person must see. */
  function taken(
    received: ReceivedOrder & { readonly content: OrderContent },
    row: KnownOrder | undefined,
    late: TakingReceived['late'],
  ): { readonly write?: OrderContent; readonly problem?: RowProblem | undefined } {
    const content = { ...received.content, order: { ...received.content.order, key: row?.key ?? received.content.order.key } };
    if (slotOf(content.order.key) !== received.slot) return {};
    if (!row?.content) return { write: content };
    if (here.mayBeReplaced(row.key)) return isSame(content, row.content) ? {} : { write: content };
    if (row.content.imported === content.imported) return {};
    // The order stays as it was bought; the difference is reported once.
    return {
      write: { order: row.content.order, asImported: row.content.asImported, imported: content.imported },
      problem: late(content.order, row.content.order),
    };
  }

  /**
   * True if the pending change need not be reported: the others have the same state, or a later change exists and this one was only
   * received here.
   */
  function isOld(
    { changed_at: at, is_own: isOwn }: z.infer<typeof knownRow>,
    row: KnownOrder | undefined,
    received: ReceivedOrder,
    how: TakingReceived,
  ): boolean {
    if (!row?.content || !received.content) return false;
    const key = row.key;
    if (isSame({ ...received.content, order: { ...received.content.order, key } }, row.content)) return true;
    return (
      isOwn === 0 && how.givesWay({ content: row.content, ageMs: ageOf(store, at) }, { content: received.content, ageMs: received.ageMs })
    );
  }

  return (all, how) => {
    const { cursor, late } = how;
    const kept = store.soon(() =>
      store.commit(() => {
        const updates: OrderContent[] = [];
        const problems: RowProblem[] = [];
        for (const { over, ...received } of all) {
          const known = store.get(knownRow, 'SELECT * FROM shared_orders WHERE slot = $slot', { slot: received.slot });
          const isOver = known !== undefined && known.changes === over;
          if (known && !isOver && known.seq >= received.seq) continue;
          const { content } = received;
          if (content === undefined) {
            unread.mark(received);
            continue;
          }
          unread.clear(received);
          const rows = here.at(received.slot);
          const [row] = rows;
          if (rows.length > 1) continue;
          if (known?.due === 1 && !isOver && !isOld(known, row, received, how)) continue;
          // Never reported: it is reported now, and meets the ledger's state then.
          if (row && !known) {
            changedHere([received.slot]);
            store.run(`UPDATE shared_orders SET changed_at = '' WHERE slot = $slot`, { slot: received.slot });
            continue;
          }
          note(received);
          // Its bench sent it before it learned of the erasure.
          if (content && isErased(received.slot, new Date(msOf(store.now()) - received.ageMs).toISOString())) continue;
          if (content === null) {
            if (row && here.mayBeReplaced(row.key)) here.forget(row.key);
            continue;
          }
          const { write, problem } = taken({ ...received, content }, row, late);
          if (write) updates.push(write);
          if (problem) problems.push(problem);
        }
        here.write(updates);
        here.learn(updates);
        if (cursor) setCursor(store, cursor);
        return here.keepProblems(problems);
      }),
    );
    kept();
  };
}

const isSame = (one: OrderContent, other: OrderContent): boolean =>
  JSON.stringify([one.order, one.held ?? null]) === JSON.stringify([other.order, other.held ?? null]);
