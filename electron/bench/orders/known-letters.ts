import { z } from 'zod';
import { type FileLetters, fileLettersSchema } from '../../../shared/file-letters.ts';
import type { BenchContext } from '../context.ts';

/** How people at this bench read order files whose letters did not show their encoding, the latest answer first. */
const fact = 'letters-of-files';
const lettersSchema = z.array(fileLettersSchema);
/** A bench has a few kinds of files; each kind is asked about again if it was forgotten. */
const mostKept = 30;

export function knownLetters({ journal }: Pick<BenchContext, 'journal'>): readonly FileLetters[] {
  const kept = journal.fact(fact);
  return kept ? lettersSchema.parse(JSON.parse(kept)) : [];
}

export function keepLetters(context: Pick<BenchContext, 'journal'>, answer: FileLetters): void {
  const others = knownLetters(context).filter(({ beginning }) => beginning !== answer.beginning);
  context.journal.setFact(fact, JSON.stringify([answer, ...others].slice(0, mostKept)));
}
