import { labelPrinterNamed, labelPrinters, type PrintJob } from '../../../shared/printer.ts';
import type { BenchContext } from '../context.ts';

type Parts = Pick<BenchContext, 'allPrinters' | 'journal'>;

/**
 * Name of the printer that a rule chose for a label, if Setup has no printer of that name any more: no other printer takes the label
 * without a user's request.
 */
export function goneName({ allPrinters }: Pick<Parts, 'allPrinters'>, named: string | undefined): string | undefined {
  const isGone = named !== undefined && labelPrinters(allPrinters()).length > 0 && !labelPrinterNamed(allPrinters(), named);
  return isGone ? named : undefined;
}

/** Reason shown for a label that waits for a removed printer. */
export const printerGone = 'label-printer-gone';

/** True if the printer it waits for was removed in Setup. Another printer may have its id by now. */
export const hasLostPrinter = ({ allPrinters }: Pick<Parts, 'allPrinters'>, { printerId, detail }: PrintJob): boolean =>
  detail === printerGone || !allPrinters().some(({ id, route }) => id === printerId && route.role === 'label');

/** `goneName` of a label that waits in the queue; undefined if it may print. */
export function goneFor(parts: Parts, job: PrintJob): string | undefined {
  if (job.role !== 'label' || job.state !== 'queued' || job.bookingId === null || !hasLostPrinter(parts, job)) return undefined;
  return goneName(parts, parts.journal.booking(job.bookingId)?.labelPrinter);
}
