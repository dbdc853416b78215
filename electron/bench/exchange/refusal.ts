import { type FailureCode, type MeaningOf, meaningOf } from '../../../shared/failure.ts';
import type { Refusal } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { Courier } from '../ports/courier.ts';

/** What the service's words mean and what to do, a line for each, in our words; undefined where nobody knows: then only its own words are true. */
export const causeOf = (courier: Courier, said: readonly string[]): string | undefined =>
  courier
    .explain(said)
    .map(({ cause, remedy }) => `${cause} ${remedy}`)
    .join('\n') || undefined;

/** A failure in the service's own words, with what they mean and its remedy where that is known. */
export function refused<C extends FailureCode>(room: BenchContext, code: C, said: readonly string[]): Refusal<MeaningOf<C>> {
  const understood = room.courier.explain(said).map((each) => each.code);
  const { ok, failure } = room.fail(meaningOf(code, understood), said.join('\n'));
  const cause = causeOf(room.courier, said);
  return { ok, failure: cause === undefined ? failure : { ...failure, cause } };
}
