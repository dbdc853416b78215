import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failed, ok } from '../../shared/result.ts';
import { alwaysCheapest } from '../../shared/suggested-rule.ts';
import { failure } from '../shots/scene.ts';
import { setup } from '../shots/setups.ts';
import { page, reads } from './mount.tsx';
import { ship } from './mount-ship.tsx';

const version = (no: number) =>
  ok({ ...setup, settings: { ...setup.settings, shippingRules: { ...setup.settings.shippingRules, version: no } } });
const scenes = ['ship-done-suggested-rule', 'ship-ready-suggested-rule'];

test.each(scenes)('%s: A adds the rule, and U takes exactly this version back', async (scene) => {
  const { press, push, asked, answer } = ship(scene, { saveRules: version(2) });
  expect(page()).toContain('of 10 times you took the cheapest. Always?');
  expect(page()).toContain('Adds the rule “Always: cheapest, then ask”. You still buy by yourself.');
  await press('a');
  await reads('Rule added: “Always: cheapest, then ask”.');
  expect(asked('saveRules')).toEqual([{ list: [alwaysCheapest], last: 'ask', over: 1 }]);
  push({ frame: { cheapestTaken: null } });
  expect(page()).not.toContain('Always?');
  answer('saveRules', version(3));
  await press('u');
  expect(asked('saveRules')[1]).toEqual({ list: [], last: 'ask', over: 2 });
});

test.each(scenes)('%s: Enter and a scan accept nothing', async (scene) => {
  const { press, scan, asked } = ship(scene, { scan: ok({}) });
  await press('Enter');
  await scan('ABA1');
  expect(asked('saveRules')).toEqual([]);
  expect(asked('saveSettings')).toEqual([]);
});

test('No ends the question, and U asks again', async () => {
  const { press, click, asked } = ship('ship-done-suggested-rule');
  await click('No');
  await reads('Packbench does not ask this again.');
  await press('u');
  expect(asked('saveSettings')).toEqual([{ settings: { suggestsCheapest: false } }, { settings: { suggestsCheapest: true } }]);
});

test('a refusal is shown, and offers no undo', async () => {
  const { press } = ship('ship-done-suggested-rule', { saveRules: failed(failure('changed-since')) });
  await press('a');
  await reads('It was changed again meanwhile.');
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

test('is not asked while the first live parcel is asked about', () => {
  const first = ship('ship-done-suggested-rule');
  act(() => first.push({ frame: { liveProven: false } }));
  expect(page()).not.toContain('Always?');
});
