import type { ZplToken } from './zpl-tokens.ts';

/** Indexes, from 0, of the parameters of a command that are lengths. Source: Zebra's ZPL II programming guide. */
const lengthsOf: Readonly<Record<string, readonly number[]>> = {
  '^A': [1, 2],
  '^BY': [0, 2],
  '^CF': [1, 2],
  '^FB': [0, 2, 4],
  '^FO': [0, 1],
  '^FT': [0, 1],
  '^GB': [0, 1, 2],
  '^GC': [0, 1],
  '^GD': [0, 1, 2],
  '^GE': [0, 1, 2],
  '^GS': [1, 2],
  '^LH': [0, 1],
  '^LL': [0],
  '^LS': [0],
  '^LT': [0],
  '^PW': [0],
  '^TB': [1, 2],
};
/** Bar codes with the height as their second parameter; those of the next list have it as their third. */
const heightSecond = /^\^B[2479ABCEFILJSUXZ8]$/;
const heightThird = /^\^B[13KMP]$/;

const mmPerInch = 25.4;

/** Dots of a print head of 203 dots per inch. */
export const usualDotsPerMm = 8;

function placesOf(command: string): readonly number[] {
  if (heightSecond.test(command)) return [1];
  return heightThird.test(command) ? [2] : (lengthsOf[command] ?? []);
}

/** Returns the number of dots per unit of the lengths that follow this `^MU`. */
function dotsIn({ parameters, delimiter }: ZplToken, dotsPerMm: number): number {
  const [unit = '', from, to] = parameters.split(delimiter).map((part) => part.trim().toUpperCase());
  if (unit === 'M') return dotsPerMm;
  if (unit === 'I') return dotsPerMm * mmPerInch;
  const times = Number(to) / Number(from);
  return times >= 1 && times <= 8 ? times : 1;
}

/**
 * Returns the commands of gated ZPL with every length in dots and without `^MU`, which sets millimetres or inches. For reading and drawing
 * only: a printer gets the label's own bytes. Tokens that do not change are the same objects.
 */
export function tokensInDots(tokens: readonly ZplToken[], dotsPerMm = usualDotsPerMm): readonly ZplToken[] {
  if (!tokens.some(({ command }) => command === '^MU')) return tokens;
  let scale = 1;
  const scaled = (text: string): string => {
    const length = Number.parseFloat(text);
    return Number.isFinite(length) ? String(Math.round(length * scale)) : text;
  };
  return tokens.flatMap((token) => {
    const { command, parameters, delimiter } = token;
    if (command === '^MU') {
      scale = dotsIn(token, dotsPerMm);
      return [];
    }
    const places = scale === 1 ? [] : placesOf(command);
    if (places.length === 0) return [token];
    const parts = parameters.split(delimiter).map((part, at) => (places.includes(at) ? scaled(part) : part));
    return [{ ...token, parameters: parts.join(delimiter) }];
  });
}
