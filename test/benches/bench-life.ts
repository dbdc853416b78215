import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { SharedLedger } from '../../electron/bench/ports/ledger.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { createSharedLedger } from '../../electron/ledger/shared-ledger.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import type { Workflow } from '../../shared/bench.ts';
import { bookingStates } from '../../shared/booking.ts';
import type { Capabilities } from '../../shared/contract.ts';
import type { OrderKey } from '../../shared/order.ts';
import type { Day } from '../crash/day.ts';
import { createDice } from '../crash/dice.ts';
import { resolve } from '../crash/settle.ts';
import { remoteWorld } from '../crash/world.ts';
import { paperHere } from '../fakes/paper-here.ts';
import { openStation } from '../path/plain-platform.ts';
import { labelPrinterAt, setUp } from '../path/plain-station.ts';
import { until } from '../watchdog.ts';
import { words } from '../words.ts';
import { asItIs, type DefectName, defects } from './defects.ts';
import { ordersCsv } from './orders-csv.ts';

// One bench in its own process. It ships the orders of its plan in random order and settles what it can. It runs until it is killed or
// asked to end.

export interface BenchPlan {
  readonly name: string;
  readonly dir: string;
  readonly service: { readonly url: string; readonly key: string; readonly secret: string };
  readonly printerUrl: string;
  readonly ledger: { readonly url: string; readonly token: string };
  readonly orders: readonly string[];
  readonly seed: string;
  readonly defect: DefectName | null;
  /** The bench's computer falls asleep before the request at every n-th grant; 0: never. */
  readonly sleepsAt: number;
  /** True if no other bench ships its orders. */
  readonly isApart: boolean;
  /** True if the bench has learned that the service keeps earlier quotes: its purchases then need no key lease. */
  readonly isQuoteKept: boolean;
}

export type BenchMessage =
  | { readonly is: 'open' }
  /** As far as the bench knows, nothing is left to ship or settle. */
  | { readonly is: 'idle' }
  /** The bench's computer sleeps until a message with `isAsleep: false`. */
  | { readonly is: 'asleep'; readonly isAsleep: boolean }
  | { readonly is: 'believes'; readonly bookings: readonly BenchBooking[]; readonly unreported: number };

export interface BenchBooking {
  readonly orderKey: string;
  readonly state: string;
  readonly orderNo: string;
}

const plan = JSON.parse(process.env['BENCH'] ?? '') as BenchPlan;
const send = (what: BenchMessage): void => void process.send?.(what);

const dice = createDice(plan.seed);
/** Longer than every lease of a day. */
const sleptMs = 8_000;

/** Falls asleep at every n-th grant, before its request is sent. */
let grants = 0;
const sleepy = (ledger: SharedLedger): SharedLedger => ({
  ...ledger,
  async send(attempt) {
    const granted = await ledger.send(attempt);
    if (granted.ok) grants += 1;
    if (granted.ok && plan.sleepsAt > 0 && grants % plan.sleepsAt === 0) {
      await new Promise<void>((resolve) => process.send?.({ is: 'asleep', isAsleep: true } satisfies BenchMessage, () => resolve()));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, sleptMs);
      send({ is: 'asleep', isAsleep: false });
    }
    return granted;
  },
});

let journal: Journal | undefined;
if (plan.isQuoteKept) {
  const learned: Capabilities = {
    checkedAt: new Date().toISOString(),
    baseUrl: plan.service.url,
    environment: 'both',
    instructions: 'both',
    serviceIdSurvivesQuote: true,
    anyCaseOfEnums: null,
    secondShipRefused: null,
    results: {},
    errors: null,
    errorStatus: null,
  };
  writeFileSync(join(plan.dir, 'capabilities.json'), JSON.stringify({ ...learned, drift: [] }));
}
const station = await openStation(
  plan.dir,
  { workers: paperHere(), sleep: (ms) => wait(ms / 10) },
  {
    openJournal: (where) => {
      journal = openJournal(where);
      return journal;
    },
    createPrinters: (about) => createPrinters({ ...about, timing: { goodForMs: 60_000 } }),
    openSharedLedger: ({ log }) =>
      (plan.defect ? defects[plan.defect] : asItIs)(
        sleepy(
          createSharedLedger({
            url: () => plan.ledger.url,
            token: () => plan.ledger.token,
            limits: { connectMs: 1000, answerMs: 1000 },
            ref: () => randomUUID().slice(0, 8),
            log,
            elapsed: () => performance.now(),
            wall: () => Date.now(),
          }),
        ),
      ),
  },
);
const { handlers } = station;
const theJournal = (): Journal => {
  if (!journal) throw new Error('no journal is open');
  return journal;
};

if (!station.snapshot().frame.world) {
  const defaults = { boxId: 'M', weightGrams: 900, contents: 'mugs', value: null };
  const settings = { packer: plan.name, printers: [labelPrinterAt(plan.printerUrl)], defaults };
  await setUp(station, { service: plan.service, world: 'live', settings });
}
if (!theJournal().order(plan.orders.at(-1) as OrderKey))
  await handlers.importOrders({ name: 'orders.csv', bytes: new TextEncoder().encode(ordersCsv(plan.orders)) });
// This process ends by a kill, which would leave the next life no compile cache.
flushCompileCache();
send({ is: 'open' });

/** Time after which a request that was on its way when this bench died has arrived at the service. */
const arrivesMs = 500;
const world = remoteWorld(process);
let names = 0;
const day: Day = {
  station,
  journal: theJournal,
  dir: plan.dir,
  dice,
  shopUrl: '',
  parcels: null,
  world: { ...world, ordersOf: async (key) => (await wait(arrivesMs), world.ordersOf(key)) },
  name: (kind) => `${plan.name}-${kind}${(names += 1)}`,
  imported: () => undefined,
};

const workflow = (): Workflow => station.snapshot().bench.workflow;
const ended: ReadonlySet<Workflow['step']> = new Set(words('done unknown stopped confirm-label wrong-label stuck already-shipped'));

/** Number of parcels within reach of all benches at once. */
const withinReach = 12;

/** Orders shipped by this bench, or by another one as far as this bench knows. */
const shipped = new Set<string>();

const begun: ReadonlySet<string> = new Set(['intent', 'sending', 'answered', 'unknown']);

/** True if the order is neither shipped nor begun at this bench. */
function isOpen(key: string): boolean {
  if (shipped.has(key)) return false;
  const state = theJournal().latestOf(key as OrderKey)?.state ?? '';
  if (state === 'booked') shipped.add(key);
  return state !== 'booked' && !begun.has(state);
}

/** Returns the next open orders of the list, as many as are within reach. */
function open(): string[] {
  const found: string[] = [];
  for (const key of plan.orders) {
    if (isOpen(key)) found.push(key);
    if (found.length === withinReach) break;
  }
  return found;
}

/** Parcels that another bench was about to ship but that still lie here: they are tried again soon. */
const inHand = new Set<string>();

function next(): string | undefined {
  const mine = [...inHand].filter(isOpen);
  if (mine.length > 0 && dice.chance(0.5)) return mine[dice.whole(mine.length)];
  const keys = open();
  return keys[dice.whole(Math.max(1, keys.length))];
}

async function ship(key: string): Promise<void> {
  // Most of the time a packer sees that a parcel already has a label.
  if (!plan.isApart && dice.chance(0.8) && (await world.ordersOf(key)).length > 0) return void shipped.add(key);
  await handlers.scan({ code: key });
  const now = workflow();
  if (now.step !== 'choosing') return;
  await handlers.resumeBooking({});
  const { workflowNo } = station.snapshot().bench;
  const bought = await handlers.buy({ workflowNo, serviceId: now.serviceId });
  if (!bought.ok) return;
  await until(
    `the purchase of ${key} has ended`,
    () => ended.has(workflow().step) || (workflow().step === 'choosing' && noticeCode() !== undefined),
    () => JSON.stringify(workflow()).slice(0, 400),
  );
  if (noticeCode() !== 'taken-elsewhere') return;
  if ((await world.ordersOf(key)).length > 0) shipped.add(key);
  else inHand.add(key);
}

const unreported = (): number => station.snapshot().frame.ledger?.unreported ?? 0;

function noticeCode(): string | undefined {
  const now = workflow();
  return 'notice' in now && now.notice ? now.notice.code : undefined;
}

process.on('message', (message: { readonly ask?: 'what you believe' }) => {
  if (message.ask !== 'what you believe') return;
  const { rows } = theJournal().bookings({ search: '', offset: 0, limit: 10_000, states: bookingStates });
  send({ is: 'believes', bookings: rows.map(({ orderKey, state, orderNo }) => ({ orderKey, state, orderNo })), unreported: unreported() });
});

for (let wasIdle = false; ; ) {
  const key = next();
  if (key !== undefined) await ship(key);
  await resolve(day, ['put-aside']);
  const isIdle =
    open().length === 0 && unreported() === 0 && theJournal().bookingsInState(['intent', 'sending', 'answered', 'unknown']).length === 0;
  if (isIdle && !wasIdle) send({ is: 'idle' });
  wasIdle = isIdle;
  if (key === undefined) await wait(50);
}
