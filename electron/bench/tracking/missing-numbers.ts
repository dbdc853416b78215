import type { BenchContext } from '../context.ts';
import { isOfKeyInUse } from '../exchange/other-key.ts';

/** An older booking without numbers is left to the person who looks it up. */
const soughtForMs = 24 * 60 * 60_000;
/** The first reading, right after the label was handed to its printer, has had its turn by then. */
const firstReadMs = 30_000;
/** Order numbers in one request. */
const mostAtOnce = 25;

/**
 * Looks for bookings whose tracking numbers are missing: the service did not know them right after the booking, did not answer, or the
 * program ended before it asked. `read` asks for them once. A booking is read again each time it is twice as old as before, for a day.
 */
export function createMissingNumbers(
  { journal, now }: Pick<BenchContext, 'journal' | 'now'>,
  read: (bookingIds: readonly string[]) => Promise<void>,
): { readonly look: () => Promise<void> } {
  /** Age in ms at which a booking was read last. */
  let readAt: ReadonlyMap<string, number> = new Map();
  let isReading = false;

  return {
    /** Safe to call at any time. */
    async look() {
      if (isReading) return;
      const nowMs = now().getTime();
      const missing = journal
        .bookedWithoutTracking(new Date(nowMs - soughtForMs))
        .map(({ id, bookedAt }) => ({ id, ageMs: nowMs - Date.parse(bookedAt) }));
      const due = missing
        .filter(({ id, ageMs }) => ageMs >= Math.max(firstReadMs, 2 * (readAt.get(id) ?? 0)))
        .filter(({ id }) => {
          const booking = journal.booking(id);
          return booking && isOfKeyInUse(booking);
        })
        .slice(0, mostAtOnce);
      const ages = new Map(due.map(({ id, ageMs }) => [id, ageMs]));
      readAt = new Map(missing.map(({ id }) => [id, ages.get(id) ?? readAt.get(id) ?? 0]));
      if (due.length === 0) return;
      isReading = true;
      try {
        await read(due.map(({ id }) => id));
      } finally {
        isReading = false;
      }
    },
  };
}
