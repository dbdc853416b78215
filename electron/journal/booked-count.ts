import { z } from 'zod';
import type { Journal } from '../bench/ports/journal.ts';
import { accountsIn } from './sent-with.ts';
import type { Store } from './store.ts';

const countRow = z.object({ total: z.int() });

/** So many are counted anew at each question, before they are kept as counted. */
const mostAnew = 100;

export interface BookedCount extends Pick<Journal, 'bookedBetween'> {
  /** One is booked at this time, by a clock that may have been set back. */
  readonly booked: (at: string) => void;
  /** Something else changed in what was counted. */
  readonly forget: () => void;
}

/** What was booked in a period. */
interface Answered {
  readonly from: string;
  readonly until: string;
  readonly accounts: string;
  readonly total: number;
}
/** The same, before `upTo`. */
interface Counted extends Answered {
  readonly upTo: string;
}

const isOfOurs = (column: string): string => `${column} IN (SELECT value FROM json_each($accounts))`;

/**
 * How many were booked with the accounts in use, here and, as far as it was heard, elsewhere. Asked at each push: a month's bookings are
 * read for it once, from then on those that came since, and nothing where nothing was booked.
 */
export function createBookedCount(store: Store): BookedCount {
  let counted: Counted | undefined;
  /** What was answered last, where nothing changed since. */
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
      // What a commit that is under way has written may be taken back.
      if (store.inCommit()) return total;
      last = { from, until, accounts, total };
      if (since > mostAnew && before.upTo < now && now < until)
        counted = { ...before, upTo: now, total: before.total + count(before.upTo, now, accounts) };
      return total;
    },
  };
}
