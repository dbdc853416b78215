import { expect, test } from 'vitest';
import { fuzz } from './fuzz-run.ts';

test('no mutated answer of a hundred makes any operation throw', async () => {
  const { uncaught, examples } = await fuzz(100, 1);
  expect(examples.filter((example) => !example.includes(': slow:'))).toEqual([]);
  expect(uncaught).toBe(0);
});
