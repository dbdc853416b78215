import { scrypt } from 'node:crypto';
import { z } from 'zod';
import { createEncryption, type Encryption } from './encryption.ts';

/** The data key, wrapped by a passphrase that a person types at each start: for computers without a key store. */
const wrappedSchema = z.object({ wrappedBy: z.literal('passphrase'), n: z.int().positive(), salt: z.string(), wrapped: z.string() });

/** One guess takes 128 MB and about 1 s of processor time (measured: 0.9 to 1.1 s), on a thread of the pool. */
const usualN = 2 ** 17;
/** A changed file must not exhaust the memory. */
const mostN = 2 ** 18;
const blockSize = 8;
const saltBytes = 16;
const place = 'data key by passphrase';

async function keyFrom(passphrase: string, salt: Uint8Array, n: number): Promise<Uint8Array> {
  const options = { N: n, r: blockSize, p: 1, maxmem: 256 * n * blockSize };
  return new Promise((resolve, reject) =>
    // The same letters of another keyboard or system are the same passphrase.
    scrypt(passphrase.normalize('NFKC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(new Uint8Array(key)))),
  );
}

/** Wraps a data key by a passphrase that was typed in this run, without asking for it again. */
export type WrapByPassphrase = (key: Uint8Array) => Uint8Array;

export async function wrapByPassphrase(passphrase: string, random: (bytes: number) => Uint8Array, n = usualN): Promise<WrapByPassphrase> {
  const salt = random(saltBytes);
  return wrapWith(createEncryption(await keyFrom(passphrase, salt, n)), n, textOf(salt));
}

function wrapWith(encryption: Encryption, n: number, salt: string): WrapByPassphrase {
  return (key) => {
    const kept = { wrappedBy: 'passphrase', n, salt, wrapped: textOf(encryption.encrypt(key, place)) };
    return new TextEncoder().encode(`${JSON.stringify(kept)}\n`);
  };
}

export const isWrappedByPassphrase = (bytes: Uint8Array): boolean => read(bytes) !== undefined;

/** Returns the data key; undefined if the passphrase is wrong, or the bytes were changed. */
export async function unwrapByPassphrase(
  bytes: Uint8Array,
  passphrase: string,
): Promise<{ readonly key: Uint8Array; readonly wrap: WrapByPassphrase } | undefined> {
  const kept = read(bytes);
  if (!kept || kept.n > mostN) return undefined;
  const encryption = createEncryption(await keyFrom(passphrase, Buffer.from(kept.salt, 'base64'), kept.n));
  try {
    const key = encryption.decrypt(Buffer.from(kept.wrapped, 'base64'), place);
    return { key, wrap: wrapWith(encryption, kept.n, kept.salt) };
  } catch {
    return undefined;
  }
}

function read(bytes: Uint8Array): z.infer<typeof wrappedSchema> | undefined {
  try {
    return wrappedSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    // Wrapped by the key store of the system, or damaged.
    return undefined;
  }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
