// Finds the app's main bundle on the command line, as Electron does, and runs it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from './electron.ts';

const given = process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? '.';
const isFile = /\.[cm]?js$/.test(given);
const appFolder = isFile ? process.cwd() : resolve(given);
const manifest = JSON.parse(readFileSync(resolve(appFolder, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  productName?: string;
  main?: string;
};

// Main bundles count on Electron's layout: [binary, app folder, …]. What only the driver needs goes, as in Playwright's own loader.
process.argv.splice(1, 1);
const driverArguments = process.argv.indexOf('--remote-debugging-port=0');
const isDriven = driverArguments > 0;
if (isDriven) process.argv.splice(1, driverArguments);

app.describe({ name: manifest.productName ?? manifest.name, version: manifest.version, folder: appFolder });
// First the app's own first steps: its switches go to Chromium.
await import(pathToFileURL(isFile ? resolve(given) : resolve(appFolder, manifest.main ?? 'index.js')).href);
void app.start({ isDriven, isHeaded: process.env['HOST_HEADED'] === '1' });
