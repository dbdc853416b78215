import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const leastBytes = 2_000_000_000;

/** A bench waits for its disk at each commit; a test that pulls no plug need not. */
function isUsable(): boolean {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === memory);
  if (!mount || mount.includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= leastBytes;
}

/** Where tests make their folders: in memory where there is enough of it and programs may run there, else where the system says. */
export const quickFolder = process.platform === 'linux' && isUsable() ? memory : tmpdir();
