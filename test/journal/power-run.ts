import { parseArgs } from 'node:util';
import { rebuild, record, whyNotTraced } from './power-cut.ts';

// npm run test:powercut [-- --states 10000 --seed 1]
const { values } = parseArgs({ options: { states: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } } });
const [states, seed] = [Number(values.states), Number(values.seed)];
/** One booking causes about a hundred events, each with at least three states. */
const bookingsFor = (least: number): number => Math.max(2, Math.ceil(least / 900));

const why = whyNotTraced();
if (why) {
  process.stdout.write(`NOT RUN: ${why}\n`);
  process.exit(1);
}
let isProven = true;
for (const recorded of ['station', 'journal'] as const) {
  const control = rebuild(record(recorded, 'NORMAL', bookingsFor(states / 10)), states / 10, seed);
  process.stdout.write(
    `${recorded} synchronous=NORMAL states=${control.states} acked_lost=${control.ackedLost} corrupt=${control.corrupt}\n`,
  );
  const full = rebuild(record(recorded, 'FULL', bookingsFor(states)), states, seed);
  process.stdout.write(`${recorded} states=${full.states} acked_lost=${full.ackedLost} corrupt=${full.corrupt}\n`);
  isProven &&= full.states >= states && full.ackedLost === 0 && full.corrupt === 0 && control.ackedLost > 0;
}
process.exit(isProven ? 0 : 1);
