import { z } from 'zod';
import type { Journal } from '../bench/ports/journal.ts';
import type { Store } from './store.ts';

const countRow = z.object({ total: z.int() });

export interface BookedCount extends Pick<Journal, 'bookedBetween'> {
  /** Something is booked: what was counted holds no more. */
  readonly forget: () => void;
}

/** How many were booked with the account in use, here and, as far as it was heard, elsewhere. Asked at each push, and a month's bookings are read for it: kept until the next one is booked. */
export function createBookedCount(store: Store): BookedCount {
  let counted: { readonly from: string; readonly until: string; readonly total: number } | undefined;
  return {
    forget: () => {
      counted = undefined;
    },
    bookedBetween(from, until) {
      const between = { from: from.toISOString(), until: until.toISOString() };
      if (counted?.from === between.from && counted.until === between.until) return counted.total;
      const counting = store.get(
        countRow,
        `SELECT (
           SELECT count(*) FROM bookings WHERE booked_at >= $from AND booked_at < $until AND (sent_key = '' OR sent_account = $account)
         ) + (
           SELECT count(*) FROM mirror_parcels
           WHERE booked_at >= $from AND booked_at < $until AND state = 'booked' AND account = $account
         ) AS total`,
        { account: store.keyAccount.account, ...between },
      );
      const total = counting?.total ?? 0;
      if (!store.inCommit()) counted = { ...between, total };
      return total;
    },
  };
}
