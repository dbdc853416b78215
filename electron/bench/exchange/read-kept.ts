import type { BenchContext } from '../context.ts';
import type { RawAnswer } from '../ports/courier.ts';

/** What a kept answer means. One that its reader breaks on says no more than one that is lost: a person settles it. */
export function readKept<Meaning>(
  context: BenchContext,
  answer: RawAnswer | undefined,
  read: (answer: RawAnswer) => Meaning,
): Meaning | { readonly is: 'unknown'; readonly why: string } {
  if (!answer) return { is: 'unknown', why: 'The answer was kept, but it can no longer be read.' };
  try {
    return read(answer);
  } catch (error) {
    return { is: 'unknown', why: `The answer was kept, but it could not be read (${context.bug('reading', error).ref}).` };
  }
}
