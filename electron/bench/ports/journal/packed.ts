import type { Packed } from '../../../../shared/learned.ts';

/** Stores what parcels with the same items had. `items`: the name of the items, see `namedItemsOf`; it is not stored. */
export interface PackedJournal {
  /** Safe to repeat: one entry for each booking. */
  writePacked(bookingId: string, items: string, packed: Packed): void;
  /** Newest first, at most `most`. */
  packedWith(items: string, most: number): readonly Packed[];
}
