import type { Answer } from '../../../shared/ipc.ts';
import { failed, ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { compare, labelJobsOf, labelOf, nextCopyOf, queueLabel } from '../labels/label.ts';

/**
 * Prints the same label once more; costs nothing and books nothing. A label fetched anew is compared first.
 * Refused while a label of this shipment may still come out by itself, for then there would be two: `not-now` while one is
 * queued or on its way, `print-unknown` while the printer holds one or nobody knows, which a person settles in Resolve first.
 * A label that failed never came out, so Reprint takes its place.
 */
export async function reprint(context: BenchContext, bookingId: string): Promise<Answer<'reprint'>> {
  const booking = context.journal.booking(bookingId);
  if (booking?.state !== 'booked') return context.fail('number-not-found');
  const labels = labelJobsOf(booking);
  if (labels.some((job) => job.state === 'queued' || job.state === 'sending')) return context.fail('not-now');
  const doubtful = labels.find((job) => job.state === 'held' || job.state === 'print-unknown');
  if (doubtful) return context.fail(doubtful.state === 'held' ? 'print-held' : 'print-unknown', doubtful.detail);
  const isNew = context.journal.label(bookingId) === undefined;
  const label = await labelOf(context, booking);
  if (!label.ok) return label;
  if (isNew || booking.verdict === null) context.journal.writeVerdict(bookingId, await compare(context, booking, label.value), null);
  const verdict = context.journal.booking(bookingId)?.verdict;
  if (verdict?.kind === 'other') return context.fail('label-of-another-order', verdict.found.join(', '));
  if (verdict?.kind === 'cannot-compare') return context.fail('label-unreadable', verdict.why);
  if (verdict?.kind === 'held-back') return context.fail('label-held-back');
  if (verdict?.kind === 'home-address') return context.fail('label-unreadable', { code: 'label-names-home' });
  if (verdict?.kind === 'wrong-number') return context.fail('label-unreadable', `${verdict.labels} labels for ${verdict.parcels} parcels`);
  const queued = await queueLabel(context, booking, label.value, nextCopyOf(booking));
  return queued.ok ? ok({}) : failed(queued.failure);
}
