import { type FailureCode, meaningOf } from '../../../shared/failure.ts';
import type { BenchContext } from '../context.ts';
import type { Courier } from '../ports/courier.ts';

/** What the service's words mean and what to do, a line for each, in our words; undefined where nobody knows: then only its own words are true. */
export const causeOf = (courier: Courier, said: readonly string[]): string | undefined =>
  courier
    .explain(said)
    .map(({ cause, remedy }) => `${cause} ${remedy}`)
    .join('\n') || undefined;

/** A failure in the service's own words, with what they mean and its remedy where that is known. */
export function refused(room: BenchContext, code: FailureCode, said: readonly string[]): ReturnType<BenchContext['fail']> {
  const understood = room.courier.explain(said).map((each) => each.code);
  const { ok, failure } = room.fail(meaningOf(code, understood), said.join('\n'));
  const cause = causeOf(room.courier, said);
  return { ok, failure: cause === undefined ? failure : { ...failure, cause } };
}
