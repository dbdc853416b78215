import type { Reason } from '../../shared/reason.ts';
import type { RawAnswer } from '../bench/ports/courier.ts';
import type { Envelope } from './envelope.ts';
import type { WrittenNumber } from './json-scan.ts';
import { isNumber, numbersNamed, textsNamed } from './number-in-result.ts';

type Kind = WrittenNumber['of'];
type NotBooked = { readonly is: 'rejected'; readonly said: readonly string[] } | { readonly is: 'unknown'; readonly why: Reason };

/** The distinct numbers where the service's document has them, also one that a parser drops because its name stands twice. */
export const numbersInPlace = ({ result, numbers }: Envelope, of: Kind): readonly string[] => [
  ...new Set([
    ...numbers.filter((each) => each.of === of && each.isInPlace && isNumber(each.number)).map(({ number }) => number),
    ...numbersNamed(result, `${of}_no`),
  ]),
];

/** What the service's document gives with a number alone. */
const broughtWith = { order: ['consignment_no', 'label'], collection: ['manifest'] } as const;

/**
 * A refusal only if the whole envelope names errors, no such number anywhere, and brings nothing that comes with one: what may be bought is
 * not bought again. A word in the place of the number ("pending", -1) is no number, and no refusal either.
 */
export function notBooked({ result, numbers, said, whole }: Envelope, of: Kind): NotBooked {
  const strays = straysIn(numbers, of);
  const brought = [...wordsIn(numbers, of), ...broughtWith[of].filter((name) => textsNamed(result, name).length > 0)];
  if (strays.length === 0 && brought.length === 0 && whole && said.length > 0) return { is: 'rejected', said };
  return { is: 'unknown', why: { code: 'answer-no-booking', of, numbers: strays, brought, said: [...said] } };
}

/** Why an answer cannot be judged, for the person who will judge it. */
export function notAnEnvelope({ status, body }: RawAnswer, numbers: readonly WrittenNumber[] = [], of: Kind = 'order'): Reason {
  return { code: 'answer-no-envelope', status, isEmpty: body.length === 0, of, numbers: straysIn(numbers, of) };
}

/** Numbers that are named, but not where a booking names them. */
const straysIn = (numbers: readonly WrittenNumber[], of: Kind): string[] =>
  [...new Set(numbers.filter((each) => each.of === of && isNumber(each.number)).map(({ number }) => number))].slice(0, 5);

/** What stands under the name of a number and is none. */
const wordsIn = (numbers: readonly WrittenNumber[], of: Kind): string[] => [
  ...new Set(numbers.filter((each) => each.of === of && !isNumber(each.number)).map(({ number }) => `${of}_no "${number.slice(0, 60)}"`)),
];
