import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';
import { commit } from './commit.ts';

test('random days of this commit, with unknown services, printers, files and packers, end as they should', async () => {
  const seed = commit();
  const { days, parcels, red, broken } = await runCampaign({ days: 8, seed, lanes: 2, shortens: false });
  expect(
    red.map(({ plan, findings }) => [plan.seed, ...findings.map(({ counter, what, detail }) => `${counter}: ${what}: ${detail}`)]),
  ).toEqual([]);
  expect(broken).toEqual([]);
  expect(days).toBe(8);
  // Days with few shipments prove little.
  expect(parcels).toBeGreaterThan(2 * days);
});

test.each([
  ['amounts-always-in-cents', 'typed value'],
  ['restored-old-folder', 'old folder'],
  ['second-driver', 'second driver'],
] as const)('finds the bug “%s” when it is put into the source', async (wrong, act) => {
  const { red } = await runCampaign({ days: 8, seed: 'wrong', lanes: 1, wrong, acts: [act], untilRed: true });
  expect(red).toHaveLength(1);
});
