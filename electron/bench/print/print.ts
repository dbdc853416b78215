import { setImmediate as nextTurn } from 'node:timers/promises';
import { whyOf } from '../../../shared/failure.ts';
import type { Message } from '../../../shared/message.ts';
import { failureOf, type Printer, type PrinterSettings, type PrintJob, type PrintJobState } from '../../../shared/printer.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import { goneFor, printerGone } from '../labels/gone-printer.ts';
import { sheetFor } from '../labels/label.ts';
import type { Sheet } from '../ports/paper.ts';
import type { PrintOutcome } from '../ports/printers.ts';
import { isLeftBehind, leftBehind, moveWaiting, type WaitingContext } from './move-waiting.ts';

export type PrintContext = WaitingContext & Pick<BenchContext, 'bug' | 'changed' | 'pendingWrites' | 'silence'>;

export interface PrintQueue {
  /** Prints the jobs in `queued`, oldest first, one at a time. Safe to call any time, any number of times. */
  wake(): void;
  /** Resolves when the current sheet, if any, has left for the printer, or waits for it. */
  handedOver(): Promise<void>;
  /** Resolves when the current print, if any, has its outcome. */
  stop(): Promise<void>;
}

type Turn = 'printed' | 'wait' | 'empty';

/** Interval between two status queries for a waiting job. */
const pollMs = 1500;

/**
 * The durable queue of one printer. A job that never reached the printer returns to the queue and waits until the printer is ready. A job
 * that may have reached it is never sent again by the program, and one that the printer cannot take fails.
 */
export function createPrintQueue(
  context: PrintContext,
  printerId: string,
  options: {
    /** True if a waiting sheet lets those behind it go first. */
    readonly isHeldBack: (job: PrintJob) => boolean;
    readonly sleep: (ms: number) => Promise<void>;
    /** Awaited before the first print at a printer: the counter settles the prints of the last run. */
    readonly whenJudged: (printer: Printer) => Promise<unknown>;
  },
): PrintQueue {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  /** The current sheet, until its outcome is stored or pending. */
  let inHand: PrintJob | undefined;
  const whenStopped = Promise.withResolvers<void>();
  let leaving = Promise.withResolvers<void>();

  /** False if it was put aside or moved to another printer meanwhile, or if another may go first. */
  const isWaiting = ({ id }: PrintJob): boolean => {
    const now = context.journal.job(id);
    return now?.state === 'queued' && now.printerId === printerId && !options.isHeldBack(now);
  };

  const printNext = async (): Promise<Turn> => {
    inHand = undefined;
    const job = firstWaiting(context, printerId, options.isHeldBack);
    const printer = job && context.printerOf(job);
    if (!job || !printer) return 'empty';
    inHand = job;
    await options.whenJudged(printer);
    if (!isWaiting(job)) return 'printed';
    if (!(await isTakenNow(context, job, printer, isWaiting))) return 'wait';
    // A large sheet was just stored and is read again: other work runs between the two.
    await nextTurn();
    const sheet = await sheetFor(context, job, printer);
    if (!isWaiting(job)) return 'printed';
    if (typeof sheet === 'string' || 'code' in sheet) {
      move(context, job, ['queued'], 'failed', sheet);
      return 'printed';
    }
    const outcome = await send(context, job, printer, sheet, () => leaving.resolve());
    let mayGoOn = false;
    const isWritten = await context.pendingWrites.settle(
      job.id,
      () => {
        mayGoOn = settle(context, job, outcome);
      },
      (error) => givingUp(context, job, error),
    );
    inHand = undefined;
    if (!isWritten) context.changed();
    return mayGoOn ? 'printed' : 'wait';
  };

  /** Prints the next job. If the journal cannot store that, nothing leaves; while writes are pending, it waits. */
  const takeTurn = async (): Promise<Turn> => {
    let turn: Turn = 'wait';
    if (context.pendingWrites.ids().length > 0) return turn;
    const isWritten = await context.pendingWrites.settle(
      `${printerId} queue`,
      async () => {
        if (!stopped) turn = await printNext();
      },
      (error) => givingUp(context, inHand, error),
    );
    if (!isWritten) context.changed();
    return turn;
  };

  const drain = async (): Promise<void> => {
    while (!stopped) {
      const turn = await takeTurn();
      leaving.resolve();
      if (turn === 'empty') return;
      if (turn === 'wait') await Promise.race([options.sleep(pollMs), whenStopped.promise]);
    }
  };

  const wake = (): void => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    again = false;
    leaving = Promise.withResolvers();
    running = drain()
      .catch((error: unknown) => {
        context.bug('print', error);
      })
      .finally(() => {
        leaving.resolve();
        running = undefined;
        if (again) wake();
      });
  };

  return {
    wake,
    handedOver: async () => (running ? leaving.promise : undefined),
    async stop() {
      stopped = true;
      whenStopped.resolve();
      await running;
    },
  };
}

function move(context: PrintContext, job: PrintJob, from: readonly PrintJobState[], to: PrintJobState, detail: Message): void {
  // Repeated after a failed write, it may be in that state already.
  if (!context.journal.moveJob(job.id, from, to, detail) && context.journal.job(job.id)?.state !== to)
    throw new Error(`print job cannot go to ${to}`);
  // Between taking a manifest and sending it nothing may fail.
  if (job.pickupId && to !== 'sending') context.journal.writeManifestOutcome(job.pickupId, detail || to);
  context.log('print', { jobId: job.id, state: to });
}

/** Stores the outcome of a print. False if the job waits for its printer. */
function settle(context: PrintContext, job: PrintJob, outcome: PrintOutcome): boolean {
  switch (outcome.is) {
    case 'printed':
    case 'sent':
      if (outcome.is === 'sent' && isLeftBehind(context, job)) move(context, job, ['sending'], 'print-unknown', leftBehind);
      else move(context, job, ['sending'], outcome.is, outcome.detail);
      if (outcome.is === 'sent' && outcome.silentAt !== undefined && job.bookingId) context.silence.took(outcome.silentAt, job.bookingId);
      return true;
    case 'held':
      move(context, job, ['sending'], 'held', outcome.detail);
      return true;
    case 'unknown':
      move(context, job, ['sending'], 'print-unknown', outcome.detail);
      return true;
    case 'not-sent':
      // This printer will never take this sheet: waiting for it would block every later one.
      if (outcome.failure.code === 'print-failed') {
        move(context, job, ['sending'], 'failed', whyOf(outcome.failure));
        return true;
      }
      move(context, job, ['sending'], 'queued', outcome.failure.code);
      return false;
  }
}

/** Returns the oldest job that may print here now. Redirects jobs to a backup printer, and marks those whose printer was removed. */
function firstWaiting(context: PrintContext, printerId: string, isHeldBack: (job: PrintJob) => boolean): PrintJob | undefined {
  const waiting = context.journal.queuedJobs(printerId);
  const redirected = moveWaiting(context, waiting);
  const here = waiting.filter((each) => !redirected.includes(each));
  const lost = here.filter((each) => goneFor(context, each) !== undefined);
  for (const each of lost) if (each.detail !== printerGone) move(context, each, ['queued'], 'queued', printerGone);
  return here.find((each) => !lost.includes(each) && !isHeldBack(each));
}

/** Queries the status first for a job that waited, and records a reason only if it changed: a job may wait all night. */
async function isTakenNow(
  context: PrintContext,
  job: PrintJob,
  printer: PrinterSettings,
  isWaiting: (job: PrintJob) => boolean,
): Promise<boolean> {
  if (job.detail === '') return true;
  const reason = failureOf(await context.printers.status(printer));
  if (!isWaiting(job)) return false;
  if (reason && reason !== job.detail) move(context, job, ['queued'], 'queued', reason);
  return reason === undefined;
}

/** Calls `taken` once the printer has the sheet. */
function send(context: PrintContext, job: PrintJob, printer: Printer, sheet: Sheet, taken: () => void): Promise<PrintOutcome> {
  // Reaches the disk with the printer's mark; nothing leaves before that.
  context.journal.soon(() => {
    if (job.bookingId) context.journal.record(job.bookingId, 'print-at', printer.address);
    // Every try starts with the reason for waiting, which stays until there is a new outcome.
    move(context, job, ['queued'], 'sending', job.detail);
  });
  return context.printers.print(
    printer,
    sheet,
    job.title,
    (mark) => context.journal.writePrinterMark(job.id, mark),
    // The outcome will cover this too: a failed write here is not an error.
    () => {
      taken();
      writeDown(context, () => context.journal.soon(() => context.journal.writeTaken(job.id)));
    },
  );
}

/** A program fault on a sheet must not block the others: a sheet that may have left becomes a question, any other one fails. */
function givingUp(context: PrintContext, job: PrintJob | undefined, error: unknown): () => void {
  const detail = { code: 'broke-on-sheet', ref: context.bug('print', error).ref } as const;
  return () => {
    if (!job) return;
    const state = context.journal.job(job.id)?.state;
    if (state === 'queued') move(context, job, [state], 'failed', detail);
    if (state === 'sending') move(context, job, [state], 'print-unknown', detail);
  };
}
