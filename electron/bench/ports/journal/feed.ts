import type { Address } from '../../../../shared/address.ts';
import type { Attempt, Fact, Feed, Head } from '../../../../shared/attempt.ts';

/** What this bench tells the others of its parcels. */
export interface FeedJournal {
  /**
   * From here on what becomes of attempts is written down with it, for the ledger of many benches, and first what stands already. Goes on
   * with the feed that there is, unless `isAnew`. `placeAt`: by what others know the place a driver came to. Safe to repeat.
   */
  joinFeed(isAnew: boolean, placeAt: (sender: Address, account: string) => string): Feed;
  /**
   * This bench shares its orders no more: nothing is told, and nothing of others waits for its driver. What stands keeps its attempt, under
   * which another ledger, or the same one, is told of it.
   */
  leaveFeed(): void;
  /** It was greeted by this ledger. */
  meetLedger(ledger: string): void;
  /** Undefined where this bench never shared its orders. */
  feed(): Feed | undefined;
  /** The latest try to send this shipment or pickup, where other benches know of it. */
  attemptOf(bookingOrPickupId: string): Attempt | undefined;
  /** In their order, without gaps. */
  factsBehind(seq: number, limit: number): readonly Fact[];
  /** The ledger has them up to here: they are kept 90 days more. */
  acknowledgeFacts(head: Head): void;
  /** Writes a fact `noted` for shipments that changed since one was written, or of which none was yet; of at most so many. */
  noteNews(limit: number): void;
  /** The label of another bench's shipment was printed here. */
  tellReprinted(attempt: Attempt): void;
  /** Booked shipments whose label the other benches have not, or not as it is now. */
  labelsToTell(limit: number): readonly { readonly attemptId: string; readonly bookingId: string }[];
  labelTold(attemptId: string): void;
}
