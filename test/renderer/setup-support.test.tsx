import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failed, ok } from '../../shared/result.ts';
import { failure } from '../shots/scene.ts';
import { reads } from './mount.tsx';
import { openTab } from './setup-tab.tsx';

test('the bundle is shown before it is saved, and F10 saves it', async () => {
  const { press, asked } = await openTab('Support', {
    supportBundle: ok({ text: '{"packbenchSupportBundle":1}' }),
    saveSupportBundle: ok({ file: 'packbench-support.json' }),
  });
  await reads('{"packbenchSupportBundle":1}');
  expect(asked('saveSupportBundle')).toEqual([]);
  await press('F10');
  await reads('Saved as packbench-support.json. Send this file to the person who helps you.');
});

test('nothing can be saved while no bundle is shown', async () => {
  await openTab('Support', { supportBundle: failed(failure('bug')) });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Save it/ }).disabled).toBe(true);
});

test('a cancelled dialog reports nothing', async () => {
  const { press, asked } = await openTab('Support', { supportBundle: ok({ text: '{}' }), saveSupportBundle: ok(null) });
  await reads('{}');
  await press('F10');
  expect(asked('saveSupportBundle')).toHaveLength(1);
  expect(screen.queryByText(/Saved as/)).toBeNull();
});
