import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';
import { commit } from './commit.ts';
import { editedFiles } from './edited.ts';
import type { Wrong } from './wrong.ts';

const longMs = 180_000;
const slugs = readdirSync(new URL('wrongs', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));

test.each(slugs)('the wrong “%s” can still be put back: each of its texts stands once in the source', async (slug) => {
  const { wrong } = (await import(`./wrongs/${slug}.ts`)) as { readonly wrong: Wrong };
  expect(editedFiles(wrong.edits, new URL('../../', import.meta.url)).size).toBeGreaterThan(0);
});

test('days drawn from the commit, between a service, a printer, files and hands it has never met, end as they should', {
  timeout: longMs,
}, async () => {
  const seed = commit();
  const { days, red, broken } = await runCampaign({ days: 8, seed, lanes: 2, shortens: false });
  expect(
    red.map(({ plan, findings }) => [plan.seed, ...findings.map(({ counter, what, detail }) => `${counter}: ${what}: ${detail}`)]),
  ).toEqual([]);
  expect(broken).toEqual([]);
  expect(days).toBe(8);
});

test.each([
  ['amounts-always-in-cents', 'typed value'],
  ['old-folder-put-back', 'old folder'],
  ['second-driver', 'second driver'],
] as const)('put back, the wrong “%s” is found', { timeout: longMs }, async (wrong, act) => {
  const { red } = await runCampaign({ days: 8, seed: 'wrong', lanes: 1, wrong, acts: [act], untilRed: true });
  expect(red).toHaveLength(1);
});
