const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Returns `next`, but reuses every part of `last` that is deeply equal, so components that depend on that part only do not render again.
 */
export function keepEqual<T>(last: unknown, next: T): T {
  if (Object.is(last, next)) return next;
  if (Array.isArray(last) && Array.isArray(next)) {
    const kept = next.map((each, index) => keepEqual(last[index], each));
    return (kept.length === last.length && kept.every((each, index) => each === last[index]) ? last : kept) as T;
  }
  if (!isPlain(last) || !isPlain(next)) return next;
  const names = Object.keys(next);
  const kept = Object.fromEntries(names.map((name) => [name, keepEqual(last[name], next[name])]));
  const isSame = names.length === Object.keys(last).length && names.every((name) => name in last && kept[name] === last[name]);
  return (isSame ? last : kept) as T;
}
