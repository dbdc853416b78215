import type { RawAnswer } from '../courier.ts';

/** Small things by name, and the last answer of each kind that nobody could read. */
export interface FactJournal {
  fact(name: string): string | undefined;
  setFact(name: string, value: string): void;
  /** The bytes of an answer to a read that nobody could read, under the ref its failure is known by: the newest of each operation. */
  keepUnread(action: string, ref: string, answer: RawAnswer): void;
  unread(action: string): { readonly ref: string; readonly answer: RawAnswer } | undefined;
}
