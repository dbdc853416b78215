import { expect, test } from 'vitest';
import { commit } from '../strangers/commit.ts';
import { tryLayouts } from './layouts/trial.ts';

// `npm run test:labels` is the long run.
test('labels in unknown forms match their own orders, and no other order, direction or extra page', async () => {
  const trial = await tryLayouts(60, commit());
  expect(trial.findings.filter((finding) => !/: asked: /.test(finding))).toEqual([]);
  expect(trial.asked, trial.findings.join('\n')).toBeLessThan(6);
  expect(trial.own).toBeGreaterThan(54);
}, 60_000);
