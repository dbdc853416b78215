import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Folder of the npm package `electron`, which comes without the program itself. */
export const electronPackage = dirname(createRequire(import.meta.url).resolve('electron/package.json'));

const programs: Partial<Record<NodeJS.Platform, string>> = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' };
const program = programs[process.platform] ?? 'electron';

/** Path of Electron's program: in the folder named by ELECTRON_OVERRIDE_DIST_PATH, else in its package. The file may be missing. */
export function electronBinary(folder = electronPackage): string {
  return join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] || join(folder, 'dist'), program);
}

/** True if Electron's program is completely unpacked: `path.txt` is written last. */
export function electronIsInstalled(folder = electronPackage): boolean {
  if (!existsSync(electronBinary(folder))) return false;
  return Boolean(process.env['ELECTRON_OVERRIDE_DIST_PATH']) || textOf(join(folder, 'path.txt')) === program;
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}
