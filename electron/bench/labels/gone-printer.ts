import { labelPrinterNamed, labelPrinters, type PrintJob } from '../../../shared/printer.ts';
import type { BenchContext } from '../context.ts';

type Parts = Pick<BenchContext, 'allPrinters' | 'journal'>;

/** The printer that a rule chose for a label, where Setup has none of that name any more: no other takes the label unasked. */
export function goneName({ allPrinters }: Pick<Parts, 'allPrinters'>, named: string | undefined): string | undefined {
  const isGone = named !== undefined && labelPrinters(allPrinters()).length > 0 && !labelPrinterNamed(allPrinters(), named);
  return isGone ? named : undefined;
}

/** What a label is said to wait for whose printer is gone. */
export const printerGone = 'label-printer-gone';

/** Whether the printer it waits for left Setup. Another one may have its id by now. */
export const hasLostPrinter = ({ allPrinters }: Pick<Parts, 'allPrinters'>, { printerId, detail }: PrintJob): boolean =>
  detail === printerGone || !allPrinters().some(({ id, route }) => id === printerId && route.role === 'label');

/** `goneName` of a label that waits in the queue; undefined where it may print. */
export function goneFor(parts: Parts, job: PrintJob): string | undefined {
  if (job.role !== 'label' || job.state !== 'queued' || job.bookingId === null || !hasLostPrinter(parts, job)) return undefined;
  return goneName(parts, parts.journal.booking(job.bookingId)?.labelPrinter);
}
