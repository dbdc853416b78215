import { type Booking, truthOf } from '../../../shared/booking.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import { asWritten } from '../../../shared/message.ts';
import type { PrintJob } from '../../../shared/printer.ts';
import type { BenchContext } from '../context.ts';
import { refused } from '../exchange/refusal.ts';
import type { InHand } from './in-hand.ts';
import type { PurchaseEnd } from './purchase.ts';
import { printConfirmed, reread, type SettleContext, type Settled } from './settle.ts';
import { labelStepOf, type Step, stepOf } from './step-of.ts';

type ShowingContext = SettleContext & Pick<BenchContext, 'events' | 'pendingWrites'>;

/** Shows a booking on the screen, from the moment it is found or bought until its label is out. */
export interface Showing {
  /** Shows a booking that a scan led to. */
  show(booking: Booking): void;
  /** Shows how the purchase of the parcel in hand ended. */
  present(settled: Settled): void;
  presentBroken(booking: Booking, failure: Failure): void;
  /** Shows the end of a purchase that another part of the bench began for the parcel in hand. */
  presentEnd(bookingId: string, end: PurchaseEnd): void;
  /** Updates the screen after the booking in hand changed in the journal. */
  follow(bookingId: string): void;
  /** Puts the parcel down and takes up the next order that waits. */
  putDown(): void;
}

interface ShowingDeps {
  readonly isUnderWay: (bookingId: string) => boolean;
  readonly takeUp: (code: string) => void;
  /** Runs work that no caller waits for; refused once the bench is closing. */
  readonly later: (work: () => Promise<unknown>) => void;
}

export function createShowing(context: ShowingContext, hand: InHand, deps: ShowingDeps): Showing {
  const { journal, fail } = context;
  const { fold, stop } = hand;

  const step = (booking: Booking): Step =>
    stepOf(booking, {
      isPending: context.pendingWrites.ids().includes(booking.id),
      isUnderWay: deps.isUnderWay(booking.id),
      isLabelClosed: journal.isLabelClosed(booking.id),
      isParked: journal.isParked(booking.id),
    });

  function show(booking: Booking): void {
    switch (step(booking).is) {
      case 'answer-not-written':
        return stop(booking.orderKey, booking.order, fail('answer-not-written').failure);
      case 'unknown':
        return fold({ is: 'found-unknown', booking });
      case 'on-its-way':
        journal.park(booking.id, false);
        return fold({
          is: 'booking-moved',
          booking,
          doing: booking.state === 'booked' ? 'checking-label' : 'sending',
          since: booking.changedAt,
        });
      case 'not-booked':
        return stop(booking.orderKey, booking.order, fail(booking.state === 'intent' ? 'ledger-unreachable' : 'not-now').failure);
      case 'label-aside':
        return fold({ is: 'found-shipped', booking, failure: fail('label-of-another-order').failure });
      case 'label-of-another':
        return fold({ is: 'label-of-another', booking });
      case 'label-asked':
        return fold({ is: 'label-doubtful', booking });
      case 'label-kept':
        return printKeptLater(booking.id);
      case 'label-missing':
      case 'printing':
      case 'label-stuck':
      case 'label-out':
        return fold({ is: 'found-shipped', booking, failure: null });
    }
  }

  /** The packer who scans the order of a kept label holds its parcel. */
  const printKeptLater = (bookingId: string): void =>
    deps.later(() =>
      hand.guarded(async () => {
        journal.park(bookingId, false);
        present(await printConfirmed(context, bookingId));
      }),
    );

  function present(settled: Settled): void {
    const { booking } = settled;
    switch (settled.is) {
      case 'printing':
        fold({ is: 'print-moved', booking });
        context.events.publish({ is: 'shipment-settled', bookingId: booking.id });
        return follow(booking.id);
      case 'not-printed':
        context.events.publish({ is: 'shipment-settled', bookingId: booking.id });
        return finish(booking, settled.failure);
      case 'label-doubtful':
        return fold({ is: 'label-doubtful', booking });
      case 'label-of-another':
        return fold({ is: 'label-of-another', booking });
      case 'label-kept':
        return printKeptLater(booking.id);
      case 'unknown':
        return fold({ is: 'found-unknown', booking });
      case 'rejected':
        return stop(booking.orderKey, booking.order, refused(context, 'booking-rejected', asWritten(booking.messages)).failure);
    }
  }

  /** Takes up the next order unless that would hide a label that did not come out. */
  function finish(booking: Booking, failure: Failure | null): void {
    fold({ is: 'finished', booking, failure });
    if (failure === null) takeUpNext();
  }

  function putDown(): void {
    fold({ is: 'put-down' });
    takeUpNext();
  }

  function takeUpNext(): void {
    const [next] = hand.state().waiting;
    if (next) deps.takeUp(next.code);
  }

  function presentBroken(booking: Booking, failure: Failure): void {
    if (booking.state === 'unknown') fold({ is: 'found-unknown', booking });
    else if (booking.state === 'booked') finish(booking, failure);
    else fold({ is: 'broke', ref: failure.ref });
  }

  const follow = (bookingId: string): void => followBooking({ context, hand, show, finish, putDown }, bookingId);
  const showing: Showing = {
    show,
    present,
    presentBroken,
    presentEnd: (bookingId, end) => presentEnd(context, hand, showing, { bookingId, end }),
    follow: (bookingId) => hand.guard(() => follow(bookingId)),
    putDown,
  };
  return showing;
}

function presentEnd(
  context: ShowingContext,
  { stop }: Pick<InHand, 'stop'>,
  { show, present, presentBroken }: Pick<Showing, 'show' | 'present' | 'presentBroken'>,
  { bookingId, end }: { readonly bookingId: string; readonly end: PurchaseEnd },
): void {
  const { orderKey, order } = reread(context, bookingId);
  switch (end.is) {
    case 'settled':
      return present(end.settled);
    case 'broken':
      return presentBroken(end.booking, end.failure);
    case 'taken':
      return show(end.booking);
    case 'not-bought':
      return stop(orderKey, order, end.failure);
    case 'not-written':
      return stop(orderKey, order, context.fail('answer-not-written').failure);
  }
}

interface Following extends Pick<Showing, 'show' | 'putDown'> {
  readonly context: ShowingContext;
  readonly hand: Pick<InHand, 'state' | 'fold'>;
  readonly finish: (booking: Booking, failure: Failure | null) => void;
}

function followBooking(following: Following, bookingId: string): void {
  const { context, hand, show, putDown, finish } = following;
  const { workflow } = hand.state();
  if (!('booking' in workflow) || workflow.booking.id !== bookingId || workflow.step === 'booking') return;
  const booking = reread(context, bookingId);
  switch (workflow.step) {
    case 'done': {
      const failure = stillTrue(workflow.failure, booking);
      return workflow.failure && !failure ? finish(booking, null) : hand.fold({ is: 'finished', booking, failure });
    }
    case 'already-shipped':
      return hand.fold({ is: 'found-shipped', booking, failure: workflow.failure });
    case 'unpacked':
      // Its items do not depend on the rest.
      return undefined;
    case 'unknown':
      return booking.state === 'released' ? putDown() : show(booking);
    case 'confirm-label':
    case 'wrong-label':
      return show(booking);
    case 'printing':
      return followPrint(following, booking);
  }
}

function followPrint({ context, hand, finish }: Following, booking: Booking): void {
  const now = labelStepOf(booking);
  if (now.is === 'printing') return hand.fold({ is: 'print-moved', booking });
  finish(booking, now.is === 'label-stuck' ? context.fail(failureOfPrint(now.job), now.job.detail).failure : null);
}

/** Failure for a label that is not known to be printed. */
const failureOfPrint = ({ state }: PrintJob): 'print-failed' | 'print-held' | 'print-unknown' =>
  state === 'failed' ? 'print-failed' : state === 'held' ? 'print-held' : 'print-unknown';

const endWithTheLabel = new Set<FailureCode>([
  'print-unknown',
  'print-held',
  'print-failed',
  'label-missing',
  'no-label-printer',
  'label-printer-gone',
]);

/** Drops a failure about the label once the label came out. */
const stillTrue = (failure: Failure | null, booking: Booking): Failure | null =>
  failure && endWithTheLabel.has(failure.code) && truthOf(booking) >= 2 ? null : failure;
