import type { HistoryLine } from '../../../../shared/history.ts';
import type { Remark } from '../../../../shared/remark.ts';

/** A line of the history. Sequence 0: before the first. */
export interface HistoryHead {
  readonly sequence: number;
  /** SHA-256 of its encrypted detail: no two lines have the same, also if two copies of a journal use one sequence number twice. */
  readonly mark: string;
}

/** What happened. Lines are only added. */
export interface HistoryJournal {
  /** Everything that happened to a shipment, its pickups and papers, oldest first. */
  history(bookingId: string): readonly HistoryLine[];
  /** One line of a parcel's history: what, when, by whom. */
  record(bookingId: string | null, what: string, detail: Remark): void;
  /** The newest line of the history. */
  head(): HistoryHead;
  /** Whether this line is in the history. */
  holds(head: HistoryHead): boolean;
  /** When the newest line was written; undefined where there is none. */
  lastLineAt(): string | undefined;
}
