import { type ChildProcess, fork } from 'node:child_process';
import { watched } from '../watchdog.ts';

/** Round-trip times to the service and the printer in milliseconds. If set, the service speaks TLS. */
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

/** A label that came out, in milliseconds of the epoch: the time of its first byte, and the time it was out. */
export interface SheetSeen {
  readonly firstByteAt: number;
  readonly outAt: number;
}

/** Answers of the service since it started: their number, and the milliseconds from the head of each request to the end of its answer. */
export interface Answered {
  readonly count: number;
  readonly ms: number;
}

/** Messages from the process of the service and the printer. */
export type Message =
  | ({ readonly is: 'addresses' } & Addresses)
  | ({ readonly is: 'sheet' } & SheetSeen)
  | ({ readonly is: 'answered' } & Answered);

/** The service and the printer in a process of their own, as in production: their work is not counted as the station's. */
export interface FarWorld extends Addresses {
  /** The next label that comes out; rejects if none comes out within 10 seconds. */
  nextSheet(): Promise<SheetSeen>;
  answered(): Promise<Answered>;
  stop(): Promise<void>;
}

/** `thinksMs`: the minimum time the service takes for each answer, at any distance. */
export async function startFarWorld(distances: Distances | undefined, thinksMs = 0): Promise<FarWorld> {
  const child = fork(new URL('far-world-process.ts', import.meta.url), {
    env: { ...process.env, DISTANCES: JSON.stringify(distances ?? null), THINKS_MS: String(thinksMs) },
  });
  const addresses = await messageOf(child, 'addresses');
  return {
    ...addresses,
    nextSheet: () => messageOf(child, 'sheet'),
    answered() {
      const answer = messageOf(child, 'answered');
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

function messageOf<Is extends Message['is']>(child: ChildProcess, what: Is): Promise<Extract<Message, { is: Is }>> {
  const { promise, resolve } = Promise.withResolvers<Extract<Message, { is: Is }>>();
  const listen = (message: unknown): void => {
    if ((message as Message).is === what) resolve(message as Extract<Message, { is: Is }>);
  };
  child.on('message', listen);
  return watched(`the service and the printer tell: ${what}`, promise).finally(() => child.off('message', listen));
}
