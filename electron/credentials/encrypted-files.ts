import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { writeDurably } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';
import type { Again } from './data-key.ts';
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
/** Left behind by a write that was interrupted. */
const unfinishedEnding = `${ending}.new`;
const placeOf = (name: string): string => `credentials ${name}`;

/** Encrypts the files of these folders again, and returns how many that were. A file that neither key opens stays as it is. */
export function encryptFilesAgain({ dir, otherDirs }: { readonly dir: string; readonly otherDirs: OtherDirs }, again: Again): number {
  let changed = 0;
  for (const [folder, place] of [[dir, placeOf] as const, ...otherDirs])
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      const file = join(folder, name);
      if (name.endsWith(unfinishedEnding)) removeHeld(file);
      if (!name.endsWith(ending)) continue;
      const { atime, mtime } = statSync(file);
      const next = again(readFileSync(file), place(name.slice(0, -ending.length)));
      if (!next) continue;
      writeDurably(file, next);
      utimesSync(file, atime, mtime);
      changed += 1;
    }
  return changed;
}

/** Folders with encrypted files of other kinds, and the place of each file. */
type OtherDirs = readonly (readonly [folder: string, place: (name: string) => string])[];

export function openEncryptedFiles({ dir, encryption }: { readonly dir: string; readonly encryption: Encryption }): EncryptedFiles {
  const fileOf = (name: string): string => join(dir, `${name}${ending}`);
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
