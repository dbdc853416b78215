import type { z } from 'zod';

/**
 * What a newer program wrote, where this one understands all of it; undefined where it says something that is not known here: to go on
 * without that could undo what it says. A part without a value says nothing: what a newer program adds is empty where all is as before.
 */
export function readWhole<T extends z.ZodType>(schema: T, written: unknown): z.infer<T> | undefined {
  const read = schema.safeParse(written);
  return read.success && saysNoMore(written, read.data) ? read.data : undefined;
}

function saysNoMore(written: unknown, read: unknown): boolean {
  if (typeof written !== 'object' || written === null) return true;
  const known = new Map(typeof read === 'object' && read !== null ? Object.entries(read) : []);
  return Object.entries(written).every(([name, value]) => (known.has(name) ? saysNoMore(value, known.get(name)) : isEmpty(value)));
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).every(isEmpty) : [undefined, null, false, ''].includes(value as null);
