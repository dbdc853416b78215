import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { electronIsInstalled } from './launch-app.ts';

const patienceMs = 10_000;

/** Fetches Electron's binary once where it is missing; given up after ten seconds. True when it is there. */
export async function fetchElectron(): Promise<boolean> {
  if (electronIsInstalled()) return true;
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const install = spawn(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore' });
  const timer = setTimeout(() => install.kill('SIGKILL'), patienceMs);
  await new Promise((resolve) => install.once('close', resolve).once('error', resolve));
  clearTimeout(timer);
  return electronIsInstalled();
}

export const standInNotice =
  'Electron cannot be fetched here, so Packbench runs on its stand-in: the same built program in Node, its window in Chromium.';

/** What starts the program: Electron's own binary, else the stand-in. */
export function electronCommand(): string {
  if (!electronIsInstalled() || process.env['HOST_STAND_IN'] === '1') return join(import.meta.dirname, 'electron-bin');
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  return join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
}
