import { type RmOptions, renameSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

// On Windows a file that another program has open can often be neither renamed, replaced nor deleted: a virus scanner, an indexer, a
// backup or a viewer lets go of it after a moment.

const patienceMs = 2_000;
const againMs = 50;

/** Another program may hold the file: the codes that Windows answers with for that, and for a right that is missing too. */
const mayBeHeld = (error: unknown): boolean =>
  ['EBUSY', 'EPERM', 'EACCES', 'ENOTEMPTY'].includes(String((error as NodeJS.ErrnoException | undefined)?.code));

/**
 * Does something with a file, on Windows again and again for 2 seconds while another program may hold it. The thread stands still
 * meanwhile: for small files alone. Throws what the last try threw.
 */
export function whileHeld<T>(act: () => T, os: NodeJS.Platform = process.platform): T {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (os !== 'win32' || !mayBeHeld(error) || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, againMs);
    }
  }
}

/** The same, without keeping the thread. Rejects with what the last try threw. */
export async function untilFree<T>(act: () => Promise<T>, os: NodeJS.Platform = process.platform): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (os !== 'win32' || !mayBeHeld(error) || performance.now() > until) throw error;
      await wait(againMs);
    }
  }
}

export const renameHeld = (from: string, to: string): void => whileHeld(() => renameSync(from, to));
/** Nothing happens if there is no such file. */
export const removeHeld = (path: string): void => whileHeld(() => rmSync(path, { force: true }));
export const renameOnceFree = (from: string, to: string): Promise<void> => untilFree(() => rename(from, to));
/** Nothing happens if there is no such file. */
export const removeOnceFree = (path: string, options: Pick<RmOptions, 'recursive'> = {}): Promise<void> =>
  untilFree(() => rm(path, { ...options, force: true }));
