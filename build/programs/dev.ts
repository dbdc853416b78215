import { resolve } from 'node:path';
import { chooseHost } from '../electron/choose-host.ts';
import { runToTheEnd } from '../electron/run.ts';

// Runs the program with the development server behind its window: edits show at once.
const args = process.argv.slice(2);
const host = await chooseHost(args);
if (host === undefined) process.exitCode = 1;
else {
  const server = resolve(import.meta.dirname, '../../node_modules/electron-vite/bin/electron-vite.js');
  runToTheEnd(process.execPath, [server, 'dev', ...args], { HOST_HEADED: '1', ...process.env, ELECTRON_EXEC_PATH: host.command });
}
