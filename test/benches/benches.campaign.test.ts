import { expect, test } from 'vitest';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { type DayOptions, runDay } from './day.ts';
import type { DefectName } from './defects.ts';

// `npm run test:benches -- --benches 8 --orders 1000` is the long run.
const whyNot = whyNoPostgres();

/** A fault of every kind, and benches that fall asleep with a grant in their hand. */
const day = (log: (line: string) => void): DayOptions => ({
  benches: 3,
  orders: 30,
  // One of each kind, and there is something left to buy at each.
  faults: 6,
  serviceDelayMs: 200,
  sleepsAt: 8,
  isQuoteKept: true,
  seed: String(Date.now() % 1_000_000),
  log,
});

test.skipIf(whyNot)('three benches that meet every fault buy each of thirty orders once', async () => {
  const said: string[] = [];
  const plan = day((line) => said.push(line));
  const counts = await runDay(plan);
  expect(counts, [`seed ${plan.seed}`, ...said].join('\n')).toMatchObject({ bookings: 30, doubled: 0, lost: 0, phantom: 0, unsettled: 0 });
  expect(Object.values(counts.met).every((times) => times > 0)).toBe(true);
});

test.skipIf(whyNot).each([
  ['nobody asks who has an order', 'buys twice'],
  ['a claim that was refused counts as granted', 'buys twice'],
  ['a grant never runs out', 'buys twice'],
  ['nothing is reported', 'sticks'],
  ['nobody tells again what it knows', 'sticks'],
] as const satisfies readonly (readonly [DefectName, string])[])('the same run where %s %s', async (defect, how) => {
  const said: string[] = [];
  const plan = day((line) => said.push(line));
  // Nothing is bought twice unless somebody else has something left to buy while a bench sleeps: there is more than a day takes.
  const till = how === 'buys twice' ? { orders: 200, endsAtDouble: true } : { orders: 12, looksInVain: 8 };
  const { doubled, lost, unsettled } = await runDay({ ...plan, ...till, defect });
  expect(how === 'buys twice' ? doubled : lost + unsettled, [`seed ${plan.seed}`, ...said].join('\n')).toBeGreaterThan(0);
});
