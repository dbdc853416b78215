import { z } from 'zod';
import type { HeardOrder, UnreadOrder } from '../../shared/elsewhere.ts';
import type { Store } from './store.ts';

/** Where another bench said something of an order that cannot be read here; all in the running commit. */
export interface UnreadOrders {
  /** Holds it from here on, at whatever key. */
  mark(heard: HeardOrder): void;
  /** What is heard now can be read: it takes the place of what could not, unless it was said before. */
  clear(heard: HeardOrder): void;
  /** A person deleted or released it here: only what is heard anew holds it. */
  forget(slot: string): void;
  /** Places of before count no more: from here on what was said later does. */
  forgetPlaces(): void;
  any(): boolean;
  /** All that the ledger knows was heard since this program started. */
  allHeard(): void;
  at(slot: string): UnreadOrder | undefined;
}

/** What nobody said anything of for so long is told to nobody any more; the ledger keeps it no longer either. */
export const toldForMs = 30 * 24 * 60 * 60 * 1000;

const slotRow = z.object({ slot: z.string() });
const unreadRow = z.object({ seq: z.int(), bench: z.int(), said_at: z.string(), is_sealed: z.int() });
/** By the clocks of two computers what was said again at once may seem to be older. */
const apartMs = 1000;

export function createUnreadOrders(store: Store, isShared: () => boolean): UnreadOrders {
  /** Those of an earlier run that nobody said again in this one. */
  const unsaid = new Set(store.all(slotRow, 'SELECT slot FROM unread_orders').map(({ slot }) => slot));
  let isAllHeard = false;
  const rowAt = (slot: string) =>
    store.get(unreadRow, 'SELECT seq, bench, said_at, is_sealed FROM unread_orders WHERE slot = $slot', { slot });
  const saidAtMs = ({ ageMs }: HeardOrder): number => new Date(store.now()).getTime() - ageMs;
  const forget = (slot: string): void => {
    store.run('DELETE FROM unread_orders WHERE slot = $slot', { slot });
    store.run('UPDATE listed_orders SET held_at = NULL WHERE slot = $slot AND sealed_hold IS NULL', { slot });
  };

  return {
    forget,

    mark(heard) {
      const { slot, seq, bench, isSealed = false } = heard;
      const at = new Date(saidAtMs(heard)).toISOString();
      unsaid.delete(slot);
      store.run(
        'INSERT OR REPLACE INTO unread_orders (slot, seq, bench, said_at, is_sealed) VALUES ($slot, $seq, $bench, $at, $isSealed)',
        { slot, seq, bench, at, isSealed: isSealed ? 1 : 0 },
      );
      store.run('UPDATE listed_orders SET held_at = coalesce(held_at, $at) WHERE slot = $slot', { slot, at });
    },

    clear(heard) {
      const row = rowAt(heard.slot);
      if (!row) return;
      const isLater = row.seq > 0 ? heard.seq >= row.seq : saidAtMs(heard) >= new Date(row.said_at).getTime() - apartMs;
      if (isLater) forget(heard.slot);
    },

    forgetPlaces: () => void store.run('UPDATE unread_orders SET seq = 0'),
    any: () => store.get(z.object({}), 'SELECT 1 AS one FROM unread_orders LIMIT 1') !== undefined,
    allHeard() {
      isAllHeard = true;
    },
    at(slot) {
      const row = rowAt(slot);
      if (!row) return undefined;
      const isOld = new Date(store.now()).getTime() - new Date(row.said_at).getTime() > toldForMs;
      const isPast = isOld || !isShared() || (isAllHeard && unsaid.has(slot));
      return { bench: row.bench, isPast, isSealed: row.is_sealed === 1 };
    },
  };
}
