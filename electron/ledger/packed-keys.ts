import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SiteKey } from './encryption.ts';

const packedSchema = z.array(z.tuple([z.int().positive(), z.base64()]));
const [nonceBytes, tagBytes] = [12, 16];
const cipherName = 'aes-256-gcm';

/** Encrypts the site keys for the transfer to another bench: only this key decrypts them. */
export function packKeys(key: Uint8Array, keys: readonly SiteKey[]): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  const plain = JSON.stringify(keys.map(({ number, key: its }) => [number, Buffer.from(its).toString('base64')]));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined if they were encrypted with another key, or changed since. */
export function unpackKeys(key: Uint8Array, packed: Uint8Array): readonly SiteKey[] | undefined {
  if (packed.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(cipherName, key, packed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(packed.subarray(-tagBytes));
  const plain = decipher.update(packed.subarray(nonceBytes, -tagBytes));
  try {
    decipher.final();
  } catch {
    // The only cause: another key, or changed bytes.
    return undefined;
  }
  const keys = packedSchema.safeParse(JSON.parse(plain.toString()));
  return keys.data?.map(([number, its]) => ({ number, key: new Uint8Array(Buffer.from(its, 'base64')) }));
}
