import type { RawAnswer } from '../bench/ports.ts';
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

/** A refusal only where the whole envelope names errors and no such number anywhere: what may be bought is not bought again. */
export function notBooked({ numbers, said, whole }: Envelope, of: Kind): NotBooked {
  const strays = straysIn(numbers, of);
  if (strays === '' && whole && said.length > 0) return { is: 'rejected', said };
  const words = [strays, ...said].filter((each) => each !== '').join(' ');
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
