import { isOver } from '../../../shared/batch.ts';
import type { Printer, PrintJob } from '../../../shared/printer.ts';
import type { BenchContext } from '../context.ts';
import { courierNames } from '../labels/label.ts';
import { printConfirmed } from '../ship/settle.ts';
import type { OpenBatch, Placed } from './open-batch.ts';

export interface PrintInOrder {
  /** Goes on. Safe to call any time. */
  kick(): void;
  /** Whether this sheet is the batch's. */
  isOurs(job: PrintJob): boolean;
}

interface Doings {
  readonly mayPrint: () => boolean;
  /** Whether a parcel in hand waits for its label at this printer. */
  readonly isAwaited: (printerId: string) => boolean;
  readonly later: (work: () => Promise<unknown>) => void;
  /** Its label is on the printer's queue. */
  readonly queued: (bookingId: string) => void;
  readonly stuck: (placed: Placed, failure: ReturnType<BenchContext['fail']>['failure']) => void;
}

/** So many labels are at the printer at once: one that prints, and the next. */
const mostQueued = 2;

/** Brings the labels that were bought to the printer one behind the other, in the order they are picked, with a sheet before each group. */
export function createPrintInOrder(context: BenchContext, batch: OpenBatch, doings: Doings): PrintInOrder {
  const { journal, printers, paper } = context;
  let isRunning = false;
  let lastGroup: string | undefined;
  const separators = new Set<string>();

  /** The next label, where all before it are out, stopped or at the printer. */
  function next(): Placed | undefined {
    let queued = 0;
    for (const placed of batch.lines()) {
      const { state } = placed.line;
      if (state === 'queued') queued += 1;
      if (queued >= mostQueued || state === 'agreed' || state === 'buying') return undefined;
      if (state === 'bought') return placed;
    }
    return undefined;
  }

  async function separate(printer: Printer, group: string): Promise<void> {
    const others = batch.lines().filter(({ line }) => line.state !== 'left');
    if (group === lastGroup || new Set(others.map(({ line }) => line.group)).size < 2) return;
    const orders = others.filter(
      ({ line }) => line.group === group && (!isOver(line) || line.state === 'printed' || line.state === 'sent'),
    ).length;
    const sheet = await paper.separator(printer, printers.takes(printer, 'label'), { group, orders });
    const jobs = journal.addPrintJobs({ bookingId: null, pickupId: null }, [
      { role: 'label', printerId: printer.id, title: `Group ${group}`.trim(), piece: 1, pieces: 1, copy: 0, sheet },
    ]);
    for (const { id } of jobs) separators.add(id);
    lastGroup = group;
  }

  async function printNext(): Promise<boolean> {
    const placed = doings.mayPrint() ? next() : undefined;
    const { bookingId, group, service } = placed?.line ?? {};
    if (!placed || !bookingId) return false;
    const printer = context.printer('label', { couriers: courierNames(service ?? null) });
    if (!printer || doings.isAwaited(printer.id)) return false;
    await separate(printer, group ?? '');
    // A scan may have taken it meanwhile.
    if (placed.line.state !== 'bought') return true;
    journal.soon(() => journal.park(bookingId, false));
    const settled = await printConfirmed(context, bookingId);
    if (settled.is === 'printing') {
      batch.set(placed, { state: 'queued' });
      doings.queued(bookingId);
    } else if (settled.is === 'not-printed') doings.stuck(placed, settled.failure);
    else doings.stuck(placed, context.fail('label-held-back', placed.line.orderKey).failure);
    return true;
  }

  return {
    kick() {
      if (isRunning) return;
      isRunning = true;
      doings.later(async () => {
        try {
          while (await printNext());
        } finally {
          isRunning = false;
        }
      });
    },
    isOurs: ({ id, bookingId }) => separators.has(id) || (bookingId !== null && batch.ofBooking(bookingId)?.line.state === 'queued'),
  };
}
