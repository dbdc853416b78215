import { z } from 'zod';
import type { EncryptedFiles } from './encrypted-files.ts';

/** A secret that this program generates for those who send something to this computer. */
export interface GeneratedSecret {
  /** Undefined if there is none, or none that can be read. */
  readonly read: () => string | undefined;
  /** Makes a new secret; the previous one no longer counts. */
  readonly make: () => string;
  /** Keeps a secret that an earlier version stored elsewhere. */
  readonly keep: (secret: string) => void;
}

const secretBytes = 18;

export function keepGeneratedSecret(
  files: EncryptedFiles,
  name: 'push-token' | 'webhook-secret',
  random: (bytes: number) => Uint8Array,
): GeneratedSecret {
  const keep = (secret: string): void => files.write(name, secret);
  return {
    read: () => files.read(name, z.string().min(1)),
    make() {
      const secret = Buffer.from(random(secretBytes)).toString('hex');
      keep(secret);
      return secret;
    },
    keep,
  };
}
