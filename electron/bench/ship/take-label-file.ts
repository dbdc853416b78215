import type { Answer } from '../../../shared/ipc.ts';
import { failed } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { compare, labelJobsOf } from '../labels/label.ts';
import type { LabelShowing } from './confirm-label.ts';
import { done, type InHand } from './in-hand.ts';
import { printConfirmed, type SettleContext } from './settle.ts';

/**
 * For a parcel that is booked and paid and whose label the service sent as a link, a picture or not at all: a person fetches the label and
 * provides it as a file. It is compared like any other label. A label of another order is refused and not kept, because the person may have
 * chosen the wrong file.
 */
export async function takeLabelFile(
  context: SettleContext & Pick<BenchContext, 'events' | 'who'>,
  hand: InHand,
  { bookingId, bytes }: { readonly bookingId: string; readonly bytes: Uint8Array },
  showing: LabelShowing,
): Promise<Answer<'takeLabelFile'>> {
  const { journal, fail } = context;
  const lacksLabel = (): boolean => {
    const booking = journal.booking(bookingId);
    const isOpen = booking?.state === 'booked' && booking.verdict === null && labelJobsOf(booking).length === 0;
    return isOpen && !journal.isLabelClosed(bookingId) && journal.label(bookingId) === undefined;
  };
  const booking = journal.booking(bookingId);
  if (!booking || !lacksLabel()) return fail('not-now');
  const read = await context.paper.labelIn(bytes);
  if (!read.ok) return read;
  const label = read.value;
  const verdict = await compare(context, booking, label);
  if (verdict.kind === 'other') return fail('label-of-another-order', verdict.found.join(', '));
  // The comparison takes a moment, in which the service may have sent the label after all.
  if (!lacksLabel()) return fail('not-now');
  journal.keepLabel(bookingId, label);
  journal.record(bookingId, 'label-from-file', context.who());
  if (journal.isParked(bookingId)) journal.park(bookingId, false);
  const settled = await printConfirmed(context, bookingId);
  if (hand.isOf(bookingId)) showing.present(settled);
  else context.events.publish({ is: 'shipment-settled', bookingId });
  return settled.is === 'not-printed' ? failed(settled.failure) : done;
}
