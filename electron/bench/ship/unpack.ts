import { type CheckOff, checkReason, withSerials } from '../../../shared/check-off.ts';
import type { Answer } from '../../../shared/ipc.ts';
import type { Done } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import { done, type InHand } from './in-hand.ts';
import { reread } from './settle.ts';

type UnpackContext = Pick<BenchContext, 'fail' | 'journal' | 'log' | 'who'>;

/**
 * Opens the parcel of a bought shipment: its label no longer counts as on the parcel, and its items are scanned off again. Neither buys nor
 * prints anything. A parcel that is left open keeps its label and can be opened again.
 */
export function unpack(context: UnpackContext, hand: InHand, workflowNo: number): Answer<'unpack'> {
  const { journal, fail } = context;
  const { workflow } = hand.state();
  if (!hand.isStill(workflowNo) || (workflow.step !== 'done' && workflow.step !== 'already-shipped')) return fail('not-now');
  const { id, bench, state, order } = workflow.booking;
  // Only the bench that bought it has its items and its label.
  if (bench !== undefined || state !== 'booked' || order.lines.length === 0 || journal.isLabelClosed(id)) return fail('not-now');
  const written = writeDown(context, () => journal.writeUnpacked(id, context.who()));
  if (!written.ok) return written;
  hand.fold({ is: 'unpacked', booking: reread(context, id) });
  return done;
}

/** Ends that with the last item. The label is to be scanned on the parcel as after printing. */
export function packedAgain(context: UnpackContext, hand: InHand, bookingId: string, counted: CheckOff): Done<'journal-unwritable'> {
  const { journal } = context;
  const { order } = reread(context, bookingId);
  const written = writeDown(context, () => journal.writePackedAgain(bookingId, withSerials(order, counted), checkReason(counted)));
  if (!written.ok) return written;
  hand.fold({ is: 'finished', booking: reread(context, bookingId), failure: null, isPackedAgain: true });
  return done;
}
