import { type ChildProcess, fork } from 'node:child_process';
import { watched } from '../watchdog.ts';

/** How far away the service and the printer are, in milliseconds of a round trip; the service speaks TLS then. */
export interface Distances {
  readonly serviceMs: number;
  readonly printerMs: number;
}

interface Addresses {
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

/** What the service has answered since it runs: how often, and in how many milliseconds from a request's head to its answer's end. */
export interface Answered {
  readonly count: number;
  readonly ms: number;
}

/** What the process of the service and the printer tells. */
export type Told =
  | ({ readonly is: 'addresses' } & Addresses)
  | ({ readonly is: 'sheet' } & SheetSeen)
  | ({ readonly is: 'answered' } & Answered);

/** The service and the printer in a process of their own, as they are in life: nothing they do is counted as the station's. */
export interface FarWorld extends Addresses {
  /** The next label that comes out; rejects where none does within 10 seconds. */
  nextSheet(): Promise<SheetSeen>;
  answered(): Promise<Answered>;
  stop(): Promise<void>;
}

/** `thinksMs`: how long the service takes for every answer at least, wherever it is. */
export async function startFarWorld(distances: Distances | undefined, thinksMs = 0): Promise<FarWorld> {
  const child = fork(new URL('far-world-process.ts', import.meta.url), {
    env: { ...process.env, DISTANCES: JSON.stringify(distances ?? null), THINKS_MS: String(thinksMs) },
  });
  const addresses = await told(child, 'addresses');
  return {
    ...addresses,
    nextSheet: () => told(child, 'sheet'),
    answered() {
      const answer = told(child, 'answered');
      child.send('answered?');
      return answer;
    },
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await gone;
    },
  };
}

function told<Is extends Told['is']>(child: ChildProcess, what: Is): Promise<Extract<Told, { is: Is }>> {
  const { promise, resolve } = Promise.withResolvers<Extract<Told, { is: Is }>>();
  const listen = (message: unknown): void => {
    if ((message as Told).is === what) resolve(message as Extract<Told, { is: Is }>);
  };
  child.on('message', listen);
  return watched(`the service and the printer tell: ${what}`, promise).finally(() => child.off('message', listen));
}
