import { expect, test } from 'vitest';
import { runGate } from './zpl-mutants.ts';

// `npm run test:gate -- --inputs 100000` is the long run.
test('no forbidden command passes in 5,000 mutated labels, and no setting outlives one', () => {
  const seed = Date.now() % 1_000_000;
  const run = runGate(5000, seed);
  expect(run.forbidden, `seed ${seed}`).toEqual([]);
  expect(run.lasting, `seed ${seed}`).toEqual([]);
  expect(run.passed).toBeGreaterThan(500);
});
