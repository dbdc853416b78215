import type { BatchJournal } from './journal/batches.ts';
import type { BookingLookup } from './journal/booking-lookup.ts';
import type { BookingJournal } from './journal/bookings.ts';
import type { DeliveryJournal } from './journal/deliveries.ts';
import type { ErasureJournal } from './journal/erasures.ts';
import type { EventJournal } from './journal/events.ts';
import type { FactJournal } from './journal/facts.ts';
import type { FeedJournal } from './journal/feed.ts';
import type { HistoryJournal } from './journal/history.ts';
import type { MirrorJournal } from './journal/mirror.ts';
import type { OrderJournal } from './journal/orders.ts';
import type { OutboxJournal } from './journal/outbox.ts';
import type { PackedJournal } from './journal/packed.ts';
import type { PaperJournal } from './journal/papers-due.ts';
import type { PersonJournal } from './journal/persons.ts';
import type { PickupJournal } from './journal/pickups.ts';
import type { PrintJournal } from './journal/print-jobs.ts';
import type { ProductJournal } from './journal/products.ts';
import type { RetentionJournal } from './journal/retention.ts';
import type { SharedOrderJournal } from './journal/shared-orders.ts';
import type { UploadJournal } from './journal/uploads.ts';

/**
 * Stores what was intended, sent, answered and printed. Every method is one commit that is on the disk when it returns, or throws and
 * leaves nothing behind. Names, addresses, labels and answers are encrypted at rest.
 */
export interface Journal
  extends OrderJournal,
    BookingJournal,
    BookingLookup,
    PrintJournal,
    PickupJournal,
    PackedJournal,
    PaperJournal,
    ProductJournal,
    UploadJournal,
    BatchJournal,
    OutboxJournal,
    DeliveryJournal,
    EventJournal,
    FactJournal,
    HistoryJournal,
    FeedJournal,
    MirrorJournal,
    SharedOrderJournal,
    ErasureJournal,
    RetentionJournal,
    PersonJournal {
  /**
   * Commits all writes of `work` or none. They reach the disk only with the next commit outside: a power cut before that undoes them as a
   * whole, with everything written after them. For data that can be found again without them, or that is acted on only after that next
   * commit.
   */
  soon<T>(work: () => T): T;
  /** The key for the orders of a file, so that another process can encrypt them. It is written with the next commit. */
  keyOfOrders(): { readonly number: number; readonly key: Uint8Array };
  /** Resolves once everything written so far is on the disk, deferred writes (`soon`) included. Rejects if the disk fails. */
  onDisk(): Promise<void>;
  /** Moves the log into the database file now, as a commit does after many commits. For callers that commit often in a row. */
  checkpoint(): void;
  /** Number of shipments booked for the accounts in use, with any key and at any bench, from `from` on and before `until`. */
  bookedBetween(from: Date, until: Date): number;
  /** Writes a copy of everything, as it was at one moment, to one file. Work continues meanwhile. */
  copyTo(file: string): Promise<void>;
  /** Size of the journal: neither number ever decreases. */
  extent(): { readonly bookings: number; readonly lastSequence: number };
  /** Reads every page again: takes seconds for gigabytes. */
  isWhole(): boolean;
  /** Encrypts what the data key itself encrypts again, as `again` returns it. Returns the number of changed values. */
  encryptAgain(again: (bytes: Uint8Array, place: string) => Uint8Array | undefined): number;
  close(): void;
}
