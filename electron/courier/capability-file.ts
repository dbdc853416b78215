import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Action, type Capabilities, type Drift, driftSchema } from '../../shared/contract.ts';
import { textOfBytes } from '../files/text.ts';
import { readCapabilities } from './capabilities.ts';

export interface CapabilityFile {
  /** Returns what was learned of this service; results for another service do not apply. */
  read(baseUrl: string): Capabilities | undefined;
  /** On the disk when it returns; earlier differences are deleted. */
  save(learned: Capabilities): void;
  /** Newest first. */
  drift(baseUrl: string): readonly Drift[];
  /** Stores a difference the first time it is seen. */
  noteDrift(baseUrl: string, action: Action, what: string): void;
}

const mostDrift = 50;
const driftListSchema = z.object({ drift: z.array(driftSchema) });

/** `capabilities.json`: the results of the newest contract check, and the differences seen since. An unreadable file counts as none. */
export function openCapabilityFile(file: string, now: () => Date, write: (file: string, bytes: Uint8Array) => void): CapabilityFile {
  const text = existsSync(file) ? textOfBytes(readFileSync(file)) : '';
  let learned = readCapabilities(text);
  let drift = learned ? driftIn(text) : [];

  const save = (): void => write(file, new TextEncoder().encode(`${JSON.stringify({ ...learned, drift }, null, 2)}\n`));
  const isOf = (baseUrl: string): boolean => learned?.baseUrl === baseUrl;

  return {
    read: (baseUrl) => (isOf(baseUrl) ? learned : undefined),
    save(next) {
      learned = next;
      drift = [];
      save();
    },
    drift: (baseUrl) => (isOf(baseUrl) ? drift : []),
    noteDrift(baseUrl, action, what) {
      if (!isOf(baseUrl) || drift.some((each) => each.action === action && each.what === what)) return;
      drift = [{ at: now().toISOString(), action, what }, ...drift].slice(0, mostDrift);
      save();
    },
  };
}

function driftIn(text: string): Drift[] {
  const read = driftListSchema.safeParse(JSON.parse(text));
  return read.success ? read.data.drift : [];
}
