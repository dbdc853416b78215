import { z } from 'zod';
import type { Journal } from '../ports/journal.ts';

const owedPapersFact = 'owed-papers';
const owedSchema = z.array(
  z.object({
    bookingId: z.string(),
    pages: z.array(z.int().positive()),
    hasSlip: z.boolean().optional(),
    hasEnclosure: z.boolean().optional(),
  }),
);
type Owed = z.infer<typeof owedSchema>[number];

type Facts = Pick<Journal, 'fact' | 'setFact'>;

/**
 * Bookings whose documents still have to be queued at the document printer: the pages of the label they came with, and the packing slip and
 * the PDF that rules demand.
 */
export function owedPapers({ fact }: Pick<Facts, 'fact'>): readonly Owed[] {
  const kept = fact(owedPapersFact);
  return kept ? owedSchema.parse(JSON.parse(kept)) : [];
}

/** Belongs in the commit that queues the label. */
export const owePapers = (journal: Facts, owed: Owed): void =>
  journal.setFact(owedPapersFact, JSON.stringify([...owedPapers(journal), owed]));

/** Belongs in the commit that queues them, or records that they are kept. */
export function settlePapers(journal: Facts, bookingId: string): void {
  const left = owedPapers(journal).filter((each) => each.bookingId !== bookingId);
  journal.setFact(owedPapersFact, left.length === 0 ? '' : JSON.stringify(left));
}
