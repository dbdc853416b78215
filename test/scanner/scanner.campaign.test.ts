import { expect, test } from 'vitest';
import { runScanner } from './campaign.ts';

/** `SCANNER_STREAMS=20000 SCANNER_SEED=4711 npx vitest run --project campaigns test/scanner`. */
const streams = Number(process.env['SCANNER_STREAMS'] ?? 1500);
/** Always the same streams; `npm run test:scanner` draws others. */
const seed = Number(process.env['SCANNER_SEED'] ?? 4711);

test(`${streams} drawn key streams open no other order, answer nothing and are not lost (seed ${seed})`, async () => {
  const { totals, steps, broken } = await runScanner(streams, seed);
  expect(broken).toEqual([]);
  // Streams without any effect break no rule.
  const { taken, asked, refused, standing, typed } = totals;
  for (const [what, count] of Object.entries({ taken, asked, refused, standing, typed })) expect(count, what).toBeGreaterThan(10);
  for (const step of ['choosing', 'asking-box', 'asking-house-number', 'asking-weight', 'already-shipped'])
    expect(steps[step] ?? 0, step).toBeGreaterThan(2);
});
