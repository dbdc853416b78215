import { type FailureCode, type MeaningOf, meaningOf } from '../../../shared/failure.ts';
import type { Meaning } from '../../../shared/meaning.ts';
import type { Refusal } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { Courier } from '../ports/courier.ts';

/** What the service's words mean, each once; empty where nobody knows: then only its own words are true. */
export const meaningsOfWords = (courier: Courier, said: readonly string[]): Meaning[] =>
  courier.explain(said).map(({ meaning }) => meaning);

/** A failure in the service's own words, with what they mean and its remedy where that is known. */
export function refused<C extends FailureCode>(context: BenchContext, code: C, said: readonly string[]): Refusal<MeaningOf<C>> {
  const understood = context.courier.explain(said).map((each) => each.code);
  const { ok, failure } = context.fail(meaningOf(code, understood), said.join('\n'));
  const means = meaningsOfWords(context.courier, said);
  return { ok, failure: means.length === 0 ? failure : { ...failure, means } };
}
