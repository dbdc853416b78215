import { orderBegun } from '../../../shared/bench.ts';
import { type Booking, isSettledOrOpen } from '../../../shared/booking.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { asWritten } from '../../../shared/said.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import { labelJobsOf } from '../labels/label.ts';
import { done, type InHand } from './in-hand.ts';
import { reread } from './settle.ts';
import type { Showing } from './showing.ts';

/** Takes a parcel out of hand. What a person puts aside waits in Resolve. */
export interface Parking {
  /**
   * The order in hand is left for another one. It is in Orders as before, with all that was answered. A further shipment of an order that was
   * shipped already is in no list: a person decided on it, so it waits in Resolve.
   */
  leave(): void;
  /** An order that was not shipped and is not in hand any more waits in Resolve, beside what is shipped of it. */
  parkOrderOf(bookingId: string): void;
  park(workflowNo: number): Promise<Answer<'park'>>;
  next(workflowNo: number): Promise<Answer<'next'>>;
  /** A read ends; a booking on its way goes on without the screen, and its label is kept until somebody asks for it. */
  stopWaiting(workflowNo: number): Promise<Answer<'stopWaiting'>>;
}

interface Doings {
  readonly putDown: Showing['putDown'];
  readonly backToTiles: () => void;
}

export function createParking(context: BenchContext, hand: InHand, { putDown, backToTiles }: Doings): Parking {
  const { journal, fail } = context;

  /** An order that was begun and not booked waits in Resolve from now on; false if nothing was begun. */
  function parkBegun(): boolean {
    const { workflow } = hand.state();
    const begun = orderBegun(workflow);
    const order = begun && journal.order(begun.key);
    if (!order) return false;
    const booking = workflow.step === 'choosing' ? reread(context, workflow.bookingId) : journal.draft(order, context.settings().packer);
    if (!isSettledOrOpen(booking)) journal.park(booking.id, true);
    return true;
  }

  async function park(workflowNo: number): Promise<Answer<'park'>> {
    if (!hand.isStill(workflowNo)) return fail('not-now');
    const { workflow } = hand.state();
    // These wait in Resolve already, as what they are.
    const waitsThere = workflow.step === 'unknown' || workflow.step === 'confirm-label' || workflow.step === 'wrong-label';
    if (workflow.step === 'printing') holdBack(workflow.booking);
    else if (!waitsThere && !parkBegun()) return fail('not-now');
    putDown();
    return done;
  }

  /** What the printer does not have yet waits in Resolve, so that it never comes out onto another parcel. */
  function holdBack(booking: Booking): void {
    for (const job of labelJobsOf(booking)) journal.moveJob(job.id, ['queued'], 'failed', { code: 'parked-before-printing' });
  }

  function leave(): void {
    const begun = orderBegun(hand.state().workflow);
    const shipped = begun && journal.latestOf(begun.key);
    // What cannot be written down keeps nobody from going on.
    if (shipped && isSettledOrOpen(shipped)) writeDown(context, parkBegun);
  }

  return {
    leave,

    parkOrderOf(bookingId) {
      const { packer } = context.settings();
      const { workflow } = hand.state();
      const { order, shipmentNo, said, state: left } = reread(context, bookingId);
      if (workflow.step === 'choosing' && workflow.bookingId === bookingId) return;
      if (left === 'quoted') return journal.park(bookingId, true);
      const next = shipmentNo === 1 ? journal.draft(order, packer) : journal.draftAgain(order, packer, asWritten(said).join('; '));
      journal.park(next.id, true);
    },

    park,

    async next(workflowNo) {
      const { step } = hand.state().workflow;
      if (!hand.isStill(workflowNo) || step === 'booking' || step === 'printing') return fail('not-now');
      leave();
      putDown();
      return done;
    },

    async stopWaiting(workflowNo) {
      const { workflow } = hand.state();
      if (!hand.isStill(workflowNo)) return fail('not-now');
      if (workflow.step === 'printing') return park(workflowNo);
      if (workflow.step === 'booking' && workflow.doing === 'sending') {
        journal.park(workflow.booking.id, true);
        putDown();
        return done;
      }
      const isAsked = workflow.step === 'looking-up' && workflow.asked !== undefined;
      if (!isAsked && workflow.step !== 'quoting' && workflow.step !== 'booking') return fail('not-now');
      if (workflow.step === 'booking') backToTiles();
      context.waits.stop();
      return done;
    },
  };
}
