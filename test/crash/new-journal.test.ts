import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';
import { noCounts } from './judge.ts';

// `npm run campaigns` covers every named point; `npm run test:crash -- --kills 1000` is the long run.
test('a journal that is being made is killed before its commit and behind it, and nothing is lost or done twice', async () => {
  const campaign = await runCampaign({ kills: 2, lanes: 2, seed: '1', at: 'new journal' });
  expect(campaign).toMatchObject({ ...noCounts, integrityFailures: 0, broken: [], unnamed: [] });
  expect([...campaign.hits].filter(([, times]) => times === 0)).toEqual([]);
});

test('a word that no point has in its name is refused with the list of points, before any station lives', async () => {
  const nowhere = runCampaign({ kills: 1, lanes: 1, seed: '1', at: 'no such point' });
  await expect(nowhere).rejects.toThrow(/"no such point"[^]*\nwriteBooked, committed\n/);
});
