import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import { failed, ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { compare, labelOf, nextCopyOf, queueLabel } from '../labels/label.ts';
import { sendToUsual } from './move-waiting.ts';
import { doubtOf, reprintElsewhere, stillComing } from './reprint-elsewhere.ts';

/** What a person means by the usual printer, where that of a rule is gone: the label that waits for it, or one more. */
export type AtUsual = CallArgs<'reprint'>['atUsual'];

/**
 * Prints the same label once more; costs nothing and books nothing. A label fetched anew is compared first.
 * Refused while a label of this shipment may still come out by itself, for then there would be two: `not-now` while one is
 * queued or on its way, `print-unknown` while the printer holds one or nobody knows, which a person settles in Resolve first.
 * A label that failed never came out, so Reprint takes its place. `atUsual`: one that waits for a printer which is gone goes to the usual one;
 * where none waits any more, whoever meant that one alone gets no second.
 */
export async function reprint(context: BenchContext, bookingId: string, atUsual?: AtUsual): Promise<Answer<'reprint'>> {
  const booking = context.journal.booking(bookingId);
  if (atUsual && booking?.state === 'booked' && (await sendToUsual(context, booking))) return ok({});
  if (atUsual === 'waiting') return context.fail('not-now');
  if (!booking && context.journal.parcelElsewhere(bookingId)) return await reprintElsewhere(context, bookingId);
  if (booking?.state !== 'booked') return context.fail('number-not-found');
  const coming = stillComing(context, booking);
  if (coming) return coming;
  const isNew = context.journal.label(bookingId) === undefined;
  const label = await labelOf(context, booking);
  if (!label.ok) return label;
  if (isNew || booking.verdict === null) context.journal.writeVerdict(bookingId, await compare(context, booking, label.value), null);
  const doubt = doubtOf(context, context.journal.booking(bookingId)?.verdict);
  if (doubt) return doubt;
  const queued = await queueLabel(context, booking, label.value, nextCopyOf(booking), { atUsual: atUsual !== undefined });
  return queued.ok ? ok({}) : failed(queued.failure);
}
