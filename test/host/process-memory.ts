import { readFileSync } from 'node:fs';

const pageBytes = 4096;

/** What a process has in memory, in MB; undefined where the system does not show it, or for a process that is gone. */
export function memoryMb(pid: number): number | undefined {
  try {
    const [, resident = ''] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return (Number(resident) * pageBytes) / 2 ** 20;
  } catch {
    return undefined;
  }
}
