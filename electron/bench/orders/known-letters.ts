import { z } from 'zod';
import { type FileLetters, fileLettersSchema } from '../../../shared/file-letters.ts';
import type { BenchContext } from '../context.ts';

/** Encodings that people at this bench chose for order files whose characters did not show theirs, latest answer first. */
const fact = 'letters-of-files';
const lettersSchema = z.array(fileLettersSchema);
/** A bench has few kinds of files; if one is forgotten, the bench asks about it again. */
const mostKept = 30;

export function knownLetters({ journal }: Pick<BenchContext, 'journal'>): readonly FileLetters[] {
  const kept = journal.fact(fact);
  return kept ? lettersSchema.parse(JSON.parse(kept)) : [];
}

export function keepLetters(context: Pick<BenchContext, 'journal'>, answer: FileLetters): void {
  const others = knownLetters(context).filter(({ beginning }) => beginning !== answer.beginning);
  context.journal.setFact(fact, JSON.stringify([answer, ...others].slice(0, mostKept)));
}
