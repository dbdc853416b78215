import { isSent, orderBegun } from '../../../shared/bench.ts';
import { type Booking, isSettledOrOpen } from '../../../shared/booking.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { asWritten } from '../../../shared/message.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import { labelJobsOf } from '../labels/label.ts';
import { done, type InHand } from './in-hand.ts';
import { reread } from './settle.ts';
import type { Showing } from './showing.ts';

type ParkingContext = Pick<BenchContext, 'fail' | 'journal' | 'log' | 'settings' | 'waits'>;

/** Takes a parcel out of hand. Parcels that a person puts aside wait in Resolve. */
export interface Parking {
  /**
   * Leaves the order in hand for another one. It stays in Orders, with all answers. A further shipment of an already shipped order, or a
   * return label, is in no list: a person decided on it, so it waits in Resolve.
   */
  leave(): void;
  /** Puts an order that was not shipped and is no longer in hand into Resolve, beside its earlier shipments. */
  parkOrderOf(bookingId: string): void;
  park(workflowNo: number): Promise<Answer<'park'>>;
  next(workflowNo: number): Promise<Answer<'next'>>;
  /** Ends a read. A booking on its way continues without the screen, and its label is kept until a person asks for it. */
  stopWaiting(workflowNo: number): Promise<Answer<'stopWaiting'>>;
}

type ParkingDeps = Pick<Showing, 'putDown'>;

export function createParking(context: ParkingContext, hand: InHand, { putDown }: ParkingDeps): Parking {
  const { journal, fail } = context;

  /** Puts an order that was begun and not booked into Resolve; false if none was begun. */
  function parkBegun(): boolean {
    const { workflow } = hand.state();
    const begun = orderBegun(workflow);
    // A part that follows others has a shipment number of its own.
    const isStored = !begun?.returnOf && !(begun?.part && begun.part.no > 1);
    const order = begun && isStored ? journal.order(begun.key) : begun;
    if (!order) return false;
    const booking = workflow.step === 'choosing' ? reread(context, workflow.bookingId) : journal.draft(order, context.settings().packer);
    if (!isSettledOrOpen(booking)) journal.park(booking.id, true);
    return true;
  }

  async function park(workflowNo: number): Promise<Answer<'park'>> {
    if (!hand.isStill(workflowNo)) return fail('not-now');
    const { workflow } = hand.state();
    // These already wait in Resolve, as items of their own kind.
    const waitsThere = workflow.step === 'unknown' || workflow.step === 'confirm-label' || workflow.step === 'wrong-label';
    if (workflow.step === 'printing') holdBack(workflow.booking);
    else if (!waitsThere && !parkBegun()) return fail('not-now');
    putDown();
    return done;
  }

  /** Cancels labels that the printer does not have yet. They wait in Resolve, so that none comes out onto another parcel. */
  function holdBack(booking: Booking): void {
    for (const job of labelJobsOf(booking)) journal.moveJob(job.id, ['queued'], 'failed', { code: 'parked-before-printing' });
  }

  function leave(): void {
    const begun = orderBegun(hand.state().workflow);
    // The rest of an order is in the list of orders.
    const shipped = begun && !begun.part && journal.latestOf(begun.key);
    // A failed write must not stop the packer.
    if (begun?.returnOf || (shipped && isSettledOrOpen(shipped))) writeDown(context, parkBegun);
  }

  return {
    leave,

    parkOrderOf(bookingId) {
      const { packer } = context.settings();
      const { workflow } = hand.state();
      const { order, shipmentNo, messages, state: left } = reread(context, bookingId);
      if (workflow.step === 'choosing' && workflow.bookingId === bookingId) return;
      if (left === 'quoted') return journal.park(bookingId, true);
      const next =
        shipmentNo === 1 || order.part ? journal.draft(order, packer) : journal.draftAgain(order, packer, asWritten(messages).join('; '));
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
      if (workflow.step === 'booking' && isSent(workflow.doing)) {
        journal.park(workflow.booking.id, true);
        putDown();
        return done;
      }
      const isAsked = workflow.step === 'looking-up' && workflow.asked !== undefined;
      if (!isAsked && workflow.step !== 'quoting' && workflow.step !== 'booking') return fail('not-now');
      if (workflow.step === 'booking') hand.fold({ is: 'attempt-left', notice: fail('wait-stopped').failure });
      context.waits.stop();
      return done;
    },
  };
}
