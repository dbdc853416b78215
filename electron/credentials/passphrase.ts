import { scrypt } from 'node:crypto';
import { z } from 'zod';
import { createEncryption } from './encryption.ts';

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

export async function wrapByPassphrase(
  key: Uint8Array,
  passphrase: string,
  random: (bytes: number) => Uint8Array,
  n = usualN,
): Promise<Uint8Array> {
  const salt = random(saltBytes);
  const wrapped = createEncryption(await keyFrom(passphrase, salt, n)).encrypt(key, place);
  const kept = { wrappedBy: 'passphrase', n, salt: textOf(salt), wrapped: textOf(wrapped) };
  return new TextEncoder().encode(`${JSON.stringify(kept)}\n`);
}

export const isWrappedByPassphrase = (bytes: Uint8Array): boolean => read(bytes) !== undefined;

/** Returns the data key; undefined if the passphrase is wrong, or the bytes were changed. */
export async function unwrapByPassphrase(bytes: Uint8Array, passphrase: string): Promise<Uint8Array | undefined> {
  const kept = read(bytes);
  if (!kept || kept.n > mostN) return undefined;
  const key = await keyFrom(passphrase, Buffer.from(kept.salt, 'base64'), kept.n);
  try {
    return createEncryption(key).decrypt(Buffer.from(kept.wrapped, 'base64'), place);
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
