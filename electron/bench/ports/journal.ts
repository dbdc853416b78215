import type { BatchJournal } from './journal/batches.ts';
import type { BookingLookup } from './journal/booking-lookup.ts';
import type { BookingJournal } from './journal/bookings.ts';
import type { DeliveryJournal } from './journal/deliveries.ts';
import type { FactJournal } from './journal/facts.ts';
import type { FeedJournal } from './journal/feed.ts';
import type { HistoryJournal } from './journal/history.ts';
import type { MirrorJournal } from './journal/mirror.ts';
import type { OrderJournal } from './journal/orders.ts';
import type { OutboxJournal } from './journal/outbox.ts';
import type { PaperJournal } from './journal/papers-due.ts';
import type { PickupJournal } from './journal/pickups.ts';
import type { PrintJournal } from './journal/print-jobs.ts';
import type { SharedOrderJournal } from './journal/shared-orders.ts';
import type { UploadJournal } from './journal/uploads.ts';

/**
 * What was intended, sent, answered and printed. Every method is one commit that is on the disk when it returns, or an
 * exception that left nothing behind. Names, addresses, labels and answers are sealed at rest.
 */
export interface Journal
  extends OrderJournal,
    BookingJournal,
    BookingLookup,
    PrintJournal,
    PickupJournal,
    PaperJournal,
    UploadJournal,
    BatchJournal,
    OutboxJournal,
    DeliveryJournal,
    FactJournal,
    HistoryJournal,
    FeedJournal,
    MirrorJournal,
    SharedOrderJournal {
  /**
   * All of what is written within or nothing of it, on the disk only with the next commit outside: a power cut before takes it back
   * whole, with all that was written behind it. For what is found again without it, or acted upon only behind that next commit.
   */
  soon<T>(work: () => T): T;
  /** Resolves once all that was written until now is on the disk, whatever was to be so `soon`. Rejects where the disk does not take it. */
  onDisk(): Promise<void>;
  /** Does now what a commit does when much was committed: takes that from the log into the file. For whoever commits much in a row. */
  checkpoint(): void;
  /** Shipments booked for the accounts in use, with whatever key and at whatever bench, from an instant on and before another. */
  bookedBetween(from: Date, until: Date): number;
  /** A copy of everything as it was at one moment, as one file. Work goes on meanwhile. */
  copyTo(file: string): Promise<void>;
  /** How much it holds: neither number ever gets smaller. */
  extent(): { readonly bookings: number; readonly lastSequence: number };
  /** Reads every page again: seconds for gigabytes. */
  isWhole(): boolean;
  close(): void;
}
