import { z } from 'zod';
import type { HeardOrder } from '../../shared/elsewhere.ts';
import type { Store } from './store.ts';

/** Where another bench said something of an order that cannot be read here; all in the running commit. */
export interface UnreadOrders {
  /** Holds it from here on, at whatever key. */
  mark(heard: HeardOrder): void;
  /** What is heard now can be read: it takes the place of what could not, unless it was said before. */
  clear(heard: HeardOrder): void;
  /** A person deleted it here: only what is heard anew holds it. */
  forget(slot: string): void;
  /** Places of before count no more: from here on what was said later does. */
  forgetPlaces(): void;
  any(): boolean;
  benchAt(slot: string): number | undefined;
}

const unreadRow = z.object({ seq: z.int(), bench: z.int(), said_at: z.string() });
/** By the clocks of two computers what was said again at once may seem to be older. */
const apartMs = 1000;

export function createUnreadOrders(store: Store): UnreadOrders {
  const rowAt = (slot: string) => store.get(unreadRow, 'SELECT seq, bench, said_at FROM unread_orders WHERE slot = $slot', { slot });
  const saidAtMs = ({ ageMs }: HeardOrder): number => new Date(store.now()).getTime() - ageMs;
  const forget = (slot: string): void => {
    store.run('DELETE FROM unread_orders WHERE slot = $slot', { slot });
    store.run('UPDATE listed_orders SET held_at = NULL WHERE slot = $slot AND sealed_hold IS NULL', { slot });
  };

  return {
    forget,

    mark(heard) {
      const { slot, seq, bench } = heard;
      const at = new Date(saidAtMs(heard)).toISOString();
      store.run('INSERT OR REPLACE INTO unread_orders (slot, seq, bench, said_at) VALUES ($slot, $seq, $bench, $at)', {
        slot,
        seq,
        bench,
        at,
      });
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
    benchAt: (slot) => rowAt(slot)?.bench,
  };
}
