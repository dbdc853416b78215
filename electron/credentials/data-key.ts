import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeDurably } from './write-durably.ts';

const version = 1;
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a fresh nonce for every call: version byte, nonce, tag, secret bytes. `open` throws for anything
 * that was not sealed with this key or was changed since.
 */
export function createSealing(key: Uint8Array): {
  readonly seal: (bytes: Uint8Array) => Uint8Array;
  readonly open: (bytes: Uint8Array) => Uint8Array;
} {
  if (key.length !== keyBytes) throw new Error(`A data key has ${keyBytes} bytes, not ${key.length}.`);
  const header = Uint8Array.of(version);
  return {
    seal: (bytes) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(header);
      const secret = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return new Uint8Array(Buffer.concat([header, nonce, cipher.getAuthTag(), secret]));
    },
    open: (bytes) => {
      const body = 1 + nonceBytes + tagBytes;
      if (bytes[0] !== version || bytes.length < body) throw new Error('These bytes were not sealed by this program.');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes })
        .setAAD(header)
        .setAuthTag(bytes.subarray(1 + nonceBytes, body));
      return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()]));
    },
  };
}

const dataKeyWords = [
  'The key of the stored data is missing or cannot be opened with this user account.',
  'Without it nothing that is written down here about people and labels can be read, so Packbench does not start and makes no new key.',
  'Nothing was changed. Sign in as the user who packs here, or put the file "data-key" from the folder of the copies back, and start again.',
].join(' ');

/** There is sealed data, and no key that this user on this machine can unwrap. No file was changed. */
export class DataKeyError extends Error {
  constructor(file: string, cause?: unknown) {
    super(`${dataKeyWords} (${file})`, { cause });
    this.name = 'DataKeyError';
  }
}

/**
 * The 32-byte key of everything sealed, kept in one file as wrapped by the platform; made only where nothing was ever sealed.
 * A file that is missing or cannot be unwrapped is made good by its copy; one that cannot be unwrapped stays where it is.
 * Throws a `DataKeyError` when neither can be unwrapped; a key is never replaced.
 */
export async function loadDataKey({
  file,
  copy,
  hasSealedData,
  wrap,
  unwrap,
  random,
}: {
  readonly file: string;
  /** The same key, wrapped the same way, beside the copies of the journal. */
  readonly copy: string;
  readonly hasSealedData: boolean;
  readonly wrap: (plain: Uint8Array) => Promise<Uint8Array>;
  readonly unwrap: (bytes: Uint8Array) => Promise<Uint8Array>;
  readonly random: (bytes: number) => Uint8Array;
}): Promise<Uint8Array> {
  const kept = [file, copy].filter((each) => existsSync(each));
  for (const each of kept) {
    const bytes = readFileSync(each);
    const key = await unwrapped(file, bytes, unwrap).catch((error: unknown) => {
      if (each === kept.at(-1)) throw error;
    });
    if (!key) continue;
    if (!existsSync(file)) writeDurably(file, bytes);
    return key;
  }
  if (hasSealedData) throw new DataKeyError(file);
  const key = random(keyBytes);
  const wrapped = await wrap(key);
  // A platform that cannot give the key back is found out before anything was sealed with it.
  const back = await unwrapped(file, wrapped, unwrap);
  if (!Buffer.from(back).equals(key)) throw new DataKeyError(file);
  writeDurably(file, wrapped);
  return key;
}

async function unwrapped(file: string, wrapped: Uint8Array, unwrap: (bytes: Uint8Array) => Promise<Uint8Array>): Promise<Uint8Array> {
  const key = await unwrap(wrapped).catch((cause: unknown) => {
    throw new DataKeyError(file, cause);
  });
  if (key.length !== keyBytes) throw new DataKeyError(file);
  return key;
}
