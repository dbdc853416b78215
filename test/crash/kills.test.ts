import { expect, test } from 'vitest';
import { lastLine, runCampaign } from './campaign.ts';
import { noCounts } from './judge.ts';

// The first of a campaign: `npm run campaigns` goes by every named point, `npm run test:crash -- --kills 1000` is the long run.
test('eight kills lose nothing and do nothing twice', { timeout: 60_000 }, async () => {
  const seed = String(Date.now() % 1_000_000);
  const found: string[] = [`seed ${seed}`];
  const campaign = await runCampaign({ kills: 8, lanes: 3, seed, isSample: true, log: (line) => found.push(line) });
  console.log(lastLine(campaign));
  const { lost, doubled, phantom, silentUnknown, sheetsDoubled, integrityFailures, broken, unnamed } = campaign;
  expect({ lost, doubled, phantom, silentUnknown, sheetsDoubled, integrityFailures }, found.join('\n')).toEqual({
    ...noCounts,
    integrityFailures: 0,
  });
  expect({ broken, unnamed }).toEqual({ broken: [], unnamed: [] });
  expect(campaign.kills).toBeGreaterThanOrEqual(6);
  expect(campaign.bookings).toBeGreaterThan(0);
});

test('a journal that is being made is ended before its commit and behind it', { timeout: 60_000 }, async () => {
  const { hits } = await runCampaign({ kills: 2, lanes: 2, seed: '1', at: 'new journal' });
  expect([...hits].filter(([, times]) => times === 0)).toEqual([]);
});
