import type { BenchContext } from '../context.ts';
import { goneFor, goneName, printerGone } from '../labels/gone-printer.ts';
import { sendToUsual } from '../print/move-waiting.ts';
import type { OpenBatch, Paused, Placed } from './open-batch.ts';

/** Its label is paid for and waits for a printer that left Setup. */
export function hasLostItsPrinter(context: BenchContext, { line: { state, printer, bookingId } }: Placed): boolean {
  if (goneName(context, printer) === undefined) return false;
  if (state !== 'queued' || bookingId === null) return state === 'bought';
  return context.journal.booking(bookingId)?.jobs.some((job) => goneFor(context, job) !== undefined) ?? false;
}

/** A person said that their labels print where they would go by themselves. */
export async function toUsualPrinter(context: BenchContext, batch: OpenBatch, lost: readonly Placed[]): Promise<void> {
  for (const placed of lost) {
    const { state, bookingId } = placed.line;
    if (state === 'queued' && bookingId !== null) await sendToUsual(context, { id: bookingId });
    batch.set(placed, { printer: undefined });
  }
}

/** Where the printer is back, or a person said where else its labels print, nothing but a person keeps the batch from going on. */
export function pausedNow(batch: OpenBatch, hasLost: (placed: Placed) => boolean): Paused {
  const why = batch.paused();
  const isOver = typeof why.paused === 'object' && why.paused?.code === printerGone && !batch.lines().some(hasLost);
  return isOver ? { paused: 'person', pausedAt: null } : why;
}
