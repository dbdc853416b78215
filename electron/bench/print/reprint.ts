import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import { failed, ok } from '../../../shared/result.ts';
import { compare, labelOf, nextCopyOf, queueLabel } from '../labels/label.ts';
import { sendToUsual } from './move-waiting.ts';
import { doubtOf, type ReprintContext, reprintElsewhere, stillComing } from './reprint-elsewhere.ts';

/** Choice of the usual printer if a rule's printer is gone: for the waiting label, or for one more. */
export type AtUsual = CallArgs<'reprint'>['atUsual'];

/** The number that a reprint of a booking would have, 0 for its first label; undefined if it is no booking of this bench. */
export function nextReprint({ journal }: Pick<ReprintContext, 'journal'>, bookingId: string): number | undefined {
  const booking = journal.booking(bookingId);
  return booking && nextCopyOf(booking);
}

/**
 * Prints the same label once more; costs nothing and books nothing. A newly fetched label is compared first.
 * Refused while a label of this shipment may still come out by itself, for then there would be two: `not-now` while one is queued or on its
 * way, `print-held` while the printer holds one, `print-unknown` if its outcome is unknown. A user settles the latter two in Resolve first.
 * A label that failed never came out, so Reprint replaces it. `atUsual`: a label that waits for a removed printer goes to the usual one; if
 * none waits any more, `waiting` prints no second one.
 */
export async function reprint(context: ReprintContext, bookingId: string, atUsual?: AtUsual): Promise<Answer<'reprint'>> {
  const booking = context.journal.booking(bookingId);
  if (atUsual && booking?.state === 'booked' && (await sendToUsual(context, booking))) return ok({});
  if (atUsual === 'waiting') return context.fail('not-now');
  if (!booking && context.journal.parcelElsewhere(bookingId)) return await reprintElsewhere(context, bookingId);
  if (booking?.state !== 'booked') return context.fail('number-not-found');
  if (booking.order.hold === 'forgotten') return context.fail('order-forgotten');
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
