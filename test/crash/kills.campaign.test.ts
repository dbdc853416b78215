import { expect, test } from 'vitest';
import { lastLine, runCampaign } from './campaign.ts';
import { type DefectName, defects } from './defects.ts';
import { noCounts } from './judge.ts';

// `npm run test:crash -- --kills 1000` is the long run, which comes by every named point.
const asked = { kills: 110, lanes: 3 };
const newSeed = (): string => String(Date.now() % 1_000_000);

test('a hundred kills, at drawn points and at any moment, lose nothing and do nothing twice', async () => {
  const seed = newSeed();
  const found: string[] = [`seed ${seed}`];
  const campaign = await runCampaign({ ...asked, isShort: true, seed, log: (line) => found.push(line) });
  console.log(lastLine(campaign));
  const { lost, doubled, phantom, silentUnknown, sheetsDoubled, integrityFailures, hits, broken } = campaign;
  expect({ lost, doubled, phantom, silentUnknown, sheetsDoubled, integrityFailures }, found.join('\n')).toEqual({
    ...noCounts,
    integrityFailures: 0,
  });
  expect({ broken, unnamed: campaign.unnamed }).toEqual({ broken: [], unnamed: [] });
  expect(campaign.kills).toBeGreaterThanOrEqual(100);
  expect([...hits.values()].filter((times) => times > 0).length).toBeGreaterThanOrEqual(50);
});

/** What each wrong program is found out by. */
const foundBy = {
  'the intent is written after the send': 'lost',
  'what may not be repeated is sent twice': 'doubled',
  'an answer is made up': 'phantom',
  'unknown bookings are not shown': 'silentUnknown',
  'every label is printed twice': 'sheetsDoubled',
} as const satisfies Record<DefectName, keyof typeof noCounts>;

test.each(Object.keys(defects) as DefectName[])('the same run finds a program where %s', async (defect) => {
  const campaign = await runCampaign({ ...asked, seed: newSeed(), defect, untilFound: true });
  expect(campaign[foundBy[defect]]).toBeGreaterThan(0);
});
