import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { writeDurably } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';
import type { Sealing } from './encryption.ts';

/** Small files of one folder, each sealed for its own name: what was put under another name does not open. */
export interface SealedFiles {
  readonly has: (name: string) => boolean;
  /** Undefined where there is none, or none that can be opened. */
  readonly read: <T extends z.ZodType>(name: string, schema: T) => z.infer<T> | undefined;
  readonly write: (name: string, value: unknown) => void;
  readonly remove: (name: string) => void;
  /** Seals anew, once for this folder, what was sealed before names were bound; later it does not open any more. */
  readonly bind: () => void;
}

const ending = '.sealed';
const boundMark = 'names-bound';

export function openSealedFiles({ dir, sealing }: { readonly dir: string; readonly sealing: Sealing }): SealedFiles {
  const fileOf = (name: string): string => join(dir, `${name}${ending}`);
  const placeOf = (name: string): string => `credentials ${name}`;
  const writeBytes = (name: string, bytes: Uint8Array): void => writeDurably(fileOf(name), sealing.seal(bytes, placeOf(name)));
  const has = (name: string): boolean => existsSync(fileOf(name));

  const unbound = (name: string): Uint8Array | undefined => {
    try {
      return sealing.openUnbound(readFileSync(fileOf(name)));
    } catch {
      // Bound already, or sealed with another key.
      return undefined;
    }
  };

  return {
    has,
    read: (name, schema) => {
      try {
        return schema.parse(JSON.parse(new TextDecoder().decode(sealing.open(readFileSync(fileOf(name)), placeOf(name)))));
      } catch {
        // The cause may quote what was sealed: only the fact goes on.
        return undefined;
      }
    },
    write: (name, value) => writeBytes(name, new TextEncoder().encode(JSON.stringify(value))),
    remove: (name) => removeHeld(fileOf(name)),
    bind: () => {
      if (has(boundMark)) return;
      for (const file of existsSync(dir) ? readdirSync(dir).filter((each) => each.endsWith(ending)) : []) {
        const name = file.slice(0, -ending.length);
        const bytes = unbound(name);
        if (bytes) writeBytes(name, bytes);
      }
      writeBytes(boundMark, new Uint8Array());
    },
  };
}
