import { expect, test } from 'vitest';
import { rebuild, record, whyNotTraced } from './power-cut.ts';

const why = whyNotTraced();
if (why) process.stderr.write(`\nSKIPPED, NOT PROVEN: no power was cut in this run. ${why}\n\n`);

test.skipIf(why !== null)(
  `a power cut at any write loses nothing that was acknowledged${why ? ` (${why})` : ''}`,
  () => {
    const { states, ackedLost, corrupt } = rebuild(record('FULL', 1), 300, 1);
    expect({ ackedLost, corrupt }).toEqual({ ackedLost: 0, corrupt: 0 });
    expect(states).toBeGreaterThanOrEqual(300);
  },
  120_000,
);

test.skipIf(why !== null)(
  `the same journal without an fsync at each commit loses what it acknowledged${why ? ` (${why})` : ''}`,
  () => {
    expect(rebuild(record('NORMAL', 1), 100, 1).ackedLost).toBeGreaterThan(0);
  },
  120_000,
);
