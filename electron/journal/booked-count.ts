import { z } from 'zod';
import type { Journal } from '../bench/ports/journal.ts';
import { accountsIn } from './sent-with.ts';
import type { Store } from './store.ts';

const countRow = z.object({ total: z.int() });

export interface BookedCount extends Pick<Journal, 'bookedBetween'> {
  /** Something is booked: what was counted holds no more. */
  readonly forget: () => void;
}

const isOfOurs = (column: string): string => `${column} IN (SELECT value FROM json_each($accounts))`;

/** How many were booked with the accounts in use, here and, as far as it was heard, elsewhere. Asked at each push, and a month's bookings are read for it: kept until the next one is booked. */
export function createBookedCount(store: Store): BookedCount {
  let counted: { readonly from: string; readonly until: string; readonly accounts: string; readonly total: number } | undefined;
  return {
    forget: () => {
      counted = undefined;
    },
    bookedBetween(from, until) {
      const between = { from: from.toISOString(), until: until.toISOString() };
      const accounts = accountsIn(store);
      if (counted?.from === between.from && counted.until === between.until && counted.accounts === accounts) return counted.total;
      const counting = store.get(
        countRow,
        `SELECT (
           SELECT count(*) FROM bookings WHERE booked_at >= $from AND booked_at < $until AND (sent_key = '' OR ${isOfOurs('sent_account')})
         ) + (
           SELECT count(*) FROM mirror_parcels
           WHERE booked_at >= $from AND booked_at < $until AND state = 'booked' AND ${isOfOurs('account')}
         ) AS total`,
        { accounts, ...between },
      );
      const total = counting?.total ?? 0;
      if (!store.inCommit()) counted = { ...between, accounts, total };
      return total;
    },
  };
}
