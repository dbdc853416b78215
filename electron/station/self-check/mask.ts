/** Names of people and computers that a path or a message may hold. */
export interface Names {
  readonly home: string;
  readonly user: string;
  readonly computer: string;
  /** The Windows domain; empty elsewhere. */
  readonly domain: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Masks these names in a text. Windows shortens a user's folder in its own way (`C:\Users\JANEDO~1`), so any name in that place is masked.
 */
export function mask(text: string, { home, user, computer, domain }: Names): string {
  const word = (name: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'giu');
  const homes = home.length > 1 ? text.replace(new RegExp(escaped(home), 'gi'), '~') : text;
  const shares = homes.replace(/\\\\[^\\?.\s][^\\\s]*\\/g, '\\\\<server>\\');
  const folders = shares.replace(/([\\/](?:Users|home|Documents and Settings)[\\/])[^\\/\s'"]+/gi, '$1<user>');
  const masks = [
    [user, '<user>'],
    [computer, '<computer>'],
    [domain, '<domain>'],
  ] as const;
  return masks.reduce((masked, [name, by]) => (name === '' ? masked : masked.replace(word(name), by)), folders);
}

/** Masks every text in a value of plain data; names of fields stay. */
export function maskAll<T>(value: T, names: Names): T {
  if (typeof value === 'string') return mask(value, names) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => maskAll(each, names)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskAll(each, names)])) as T;
}
