import { z } from 'zod';
import type { EncryptedFiles } from './encrypted-files.ts';

const bytesSchema = z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64')));
const keySchema = z.object({ number: z.int().positive(), key: bytesSchema.refine(({ length }) => length === 32) });
const keysSchema = z.array(keySchema);
/** A key that all benches of a site have; a later key has a higher number. */
export interface SiteKey {
  readonly number: number;
  readonly key: Uint8Array;
}

const benchKeySchema = z.object({ publicKey: bytesSchema, secret: bytesSchema });
/** The key pair with which other benches encrypt site keys for this bench. */
export interface BenchKey {
  readonly publicKey: Uint8Array;
  readonly secret: Uint8Array;
}

export interface KeptSiteKeys {
  /** Empty if none are stored, or none that can be read. */
  readonly read: () => readonly SiteKey[];
  /** Replaces all stored keys. */
  readonly save: (keys: readonly SiteKey[]) => void;
  /** Returns the key pair of this bench; draws one if none is stored, or none that can be read. */
  readonly ofBench: (draw: () => BenchKey) => BenchKey;
}

const name = 'site-keys';
const benchName = 'bench-key';

export function keepSiteKeys(files: EncryptedFiles): KeptSiteKeys {
  // Read from the disk once, because every parcel needs them.
  let known: readonly SiteKey[] | undefined;
  let own: BenchKey | undefined;
  return {
    read: () => {
      known ??= files.read(name, keysSchema);
      return known ?? [];
    },
    save: (keys) => {
      files.write(
        name,
        keys.map(({ number, key }) => ({ number, key: textOf(key) })),
      );
      known = keys;
    },
    ofBench: (draw) => {
      own ??= files.read(benchName, benchKeySchema);
      if (own) return own;
      const drawn = draw();
      files.write(benchName, { publicKey: textOf(drawn.publicKey), secret: textOf(drawn.secret) });
      own = drawn;
      return drawn;
    },
  };
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
