import type { Worker } from 'node:worker_threads';

/** What the station needs from the machine it runs on, as plain functions: the shell gives Electron's, a test gives its own. */
export interface Platform {
  readonly dataDir: string;
  readonly disk: { readonly reserveBytes: number; readonly leastFreeBytes: number; readonly freeBytes?: (folder: string) => number };
  readonly os: NodeJS.Platform;
  /** Locks and unlocks the one data key with the keychain of the operating system's user. */
  readonly wrapKey: (key: Uint8Array) => Promise<Uint8Array>;
  readonly unwrapKey: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** PAC style: `DIRECT` or `PROXY host:port`. */
  readonly resolveProxy: (url: string) => Promise<string>;
  /** The authorities this machine trusts, in PEM, a company's own among them. Empty: those that the runtime brings. */
  readonly trustedCertificates: () => readonly string[];
  readonly openExternal: (url: string) => Promise<void>;
  readonly chooseOrderFile: () => Promise<{ readonly name: string; readonly bytes: Uint8Array } | undefined>;
  /** Asks a person where to keep a file and writes it there; undefined where the person chose no place. Rejects where it cannot be written. */
  readonly saveFile: (name: string, bytes: Uint8Array) => Promise<string | undefined>;
  readonly startPdfWorker: () => Worker;
  readonly sumatraPdfPath: string;
  readonly now: () => Date;
  readonly id: () => string;
  readonly random: (bytes: number) => Uint8Array;
  readonly sleep: (ms: number) => Promise<void>;
}
