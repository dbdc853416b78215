import type { Client } from 'undici';
import { type Moment, momentNow, msSince } from './connection-ahead.ts';

/** A client whose one connection was made for a question. */
export interface QuestionClient {
  readonly client: Client;
  /** Whether its connection is still the one it was made with; undici makes it another one where that was hung up on. */
  readonly isOpen: () => boolean;
}

/**
 * Connections on which questions were answered, for the next question to the same service on the same way. What must not be sent twice
 * never gets one: a service hangs up on idle connections when it likes, and then nobody knows whether it read what was sent.
 */
export interface KeptConnections {
  /** The one that was used last, unless it is too old or was hung up on. */
  take(routeName: string): QuestionClient | undefined;
  has(routeName: string): boolean;
  keep(routeName: string, used: QuestionClient): void;
  /** Where one of them broke: what hung up on it did so on the others too. */
  end(routeName: string): void;
}

interface Kept {
  readonly routeName: string;
  readonly used: QuestionClient;
  readonly since: Moment;
}

/** Most services and what stands before them leave an idle connection open for longer. */
export const mostIdleMs = 15_000;
/** More questions are seldom asked at once. */
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
