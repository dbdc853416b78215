import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';
import { noCounts } from './judge.ts';

// `npm run campaigns` covers every named point; `npm run test:crash -- --kills 1000` is the long run.
test('a kill before or after the first commit of a new journal loses and doubles nothing', async () => {
  const campaign = await runCampaign({ kills: 2, lanes: 2, seed: '1', at: 'new journal' });
  expect(campaign).toMatchObject({ ...noCounts, integrityFailures: 0, broken: [], unnamed: [] });
  expect([...campaign.hits].filter(([, times]) => times === 0)).toEqual([]);
});

test('refuses an unknown kill point with the list of points before a station starts', async () => {
  const nowhere = runCampaign({ kills: 1, lanes: 1, seed: '1', at: 'no such point' });
  await expect(nowhere).rejects.toThrow(/"no such point"[^]*\nwriteBooked, committed\n/);
});
