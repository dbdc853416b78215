import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { writeDurably } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';
import type { Encryption } from './encryption.ts';

/** Small files in one folder, each encrypted for its own name: a renamed file cannot be decrypted. */
export interface EncryptedFiles {
  readonly has: (name: string) => boolean;
  /** Undefined if there is none, or none that can be decrypted. */
  readonly read: <T extends z.ZodType>(name: string, schema: T) => z.infer<T> | undefined;
  readonly write: (name: string, value: unknown) => void;
  readonly remove: (name: string) => void;
}

const ending = '.encrypted';

export function openEncryptedFiles({ dir, encryption }: { readonly dir: string; readonly encryption: Encryption }): EncryptedFiles {
  const fileOf = (name: string): string => join(dir, `${name}${ending}`);
  const placeOf = (name: string): string => `credentials ${name}`;
  return {
    has: (name) => existsSync(fileOf(name)),
    read: (name, schema) => {
      try {
        return schema.parse(JSON.parse(new TextDecoder().decode(encryption.decrypt(readFileSync(fileOf(name)), placeOf(name)))));
      } catch {
        // The error may quote decrypted data, so only the fact is passed on.
        return undefined;
      }
    },
    write: (name, value) => writeDurably(fileOf(name), encryption.encrypt(new TextEncoder().encode(JSON.stringify(value)), placeOf(name))),
    remove: (name) => removeHeld(fileOf(name)),
  };
}
