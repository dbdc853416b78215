import { type RmOptions, renameSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

// On Windows a file that another program has open often cannot be renamed, replaced or deleted. A virus scanner, an indexer, a backup or a
// viewer releases it after a moment.

const patienceMs = 2_000;
const againMs = 50;

/** True if another program may hold the file: Windows uses these error codes for that, and for a missing permission too. */
const mayBeHeld = (error: unknown): boolean =>
  ['EBUSY', 'EPERM', 'EACCES', 'ENOTEMPTY'].includes(String((error as NodeJS.ErrnoException | undefined)?.code));

/**
 * Runs an operation on a file. On Windows it retries for 2 seconds while another program may hold the file. Blocks the thread: use it for
 * small files only. Throws the error of the last try.
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

/** Like `whileHeld`, without blocking the thread. Rejects with the error of the last try. */
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
/** Does nothing if the file does not exist. */
export const removeHeld = (path: string): void => whileHeld(() => rmSync(path, { force: true }));
export const renameOnceFree = (from: string, to: string): Promise<void> => untilFree(() => rename(from, to));
/** Does nothing if the file does not exist. */
export const removeOnceFree = (path: string, options: Pick<RmOptions, 'recursive'> = {}): Promise<void> =>
  untilFree(() => rm(path, { ...options, force: true }));
