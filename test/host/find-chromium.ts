import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const CHROMIUM_HELP =
  'Install one (on Debian or Ubuntu: apt-get install -y --no-install-recommends chromium) or name one in HOST_CHROMIUM.';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge',
];

/** Returns the Chromium-based browsers on this machine that can show a window, best first: on PATH, then in the usual places. */
export function installedBrowsers(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  const paths = [...onPath(env, platform), ...usualPlaces(env, platform)].filter(isExecutable);
  const byTarget = new Map(paths.toReversed().map((path) => [realpathSync(path), path]));
  return [...byTarget.values()].toReversed();
}

/**
 * Yields paths to try in order: only HOST_CHROMIUM if it is set, else the installed browsers, then the one from npm. That one has no
 * windows, so it is left out if a window is needed; asking for it unpacks it to the temp folder (about two seconds).
 */
export async function* findChromium(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, needsWindow: boolean): AsyncGenerator<string> {
  const named = env['HOST_CHROMIUM'];
  if (named) {
    yield named;
    return;
  }
  yield* installedBrowsers(env, platform);
  const fromNpm = platform === 'linux' && !needsWindow ? await unpackFromNpm() : undefined;
  if (fromNpm !== undefined) yield fromNpm;
}

function onPath(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const ending = platform === 'win32' ? '.exe' : '';
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name + ending)));
}

function usualPlaces(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter((root) => root !== undefined);
    const programs = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe', 'Chromium/Application/chrome.exe'];
    return roots.flatMap((root) => programs.map((program) => join(root, program)));
  }
  return [...NAMES.map((name) => `/usr/bin/${name}`), '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge', '/snap/bin/chromium'];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // missing or not executable: the next candidate is tried
  }
}

async function unpackFromNpm(): Promise<string | undefined> {
  try {
    const { default: npmChromium } = await import('@sparticuz/chromium');
    return await npmChromium.executablePath();
  } catch (error) {
    console.error(`The Chromium that npm brings could not be unpacked: ${String(error)}`);
    return undefined;
  }
}
