import type { Booking } from '../../shared/booking.ts';
import { type FailureCode, failureRemedies } from '../../shared/failure.ts';
import type { PrintJob } from '../../shared/printer.ts';
import { timeWithSeconds } from '../text/format.ts';
import { messageText, savedFileOf } from '../text/messages.ts';
import { text } from '../text/text.ts';

/** Why a sheet waits in the queue for its printer, or undefined if it does not wait. It prints by itself once the cause is fixed. */
export function waitsFor({ state, detail }: PrintJob): FailureCode | undefined {
  const isWaiting = (state === 'queued' || state === 'sending') && typeof detail === 'string' && detail in failureRemedies;
  return isWaiting ? (detail as FailureCode) : undefined;
}

/** The newest print of every label, first piece first. */
export function labelJobs(booking: Booking): PrintJob[] {
  const newest = new Map<number, PrintJob>();
  for (const job of booking.jobs) {
    if (job.role !== 'label') continue;
    const known = newest.get(job.piece);
    if (!known || job.copy >= known.copy) newest.set(job.piece, job);
  }
  return [...newest.values()].sort((a, b) => a.piece - b.piece);
}

/** The newest reprint: the state of all its labels, the time of that state, and its reason; undefined if there is none. */
export function reprintWords(booking: Booking): readonly [name: string, state: string] | undefined {
  const copy = Math.max(...booking.jobs.filter(({ role }) => role === 'label').map((job) => job.copy));
  const jobs = labelJobs(booking).filter((job) => job.copy === copy);
  const job =
    jobs.find(({ state }) => state !== 'printed' && state !== 'sent') ?? jobs.find(({ state }) => state === 'sent') ?? jobs.at(-1);
  if (!job || copy === 0) return undefined;
  const why = job.because && text.reprint.reasonOf(job.because.why, job.because.oldLabel);
  return [text.ship.reprintNo(copy), [stateWords(job), timeWithSeconds(job.changedAt), ...(why ? [why] : [])].join(', ')];
}

/** True if it was saved as a file: no printer has it. */
export const isSavedAsFile = ({ state, detail }: Pick<PrintJob, 'state' | 'detail'>): boolean =>
  state === 'sent' && savedFileOf(detail) !== undefined;

/** State of a sheet: `Printed`, `Waits for the printer`, `Saved as a file`. */
export function stateWords(job: PrintJob): string {
  if (waitsFor(job)) return text.ship.waitsForPrinter;
  if (isSavedAsFile(job)) return text.frame.savedAsFile;
  return text.frame.jobStates[job.state === 'sending' && job.takenAt !== null ? 'sent' : job.state];
}

/** Why a sheet waits, or a message of its printer or folder; empty if there is none. */
export function detailWords(job: PrintJob): string {
  const reason = waitsFor(job);
  return reason ? text.failures[reason].what : messageText(job.detail);
}
