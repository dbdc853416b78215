import type { FailureCode } from '../../shared/failure.ts';
import type { Courier } from './ports.ts';
import type { Room } from './room.ts';

/** What the service's words mean and what to do, in our words; undefined where nobody knows: then only its own words are true. */
export function causeOf(courier: Courier, said: readonly string[]): string | undefined {
  const known = courier.explain(said);
  return known && `${known.cause} ${known.remedy}`;
}

/** A failure in the service's own words, with what they mean where that is known. */
export function refused(room: Room, code: FailureCode, said: readonly string[]): ReturnType<Room['fail']> {
  const { ok, failure } = room.fail(code, said.join('\n'));
  const cause = causeOf(room.courier, said);
  return { ok, failure: cause === undefined ? failure : { ...failure, cause } };
}
