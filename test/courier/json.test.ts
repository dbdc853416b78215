import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../electron/courier/json.ts';

type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

/** The engine's own parser, which returns the digits of a number; undefined if it rejects the text. */
function parsedByEngine(text: string): unknown {
  const digits: Reviver = (_name, value, { source }) => (typeof value === 'number' ? source : value);
  try {
    return (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, digits);
  } catch {
    return undefined;
  }
}
const read = (text: string): unknown => {
  const value = readJson(Buffer.from(text));
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
};

test.each([
  '{"a":12345678901234567890.10}',
  '[-0,1e5,1E-5,0.50]',
  ' 7 ',
  '"7"',
  '{"a\\"":"1","b":"{\\"c\\":2}"}',
  '{1:2}',
  '{"a":01}',
  '[1.]',
  '[.5]',
  '[+1]',
  '[--1]',
  '[1 2]',
  '[1"2"]',
  '["a"1]',
  'tru1',
  '[nul-1]',
  '[1e]',
  '1}',
  '{"a":1 :2}',
])('%s is read with its digits, or refused, as the engine does', (text) => {
  expect(read(text)).toEqual(parsedByEngine(text));
});

test('a random JSON text is read or refused exactly as the engine does', () => {
  const sign = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', '\\', '1', '-', '0', '.', 'e', '+', 'true', 'null', ' ', '\n');
  const value = fc.json({ maxDepth: 4 });
  const spoilt = fc.tuple(value, fc.nat(), sign).map(([text, at, put]) => {
    const where = at % (text.length + 1);
    return text.slice(0, where) + put + text.slice(where);
  });
  const isPlain = (text: string): boolean => !/__proto__|constructor|prototype/.test(text);
  fc.assert(
    fc.property(
      fc
        .oneof(
          fc.array(sign, { maxLength: 8 }).map((signs) => signs.join('')),
          value,
          spoilt,
        )
        .filter(isPlain),
      (text) => {
        expect(read(text)).toEqual(parsedByEngine(text));
      },
    ),
    { seed: 20261129, numRuns: 4000 },
  );
});

test('names that could reach a prototype are dropped, and no record has one', () => {
  const value = readJson(Buffer.from('{"__proto__":{"a":1},"constructor":2,"b":{"prototype":3,"c":"4"}}'));
  expect(value).toEqual(Object.assign(Object.create(null), { b: Object.assign(Object.create(null), { c: '4' }) }));
  expect(Object.getPrototypeOf(value)).toBeNull();
  expect((value as Record<string, unknown>)['toString']).toBeUndefined();
});
