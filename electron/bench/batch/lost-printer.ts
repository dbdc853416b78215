import type { BenchContext } from '../context.ts';
import { goneFor, goneName, printerGone } from '../labels/gone-printer.ts';
import type { OpenBatch, Paused, Placed } from './open-batch.ts';

/** True if its label is paid for and waits for a printer that was removed in Setup. */
export function hasLostItsPrinter(
  context: Pick<BenchContext, 'allPrinters' | 'journal'>,
  { line: { state, printer, bookingId } }: Placed,
): boolean {
  if (goneName(context, printer) === undefined) return false;
  if (state !== 'queued' || bookingId === null) return state === 'bought';
  return context.journal.booking(bookingId)?.jobs.some((job) => goneFor(context, job) !== undefined) ?? false;
}

/** If the printer is back, or the user chose another one for its labels, the pause only waits for the user to continue. */
export function pausedNow(batch: OpenBatch, hasLost: (placed: Placed) => boolean): Paused {
  const why = batch.paused();
  const isOver = typeof why.paused === 'object' && why.paused?.code === printerGone && !batch.lines().some(hasLost);
  return isOver ? { paused: 'person', pausedAt: null } : why;
}
