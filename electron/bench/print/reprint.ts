import type { Answer } from '../../../shared/ipc.ts';
import { failed, ok } from '../../../shared/result.ts';
import { goneName, printerGone } from '../labels/gone-printer.ts';
import { compare, labelOf, nextCopyOf, queueLabel } from '../labels/label.ts';
import { sendToUsual } from './move-waiting.ts';
import { doubtOf, type ReprintContext, reprintElsewhere, stillComing } from './reprint-elsewhere.ts';
import { type AskedReprint, checkOldLabel, nextPrintOf, reasonFor, reprintOf } from './reprint-reason.ts';

/** The number that a print of this label has, 0 for its first label; undefined if there is no such shipment. */
export function nextReprint(context: Pick<ReprintContext, 'journal'>, bookingId: string): number | undefined {
  const booking = context.journal.booking(bookingId) ?? context.journal.parcelElsewhere(bookingId)?.booking;
  return booking ? nextPrintOf(context, booking) : undefined;
}

/**
 * Prints the same label once more; costs nothing and books nothing. A newly fetched label is compared first.
 * Refused while a label of this shipment may still come out by itself, for then there would be two: `not-now` while one is queued or on its
 * way, `print-held` while the printer holds one, `print-unknown` if its outcome is unknown. A user settles the latter two in Resolve first.
 * A label that failed never came out, so Reprint replaces it. If a label is out, the reason is required. `atUsual`: a label that waits for a
 * removed printer goes to the usual one; if none waits any more, `waiting` prints no second one.
 */
export async function reprint(context: ReprintContext, bookingId: string, asked: AskedReprint = {}): Promise<Answer<'reprint'>> {
  const { journal, fail } = context;
  const atUsual = asked.atUsual !== undefined;
  const booking = journal.booking(bookingId);
  if (atUsual && booking?.state === 'booked' && (await sendToUsual(context, booking))) return ok({});
  if (asked.atUsual === 'waiting') return fail('not-now');
  if (!booking && journal.parcelElsewhere(bookingId)) return await reprintElsewhere(context, bookingId, asked);
  if (booking?.state !== 'booked') return fail('number-not-found');
  if (booking.order.hold === 'forgotten') return fail('order-forgotten');
  const coming = stillComing(context, booking);
  if (coming) return coming;
  const gone = atUsual ? undefined : goneName(context, booking.labelPrinter);
  if (gone !== undefined) return fail(printerGone, gone);
  const given = reasonFor(context, booking, asked);
  if (!given.ok) return given;
  const isNew = journal.label(bookingId) === undefined;
  const label = await labelOf(context, booking);
  if (!label.ok) return label;
  if (isNew || booking.verdict === null) journal.writeVerdict(bookingId, await compare(context, booking, label.value), null);
  const doubt = doubtOf(context, journal.booking(bookingId)?.verdict);
  if (doubt) return doubt;
  const because = await checkOldLabel(context, booking, label.value, given.value);
  if (!because.ok) return because;
  const noted = because.value && reprintOf(booking, because.value);
  const queued = await queueLabel(context, booking, label.value, nextCopyOf(booking), { atUsual, ...(noted && { reprint: noted }) });
  return queued.ok ? ok({}) : failed(queued.failure);
}
