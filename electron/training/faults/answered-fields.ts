/** Returns a copy with every field of these names changed, at any depth. */
export function changeFields(value: unknown, names: readonly string[], change: (old: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => changeFields(entry, names, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, names.includes(name) ? change(inner) : changeFields(inner, names, change)]),
  );
}
