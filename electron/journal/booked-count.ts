import { z } from 'zod';
import type { Journal } from '../bench/ports/journal.ts';
import { accountsIn } from './sent-with.ts';
import type { Store } from './store.ts';

const countRow = z.object({ total: z.int() });

/** Up to this many bookings are counted again for each query; above it, the count is cached. */
const mostRecounted = 100;

export interface BookedCount extends Pick<Journal, 'bookedBetween'> {
  /** A parcel was booked at this time, by a clock that may have been set back. */
  readonly booked: (at: string) => void;
  /** Some other change affects the count. */
  readonly forget: () => void;
}

/** The count of a period. */
interface Answered {
  readonly from: string;
  readonly until: string;
  readonly accounts: string;
  readonly total: number;
}
/** The same count, of the bookings before `upTo`. */
interface Counted extends Answered {
  readonly upTo: string;
}

const isOfOurs = (column: string): string => `${column} IN (SELECT value FROM json_each($accounts))`;

/**
 * Counts the bookings of the accounts in use, here and, as far as received, at other benches. Every state update to the screens asks for
 * it: it reads the bookings of a month once, then only newer ones, and nothing if there are none.
 */
export function createBookedCount(store: Store): BookedCount {
  let counted: Counted | undefined;
  /** The last answer, as long as nothing changed. */
  let last: Answered | undefined;

  function count(from: string, until: string, accounts: string): number {
    const counting = store.get(
      countRow,
      `SELECT (
         SELECT count(*) FROM bookings WHERE booked_at >= $from AND booked_at < $until AND (sent_key = '' OR ${isOfOurs('sent_account')})
       ) + (
         SELECT count(*) FROM mirror_parcels
         WHERE booked_at >= $from AND booked_at < $until AND state = 'booked' AND ${isOfOurs('account')}
       ) AS total`,
      { from, until, accounts },
    );
    return counting?.total ?? 0;
  }

  return {
    booked(at) {
      last = undefined;
      if (counted && at < counted.upTo) counted = undefined;
    },
    forget() {
      last = undefined;
      counted = undefined;
    },
    bookedBetween(start, end) {
      const [from, until, accounts] = [start.toISOString(), end.toISOString(), accountsIn(store)];
      const isSame = (known: Answered | undefined): boolean => known?.from === from && known.until === until && known.accounts === accounts;
      if (last && isSame(last)) return last.total;
      const before = counted && isSame(counted) ? counted : { from, until, accounts, upTo: from, total: 0 };
      const since = count(before.upTo, until, accounts);
      const now = store.now();
      const total = before.total + since;
      // A running commit may still be rolled back.
      if (store.inCommit()) return total;
      last = { from, until, accounts, total };
      if (since > mostRecounted && before.upTo < now && now < until)
        counted = { ...before, upTo: now, total: before.total + count(before.upTo, now, accounts) };
      return total;
    },
  };
}
