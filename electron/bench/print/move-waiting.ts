import type { Workflow } from '../../../shared/bench.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { listsOfParcels } from '../../../shared/lists.ts';
import type { Printer, PrintJob } from '../../../shared/printer.ts';
import { ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { courierNames, labelJobsOf } from '../labels/label.ts';

/** The printer that takes what waits for this one, where this one rests. */
function standInFor({ standby, printer }: BenchContext, printerId: string): Printer | undefined {
  if (!standby.rests(printerId)) return undefined;
  const other = printer('label');
  return other?.id === printerId ? undefined : other;
}

/**
 * Sends what waits for a printer that rests to the one that stands by, and answers what moved; undefined where it does not rest. Only what
 * was never sent moves. Of a shipment that was under way at the first printer a person is asked about every label it took and did not say
 * it printed.
 */
export function moveFromResting(context: BenchContext, printerId: string): readonly PrintJob[] | undefined {
  const to = standInFor(context, printerId);
  if (!to) return undefined;
  return redirect(context, context.journal.queuedJobs(printerId), to.id);
}

/** The labels of the shipment that this one is of, printed with it. */
const piecesBeside = ({ journal }: BenchContext, { id, bookingId, copy }: PrintJob): PrintJob[] => {
  const booking = bookingId === null ? undefined : journal.booking(bookingId);
  return booking ? labelJobsOf(booking).filter((each) => each.id !== id && each.copy === copy) : [];
};

export const leftBehind = { code: 'taken-by-resting-printer' } as const;

/** Whether other labels of its shipment went from its printer to another one: where it did not say that it came out, a person is asked. */
export const isLeftBehind = (context: BenchContext, job: PrintJob): boolean =>
  piecesBeside(context, job).some(({ movedFrom, printerId }) => movedFrom === job.printerId && printerId !== job.printerId);

function redirect(context: BenchContext, waiting: readonly PrintJob[], to: string): readonly PrintJob[] {
  const { journal, log } = context;
  const moved = waiting.filter(
    (job) =>
      job.role === 'label' &&
      journal.soon(() => {
        if (!journal.redirectJob(job.id, to)) return false;
        for (const { id, printerId } of piecesBeside(context, job))
          if (printerId === job.printerId) journal.moveJob(id, ['sent'], 'print-unknown', leftBehind);
        return true;
      }),
  );
  if (moved.length > 0) log('print-redirected', { count: moved.length });
  return moved;
}

/** The label printer that the parcel in hand waits for, or would go to. */
export function printerInHand({ printer, printerOf }: BenchContext, workflow: Workflow): Printer | undefined {
  if (workflow.step === 'choosing') {
    const chosen = workflow.quote.services.find(({ serviceId }) => serviceId === workflow.serviceId);
    return printer('label', { couriers: courierNames(chosen ?? null) });
  }
  if (!('booking' in workflow)) return printer('label');
  const { booking } = workflow;
  const waiting = labelJobsOf(booking).find(({ state }) => state !== 'printed' && state !== 'sent');
  return waiting ? printerOf(waiting) : printer('label', { couriers: courierNames(booking.service) });
}

/** Sends labels to the printer that stands by from now on, or to the others again. What waits goes along. Safe to repeat. */
export function switchPrinters(
  context: BenchContext,
  { isOn, workflow }: { readonly isOn: boolean; readonly workflow: Workflow },
): { readonly answer: Answer<'standBy'>; readonly moved: readonly PrintJob[] } {
  const { standby, journal, allPrinters } = context;
  const spare = allPrinters().find(({ route }) => route.role === 'label' && route.isStandby);
  const from = printerInHand(context, workflow)?.id;
  if (!spare || from === undefined) return { answer: context.fail('no-standby-printer'), moved: [] };
  let moved: readonly PrintJob[] = [];
  if (isOn && from !== spare.id) {
    standby.rest(from);
    moved = moveFromResting(context, from) ?? [];
  } else if (!isOn && standby.isInUse()) {
    standby.wakeAll();
    const to = context.printer('label');
    if (to) moved = redirect(context, journal.queuedJobs(spare.id), to.id);
  }
  const now = printerInHand(context, workflow);
  if (now) void context.printers.status(now);
  context.changed(listsOfParcels);
  return { answer: ok({ moved: moved.length }), moved };
}
