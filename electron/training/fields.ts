export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text field: trimmed, numbers as text, an empty text if absent. */
export function textOf(fields: Fields, ...names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  }
  return '';
}

/** Reads a list, even if it was sent as an object whose values are the entries, or as a single entry. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isFields(value)) {
    const entries = Object.values(value);
    return entries.length > 0 && entries.every(isFields) ? entries : [value];
  }
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** The path of every text that contains non-ASCII characters. */
export function nonAsciiPaths(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return /\P{ASCII}/u.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => nonAsciiPaths(inner, path === '' ? key : `${path}.${key}`));
}
