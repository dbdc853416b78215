/** Twenty-digit names for ids, to test that a client does not round them. */
export interface LongIds {
  lengthen(id: string): string;
  /** Returns a copy of the request with every long name replaced with the id. */
  shortened(value: unknown): unknown;
}

export function createLongIds(): LongIds {
  const idOf = new Map<string, string>();
  const longOf = new Map<string, string>();
  const shortened = (value: unknown): unknown => {
    if (typeof value === 'string') return idOf.get(value.trim()) ?? value;
    if (Array.isArray(value)) return value.map(shortened);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
  };
  return {
    lengthen(id) {
      // Neighbours differ only in the last digit, beyond the precision of a double.
      const long = longOf.get(id) ?? `123456789012345${String(10_001 + longOf.size)}`;
      longOf.set(id, long);
      idOf.set(long, id);
      return long;
    },
    shortened,
  };
}
