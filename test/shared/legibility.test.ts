import { expect, test } from 'vitest';
import { hardToRead, type Scans, withScans } from '../../shared/legibility.ts';

/** Counts for this many labels of a printer, of which `again` were not read at once. */
const printed = (scans: Scans, labels: number, again: number): Scans =>
  Array.from({ length: labels }, (_, index) => (index < again ? 2 : 1)).reduce((all, taken) => withScans(all, 'label', taken), scans);

test.each([
  ['nothing yet', '', null],
  ['a new printer, badly read from the start', '20:10', null],
  ['read at once ever', '60:0, 20:0', null],
  ['now and then a second scan', '60:3, 20:4', null],
  ['suddenly every fourth', '60:1, 20:5', { again: 5, of: 20 }],
  ['no worse than ever', '60:15, 20:6', null],
  ['much worse than ever', '60:6, 20:12', { again: 12, of: 20 }],
  ['cleaned since', '60:1, 20:8, 20:0', null],
])('labels of a printer: %s', (_, days, verdict) => {
  const counts = days.split(', ').map((day) => day.split(':').map(Number));
  const scans = counts.reduce<Scans>((all, [labels = 0, again = 0]) => printed(all, labels, again), {});
  expect(hardToRead(scans, 'label')).toEqual(verdict);
  expect(hardToRead(scans, 'other')).toBeNull();
});

test('the oldest labels are forgotten', () => {
  expect(printed({}, 500, 0)['label']).toHaveLength(120);
});
