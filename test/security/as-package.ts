// Loaded before the program: it is told that it runs from a package, where it has no option of the stand-in.
import { resolve } from 'node:path';
import { app } from '../host/electron.ts';

Object.defineProperty(app, 'isPackaged', { value: true, configurable: true });
Object.assign(process, { resourcesPath: resolve('out') });
process.argv = process.argv.filter((argument) => !argument.startsWith('--user-data-dir='));
