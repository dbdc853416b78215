import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { failed, ok, type Result } from '../../shared/result.ts';
import { type World, worldSchema } from '../../shared/world.ts';
import { writeDurably } from '../files/durable-file.ts';
import type { EncryptedFiles } from './encrypted-files.ts';

const keyAndSecretSchema = z.object({ key: z.string(), secret: z.string() });
export type KeyAndSecret = z.infer<typeof keyAndSecretSchema>;

/** The credentials are sent to this origin only; without an origin, to none. */
const keptSchema = keyAndSecretSchema.extend({ origin: z.string().optional() });

/** Why stored credentials cannot be used. */
type KeptCode = 'not-connected' | 'credentials-unreadable';

export interface Credentials {
  readonly save: (world: World, credentials: KeyAndSecret, baseUrl: string) => void;
  /**
   * `not-connected` if none are stored, `credentials-unreadable` if the file cannot be decrypted; it is never deleted.
   * `key-of-another-address` if they were stored for another origin than that of this address.
   */
  readonly read: (world: World, baseUrl: string) => Result<KeyAndSecret, KeptCode | 'key-of-another-address'>;
  /** True even if they are stored but cannot be read. */
  readonly has: (world: World) => boolean;
  /** True if this is the stored secret of any environment: a person who knows it may do what the account may do. */
  readonly isSecret: (given: string) => boolean;
  /** Notes outside the data folder that there is a secret or a recovery code, so that deleting it proves nothing. */
  readonly markProof: () => void;
  readonly isProofMarked: () => boolean;
}

/** Key and secret per environment, each in an encrypted file of its own. `mark`: a file outside the data folder. */
export function createCredentials(files: EncryptedFiles, mark: string): Credentials {
  const nameOf = (world: World): string => `credentials-${world}`;
  const has = (world: World): boolean => files.has(nameOf(world));

  const readKept = (world: World): Result<z.infer<typeof keptSchema>, KeptCode> => {
    if (!has(world)) return failed({ code: 'not-connected', ref: `credentials-${world}`, detail: '' });
    const kept = files.read(nameOf(world), keptSchema);
    return kept ? ok(kept) : failed({ code: 'credentials-unreadable', ref: `credentials-${world}`, detail: '' });
  };

  const isProofMarked = (): boolean => existsSync(mark);
  const markProof = (): void => {
    if (!isProofMarked()) writeDurably(mark, new Uint8Array());
  };

  return {
    has,
    markProof,
    isProofMarked,
    save(world, { key, secret }, baseUrl) {
      files.write(nameOf(world), { key, secret, origin: originOf(baseUrl) });
      markProof();
    },
    read: (world, baseUrl) => {
      const kept = readKept(world);
      if (!kept.ok) return kept;
      const { key, secret, origin } = kept.value;
      if (origin !== undefined && origin === originOf(baseUrl)) return ok({ key, secret });
      const failure = { code: 'key-of-another-address', ref: `credentials-${world}`, detail: '' } as const;
      return failed(origin === undefined ? failure : { ...failure, reasons: [{ code: 'key-kept-for', origin }] });
    },
    isSecret: (given) =>
      worldSchema.options.some((world) => {
        const kept = readKept(world);
        return kept.ok && timingSafeEqual(digestOf(kept.value.secret), digestOf(given.trim()));
      }),
  };
}

/** First 12 hexadecimal digits of the key's SHA-256: distinguishes keys without showing one. */
export const fingerprintOf = (key: string): string => digestOf(key).toString('hex').slice(0, 12);

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const originOf = (address: string): string | undefined => URL.parse(address)?.origin;
