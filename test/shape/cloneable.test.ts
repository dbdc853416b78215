import { expect, test } from 'vitest';
import type { z } from 'zod';
import { contract } from '../../shared/ipc.ts';
import { words } from '../words.ts';

// Electron clones values that cross between main and page. Cloning throws for a function and drops the class of an object.

const cloneable = new Set<string>(words('string number boolean null undefined literal enum array tuple object record void'));
/** Kinds that only contain other kinds, which are checked too. */
const around = new Set(['union', 'optional', 'nullable', 'default', 'readonly', 'pipe', 'transform', 'lazy']);

type Def = Readonly<Record<string, unknown>> & { readonly type: string };
const isSchema = (value: object): value is z.ZodType => 'safeParse' in value && 'def' in value;
const defOf = (value: object): Def | undefined => (isSchema(value) ? (value.def as unknown as Def) : undefined);

/** Names of all kinds in a schema that Electron would refuse, each with the fields that lead to it. */
function refusedIn(value: unknown, path: string, seen = new Set<unknown>()): string[] {
  if (typeof value === 'function' && path.endsWith('.getter')) return refusedIn(value(), path, seen);
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const def = defOf(value);
  const inside = Object.entries(def ?? value).flatMap(([name, each]) =>
    name === 'checks' ? [] : refusedIn(each, `${path}.${name}`, seen),
  );
  if (def === undefined || cloneable.has(def.type) || around.has(def.type) || isOfBytes(value)) return inside;
  return [`${path}: ${def.type}`, ...inside];
}

const isOfBytes = (schema: object): boolean =>
  isSchema(schema) && schema.safeParse(new Uint8Array(1)).success && !schema.safeParse({}).success;

test('every answer and push of the contract can be cloned', () => {
  expect(Object.entries(contract.calls).flatMap(([name, { reply }]) => refusedIn(reply, name))).toEqual([]);
  expect(Object.entries(contract.pushes).flatMap(([name, push]) => refusedIn(push, name))).toEqual([]);
});
