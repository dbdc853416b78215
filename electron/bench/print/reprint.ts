import type { Answer } from '../../../shared/ipc.ts';
import { failed, ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { compare, labelOf, nextCopyOf, queueLabel, type Where } from '../labels/label.ts';
import { sendToUsual } from './move-waiting.ts';
import { doubtOf, reprintElsewhere, stillComing } from './reprint-elsewhere.ts';

/**
 * Prints the same label once more; costs nothing and books nothing. A label fetched anew is compared first.
 * Refused while a label of this shipment may still come out by itself, for then there would be two: `not-now` while one is
 * queued or on its way, `print-unknown` while the printer holds one or nobody knows, which a person settles in Resolve first.
 * A label that failed never came out, so Reprint takes its place. `atUsual`: one that waits for a printer which is gone goes to the usual one.
 */
export async function reprint(context: BenchContext, bookingId: string, where: Where = {}): Promise<Answer<'reprint'>> {
  const booking = context.journal.booking(bookingId);
  if (!booking && context.journal.parcelElsewhere(bookingId)) return await reprintElsewhere(context, bookingId);
  if (booking?.state !== 'booked') return context.fail('number-not-found');
  if (where.atUsual && (await sendToUsual(context, booking))) return ok({});
  const coming = stillComing(context, booking);
  if (coming) return coming;
  const isNew = context.journal.label(bookingId) === undefined;
  const label = await labelOf(context, booking);
  if (!label.ok) return label;
  if (isNew || booking.verdict === null) context.journal.writeVerdict(bookingId, await compare(context, booking, label.value), null);
  const doubt = doubtOf(context, context.journal.booking(bookingId)?.verdict);
  if (doubt) return doubt;
  const queued = await queueLabel(context, booking, label.value, nextCopyOf(booking), where);
  return queued.ok ? ok({}) : failed(queued.failure);
}
