import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import { orderFileBytes } from '../station/order-file-bytes.ts';
import type { Platform } from '../station/platform.ts';

/** The folder chosen last, for each kind of dialog. */
type Folders = { -readonly [K in 'orders' | 'saved']?: string };

/**
 * The two file dialogs, in front of the window and one at a time: a request while one is open returns as if cancelled. Each starts in the
 * folder chosen last, which Electron does not remember; `file` stores it.
 */
export function createFileDialogs(window: BrowserWindow, file: string): Pick<Platform, 'chooseOrderFile' | 'saveFile'> {
  let isOpen = false;
  async function alone<T>(show: () => Promise<T>): Promise<T | undefined> {
    if (isOpen || window.isDestroyed()) return undefined;
    isOpen = true;
    try {
      return await show();
    } finally {
      isOpen = false;
    }
  }

  return {
    chooseOrderFile: () =>
      alone(async () => {
        const folder = readFolders(file).orders;
        const chosen = await dialog.showOpenDialog(window, {
          ...(folder && { defaultPath: folder }),
          properties: ['openFile'],
          filters: [{ name: 'Orders', extensions: ['csv', 'txt', 'xlsx', 'json', 'xml'] }],
        });
        const [path] = chosen.filePaths;
        if (chosen.canceled || !path) return undefined;
        keepFolder(file, 'orders', path);
        return { name: basename(path), bytes: await orderFileBytes(path) };
      }),
    saveFile: (name, bytes) =>
      alone(async () => {
        const folder = readFolders(file).saved ?? app.getPath('documents');
        const chosen = await dialog.showSaveDialog(window, { defaultPath: join(folder, name) });
        if (chosen.canceled || !chosen.filePath) return undefined;
        await writeFile(chosen.filePath, bytes);
        keepFolder(file, 'saved', chosen.filePath);
        return chosen.filePath;
      }),
  };
}

/** The file only saves the user some clicks: an unreadable one counts as empty. */
function readFolders(file: string): Folders {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    const { orders, saved } = (typeof kept === 'object' && kept !== null ? kept : {}) as Readonly<Record<string, unknown>>;
    return { ...(typeof orders === 'string' && { orders }), ...(typeof saved === 'string' && { saved }) };
  } catch {
    return {};
  }
}

function keepFolder(file: string, kind: keyof Folders, path: string): void {
  try {
    writeFileSync(file, JSON.stringify({ ...readFolders(file), [kind]: dirname(path) }), { mode: 0o600 });
  } catch {
    // A full or failing disk is reported elsewhere; the dialog starts in the default folder.
  }
}
