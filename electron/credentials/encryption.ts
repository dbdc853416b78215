import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';

/** First byte of encrypted bytes: the version of the format. */
const version = 2;
export const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

export interface Encryption {
  /** Bound to its place: encrypted bytes that were moved to another place cannot be decrypted there. */
  readonly encrypt: (bytes: Uint8Array, place: string) => Uint8Array;
  /** Throws if the bytes were not encrypted with this key for this place, or were changed since. */
  readonly decrypt: (bytes: Uint8Array, place: string) => Uint8Array;
  /** The same with another key. */
  readonly under: (key: Uint8Array) => Encryption;
}

/** AES-256-GCM with a new nonce for every call: version byte, nonce, tag, ciphertext; version and place as additional data. */
export function createEncryption(key: Uint8Array, freshNonce = nonces()): Encryption {
  // Created once: creating a key object for each value costs more than encrypting the value.
  const made = createSecretKey(key);
  if (made.symmetricKeySize !== keyBytes) throw new Error(`A data key has ${keyBytes} bytes, not ${made.symmetricKeySize ?? 0}.`);
  return {
    encrypt: (bytes, place) => {
      const nonce = freshNonce();
      const cipher = createCipheriv('aes-256-gcm', made, nonce).setAAD(additional(place));
      const secret = cipher.update(bytes);
      // Returns no bytes: GCM is a stream mode.
      cipher.final();
      const encrypted = Buffer.allocUnsafe(1 + nonceBytes + tagBytes + secret.length);
      encrypted[0] = version;
      encrypted.set(nonce, 1);
      encrypted.set(cipher.getAuthTag(), 1 + nonceBytes);
      encrypted.set(secret, 1 + nonceBytes + tagBytes);
      return encrypted;
    },
    decrypt: (bytes, place) => {
      const body = 1 + nonceBytes + tagBytes;
      if (bytes[0] !== version || bytes.length < body) throw new Error('These bytes were not encrypted by this program.');
      const decipher = createDecipheriv('aes-256-gcm', made, bytes.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes })
        .setAAD(additional(place))
        .setAuthTag(bytes.subarray(1 + nonceBytes, body));
      const secret = decipher.update(bytes.subarray(body));
      // Throws if the bytes were changed. Returns no bytes: GCM is a stream mode.
      decipher.final();
      return new Uint8Array(secret.buffer, secret.byteOffset, secret.length);
    },
    under: (other) => createEncryption(other),
  };
}

/**
 * The same value under another key. Equal bytes stay equal, so that a value can be recognised in each of its copies: the nonce is made from
 * the new key and the bytes. Throws if `from` does not open them.
 */
export function encryptAgain(
  bytes: Uint8Array,
  place: string,
  { from, to }: { readonly from: Encryption; readonly to: Uint8Array },
): Uint8Array {
  const nonce = createHmac('sha256', to).update('nonce of the same value').update(bytes).digest().subarray(0, nonceBytes);
  return createEncryption(to, () => nonce).encrypt(from.decrypt(bytes, place), place);
}

/** True for bytes that an `Encryption` made; no text begins with this byte. */
export const isEncrypted = (bytes: Uint8Array): boolean => bytes[0] === version;

const additional = (place: string): Uint8Array => Buffer.from(String.fromCharCode(version) + place, 'utf8');

/** Draws random bytes for a thousand nonces at once: one call costs as much as encrypting a small value. */
function nonces(): () => Uint8Array {
  let drawn = new Uint8Array();
  let used = 0;
  return () => {
    if (used === drawn.length) {
      drawn = randomBytes(1000 * nonceBytes);
      used = 0;
    }
    used += nonceBytes;
    return drawn.subarray(used - nonceBytes, used);
  };
}
