import { type HardToRead, hardToRead, type Scans, scansSchema, withScans } from '../../shared/legibility.ts';
import type { ContextParts } from './context-parts.ts';
import { writeDown } from './exchange/write-down.ts';

/** How well the labels of this bench's printers are read back. Kept in the journal, so a restart changes nothing. */
export interface Legibility {
  /** A scan was no code at all while the label of this shipment was to be read back. */
  readonly missed: (bookingId: string) => void;
  /** The label was read back, from that printer. */
  readonly read: (bookingId: string, printerId: string) => void;
  readonly of: (printerId: string) => HardToRead | null;
}

const fact = 'scan-attempts';

export function createLegibility(parts: Pick<ContextParts, 'journal' | 'fail' | 'log'>): Legibility {
  const { journal } = parts;
  const kept = journal.fact(fact);
  let scans: Scans = kept ? scansSchema.parse(JSON.parse(kept)) : {};
  let inHand = { bookingId: '', missed: 0 };
  const missedOf = (bookingId: string): number => (inHand.bookingId === bookingId ? inHand.missed : 0);
  return {
    missed(bookingId) {
      inHand = { bookingId, missed: missedOf(bookingId) + 1 };
    },
    read(bookingId, printerId) {
      scans = withScans(scans, printerId, missedOf(bookingId) + 1);
      // Only a warning hangs on it: a power cut may take the last ones back.
      writeDown(parts, () => journal.soon(() => journal.setFact(fact, JSON.stringify(scans))));
    },
    of: (printerId) => hardToRead(scans, printerId),
  };
}
