// A stand-in for the main-process side of the package `electron`: Node runs the built main bundle, and Chromium shows the pages unless the
// run has no window. It refuses what Electron refuses. It has what Packbench uses: a name that is missing here fails at start, not
// silently.
import type Electron from 'electron';
import { app } from './app.ts';
import { BrowserWindow, webContents } from './browser-window.ts';
import { clipboard, dialog, Menu, powerSaveBlocker, shell } from './desktop.ts';
import { ipcMain } from './ipc-main.ts';
import { protocol } from './protocol.ts';
import { requireReady } from './ready.ts';
import { safeStorage } from './safe-storage.ts';
import { session } from './session.ts';
import { utilityProcess as processes } from './utility-process.ts';

const utilityProcess = {
  fork(...given: Parameters<typeof processes.fork>): ReturnType<typeof processes.fork> {
    requireReady('utilityProcess cannot be created before app is ready.', TypeError);
    if (!given[0]) throw new Error('Missing UtilityProcess entry script.');
    return processes.fork(...given);
  },
};

/**
 * Members in which the stand-in differs from Electron's own types: Electron lacks them or types them otherwise. `Extra`: members for the
 * host and for tests. `Whole`: members whose results have more fields in Electron than are needed here.
 */
type Misfit<Mine, Theirs, Extra = never, Whole = never> = {
  [K in Exclude<keyof Mine, keyof NodeJS.EventEmitter | Extra | Whole>]: K extends keyof Theirs
    ? Mine[K] extends Theirs[K]
      ? never
      : K
    : K;
}[Exclude<keyof Mine, keyof NodeJS.EventEmitter | Extra | Whole>];

type Nothing<T extends never> = T;
/** The compiler refuses each line whose stand-in does not match electron.d.ts. */
export type AsElectron = [
  Nothing<Misfit<typeof app, Electron.App, 'describe' | 'start' | 'wantsSandbox', 'commandLine' | 'getAppMetrics'>>,
  Nothing<Misfit<BrowserWindow, Electron.BrowserWindow, 'tryClose', 'webContents'>>,
  Nothing<
    Misfit<
      BrowserWindow['webContents'],
      Electron.WebContents,
      'opened' | 'getLastWebPreferences' | 'targetId' | 'allowsNavigation' | 'askToOpen' | 'end',
      'session' | 'mainFrame'
    >
  >,
  Nothing<Misfit<typeof dialog, Electron.Dialog>>,
  Nothing<Misfit<typeof shell, Electron.Shell, 'opened'>>,
  Nothing<Misfit<typeof clipboard, Electron.Clipboard, 'copied'>>,
  Nothing<Misfit<typeof ipcMain, Electron.IpcMain, 'answer'>>,
  Nothing<Misfit<typeof powerSaveBlocker, Electron.PowerSaveBlocker>>,
  Nothing<Misfit<typeof protocol, Electron.Protocol>>,
  Nothing<Misfit<typeof safeStorage, Electron.SafeStorage>>,
  Nothing<
    Misfit<
      (typeof session)['defaultSession'],
      Electron.Session,
      'permissionRequestHandler' | 'permissionCheckHandler' | 'devicePermissionHandler',
      'protocol' | 'webRequest'
    >
  >,
  Nothing<Misfit<typeof utilityProcess, { fork: unknown }>>,
];

const electron = {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
  utilityProcess,
  webContents,
};

export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
  utilityProcess,
  webContents,
};
export default electron;
