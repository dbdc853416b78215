import type { BenchState } from '../../shared/bench.ts';
import type { Batch } from './batch/batch.ts';
import type { BenchContext } from './context.ts';

interface ReactionDeps {
  readonly ship: { readonly state: () => BenchState; readonly bookingMoved: (bookingId: string) => void };
  readonly batch: Pick<Batch, 'includes' | 'bookingMoved'>;
  /** True while the one request of a booking has no settled end. */
  readonly isBeingBought: (bookingId: string) => boolean;
  /** Prints what may print now. */
  readonly printWaiting: () => void;
  /** Reads the tracking numbers of a booking once its label has left for the printer. */
  readonly readTracking: (bookingId: string) => void;
  /** Does the same for bookings that no packer waits for, several in one request. */
  readonly readTrackingTogether: (bookingId: string) => void;
}

/** Connects print queues, screen, batch and tracking to the events of the bench. In this order: a sheet goes to its printer first. */
export function reactToEvents(
  { events, journal }: Pick<BenchContext, 'events' | 'journal'>,
  { ship, batch, isBeingBought, printWaiting, readTracking, readTrackingTogether }: ReactionDeps,
): void {
  function follow(bookingId: string | null): void {
    if (bookingId === null) return;
    ship.bookingMoved(bookingId);
    batch.bookingMoved(bookingId);
  }

  events.on('print-job-queued', ({ bookingId }) => {
    // The label of a purchase is handed over once its answer is on the disk and the screen shows it.
    if (bookingId === null || !isBeingBought(bookingId)) printWaiting();
  });
  events.on('sheets-freed', printWaiting);
  events.on('shipment-settled', printWaiting);
  events.on('print-job-queued', ({ bookingId }) => follow(bookingId));
  events.on('print-job-moved', ({ bookingId, isUnderWay }) => {
    // To a batch a label under way counts the same as a queued one.
    if (!isUnderWay) follow(bookingId);
    else if (bookingId) ship.bookingMoved(bookingId);
  });

  /** True if the screen shows the doubt about a booking that was just adopted: its label is judged next, and then the doubt is settled. */
  const isBeingAdopted = (bookingId: string): boolean =>
    ship.state().workflow.step === 'unknown' && journal.booking(bookingId)?.state === 'booked';
  events.on('booking-changed', ({ bookingId }) => {
    if (!isBeingAdopted(bookingId)) ship.bookingMoved(bookingId);
    batch.bookingMoved(bookingId);
  });
  events.on('doubt-settled', ({ bookingId }) => follow(bookingId));

  events.on('shipment-settled', ({ bookingId }) => {
    const { workflow } = ship.state();
    const isInHand = 'booking' in workflow && workflow.booking.id === bookingId;
    if (!isInHand && batch.includes(bookingId)) readTrackingTogether(bookingId);
    else readTracking(bookingId);
  });
}
