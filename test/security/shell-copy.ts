import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as linkModule from '../../electron/bench/tracking/tracking-link.ts';
import type * as ipcModule from '../../electron/shell/ipc.ts';
import type * as guardsModule from '../../electron/shell/package-guards.ts';
import type * as pagesModule from '../../electron/shell/pages.ts';
import type * as windowModule from '../../electron/shell/window.ts';
import { type CallName, contract } from '../../shared/ipc.ts';
import type * as standInModule from '../host/electron.ts';
import type * as readyModule from '../host/ready.ts';
import type * as scriptModule from '../host/script-surface.ts';
import type * as surfaceModule from '../host/surface.ts';
import type { Edit } from '../strangers/wrong.ts';
import { copyOf } from './own-copy.ts';

const userData = mkdtempSync(join(tmpdir(), 'packbench-locks-'));
process.once('exit', () => rmSync(userData, { recursive: true, force: true }));

/** The caller: a frame as main sees it, or one that is gone. */
export type Frame = { readonly parent: object | null; readonly url: string } | null;

export interface ShellCopy {
  readonly electron: typeof standInModule;
  readonly pages: typeof pagesModule;
  readonly guards: typeof guardsModule;
  readonly links: typeof linkModule;
  /** Makes a call as this frame and returns what became of it. */
  call(name: CallName, frame: Frame, args: unknown): Promise<'answered' | 'refused sender' | 'refused arguments'>;
  /** Number of calls whose handler ran. */
  entered(): number;
  /** Switches that were added for Chromium. */
  readonly switches: readonly string[];
  readonly wantsSandbox: boolean;
}

/** Opens the real window with its locks, and serves calls that do nothing. `edits` change the source first. */
export async function openShell(edits: readonly Edit[] = [], isPackaged = true): Promise<ShellCopy> {
  const load = copyOf(edits);
  const electron = await load<typeof standInModule>('test/host/electron.ts');
  const { app, ipcMain } = electron;
  app.describe({ name: 'Packbench', version: '0.1.0', folder: userData, command: [] });
  app.setPath('userData', userData);
  Object.defineProperty(app, 'isPackaged', { value: isPackaged, configurable: true });
  const window = await load<typeof windowModule>('electron/shell/window.ts');
  window.prepareWindow();
  const { scriptSurfaces } = await load<typeof scriptModule>('test/host/script-surface.ts');
  (await load<typeof surfaceModule>('test/host/surface.ts')).useSurfaces(scriptSurfaces);
  (await load<typeof readyModule>('test/host/ready.ts')).becomeReady();
  let entered = 0;
  const count = async (): Promise<unknown> => {
    entered += 1;
    return { ok: true, value: null };
  };
  const handlers = Object.fromEntries(Object.keys(contract.calls).map((name) => [name, count]));
  const { serve } = await load<typeof ipcModule>('electron/shell/ipc.ts');
  const station = { handlers, fail: () => ({ failure: { ref: '' } }), log: () => undefined };
  serve(Promise.resolve(station) as unknown as Parameters<typeof serve>[0]);
  const opened = window.openWindow({ nonce: () => 'n0nce', fullScreen: false, isHidden: true });
  await opened.loaded;
  const before = entered;
  return {
    electron,
    pages: await load<typeof pagesModule>('electron/shell/pages.ts'),
    guards: await load<typeof guardsModule>('electron/shell/package-guards.ts'),
    links: await load<typeof linkModule>('electron/bench/tracking/tracking-link.ts'),
    call: (name, senderFrame, args) =>
      ipcMain.answer(`call:${name}`, { senderFrame } as Parameters<typeof ipcMain.answer>[1], [args]).then(
        () => 'answered',
        (error: unknown) => (String(error).includes('does not come from') ? 'refused sender' : 'refused arguments'),
      ),
    entered: () => entered - before,
    switches: app.commandLine.appended(),
    wantsSandbox: app.wantsSandbox,
  };
}
