import { expect, test } from 'vitest';
import { runModel } from './acts.ts';

const seed = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test(`20 random days keep every rule of money and paper (seed ${seed})`, async () => {
  const { bookings, sheets, cuts } = await runModel(20, seed);
  // A model without activity breaks no rule. The campaign counts the rarer events.
  for (const [what, count] of Object.entries({ bookings, sheets, cuts })) expect(count, what).toBeGreaterThan(0);
});
