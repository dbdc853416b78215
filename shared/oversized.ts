import { z } from 'zod';

const count = z.int();
/** `name` says where it stands; empty is the whole. */
export const oversizeSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('too-many-characters'), name: z.string(), characters: count, most: count }),
  z.object({ code: z.literal('too-many-characters-together'), most: count }),
  z.object({ code: z.literal('too-many-entries'), name: z.string(), entries: count, most: count }),
]);
export type Oversize = z.infer<typeof oversizeSchema>;

/** A number, key or name of the service is read up to this length, and so is every one that comes back from the window. */
export const longestServiceText = 4096;

/** No text that belongs on a parcel, a form or a screen is longer. */
const longestText = 5000;
/** All texts of one order, or of the settings, together. */
const mostCharacters = 100_000;
const mostEntries = 1000;

/**
 * Why a value holds more text than anything at a bench can need; undefined where it does not. What is too much is refused at the
 * door: everything behind it may look at each text as often as it likes.
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
