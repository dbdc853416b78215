import { expect, test } from 'vitest';
import { isTimeZone, monthIn } from '../../shared/month.ts';

test.each([
  // The clocks of Amsterdam are an hour ahead in winter and two in summer.
  ['2026-10-31T22:59:59Z', 'Europe/Amsterdam', '2026-10', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
  ['2026-10-31T23:00:00Z', 'Europe/Amsterdam', '2026-11', '2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
  ['2026-03-01T00:00:00Z', 'Europe/Amsterdam', '2026-03', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ['2026-12-31T23:30:00Z', 'Europe/Amsterdam', '2027-01', '2026-12-31T23:00:00.000Z', '2027-01-31T23:00:00.000Z'],
  ['2026-02-01T04:59:59Z', 'America/New_York', '2026-01', '2026-01-01T05:00:00.000Z', '2026-02-01T05:00:00.000Z'],
  ['2026-01-31T10:00:00Z', 'Pacific/Auckland', '2026-01', '2025-12-31T11:00:00.000Z', '2026-01-31T11:00:00.000Z'],
  ['2026-06-30T18:30:00Z', 'Asia/Kolkata', '2026-07', '2026-06-30T18:30:00.000Z', '2026-07-31T18:30:00.000Z'],
  ['2026-07-01T00:00:00Z', 'UTC', '2026-07', '2026-07-01T00:00:00.000Z', '2026-08-01T00:00:00.000Z'],
])('%s in %s belongs to %s', (instant, zone, name, from, until) => {
  const month = monthIn(new Date(instant), zone);
  expect({ name: month.name, from: month.from.toISOString(), until: month.until.toISOString() }).toEqual({ name, from, until });
});

test('every month ends when the next begins, in every zone', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    let month = monthIn(new Date('2025-12-15T12:00:00Z'), zone);
    for (let number = 1; number <= 13; number += 1) {
      const next = monthIn(month.until, zone);
      expect({ zone, from: next.from }).toEqual({ zone, from: month.until });
      expect(next.name > month.name).toBe(true);
      month = next;
    }
  }
});

test('distinguishes a time zone from a made-up name', () => {
  expect(['Europe/Amsterdam', 'UTC'].map(isTimeZone)).toEqual([true, true]);
  expect(['', 'Mars/Phobos', 'Amsterdam'].map(isTimeZone)).toEqual([false, false, false]);
});
