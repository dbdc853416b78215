import { z } from 'zod';
import type { HistoryLine } from '../../shared/history.ts';
import { remarkSchema } from '../../shared/remark.ts';
import type { HistoryJournal } from '../bench/ports/journal/history.ts';
import { bytesColumn, type Store } from './store.ts';

const lineDetailSchema = z.object({ detail: remarkSchema, by: z.string() });

const lineRow = z.object({ sequence: z.int(), at: z.string(), what: z.string(), encrypted_detail: bytesColumn });

const ofBooking = `FROM history WHERE about_id = $bookingId
  OR about_id IN (SELECT pickup_id FROM pickup_bookings WHERE booking_id = $bookingId) ORDER BY sequence`;

export function createHistory(store: Store): Pick<HistoryJournal, 'history'> {
  const whole = ({ sequence, at, what, encrypted_detail }: z.infer<typeof lineRow>): HistoryLine => {
    const opened = store.decrypt(lineDetailSchema, encrypted_detail, ['history.encrypted_detail', sequence]);
    return { sequence, at, what, detail: opened?.detail ?? '', by: opened?.by ?? '' };
  };
  return {
    history: (bookingId) => store.all(lineRow, `SELECT sequence, at, what, encrypted_detail ${ofBooking}`, { bookingId }).map(whole),
  };
}
