import type { Answer } from '../../../shared/ipc.ts';
import { isAsked, questionedIn } from '../../../shared/label.ts';
import { failed } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { labelJobsOf } from '../labels/label.ts';
import { done, type InHand } from './in-hand.ts';
import { printConfirmed, type SettleContext } from './settle.ts';
import type { Showing } from './showing.ts';

/** The screen, which shows what became of a label that it asked about. */
export type LabelShowing = Pick<Showing, 'follow' | 'present'>;

/**
 * Records a person's decision on a label that is asked about: print it, or hold it back, which can be undone. A shipment whose label is
 * missing, or fits and was never queued, is taken up again: its label is fetched, compared and printed.
 */
export async function confirmLabel(
  context: SettleContext & Pick<BenchContext, 'events'>,
  hand: InHand,
  { bookingId, isRight }: { readonly bookingId: string; readonly isRight: boolean },
  showing: LabelShowing,
): Promise<Answer<'confirmLabel'>> {
  const { journal, fail } = context;
  const booking = journal.booking(bookingId);
  if (booking?.state !== 'booked' || labelJobsOf(booking).length > 0 || journal.isLabelClosed(bookingId)) return fail('not-now');
  const { verdict } = booking;
  if (verdict?.kind === 'other' || (verdict === null && !isRight)) return fail('not-now');
  if (isAsked(verdict) || !isRight) {
    const decided = isRight ? ({ kind: 'match' } as const) : ({ kind: 'held-back', was: questionedIn(verdict) } as const);
    journal.writeVerdict(bookingId, decided, context.settings().packer);
  }
  if (!isRight) {
    showing.follow(bookingId);
    return done;
  }
  if (journal.isParked(bookingId)) journal.park(bookingId, false);
  const settled = await printConfirmed(context, bookingId);
  if (hand.isOf(bookingId)) {
    showing.present(settled);
    return done;
  }
  // Another parcel is in hand, and stays there.
  context.events.publish({ is: 'shipment-settled', bookingId });
  return settled.is === 'not-printed' ? failed(settled.failure) : done;
}
