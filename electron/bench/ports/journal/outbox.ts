import type { Reason } from '../../../../shared/reason.ts';
import type { Telling, TellingWay } from '../../../../shared/write-back.ts';

/** What goes to a shop's server: the same in every try, so that one that knows the key knows what came under it. */
export interface KeptRequest {
  readonly key: string;
  readonly body: string;
}

/** Something that a shop is to be told of a booking. `place` is the file it is laid as, once that is decided. */
export interface KeptTelling {
  readonly id: string;
  readonly bookingId: string;
  readonly what: Telling;
  readonly way: TellingWay;
  readonly at: string;
  readonly tries: number;
  readonly dueAt: string;
  readonly place: string;
  readonly why: Reason | null;
  /** Whether the shop may have taken one of its tries by HTTP, whose answer never came. */
  readonly mayBeTaken: boolean;
  /** What its first try was begun with. */
  readonly request: KeptRequest | null;
}

/** What shops are still to be told. */
export interface OutboxJournal {
  /** What shops are still to be told in this way, oldest first; written with the facts themselves. */
  toTell(way: TellingWay): readonly KeptTelling[];
  /** What a person has to look at. */
  untold(): readonly KeptTelling[];
  /** `waiting → placing`: all of them are laid as this file. */
  placeTold(ids: readonly string[], place: string): void;
  /** Before the first try by HTTP: this is what goes there. */
  beginTold(id: string, request: KeptRequest): void;
  /** They are told, or a person closed them; `how` stays in the history. */
  closeTold(ids: readonly string[], how: string): void;
  /** One more try failed; the next one comes then. */
  putOffTold(id: string, dueAt: Date, why: Reason, mayBeTaken: boolean): void;
  /** `waiting → failed`, `placing → failed`: the next try is laid as another file. */
  failTold(id: string, why: Reason): void;
  /** `failed → waiting`. What is laid as another file has all numbers that are known by then. */
  tellAgain(ids: readonly string[]): void;
}
