import type { Dice } from '../crash/dice.ts';
import { down, fraction, type KeyEvent, up } from './key-events.ts';
import { type Country, chordFor } from './layouts.ts';

/** Typing behaviour of a person. */
export interface Typist {
  /** Words of five characters per minute. */
  readonly wpm: number;
  /** Variation of the pauses: the standard deviation of their logarithms. */
  readonly spread: number;
  /** Time for which a key is held down, in ms. */
  readonly holdMs: number;
  /** Pause before Enter in ms, beyond the usual one. */
  readonly beforeEnterMs: number;
  /** The typist stops for `ms` after `count` characters, to read. */
  readonly stopsBehind?: { readonly count: number; readonly ms: number };
}

/** Returns a sample of the standard normal distribution. */
function normal(dice: Dice): number {
  const [one, other] = [Math.max(fraction(dice), 1e-9), fraction(dice)];
  return Math.sqrt(-2 * Math.log(one)) * Math.cos(2 * Math.PI * other);
}

/** Characters that a trained typist types with the left hand. */
const leftHand = new Set('12345qwertasdfgzxcvbQWERTASDFGZXCVB');

/**
 * Returns the keys of a typed text from this moment on. Pauses vary around the typist's own: shorter if the hands alternate, longer if one
 * finger types twice. A key is often still down when the next one is pressed. `end`: the key after the text.
 */
export function typedEvents(
  text: string,
  typist: Typist,
  country: Country,
  startMs: number,
  dice: Dice,
  end: 'Enter' | 'Tab' | null = 'Enter',
): readonly KeyEvent[] {
  const events: KeyEvent[] = [];
  const meanMs = 60_000 / (typist.wpm * 5);
  let atMs = startMs;
  let last = '';
  const pause = (next: string): number => {
    const isOneKey = last !== '' && last.toLowerCase() === next.toLowerCase();
    const changesHands = leftHand.has(last) !== leftHand.has(next);
    const usual = meanMs * (isOneKey ? 1.25 : changesHands ? 0.85 : 1.1);
    return Math.max(28, usual * Math.exp(typist.spread * normal(dice) - typist.spread ** 2 / 2));
  };
  Array.from(text).forEach((character, index) => {
    const chord = chordFor(country, character);
    if (!chord) throw new Error(`A keyboard of ${country} has no key for ${character}.`);
    if (index > 0) atMs += pause(character);
    if (typist.stopsBehind?.count === index) atMs += typist.stopsBehind.ms;
    const holdMs = Math.max(25, typist.holdMs * (1 + 0.25 * normal(dice)));
    if (chord.shift) events.push(down(atMs - 15, 'ShiftLeft', 'Shift', { shift: true }), up(atMs + holdMs, 'ShiftLeft', 'Shift'));
    if (chord.altGr) events.push(down(atMs - 15, 'AltRight', 'AltGraph', { altGr: true }), up(atMs + holdMs, 'AltRight', 'AltGraph'));
    events.push(down(atMs, chord.code, character, { shift: chord.shift, altGr: chord.altGr }), up(atMs + holdMs, chord.code, character));
    last = character;
  });
  if (end) {
    atMs += pause(' ') + typist.beforeEnterMs;
    events.push(down(atMs, end, end), up(atMs + typist.holdMs, end, end));
  }
  return events.toSorted((one, other) => one.atMs - other.atMs);
}
