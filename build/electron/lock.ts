import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

const busy = 5;
const lookMs = 200;

/**
 * Waits until no other process holds the lock file, and takes it. The operating system releases the lock if its owner is killed. `onWait`
 * runs once if another process holds it. Returns the function that releases it.
 */
export async function takeLock(file: string, onWait: () => void): Promise<() => void> {
  const lock = new DatabaseSync(file, { timeout: 0 });
  for (let isFirst = true; ; isFirst = false) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return () => lock.close();
    } catch (error) {
      if ((error as { readonly errcode?: number }).errcode !== busy) throw error;
    }
    if (isFirst) onWait();
    await wait(lookMs);
  }
}
