/** Stands for FNC1, which ends a value of free length. */
export const groupSign = '\x1d';

/** A value, and the number that says what it is. */
export interface Gs1Element {
  readonly identifier: string;
  readonly value: string;
}

/** The identifiers of GS1 before values of a fixed length, which need no sign behind them. */
const fixedLengths: readonly (readonly [identifier: RegExp, length: number])[] = [
  [/^00/, 18],
  [/^0[1-3]/, 14],
  [/^04/, 16],
  [/^1[1-9]/, 6],
  [/^20/, 2],
  [/^3[1-6]\d\d/, 6],
  [/^41\d/, 13],
];
const freeLengths = /^(?:10|2[12]|30|37|24\d|25\d|40[0-3]|42\d|7\d{3}|8\d{3}|9\d)/;

/**
 * Its parts, in brackets or without; undefined where the text is not of GS1 throughout. Any number may begin as an identifier does: it takes
 * brackets, a sign between two of them, or the length of a shipping unit's number.
 */
export function gs1Elements(text: string): readonly Gs1Element[] | undefined {
  if (!/^\(|\x1d/.test(text) && !/^00\d{18}$/.test(text)) return undefined;
  const found: Gs1Element[] = [];
  const parts = text.startsWith('(') ? text.split('(').map((part) => part.replace(/[)\s]/g, '')) : text.split(groupSign);
  for (let rest of parts.filter((part) => part !== ''))
    while (rest !== '') {
      const fixed = fixedLengths.find(([identifier]) => identifier.test(rest));
      const identifier = (fixed?.[0] ?? freeLengths).exec(rest)?.[0];
      if (identifier === undefined) return undefined;
      const value = rest.slice(identifier.length, fixed ? identifier.length + fixed[1] : undefined);
      if (value === '' || (fixed && !new RegExp(`^\\d{${fixed[1]}}$`).test(value))) return undefined;
      found.push({ identifier, value });
      rest = rest.slice(identifier.length + value.length);
    }
  return found;
}
