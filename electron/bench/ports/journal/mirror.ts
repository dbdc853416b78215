import type { Attempt } from '../../../../shared/attempt.ts';
import type { Booking } from '../../../../shared/booking.ts';
import type { Cursors, ParcelElsewhere, SiteChange, TakenAway } from '../../../../shared/elsewhere.ts';
import type { Pickup } from '../../../../shared/pickup.ts';
import type { Page } from './page.ts';

/** Replica of the parcels of the other benches. */
export interface MirrorJournal {
  /** Position up to which the changes of the other benches were read. */
  mirrorCursors(): Cursors;
  /**
   * Stores changes in the order of each feed. Safe to repeat. Kept apart from what this bench sent, and never the basis of a reservation.
   */
  takeChanges(changes: readonly SiteChange[]): void;
  /** The latest shipment of an order that another bench sent, or may have sent. Its `orderKey` and `shipmentNo` are those of this order. */
  elsewhereAt(slot: string): ParcelElsewhere | undefined;
  /** By order number, consignment number or tracking number. */
  findElsewhere(number: string): ParcelElsewhere | undefined;
  /** By the id that its own bench gave the booking. */
  parcelElsewhere(bookingId: string): ParcelElsewhere | undefined;
  /** The shipment as its bench reported it, in any state. */
  sharedBooking(attemptId: string): Booking | undefined;
  /** The pickup as its bench reported it, in any state. */
  sharedPickup(attemptId: string): Pickup | undefined;
  /** Shipments booked at other benches and readable here, label not closed, and in no valid pickup of any bench. */
  toCollectElsewhere(): readonly ParcelElsewhere[];
  /** Pickups that other benches ordered, the latest first. */
  pickupsElsewhere(limit: number): readonly Pickup[];
  /** By booking time, the latest first. */
  lastBookedElsewhere(limit: number): readonly Booking[];
  /** The latest first. */
  bookedElsewhere(page: Page): { readonly total: number; readonly rows: readonly Booking[] };
  /**
   * Marks that another bench settles this pickup from now on; its parcels wait for a driver here only as far as that bench reports. False
   * if it is no longer unknown.
   */
  giveAwayPickup(pickupId: string, attempt: Attempt, taken: Pick<TakenAway, 'bench' | 'state'>): boolean;
}
