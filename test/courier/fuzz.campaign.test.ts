import { expect, test } from 'vitest';
import { fuzz } from './fuzz-run.ts';

// `npm run test:fuzz -- --runs 100000` is the long run.
test('no mutated answer of 600 makes any operation throw', async () => {
  const { uncaught, examples } = await fuzz(600, 1);
  expect(examples.filter((example) => !example.includes(': slow:'))).toEqual([]);
  expect(uncaught).toBe(0);
});
