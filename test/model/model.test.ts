import { expect, test } from 'vitest';
import { runModel } from './acts.ts';

const seed = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test(`20 random days keep every rule of money and paper (seed ${seed})`, async () => {
  const { bookings, sheets, cuts } = await runModel(20, seed);
  // A model in which nothing happens keeps every rule. What is rarer is counted by the campaign.
  for (const [what, count] of Object.entries({ bookings, sheets, cuts })) expect(count, what).toBeGreaterThan(0);
});
