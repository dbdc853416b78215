import { expect, test } from 'vitest';
import { fuzz } from './fuzz-run.ts';

test('no mutated answer makes any operation throw', async () => {
  const { uncaught, examples } = await fuzz(600, 1);
  expect(examples.filter((example) => !example.includes(': slow:'))).toEqual([]);
  expect(uncaught).toBe(0);
});
