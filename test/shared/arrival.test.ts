import { expect, test } from 'vitest';
import { readArrival, weekdayOf, workingDaysAfter } from '../../shared/arrival.ts';
import { today } from './some-rules.ts';

test('an arrival is read only if its day is valid, and working days skip weekends', () => {
  expect(
    ['2026-11-24 before 18:00', '2026-11-24', ' 2026-11-24, 9:05 ', '2026-02-30', '24-11-2026', '', '2026-11-245'].map(readArrival),
  ).toEqual(['2026-11-24 18:00', '2026-11-24 24:00', '2026-11-24 09:05', undefined, undefined, undefined, undefined]);
  expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-22')]).toEqual([1, 7]);
  expect([1, 2, 5, 6].map((days) => workingDaysAfter(today, days))).toEqual(['2026-11-23', '2026-11-24', '2026-11-27', '2026-11-30']);
});
