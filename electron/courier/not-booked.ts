import type { Reason } from '../../shared/reason.ts';
import type { RawAnswer } from '../bench/ports/courier.ts';
import type { Envelope } from './envelope.ts';
import type { WrittenNumber } from './json-scan.ts';
import { isNumber, numbersNamed, textsNamed } from './number-in-result.ts';

type Kind = WrittenNumber['of'];
type NotBooked = { readonly is: 'rejected'; readonly messages: readonly string[] } | { readonly is: 'unknown'; readonly why: Reason };

/**
 * Returns the distinct numbers at the place that the service's document gives, including one that a parser drops because its name occurs
 * twice.
 */
export const numbersInPlace = ({ result, numbers }: Envelope, of: Kind): readonly string[] => [
  ...new Set([
    ...numbers.filter((each) => each.of === of && each.isInPlace && isNumber(each.number)).map(({ number }) => number),
    ...numbersNamed(result, `${of}_no`),
  ]),
];

/** Fields that the service's document gives only together with a number. */
const broughtWith = { order: ['consignment_no', 'label'], collection: ['manifest'] } as const;

/**
 * Returns a refusal only if the whole envelope names errors, contains no such number anywhere, and brings nothing that comes with one: a
 * parcel that may be bought must not be bought again. A word in place of the number ("pending", -1) is neither a number nor a refusal.
 */
export function notBooked({ result, numbers, said, whole }: Envelope, of: Kind): NotBooked {
  const strays = straysIn(numbers, of);
  const brought = [...wordsIn(numbers, of), ...broughtWith[of].filter((name) => textsNamed(result, name).length > 0)];
  if (strays.length === 0 && brought.length === 0 && whole && said.length > 0) return { is: 'rejected', messages: said };
  return { is: 'unknown', why: { code: 'answer-no-booking', of, numbers: strays, brought, messages: [...said] } };
}

/** Describes an answer that cannot be judged, for the person who has to judge it. */
export function notAnEnvelope({ status, body }: RawAnswer, numbers: readonly WrittenNumber[] = [], of: Kind = 'order'): Reason {
  return { code: 'answer-no-envelope', status, isEmpty: body.length === 0, of, numbers: straysIn(numbers, of) };
}

/** Numbers that are named, but not at the place where a booking names them. */
const straysIn = (numbers: readonly WrittenNumber[], of: Kind): string[] =>
  [...new Set(numbers.filter((each) => each.of === of && isNumber(each.number)).map(({ number }) => number))].slice(0, 5);

/** Values under the name of a number that are no number. */
const wordsIn = (numbers: readonly WrittenNumber[], of: Kind): string[] => [
  ...new Set(numbers.filter((each) => each.of === of && !isNumber(each.number)).map(({ number }) => `${of}_no "${number.slice(0, 60)}"`)),
];
