import type { Answer } from '../../../shared/ipc.ts';
import { ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';

/**
 * Prints the label of an order of the service that this bench did not book. There is no order here to compare it with, so a person has to
 * be sure. Refused while one of it may still come out.
 */
export async function printForeignLabel(
  room: BenchContext,
  { orderNo, isSure }: { readonly orderNo: string; readonly isSure: boolean },
): Promise<Answer<'printForeignLabel'>> {
  if (room.journal.holdersOf(orderNo, ['order']).length > 0) return room.fail('not-now');
  const printer = room.printer('label');
  if (!printer) return room.fail('no-label-printer');
  const label = room.breaker.observe(await room.courier.labels(orderNo));
  if (!label.ok) return room.fail('label-missing', label.failure.detail);
  if (!isSure) return room.fail('label-not-compared', 'This bench did not book it: there is no order here to compare its label with.');
  const to = { printer: room.printers.takes(printer, 'label'), dpi: printer.dpi, sample: room.world !== 'live' };
  const sheets = await room.paper.labelSheets(label.value, to);
  if (!sheets.ok) return sheets;
  const title = `Label ${orderNo}`;
  const isOpen = room.journal
    .jobsInState(['queued', 'sending', 'held', 'print-unknown'])
    .some((job) => job.bookingId === null && job.title === title);
  if (isOpen) return room.fail('not-now');
  const pieces = sheets.value.length;
  room.journal.addPrintJobs(
    { bookingId: null, pickupId: null },
    sheets.value.map((sheet, index) => ({ role: 'label', printerId: printer.id, title, piece: index + 1, pieces, copy: 0, sheet })),
  );
  room.journal.record(null, 'foreign-label', `${orderNo}, said by ${room.who()}`);
  room.changed();
  return ok({});
}
