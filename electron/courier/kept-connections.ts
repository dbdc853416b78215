import type { Client } from 'undici';
import { type Moment, momentNow, msSince } from './connection-ahead.ts';

/** A client whose one connection was made for a question. */
export interface QuestionClient {
  readonly client: Client;
  /** True while it still has its first connection; undici opens another one if the service closed it. */
  readonly isOpen: () => boolean;
}

/**
 * Connections on which questions were answered, for the next question to the same service on the same route. A request that must not be
 * sent twice never gets one: a service closes idle connections at any time, and then it is unknown whether it read the request.
 */
export interface KeptConnections {
  /** Returns the one that was used last, unless it is too old or was closed by the service. */
  take(routeName: string): QuestionClient | undefined;
  has(routeName: string): boolean;
  keep(routeName: string, used: QuestionClient): void;
  /** Called if one of them broke: whatever closed it also closed the others. */
  end(routeName: string): void;
}

interface Kept {
  readonly routeName: string;
  readonly used: QuestionClient;
  readonly since: Moment;
}

/** Most services and gateways leave an idle connection open for longer. */
export const mostIdleMs = 15_000;
/** There are seldom more questions at once. */
const mostKept = 4;

export function createKeptConnections(): KeptConnections {
  let kept: readonly Kept[] = [];
  const isGood = ({ used, since }: Kept): boolean => used.isOpen() && msSince(since) <= mostIdleMs;
  function keepOnly(good: readonly Kept[]): void {
    for (const each of kept) if (!good.includes(each)) void each.used.client.destroy();
    kept = good;
  }
  const tidy = (): void => keepOnly(kept.filter(isGood).slice(-mostKept));
  return {
    take(routeName) {
      tidy();
      const last = kept.findLast((each) => each.routeName === routeName);
      kept = kept.filter((each) => each !== last);
      return last?.used;
    },
    has: (routeName) => kept.some((each) => each.routeName === routeName && isGood(each)),
    end: (routeName) => keepOnly(kept.filter((each) => each.routeName !== routeName)),
    keep(routeName, used) {
      kept = [...kept, { routeName, used, since: momentNow() }];
      tidy();
    },
  };
}
