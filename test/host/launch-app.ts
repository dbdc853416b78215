import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { _electron, type ElectronApplication } from 'playwright-core';
import { electronBinary } from '../../build/electron/binary.ts';
import { watchdogMs } from '../watchdog.ts';
import { CHROMIUM_HELP } from './find-chromium.ts';

export interface LaunchOptions {
  userData: string;
  /** Arguments after the app folder, as on a command line. */
  args?: string[];
  /** Added to this process's own environment. */
  env?: Record<string, string>;
  headed?: boolean;
  /** Folder with the package.json to start; default: the project itself. */
  appFolder?: string;
}

const projectFolder = resolve(import.meta.dirname, '../..');

const standIn = join(import.meta.dirname, 'electron-bin');
/** HOST_STAND_IN=0 selects Electron. An Electron that happens to be installed does not change what tests and measurements run on. */
const wantsElectron = (env: Readonly<Record<string, string | undefined>>): boolean => env['HOST_STAND_IN'] === '0';

/** Returns the command that starts the app in its own process, as `launchApp` would. */
export const appCommand = (): string => (wantsElectron(process.env) ? electronBinary() : standIn);

/** Starts the built app on the stand-in, or on Electron if HOST_STAND_IN=0 asks for it. Rejects if that hangs. */
export async function launchApp(options: LaunchOptions): Promise<ElectronApplication> {
  const { userData, args = [], env = {}, headed = false, appFolder = projectFolder } = options;
  const isElectron = wantsElectron({ ...process.env, ...env });
  try {
    const app = await _electron.launch({
      ...(isElectron ? { chromiumSandbox: true } : { executablePath: standIn }),
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

/** Finds the stand-in's message about a missing Chromium in Playwright's call log. */
function sentenceIn(callLog: string): string | undefined {
  const line = callLog.split('\n').find((candidate) => candidate.includes(CHROMIUM_HELP));
  return line && stripVTControlCharacters(line).replace(/^.*\[err\]\s*/, '');
}
