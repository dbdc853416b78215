import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { SendUntil } from '../bench/ports/ledger.ts';
import type { Connector, Route, Target } from './route.ts';

/**
 * A connection to the service that is opened before a request needs it, so that its round trips cost no time. It is used for one request
 * only, and only if it is as good as a new one: never used, alive, young, and either still connecting or at a service that was seen to
 * leave idle connections open for twice as long. It is not used at a service that closes idle connections. A connection for questions,
 * which are repeated if it breaks, is also used before that is known.
 */
export interface ConnectionAhead {
  /** Keeps a connection that was just begun on this route. */
  open(route: Route, target: Target): void;
  /** Makes one connection of `route`: the prepared one if it is good, otherwise a new one. */
  connector(route: Route): Connector;
}

/** Maximum age in milliseconds when the headers are written. */
const mostAgeMs = 2000;

interface Ahead {
  readonly routeName: string;
  readonly begun: Moment;
  readonly made: Promise<Socket | Error>;
  /** True once the connection was made or failed. */
  isMade: boolean;
  /** Stops watching because the connection is used now: how it ends is no longer evidence about idle connections. */
  release: () => void;
}

/** Includes the system clock, because the other one stops while the computer sleeps. */
export interface Moment {
  readonly elapsed: number;
  readonly wall: number;
}
export const momentNow = (): Moment => ({ elapsed: performance.now(), wall: Date.now() });
export const msSince = ({ elapsed, wall }: Moment): number => Math.max(performance.now() - elapsed, Math.abs(Date.now() - wall));

export const isBefore = ({ elapsed, wall }: SendUntil): boolean => performance.now() < elapsed && Date.now() < wall;

/** Waits until everything that arrived so far was read, including a hang-up: the first turn may be the one that is running. */
async function everythingRead(): Promise<void> {
  await turn();
  await turn();
}

export function createConnectionAhead({ mostMs = mostAgeMs, isForQuestions = false } = {}): ConnectionAhead {
  let ahead: Ahead | undefined;
  /** By route name: true if the service left a connection open for as long as it was watched, false if it ever closed one. */
  const leavesAlone = new Map<string, boolean>();

  function make({ name, connect }: Route, target: Target): Ahead {
    const made = new Promise<Socket | Error>((resolve) => {
      connect(target, (error, socket) => resolve(error ?? (socket as Socket)));
    });
    const mine: Ahead = { routeName: name, begun: momentNow(), made, isMade: false, release: () => undefined };
    void made.then((socket) => {
      mine.isMade = true;
      if (!(socket instanceof Error)) mine.release = watch(socket, name);
    });
    return mine;
  }

  /** Watches for twice the allowed idle time. Returns the function that stops watching. */
  function watch(socket: Socket, name: string): () => void {
    const over = (leaves: boolean): void => {
      release();
      leavesAlone.set(name, leaves && leavesAlone.get(name) !== false);
      socket.destroy();
    };
    const hungUp = (): void => over(false);
    const timer = setTimeout(() => over(true), 2 * mostMs).unref();
    const release = (): void => {
      clearTimeout(timer);
      socket.off('end', hungUp).off('close', hungUp).ref();
    };
    socket.on('end', hungUp).on('close', hungUp).unref();
    return release;
  }

  async function take(route: Route): Promise<Socket | Error | undefined> {
    const mine = ahead;
    ahead = undefined;
    if (mine?.routeName !== route.name || msSince(mine.begun) > mostMs) return undefined;
    const wasIdle = mine.isMade;
    if (wasIdle && !(leavesAlone.get(route.name) ?? isForQuestions)) return undefined;
    const socket = await mine.made;
    if (socket instanceof Error) return wasIdle ? undefined : socket;
    if (!isForQuestions) await everythingRead();
    const isGood = !socket.destroyed && socket.readable && socket.writable && socket.readableLength === 0;
    if (!isGood || msSince(mine.begun) > mostMs) return undefined;
    mine.release();
    return socket;
  }

  return {
    open(route, target) {
      // An older one would be too old by the time the request is ready.
      if (ahead?.routeName === route.name && msSince(ahead.begun) < mostMs / 2) return;
      ahead = make(route, target);
    },
    connector: (route) => (target, callback) => {
      void take(route).then((taken) => {
        // Nothing else runs between here and the headers.
        if (taken === undefined) route.connect(target, callback);
        else if (taken instanceof Error) callback(taken, null);
        else callback(null, taken);
      });
    },
  };
}
