import { type Booking, truthOf } from '../../../shared/booking.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { orderKeySchema } from '../../../shared/order.ts';
import { bareCode, foreignCode, slotOf } from '../../../shared/scan.ts';
import type { BenchContext } from '../context.ts';
import { labelJobsOf, numbersOf } from '../labels/label.ts';
import type { ReadableRows } from '../readable-rows.ts';
import { foreignFailure, isForeign, lookUp } from './found.ts';
import { done, type InHand } from './in-hand.ts';
import { reread } from './settle.ts';

export type ScanBackContext = ReadableRows & Pick<BenchContext, 'fail' | 'legibility' | 'settings' | 'silence'>;

/**
 * Meaning of a scan just after a label came out. `own`: it is on this parcel. `of-another`: it names another parcel that was booked here.
 * `shared`: it is on several labels and identifies none. `no-label`: a scan like any other.
 */
type ScannedBack = { readonly is: 'own' | 'shared' | 'no-label' } | { readonly is: 'of-another'; readonly booking: Booking };

/** Only a label that came out can be on a parcel. */
function readBack(context: ScanBackContext, booking: Booking, scanned: string): ScannedBack {
  const code = bareCode(scanned);
  if (truthOf(booking) < 2 || code === '') return { is: 'no-label' };
  if (numbersOf(booking).includes(code)) return { is: 'own' };
  const holders = context.journal.labelCodeHolders(code);
  if (holders.includes(booking.id)) return { is: holders.length === 1 ? 'own' : 'shared' };
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
  if (back.is === 'own') {
    const scanned = scannedOf(hand, booking, code);
    if (scanned && scanned.length < booking.trackingNos.length) {
      fold({ is: 'finished', booking: reread(context, booking.id), failure: null, scanned });
      return done;
    }
    const printed = labelJobsOf(booking).at(-1);
    if (printed && booking.onParcelAt === null) context.legibility.read(booking.id, printed.printerId);
    journal.writeOnParcel(booking.id);
    context.silence.seen(booking.id);
    fold({ is: 'finished', booking: reread(context, booking.id), failure: null });
    return done;
  }
  if (!context.settings().scanBack) return undefined;
  if (back.is === 'no-label') return missed(context, booking, code);
  if (back.is !== 'of-another') return fail('scan-not-understood', code);
  const { failure } = fail('label-on-wrong-parcel', back.booking.orderKey);
  journal.record(booking.id, 'scanned-wrong-label', back.booking.orderKey);
  fold({ is: 'finished', booking, failure });
  return done;
}

/**
 * Returns the tracking numbers that were scanned back, with this one, if each parcel has its own: one scan puts one label on one parcel.
 * Undefined if the code does not name one of several parcels, or if nothing is left to scan.
 */
function scannedOf(hand: InHand, { trackingNos, order, onParcelAt }: Booking, code: string): string[] | undefined {
  const own = trackingNos.find((number) => bareCode(number) === bareCode(code));
  if (onParcelAt !== null || order.parcels.length < 2 || trackingNos.length !== order.parcels.length || own === undefined) return undefined;
  const { workflow } = hand.state();
  const before = workflow.step === 'done' ? (workflow.scanned ?? []) : [];
  return [...new Set([...before, own])];
}

/** An unknown code while a label waits to be read back was that label, badly read: the parcel stays in hand. */
function missed(context: ScanBackContext, booking: Booking, code: string): Answer<'scan'> | undefined {
  if (booking.onParcelAt !== null || truthOf(booking) < 2 || foreignCode(code) !== 'unknown') return undefined;
  const found = lookUp(context, code);
  if (!isForeign(found)) return undefined;
  context.legibility.missed(booking.id);
  return context.fail(foreignFailure(code, found), code);
}
