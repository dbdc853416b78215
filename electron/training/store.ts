import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renameHeld } from '../files/held-file.ts';
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
  /** The status of each order that the webhook's receiver knows. */
  toldStatuses: Record<string, string>;
}

/** What is on disk is about people: the app hands in how it is encrypted there. */
export interface Sealing {
  readonly seal: (bytes: Uint8Array) => Uint8Array;
  /** Throws when the bytes were sealed with another key or changed. */
  readonly open: (bytes: Uint8Array) => Uint8Array;
}

export interface Store {
  readonly memory: Memory;
  /** Puts what is remembered on disk, if there is a folder for it. */
  save(): void;
}

/**
 * Opens the memory of an earlier run in `dir`, or a new one; without `dir` nothing is kept. A damaged file is an error, not a new start.
 * Without `sealing` it is written in the open, as the tests and the demo like it.
 */
export function openStore(dir: string | undefined, sealing?: Sealing): Store {
  const empty: Memory = { quotes: [], orders: [], collections: [], documents: [], counters: {}, toldStatuses: {} };
  if (dir === undefined) return { memory: empty, save: () => undefined };
  mkdirSync(dir, { recursive: true });
  const path = join(dir, sealing ? 'service.json.sealed' : 'service.json');
  const memory = { ...empty, ...readMemory(path, sealing) };
  return {
    memory,
    save() {
      const bytes = Buffer.from(JSON.stringify(memory));
      writeFileSync(`${path}.new`, sealing ? sealing.seal(bytes) : bytes, { flush: true });
      renameHeld(`${path}.new`, path);
    },
  };
}

/** What an earlier run kept; one of an earlier version may not have everything. */
function readMemory(path: string, sealing: Sealing | undefined): Partial<Memory> | undefined {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return JSON.parse(Buffer.from(sealing ? sealing.open(bytes) : bytes).toString('utf8')) as Partial<Memory>;
}
