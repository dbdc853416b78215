import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { logFieldNames } from '../../electron/bench/ports/log.ts';

/** A node of a syntax tree, with the parts that calls and objects have. */
interface Syntax {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly callee?: Syntax;
  readonly object?: Syntax;
  readonly property?: Syntax;
  readonly key?: Syntax;
  readonly arguments?: readonly Syntax[];
  readonly properties?: readonly Syntax[];
}

/** Names of values that hold what a person, a shop or the service wrote. */
const ofPeople = /^(message|address|text|recipient|sender|orderKey|orderNo|street|city|email|phone|body|detail)$/;

/** Counts the calls of the log in this source and returns the flaws of each. */
function wrongIn(source: string): { readonly calls: number; readonly wrong: readonly string[] } {
  const wrong: string[] = [];
  let calls = 0;
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const call = node as Syntax;
    if (call.type === 'CallExpression' && isLog(call.callee)) {
      calls += 1;
      wrong.push(...fieldsOf(call.arguments?.[1]).flatMap(flaw));
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(source, { lang: 'ts' }));
  return { calls, wrong };
}

const isLog = (callee: Syntax | undefined): boolean =>
  callee?.name === 'log' || (callee?.property?.name === 'log' && !['console', 'Math'].includes(callee.object?.name ?? ''));

/** Properties of an object, also of those that are spread into it by a condition. */
function fieldsOf(node: Syntax | undefined): readonly Syntax[] {
  if (!node) return [];
  if (node.type === 'ObjectExpression')
    return (node.properties ?? []).flatMap((each) => (each.type === 'Property' ? [each] : fieldsOf(each)));
  return Object.values(node).flatMap((each: unknown) =>
    typeof each === 'object' && each !== null && 'type' in each && (each as Syntax).type !== 'CallExpression'
      ? fieldsOf(each as Syntax)
      : [],
  );
}

function flaw({ key, value }: Syntax): readonly string[] {
  const field = key?.name ?? '';
  const given = value as Syntax | undefined;
  const read = given?.type === 'MemberExpression' ? given.property?.name : given?.name;
  return [
    ...((logFieldNames as readonly string[]).includes(field) ? [] : [`${field} is not a field of the log`]),
    ...(read !== undefined && ofPeople.test(read) ? [`${field} is given ${read}`] : []),
  ];
}

const sources = readdirSync('electron', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('training'))
  .map((file) => join('electron', file));

test('every call of the log gives only fields of its list, and none that a person wrote', () => {
  const found = sources.map((file) => ({ file, ...wrongIn(readFileSync(file, 'utf8')) }));
  expect(found.flatMap(({ file, wrong }) => wrong.map((each) => `${file}: ${each}`))).toEqual([]);
  expect(found.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThan(80);
});

test.each([
  ["log('failed', { recipient: 'x' })", 'recipient is not a field of the log'],
  ["context.log('failed', { code: error.message })", 'code is given message'],
  ["log('failed', { code, ...(seen && { orderKey }) })", 'orderKey is not a field of the log'],
  ["log('failed', isLate ? { state: address } : { state: 'early' })", 'state is given address'],
])('mutant: %s is found', (source, why) => {
  expect(wrongIn(source).wrong).toContain(why);
});
