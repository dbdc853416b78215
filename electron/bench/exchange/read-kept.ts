import type { Message } from '../../../shared/message.ts';
import type { BenchContext } from '../context.ts';
import type { RawAnswer } from '../ports/courier.ts';

/** Parses a stored answer. If the parser throws, the answer counts as lost: a user settles it. */
export function readKept<Meaning>(
  { bug }: Pick<BenchContext, 'bug'>,
  answer: RawAnswer | undefined,
  read: (answer: RawAnswer) => Meaning,
): Meaning | { readonly is: 'unknown'; readonly why: Message } {
  if (!answer) return { is: 'unknown', why: { code: 'answer-lost' } };
  try {
    return read(answer);
  } catch (error) {
    return { is: 'unknown', why: { code: 'answer-unreadable', ref: bug('reading', error).ref } };
  }
}
