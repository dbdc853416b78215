import PQueue from 'p-queue';
import { isOver, pausesBatch } from '../../../shared/batch.ts';
import type { Failure } from '../../../shared/failure.ts';
import { labelPrinters, type Printer, type PrintJob } from '../../../shared/printer.ts';
import { type Done, ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import { goneName, hasLostPrinter, printerGone } from '../labels/gone-printer.ts';
import { courierNames } from '../labels/label.ts';
import { sendToUsual } from '../print/move-waiting.ts';
import { printConfirmed } from '../ship/settle.ts';
import type { OpenBatch, Placed } from './open-batch.ts';

export interface PrintInOrder {
  /** Goes on. Safe to call any time. */
  kick(): void;
  /** Whether this sheet is the batch's. */
  isOurs(job: PrintJob): boolean;
  /** Whether it is the sheet before a group, and its printer left Setup. */
  isLost(job: PrintJob): boolean;
  /** A person said that these labels, whose printers left Setup, print where they would go by themselves, with their sheets. */
  toUsual(lost: readonly Placed[]): Promise<void>;
}

interface Doings {
  readonly mayPrint: () => boolean;
  readonly isPaused: () => boolean;
  /** Whether a parcel in hand waits for its label at this printer. */
  readonly isAwaited: (printerId: string) => boolean;
  readonly later: (work: () => Promise<unknown>) => void;
  /** Its label is on the printer's queue. */
  readonly queued: (bookingId: string) => void;
  /** Its label does not print. */
  readonly stuck: (placed: Placed, failure: Failure) => void;
  /** The program failed on its label. */
  readonly broke: (placed: Placed, error: unknown) => void;
  /** No label prints now, this one or another. */
  readonly pause: (failure: Failure, placed: Placed) => void;
}

/** In place of the id of a printer that Setup does not have any more. */
const gone = '';

/** So many labels are at a printer at once: one that prints, and the next. */
const mostQueued = 2;

/** Brings the labels that were bought to their printers, at each one behind the other in the order they are picked, with a sheet before each group. */
export function createPrintInOrder(context: BenchContext, batch: OpenBatch, doings: Doings): PrintInOrder {
  const { journal, printers, paper } = context;
  /** No label comes between another one and its sheet. */
  const turns = new PQueue({ concurrency: 1 });
  let isRunning = false;
  let again = false;
  /** The last group at each printer, of the batch that is open. */
  let lastGroups = { batch: '', at: new Map<string, string>() };
  const groups = new Map(batch.lines().map(({ line }) => [titleOf(line.group), line.group]));
  // Those that the last run left at a printer are known by what they are called.
  const left = journal.jobsInState(['queued']).filter(({ bookingId, pickupId, title }) => !bookingId && !pickupId && groups.has(title));
  /** The group behind each sheet. */
  const separators = new Map(left.map(({ id, title }) => [id, groups.get(title) ?? '']));

  const printerOf = ({ line: { service, printer } }: Placed): Printer | undefined =>
    context.printer('label', { couriers: courierNames(service), named: printer });

  /** The printers of lines; those of one courier and one rule have the same. */
  function printersOfLines(): (placed: Placed) => string {
    const known = new Map<string, string>();
    return (placed) => {
      const { service, printer = '' } = placed.line;
      const alike = [service?.courierKey, service?.courierName, printer].join('\n');
      const id = known.get(alike) ?? printerOf(placed)?.id ?? '';
      known.set(alike, id);
      return id;
    };
  }

  /** The next label of a printer but these, where all before it there are out, stopped or at the printer. */
  function next(awaited: ReadonlySet<string>): Placed | undefined {
    const idOf = printersOfLines();
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

  /** The last group at each printer, of the batch that is open now. */
  function groupsNow(): Map<string, string> {
    if (lastGroups.batch !== batch.id()) lastGroups = { batch: batch.id(), at: new Map() };
    return lastGroups.at;
  }

  /** The sheet before a group, where this printer has a label of another group, or none, of this batch. */
  async function separate(printer: Printer, placed: Placed): Promise<Done<'journal-unwritable'>> {
    const { group } = placed.line;
    const at = groupsNow();
    if (group === at.get(printer.id) || batch.lines().every(({ line }) => line.state === 'left' || line.group === group)) return ok({});
    const others = batch.lines().filter(({ line }) => line.state !== 'left');
    const idOf = printersOfLines();
    const here = others.filter((each) => idOf(each) === idOf(placed));
    const sheet = await paper.separator(printer, printers.takes(printer, 'label'), { group, orders: inRow(here, placed) });
    const queued = writeDown(context, () =>
      journal.addPrintJobs({ bookingId: null, pickupId: null }, [
        { role: 'label', printerId: printer.id, title: titleOf(group), piece: 1, pieces: 1, copy: 0, sheet },
      ]),
    );
    if (!queued.ok) return queued;
    for (const { id } of queued.value) separators.set(id, group);
    at.set(printer.id, group);
    return ok({});
  }

  /** Answers as `printNext` does. */
  async function print(placed: Placed, bookingId: string): Promise<boolean | string> {
    // A person said so: else the line would have the printer of its booking.
    const atUsual = placed.line.printer === undefined;
    const settled = await printConfirmed(context, bookingId, { atUsual });
    if (settled.is === 'not-printed' && pausesBatch(settled.failure.code)) {
      // Since its turn began: it waits with the others.
      writeDown(context, () => journal.soon(() => journal.park(bookingId, true)));
      doings.pause(settled.failure, placed);
      return settled.failure.code === printerGone ? gone : false;
    }
    if (settled.is === 'printing') {
      batch.set(placed, { state: 'queued' });
      doings.queued(bookingId);
    } else if (settled.is === 'not-printed') doings.stuck(placed, settled.failure);
    else doings.stuck(placed, context.fail('label-held-back', placed.line.orderKey).failure);
    return true;
  }

  /** False where nothing prints now; the printer's id where a parcel in hand waits for it, or the printer is gone. */
  async function printNext(placed: Placed, bookingId: string): Promise<boolean | string> {
    const pause = (failure: Failure): false => {
      doings.pause(failure, placed);
      return false;
    };
    const lost = goneName(context, placed.line.printer);
    if (lost !== undefined) {
      if (!doings.isPaused()) doings.pause(context.fail(printerGone, lost).failure, placed);
      return gone;
    }
    const printer = printerOf(placed);
    if (!printer) return pause(context.fail('no-label-printer').failure);
    if (doings.isAwaited(printer.id)) return printer.id;
    const separated = await separate(printer, placed);
    if (!separated.ok) return pause(separated.failure);
    // A scan may have taken it meanwhile, or come before it, or a person paused.
    if (placed.line.state !== 'bought' || !doings.mayPrint() || doings.isAwaited(printer.id)) return true;
    const released = writeDown(context, () => journal.soon(() => journal.park(bookingId, false)));
    if (!released.ok) return pause(released.failure);
    return print(placed, bookingId);
  }

  async function printAll(): Promise<void> {
    const awaited = new Set<string>();
    for (;;) {
      const placed = doings.mayPrint() ? next(awaited) : undefined;
      const bookingId = placed?.line.bookingId;
      if (!placed || !bookingId) return;
      try {
        const went = await printNext(placed, bookingId);
        if (went === false) return;
        if (typeof went === 'string') awaited.add(went);
      } catch (error) {
        doings.broke(placed, error);
      }
    }
  }

  const isLost = (job: PrintJob): boolean => separators.has(job.id) && hasLostPrinter(context, job);

  const lostSheets = (): PrintJob[] => journal.jobsInState(['queued']).filter(isLost);

  function sendSheet({ id }: PrintJob, printer: Printer): void {
    journal.redirectBehind(id, printer.id);
    groupsNow().set(printer.id, separators.get(id) ?? '');
  }

  async function sendLost(lost: readonly Placed[]): Promise<void> {
    // Another printer may have the id of one that is gone.
    groupsNow().clear();
    for (const placed of lost) {
      const { state, bookingId, service, group } = placed.line;
      const usual = context.printer('label', { couriers: courierNames(service) });
      if (state === 'queued' && bookingId !== null && usual) {
        const sheet = lostSheets().find(({ id }) => separators.get(id) === group);
        if (sheet && groupsNow().get(usual.id) !== group) sendSheet(sheet, usual);
        const separated = await separate(usual, placed);
        if (!separated.ok) return doings.pause(separated.failure, placed);
        await sendToUsual(context, { id: bookingId });
      }
      batch.set(placed, { printer: undefined });
    }
    const usual = context.printer('label');
    if (usual) for (const sheet of lostSheets()) sendSheet(sheet, usual);
  }

  return {
    isLost,
    toUsual: (lost) => turns.add(() => sendLost(lost)),
    kick() {
      again = true;
      if (isRunning) return;
      isRunning = true;
      doings.later(async () => {
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
    isOurs({ id, bookingId }) {
      const state = bookingId === null ? undefined : batch.ofBooking(bookingId)?.line.state;
      // Its sheet is on the queue a moment before its line says so.
      return separators.has(id) || state === 'bought' || state === 'queued';
    },
  };
}

const titleOf = (group: string): string => `Group ${group}`.trim();

/** How many labels of its group come one behind the other with this one: what is urgent comes before, in a group of its own. */
function inRow(lines: readonly Placed[], placed: Placed): number {
  const isOther = ({ line }: Placed): boolean => line.group !== placed.line.group;
  const at = lines.indexOf(placed);
  const before = lines.slice(0, at).findLastIndex(isOther);
  const behind = lines.findIndex((each, index) => index > at && isOther(each));
  const row = lines.slice(before + 1, behind === -1 ? lines.length : behind);
  return row.filter(({ line }) => !isOver(line) || line.state === 'printed' || line.state === 'sent').length;
}
