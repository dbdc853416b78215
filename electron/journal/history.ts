import { z } from 'zod';
import { type HistoryLine, lineDetailSchema } from '../../shared/history.ts';
import { privacyActs } from '../../shared/privacy.ts';
import type { HistoryJournal } from '../bench/ports/journal/history.ts';
import type { PersonJournal } from '../bench/ports/journal/persons.ts';
import { bytesColumn, type Store } from './store.ts';

const lineRow = z.object({ sequence: z.int(), at: z.string(), what: z.string(), encrypted_detail: bytesColumn });

const ofBooking = `FROM history WHERE about_id = $bookingId
  OR about_id IN (SELECT pickup_id FROM pickup_bookings WHERE booking_id = $bookingId) ORDER BY sequence`;

export function createHistory(store: Store): Pick<HistoryJournal, 'history'> & Pick<PersonJournal, 'privacyLines'> {
  const whole = ({ sequence, at, what, encrypted_detail }: z.infer<typeof lineRow>): HistoryLine => {
    const opened = store.decrypt(lineDetailSchema, encrypted_detail, ['history.encrypted_detail', sequence]);
    return { sequence, at, what, detail: opened?.detail ?? '', by: opened?.by ?? '' };
  };
  return {
    history: (bookingId) => store.all(lineRow, `SELECT sequence, at, what, encrypted_detail ${ofBooking}`, { bookingId }).map(whole),
    privacyLines: (limit) =>
      store
        .all(
          lineRow,
          `SELECT sequence, at, what, encrypted_detail FROM history
           WHERE about_id IS NULL AND what IN (SELECT value FROM json_each($acts)) ORDER BY sequence DESC LIMIT $limit`,
          { acts: JSON.stringify(privacyActs), limit },
        )
        .map(whole),
  };
}
