import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesThere, filledAddress, filledJson, jsonFlaw } from '../../shared/placeholders.ts';

const seed = Number(process.env['SEED'] ?? 31_004);
const known = { order: '', tracking: '', list: [] };

test(`a value never leaves its text (SEED=${seed})`, () => {
  const template = '{"a": "x{order}y", "n": 1.50, "big": 12345678901234567890, "l": "{list}", "o": "\\u007border}", "e": "\\"{order}\\""}';
  expect(jsonFlaw(template, known)).toBeUndefined();
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '\n', '{list}', '{order}', '\u2028', '🎁'));
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 3 }), (order, list) => {
      const json = filledJson(template, { order, tracking: '', list });
      const whole = order.toWellFormed();
      expect(JSON.parse(json)).toEqual({
        a: `x${whole}y`,
        n: 1.5,
        big: 12_345_678_901_234_567_000,
        l: list.map((each) => each.toWellFormed()),
        o: whole,
        e: `"${whole}"`,
      });
      expect(json).toContain('1.50, "big": 12345678901234567890');
    }),
    { seed, numRuns: 300 },
  );
});

test('what is not a placeholder stays as it is written', () => {
  const template = '{"query":"query($n: ID!) { a(n: $n) {name} }", "s": "a\\/b {} { order }", "order": null}';
  expect(jsonFlaw(template, known)).toBeUndefined();
  expect(filledJson(template, { order: 'A-1' })).toBe(template);
});

test.each([
  ['{"a": {order}}', 'outside-text', 'order'],
  ['{"a": "{order}",}', 'not-json', ''],
  ['', 'not-json', ''],
  ['{"a{order}": 1}', 'in-name', 'order'],
  ['{"a": ["{orders}"]}', 'unknown', 'orders'],
  ['{"a": "{toString}"}', 'unknown', 'toString'],
  ['{"a": "{list}, {order}"}', 'list-not-alone', 'list'],
  ['{"query": "{ a(n: \\"{order}\\") { name } }"}', 'in-query', 'order'],
  ['{"query": "\\u007b a(n: \\"\\u007border}\\") }", "query": ""}', 'in-query', 'order'],
  ['[{"query": "query { a {order} }"}]', 'in-query', 'order'],
] as const)('the JSON %s is refused', (template, flaw, mark) => {
  expect(jsonFlaw(template, known)).toEqual({ flaw, mark });
});

test.each([
  ['{"query": "{order}"}', undefined],
  ['{"query": "name:{order}", "variables": ["{tracking}"]}', undefined],
])('the JSON %s is not taken for an operation', (template, flaw) => {
  expect(jsonFlaw(template, known)).toBe(flaw);
});

test.each([
  ['query { mutations { name } }', false],
  ['{ a(x: "mutation") { name } }', false],
  ['mutation { a }', true],
  ['# first\n mutation A { a }', true],
  ['fragment F on Order { name } mutation A { a }', true],
  ['subscription { a }', true],
])('the operation %s is known as one that changes: %s', (query, changes) => {
  expect(changesThere(JSON.stringify({ query }))).toBe(changes);
});

test('the values of an address are encoded, and never lead to another path', () => {
  const pattern = 'https://shop.example/{order}/items?t={tracking}';
  expect(filledAddress(pattern, { order: 'A/1 ü', tracking: 'x&y=1#' })).toBe('https://shop.example/A%2F1%20%C3%BC/items?t=x%26y%3D1%23');
  expect(filledAddress(pattern, { order: '..', tracking: '' })).toBeUndefined();
});
