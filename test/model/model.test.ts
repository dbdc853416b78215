import { expect, test } from 'vitest';
import { runModel } from './acts.ts';

const seed = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test(`200 random days keep every rule of money and paper (seed ${seed})`, { timeout: 120_000 }, async () => {
  const totals = await runModel(200, seed);
  // A model in which nothing happens keeps every rule.
  for (const [what, count] of Object.entries(totals)) expect(count, what).toBeGreaterThan(0);
});
