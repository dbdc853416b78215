import type { Address } from '../../../shared/address.ts';
import type { Booking } from '../../../shared/booking.ts';
import type { LabelCode, SheetCode } from '../../../shared/call-codes.ts';
import { whyOf } from '../../../shared/failure.ts';
import { takes } from '../../../shared/joined.ts';
import type { LabelVerdict } from '../../../shared/label.ts';
import type { Message } from '../../../shared/message.ts';
import { type Order, orderKeySchema } from '../../../shared/order.ts';
import type { Printer, PrinterSettings, PrintJob, SheetAbout } from '../../../shared/printer.ts';
import type { Service } from '../../../shared/quote.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { bareCode } from '../../../shared/scan.ts';
import type { BenchContext } from '../context.ts';
import { asPromised, documentJobs } from '../documents/document-jobs.ts';
import { sentWithOtherKey } from '../exchange/other-key.ts';
import type { EncodedPaper } from '../ports/courier.ts';
import type { NewPrintJob, NewReprint } from '../ports/journal/print-jobs.ts';
import type { LabelMarks, LabelSheet, Sheet } from '../ports/paper.ts';
import { goneName, printerGone } from './gone-printer.ts';
import { expectedOf, labelPages, ownerOf, type PagesContext, placesBeside, placesOf, senderOf } from './label-pages.ts';
import { owePapers } from './owed-papers.ts';

type CompareContext = PagesContext & Pick<BenchContext, 'journal'>;
/** Parts that fetching, comparing and queueing a label uses. */
export type LabelContext = CompareContext & Pick<BenchContext, 'allPrinters' | 'fail' | 'printer' | 'printers' | 'world'>;

/** The label of a booking: the local copy, else the one that the service still has. */
export async function labelOf(context: LabelContext, booking: Booking): Promise<Result<EncodedPaper, LabelCode>> {
  const kept = context.journal.label(booking.id);
  if (kept) return ok(kept);
  const fetched = await context.courier.labels(booking.orderNo, booking.account);
  if (!fetched.ok)
    return sentWithOtherKey(context, booking) ?? context.fail('label-missing', fetched.failure.reasons ?? fetched.failure.detail);
  context.journal.keepLabel(booking.id, fetched.value);
  return fetched;
}

/** Starts the comparison of the label in a worker, as far as that is possible. */
export function beginToCompare(context: CompareContext, booking: Booking, label: EncodedPaper): void {
  const sender = senderOf(context, booking);
  if (!sender) return;
  const sent = context.courier.sentRecipient(booking.order, booking.extras);
  context.paper.beginToCompare(label, sent, sender, expectedOf(context, booking));
}

/**
 * Compares a label with its order and returns the verdict, never throws. Two orders of one customer have the same recipient: only a number
 * of another booking, or the key of another order, on the label distinguishes them.
 */
export async function compare(context: CompareContext, booking: Booking, label: EncodedPaper): Promise<LabelVerdict> {
  const sender = senderOf(context, booking);
  if (!sender) return { kind: 'cannot-compare', why: { code: 'label-sender-unknown' } };
  const expected = expectedOf(context, booking);
  const comparedWith = (recipient: Address): Promise<LabelVerdict> => context.paper.compare(label, recipient, sender, expected);
  const sent = context.courier.sentRecipient(booking.order, booking.extras);
  const asSent = await comparedWith(sent);
  const verdict = (await goesHome(context, booking, sent, asSent, comparedWith)) ? { kind: 'home-address' as const } : asSent;
  if (isOfPicture(verdict)) return judgePicture(context, booking, label, verdict);
  const named =
    verdict.kind === 'match' || verdict.kind === 'wrong-number' || verdict.kind === 'home-address'
      ? otherNamed(context, booking, await marksOf(context, booking, label))
      : null;
  return named === null ? verdict : { kind: 'other', found: [named] };
}

const isOfPicture = (verdict: LabelVerdict): boolean =>
  verdict.kind === 'cannot-compare' && typeof verdict.why === 'object' && verdict.why.code === 'label-is-picture';

/**
 * An address that is an image has to be checked by the packer, even if the bar codes match: they identify the booking of a label, but do
 * not show that it goes to the recipient. A bar code of another booking blocks the label.
 */
async function judgePicture(context: CompareContext, booking: Booking, label: EncodedPaper, verdict: LabelVerdict): Promise<LabelVerdict> {
  const { numbers } = await marksOf(context, booking, label);
  const all = [...new Set([...numbers, ...(await context.paper.numbersInPicture(label))])];
  const other = otherNumbered(context, booking, all);
  if (other !== null) return { kind: 'other', found: [other] };
  const number = numbersOf(booking).find((each) => all.includes(each));
  return number === undefined ? verdict : { kind: 'cannot-compare', why: { code: 'label-picture-of-booking', number } };
}

const isOurs = ({ kind }: LabelVerdict): boolean => kind === 'match' || kind === 'wrong-number';

/** True if the label has the recipient's own address, although a service point was chosen. */
async function goesHome(
  context: CompareContext,
  { order, extras }: Booking,
  sent: Address,
  asSent: LabelVerdict,
  comparedWith: (recipient: Address) => Promise<LabelVerdict>,
): Promise<boolean> {
  if (!extras.servicePoint) return false;
  const home = context.courier.sentRecipient(order, { ...extras, servicePoint: null });
  const isHome = isOurs(await comparedWith(home));
  if (!isOurs(asSent)) return isHome;
  // The shop may have the postal code of the home address: then the street decides. A street that cannot be told from a route or a depot is
  // no proof of the shop.
  const byStreet = async (address: Address): Promise<boolean> => isOurs(await comparedWith({ ...address, postalCode: '' }));
  return (isHome || (await byStreet(home))) && !(await byStreet(sent));
}

/** The codes and texts of a booking's label, without those of the people on it. */
export function marksOf(context: CompareContext, { order, extras, sender }: Booking, label: EncodedPaper): Promise<LabelMarks> {
  const from = sender ? [sender] : context.settings().senders.map(({ address }) => address);
  return context.paper.marks(label, [order.recipient, context.courier.sentRecipient(order, extras), ...from]);
}

/** The first of these numbers that another booking holds, and its order. */
function otherNumbered({ journal }: CompareContext, booking: Booking, numbers: readonly string[]): string | null {
  const own = numbersOf(booking);
  for (const number of numbers.filter((each) => !own.includes(each))) {
    const holder = journal.holdersOf(number, ['consignment', 'tracking']).find(({ id, state }) => id !== booking.id && state === 'booked');
    if (holder) return `${number}: ${holder.orderKey}`;
  }
  return null;
}

/**
 * Number or key of another booking or order on a label. A key of another order does not count if the label carries this booking's own key.
 */
function otherNamed(context: CompareContext, booking: Booking, { numbers, texts }: LabelMarks): string | null {
  const { journal } = context;
  const numbered = otherNumbered(context, booking, numbers);
  if (numbered !== null) return numbered;
  if (texts.some((text) => takes(booking.order, text))) return null;
  const isOfSamePerson = (order: Order): boolean => bareCode(order.recipient.name) === bareCode(booking.order.recipient.name);
  const other = texts.flatMap((text) => {
    const key = text === booking.order.reference ? undefined : orderKeySchema.safeParse(text);
    const order = key?.success === true && text.length >= fewestKeyLetters ? journal.order(key.data) : undefined;
    return order && isOfSamePerson(order) ? [order.key] : [];
  })[0];
  return other ?? null;
}

/** Shorter words of a label may equal an order's key by chance. */
const fewestKeyLetters = 4;

/** The bare numbers that a label of this booking may carry. */
export const numbersOf = ({ consignmentNo, trackingNos }: Booking): string[] =>
  [consignmentNo, ...trackingNos].filter(Boolean).map(bareCode);

/** The sheets of a label for this printer, with the destination of each. */
async function partedFor(context: LabelContext, booking: Booking, label: EncodedPaper, printer: Printer) {
  const sheets = await sheetsFor(context, booking, label, printer);
  if (!sheets.ok) return sheets;
  const count = Math.max(...sheets.value.map(({ page }) => page));
  const cutPages = sheets.value.filter(({ isCut }) => isCut === true).map(({ page }) => page);
  const read = count > 1 || cutPages.length > 0 ? await labelPages(context, booking, label) : [];
  return ok({ sheets: sheets.value, placed: placesOf(context, booking, read, count), beside: placesBeside(context, read, cutPages) });
}

/** `atUsual`: the user chose the usual printer, because the printer that a rule chose is gone. */
export interface Where {
  readonly atUsual?: boolean;
}

/** `judged` stores the verdict on the label, in the same commit. */
interface Queued extends Where {
  readonly judged?: (() => void) | undefined;
  /** Set if the labels replace earlier ones. */
  readonly reprint?: NewReprint | undefined;
}

/** The labels alone, for a shipment in another bench's journal: without documents, and without jobs of its booking. */
export async function labelsOnly(
  context: LabelContext,
  booking: Booking,
  label: EncodedPaper,
): Promise<Result<readonly NewPrintJob[], SheetCode>> {
  const printer = await printerFor(context, booking, label);
  if (!printer) return context.fail('no-label-printer');
  const parted = await partedFor(context, booking, label, printer);
  if (!parted.ok) return parted;
  const { sheets, placed } = parted.value;
  const labels = sheets.filter(({ page }) => placed.labels.includes(page));
  const copy = nextCopyOf(booking);
  return ok(labels.map((sheet, index) => labelJob(booking, printer, { sheet, piece: index + 1, pieces: labels.length, copy })));
}

/**
 * Queues the label at the label printer. The first copy also queues the label's copies and documents as Setup requires, and the remarks and
 * the packing slip and the PDF that rules demand at the document printer. `copy` is 0 for the first print. Refuses a label that must not reach a
 * printer, and a copy that is queued already. Documents that cannot be printed as received are left to a user and do not hold back the label.
 */
export async function queueLabel(
  context: LabelContext,
  booking: Booking,
  label: EncodedPaper,
  copy: number,
  { atUsual = false, judged, reprint }: Queued = {},
): Promise<Result<readonly NewPrintJob[], SheetCode | 'label-printer-gone' | 'not-now'>> {
  const gone = atUsual ? undefined : goneName(context, booking.labelPrinter);
  if (gone !== undefined) return context.fail(printerGone, gone);
  const printer = await printerFor(context, booking, label);
  if (!printer) return context.fail('no-label-printer');
  const parted = await partedFor(context, booking, label, printer);
  if (!parted.ok) return parted;
  const { sheets, placed, beside } = parted.value;
  const onLabels = copy === 0 ? placed.onLabels : placed.labels;
  const [onPages, kept] = [
    [...placed.onPages, ...beside.onPages],
    [...placed.kept, ...beside.kept],
  ];
  const labels = sheets.filter(({ page }) => onLabels.includes(page));
  const papers = copy === 0 ? await remarksJobs(context, booking) : { jobs: [] };
  const jobs = [
    ...labels.map((sheet, index) => labelJob(booking, printer, { sheet, piece: index + 1, pieces: labels.length, copy })),
    ...papers.jobs,
  ];
  const leftOut = await context.paper.leftOut(label);
  // Drawing the sheets takes a moment, in which this copy may have been queued already.
  if (nextCopyOf(context.journal.booking(booking.id) ?? booking) > copy) return context.fail('not-now');
  const write = (): void => {
    judged?.();
    if (copy === 0 && kept.length > 0) context.journal.record(booking.id, 'sheets-kept', kept.join(', '));
    if (leftOut.length > 0) context.journal.record(booking.id, 'label-stripped', leftOut.join(', '));
    if (papers.due !== undefined) context.journal.writePaperDue({ ownerId: booking.id, kind: 'remarks', why: papers.due });
    context.journal.addPrintJobs({ bookingId: booking.id, pickupId: null }, jobs, reprint);
    const { slip, encloses } = booking;
    if (copy === 0 && (onPages.length > 0 || slip !== undefined || encloses !== undefined))
      owePapers(context.journal, {
        bookingId: booking.id,
        pages: onPages,
        ...(slip && { hasSlip: true }),
        ...(encloses && { hasEnclosure: true }),
      });
  };
  // The next start queues a first copy that is missing.
  if (copy === 0) context.journal.soon(write);
  else write();
  return ok(jobs);
}

/** The label printer that a rule chose, else the one whose route fits this label. Measures the label only if a rule depends on its size. */
export async function printerFor(
  { allPrinters, paper, printer }: LabelContext,
  booking: Booking,
  label: EncodedPaper,
): Promise<Printer | undefined> {
  const about = aboutLabel(booking);
  const usual = printer('label', about);
  if (!usual || allPrinters().every(({ route }) => route.labelSize === null)) return usual;
  return printer('label', { ...about, labelSize: await paper.labelSize(label, usual.dpi) });
}

/** Names by which a rule of Setup may identify the courier of a service. */
export const courierNames = (service: Pick<Service, 'courierKey' | 'courierName'> | null): string[] =>
  service ? [service.courierKey, service.courierName] : [];

/** The data of a booking that determines the printer of its label. */
export const aboutLabel = ({ service, labelPrinter }: Pick<Booking, 'service' | 'labelPrinter'>): Omit<SheetAbout, 'role'> => ({
  couriers: courierNames(service),
  named: labelPrinter,
});

/**
 * The sheet of a job for its current printer. A sheet made for a printer of another kind, resolution or stock is made again from the label
 * as received; returns the reason if that is not possible.
 */
export async function sheetFor(context: LabelContext, job: PrintJob, printer: PrinterSettings): Promise<Sheet | Message> {
  const sheet = context.journal.jobSheet(job.id);
  if (!sheet) return { code: 'sheet-lost' };
  const fits = (): boolean => context.printers.takes(printer, job.role) === sheet.format;
  const made = context.journal.sheetMade(job.id);
  const isOfPrinter = made
    ? (['dpi', 'widthMm', 'heightMm'] as const).every((each) => made[each] === printer[each])
    : job.movedFrom === null;
  const isMade = (): boolean => isOfPrinter && fits();
  if (job.role !== 'label' || job.bookingId === null || isMade()) return sheet;
  // The status shows which format a queue takes.
  await context.printers.status(printer);
  if (isMade()) return sheet;
  const [booking, label] = [context.journal.booking(job.bookingId), context.journal.label(job.bookingId)];
  if (!booking || !label) return { code: 'sheet-of-other-printer', lacks: 'label' };
  const sheets = await sheetsFor(context, booking, label, printer);
  if (!sheets.ok) return whyOf(sheets.failure);
  return sheetOfPiece(context, booking, job, sheets.value) ?? { code: 'sheet-of-other-printer', lacks: 'piece' };
}

/** The sheet of a job among the new ones. On larger stock, a page may come out whole from which another printer had several labels cut. */
function sheetOfPiece({ journal }: LabelContext, booking: Booking, job: PrintJob, sheets: readonly LabelSheet[]): Sheet | undefined {
  const pageOf = ({ id, piece }: PrintJob): number => journal.sheetMade(id)?.page ?? piece;
  const page = pageOf(job);
  const before = labelJobsOf(booking).filter((each) => each.copy === job.copy && pageOf(each) === page);
  const now = sheets.filter((sheet) => sheet.page === page);
  return now.length === before.length ? now[before.filter(({ piece }) => piece < job.piece).length] : undefined;
}

function sheetsFor(
  context: LabelContext,
  booking: Booking,
  label: EncodedPaper,
  printer: PrinterSettings,
): Promise<Result<readonly LabelSheet[], SheetCode>> {
  return context.paper.labelSheets(label, {
    printer: context.printers.takes(printer, 'label'),
    dpi: printer.dpi,
    stock: printer,
    sample: context.world !== 'live',
    of: ownerOf(context, booking),
  });
}

export const labelJobsOf = (booking: Booking): PrintJob[] => booking.jobs.filter((job) => job.role === 'label');

/** 0 if no label was queued yet, else one more than the highest copy. */
export const nextCopyOf = (booking: Booking): number => labelJobsOf(booking).reduce((most, job) => Math.max(most, job.copy + 1), 0);

interface Piece extends Pick<NewPrintJob, 'piece' | 'pieces' | 'copy'> {
  readonly sheet: LabelSheet;
}
const labelJob = ({ order }: Booking, printer: Printer, { sheet, ...piece }: Piece): NewPrintJob => ({
  role: 'label',
  printerId: printer.id,
  title: `Label ${order.key}`,
  ...piece,
  sheet,
  made: { page: sheet.page, dpi: printer.dpi, widthMm: printer.widthMm, heightMm: printer.heightMm },
});

/** Print jobs of the documents that came with a booking; `due` is the reason why a user has to handle them. */
async function remarksJobs(
  context: LabelContext,
  booking: Booking,
): Promise<{ readonly jobs: readonly NewPrintJob[]; readonly due?: Message }> {
  const remarks = context.journal.remarks(booking.id);
  if (!remarks) return { jobs: [] };
  const due = asPromised(remarks.format);
  if (due !== undefined) return { jobs: [], due };
  const jobs = await documentJobs(context, remarks, `Documents ${booking.order.key}`, 0);
  return jobs.ok ? { jobs: jobs.value } : { jobs: [], due: whyOf(jobs.failure) };
}
