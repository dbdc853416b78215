import PQueue from 'p-queue';
import { isOut, isOver, pausesBatch } from '../../../shared/batch.ts';
import type { Failure } from '../../../shared/failure.ts';
import { labelPrinters, type Printer, type PrintJob } from '../../../shared/printer.ts';
import { type Done, ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import { goneName, hasLostPrinter, printerGone } from '../labels/gone-printer.ts';
import { courierNames } from '../labels/label.ts';
import { sendToUsual } from '../print/move-waiting.ts';
import { printConfirmed, type SettleContext } from '../ship/settle.ts';
import type { OpenBatch, Placed } from './open-batch.ts';

export type PrintInOrderContext = SettleContext & Pick<BenchContext, 'events'>;

export interface PrintInOrder {
  /** Continues printing. Safe to call any time. */
  wake(): void;
  /** True if this sheet belongs to the batch. */
  isOurs(job: PrintJob): boolean;
  /** True if it is the sheet before a group, and its printer was removed in Setup. */
  isLost(job: PrintJob): boolean;
  /**
   * Prints labels whose printers were removed in Setup, with their group sheets, at the printers that the rules now give. Called at a
   * user's request.
   */
  toUsual(lost: readonly Placed[]): Promise<void>;
}

interface PrintInOrderDeps {
  readonly mayPrint: () => boolean;
  readonly isPaused: () => boolean;
  /** True if a parcel in hand waits for its label at this printer. */
  readonly isAwaited: (printerId: string) => boolean;
  readonly later: (work: () => Promise<unknown>) => void;
  /** Called when its label cannot print. */
  readonly stuck: (placed: Placed, failure: Failure) => void;
  /** Called when the program failed on its label. */
  readonly broke: (placed: Placed, error: unknown) => void;
  /** Called when no label can print now, neither this one nor another. */
  readonly pause: (failure: Failure, placed: Placed) => void;
}

/** Replaces the id of a printer that was removed in Setup. */
const gone = '';

/** Maximum number of labels at a printer at once: the one that prints, and the next. */
const mostQueued = 2;

/** Sends bought labels to their printers, in picking order at each printer, with a sheet before each group. */
export function createPrintInOrder(context: PrintInOrderContext, batch: OpenBatch, deps: PrintInOrderDeps): PrintInOrder {
  const { journal } = context;
  /** Runs one task at a time, so that no label comes between another one and its group sheet. */
  const turns = new PQueue({ concurrency: 1 });
  let isRunning = false;
  let again = false;
  const separators = createSeparators(context, batch);

  /** Returns the same as `printNext`. */
  async function print(placed: Placed, bookingId: string): Promise<boolean | string> {
    // The user chose the usual printer: otherwise the line would have the printer of its booking.
    const atUsual = placed.line.printer === undefined;
    const settled = await printConfirmed(context, bookingId, { atUsual });
    if (settled.is === 'not-printed' && pausesBatch(settled.failure.code)) {
      // The printer was removed meanwhile: the label waits with the others.
      writeDown(context, () => journal.soon(() => journal.park(bookingId, true)));
      deps.pause(settled.failure, placed);
      return settled.failure.code === printerGone ? gone : false;
    }
    if (settled.is === 'printing') {
      batch.set(placed, { state: 'queued' });
      context.events.publish({ is: 'shipment-settled', bookingId });
    } else if (settled.is === 'not-printed') deps.stuck(placed, settled.failure);
    else deps.stuck(placed, context.fail('label-held-back', placed.line.orderKey).failure);
    return true;
  }

  /** False if nothing can print now; the printer's id if a parcel in hand waits for it; `gone` if the printer was removed. */
  async function printNext(placed: Placed, bookingId: string): Promise<boolean | string> {
    const pause = (failure: Failure): false => {
      deps.pause(failure, placed);
      return false;
    };
    const lost = goneName(context, placed.line.printer);
    if (lost !== undefined) {
      if (!deps.isPaused()) deps.pause(context.fail(printerGone, lost).failure, placed);
      return gone;
    }
    const printer = printerOf(context, placed);
    if (!printer) return pause(context.fail('no-label-printer').failure);
    if (deps.isAwaited(printer.id)) return printer.id;
    const separated = await separators.separate(printer, placed);
    if (!separated.ok) return pause(separated.failure);
    // Meanwhile, a scan may have taken it or come before it, or a user may have paused the batch.
    if (placed.line.state !== 'bought' || !deps.mayPrint() || deps.isAwaited(printer.id)) return true;
    const released = writeDown(context, () => journal.soon(() => journal.park(bookingId, false)));
    if (!released.ok) return pause(released.failure);
    return print(placed, bookingId);
  }

  async function printAll(): Promise<void> {
    const awaited = new Set<string>();
    for (;;) {
      const placed = deps.mayPrint() ? nextToPrint(context, batch, awaited) : undefined;
      const bookingId = placed?.line.bookingId;
      if (!placed || !bookingId) return;
      try {
        const went = await printNext(placed, bookingId);
        if (went === false) return;
        if (typeof went === 'string') awaited.add(went);
      } catch (error) {
        deps.broke(placed, error);
      }
    }
  }

  return {
    isLost: separators.isLost,
    toUsual: (lost) => turns.add(() => sendLost(context, batch, separators, lost, deps.pause)),
    wake() {
      again = true;
      if (isRunning) return;
      isRunning = true;
      deps.later(async () => {
        try {
          while (again) {
            again = false;
            await turns.add(printAll);
          }
        } finally {
          isRunning = false;
        }
      });
    },
    isOurs(job) {
      const state = job.bookingId === null ? undefined : batch.ofBooking(job.bookingId)?.line.state;
      // The sheet is on the queue shortly before its line changes state.
      return separators.includes(job) || state === 'bought' || state === 'queued';
    },
  };
}

/** The sheets before the groups of a batch. */
interface Separators extends Pick<PrintInOrder, 'isLost'> {
  includes(sheet: PrintJob): boolean;
  /**
   * Queues the sheet before a group, if the last label of this batch at this printer is of another group, or there is none. A batch with
   * one group has no such sheet.
   */
  separate(printer: Printer, placed: Placed): Promise<Done<'journal-unwritable'>>;
  /** Forgets the last group at each printer. */
  forgetPrinters(): void;
  /** Sends a sheet of this group from a removed printer to this one, unless the last label there is of the same group. */
  moveLostOf(group: string, printer: Printer): void;
  /** Sends all sheets of removed printers to this one. */
  moveLost(printer: Printer): void;
}

function createSeparators(context: PrintInOrderContext, batch: OpenBatch): Separators {
  const { journal, printers, paper } = context;
  /** The last group at each printer, for the open batch. */
  let lastGroups = { batch: '', at: new Map<string, string>() };
  const groups = new Map(batch.lines().map(({ line }) => [titleOf(line.group), line.group]));
  // Group sheets that the last run left at a printer are recognized by their titles.
  const left = journal.jobsInState(['queued']).filter(({ bookingId, pickupId, title }) => !bookingId && !pickupId && groups.has(title));
  /** The group that follows each sheet. */
  const followedBy = new Map(left.map(({ id, title }) => [id, groups.get(title) ?? '']));

  /** The last group at each printer, for the batch that is open now. */
  function groupsNow(): Map<string, string> {
    if (lastGroups.batch !== batch.id()) lastGroups = { batch: batch.id(), at: new Map() };
    return lastGroups.at;
  }

  const isLost = (job: PrintJob): boolean => followedBy.has(job.id) && hasLostPrinter(context, job);

  const lostSheets = (): PrintJob[] => journal.jobsInState(['queued']).filter(isLost);

  function send({ id }: PrintJob, printer: Printer): void {
    journal.redirectBehind(id, printer.id);
    groupsNow().set(printer.id, followedBy.get(id) ?? '');
  }

  return {
    isLost,
    includes: ({ id }) => followedBy.has(id),

    async separate(printer, placed) {
      const { group } = placed.line;
      const at = groupsNow();
      if (group === at.get(printer.id) || batch.lines().every(({ line }) => isOut(line) || line.group === group)) return ok({});
      const others = batch.lines().filter(({ line }) => !isOut(line));
      const idOf = printersOfLines(context);
      const here = others.filter((each) => idOf(each) === idOf(placed));
      const sheet = await paper.separator(printer, printers.takes(printer, 'label'), { group, orders: inRow(here, placed) });
      const queued = writeDown(context, () =>
        journal.addPrintJobs({ bookingId: null, pickupId: null }, [
          { role: 'label', printerId: printer.id, title: titleOf(group), piece: 1, pieces: 1, copy: 0, sheet },
        ]),
      );
      if (!queued.ok) return queued;
      for (const { id } of queued.value) followedBy.set(id, group);
      at.set(printer.id, group);
      return ok({});
    },

    forgetPrinters: () => groupsNow().clear(),

    moveLostOf(group, printer) {
      const sheet = lostSheets().find(({ id }) => followedBy.get(id) === group);
      if (sheet && groupsNow().get(printer.id) !== group) send(sheet, printer);
    },

    moveLost(printer) {
      for (const sheet of lostSheets()) send(sheet, printer);
    },
  };
}

const printerOf = (context: PrintInOrderContext, { line: { service, printer } }: Placed): Printer | undefined =>
  context.printer('label', { couriers: courierNames(service), named: printer });

/** Printer ids of lines; lines with the same courier and rule share one. */
function printersOfLines(context: PrintInOrderContext): (placed: Placed) => string {
  const known = new Map<string, string>();
  return (placed) => {
    const { service, printer = '' } = placed.line;
    const alike = [service?.courierKey, service?.courierName, printer].join('\n');
    const id = known.get(alike) ?? printerOf(context, placed)?.id ?? '';
    known.set(alike, id);
    return id;
  };
}

/** The next label that may print at a printer not in `awaited`: all labels before it there are out, stopped or at the printer. */
function nextToPrint(context: PrintInOrderContext, batch: OpenBatch, awaited: ReadonlySet<string>): Placed | undefined {
  const idOf = printersOfLines(context);
  const printerCount = labelPrinters(context.allPrinters()).length;
  const queued = new Map<string, number>();
  const closed = new Set(awaited);
  for (const placed of batch.lines()) {
    const { state } = placed.line;
    if (state !== 'queued' && state !== 'agreed' && state !== 'buying' && state !== 'bought') continue;
    if (goneName(context, placed.line.printer) !== undefined) {
      if (state === 'bought' && !awaited.has(gone)) return placed;
      continue;
    }
    const id = idOf(placed);
    if (state === 'bought' && !closed.has(id)) return placed;
    if (state === 'queued') queued.set(id, (queued.get(id) ?? 0) + 1);
    if (state !== 'queued' || (queued.get(id) ?? 0) >= mostQueued) closed.add(id);
    if (closed.size >= printerCount) return undefined;
  }
  return undefined;
}

async function sendLost(
  context: PrintInOrderContext,
  batch: OpenBatch,
  separators: Separators,
  lost: readonly Placed[],
  pause: PrintInOrderDeps['pause'],
): Promise<void> {
  // Another printer may have the id of a removed one.
  separators.forgetPrinters();
  for (const placed of lost) {
    const { state, bookingId, service, group } = placed.line;
    const usual = context.printer('label', { couriers: courierNames(service) });
    if (state === 'queued' && bookingId !== null && usual) {
      separators.moveLostOf(group, usual);
      const separated = await separators.separate(usual, placed);
      if (!separated.ok) return pause(separated.failure, placed);
      await sendToUsual(context, { id: bookingId });
    }
    batch.set(placed, { printer: undefined });
  }
  const usual = context.printer('label');
  if (usual) separators.moveLost(usual);
}

const titleOf = (group: string): string => `Group ${group}`.trim();

/** Number of labels of its group that come one after another with this one: urgent orders come earlier, in a group of their own. */
function inRow(lines: readonly Placed[], placed: Placed): number {
  const isOther = ({ line }: Placed): boolean => line.group !== placed.line.group;
  const at = lines.indexOf(placed);
  const before = lines.slice(0, at).findLastIndex(isOther);
  const behind = lines.findIndex((each, index) => index > at && isOther(each));
  const row = lines.slice(before + 1, behind === -1 ? lines.length : behind);
  return row.filter(({ line }) => !isOver(line) || line.state === 'printed' || line.state === 'sent').length;
}
