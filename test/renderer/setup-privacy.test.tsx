import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { SetupHome } from '../../renderer/setup/setup-home.tsx';
import type { RetentionState } from '../../shared/privacy.ts';
import { ok } from '../../shared/result.ts';
import { sceneOf } from '../shots/scenes.ts';
import { setup } from '../shots/setups.ts';
import { band, mount, page, reads } from './mount.tsx';
import { openTab } from './setup-tab.tsx';

const { answers } = sceneOf('setup-privacy-found');
const { answers: withReceipt } = sceneOf('setup-privacy');

const notFinished = (problem: RetentionState['problem']) => ok({ ...setup, retention: { lastAt: null, problem } });

async function found(more: object = {}) {
  const mounted = await openTab('Privacy', { ...answers, ...more });
  mounted.fill('Find a person', 'groß');
  screen.getByLabelText('Find a person').focus();
  await mounted.press('Enter');
  await reads('4 orders found');
  return mounted;
}

describe('Privacy in Setup', () => {
  test('names each kind of data, its days, and the last receipt', async () => {
    await openTab('Privacy', withReceipt);
    await reads('Labels and documents');
    for (const words of ['90 days', '30 days', 'Last finished', '3f0c9a1b77d2', '1 order stays']) expect(page()).toContain(words);
  });

  test('a search for no letter and no digit is not sent', async () => {
    const { fill, press, asked } = await openTab('Privacy', answers);
    fill('Find a person', '...');
    screen.getByLabelText('Find a person').focus();
    await press('Enter');
    fill('Find a person', 'C-3');
    await reads('Fewer than 3 letters or digits find a whole order number only.');
    expect(asked('findPerson')).toEqual([]);
  });

  test('erases the chosen orders after a hold, and counts only those that do not stay', async () => {
    const { press, asked } = await found({ erasePerson: ok(withReceipt.privacy?.ok ? withReceipt.privacy.value.receipt : null) });
    for (const box of screen.getAllByRole('checkbox').slice(1)) box.click();
    await reads('Erase 1 order');
    expect(page()).toContain('Stays until it is delivered');
    await press('Delete');
    await waitFor(() => expect(asked('erasePerson')).toEqual([{ query: 'groß', keys: ['A-14', 'A-23', 'A-31'] }]));
    await waitFor(() => expect(asked('findPerson')).toHaveLength(2));
  });

  test('chooses nothing by itself, because orders of one name may be of two people', async () => {
    const { click, press, asked } = await found({ exportPerson: ok({ file: '/home/lea/person.zip' }) });
    expect(page()).toContain('Export 0 orders');
    await press('F10');
    expect(asked('exportPerson')).toEqual([]);
    screen.getAllByRole('checkbox')[1]?.click();
    await reads('Export 1 order');
    await click(/Export 1 order/);
    await reads('Saved as /home/lea/person.zip.');
    expect(asked('exportPerson')).toEqual([{ query: 'groß', keys: ['A-14'] }]);
  });

  test('a night that did not finish is said here and on the start page of Setup', async () => {
    await openTab('Privacy', { ...withReceipt, setup: notFinished('copy-kept') });
    expect(band()).toBe('LOOK Expired data could not be deleted');
    expect(page()).toContain('Make the backup folder writable.');
  });

  test('the start page of Setup leads to Privacy if data could not be deleted', async () => {
    const of = sceneOf('setup-home');
    mount(<SetupHome />, { ...of, answers: { ...of.answers, setup: notFinished('no-backup') } });
    await reads('Expired data could not be deleted.');
    expect(page()).toContain('Open Privacy');
  });
});
