import { createHmac, createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, timingSafeEqual } from 'node:crypto';
import { packKeys, unpackKeys } from './packed-keys.ts';
import type { SiteKey } from './sealing.ts';

/** A key that one bench alone opens with: a new key of the site reaches it, and not a bench that was shut out. Both parts are DER. */
export interface BenchKey {
  /** What others are told of it. */
  readonly publicKey: Uint8Array;
  readonly secret: Uint8Array;
}

const publicBytes = 44;

export function drawBenchKey(): BenchKey {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return { publicKey: publicKey.export({ type: 'spki', format: 'der' }), secret: privateKey.export({ type: 'pkcs8', format: 'der' }) };
}

/** That a bench which has this key of the site has that public key: the ledger can put no other in its place. */
export const proofOf = ({ key }: SiteKey, bench: number, publicKey: Uint8Array): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', 'packbench bench key', 32)))
    .update(`${bench} `)
    .update(publicKey)
    .digest();

export function isProven(site: SiteKey, bench: number, publicKey: Uint8Array, proof: Uint8Array): boolean {
  const expected = proofOf(site, bench, publicKey);
  return proof.length === expected.length && timingSafeEqual(proof, expected);
}

/** The keys of the site for one bench. `shared`: an older key that both have: nobody without it can give a key. */
export function packForBench(publicKey: Uint8Array, shared: SiteKey, keys: readonly SiteKey[]): Buffer {
  const once = drawBenchKey();
  const key = agreedKey(once.secret, publicKey, [once.publicKey, publicKey], shared);
  return Buffer.concat([once.publicKey, packKeys(key, keys)]);
}

/** Undefined where they are for another bench, or from somebody who has not that key of the site. */
export function unpackAsBench({ publicKey, secret }: BenchKey, shared: SiteKey, packed: Uint8Array): readonly SiteKey[] | undefined {
  const theirs = packed.subarray(0, publicBytes);
  try {
    return unpackKeys(agreedKey(secret, theirs, [theirs, publicKey], shared), packed.subarray(publicBytes));
  } catch {
    // The one cause: what stands in the place of their public key is none.
    return undefined;
  }
}

function agreedKey(secret: Uint8Array, other: Uint8Array, between: readonly Uint8Array[], shared: SiteKey): Buffer {
  const agreed = diffieHellman({
    privateKey: createPrivateKey({ key: Buffer.from(secret), format: 'der', type: 'pkcs8' }),
    publicKey: createPublicKey({ key: Buffer.from(other), format: 'der', type: 'spki' }),
  });
  return Buffer.from(hkdfSync('sha256', Buffer.concat([agreed, shared.key]), Buffer.concat(between), 'packbench given key', 32));
}
