import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { World } from '../../shared/world.ts';

/**
 * A key that all benches of a site have. A site has several over time: the one with the highest number encrypts, the others only decrypt.
 */
export interface SiteKey {
  readonly number: number;
  readonly key: Uint8Array;
}

/** The place of encrypted bytes. Bytes that were encrypted for one place cannot be decrypted for another. */
export interface EncryptedAt {
  readonly world: World;
  /** The id of the attempt that it belongs to. */
  readonly attempt: string;
  readonly kind: 'shipment' | 'label' | 'documents' | 'pickup' | 'print' | 'order' | 'erasure' | 'settings';
}

/** Encrypts personal data that leaves a bench: readable at every bench of the site, and nowhere else. */
export interface Encryption {
  /** Undefined if this bench has no site key yet. Two calls with the same bytes return different results. */
  readonly encrypt: (plain: Uint8Array, at: EncryptedAt) => Uint8Array | undefined;
  /** Undefined if the bytes were encrypted with a key that is not here, or for another place, or were changed since. */
  readonly decrypt: (encrypted: Uint8Array, at: EncryptedAt) => Uint8Array | undefined;
  /** True if the key that these bytes name is here. */
  readonly hasKeyOf: (encrypted: Uint8Array) => boolean;
  /** Returns 32 bytes that are the same for the same bytes and place at every bench with this key; undefined as for `encrypt`. */
  readonly mark: (plain: Uint8Array, at: EncryptedAt) => Uint8Array | undefined;
}

/** First byte of all encrypted bytes. */
const version = 1;
/** Offsets: version, number of the site key, number of the bench that encrypted, nonce; the tag is at the end. */
const [keyAt, benchAt, nonceAt, headerBytes, tagBytes] = [1, 5, 9, 21, 16];

/** AES-256-GCM with a key for each bench, derived from the site key: no two benches ever use one nonce with one key. */
export function createEncryption({
  keys,
  bench,
}: {
  readonly keys: () => readonly SiteKey[];
  /** The number of this bench; undefined before the ledger's first answer. */
  readonly bench: () => number | undefined;
}): Encryption {
  const drawn = new Map<string, KeyObject>();
  function keyOf({ key }: SiteKey, its: number): KeyObject {
    const name = `${Buffer.from(key).toString('base64')} ${its}`;
    const known = drawn.get(name) ?? createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `packbench bench ${its}`, 32)));
    drawn.set(name, known);
    return known;
  }

  const newestKey = (): SiteKey | undefined =>
    keys().reduce<SiteKey | undefined>((best, each) => (best && best.number > each.number ? best : each), undefined);

  const siteKeyOf = (bytes: Buffer): SiteKey | undefined =>
    bytes.length >= headerBytes + tagBytes && bytes[0] === version
      ? keys().find(({ number }) => number === bytes.readUInt32BE(keyAt))
      : undefined;

  return {
    hasKeyOf: (encrypted) => siteKeyOf(Buffer.from(encrypted)) !== undefined,
    mark(plain, at) {
      const newest = newestKey();
      // No bench has number 0: this key is used for nothing else.
      return newest && new Uint8Array(createHmac('sha256', keyOf(newest, 0)).update(bound(new Uint8Array(), at)).update(plain).digest());
    },
    encrypt(plain, at) {
      const newest = newestKey();
      const own = bench();
      if (!newest || own === undefined) return undefined;
      const header = Buffer.alloc(headerBytes);
      header[0] = version;
      header.writeUInt32BE(newest.number, keyAt);
      header.writeUInt32BE(own, benchAt);
      randomBytes(headerBytes - nonceAt).copy(header, nonceAt);
      const cipher = createCipheriv('aes-256-gcm', keyOf(newest, own), header.subarray(nonceAt), { authTagLength: tagBytes });
      cipher.setAAD(bound(header, at));
      return Buffer.concat([header, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(encrypted, at) {
      const bytes = Buffer.from(encrypted);
      const header = bytes.subarray(0, headerBytes);
      const site = siteKeyOf(bytes);
      if (!site) return undefined;
      const key = keyOf(site, header.readUInt32BE(benchAt));
      const decipher = createDecipheriv('aes-256-gcm', key, header.subarray(nonceAt), { authTagLength: tagBytes });
      decipher.setAAD(bound(header, at)).setAuthTag(bytes.subarray(-tagBytes));
      const opened = decipher.update(bytes.subarray(headerBytes, -tagBytes));
      try {
        decipher.final();
      } catch {
        // The only cause: another key, another place, or changed bytes.
        return undefined;
      }
      return opened;
    },
  };
}

const bound = (header: Uint8Array, { world, attempt, kind }: EncryptedAt): Uint8Array =>
  Buffer.concat([header, Buffer.from(JSON.stringify([world, attempt, kind]))]);
