import type { Address } from '../../../../shared/address.ts';
import type { Attempt, Fact, Feed, Head } from '../../../../shared/attempt.ts';

/** Changes to this bench's parcels, as it reports them to the other benches. */
export interface FeedJournal {
  /**
   * From now on, stores a fact with every change to an attempt, for the shared ledger; first the facts for the current state. Continues the
   * existing feed, unless `isNewFeed`. `placeAt`: the name by which other benches know the pickup location. Safe to repeat.
   */
  joinFeed(isNewFeed: boolean, placeAt: (sender: Address, account: string) => string): Feed;
  /**
   * Stops sharing: reports nothing more, and no parcel of another bench waits for this bench's driver. Existing bookings keep their
   * attempt, under which they are reported to another ledger, or to the same one again.
   */
  leaveFeed(): void;
  /** Stores that this ledger accepted the feed's `hello`. */
  meetLedger(ledger: string): void;
  /** Undefined if this bench never shared its orders. */
  feed(): Feed | undefined;
  /** Draws the id of a new attempt, and the secret that proves a report to be of its journal. Stores nothing. */
  drawAttempt(): Required<Pick<Attempt, 'id' | 'secret'>>;
  /** The latest attempt to send this shipment or pickup, if other benches know of it. */
  attemptOf(bookingOrPickupId: string): Attempt | undefined;
  /** In their order, without gaps. */
  factsBehind(seq: number, limit: number): readonly Fact[];
  /** The ledger has the facts up to here; they are kept for another 90 days. */
  acknowledgeFacts(head: Head): void;
  /** Writes a fact `noted` for shipments that changed since their last fact or have none yet; for at most `limit` of them. */
  noteChanges(limit: number): void;
  /** Stores a fact that the label of another bench's shipment was printed here. */
  reportReprint(attempt: Attempt): void;
  /** Booked shipments whose current label the other benches do not have. */
  labelsToShare(limit: number): readonly { readonly attemptId: string; readonly bookingId: string }[];
  markLabelShared(attemptId: string): void;
}
