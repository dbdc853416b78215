import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports.ts';
import { closeAll, type PlainStation, sent, startPlainStation } from './plain-station.ts';

/** The system's own limit on the size of every file this process writes: a real full disk to SQLite, without a disk of its own. */
const limitFiles = (bytes: number | 'unlimited'): void => {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
};
const makeRoom = (): void => limitFiles('unlimited');
afterEach(async () => {
  makeRoom();
  await closeAll();
});

const writes: ReadonlySet<string> = new Set<keyof Journal>([
  'saveOrder',
  'draft',
  'writeQuote',
  'writeIntent',
  'takeForSending',
  'writeAnswer',
  'writeBooked',
  'writeVerdict',
  'addPrintJobs',
  'moveJob',
]);

interface Disk {
  /** The disk is full from the nth write on, counted from now; null for never. */
  fillAt(n: number | null): void;
  readonly written: () => readonly string[];
}

/** A journal on a disk that is full at one write. */
function fullAt(dir: () => string): { disk: Disk; around: (journal: Journal) => Journal } {
  let left: number | null = null;
  const written: string[] = [];
  const fill = (): void => {
    const log = readdirSync(dir()).find((name) => /^journal-.*\.sqlite-wal$/.test(name));
    limitFiles(log ? statSync(join(dir(), log)).size : 0);
  };
  return {
    disk: {
      fillAt: (n) => {
        left = n;
        written.length = 0;
      },
      written: () => written,
    },
    around: (journal) =>
      Object.fromEntries(
        Object.entries(journal).map(([name, method]) => [
          name,
          (...args: unknown[]) => {
            if (writes.has(name) && left !== null) {
              written.push(name);
              left -= 1;
              if (left === 0) fill();
            }
            return (method as (...args: unknown[]) => unknown)(...args);
          },
        ]),
      ) as unknown as Journal,
  };
}

async function bench(reserveBytes: number): Promise<PlainStation & { disk: Disk }> {
  let station: PlainStation | undefined;
  const { disk, around } = fullAt(() => station?.dir ?? '');
  station = await startPlainStation({ journal: around, platform: { disk: { reserveBytes, leastFreeBytes: 0 } } });
  return Object.assign(station, { disk });
}

const bookingOf = async (on: PlainStation, key: string) =>
  (await on.call('orders', { search: key, offset: 0, limit: 1 })).rows[0]?.booking ?? null;

/** Scans and buys as far as it goes: on a full disk some step answers or ends in a failure, which is what is looked at. */
async function tryToBuy(on: PlainStation, code: string): Promise<void> {
  try {
    await on.buy(code);
  } catch {
    // The step it stopped at is looked at instead.
  }
}

test('a disk that is full at any one write: nothing is sent without a durable intent, and no answer is lost', async () => {
  const probe = await bench(0);
  probe.disk.fillAt(Number.MAX_SAFE_INTEGER);
  await probe.buy('ORD-1001');
  await probe.at('done');
  const order = [...probe.disk.written()];
  expect(order).toEqual(expect.arrayContaining(['writeQuote', 'writeIntent', 'takeForSending', 'writeAnswer', 'writeBooked']));
  await closeAll();
  const sends = order.indexOf('takeForSending') + 1;

  const seen: string[] = [];
  for (let nth = 1; nth <= order.length; nth += 1) {
    const on = await bench(0);
    on.disk.fillAt(nth);
    await tryToBuy(on, 'ORD-1001');
    const ships = sent(on, 'ship');
    seen.push(`${order[nth - 1]} ${ships}`);
    expect(ships, order[nth - 1]).toBe(nth <= sends ? 0 : 1);
    expect(on.service.orders()).toHaveLength(ships);
    makeRoom();
    on.disk.fillAt(null);
    // With space again everything that was answered is known, here or after the next start; what was not sent can be bought once.
    if (ships === 1 && order[nth - 1] === 'writeAnswer')
      await expect.poll(async () => (await bookingOf(on, 'ORD-1001'))?.state).toBe('booked');
    await on.reopen();
    const booking = await bookingOf(on, 'ORD-1001');
    if (ships === 1) expect(booking?.state, order[nth - 1]).toBe('booked');
    else {
      await on.buy('ORD-1001');
      await on.at('done');
    }
    expect(on.service.orders(), order[nth - 1]).toHaveLength(1);
    await closeAll();
  }
  process.stdout.write(`full disk at each of ${order.length} writes: ${seen.join(', ')}\n`);
}, 180_000);

test('an answer that cannot be written stops the bench, is kept in memory, and is written when there is space', async () => {
  const on = await bench(0);
  await on.toTiles('ORD-1001');
  on.disk.fillAt(3);
  const walk = await on.at('choosing');
  await on.call('buy', { walkNo: on.walkNo(), serviceId: walk.serviceId });
  // Once, and once more with the reserve freed.
  expect(on.disk.written()).toEqual(['writeIntent', 'takeForSending', 'writeAnswer', 'writeAnswer']);
  expect((await on.at('stopped')).failure.code).toBe('answer-not-written');
  expect(on.station.snapshot().frame.journalTrouble).toBe('answer-not-written');
  // Nothing else is bought meanwhile.
  await tryToBuy(on, 'ORD-1002');
  expect(sent(on, 'ship')).toBe(1);
  makeRoom();
  await expect.poll(() => on.station.snapshot().frame.journalTrouble).toBeNull();
  expect((await bookingOf(on, 'ORD-1001'))?.state).toBe('booked');
  await expect.poll(() => on.printer.sheets().length).toBe(1);
  expect(sent(on, 'ship')).toBe(1);
});

test('with less space free than Setup asks for nothing is sent, and what was shipped can still be found and printed', async () => {
  let freeBytes = 1_000_000_000;
  const disk = { reserveBytes: 0, leastFreeBytes: 500_000_000, freeBytes: () => freeBytes };
  const on = await startPlainStation({ platform: { disk } });
  await on.buy('ORD-1001');
  const { booking } = await on.at('done');
  freeBytes = 499_999_999;
  const walk = await on.toTiles('ORD-1002');
  await on
    .call('buy', { walkNo: on.walkNo(), serviceId: walk.serviceId })
    .catch((error: unknown) => expect(String(error)).toMatch('disk-low'));
  expect(sent(on, 'ship')).toBe(1);
  expect(on.station.snapshot().frame.journalTrouble).toBe('disk-low');
  await on.call('reprint', { bookingId: booking.id });
  await expect.poll(() => on.printer.sheets().length).toBe(2);
  freeBytes = 500_000_000;
  await on.buy('ORD-1002');
  expect(sent(on, 'ship')).toBe(2);
});
