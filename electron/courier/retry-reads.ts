import { retryAfterMs } from '../../shared/retry-after.ts';
import type { Posted } from './client.ts';

/** Retries after the first attempt. A read also ends with its time budget, see `courier.ts`. */
const maxRetries = 3;
const firstPauseMs = 300;
/** Busy, or a gateway that gave up: the same question may be answered a moment later. */
const passing = new Set([408, 429, 502, 503, 504]);

/**
 * Returns the pause before a read is repeated, or undefined if repeating would not help. Half of the pause is random, so that benches that
 * failed together do not come back together. Retry-After is the minimum. A connection that was used before may have been closed by the
 * service: then the question is repeated at once.
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
