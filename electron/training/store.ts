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

/** The training service's data, stored as one JSON file. */
export interface Memory {
  quotes: Quote[];
  orders: Order[];
  collections: Collection[];
  documents: UploadedDocument[];
  /** Number of issued numbers of each kind. */
  counters: Record<string, number>;
  /** The last status of each order that the webhook's receiver has received. */
  sentStatuses: Record<string, string>;
}

/** The stored data contains personal data, so the app supplies its encryption. */
export interface Encryption {
  readonly encrypt: (bytes: Uint8Array) => Uint8Array;
  /** Throws if the bytes were encrypted with another key, or changed. */
  readonly decrypt: (bytes: Uint8Array) => Uint8Array;
}

export interface Store {
  readonly memory: Memory;
  /** Writes the data to disk, if there is a folder for it. */
  save(): void;
}

/**
 * Opens the data of an earlier run in `dir`, or starts empty; without `dir` nothing is kept. Throws if the file is damaged, instead of
 * starting empty. Without `encryption` the file is not encrypted, for the tests and the demo.
 */
export function openStore(dir: string | undefined, encryption?: Encryption): Store {
  const empty: Memory = { quotes: [], orders: [], collections: [], documents: [], counters: {}, sentStatuses: {} };
  if (dir === undefined) return { memory: empty, save: () => undefined };
  mkdirSync(dir, { recursive: true });
  const path = join(dir, encryption ? 'service.json.encrypted' : 'service.json');
  const memory = { ...empty, ...readMemory(path, encryption) };
  return {
    memory,
    save() {
      const bytes = Buffer.from(JSON.stringify(memory));
      writeFileSync(`${path}.new`, encryption ? encryption.encrypt(bytes) : bytes, { flush: true });
      renameHeld(`${path}.new`, path);
    },
  };
}

/** The data of an earlier run; data of an earlier version may be incomplete. */
function readMemory(path: string, encryption: Encryption | undefined): Partial<Memory> | undefined {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return JSON.parse(Buffer.from(encryption ? encryption.decrypt(bytes) : bytes).toString('utf8')) as Partial<Memory>;
}
