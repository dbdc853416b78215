import { type Booking, furthestCopy } from '../../../shared/booking.ts';
import type { CallArgs } from '../../../shared/ipc.ts';
import { takes } from '../../../shared/joined.ts';
import { type GivenReason, leavesOldLabel, type NotedReason } from '../../../shared/reprint.ts';
import { ok, type Refusal, type Result } from '../../../shared/result.ts';
import { bareCode, readScan } from '../../../shared/scan.ts';
import { type LabelContext, labelJobsOf, marksOf, nextCopyOf, numbersOf } from '../labels/label.ts';
import type { EncodedPaper } from '../ports/courier.ts';
import type { NewReprint } from '../ports/journal/print-jobs.ts';

/** How a reprint was asked for. */
export type AskedReprint = Omit<CallArgs<'reprint'>, 'bookingId'>;

/** True if a printer here or at another bench has, or had, a label of this shipment. One that failed never came out. */
const isLabelOut = ({ journal }: Pick<LabelContext, 'journal'>, booking: Booking): boolean =>
  labelJobsOf(booking).some(({ state }) => state !== 'failed') || journal.printedElsewhere(booking.id) > 0;

/** The number of labels that a reprint replaces. */
const labelsOut = (booking: Booking): number => Math.max(1, furthestCopy(booking).length);

/** The number that a print of this label has, 0 for the first one, counting those at other benches. */
export const nextPrintOf = ({ journal }: Pick<LabelContext, 'journal'>, booking: Booking): number =>
  nextCopyOf(booking) + journal.printedElsewhere(booking.id);

/** Refuses a reprint without its reason. Returns the reason; null if no label is out, so that none is needed. */
export function reasonFor(
  context: LabelContext,
  booking: Booking,
  { because }: AskedReprint,
): Result<GivenReason | null, 'reprint-needs-reason'> {
  if (!isLabelOut(context, booking)) return ok(null);
  if (because && (because.oldLabel !== undefined || !leavesOldLabel(because.why))) return ok(because);
  const copy = furthestCopy(booking);
  return context.fail('reprint-needs-reason', [
    {
      code: 'label-is-out',
      bookingId: booking.id,
      orderKey: booking.orderKey,
      shipmentNo: booking.shipmentNo,
      labels: labelsOut(booking),
      isPrinted: copy.length > 0 && copy.every(({ state }) => state === 'printed'),
      at: copy.map(({ changedAt }) => changedAt).reduce((last, each) => (each > last ? each : last), booking.changedAt),
    },
  ]);
}

/** Refuses a scanned code that is not on this label. Returns the reason as it is stored. */
export async function checkOldLabel(
  context: LabelContext,
  booking: Booking,
  label: EncodedPaper,
  given: GivenReason | null,
): Promise<Result<NotedReason | null, 'not-its-label'>> {
  if (!given) return ok(null);
  const { why, oldLabel } = given;
  if (!oldLabel || !leavesOldLabel(why)) return ok({ why });
  const refused = oldLabel.is === 'scanned' ? await notOfLabel(context, booking, label, oldLabel.code) : undefined;
  return refused ?? ok({ why, oldLabel: oldLabel.is });
}

/**
 * Refuses a code that is not on this label, or that identifies no label: it is on labels of several shipments, or it is the number of the
 * order, which is on other papers too.
 */
async function notOfLabel(
  context: LabelContext,
  booking: Booking,
  label: EncodedPaper,
  scanned: string,
): Promise<Refusal<'not-its-label'> | undefined> {
  const scan = readScan(scanned);
  const code = scan.kind === 'number' ? bareCode(scan.text) : '';
  if (code !== '' && numbersOf(booking).includes(code)) return undefined;
  const holders = context.journal.labelCodeHolders(code);
  const isOfOthers = holders.some((id) => id !== booking.id);
  const { codes, numbers } = await marksOf(context, booking, label);
  const isOnLabel = holders.includes(booking.id) || codes.includes(code) || numbers.includes(code);
  return code !== '' && isOnLabel && !isOfOthers && !takes(booking.order, scanned) ? undefined : context.fail('not-its-label', scanned);
}

/** The shipment of a reprint, as the journal keeps it beside the print jobs. */
export const shipmentOf = ({ id, orderKey, shipmentNo, service }: Booking): Omit<NewReprint, 'because' | 'line'> => ({
  bookingId: id,
  orderKey,
  shipmentNo,
  bench: null,
  courier: service?.courierName ?? '',
});

/** A reprint of a shipment of this bench, with its line in the history. */
export const reprintOf = (booking: Booking, because: NotedReason): NewReprint => ({
  ...shipmentOf(booking),
  because,
  line: { what: 'reprint', detail: { code: 'reprinted', ...because, labels: labelsOut(booking) } },
});
