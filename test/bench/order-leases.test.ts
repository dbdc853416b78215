import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Leased } from '../../electron/bench/ports/ledger.ts';
import { createOrderLeases } from '../../electron/bench/ship/order-leases.ts';
import type { OrderKey } from '../../shared/order.ts';
import { ok } from '../../shared/result.ts';

const key = 'A-1' as OrderKey;
const lastsMs = 40_000;

/** Leases of one bench, with what it asked its ledger for. */
function leasesOf(answer: () => 'held' | 'elsewhere' = () => 'held', isShared = true) {
  const calls: string[] = [];
  const state = { isNeeded: true, isBought: false };
  let drawn = 0;
  const ledger = {
    isShared,
    lease: async (name: string, id: string) => {
      calls.push(`${name} ${id}`);
      const until = { elapsed: performance.now() + lastsMs, wall: Date.now() + lastsMs };
      return ok((answer() === 'held' ? { is: 'held', until } : { is: 'elsewhere', bench: 2 }) satisfies Leased);
    },
    endKeyLease: (id: string) => void calls.push(`end ${id}`),
  };
  const leases = createOrderLeases(
    { ledger: ledger as never, id: () => `id${(drawn += 1)}` },
    () => state.isNeeded,
    () => state.isBought,
  );
  return { calls, state, leases };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('the lease of an order in hand is renewed in time, under the same id', async () => {
  const { calls, leases } = leasesOf();
  expect(await leases.take(key)).toEqual(ok('here'));
  leases.tidy();
  vi.advanceTimersByTime(15_000);
  leases.tidy();
  leases.tidy();
  expect(calls).toEqual(['order A-1 id1', 'order A-1 id1']);
});

test('an order that was put down is free at once; one that was bought is left to run out', async () => {
  const { calls, state, leases } = leasesOf();
  await leases.take(key);
  state.isNeeded = false;
  leases.tidy();
  leases.tidy();
  await leases.take(key);
  state.isBought = true;
  leases.tidy();
  expect(calls).toEqual(['order A-1 id1', 'end id1', 'order A-1 id2']);
});

test('a lease of another bench is neither renewed nor ended, and a bench alone asks no ledger', async () => {
  const { calls, leases } = leasesOf(() => 'elsewhere');
  expect(await leases.take(key)).toEqual(ok('elsewhere'));
  vi.advanceTimersByTime(60_000);
  leases.tidy();
  expect(calls).toHaveLength(1);
  const alone = leasesOf(() => 'elsewhere', false);
  expect([await alone.leases.take(key), alone.calls]).toEqual([ok('here'), []]);
});
