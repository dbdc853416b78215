import { resolve } from 'node:path';
import { chooseHost } from '../electron/choose-host.ts';
import { runToTheEnd } from '../electron/run.ts';

// Starts the built program with its window: `npm start`, `npm start -- --orders=orders.csv`.
const args = process.argv.slice(2);
const host = await chooseHost(args);
// The window of a self-check stays hidden, so the stand-in needs no display.
const isSeen = !args.some((each) => each.startsWith('--self-check'));
if (host === undefined) process.exitCode = 1;
else runToTheEnd(host.command, [resolve(import.meta.dirname, '../..'), ...args], { HOST_HEADED: isSeen ? '1' : '0', ...process.env });
