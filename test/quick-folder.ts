import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const leastBytes = 2_000_000_000;

/** Memory is fast: a bench waits for its disk at each commit, and a test that cuts no power need not. */
function isUsable(): boolean {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === memory);
  if (!mount || mount.includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= leastBytes;
}

/**
 * Parent folder for the folders of tests: in memory if there is enough of it and programs may run there, else the system's temporary
 * folder.
 */
export const quickFolder = process.platform === 'linux' && isUsable() ? memory : tmpdir();
