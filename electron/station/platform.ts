import { createHash } from 'node:crypto';
import { posix, win32 } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { ComputerWarning } from '../../shared/computer-warning.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';

/** A screen draws a picture each 16 ms and no more. */
export const screenPictureMs = 16;

/** What the station needs from the machine it runs on, as plain functions: the shell gives Electron's, a test gives its own. */
export interface Platform {
  /** Of the program. */
  readonly version: string;
  readonly dataDir: string;
  /** Where the witnesses of the journals are kept: outside the data folder, so that they do not go back with it. */
  readonly witnessDir: string;
  readonly disk: { readonly reserveBytes: number; readonly leastFreeBytes: number; readonly freeBytes?: (folder: string) => number };
  readonly os: NodeJS.Platform;
  /** Locks and unlocks the one data key with the keychain of the operating system's user. */
  readonly wrapKey: (key: Uint8Array) => Promise<Uint8Array>;
  readonly unwrapKey: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** PAC style: `DIRECT` or `PROXY host:port`. */
  readonly resolveProxy: (url: string) => Promise<string>;
  /** The authorities this machine trusts, in PEM, a company's own among them. Empty: those that the runtime brings. */
  readonly trustedCertificates: () => readonly string[];
  /** What an administrator has to look at on this computer, as far as it is known by now. */
  readonly computerWarnings: () => readonly ComputerWarning[];
  /** A folder of this computer that all its users can read and add files to; undefined if there is none. */
  readonly machineDir: string | undefined;
  /** The operating system's name of the user who runs this. */
  readonly user: string;
  readonly openExternal: (url: string) => Promise<void>;
  readonly chooseOrderFile: () => Promise<{ readonly name: string; readonly bytes: Uint8Array } | undefined>;
  /** Asks a person where to keep a file and writes it there; undefined where the person chose no place. Rejects where it cannot be written. */
  readonly saveFile: (name: string, bytes: Uint8Array) => Promise<string | undefined>;
  readonly workers: WorkerProcesses;
  readonly startCopyWorker: () => Worker;
  readonly sumatraPdfPath: string;
  /** Keeps the computer from falling asleep, or lets it. Safe to repeat. */
  readonly keepAwake: (isOn: boolean) => void;
  readonly now: () => Date;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsed: () => number;
  readonly id: () => string;
  readonly random: (bytes: number) => Uint8Array;
  readonly sleep: (ms: number) => Promise<void>;
  /** Between two pushes of what changed. At 0 each step is pushed, also one that is over before a screen would draw it. */
  readonly pictureMs: number;
}

type Env = Readonly<Record<string, string | undefined>>;

/** A folder that the environment names, or where it usually is. */
const local = ({ home, env }: { readonly home: string; readonly env: Env }): string =>
  env['LOCALAPPDATA'] !== undefined && win32.isAbsolute(env['LOCALAPPDATA']) ? env['LOCALAPPDATA'] : win32.join(home, 'AppData/Local');

/** The data folder on Windows: in the profile of the user, in the part that does not roam to other computers or lie on a server. */
export const localDataFolder = (where: { readonly home: string; readonly env: Env }): string =>
  win32.join(local(where), 'Packbench', 'data');

/** A folder that all users of this computer share. Windows alone has one that each of them can add files to. */
export const machineFolder = (os: NodeJS.Platform, env: Env): string | undefined =>
  os === 'win32' && env['ProgramData'] ? win32.join(env['ProgramData'], 'Packbench', 'users') : undefined;

/**
 * The folder of this machine's state for one data folder: what a copy of the data folder does not take along, and what does not roam
 * to other computers with its user.
 */
export function stateFolder({
  os,
  home,
  env,
  dataDir,
}: {
  readonly os: NodeJS.Platform;
  readonly home: string;
  readonly env: Env;
  readonly dataDir: string;
}): string {
  const { join, resolve, isAbsolute } = os === 'win32' ? win32 : posix;
  const named = (folder: string | undefined, otherwise: string): string =>
    folder !== undefined && isAbsolute(folder) ? folder : join(home, otherwise);
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12);
  if (os === 'win32') return join(local({ home, env }), 'Packbench', name);
  if (os === 'darwin') return join(home, 'Library', 'Packbench', name);
  return join(named(env['XDG_STATE_HOME'], '.local/state'), 'packbench', name);
}
