import { closeSync, openSync, readSync } from 'node:fs';

/** How long the main thread of this process could have run and did not, since another thread or program had the core. */
export interface Displacement {
  /** Milliseconds since its start, as the scheduler of Linux counts them; 0 where nobody does. */
  ms(): number;
  close(): void;
}

export function startDisplacement(): Displacement {
  if (process.platform !== 'linux') return { ms: () => 0, close: () => undefined };
  const file = openSync('/proc/self/schedstat', 'r');
  const bytes = Buffer.alloc(64);
  return {
    ms: () => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)).split(' ')[1]) / 1e6,
    close: () => closeSync(file),
  };
}
