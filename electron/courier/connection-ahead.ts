import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { SendUntil } from '../bench/ports/ledger.ts';
import type { Connector, Route, Target } from './route.ts';

/**
 * A connection to the service that is opened before it is known whether it is needed, so that its round trips cost nothing. A request
 * gets it once, and only where it is as good as a new one: never used, alive, young, and still in the making or at a service that was
 * seen to leave idle ones alone for twice as long. At a service that hangs up on idle ones it is not used. One for questions, which
 * are asked again where it breaks, is also used while nobody knows what the service does with idle ones.
 */
export interface ConnectionAhead {
  /** Keeps one that was begun on this route a moment ago. */
  open(route: Route, target: Target): void;
  /** Makes one connection of `route`: the one ahead where it is good, else a new one. */
  connector(route: Route): Connector;
}

/** How old one may be when the headers are written. */
const mostAgeMs = 2000;

interface Ahead {
  readonly routeName: string;
  readonly begun: Moment;
  readonly made: Promise<Socket | Error>;
  /** Whether nobody waits for it any more to be made. */
  isMade: boolean;
  /** It is used now: what becomes of it says nothing of idle ones. */
  release: () => void;
}

/** By the clock on the wall too: the other one stands still while the computer sleeps. */
export interface Moment {
  readonly elapsed: number;
  readonly wall: number;
}
export const momentNow = (): Moment => ({ elapsed: performance.now(), wall: Date.now() });
export const msSince = ({ elapsed, wall }: Moment): number => Math.max(performance.now() - elapsed, Math.abs(Date.now() - wall));

export const isBefore = ({ elapsed, wall }: SendUntil): boolean => performance.now() < elapsed && Date.now() < wall;

/** Whatever came until now, a hanging up too: the first turn may be the one that is running. */
async function everythingRead(): Promise<void> {
  await turn();
  await turn();
}

export function createConnectionAhead({ mostMs = mostAgeMs, isForQuestions = false } = {}): ConnectionAhead {
  let ahead: Ahead | undefined;
  /** By the route's name: whether the service left one alone for as long as it was watched, or ever hung up on one. */
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

  /** For twice as long as one may be idle. Answers the function that ends it. */
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
      // An older one would not be young enough any more when the request is ready.
      if (ahead?.routeName === route.name && msSince(ahead.begun) < mostMs / 2) return;
      ahead = make(route, target);
    },
    connector: (route) => (target, callback) => {
      void take(route).then((taken) => {
        // From here to the headers nothing else runs.
        if (taken === undefined) route.connect(target, callback);
        else if (taken instanceof Error) callback(taken, null);
        else callback(null, taken);
      });
    },
  };
}
