type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

/**
 * The objects of a JSON file: an array of them, or an object whose `orders` is one. Numbers keep the digits they were written with.
 * Undefined where it is neither; an entry that is no object is undefined in its place.
 */
export function jsonRows(text: string): readonly (Readonly<Record<string, string>> | undefined)[] | undefined {
  let value: unknown;
  try {
    value = parseWithSource(text.replace(/^\uFEFF/, ''), (_name, each, { source }) => (typeof each === 'number' ? source : each));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
  const list: unknown = isObject(value) ? value['orders'] : value;
  return Array.isArray(list) ? list.map((entry: unknown) => (isObject(entry) ? textFields(entry) : undefined)) : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textFields = (entry: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(entry).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'boolean' ? [[name.toLowerCase(), String(value)]] : [],
    ),
  );
