import { expect, test } from 'vitest';
import { commit } from '../commit.ts';
import { liveShops } from './live.ts';

/** Small numbers prove little. */
test.each([
  ['pushes', 80, 20],
  ['reports', 8, 0],
  ['files', 8, 4],
] as const)('each of the %s drawn from the commit matches its description', async (kind, count, least) => {
  const { findings, counted } = await liveShops(kind, commit(), count);
  expect(findings).toEqual([]);
  expect(counted).toBeGreaterThan(least);
});
