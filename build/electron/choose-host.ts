import { resolve } from 'node:path';
import { electronBinary } from './binary.ts';
import { fetchElectron } from './fetch.ts';
import { surroundingsHere, whyElectronWouldNotStart } from './why-not.ts';

/** The program that runs the built files: Electron, or its stand-in of Node and Chromium. */
export interface Host {
  readonly isElectron: boolean;
  readonly command: string;
}

const standIn: Host = { isElectron: false, command: resolve(import.meta.dirname, '../../test/host/electron-bin') };

export const standInNotice = 'Packbench runs on its stand-in: the same built program in Node, its window in Chromium.';

/**
 * Fetches Electron if it is missing, and chooses the host. HOST_STAND_IN=1 selects the stand-in. Without Electron, the stand-in is used on
 * Linux only. Returns undefined if nothing can run the program here; the reason is already on the standard error output. `args` are the
 * program's arguments. `isForShow`: no data of value is kept, so the stand-in may be used if this Linux does not let Electron start.
 */
export async function chooseHost(args: readonly string[], { isForShow = false } = {}): Promise<Host | undefined> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  if (process.env['HOST_STAND_IN'] === '1') {
    if (process.platform !== 'win32') return standIn;
    say('The stand-in does not run on Windows: leave HOST_STAND_IN out.');
    return undefined;
  }
  const missing = await fetchElectron({ screen: process.stderr });
  if (missing !== undefined) {
    say(`${missing.why} ${missing.waysOut}`);
    if (process.platform !== 'linux') return undefined;
    say(standInNotice);
    return standIn;
  }
  const command = electronBinary();
  const why = whyElectronWouldNotStart(surroundingsHere(command, args));
  if (why === undefined) return { isElectron: true, command };
  say(why);
  if (!isForShow) return undefined;
  say(standInNotice);
  return standIn;
}
