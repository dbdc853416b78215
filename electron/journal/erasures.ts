import { z } from 'zod';
import { type ErasureCursor, erasureCursorSchema } from '../../shared/elsewhere.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { slotOf } from '../../shared/scan.ts';
import type { ErasureJournal } from '../bench/ports/journal/erasures.ts';
import type { Store } from './store.ts';

export interface Erasures extends ErasureJournal {
  /** True if the person of this order was erased at any bench, and what there is of it since this time is no newer than that. */
  readonly isErased: (slot: string, since: string) => boolean;
  /** True if the erasure of another bench is not carried out here yet. */
  readonly isDue: (slot: string) => boolean;
  /** Called in the commit that erased these orders. */
  readonly erased: (orderKeys: readonly string[], request: string) => void;
  /** This bench left its ledger: if it joins again, everything is sent and read again. */
  readonly leave: () => void;
}

const cursorFact = 'erasure-cursor';
const cursorRow = z.object({ value: z.string() });
const anyRow = z.object({});
const erasureRow = z.object({ slot: z.string(), order_key: orderKeySchema, id: z.string(), request: z.string(), at: z.string() });
const attemptRow = z.object({ id: z.string() });
const keyRow = z.object({ key: orderKeySchema });

export function createErasures(store: Store): Erasures {
  const msOf = (at: string): number => Date.parse(at);
  const setCursor = (cursor: ErasureCursor): void =>
    void store.run(`INSERT OR REPLACE INTO facts (name, value) VALUES ('${cursorFact}', $value)`, { value: JSON.stringify(cursor) });
  const rowsWhere = (where: string, params: Readonly<Record<string, string | number>> = {}) =>
    store.all(erasureRow, `SELECT slot, order_key, id, request, at FROM erasures WHERE ${where}`, params);
  const listOf = (values: readonly string[]): { readonly list: string } => ({ list: JSON.stringify(values) });
  const inList = 'IN (SELECT value FROM json_each($list))';

  /** Shipments of an order, of this bench and of the others. */
  const attemptsOf = (slot: string, key: string): string[] =>
    store
      .all(
        attemptRow,
        `SELECT id FROM attempts WHERE owner_id IN (
           SELECT id FROM bookings WHERE order_key = $key OR id IN (SELECT booking_id FROM joined_orders WHERE order_key = $key))
         UNION SELECT attempt_id AS id FROM mirror_parcels WHERE slot = $slot
         UNION SELECT attempt_id AS id FROM mirror_joined WHERE slot = $slot`,
        { slot, key },
      )
      .map(({ id }) => id);

  const keysOf = (slot: string, key: string) =>
    store
      .all(
        keyRow,
        `SELECT key FROM listed_orders WHERE slot = $slot
         UNION SELECT order_key AS key FROM mirror_parcels WHERE slot = $slot
         UNION SELECT order_key AS key FROM mirror_joined WHERE slot = $slot
         UNION SELECT order_key AS key FROM bookings WHERE order_key = $key
         UNION SELECT order_key AS key FROM joined_orders WHERE order_key = $key`,
        { slot, key },
      )
      .map(({ key: each }) => each);

  return {
    isErased: (slot, since) =>
      store.get(anyRow, 'SELECT 1 AS one FROM erasures WHERE slot = $slot AND at >= $since', { slot, since }) !== undefined,
    isDue: (slot) => store.get(anyRow, 'SELECT 1 AS one FROM erasures WHERE slot = $slot AND is_done = 0', { slot }) !== undefined,

    erased(orderKeys, request) {
      for (const key of orderKeys)
        store.run(
          `INSERT INTO erasures (slot, order_key, id, request, at, is_sent, is_done) VALUES ($slot, $key, $id, $request, $at, 0, 1)
           ON CONFLICT (slot) DO UPDATE SET id = iif(is_done, excluded.id, id), at = iif(is_done, excluded.at, at),
             request = iif(is_done, excluded.request, request), is_sent = 0, is_done = 1`,
          { slot: slotOf(key), key, id: store.newId(), request, at: store.now() },
        );
    },

    leave() {
      store.run(`DELETE FROM facts WHERE name = '${cursorFact}'`);
      store.run('UPDATE erasures SET is_sent = 0');
    },

    erasureCursor() {
      const row = store.get(cursorRow, `SELECT value FROM facts WHERE name = '${cursorFact}'`);
      return row && erasureCursorSchema.parse(JSON.parse(row.value));
    },

    beginErasures: (era) =>
      store.commit(() => {
        store.run('UPDATE erasures SET is_sent = 0');
        setCursor({ era, key: 0, seq: 0 });
      }),

    takeErasures: (received, cursor) =>
      store.commit(() => {
        for (const { slot, orderKey, id, request, ageMs } of received)
          store.run(
            `INSERT INTO erasures (slot, order_key, id, request, at, is_sent, is_done) VALUES ($slot, $orderKey, $id, $request, $at, 1, 0)
             ON CONFLICT (slot) DO UPDATE SET order_key = excluded.order_key, id = excluded.id, request = excluded.request, at = excluded.at,
               is_sent = 1, is_done = 0 WHERE id <> excluded.id AND at < excluded.at`,
            { slot, orderKey, id, request, at: new Date(msOf(store.now()) - ageMs).toISOString() },
          );
        setCursor(cursor);
      }),

    erasuresToShare: (limit) =>
      rowsWhere('is_sent = 0 LIMIT $limit', { limit }).map(({ slot, order_key: orderKey, id, request, at }) => ({
        slot,
        orderKey,
        id,
        request,
        ageMs: Math.max(0, msOf(store.now()) - msOf(at)),
        attempts: attemptsOf(slot, orderKey),
      })),

    markErasuresShared: (ids) =>
      store.soon(() => store.commit(() => void store.run(`UPDATE erasures SET is_sent = 1 WHERE id ${inList}`, listOf(ids)))),

    erasuresDue: () =>
      rowsWhere('is_done = 0').map(({ slot, order_key: key, id, request }) => ({ slot, id, request, keys: keysOf(slot, key) })),

    closeErasures: (ids) =>
      store.commit(() => void store.run(`UPDATE erasures SET is_done = 1, is_sent = 0 WHERE id ${inList}`, listOf(ids))),

    eraseAgain: (slots) => store.commit(() => void store.run(`UPDATE erasures SET is_done = 0 WHERE slot ${inList}`, listOf(slots))),
  };
}
