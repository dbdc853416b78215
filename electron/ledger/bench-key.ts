import { createHmac, createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SiteKey } from './encryption.ts';
import { packKeys, unpackKeys } from './packed-keys.ts';

/** A key pair of one bench: new site keys are encrypted for it, so that they do not reach a removed bench. Both parts are DER. */
export interface BenchKey {
  /** The part that other benches receive. */
  readonly publicKey: Uint8Array;
  readonly secret: Uint8Array;
}

const publicBytes = 44;

export function drawBenchKey(): BenchKey {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return { publicKey: publicKey.export({ type: 'spki', format: 'der' }), secret: privateKey.export({ type: 'pkcs8', format: 'der' }) };
}

/** Proves that a bench with this site key has that public key: the ledger cannot replace it. */
export const proofOf = ({ key }: SiteKey, bench: number, publicKey: Uint8Array): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', 'packbench bench key', 32)))
    .update(`${bench} `)
    .update(publicKey)
    .digest();

export function isProven(site: SiteKey, bench: number, publicKey: Uint8Array, proof: Uint8Array): boolean {
  const expected = proofOf(site, bench, publicKey);
  return proof.length === expected.length && timingSafeEqual(proof, expected);
}

/** Encrypts site keys for one bench. `shared`: an older key that both benches have: without it no keys can be handed over. */
export function packForBench(publicKey: Uint8Array, shared: SiteKey, keys: readonly SiteKey[]): Buffer {
  const once = drawBenchKey();
  const key = agreedKey(once.secret, publicKey, [once.publicKey, publicKey], shared);
  return Buffer.concat([once.publicKey, packKeys(key, keys)]);
}

/** Undefined if the keys are for another bench, or if the sender does not have that site key. */
export function unpackAsBench({ publicKey, secret }: BenchKey, shared: SiteKey, packed: Uint8Array): readonly SiteKey[] | undefined {
  const theirs = packed.subarray(0, publicBytes);
  try {
    return unpackKeys(agreedKey(secret, theirs, [theirs, publicKey], shared), packed.subarray(publicBytes));
  } catch {
    // The only cause: the bytes in the place of the sender's public key are not a public key.
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
