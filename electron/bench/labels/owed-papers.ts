import { z } from 'zod';
import type { Journal } from '../ports/journal.ts';

const owedPapersFact = 'owed-papers';
const owedSchema = z.array(z.object({ bookingId: z.string(), pages: z.array(z.int().positive()) }));

type Facts = Pick<Journal, 'fact' | 'setFact'>;

/** Bookings whose documents still have to be queued at the document printer, with the pages of the label they came with. */
export function owedPapers({ fact }: Pick<Facts, 'fact'>): z.infer<typeof owedSchema> {
  const kept = fact(owedPapersFact);
  return kept ? owedSchema.parse(JSON.parse(kept)) : [];
}

/** Belongs in the commit that queues the label. */
export const owePapers = (journal: Facts, bookingId: string, pages: number[]): void =>
  journal.setFact(owedPapersFact, JSON.stringify([...owedPapers(journal), { bookingId, pages }]));

/** Belongs in the commit that queues them, or records that they are kept. */
export function settlePapers(journal: Facts, bookingId: string): void {
  const left = owedPapers(journal).filter((each) => each.bookingId !== bookingId);
  journal.setFact(owedPapersFact, left.length === 0 ? '' : JSON.stringify(left));
}
