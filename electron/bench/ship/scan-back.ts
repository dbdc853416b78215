import type { WorkflowAt } from '../../../shared/bench.ts';
import { type Booking, truthOf } from '../../../shared/booking.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import { orderKeySchema } from '../../../shared/order.ts';
import { isPieceOut, labelsToPlace, piecesMissing, piecesOf } from '../../../shared/pieces.ts';
import { bareCode, foreignCode, slotOf } from '../../../shared/scan.ts';
import type { BenchContext } from '../context.ts';
import { labelJobsOf, numbersOf } from '../labels/label.ts';
import type { ReadableRows } from '../readable-rows.ts';
import { foreignFailure, isForeign, lookUp } from './found.ts';
import { done, type InHand } from './in-hand.ts';
import { reread } from './settle.ts';

export type ScanBackContext = ReadableRows & Pick<BenchContext, 'fail' | 'legibility' | 'settings' | 'silence'>;

/** The shipment on the screen whose labels are scanned. */
type Labelled = WorkflowAt<'done' | 'already-shipped'>;

/**
 * Meaning of a scan just after a label came out. `own`: it is on this parcel. `of-another`: it names another parcel that was booked here.
 * `shared`: it is on labels of several shipments and identifies none. `no-label`: a scan like any other.
 */
type ScannedBack = { readonly is: 'own' | 'shared' | 'no-label' } | { readonly is: 'of-another'; readonly booking: Booking };

/** Only a label that came out can be on a parcel. */
const isAnyOut = (booking: Booking): boolean =>
  labelsToPlace(booking) > 1 ? piecesOf(booking).some((piece) => isPieceOut(booking, piece)) : truthOf(booking) >= 2;

function readBack(context: ScanBackContext, booking: Booking, scanned: string): ScannedBack {
  const code = bareCode(scanned);
  if (!isAnyOut(booking) || code === '') return { is: 'no-label' };
  if (numbersOf(booking).includes(code)) return { is: 'own' };
  const holders = context.journal.labelCodeHolders(code);
  if (holders.includes(booking.id)) return { is: holders.length === 1 ? 'own' : 'shared' };
  if (truthOf(booking) < 2) return { is: 'no-label' };
  const key = orderKeySchema.safeParse(scanned);
  if (key.success && context.journal.ordersAt(slotOf(key.data)).length > 0) return { is: 'no-label' };
  const [numbered] = context.journal.holdersOf(scanned, ['consignment', 'tracking']);
  const [holder] = holders;
  const other = numbered ?? (holder === undefined ? undefined : context.journal.booking(holder));
  return other?.state === 'booked' ? { is: 'of-another', booking: other } : { is: 'no-label' };
}

/** Handles a scan of the label that just came out, or of another one; undefined if it is a scan like any other. */
export function scanFreshLabel(context: ScanBackContext, hand: InHand, booking: Booking, code: string): Answer<'scan'> | undefined {
  const { journal, fail } = context;
  const { fold } = hand;
  const back = readBack(context, booking, code);
  const { returnOf } = booking.order;
  // It goes to the customer, not on a parcel that is here.
  if (back.is === 'own' && returnOf) return fail('return-label-scanned', returnOf.key);
  if (back.is === 'own') return takeOwn(context, hand, booking, code);
  if (!context.settings().scanBack || returnOf) return undefined;
  if (back.is === 'no-label') return missed(context, booking, code);
  if (back.is !== 'of-another') return fail('scan-not-understood', code);
  const { failure } = fail('label-on-wrong-parcel', back.booking.orderKey);
  journal.record(booking.id, 'scanned-wrong-label', back.booking.orderKey);
  fold({ is: 'finished', booking, failure, unclearCode: undefined });
  return done;
}

/**
 * Handles a scan of a label of the shipment that was found again, if some of its labels are not on their parcels: the screen asks for them.
 * Undefined if it is a scan like any other.
 */
export function scanLabelAgain(context: ScanBackContext, hand: InHand, booking: Booking, code: string): Answer<'scan'> | undefined {
  if (booking.bench !== undefined || booking.state !== 'booked' || context.journal.isLabelClosed(booking.id)) return undefined;
  if (piecesMissing(booking).length === 0 || readBack(context, booking, code).is !== 'own') return undefined;
  return takeOwn(context, hand, booking, code);
}

function takeOwn(context: ScanBackContext, hand: InHand, { id }: Booking, code: string): Answer<'scan'> | undefined {
  const booking = reread(context, id);
  const missing = piecesMissing(booking);
  if (missing.length === 0) {
    if (booking.onParcelAt === null) writeLast(context, booking);
    else context.silence.seen(id);
    show(context, hand, id, undefined);
    return done;
  }
  const label = context.journal.labelWithCode(id, bareCode(code));
  const piece = missing.find(({ no }) => no === label);
  if (label !== undefined && !piece) {
    show(context, hand, id, undefined);
    const left = missing.map(({ no }) => no);
    return context.fail('label-scanned-before', [{ code: 'label-is-placed', label, of: labelsToPlace(booking), left }]);
  }
  if (!(piece ? [piece] : missing).some((each) => isPieceOut(booking, each))) return undefined;
  if (piece) place(context, hand, booking, piece.no);
  else show(context, hand, id, code);
  return done;
}

/** Marks one of several labels as on its parcel. */
function place(context: ScanBackContext, hand: InHand, booking: Booking, no: number): void {
  const piece = { no, of: labelsToPlace(booking) };
  if (piecesMissing(booking).length === 1) writeLast(context, booking, piece);
  else {
    context.journal.writeOnParcel(booking.id, piece);
    context.silence.seen(booking.id);
  }
  show(context, hand, booking.id, undefined);
}

/** Marks the only label of a shipment, or the last of several. */
function writeLast({ journal, legibility, silence }: ScanBackContext, booking: Booking, piece?: { no: number; of: number }): void {
  const printed = labelJobsOf(booking).at(-1);
  if (printed) legibility.read(booking.id, printed.printerId);
  journal.writeOnParcel(booking.id, piece);
  silence.seen(booking.id);
}

/** Shows the shipment as it is now. `unclearCode`: a scanned code that does not show which of its labels it is. */
function show(context: ScanBackContext, hand: InHand, bookingId: string, unclearCode: string | undefined): void {
  const { workflow } = hand.state();
  const booking = reread(context, bookingId);
  const before = 'failure' in workflow ? workflow.failure : null;
  const failure: Failure | null = before?.code === 'label-on-wrong-parcel' ? null : before;
  hand.fold({ is: workflow.step === 'already-shipped' ? 'found-shipped' : 'finished', booking, failure, unclearCode });
}

/** Takes the packer's answer to the question which of several labels was scanned. Only a label that is out and missing can be the answer. */
export function placeLabel(context: ScanBackContext, hand: InHand, { workflowNo, label }: CallArgs<'placeLabel'>): Answer<'placeLabel'> {
  const shown = labelled(hand, workflowNo);
  if (shown?.unclearCode === undefined) return context.fail('not-now');
  const booking = reread(context, shown.booking.id);
  if (!piecesMissing(booking).some((piece) => piece.no === label && isPieceOut(booking, piece))) return context.fail('not-now');
  const code = bareCode(shown.unclearCode);
  const isOfOne = booking.trackingNos.length === labelsToPlace(booking) && booking.trackingNos.map(bareCode).includes(code);
  const isOnLabels = context.journal.labelCodeHolders(code).includes(booking.id);
  // A tracking number that was read on no label identifies this one from now on, so that a second scan of it is detected.
  if (isOfOne && !isOnLabels) context.journal.writeLabelCodes(booking.id, [code], labelsWith(code, label));
  place(context, hand, booking, label);
  return done;
}

const labelsWith = (code: string, no: number): string[][] => Array.from({ length: no }, (_, index) => (index + 1 === no ? [code] : []));

function labelled(hand: InHand, workflowNo: number): Labelled | undefined {
  const { workflow } = hand.state();
  const isLabelled = workflow.step === 'done' || workflow.step === 'already-shipped';
  return hand.isStill(workflowNo) && isLabelled ? workflow : undefined;
}

/** An unknown code while a label waits to be read back was that label, badly read: the parcel stays in hand. */
function missed(context: ScanBackContext, booking: Booking, code: string): Answer<'scan'> | undefined {
  if (booking.onParcelAt !== null || truthOf(booking) < 2 || foreignCode(code) !== 'unknown') return undefined;
  const found = lookUp(context, code);
  if (!isForeign(found)) return undefined;
  context.legibility.missed(booking.id);
  return context.fail(foreignFailure(code, found), code);
}
