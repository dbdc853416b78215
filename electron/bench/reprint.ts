import { failed, ok, type Result } from '../../shared/result.ts';
import { compare, labelOf, queueLabel } from './label.ts';
import type { Room } from './room.ts';

/** Prints the same label once more; costs nothing and books nothing. A label fetched anew is compared first. */
export async function reprint(room: Room, bookingId: string): Promise<Result<Record<string, never>>> {
  const booking = room.journal.booking(bookingId);
  if (booking?.state !== 'booked') return room.fail('number-not-found');
  const isNew = room.journal.label(bookingId) === undefined;
  const label = await labelOf(room, booking);
  if (!label.ok) return label;
  if (isNew || booking.verdict === null) room.journal.writeVerdict(bookingId, await compare(room, booking, label.value), null);
  const verdict = room.journal.booking(bookingId)?.verdict;
  if (verdict?.kind === 'other') return room.fail('label-of-another-order', verdict.found.join(', '));
  if (verdict?.kind === 'cannot-compare') return room.fail('label-unreadable', verdict.why);
  const copy = booking.jobs.filter((job) => job.role === 'label').reduce((most, job) => Math.max(most, job.copy + 1), 0);
  const queued = await queueLabel(room, booking, label.value, copy);
  return queued.ok ? ok({}) : failed(queued.failure);
}
