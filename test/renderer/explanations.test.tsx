import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { revisionsAt } from '../../shared/lists.ts';
import { failed, ok } from '../../shared/result.ts';
import { failure } from '../shots/scene.ts';
import { setup } from '../shots/setups.ts';
import { page, reads } from './mount.tsx';
import { ship } from './mount-ship.tsx';
import { openTab } from './setup-tab.tsx';

const message = 'Postal code 10623 is not served';
const cause = 'DPD does not go there. Take DHL.';
const kept = { message, cause, remedy: '' };

async function explain(answers: object = {}) {
  const mounted = ship('ship-stopped-rejected', { keepExplanation: ok(kept), dropExplanation: ok({}), ...answers });
  await mounted.click('Always explain this as …');
  mounted.fill(`Always explain “${message}” as`, cause);
  return mounted;
}

test('an unknown error is explained from its screen, and U takes back exactly that', async () => {
  const { click, press, push, answer, asked } = await explain();
  await click('Save');
  await reads('From now on this bench shows your explanation.');
  expect(asked('keepExplanation')).toEqual([kept]);
  answer('explain', ok([{ cause, remedy: '' }]));
  push({ frame: { revisions: revisionsAt(9) } });
  await reads(cause);
  expect(screen.getByText(message).closest('details')).not.toBeNull();
  expect(screen.queryByRole('button', { name: /Always explain/ })).toBeNull();
  await press('u');
  expect(asked('dropExplanation')).toEqual([kept]);
});

test('Enter in the field saves, a refusal keeps the text, and nothing is offered for a known error', async () => {
  const { press, asked } = await explain({ keepExplanation: failed(failure('setting-invalid', [{ code: 'explanation-not-kept' }])) });
  await press('Enter');
  await reads('The explanation was not saved');
  expect(asked('keepExplanation')).toHaveLength(1);
  expect(screen.getByDisplayValue(cause)).toBeTruthy();
});

test('a known error has no button, and its own words stand below its meaning', () => {
  ship('ship-stopped-explained');
  expect(page()).toContain('d_postal 10623 is not served by this courier');
  expect(screen.queryByRole('button', { name: /Always explain/ })).toBeNull();
});

test('Setup lists the explanations and removes one, with an undo', async () => {
  const answers = { setup: ok({ ...setup, explanations: [kept] }), dropExplanation: ok({}), keepExplanation: ok(kept) };
  const { click, press, asked } = await openTab('Account', answers);
  await reads('Errors that you explained');
  await click(`Remove the explanation of: ${message}`);
  await reads('The explanation is removed.');
  await press('u');
  expect([asked('dropExplanation'), asked('keepExplanation')]).toEqual([[kept], [kept]]);
});
