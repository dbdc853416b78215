import type { RawAnswer } from '../bench/ports/courier.ts';
import type { Envelope } from './envelope.ts';
import type { WrittenNumber } from './json-scan.ts';
import { numbersNamed } from './number-in-result.ts';

type Kind = WrittenNumber['of'];
type NotBooked = { readonly is: 'rejected'; readonly said: readonly string[] } | { readonly is: 'unknown'; readonly why: string };

/** The distinct numbers where the service's document has them, also one that a parser drops because its name stands twice. */
export const numbersInPlace = ({ result, numbers }: Envelope, of: Kind): readonly string[] => [
  ...new Set([
    ...numbers.filter((each) => each.of === of && each.isInPlace).map(({ number }) => number),
    ...numbersNamed(result, `${of}_no`),
  ]),
];

/** What the service's document gives with a number alone. */
const broughtWith = { order: ['consignment_no', 'label'], collection: ['manifest'] } as const;

/**
 * A refusal only where the whole envelope names errors, no such number anywhere, and brings nothing that comes with one: what may be
 * bought is not bought again.
 */
export function notBooked({ result, numbers, said, whole }: Envelope, of: Kind): NotBooked {
  const strays = straysIn(numbers, of);
  const brought = broughtWith[of].filter((name) => numbersNamed(result, name).length > 0);
  if (strays === '' && brought.length === 0 && whole && said.length > 0) return { is: 'rejected', said };
  const told = brought.length === 0 ? '' : `It brings ${brought.join(' and ')}, but no ${of} number.`;
  const words = [strays, told, ...said].filter((each) => each !== '').join(' ');
  return { is: 'unknown', why: words || `The answer holds neither ${of === 'order' ? 'an order' : 'a collection'} number nor an error` };
}

/** Why an answer cannot be judged, in words for the person who will judge it. */
export function notAnEnvelope({ status, body }: RawAnswer, numbers: readonly WrittenNumber[] = [], of: Kind = 'order'): string {
  const what = body.length === 0 ? 'an empty answer' : 'an answer that is not of this service or not whole';
  const strays = straysIn(numbers, of);
  return `HTTP ${status}, ${what}${strays && `. ${strays}`}`;
}

function straysIn(numbers: readonly WrittenNumber[], of: Kind): string {
  const named = [...new Set(numbers.filter((each) => each.of === of).map(({ number }) => number))].slice(0, 5);
  return named.length === 0 ? '' : `It names the ${of} number ${named.join(', ')}, but not as a booking does.`;
}
