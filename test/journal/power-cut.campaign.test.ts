import { expect, test } from 'vitest';
import { rebuild, record, whyNotTraced } from './power-cut.ts';

const why = whyNotTraced();
if (why) process.stderr.write(`\nSKIPPED, NOT PROVEN: no power was cut in this run. ${why}\n\n`);

test.skipIf(why !== null)(
  `a power cut at any write loses no acknowledged write${why ? ` (${why})` : ''}`,
  () => {
    const { states, ackedLost, corrupt } = rebuild(record('journal', 'FULL', 1), 100, 1);
    expect({ ackedLost, corrupt }).toEqual({ ackedLost: 0, corrupt: 0 });
    expect(states).toBeGreaterThanOrEqual(100);
  },
  120_000,
);

test.skipIf(why !== null)(
  `a journal without an fsync at each commit loses acknowledged writes${why ? ` (${why})` : ''}`,
  () => {
    expect(rebuild(record('journal', 'NORMAL', 1), 100, 1, true).ackedLost).toBeGreaterThan(0);
  },
  120_000,
);

test.skipIf(why !== null)(
  `after any power cut a station still has its sent requests, print jobs and their answers${why ? ` (${why})` : ''}`,
  () => {
    const { states, ackedLost, corrupt } = rebuild(record('station', 'FULL', 1), 100, 1);
    expect({ ackedLost, corrupt }).toEqual({ ackedLost: 0, corrupt: 0 });
    expect(states).toBeGreaterThanOrEqual(100);
  },
  120_000,
);

test.skipIf(why !== null)(
  `a station that does not wait for the disk forgets what it sent${why ? ` (${why})` : ''}`,
  () => {
    expect(rebuild(record('station', 'NORMAL', 1), 100, 1, true).ackedLost).toBeGreaterThan(0);
  },
  120_000,
);
