import type { List } from '../../../../shared/lists.ts';

/** The state of a booking, its numbers or its papers changed. The verdict on its label is not included. */
export interface BookingChanged {
  readonly is: 'booking-changed';
  readonly bookingId: string;
}

/** A sheet waits for its printer: it is new, or it came back, or it was moved there. */
export interface PrintJobQueued {
  readonly is: 'print-job-queued';
  readonly jobId: string;
  /** Null if it belongs to no booking of this journal. */
  readonly bookingId: string | null;
}

/** A sheet no longer waits. */
export interface PrintJobMoved {
  readonly is: 'print-job-moved';
  readonly jobId: string;
  readonly bookingId: string | null;
  /** It is still on its way to the paper, so it has no outcome yet. */
  readonly isUnderWay: boolean;
}

/** The content of these lists may have changed. At most one for each commit, after its other events. */
export interface ListsChanged {
  readonly is: 'lists-changed';
  readonly lists: readonly List[];
}

export type JournalEvent = BookingChanged | PrintJobQueued | PrintJobMoved | ListsChanged;

export interface EventJournal {
  /**
   * Calls `receive` after each commit that published events, once, with its events in their order. Commits made in `soon` publish at once:
   * what they wrote can be read, and may not be on the disk yet. `receive` must not throw, and must not use the journal.
   */
  subscribe(receive: (events: readonly JournalEvent[]) => void): void;
}
