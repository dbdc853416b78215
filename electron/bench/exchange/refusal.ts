import { type FailureCode, type MeaningOf, meaningOf } from '../../../shared/failure.ts';
import type { Meaning } from '../../../shared/meaning.ts';
import type { Refusal } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { Courier } from '../ports/courier.ts';

/** Meanings of the service's messages, each once; empty if none is known: then only the messages themselves count. */
export const meaningsOfWords = (courier: Courier, messages: readonly string[]): Meaning[] => [
  ...new Set(courier.explain(messages).map(({ meaning }) => meaning)),
];

/** A failure in the service's own words, with their meaning and remedy if known. */
export function refused<C extends FailureCode>(
  context: Pick<BenchContext, 'courier' | 'fail'>,
  code: C,
  messages: readonly string[],
): Refusal<MeaningOf<C>> {
  const understood = context.courier.explain(messages).map((each) => each.code);
  const { ok, failure } = context.fail(meaningOf(code, understood), messages.join('\n'));
  const means = meaningsOfWords(context.courier, messages);
  return { ok, failure: means.length === 0 ? failure : { ...failure, means } };
}
