import { type ChildProcess, fork } from 'node:child_process';

/** How far away the service and the printer are, in milliseconds of a round trip; the service speaks TLS then. */
export interface Distances {
  readonly serviceMs: number;
  readonly printerMs: number;
}

export interface Addresses {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly printerPort: number;
  readonly printerUrl: string;
}

/** A label that came out, in milliseconds of the epoch: when its first byte came, and when it was out. */
export interface SheetSeen {
  readonly firstByteAt: number;
  readonly outAt: number;
}

/** The service and the printer in a process of their own, as they are in life: nothing they do is counted as the station's. */
export interface FarWorld extends Addresses {
  /** The next label that comes out; rejects where none does within 10 seconds. */
  nextSheet(): Promise<SheetSeen>;
  stop(): Promise<void>;
}

/** `thinksMs`: how long the service takes for every answer at least, wherever it is. */
export async function startFarWorld(distances: Distances | undefined, thinksMs = 0): Promise<FarWorld> {
  const child = fork(new URL('far-world-process.ts', import.meta.url), {
    env: { ...process.env, DISTANCES: JSON.stringify(distances ?? null), THINKS_MS: String(thinksMs) },
  });
  const addresses = await nextMessage<Addresses>(child);
  return {
    ...addresses,
    nextSheet: () => nextMessage<SheetSeen>(child),
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await gone;
    },
  };
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const watchdog = setTimeout(() => reject(new Error('Nothing came from the service and the printer.')), 10_000);
  child.once('message', (message) => resolve(message as T));
  return promise.finally(() => clearTimeout(watchdog));
}
