import { type HardToRead, hardToRead, type Scans, scansSchema, withScans } from '../../shared/legibility.ts';
import type { ContextParts } from './context-parts.ts';
import { writeDown } from './exchange/write-down.ts';

/** Records how well the labels of this bench's printers are read back. Kept in the journal, so a restart changes nothing. */
export interface Legibility {
  /** Records a scan that was no code at all while the label of this shipment was to be read back. */
  readonly missed: (bookingId: string) => void;
  /** Records that the label, printed by this printer, was read back. */
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
      // Only a warning depends on it, so a power cut may lose the last scans.
      writeDown(parts, () => journal.soon(() => journal.setFact(fact, JSON.stringify(scans))));
    },
    of: (printerId) => hardToRead(scans, printerId),
  };
}
