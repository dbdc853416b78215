import { z } from 'zod';

const count = z.int();
/** `name`: the location of the text; empty means the whole value. */
export const oversizeSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('too-many-characters'), name: z.string(), characters: count, most: count }),
  z.object({ code: z.literal('too-many-characters-together'), most: count }),
  z.object({ code: z.literal('too-many-entries'), name: z.string(), entries: count, most: count }),
]);
export type Oversize = z.infer<typeof oversizeSchema>;

/** Maximum length of a number, key or name of the service, also when the window sends it back. */
export const longestServiceText = 4096;

/** Maximum length of any text on a parcel, a form or a screen. */
const longestText = 5000;
/** Limit for all texts of one order, or of the settings, together. */
const mostCharacters = 100_000;
const mostEntries = 1000;

/**
 * Why a value contains more text than a bench can need; undefined if it does not. Oversized values are refused on entry, so later code
 * may scan each text as often as needed.
 */
export function oversized(value: unknown): Oversize | undefined {
  let left = mostCharacters;
  const look = (each: unknown, name: string): Oversize | undefined => {
    if (typeof each === 'string') {
      left -= each.length;
      if (each.length > longestText) return { code: 'too-many-characters', name, characters: each.length, most: longestText };
      return left < 0 ? { code: 'too-many-characters-together', most: mostCharacters } : undefined;
    }
    if (typeof each !== 'object' || each === null) return undefined;
    if (Array.isArray(each) && each.length > mostEntries)
      return { code: 'too-many-entries', name, entries: each.length, most: mostEntries };
    for (const [key, inner] of Object.entries(each)) {
      const found = look(inner, Array.isArray(each) ? `${name} ${Number(key) + 1}` : key);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return look(value, '');
}
