import type { Workflow } from '../../../shared/bench.ts';
import type { Booking } from '../../../shared/booking.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { labelPrinterNamed, type Printer, type PrintJob } from '../../../shared/printer.ts';
import { ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import { goneFor, goneName, hasLostPrinter } from '../labels/gone-printer.ts';
import { aboutLabel, courierNames, type LabelContext, labelJobsOf, printerFor } from '../labels/label.ts';

/** Parts that finding the printer of a waiting sheet uses. */
export type WaitingContext = LabelContext & Pick<BenchContext, 'log' | 'printerOf' | 'standby'>;

/**
 * The printer that a waiting sheet should wait for. While its printer is switched off, a shipment's label goes to the backup printer, and
 * back afterwards. It goes to the usual printer if its own was removed in Setup and no rule had named it. Every other sheet was made for
 * its printer, and stays.
 */
function dueAt(context: WaitingContext, job: PrintJob): string {
  const { standby, journal, allPrinters, printer } = context;
  if (job.role !== 'label' || job.bookingId === null) return job.printerId;
  const again = namedAgain(context, job);
  if (again) return standby.inPlaceOf(again).id;
  const booking = journal.booking(job.bookingId);
  const waitsForPerson = goneName(context, booking?.labelPrinter) !== undefined;
  // No rule chose the removed printer: the usual one takes the label.
  const nowUsual = booking && !waitsForPerson && hasLostPrinter(context, job) ? printer('label', aboutLabel(booking)) : undefined;
  if (nowUsual) return nowUsual.id;
  const spare = standby.printer();
  if (!spare) return job.printerId;
  if (standby.rests(job.printerId)) return spare.id;
  const usual = allPrinters().filter(({ route }) => !route.isStandby);
  const isAtStandby = allPrinters().some(({ id, route }) => id === job.printerId && route.isStandby);
  if (!isAtStandby || standby.isInUse()) return job.printerId;
  if (usual.some(({ id }) => id === job.movedFrom)) return job.movedFrom ?? job.printerId;
  if (waitsForPerson) return job.printerId;
  return printer('label', booking && aboutLabel(booking))?.id ?? job.printerId;
}

/** The printer that a rule chose for a label that lost it, if Setup has one of that name again. */
function namedAgain({ journal, allPrinters }: WaitingContext, job: PrintJob): Printer | undefined {
  if (job.bookingId === null || !hasLostPrinter({ allPrinters }, job)) return undefined;
  const { labelPrinter } = journal.booking(job.bookingId) ?? {};
  return labelPrinter === undefined ? undefined : labelPrinterNamed(allPrinters(), labelPrinter);
}

/** The other labels of the same shipment and copy. */
const piecesBeside = ({ journal }: WaitingContext, { id, bookingId, copy }: PrintJob): PrintJob[] => {
  const booking = bookingId === null ? undefined : journal.booking(bookingId);
  return booking ? labelJobsOf(booking).filter((each) => each.id !== id && each.copy === copy) : [];
};

/** True if other labels of its shipment moved from its printer to another one: unless the printer confirmed the print, a user is asked. */
export const isLeftBehind = (context: WaitingContext, job: PrintJob): boolean =>
  piecesBeside(context, job).some(({ movedFrom, printerId }) => movedFrom === job.printerId && printerId !== job.printerId);

export const leftBehind = { code: 'taken-by-resting-printer' } as const;

/**
 * Moves waiting sheets from the wrong printer to the right one, and returns the moved ones. Only sheets that were never sent move. Every
 * label of the same shipment that the printer took without confirming the print becomes a question for a user, in the same commit.
 */
export function moveWaiting(context: WaitingContext, waiting: readonly PrintJob[]): readonly PrintJob[] {
  const { journal, log } = context;
  const moved = waiting.filter((job) => {
    const to = dueAt(context, job);
    if (to === job.printerId) return false;
    return journal.soon(() => {
      if (!journal.redirectJob(job.id, to)) return false;
      for (const { id, printerId } of piecesBeside(context, job))
        if (printerId === job.printerId) journal.moveJob(id, ['sent'], 'print-unknown', leftBehind);
      return true;
    });
  });
  if (moved.length > 0) log('print-redirected', { count: moved.length });
  return moved;
}

/** Moves the labels of a booking that wait for a removed printer to the end of the usual printer's queue. False if none waits for one. */
export async function sendToUsual(context: LabelContext, { id }: Pick<Booking, 'id'>): Promise<boolean> {
  const { journal } = context;
  const lostOf = (): PrintJob[] => (journal.booking(id)?.jobs ?? []).filter((job) => goneFor(context, job) !== undefined);
  const [booking, label] = [journal.booking(id), journal.label(id)];
  const usual = booking && label && lostOf().length > 0 ? await printerFor(context, booking, label) : undefined;
  if (!usual) return false;
  // Measuring the label takes a moment, in which its printer may have been added again.
  const lost = lostOf();
  journal.soon(() => {
    for (const job of lost) journal.redirectBehind(job.id, usual.id);
  });
  return lost.length > 0;
}

/** The label printer that the parcel in hand waits for, or would go to. */
export function printerInHand(
  { printer, printerOf, standby }: Pick<BenchContext, 'printer' | 'printerOf' | 'standby'>,
  workflow: Workflow,
): Printer | undefined {
  if (workflow.step === 'choosing') {
    const chosen = workflow.quote.services.find(({ serviceId }) => serviceId === workflow.serviceId);
    return printer('label', { couriers: courierNames(chosen ?? null), named: workflow.printsAt?.name });
  }
  if (!('booking' in workflow)) return printer('label');
  const { booking } = workflow;
  const waiting = labelJobsOf(booking).find(({ state }) => state !== 'printed' && state !== 'sent');
  const waitedFor = waiting && printerOf(waiting);
  return waitedFor ? standby.inPlaceOf(waitedFor) : printer('label', aboutLabel(booking));
}

/** Switches the current printer to the backup printer, or back: waiting and new labels go there. Safe to repeat. */
export function switchPrinters(
  context: WaitingContext,
  { isOn, workflow }: { readonly isOn: boolean; readonly workflow: Workflow },
): Answer<'standBy'> {
  const { standby, journal, printer } = context;
  if (!standby.printer()) return context.fail('no-standby-printer');
  const switched = writeDown(context, () => {
    const inHand = printerInHand(context, workflow);
    const from = inHand?.route.isStandby ? printer('label') : inHand;
    if (!isOn) standby.wake();
    else if (from && !standby.isInUse()) standby.rest(from.id);
    return moveWaiting(context, journal.jobsInState(['queued']));
  });
  const now = printerInHand(context, workflow);
  if (now) void context.printers.status(now);
  return switched.ok ? ok({ moved: switched.value.length }) : switched;
}
