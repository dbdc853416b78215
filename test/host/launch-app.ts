import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { _electron, type ElectronApplication } from 'playwright-core';
import { watchdogMs } from '../watchdog.ts';
import { CHROMIUM_HELP } from './find-chromium.ts';

export interface LaunchOptions {
  userData: string;
  /** After the app folder, as a person would type them. */
  args?: string[];
  /** Added to this process's own environment. */
  env?: Record<string, string>;
  headed?: boolean;
  /** Folder with the package.json to start; the project itself when left out. */
  appFolder?: string;
}

const projectFolder = resolve(import.meta.dirname, '../..');

/** Whether the real binary is there. Since Electron 42 the package alone does not bring it. */
export function electronIsInstalled(): boolean {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const pointer = join(folder, 'path.txt');
  return existsSync(pointer) && existsSync(join(folder, 'dist', readFileSync(pointer, 'utf8').trim()));
}

/** Starts the built app on real Electron where it is installed and HOST_STAND_IN=1 does not forbid it, else on the stand-in. Rejects if that hangs. */
export async function launchApp(options: LaunchOptions): Promise<ElectronApplication> {
  const { userData, args = [], env = {}, headed = false, appFolder = projectFolder } = options;
  const wantsElectron = electronIsInstalled() && { ...process.env, ...env }['HOST_STAND_IN'] !== '1';
  try {
    const app = await _electron.launch({
      ...(wantsElectron ? {} : { executablePath: join(import.meta.dirname, 'electron-bin') }),
      args: [`--user-data-dir=${userData}`, appFolder, ...args],
      cwd: projectFolder,
      env: { ...(process.env as Record<string, string>), ...env, ...(headed ? { HOST_HEADED: '1' } : {}) },
      timeout: watchdogMs,
    });
    app.context().setDefaultTimeout(watchdogMs);
    return app;
  } catch (error) {
    throw new Error(sentenceIn(String(error)) ?? String(error), { cause: error });
  }
}

/** What the stand-in said about a missing Chromium, out of Playwright's call log. */
function sentenceIn(callLog: string): string | undefined {
  const line = callLog.split('\n').find((candidate) => candidate.includes(CHROMIUM_HELP));
  return line && stripVTControlCharacters(line).replace(/^.*\[err\]\s*/, '');
}
