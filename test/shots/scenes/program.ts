import type { Page } from 'playwright-core';
import type { Pushes } from '../../../shared/ipc.ts';
import { at } from '../people.ts';
import { type Scene, scene } from '../scene.ts';

const pushed =
  (program: Pushes['program']) =>
  (page: Page): Promise<void> =>
    page.evaluate((state) => window.fakeStation.pushProgram(state), program);

/** Content of the window while there is no bench to show. */
export const programScenes: readonly Scene[] = [
  scene('program-keychain', 'ship', { act: pushed({ is: 'waits-for-keychain' }) }),
  scene('program-closing', 'ship', { act: pushed({ is: 'closing', since: at('16:11') }) }),
];
