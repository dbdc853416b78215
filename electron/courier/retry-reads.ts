import { retryAfterMs } from '../../shared/retry-after.ts';
import type { Posted } from './client.ts';

/** After the first attempt; however many, a read ends with its time, which `courier.ts` keeps beside the other times. */
const maxRetries = 3;
const firstPauseMs = 300;
/** Busy, or a gateway that gave up: the same question may be answered a moment later. */
const passing = new Set([408, 429, 502, 503, 504]);

/**
 * How long to wait before a read is asked again, or undefined where asking again would not help. Half of the pause is chance, so
 * that benches that failed together do not come back together. What the service asks for in Retry-After is the least. A connection that
 * was used before may have been hung up on: then the question is asked at once.
 */
export function retryPauseMs(posted: Posted, retries: number, random: () => number, now: Date): number | undefined {
  if (retries >= maxRetries) return undefined;
  if (posted.is !== 'answered' && posted.wasKept) return 0;
  const pauseMs = (): number => firstPauseMs * 2 ** retries * (0.5 + random() / 2);
  if (posted.is === 'not-sent') return posted.code === 'service-unreachable' ? pauseMs() : undefined;
  if (posted.is === 'silent') return posted.reset ? pauseMs() : undefined;
  if (!passing.has(posted.answer.status)) return undefined;
  return Math.max(pauseMs(), retryAfterMs(posted.retryAfter, now));
}
