import { setTimeout as wait } from 'node:timers/promises';
import { createDice, type Dice } from '../crash/dice.ts';
import { hang, startWatchdog } from '../watchdog.ts';
import type { LineState } from './cut-line.ts';
import { openSite, type Site, type SiteBench, type SiteOptions } from './site.ts';

export interface SiteCounts {
  readonly bookings: number;
  /** Orders bought more than once. */
  readonly doubled: number;
  /** Orders not bought at all, or bought and unknown to the ledger. */
  readonly lost: number;
  /** Orders that a bench or the ledger holds as booked, but that the service does not have. */
  readonly phantom: number;
  /** Attempts still open in the ledger or at a bench, or not reported yet, when every bench has finished. */
  readonly unsettled: number;
  /** Number of times each fault occurred. */
  readonly met: Readonly<Record<Fault, number>>;
  /** Number of attempts that the shift lead had to settle. */
  readonly byLead: number;
}

export interface DayOptions extends Omit<SiteOptions, 'hasStandby'> {
  /** Number of faults in the day, shared between all kinds; 0: none. */
  readonly faults: number;
  /**
   * The day ends if the shift lead has looked this many times without progress; absent: if there is no progress until the watchdog's limit.
   */
  readonly looksInVain?: number;
  /** The day ends as soon as an order was bought twice. */
  readonly endsAtDouble?: boolean;
}

const faultNames = ['kill', 'fail-over', 'put-back', 'partition', 'pause', 'crash'] as const;
type Fault = (typeof faultNames)[number];

/** Share of each kind among the faults. Each kind occurs at least once if there are enough faults. */
const shares: Readonly<Record<Fault, number>> = {
  kill: 0.35,
  partition: 0.25,
  pause: 0.15,
  'put-back': 0.1,
  crash: 0.08,
  'fail-over': 0.07,
};

/**
 * Returns the faults of a day in order. The server fails over while many orders are still open. The kill after that leaves the older copy
 * that is restored later.
 */
function planOf(count: number, dice: Dice): readonly Fault[] {
  if (count < faultNames.length) return Array.from({ length: count }, () => dice.pick(['kill', 'partition', 'pause'] as const));
  const rest = faultNames.flatMap((name) =>
    Array.from({ length: Math.max(1, Math.floor(count * shares[name])) - (isFirst(name) ? 1 : 0) }, () => name),
  );
  while (rest.length < count - first.length) rest.push(dice.pick(['kill', 'partition', 'pause']));
  for (let at = rest.length - 1; at > 0; at -= 1) {
    const other = dice.whole(at + 1);
    [rest[at], rest[other]] = [rest[other] as Fault, rest[at] as Fault];
  }
  return [...first, ...rest];
}
const first: readonly Fault[] = ['fail-over', 'kill'];
const isFirst = (name: Fault): boolean => first.includes(name);

/**
 * Runs a day in which all benches ship the same orders. Benches are killed, paused, restored from a copy and cut off from the ledger, and
 * the ledger's server fails.
 */
export async function runDay(options: DayOptions): Promise<SiteCounts> {
  const dice = createDice(options.seed);
  const plan = planOf(options.faults, dice);
  const site = await openSite({ ...options, hasStandby: plan.includes('fail-over') });
  try {
    await Promise.all(site.benches.map((bench) => bench.start()));
    const met = await meetFaults(site, dice, plan, options);
    await healed(site, options);
    const counts = { ...(await judged(site, options.log)), met, byLead: site.lead.settled() };
    for (const bench of site.benches) if (bench.complaints()) options.log(`${bench.name}: ${bench.complaints()}`);
    return counts;
  } finally {
    await site.close();
  }
}

const isDoubled = ({ service }: Site): boolean => {
  const references = service.orders().map(({ reference }) => reference);
  return new Set(references).size < references.length;
};

async function meetFaults(site: Site, dice: Dice, plan: readonly Fault[], { log, endsAtDouble }: DayOptions): Promise<SiteCounts['met']> {
  const met = { kill: 0, partition: 0, pause: 0, 'put-back': 0, crash: 0, 'fail-over': 0 };
  const began = performance.now();
  for (const fault of plan) {
    if (endsAtDouble && isDoubled(site)) break;
    await wait(200 + dice.whole(600));
    const bench = site.benches[dice.whole(site.benches.length)];
    if (!bench) break;
    log(`${((performance.now() - began) / 1000).toFixed(1)} s: ${fault} ${bench.name}, ${site.service.orders().length} bought`);
    await meet[fault](site, bench, dice);
    met[fault] += 1;
  }
  return met;
}

const meet: Readonly<Record<Fault, (site: Site, bench: SiteBench, dice: Dice) => Promise<void>>> = {
  async kill(_, bench) {
    await bench.kill();
    bench.keepCopy();
    await bench.start();
  },
  async 'put-back'({ benches }, bench, dice) {
    const kept = benches.filter((each) => each.hasCopy());
    const older = kept[dice.whole(kept.length)] ?? bench;
    await older.kill();
    older.putBack();
    await older.start();
  },
  async partition(_, bench, dice) {
    bench.line.set(dice.pick<LineState>(['cut', 'half-open', { delayMs: 200 }]));
    await wait(300 + dice.whole(2000));
    bench.line.set('open');
  },
  // Some pauses are longer than every lease.
  async pause(_, bench, dice) {
    bench.pause();
    await wait(dice.chance(0.3) ? 4500 : 300 + dice.whole(1500));
    bench.goOn();
  },
  crash: async (site) => await site.crash(),
  'fail-over': async (site, _, dice) => await site.failOver(500 + dice.whole(1000)),
};

/** Reconnects every bench to the ledger and waits until none finds anything left to do, however long that takes. */
async function healed(site: Site, { log, endsAtDouble, looksInVain = Number.POSITIVE_INFINITY }: DayOptions): Promise<void> {
  for (const bench of site.benches) bench.line.set('open');
  let least = Number.POSITIVE_INFINITY;
  let lookedAt = site.lead.looks();
  let hangs = false;
  const watchdog = startWatchdog(() => {
    hangs = true;
  });
  const isFound = (): boolean => endsAtDouble === true && isDoubled(site);
  while (!hangs && !isFound() && site.lead.looks() - lookedAt < looksInVain) {
    const left = await leftToDo(site);
    if (left === 0) break;
    if (left < least) {
      least = left;
      lookedAt = site.lead.looks();
      watchdog.fed();
    }
    await wait(200);
  }
  watchdog.stop();
  const busy = site.benches.filter((bench) => !bench.isIdle()).map(({ name }) => name);
  if (hangs)
    log(hang('the benches come to their end', `open: ${(await openAttempts(site)).join(', ')}; not idle: ${busy.join(', ')}`).message);
  for (const name of busy) log(`${name} never came to its end`);
}

/** Counts orders that are not bought, attempts that are open and benches that are not idle. */
async function leftToDo(site: Site): Promise<number> {
  const bought = new Set(site.service.orders().map(({ reference }) => reference));
  const busy = site.benches.filter((bench) => !bench.isIdle()).length;
  return site.orders.filter((key) => !bought.has(key)).length + busy + (await openAttempts(site)).length;
}

/** Names every attempt that is not settled, with its bench and its state. */
async function openAttempts({ database }: Site): Promise<string[]> {
  const { rows } = await database().owner.query<{ order_key: string; bench: number; state: string }>(
    "SELECT order_key, bench, state FROM packbench.attempt WHERE state IN ('held', 'sending', 'unknown') OR (state = 'stray' AND closed_at IS NULL)",
  );
  return rows.map(({ order_key: key, bench, state }) => `${key} of bench ${bench}, ${state}`);
}

async function judged(site: Site, log: (line: string) => void): Promise<Omit<SiteCounts, 'met' | 'byLead'>> {
  const bought = Map.groupBy(site.service.orders(), ({ reference }) => reference);
  const beliefs = await Promise.all(site.benches.map((bench) => bench.believes()));
  const believed = beliefs.flatMap(({ bookings }) => bookings);
  const real = new Set(site.service.orders().map(({ orderNo }) => orderNo));
  const { rows } = await site
    .database()
    .owner.query<{ order_no: string }>("SELECT order_no FROM packbench.attempt WHERE state = 'booked' AND kind = 'ship'");
  const known = new Set(rows.map(({ order_no: orderNo }) => orderNo));
  const doubled = site.orders.filter((key) => (bought.get(key)?.length ?? 0) > 1);
  const lost = site.orders.filter((key) => !(bought.get(key) ?? []).some(({ orderNo }) => known.has(orderNo)));
  const begun = believed.filter(({ state }) => ['intent', 'sending', 'answered', 'unknown'].includes(state));
  const unreportedParcels = beliefs.reduce((sum, { unreported }) => sum + unreported, 0);
  for (const [index, { bookings }] of beliefs.entries())
    log(`${site.benches[index]?.name} shipped ${bookings.filter(({ state }) => state === 'booked').length}`);
  for (const key of doubled) log(`doubled: ${key}`);
  for (const key of lost) log(`lost: ${key}, bought ${bought.get(key)?.length ?? 0} times`);
  return {
    bookings: real.size,
    doubled: doubled.length,
    lost: lost.length,
    phantom: [...believed.filter(({ state }) => state === 'booked').map(({ orderNo }) => orderNo), ...known].filter(
      (orderNo) => !real.has(orderNo),
    ).length,
    unsettled: (await openAttempts(site)).length + begun.length + unreportedParcels,
  };
}
