// A stand-in for the main-process side of the package `electron`: Node runs the built main bundle, Chromium shows the pages.
// It holds what a well-behaved app uses. A name that is missing here fails at start, not silently.
import { app } from './app.ts';
import { BrowserWindow, webContents } from './browser-window.ts';
import { dialog, Menu, powerMonitor, screen, shell } from './desktop.ts';
import { ipcMain } from './ipc-main.ts';
import { nativeTheme } from './native-theme.ts';
import { protocol } from './protocol.ts';
import { createSafeStorage } from './safe-storage.ts';
import { session } from './session.ts';
import { utilityProcess } from './utility-process.ts';

const safeStorage = createSafeStorage(
  () => app.isReady(),
  () => app.getPath('userData'),
);
const electron = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
  webContents,
};

export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
  webContents,
};
export default electron;
