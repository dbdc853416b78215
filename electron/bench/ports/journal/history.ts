import type { HistoryLine } from '../../../../shared/history.ts';
import type { Remark } from '../../../../shared/remark.ts';

/** A line of the history. Sequence 0: before the first line. */
export interface HistoryHead {
  readonly sequence: number;
  /** SHA-256 of its encrypted detail: no two lines share it, even if two copies of a journal use one sequence number twice. */
  readonly mark: string;
}

/** The history. Lines are only added. */
export interface HistoryJournal {
  /** Everything that happened to a shipment, its pickups and documents, oldest first. */
  history(bookingId: string): readonly HistoryLine[];
  /** Adds one line to a parcel's history: event, time, actor. */
  record(bookingId: string | null, what: string, detail: Remark): void;
  head(): HistoryHead;
  /** True if this line is in the history. */
  holds(head: HistoryHead): boolean;
  /** Time of the newest line; undefined if there is none. */
  lastLineAt(): string | undefined;
}
