import { z } from 'zod';
import type { PackedJournal } from '../bench/ports/journal/packed.ts';
import type { Store } from './store.ts';
import type { Words } from './words.ts';

const packedRow = z.object({ box: z.string(), weight_grams: z.int().positive().nullable() });

export function createPacked(store: Store, words: Pick<Words, 'tokenOfValue'>): PackedJournal {
  const tokenOf = (items: string): number => words.tokenOfValue('items', items);
  return {
    writePacked: (bookingId, items, { boxName, weightGrams }) =>
      void store.run(
        `INSERT INTO packed (booking_id, items, box, weight_grams) VALUES ($bookingId, $items, $boxName, $weightGrams)
         ON CONFLICT (booking_id) DO NOTHING`,
        { bookingId, items: tokenOf(items), boxName, weightGrams },
      ),

    packedWith: (items, most) =>
      store
        .all(
          packedRow,
          `SELECT box, weight_grams FROM packed JOIN bookings ON bookings.id = booking_id
           WHERE items = $items ORDER BY bookings.sequence DESC LIMIT $most`,
          { items: tokenOf(items), most },
        )
        .map((row) => ({ boxName: row.box, weightGrams: row.weight_grams })),
  };
}
