import { existsSync } from 'node:fs';
import { writeDurably } from '../files/durable-file.ts';
import { readForeignFile } from '../files/foreign-file.ts';
import { createEncryption, type Encryption, encryptAgain, keyBytes } from './encryption.ts';
import { isWrappedByPassphrase } from './passphrase.ts';

/**
 * The data key of a running program. Locked while the key cannot be unwrapped, until a person restores it. While the key is being changed
 * there are two, the new one first: the new one encrypts, both decrypt.
 */
export interface KeyInUse {
  readonly encryption: Encryption;
  readonly isLocked: () => boolean;
  /** The key that encrypts. */
  readonly bytes: () => Uint8Array;
  /** All that the key file holds: the key, followed by the old one while that is being changed. */
  readonly all: () => Uint8Array;
  readonly isChanging: () => boolean;
  /** The same value under the new key; undefined if there is nothing to do, or neither key opens it. */
  readonly again: Again;
  readonly use: (all: Uint8Array) => void;
}

/** Encrypts a value with the new key if only the old one opens it. Equal values stay equal. */
export type Again = (bytes: Uint8Array, place: string) => Uint8Array | undefined;

/** The key that encrypts, in the bytes of a key file or a recovery key. */
export const keyOf = (all: Uint8Array): Uint8Array => all.subarray(0, keyBytes);

export function createKeyInUse(loaded: Uint8Array | undefined): KeyInUse {
  let key: Uint8Array | undefined;
  let encryption: Encryption | undefined;
  let old: Encryption | undefined;
  const present = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The key of the stored data is missing.');
    return value;
  };
  function use(all: Uint8Array): void {
    key = all;
    encryption = createEncryption(keyOf(all));
    old = all.length > keyBytes ? createEncryption(all.subarray(keyBytes)) : undefined;
  }
  if (loaded) use(loaded);
  const opened = (by: Encryption, bytes: Uint8Array, place: string): Uint8Array | undefined => {
    try {
      return by.decrypt(bytes, place);
    } catch {
      // Another key, or damage: the caller decides.
      return undefined;
    }
  };
  return {
    encryption: {
      encrypt: (bytes, place) => present(encryption).encrypt(bytes, place),
      decrypt: (bytes, place) => (old && opened(old, bytes, place)) ?? present(encryption).decrypt(bytes, place),
      under: (other) => createEncryption(other),
    },
    isLocked: () => key === undefined,
    bytes: () => keyOf(present(key)),
    all: () => present(key),
    isChanging: () => old !== undefined,
    again: (bytes, place) =>
      old && opened(old, bytes, place) ? encryptAgain(bytes, place, { from: old, to: keyOf(present(key)) }) : undefined,
    use,
  };
}

const mostBytes = 100_000;
/** Used in place of a link, a pipe or a device. */
const noBytes = new Uint8Array();

/** There is encrypted data, and no key that this user on this machine can unwrap. No file was changed. */
export class DataKeyError extends Error {
  constructor(file: string, cause?: unknown) {
    super(`data key cannot be opened: ${file}`, { cause });
    this.name = 'DataKeyError';
  }
}

/**
 * Returns the 32-byte key for all encrypted data, or the new and the old one while it is being changed, stored in one file, wrapped by the
 * platform. A new key is made only if nothing was ever
 * encrypted.
 * If the file is missing or cannot be unwrapped, its copy is used; a file that cannot be unwrapped stays where it is.
 * Throws a `DataKeyError` if neither can be unwrapped, or a person must type its passphrase; a key is never replaced.
 */
export async function loadDataKey({
  file,
  copy,
  hasEncryptedData,
  wrap,
  unwrap,
  random,
}: {
  readonly file: string;
  /** The same key, wrapped the same way, beside the copies of the journal. */
  readonly copy: string;
  readonly hasEncryptedData: boolean;
  readonly wrap: (plain: Uint8Array) => Promise<Uint8Array>;
  readonly unwrap: (bytes: Uint8Array) => Promise<Uint8Array>;
  readonly random: (bytes: number) => Uint8Array;
}): Promise<Uint8Array> {
  const kept = [file, copy].filter((each) => existsSync(each));
  for (const each of kept) {
    const bytes = await readForeignFile(each, mostBytes);
    if (typeof bytes !== 'string' && isWrappedByPassphrase(bytes)) {
      if (!existsSync(file)) writeDurably(file, bytes);
      throw new DataKeyError(file);
    }
    const key = await unwrapped(file, typeof bytes === 'string' ? noBytes : bytes, unwrap).catch((error: unknown) => {
      if (each === kept.at(-1)) throw error;
    });
    if (!key) continue;
    if (!existsSync(file) && typeof bytes !== 'string') writeDurably(file, bytes);
    return key;
  }
  if (hasEncryptedData) throw new DataKeyError(file);
  const key = random(keyBytes);
  const wrapped = await wrap(key);
  // Detects a platform that cannot return the key before anything was encrypted with it.
  const back = await unwrapped(file, wrapped, unwrap);
  if (!Buffer.from(back).equals(key)) throw new DataKeyError(file);
  writeDurably(file, wrapped);
  return key;
}

async function unwrapped(file: string, wrapped: Uint8Array, unwrap: (bytes: Uint8Array) => Promise<Uint8Array>): Promise<Uint8Array> {
  const key = await unwrap(wrapped).catch((cause: unknown) => {
    throw new DataKeyError(file, cause);
  });
  if (key.length !== keyBytes && key.length !== 2 * keyBytes) throw new DataKeyError(file);
  return key;
}
