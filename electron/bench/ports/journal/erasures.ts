import type { Erasure, ErasureCursor, ErasureToShare } from '../../../../shared/elsewhere.ts';
import type { OrderKey } from '../../../../shared/order.ts';

/** An erasure that is still to be carried out here: of another bench, or one that could not change every copy. */
export interface ErasureDue {
  readonly id: string;
  readonly slot: string;
  readonly request: string;
  /** Every spelling of the order number that there is here. */
  readonly keys: readonly OrderKey[];
}

/** Syncs the erasures of persons between the benches of a site. `PersonJournal.erasePerson` carries them out. */
export interface ErasureJournal {
  /** Undefined before the first sync. */
  erasureCursor(): ErasureCursor | undefined;
  /** Starts a new era, or the first: all erasures are sent again, and read from the beginning. */
  beginErasures(era: string): void;
  /** Stores erasures of other benches, to be carried out here. Safe to repeat: none is carried out twice. */
  takeErasures(received: readonly Erasure[], cursor: ErasureCursor): void;
  /** Erasures that were made or carried out here since they were last sent. */
  erasuresToShare(limit: number): readonly ErasureToShare[];
  markErasuresShared(ids: readonly string[]): void;
  erasuresDue(): readonly ErasureDue[];
  /** Nothing of these orders is here, or nothing is left. */
  closeErasures(ids: readonly string[]): void;
  /** A copy of this journal could not be changed: the erasures of these orders are due again. */
  eraseAgain(slots: readonly string[]): void;
}
