import { parseArgs } from 'node:util';
import { quickFolder } from '../quick-folder.ts';
import { runDay } from './day.ts';

process.env['TMPDIR'] = quickFolder;

const { values } = parseArgs({
  options: {
    benches: { type: 'string', default: '8' },
    orders: { type: 'string', default: '1000' },
    faults: { type: 'string', default: '60' },
    turns: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
console.log(`seed=${values.seed}`);
const started = performance.now();
const counts = await runDay({
  benches: Number(values.benches),
  orders: Number(values.orders),
  faults: Number(values.faults),
  seed: values.seed,
  sleepsAt: 60,
  // If benches need a key lease, one that sleeps or dies holds up all of them.
  isQuoteKept: !values.turns,
  log: console.log,
});
const { bookings, doubled, lost, phantom, unsettled, met, byLead } = counts;
console.log(
  `${((performance.now() - started) / 1000).toFixed(0)} s; benches paused ${met.pause} times, put back to an older copy ${met['put-back']} times; ` +
    `the database fell ${met.crash} times; the lead settled ${byLead}`,
);
console.log(
  `benches=${values.benches} orders=${values.orders} bookings=${bookings} doubled=${doubled} lost=${lost} phantom=${phantom} ` +
    `unsettled=${unsettled} kills=${met.kill + met['put-back'] + met.crash} partitions=${met.partition} failovers=${met['fail-over']}`,
);
process.exitCode = doubled + lost + phantom + unsettled === 0 && bookings === Number(values.orders) ? 0 : 1;
