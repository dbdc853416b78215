import { afterEach, expect, test } from 'vitest';
import { retryAfterMs } from '../../shared/retry-after.ts';

const zoneBefore = process.env['TZ'];
afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zoneBefore;
});

const now = new Date('2026-11-20T09:00:00Z');

test.each([
  ['120', 120_000],
  [' 120 ', 120_000],
  ['2.0', 2000],
  ['0.493', 493],
  ['0', 0],
  ['9999999999', 3_600_000],
  ['Fri, 20 Nov 2026 09:01:30 GMT', 90_000],
  ['Friday, 20-Nov-26 09:01:30 GMT', 90_000],
  ['Fri Nov 20 09:01:30 2026', 90_000],
  ['Fri, 20 Nov 2026 09:01:30', 90_000],
  ['Fri, 20 Nov 2026 11:01:30 +0200', 90_000],
  ['2026-11-20T09:01:30Z', 90_000],
  ['2026-11-20T09:01:30', 90_000],
  ['Fri, 20 Nov 2026 08:00:00 GMT', 0],
  ['Fri, 31 Dec 2099 23:59:59 GMT', 3_600_000],
  ['', 0],
  ['soon', 0],
  ['-5', 0],
  ['120s', 0],
])('Retry-After "%s" asks for %i ms, also in New York', (header, ms) => {
  process.env['TZ'] = 'America/New_York';
  expect(now.getTimezoneOffset()).toBe(300);
  expect(retryAfterMs(header, now)).toBe(ms);
});
