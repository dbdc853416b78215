import type { Attempt } from '../../../../shared/attempt.ts';
import type { Booking } from '../../../../shared/booking.ts';
import type { Cursors, News, ParcelElsewhere, TakenAway } from '../../../../shared/elsewhere.ts';
import type { Pickup } from '../../../../shared/pickup.ts';
import type { Page } from './page.ts';

/** What the other benches told of their parcels. */
export interface MirrorJournal {
  /** Up to where what the other benches tell was read. */
  mirrorCursors(): Cursors;
  /** In the order of each feed. Safe to repeat. Apart from what this bench sent, and never what a grant is made of. */
  takeNews(news: readonly News[]): void;
  /** The latest shipment of an order that another bench sent, or may have. */
  elsewhereAt(slot: string): ParcelElsewhere | undefined;
  /** By order number, consignment number or tracking number. */
  findElsewhere(number: string): ParcelElsewhere | undefined;
  /** By the id that its own bench gave the booking. */
  parcelElsewhere(bookingId: string): ParcelElsewhere | undefined;
  /** What its bench told of a shipment, whatever became of it. */
  toldOf(attemptId: string): Booking | undefined;
  /** What its bench told of a pickup, whatever became of it. */
  toldPickup(attemptId: string): Pickup | undefined;
  /** Booked at other benches, told so that it can be read here, label not closed, and in no pickup that stands, of any bench. */
  toCollectElsewhere(): readonly ParcelElsewhere[];
  /** Drivers that other benches ordered, the latest first. */
  pickupsElsewhere(limit: number): readonly Pickup[];
  /** By the time they were booked, the latest first. */
  lastBookedElsewhere(limit: number): readonly Booking[];
  /** The latest first. */
  bookedElsewhere(page: Page): { readonly total: number; readonly rows: readonly Booking[] };
  /** Another bench settles it now; its parcels wait for a driver here only as far as that bench says. False where it is not unknown any more. */
  giveAwayPickup(pickupId: string, attempt: Attempt, taken: Pick<TakenAway, 'bench' | 'state'>): boolean;
}
