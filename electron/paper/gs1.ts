/** Stands for FNC1, which ends a value of variable length. */
export const groupSeparator = '\x1d';

/** A value with its application identifier. */
export interface Gs1Element {
  readonly identifier: string;
  readonly value: string;
}

/** GS1 identifiers of values with a fixed length, which need no separator. */
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
 * Splits a text, with or without brackets, into its elements; undefined if any part of it is not GS1. Any number may begin like an
 * identifier, so the text needs brackets, a separator between two elements, or the length of an SSCC.
 */
export function gs1Elements(text: string): readonly Gs1Element[] | undefined {
  if (!/^\(|\x1d/.test(text) && !/^00\d{18}$/.test(text)) return undefined;
  const found: Gs1Element[] = [];
  const parts = text.startsWith('(') ? text.split('(').map((part) => part.replace(/[)\s]/g, '')) : text.split(groupSeparator);
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
