import { closeSync, openSync, readSync } from 'node:fs';

/** Time during which the main thread of this process was ready to run but another thread or program had the core. */
export interface Displacement {
  /** Milliseconds since its start, as the Linux scheduler counts them; 0 on other systems. */
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
