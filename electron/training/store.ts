import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection, Environment, OfferedService, Order, Shipment, UploadedDocument } from './shipment.ts';

export interface Quote {
  readonly environment: Environment;
  readonly at: string;
  readonly shipment: Shipment;
  readonly services: readonly OfferedService[];
}

/** Everything the training service remembers; written as one JSON file. */
export interface Memory {
  quotes: Quote[];
  orders: Order[];
  collections: Collection[];
  documents: UploadedDocument[];
  /** How many of each kind of number were given out. */
  counters: Record<string, number>;
}

export interface Store {
  readonly memory: Memory;
  /** Puts what is remembered on disk, if there is a folder for it. */
  save(): void;
}

/** Opens the memory of an earlier run in `dir`, or a new one; without `dir` nothing is kept. A damaged file is an error, not a new start. */
export function openStore(dir: string | undefined): Store {
  const empty: Memory = { quotes: [], orders: [], collections: [], documents: [], counters: {} };
  if (dir === undefined) return { memory: empty, save: () => undefined };
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'service.json');
  const memory = readMemory(path) ?? empty;
  return {
    memory,
    save() {
      writeFileSync(`${path}.new`, JSON.stringify(memory), { flush: true });
      renameSync(`${path}.new`, path);
    },
  };
}

function readMemory(path: string): Memory | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return JSON.parse(text) as Memory;
}
