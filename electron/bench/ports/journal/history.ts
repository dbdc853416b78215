import type { HistoryLine } from '../../../../shared/history.ts';
import type { Remark } from '../../../../shared/remark.ts';

/** A line of the history by its number and its link, which holds on to all lines before it. Sequence 0: before the first. */
export interface HistoryHead {
  readonly sequence: number;
  readonly link: string;
}

/** Where the history is not what was written: a line changed, moved or missing before it; its end gone; or the seal of its end lost. */
export interface HistoryBreak {
  readonly sequence: number;
  readonly is: 'line-changed' | 'end-missing' | 'head-unreadable';
}

/** What happened, each line chained to the one before. */
export interface HistoryJournal {
  /** Everything that happened to a shipment, its pickups and papers, oldest first. */
  history(bookingId: string): readonly HistoryLine[];
  /** Whether these lines are as they were written, but for what was erased, and none was taken out beside them. */
  isHistoryWhole(bookingId: string): boolean;
  /** One line of a parcel's history: what, when, by whom. */
  record(bookingId: string | null, what: string, detail: Remark): void;
  /** Reads the whole history: seconds for a million lines. Undefined where every line is as it was written, or was erased. */
  firstHistoryBreak(): HistoryBreak | undefined;
  /** The newest line of the history. */
  head(): HistoryHead;
  /** Whether this line is in the history, as it was written. */
  holds(head: HistoryHead): boolean;
  /** When the newest line was written; undefined where there is none. */
  lastLineAt(): string | undefined;
}
