/** Longest accepted wait. A later date means that a clock is wrong, on the server or here. */
export const longestRetryAfterMs = 60 * 60_000;

/** Accepts a fraction, as Shopify sends it: `2.0`. */
const seconds = /^\d+(?:\.\d+)?$/;
/**
 * The three date forms of RFC 9110, and ISO 8601. No other text is accepted, because `Date.parse` is too lenient: it reads `-5` as a date
 * in May.
 */
const date = /^(?:[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d)/;
const zone = /(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/;

/**
 * Waiting time of a `Retry-After` header in milliseconds, at most one hour; 0 if it is neither a number of seconds nor a date. A date
 * without a zone is in GMT (RFC 9110, 5.6.7), regardless of the local zone.
 */
export function retryAfterMs(header: string, now: Date): number {
  const text = header.trim();
  if (seconds.test(text)) return Math.min(longestRetryAfterMs, Math.ceil(Number(text) * 1000));
  if (!date.test(text)) return 0;
  const inGmt = /^\d/.test(text) ? `${text}Z` : `${text} GMT`;
  const at = Date.parse(zone.test(text) ? text : inGmt);
  return Number.isNaN(at) ? 0 : Math.min(longestRetryAfterMs, Math.max(0, at - now.getTime()));
}
