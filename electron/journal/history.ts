import { z } from 'zod';
import type { HistoryLine } from '../../shared/history.ts';
import { remarkSchema } from '../../shared/remark.ts';
import type { HistoryJournal } from '../bench/ports/journal/history.ts';
import { bytesColumn, type Store } from './store.ts';

/** Lines written before they named anybody are a bare text. */
export const lineDetailSchema = z.union([
  z.object({ detail: remarkSchema, by: z.string() }),
  z.string().transform((detail) => ({ detail, by: '' })),
]);

const lineRow = z.object({ sequence: z.int(), at: z.string(), what: z.string(), sealed_detail: bytesColumn });

const sequenceRow = z.object({ sequence: z.int() });
const ofBooking = `FROM history WHERE about_id = $bookingId
  OR about_id IN (SELECT pickup_id FROM pickup_bookings WHERE booking_id = $bookingId) ORDER BY sequence`;

export function createHistory(store: Store): Pick<HistoryJournal, 'history' | 'isHistoryWhole'> {
  const whole = ({ sequence, at, what, sealed_detail }: z.infer<typeof lineRow>): HistoryLine => {
    // An erased detail is empty bytes, which nothing opens.
    const said = sealed_detail.length > 0 ? store.unseal(lineDetailSchema, sealed_detail, ['history.sealed_detail', sequence]) : undefined;
    return { sequence, at, what, detail: said?.detail ?? '', by: said?.by ?? '' };
  };
  return {
    history: (bookingId) => store.all(lineRow, `SELECT sequence, at, what, sealed_detail ${ofBooking}`, { bookingId }).map(whole),
    isHistoryWhole: (bookingId) => {
      const lines = store.all(sequenceRow, `SELECT sequence ${ofBooking}`, { bookingId });
      return lines.length > 0 && store.isWholeAround(lines.map(({ sequence }) => sequence));
    },
  };
}
