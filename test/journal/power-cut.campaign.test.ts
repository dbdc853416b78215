import { expect, test } from 'vitest';
import { rebuild, record, whyNotTraced } from './power-cut.ts';

const why = whyNotTraced();
if (why) process.stderr.write(`\nSKIPPED, NOT PROVEN: no power was cut in this run. ${why}\n\n`);

test.skipIf(why !== null)(
  `a power cut at any write loses nothing that was acknowledged${why ? ` (${why})` : ''}`,
  () => {
    const { states, ackedLost, corrupt } = rebuild(record('journal', 'FULL', 1), 100, 1);
    expect({ ackedLost, corrupt }).toEqual({ ackedLost: 0, corrupt: 0 });
    expect(states).toBeGreaterThanOrEqual(100);
  },
  120_000,
);

test.skipIf(why !== null)(
  `the same journal without an fsync at each commit loses what it acknowledged${why ? ` (${why})` : ''}`,
  () => {
    expect(rebuild(record('journal', 'NORMAL', 1), 100, 1, true).ackedLost).toBeGreaterThan(0);
  },
  120_000,
);

test.skipIf(why !== null)(
  `whenever the power fails, a station knows what left it for the service and for the printer, and what they said${why ? ` (${why})` : ''}`,
  () => {
    const { states, ackedLost, corrupt } = rebuild(record('station', 'FULL', 1), 100, 1);
    expect({ ackedLost, corrupt }).toEqual({ ackedLost: 0, corrupt: 0 });
    expect(states).toBeGreaterThanOrEqual(100);
  },
  120_000,
);

test.skipIf(why !== null)(
  `a station that waits for no disk forgets what left it${why ? ` (${why})` : ''}`,
  () => {
    expect(rebuild(record('station', 'NORMAL', 1), 100, 1, true).ackedLost).toBeGreaterThan(0);
  },
  120_000,
);
