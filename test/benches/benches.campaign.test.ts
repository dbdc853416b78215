import { expect, test } from 'vitest';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { type DayOptions, runDay } from './day.ts';
import type { DefectName } from './defects.ts';

// `npm run test:benches -- --benches 8 --orders 1000` is the long run.
const whyNot = whyNoPostgres();

/** Options for a day with a fault of every kind and with benches that fall asleep after a grant. */
const day = (log: (line: string) => void): DayOptions => ({
  benches: 3,
  orders: 30,
  // One fault of each kind, with orders left to buy at each.
  faults: 6,
  serviceDelayMs: 200,
  sleepsAt: 8,
  isQuoteKept: true,
  seed: String(Date.now() % 1_000_000),
  log,
});

test.skipIf(whyNot)('three benches under every fault buy each of thirty orders once', async () => {
  const lines: string[] = [];
  const plan = day((line) => lines.push(line));
  const counts = await runDay(plan);
  expect(counts, [`seed ${plan.seed}`, ...lines].join('\n')).toMatchObject({ bookings: 30, doubled: 0, lost: 0, phantom: 0, unsettled: 0 });
  expect(Object.values(counts.met).every((times) => times > 0)).toBe(true);
});

test.skipIf(whyNot).each([
  ['nobody asks who has an order', 'buys twice'],
  ['a claim that was refused counts as granted', 'buys twice'],
  ['a grant never runs out', 'buys twice'],
  ['nothing is reported', 'sticks'],
  ['nobody tells again what it knows', 'sticks'],
] as const satisfies readonly (readonly [DefectName, string])[])('the same run where %s %s', async (defect, how) => {
  const lines: string[] = [];
  const plan = day((line) => lines.push(line));
  // A double purchase needs another bench that still has orders to buy while one sleeps: more orders than a normal day has.
  const till = how === 'buys twice' ? { orders: 200, endsAtDouble: true } : { orders: 12, looksInVain: 8 };
  const { doubled, lost, unsettled } = await runDay({ ...plan, ...till, defect });
  expect(how === 'buys twice' ? doubled : lost + unsettled, [`seed ${plan.seed}`, ...lines].join('\n')).toBeGreaterThan(0);
});
