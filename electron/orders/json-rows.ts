import type { FileReason } from '../../shared/order-file-reason.ts';

type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

export type JsonRow =
  | {
      readonly fields: Readonly<Record<string, string>> /** Names whose value is neither text, number nor yes or no. */;
      readonly nested: readonly string[];
    }
  | undefined;

/**
 * The objects of a JSON file: an array of them, or an object whose `orders` is one. Numbers keep the digits they were written with.
 * A reason says why the file is neither; an entry that is no object is undefined in its place.
 */
export function jsonRows(text: string, columns: readonly string[]): readonly JsonRow[] | FileReason {
  let value: unknown;
  try {
    value = parseWithSource(text, (_name, each, { source }) => (typeof each === 'number' ? source : each));
  } catch (error) {
    if (error instanceof SyntaxError) return { code: 'json-broken', said: error.message, columns };
    if (error instanceof RangeError) return { code: 'json-too-deep', columns };
    throw error;
  }
  const list: unknown = isObject(value) ? value['orders'] : value;
  if (Array.isArray(list)) return list.map((entry: unknown) => (isObject(entry) ? textFields(entry) : undefined));
  const told = isObject(value) ? (['error', 'errors', 'message'] as const).find((name) => name in value) : undefined;
  return told === undefined
    ? { code: 'json-without-orders', columns }
    : {
        code: 'json-answer-of-service',
        said: JSON.stringify((value as Record<string, unknown>)[told]).slice(0, 200),
        columns,
      };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textFields(entry: Readonly<Record<string, unknown>>): JsonRow {
  const fields: Record<string, string> = {};
  const nested: string[] = [];
  for (const [name, value] of Object.entries(entry)) {
    if (typeof value === 'string' || typeof value === 'boolean') fields[name.trim().toLowerCase()] = String(value);
    else if (value !== null) nested.push(name);
  }
  return { fields, nested };
}
