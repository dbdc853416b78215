import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Booking } from '../../../shared/booking.ts';
import type { LabelCode } from '../../../shared/call-codes.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { LabelVerdict } from '../../../shared/label.ts';
import type { BenchContext } from '../context.ts';
import { writeUnknown } from '../exchange/exchange.ts';
import { isOfKeyInUse } from '../exchange/other-key.ts';
import { readKept } from '../exchange/read-kept.ts';
import {
  aboutLabel,
  beginToCompare,
  compare,
  type LabelContext,
  labelJobsOf,
  labelOf,
  marksOf,
  queueLabel,
  type Where,
} from '../labels/label.ts';
import { codesOfLabels } from '../labels/label-pages.ts';
import { rememberPacked } from '../packed.ts';
import type { EncodedPaper, ShipMeaning } from '../ports/courier.ts';

/** Parts that reading an answer and judging its label uses. */
export type SettleContext = LabelContext & Pick<BenchContext, 'breaker' | 'bug' | 'kinds' | 'log'>;

/** State of a shipment once its answer was read and its label judged. */
export type Settled =
  | { readonly is: 'printing'; readonly booking: Booking }
  | { readonly is: 'not-printed'; readonly booking: Booking; readonly failure: Failure<LabelCode | 'not-now'> }
  | {
      /** `label-kept`: no packer waited for it any more, so it prints when a person asks for it. */
      readonly is: 'label-doubtful' | 'label-of-another' | 'label-kept' | 'unknown' | 'rejected';
      readonly booking: Booking;
    };

export function reread({ journal }: Pick<BenchContext, 'journal'>, bookingId: string): Booking {
  const booking = journal.booking(bookingId);
  if (!booking) throw new Error('a booking left the journal');
  return booking;
}

/** Begins to compare the label in the background, and prepares its printer. */
function beginWithLabel(context: SettleContext, booking: Booking, label: EncodedPaper | null): void {
  if (label) beginToCompare(context, booking, label);
  const printer = context.printer('label', aboutLabel(booking));
  if (printer) context.printers.expectLabel(printer);
}

/**
 * Takes a shipment as far as possible without a person, once the outcome of its one request is written down. Safe to repeat. `checks`:
 * called once it is booked, before its label is compared.
 */
export async function settleSent(context: SettleContext, bookingId: string, checks?: (booking: Booking) => void): Promise<Settled> {
  const booking = reread(context, bookingId);
  if (booking.state === 'answered') return settleAnswer(context, bookingId, checks);
  if (booking.state === 'booked') return judgeAndPrint(context, bookingId);
  if (booking.state !== 'rejected' && booking.state !== 'unknown') throw new Error(`an answer came for a booking that is ${booking.state}`);
  return { is: booking.state, booking };
}

/**
 * Reads the stored answer and takes the shipment as far as possible without a person. Its writes are deferred until the commit of the
 * printer's mark: after a crash, the next start finds the answer and repeats what is missing.
 */
export async function settleAnswer(context: SettleContext, bookingId: string, checks?: (booking: Booking) => void): Promise<Settled> {
  const meaning: ShipMeaning = readKept(context, context.journal.answer(bookingId), context.courier.readShip);
  context.log('booking', { bookingId, state: meaning.is });
  switch (meaning.is) {
    case 'unknown':
      writeUnknown(context, context.kinds.shipments, bookingId, meaning.why);
      return { is: 'unknown', booking: reread(context, bookingId) };
    case 'rejected':
      context.journal.writeRejected(bookingId, meaning.messages);
      return { is: 'rejected', booking: reread(context, bookingId) };
    case 'booked': {
      beginWithLabel(context, { ...reread(context, bookingId), trackingNos: [...meaning.trackingNos] }, meaning.label);
      // One number for two parcels: for the same recipient both labels would look alike, so the number decides. Judged before it is booked,
      // so that no crash in between lets it print.
      const holder = context.journal.holdersOf(meaning.orderNo, ['order']).find(isOfKeyInUse);
      context.journal.soon(() => {
        if (holder) context.journal.writeVerdict(bookingId, { kind: 'other', found: [`${meaning.orderNo}: ${holder.orderKey}`] }, null);
        context.journal.writeBooked(bookingId, { ...meaning, adoptedBy: null });
        rememberPacked(context, reread(context, bookingId));
      });
      // A large label was just written, and is read back next: yields in between.
      if ((meaning.label?.bytes.length ?? 0) > largeBytes) await nextTurn();
      checks?.(reread(context, bookingId));
      return judgeAndPrint(context, bookingId);
    }
  }
}

/** Bytes from which reading a label back from the journal takes a while. */
const largeBytes = 1024 * 1024;

/** Returns booked shipments whose label was never queued and has no known objection. Oldest first. */
export const bookingsToPrint = ({ journal }: Pick<BenchContext, 'journal'>): readonly Booking[] =>
  journal.bookedWithoutLabelJob().filter(({ verdict }) => verdict === null || verdict.kind === 'match');

/** Compares the label of a booked shipment with its order and prints it if it matches. Safe to repeat after a crash. */
export async function judgeAndPrint(context: SettleContext, bookingId: string, where?: Where): Promise<Settled> {
  const booking = reread(context, bookingId);
  const label = await labelOf(context, booking);
  if (!label.ok) return { is: 'not-printed', booking, failure: label.failure };
  const verdict = booking.verdict ?? (await compare(context, booking, label.value));
  const judged = booking.verdict ? undefined : await judgedAs(context, booking, label.value, verdict);
  context.log('label', { bookingId, state: verdict.kind });
  if (verdict.kind === 'match' && !context.journal.isParked(bookingId)) return printFirst(context, bookingId, label.value, judged, where);
  if (judged) context.journal.soon(judged);
  return { is: withoutPaper[verdict.kind], booking: reread(context, bookingId) };
}

/** State of a label that does not print by itself; a matching one is put aside. */
const withoutPaper = {
  match: 'label-kept',
  'cannot-compare': 'label-doubtful',
  'wrong-number': 'label-doubtful',
  'home-address': 'label-doubtful',
  'held-back': 'label-doubtful',
  other: 'label-of-another',
} as const satisfies Record<LabelVerdict['kind'], Settled['is']>;

/** Writes the findings of a label, unless another verdict was written since. */
async function judgedAs(context: SettleContext, booking: Booking, label: EncodedPaper, verdict: LabelVerdict): Promise<() => void> {
  const { codes } = await marksOf(context, booking, label);
  const ofLabels = await codesOfLabels(context, booking, label);
  return () => {
    if (reread(context, booking.id).verdict !== null) return;
    context.journal.writeLabelCodes(booking.id, codes, ofLabels);
    context.journal.writeVerdict(booking.id, verdict, null);
  };
}

/** Runs `judgeAndPrint` for a label that a person vouched for. If it fails after queueing, the label prints all the same. */
export async function printConfirmed(context: SettleContext, bookingId: string, where?: Where): Promise<Settled> {
  try {
    return await judgeAndPrint(context, bookingId, where);
  } catch (error) {
    const booking = reread(context, bookingId);
    if (labelJobsOf(booking).length === 0) throw error;
    context.bug('label', error);
    return { is: 'printing', booking };
  }
}

/** Queues the first copy unless it is queued already. Always writes `judged`, in the same commit as the queued copy if there is one. */
async function printFirst(
  context: SettleContext,
  bookingId: string,
  label: EncodedPaper,
  judged: (() => void) | undefined,
  where?: Where,
): Promise<Settled> {
  const booking = reread(context, bookingId);
  const queued = labelJobsOf(booking).length > 0 ? undefined : await queueLabel(context, booking, label, 0, { ...where, judged });
  if (!queued?.ok && judged) context.journal.soon(judged);
  const now = reread(context, bookingId);
  // `not-now`: it was queued by another call meanwhile.
  return queued === undefined || queued.ok || queued.failure.code === 'not-now'
    ? { is: 'printing', booking: now }
    : { is: 'not-printed', booking: now, failure: queued.failure };
}
