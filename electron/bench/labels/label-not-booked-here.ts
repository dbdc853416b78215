import type { Answer } from '../../../shared/ipc.ts';
import { ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';

/**
 * Prints the label of an order of the service that this bench did not book. Without an order to compare it with, the user has to confirm
 * it. Refused while a print of it may still come out.
 */
export async function printForeignLabel(
  context: Pick<BenchContext, 'courier' | 'fail' | 'journal' | 'paper' | 'printer' | 'printers' | 'who' | 'world'>,
  { orderNo, isSure }: { readonly orderNo: string; readonly isSure: boolean },
): Promise<Answer<'printForeignLabel'>> {
  if (context.journal.holdersOf(orderNo, ['order']).length > 0) return context.fail('not-now');
  const printer = context.printer('label');
  if (!printer) return context.fail('no-label-printer');
  const label = await context.courier.labels(orderNo, context.journal.findElsewhere(orderNo)?.account);
  if (!label.ok) return context.fail('label-missing', label.failure.reasons ?? label.failure.detail);
  if (!isSure) return context.fail('label-not-compared', { code: 'label-not-booked-here' });
  const to = { printer: context.printers.takes(printer, 'label'), dpi: printer.dpi, stock: printer, sample: context.world !== 'live' };
  const sheets = await context.paper.labelSheets(label.value, to);
  if (!sheets.ok) return sheets;
  const title = `Label ${orderNo}`;
  const isOpen = context.journal
    .jobsInState(['queued', 'sending', 'held', 'print-unknown'])
    .some((job) => job.bookingId === null && job.title === title);
  if (isOpen) return context.fail('not-now');
  const pieces = sheets.value.length;
  context.journal.addPrintJobs(
    { bookingId: null, pickupId: null },
    sheets.value.map((sheet, index) => ({ role: 'label', printerId: printer.id, title, piece: index + 1, pieces, copy: 0, sheet })),
  );
  context.journal.record(null, 'foreign-label', `${orderNo}, by ${context.who()}`);
  return ok({});
}
