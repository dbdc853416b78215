import { z } from 'zod';
import type { ReceivedOrder, UnreadOrder } from '../../shared/elsewhere.ts';
import type { Store } from './store.ts';

/** Orders with a change of another bench that this bench cannot decrypt until it has the site key. All calls run in the current commit. */
export interface UnreadOrders {
  /** Holds the order from now on, under whatever key it is imported. */
  mark(received: ReceivedOrder): void;
  /** A readable change ends the hold, unless it is older than the one that could not be read. */
  clear(received: ReceivedOrder): void;
  /** Ends the hold: the order was deleted or released here. */
  forget(slot: string): void;
  /** Places of the previous era no longer count: the later change does. */
  forgetPlaces(): void;
  at(slot: string): UnreadOrder | undefined;
}

/** The ledger keeps an order for this long after its last change. */
export const keptForMs = 30 * 24 * 60 * 60 * 1000;

const unreadRow = z.object({ seq: z.int(), bench: z.int(), changed_at: z.string() });
/** Tolerance for the clocks of two computers: the same change may seem this much older when it is received again. */
const apartMs = 1000;

export function createUnreadOrders(store: Store, isShared: () => boolean): UnreadOrders {
  const rowAt = (slot: string) => store.get(unreadRow, 'SELECT seq, bench, changed_at FROM unread_orders WHERE slot = $slot', { slot });
  const changedAtMs = ({ ageMs }: ReceivedOrder): number => new Date(store.now()).getTime() - ageMs;
  const forget = (slot: string): void => {
    store.run('DELETE FROM unread_orders WHERE slot = $slot', { slot });
    store.run('UPDATE listed_orders SET held_at = NULL WHERE slot = $slot AND encrypted_hold IS NULL', { slot });
  };

  return {
    forget,

    mark(received) {
      const { slot, seq, bench } = received;
      const at = new Date(changedAtMs(received)).toISOString();
      store.run('INSERT OR REPLACE INTO unread_orders (slot, seq, bench, changed_at) VALUES ($slot, $seq, $bench, $at)', {
        slot,
        seq,
        bench,
        at,
      });
      store.run('UPDATE listed_orders SET held_at = coalesce(held_at, $at) WHERE slot = $slot', { slot, at });
    },

    clear(received) {
      const row = rowAt(received.slot);
      if (!row) return;
      const isLater = row.seq > 0 ? received.seq >= row.seq : changedAtMs(received) >= new Date(row.changed_at).getTime() - apartMs;
      if (isLater) forget(received.slot);
    },

    forgetPlaces: () => void store.run('UPDATE unread_orders SET seq = 0'),

    at(slot) {
      const row = rowAt(slot);
      if (!row) return undefined;
      const isOld = new Date(store.now()).getTime() - new Date(row.changed_at).getTime() > keptForMs;
      return { bench: row.bench, isPast: isOld || !isShared() };
    },
  };
}
