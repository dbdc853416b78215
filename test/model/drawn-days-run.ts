import { parseArgs } from 'node:util';
import { lineOf, liveDrawnDays } from './drawn-days.ts';

// `npm run test:answers -- --days 2000 [--seed S] [--day N]`: days between the bench and a service that answers strangely.
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    day: { type: 'string' },
  },
});
const began = performance.now();
console.log(`seed=${values.seed}`);
const one = values.day === undefined ? undefined : Number(values.day);
const lived = await liveDrawnDays(one === undefined ? Number(values.days) : 1, values.seed, { first: one ?? 0 });
for (const [kind, times] of [...lived.met].toSorted((a, b) => a[1] - b[1])) console.log(`${String(times).padStart(6)}  ${kind}`);
for (const { day, counter, what } of lived.findings) console.log(`day ${day}: ${counter}: ${what}`);
const notMet = one === undefined ? [...lived.met].filter(([, times]) => times === 0).map(([kind]) => kind) : [];
if (notMet.length > 0) console.log(`never met: ${notMet.join(', ')}`);
console.log(`bookings=${lived.bookings} sheets=${lived.sheets} seconds=${Math.round((performance.now() - began) / 1000)}`);
console.log(lineOf(lived));
process.exit(lived.findings.length + notMet.length === 0 ? 0 : 1);
