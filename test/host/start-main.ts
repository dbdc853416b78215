// Finds the app's main bundle on the command line, as Electron does, and runs it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { app, type Display } from './app.ts';

const given = process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? '.';
const isFile = /\.[cm]?js$/.test(given);
const appFolder = isFile ? process.cwd() : resolve(given);
const manifest = JSON.parse(readFileSync(resolve(appFolder, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  productName?: string;
  main?: string;
};

// Main bundles rely on Electron's layout: [binary, app folder, …]. Arguments for the driver are removed, as in Playwright's own loader.
process.argv.splice(1, 1);
const driverArguments = process.argv.indexOf('--remote-debugging-port=0');
const isDriven = driverArguments > 0;
if (isDriven) process.argv.splice(1, driverArguments);

app.describe({
  name: manifest.productName ?? manifest.name,
  version: manifest.version,
  folder: appFolder,
  command: [process.execPath, ...process.execArgv, fileURLToPath(import.meta.url)],
});
// The app's own first steps come first: its switches go to Chromium.
await import(pathToFileURL(isFile ? resolve(given) : resolve(appFolder, manifest.main ?? 'index.js')).href);
void app.start(process.env['HOST_WINDOW'] === 'none' ? startNothing : startChromium);

/** For tests that need no browser, or that run on a machine without one. */
async function startNothing(): Promise<Display> {
  const { scriptSurfaces } = await import('./script-surface.ts');
  // Nothing else keeps the program alive; Electron runs until it quits.
  setInterval(() => undefined, 60_000);
  return { openSurface: scriptSurfaces, stop: async () => undefined };
}

async function startChromium(switches: readonly string[]): Promise<Display> {
  const chromium = await import('./chromium-display.ts');
  return chromium.startDisplay({ switches, isDriven, isHeaded: process.env['HOST_HEADED'] === '1' });
}
