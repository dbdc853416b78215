import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { setupTabs } from '../../renderer/screens.ts';
import { SetupScreen } from '../../renderer/setup/setup-screen.tsx';
import { text } from '../../renderer/text/text.ts';
import { sceneOf } from '../shots/scenes.ts';
import { type Mounted, mount } from './mount.tsx';

/** Opens Setup at the tab with this label. */
export async function openTab(name: string, answers: object = {}, frame: object = {}): Promise<Mounted> {
  const of = sceneOf('setup-account');
  const tab = setupTabs.find((each) => text.setup.tabs[each] === name);
  const mounted = mount(
    <SetupScreen />,
    { ...of, snapshot: { ...of.snapshot, frame: { ...of.snapshot.frame, ...frame } }, answers: { ...of.answers, ...answers } },
    { before: (state) => state.openScreen('setup', tab) },
  );
  const panel = await screen.findByRole('tabpanel', { name });
  // The panel is empty until main has sent the settings.
  await waitFor(() => expect(panel.firstElementChild).not.toBeNull());
  return mounted;
}
