/** No text that belongs on a parcel, a form or a screen is longer. */
const longestText = 5000;
/** All texts of one order, or of the settings, together. */
const mostCharacters = 100_000;
const mostEntries = 1000;

const few = new Intl.NumberFormat('en');

/**
 * Why a value holds more text than anything at a bench can need, in words that name the place; undefined where it does not. What is
 * too much is refused at the door: everything behind it may look at each text as often as it likes.
 */
export function oversized(value: unknown): string | undefined {
  let left = mostCharacters;
  const look = (each: unknown, name: string): string | undefined => {
    if (typeof each === 'string') {
      left -= each.length;
      if (each.length > longestText)
        return `${name} has ${few.format(each.length)} characters, no more than ${few.format(longestText)} are taken`;
      return left < 0 ? `Its texts have more than ${few.format(mostCharacters)} characters together` : undefined;
    }
    if (typeof each !== 'object' || each === null) return undefined;
    if (Array.isArray(each) && each.length > mostEntries)
      return `${name} has ${few.format(each.length)} entries, no more than ${few.format(mostEntries)} are taken`;
    for (const [key, inner] of Object.entries(each)) {
      const found = look(inner, Array.isArray(each) ? `${name} ${Number(key) + 1}` : key);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return look(value, 'It');
}
