import { z } from 'zod';

const texts = ['', '1', 'A-1', '2026-11-30', '2026-11-30T09:00:00.000Z', '10:00', 'aaaa', 'xxxxxxxxxxxxxxxxxxxxxxxx'];
const numbers = [0, 1, 5, 203, 1024, 2000];

/** Returns the smallest value that fits this schema: empty texts and lists, and the first of several forms. Throws for an unknown kind. */
export function fittingValue(schema: z.core.$ZodType): unknown {
  const fits = (value: unknown): boolean => z.safeParse(schema, value).success;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'string') return texts.find(fits);
  if (def.type === 'number') return numbers.find(fits);
  if (def.type === 'boolean') return false;
  if (def.type === 'null' || def.type === 'nullable') return null;
  if (def.type === 'optional') return undefined;
  if (def.type === 'literal') return def.values[0];
  if (def.type === 'enum') return Object.values(def.entries)[0];
  if (def.type === 'array') return fits([]) ? [] : [fittingValue(def.element)];
  if (def.type === 'record') return {};
  if (def.type === 'tuple') return def.items.map(fittingValue);
  if (def.type === 'union') return fittingValue(def.options[0]!);
  if (def.type === 'object') return Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, fittingValue(part)]));
  if (def.type === 'default' || def.type === 'readonly') return fittingValue(def.innerType);
  if (def.type === 'pipe') return fittingValue(def.in);
  if (def.type === 'custom') return new Uint8Array();
  throw new Error(`No value is known for ${def.type}`);
}
