import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { setupTabs } from '../../renderer/screens.ts';
import { findSettings } from '../../renderer/setup/all-settings.ts';
import { doors } from '../../renderer/setup/doors.ts';
import { SetupScreen } from '../../renderer/setup/setup-screen.tsx';
import { text } from '../../renderer/text/text.ts';
import { ok } from '../../shared/result.ts';
import { sceneOf } from '../shots/scenes.ts';
import { receiving, setup, withSources } from '../shots/setups.ts';
import { band, mount, page, reads } from './mount.tsx';
import { openTab } from './setup-tab.tsx';

const words = text.setup.home;

async function openHome(answer: object = {}, frame: object = {}) {
  const of = sceneOf('setup-home');
  const mounted = mount(<SetupScreen />, {
    ...of,
    snapshot: { ...of.snapshot, frame: { ...of.snapshot.frame, ...frame } },
    answers: { ...of.answers, setup: ok({ ...setup, ...answer }) },
  });
  await screen.findByRole('region', { name: 'More' });
  return mounted;
}
const placesIn = (door: string): string[] =>
  within(within(screen.getByRole('region', { name: door })).getByRole('list', { name: words.places(door) }))
    .getAllByRole('button')
    .map((button) => button.textContent);

describe('The start page of Setup', () => {
  test('every tab stands in one door', async () => {
    await openHome();
    const all = doors.flatMap((door) => placesIn(words.doors[door]));
    expect(all.toSorted()).toEqual(
      setupTabs
        .filter((tab) => tab !== 'steps')
        .map((tab) => text.setup.tabs[tab])
        .toSorted(),
    );
  });

  test('what a bench does not use stays in More', async () => {
    await openHome({ hasLedger: false, lookUps: [], settings: { ...setup.settings, lookUps: [], forms: [] } });
    expect(placesIn('More')).toEqual(expect.arrayContaining(['Webhooks', 'Documents', 'Benches', 'Order sources']));
  });

  test('what a bench uses comes forward', async () => {
    await openHome({ ...withSources, webhooks: receiving.webhooks, hasLedger: true });
    expect(placesIn('Service')).toContain('Webhooks');
    expect(placesIn('This bench')).toContain('Benches');
    expect(placesIn('Your shop')).toContain('Order sources');
  });

  test('a refused key is the one thing to do in Service, and its number opens the tab', async () => {
    const { press } = await openHome({}, { service: 'rejected' });
    expect(page()).toContain('The service refuses the key of this bench. Nothing can be bought.');
    await press('1');
    await screen.findByRole('tabpanel', { name: 'Account' });
    await press('Escape');
    await screen.findByRole('region', { name: 'More' });
  });

  test('the band counts the doors that need a person', async () => {
    await openHome({ backup: { ...setup.backup, problem: 'disk-full' } }, { service: 'rejected' });
    expect(band()).toBe('LOOK 2 things need you');
  });

  test('a search finds settings by any of their words, and opens their tab', async () => {
    const { fill } = await openHome();
    fill('Find a setting', 'zebra net');
    await reads('1 setting');
    fill('Find a setting', 'no such words');
    await reads('No setting matches. Try another word.');
    fill('Find a setting', 'sound');
    const found = await screen.findByRole('button', { name: text.setup.bench.sounds });
    act(() => found.click());
    await screen.findByRole('tabpanel', { name: 'Bench' });
  });

  test.each(setupTabs.filter((tab) => tab !== 'steps'))('each setting that the search names stands on its tab: %s', async (tab) => {
    await openTab(text.setup.tabs[tab]);
    const panel = screen.getByRole('tabpanel', { name: text.setup.tabs[tab] });
    const named = findSettings('', [tab]).flatMap(({ name }) => name || []);
    const missing = named.filter(
      (name) => !(panel.textContent ?? '').includes(name) && within(panel).queryAllByLabelText(name).length === 0,
    );
    expect([missing, named.length > 0]).toEqual([[], true]);
  });
});
