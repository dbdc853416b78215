import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Electron's default path for each name. Electron refuses all other names. */
const usual: Readonly<Record<string, () => string>> = {
  home: homedir,
  temp: tmpdir,
  exe: () => process.execPath,
  module: () => process.execPath,
  appData: () => {
    if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
    if (process.platform === 'win32') return process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming');
    return process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  },
  userData: () => givenUserData || join(getPath('appData'), appName),
  sessionData: () => getPath('userData'),
  logs: () => join(getPath('userData'), 'logs'),
  crashDumps: () => join(getPath('userData'), 'crashDumps'),
  ...Object.fromEntries(
    ['Documents', 'Downloads', 'Desktop', 'Pictures', 'Music', 'Videos'].map((name) => [name.toLowerCase(), () => join(homedir(), name)]),
  ),
};

const set = new Map<string, string>();
let appName = 'Electron';
let givenUserData = '';

/** `userData`: value of Chromium's switch for it; empty without one. */
export function describePaths(about: { readonly name: string; readonly userData: string }): void {
  appName = about.name;
  givenUserData = about.userData;
}

export function getPath(name: string): string {
  const path = set.get(name) ?? usual[name]?.();
  if (path === undefined) throw new Error(`Failed to get '${name}' path`);
  if (name === 'userData' || name === 'logs') mkdirSync(path, { recursive: true });
  return path;
}

export function setPath(name: string, path: string): void {
  if (typeof path !== 'string') throw new TypeError('Error processing argument at index 1, conversion failure');
  if (!isAbsolute(path)) throw new Error('Path must be absolute');
  if (!Object.hasOwn(usual, name)) throw new Error('Failed to set path');
  set.set(name, path);
}
