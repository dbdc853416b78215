import { expect, test } from 'vitest';
import { lastLine, runCampaign } from './campaign.ts';
import { type DefectName, defects } from './defects.ts';
import { noCounts } from './judge.ts';

// `npm run test:crash -- --kills 1000` is the long run, which reaches every named point.
const asked = { kills: 24, lanes: 3 };
const newSeed = (): string => String(Date.now() % 1_000_000);

test('kills at drawn points or random moments lose nothing and double nothing', async () => {
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
  expect(campaign.kills).toBeGreaterThanOrEqual(20);
  expect([...hits.values()].filter((times) => times > 0).length).toBeGreaterThanOrEqual(12);
});

/** The count that detects each defect, and the points at which a kill detects it. */
const foundBy = {
  'the intent is written after the send': { count: 'lost', at: 'send ship' },
  'what may not be repeated is sent twice': { count: 'doubled', at: 'writeAnswer, ' },
  'an answer is made up': { count: 'phantom', at: 'writeAnswer, ' },
  'unknown bookings are not shown': { count: 'silentUnknown', at: 'writeUnknown' },
  'every label is printed twice': { count: 'sheetsDoubled', at: 'moveJob printed' },
} as const satisfies Record<DefectName, { readonly count: keyof typeof noCounts; readonly at: string }>;

test.each(Object.keys(defects) as DefectName[])('kills detect a program in which %s', async (defect) => {
  const { count, at } = foundBy[defect];
  const campaign = await runCampaign({ ...asked, seed: newSeed(), defect, at, untilFound: true });
  expect(campaign[count]).toBeGreaterThan(0);
});
