import type { Booking } from '../../../shared/booking.ts';
import { whyOf } from '../../../shared/failure.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { enclosureJobs } from '../documents/enclosure.ts';
import { type SlipContext, slipJobs } from '../documents/packing-slip.ts';
import type { EncodedPaper } from '../ports/courier.ts';
import type { NewPrintJob } from '../ports/journal/print-jobs.ts';
import { type LabelContext, labelJobsOf, labelOf } from './label.ts';
import { labelPages, ownerOf, placesOf } from './label-pages.ts';
import { owedPapers, settlePapers } from './owed-papers.ts';

type PapersContext = LabelContext & Pick<BenchContext, 'changed' | 'pendingWrites' | 'settings'>;

/** Prefix of the ids of pending writes for documents: the parcel is booked, and its answer is complete. */
const papersWrite = 'papers ';
export const isPapersWrite = (id: string): boolean => id.startsWith(papersWrite);

/** Prints the copies and documents that came with a label on the document printer. Does not print the label again. */
export async function printPapers(context: LabelContext, bookingId: string): Promise<Answer<'printPapers'>> {
  const booking = context.journal.booking(bookingId);
  if (booking?.state !== 'booked') return context.fail('number-not-found');
  // Pages that may belong to another order are not printed.
  if (booking.verdict?.kind !== 'match' || labelJobsOf(booking).length === 0) return context.fail('not-now');
  const label = await labelOf(context, booking);
  if (!label.ok) return label;
  const read = await labelPages(context, booking, label.value);
  // Skips what the label printer printed, whatever its classification.
  const { labels } = placesOf(context, booking, read, read.length);
  const pages = read.filter(({ page, beside }) => !labels.includes(page) || beside !== undefined);
  if (pages.length === 0) return context.fail('no-papers');
  const jobs = await sheetJobs(
    context,
    booking,
    label.value,
    pages.map(({ page }) => page),
  );
  if (!jobs.ok) return jobs;
  context.journal.addPrintJobs({ bookingId, pickupId: null }, jobs.value);
  return ok({});
}

/**
 * Prints the packing slip of a shipment on the document printer. Refused for a return label, and while the slip that a rule demands is still
 * being drawn.
 */
export async function printSlip(context: SlipContext, bookingId: string): Promise<Answer<'printSlip'>> {
  const { journal } = context;
  const booking = journal.booking(bookingId);
  if (booking?.state !== 'booked') return context.fail('number-not-found');
  if (booking.order.returnOf || owedPapers(journal).some((owed) => owed.bookingId === bookingId && owed.hasSlip))
    return context.fail('not-now');
  const jobs = await slipJobs(context, booking);
  if (!jobs.ok) return jobs;
  journal.addPrintJobs({ bookingId, pickupId: null }, jobs.value);
  journal.closePaper(bookingId, 'slip', 'printed');
  return ok({});
}

/**
 * Queues the owed pages, packing slip and PDF of the shop at the document printer, once: drawing them takes seconds, and their label is
 * queued before that. Pages that cannot be drawn are kept; such a slip or PDF waits in Resolve. If the disk is full, they are queued as soon as
 * it has room.
 */
export async function queuePapers(context: PapersContext, bookingId: string): Promise<void> {
  const { journal } = context;
  const owed = owedPapers(journal).find((each) => each.bookingId === bookingId);
  if (!owed) return;
  const [booking, label] = [journal.booking(bookingId), owed.pages.length > 0 ? journal.label(bookingId) : undefined];
  const pages = booking && label && (await sheetJobs(context, booking, label, owed.pages));
  const slip = booking && owed.hasSlip ? await slipJobs(context, booking) : undefined;
  const enclosure = booking && owed.hasEnclosure ? await enclosureJobs(context, booking) : undefined;
  const write = (): void => {
    // Another call may have queued them meanwhile.
    if (!owedPapers(journal).some((each) => each.bookingId === bookingId)) return;
    const jobs = [pages, slip, enclosure].flatMap((made) => (made?.ok ? made.value : []));
    if (jobs.length > 0) journal.addPrintJobs({ bookingId, pickupId: null }, jobs);
    if (owed.pages.length > 0 && !pages?.ok) journal.record(bookingId, 'sheets-kept', owed.pages.join(', '));
    if (slip && !slip.ok) journal.writePaperDue({ ownerId: bookingId, kind: 'slip', why: whyOf(slip.failure) });
    if (enclosure && !enclosure.ok) journal.writePaperDue({ ownerId: bookingId, kind: 'enclosure', why: whyOf(enclosure.failure) });
    settlePapers(journal, bookingId);
  };
  const isWritten = await context.pendingWrites.settle(`${papersWrite}${bookingId}`, () => journal.soon(write));
  if (!isWritten) context.changed();
}

async function sheetJobs(
  context: LabelContext,
  booking: Booking,
  label: EncodedPaper,
  pages: readonly number[],
): Promise<Result<readonly NewPrintJob[], 'document-unreadable' | 'no-document-printer'>> {
  const printer = context.printer('document');
  if (!printer) return context.fail('no-document-printer');
  const stock = context.printer('label') ?? printer;
  const sheets = await context.paper.documentSheets(label, pages, {
    stock,
    sample: context.world !== 'live',
    of: ownerOf(context, booking),
  });
  if (!sheets.ok) return sheets;
  const { dpi, widthMm, heightMm } = printer;
  const copy = booking.jobs.filter(({ role }) => role === 'document').reduce((most, job) => Math.max(most, job.copy + 1), 0);
  const about = { role: 'document', printerId: printer.id, title: `Documents ${booking.order.key}`, pieces: pages.length, copy } as const;
  return ok(
    sheets.value.map((sheet, index) => ({ ...about, piece: index + 1, sheet, made: { page: pages[index] ?? 1, dpi, widthMm, heightMm } })),
  );
}
