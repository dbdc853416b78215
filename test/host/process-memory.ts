import { readFileSync } from 'node:fs';

const pageBytes = 4096;

/** Returns the resident memory of a process in MB; undefined if the system does not show it or the process is gone. */
export function memoryMb(pid: number): number | undefined {
  try {
    const [, resident = ''] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return (Number(resident) * pageBytes) / 2 ** 20;
  } catch {
    return undefined;
  }
}
