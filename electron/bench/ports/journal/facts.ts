import type { RawAnswer } from '../courier.ts';

/** Stores small values by name, and the last unreadable answer of each kind. */
export interface FactJournal {
  fact(name: string): string | undefined;
  setFact(name: string, value: string): void;
  /** Stores an unreadable answer to a read, under the ref of its failure; only the newest of each operation. */
  keepUnread(action: string, ref: string, answer: RawAnswer): void;
  unread(action: string): { readonly ref: string; readonly answer: RawAnswer } | undefined;
}
