import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../files/durable-file.ts';

// On Windows the key of safeStorage is in Chromium's `Local State`, encrypted for the Windows user. Chromium writes that file up to ten
// seconds after it made the key, and makes another key if the file is missing: data encrypted with the first key is then lost.

/** Name of the copy of the key, next to the data that the key opens. */
export const safeStorageKeyName = 'safe-storage-key';

const fileOf = (userData: string): string => join(userData, 'Local State');

interface LocalState {
  readonly os_crypt?: { readonly encrypted_key?: unknown };
}

function readState(file: string): LocalState {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LocalState;
  } catch {
    // Missing or half written: the next look finds it complete.
    return {};
  }
}

const keyIn = ({ os_crypt: { encrypted_key: key } = {} }: LocalState): string | undefined =>
  typeof key === 'string' && key ? key : undefined;

/** Restores a kept key into a `Local State` that has none. Call it before the app is ready, because Chromium reads the file then. */
export function restoreSafeStorageKey(userData: string): void {
  const kept = keyIn(readState(join(userData, safeStorageKeyName)));
  const state = readState(fileOf(userData));
  if (kept === undefined || keyIn(state) !== undefined) return;
  try {
    writeDurably(fileOf(userData), Buffer.from(JSON.stringify({ ...state, os_crypt: { ...state.os_crypt, encrypted_key: kept } })));
  } catch {
    // The data is locked then, and the window asks for the recovery code.
  }
}

/** Resolves true once Chromium has written the key and a copy is kept; false if that does not happen in time. */
export async function keepSafeStorageKey(userData: string, sleep: (ms: number) => Promise<void>, elapsed: () => number): Promise<boolean> {
  const copy = join(userData, safeStorageKeyName);
  const until = elapsed() + longestMs;
  for (;;) {
    const key = keyIn(readState(fileOf(userData)));
    if (key !== undefined) {
      if (!existsSync(copy) || keyIn(readState(copy)) !== key)
        writeDurably(copy, Buffer.from(JSON.stringify({ os_crypt: { encrypted_key: key } })));
      return true;
    }
    if (elapsed() > until) return false;
    await sleep(againMs);
  }
}

const longestMs = 30_000;
const againMs = 200;
