import { createHash } from 'node:crypto';
import { posix, win32 } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { ComputerWarning } from '../../shared/computer-warning.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';

/** A screen draws at most one frame per 16 ms. */
export const screenPictureMs = 16;

/** The platform functions that the station needs: the shell passes Electron's, a test passes its own. */
export interface Platform {
  /** Version of the program. */
  readonly version: string;
  readonly dataDir: string;
  /** Folder of the rollback guards. It is outside the data folder, so that restoring a backup does not restore them too. */
  readonly witnessDir: string;
  readonly disk: { readonly reserveBytes: number; readonly leastFreeBytes: number; readonly freeBytes?: (folder: string) => number };
  readonly os: NodeJS.Platform;
  /** Encrypts and decrypts the data key with the keychain of the operating system user. */
  readonly wrapKey: (key: Uint8Array) => Promise<Uint8Array>;
  readonly unwrapKey: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** True if that keychain protects the key from other programs that read the disk; false if the system has none. */
  readonly hasKeyStore: () => boolean;
  /** PAC style: `DIRECT` or `PROXY host:port`. */
  readonly resolveProxy: (url: string) => Promise<string>;
  /** The authorities that this computer trusts, in PEM, including a company's own. Empty: only those bundled with the runtime. */
  readonly trustedCertificates: () => readonly string[];
  /** Problems of this computer that an administrator should check, as far as they are known. */
  readonly computerWarnings: () => readonly ComputerWarning[];
  /** A folder on this computer that all its users can read and write; undefined if there is none. */
  readonly machineDir: string | undefined;
  /** The name of the operating system user who runs the program. */
  readonly user: string;
  readonly openExternal: (url: string) => Promise<void>;
  readonly chooseOrderFile: () => Promise<{ readonly name: string; readonly bytes: Uint8Array } | undefined>;
  /** Asks the user for a location and writes the file there. Undefined if the user cancels. Rejects if the file cannot be written. */
  readonly saveFile: (name: string, bytes: Uint8Array) => Promise<string | undefined>;
  /** Copies a text to the clipboard of this computer. */
  readonly copyText: (text: string) => Promise<void>;
  readonly workers: WorkerProcesses;
  readonly startCopyWorker: () => Worker;
  readonly sumatraPdfPath: string;
  /** Keeps the computer awake, or lets it sleep again. Safe to repeat. */
  readonly keepAwake: (isOn: boolean) => void;
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  readonly id: () => string;
  readonly random: (bytes: number) => Uint8Array;
  readonly sleep: (ms: number) => Promise<void>;
  /** Minimum time between two pushes of changes. At 0 every step is pushed, even one that ends before a screen could draw it. */
  readonly pictureMs: number;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The local application data folder that the environment names, or its usual place. */
const local = ({ home, env }: { readonly home: string; readonly env: Env }): string =>
  env['LOCALAPPDATA'] !== undefined && win32.isAbsolute(env['LOCALAPPDATA']) ? env['LOCALAPPDATA'] : win32.join(home, 'AppData/Local');

/** The data folder on Windows: in the part of the user's profile that does not roam to other computers or lie on a server. */
export const localDataFolder = (where: { readonly home: string; readonly env: Env }): string =>
  win32.join(local(where), 'Packbench', 'data');

/** A folder shared by all users of this computer. Only Windows has one that every user can write to. */
export const machineFolder = (os: NodeJS.Platform, env: Env): string | undefined =>
  os === 'win32' && env['ProgramData'] ? win32.join(env['ProgramData'], 'Packbench', 'users') : undefined;

/**
 * The folder of this computer's state for one data folder: state that is not copied with the data folder and does not roam with the user.
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
