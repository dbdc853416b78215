import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import { type CourierOptions, createCourier } from '../../electron/courier/courier.ts';
import { screenPictureMs } from '../../electron/station/platform.ts';
import type { BatchView } from '../../shared/batch.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { plainOrder } from '../path/plain-order.ts';
import { openStation, whenInHand } from '../path/plain-platform.ts';
import { labelPrinterAt, setUp } from '../path/plain-station.ts';
import { perQuestion } from './bare-script.ts';
import { type FarWorld, startFarWorld } from './far-world.ts';

const serviceMs = 50;
const pollMs = 50;
/** Parcels that each concurrent buyer buys in the bare script. */
const bareParcels = 10;
const sayEveryMs = 3000;
/** Timed scans of one parcel, before a batch and beside it. */
const scans = 8;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Times a batch from its first price to its last label. The service takes 50 ms for each answer; service and printer run in a process of
 * their own. One run sends one parcel at a time to the service, which is all that the service's document certainly allows (`--one-by-one`,
 * 1,000). The other runs against a service that keeps its offers, with many parcels at once (`--orders`, 1,000). `own` is the service's own
 * time, measured in its process while only a bare script sends requests: its 50 ms, and the labels it draws. `bare` is the time that script
 * needs for the same number of requests at the same concurrency. Beside each batch a few parcels are scanned, and before it while the batch
 * stands ready. If offers are kept, no parcel waits for another one's turn, and the scan is a ratio to a scan alone. Otherwise it may take
 * longer by one turn: from the price on which a parcel is bought to the answer of its booking.
 */
export async function run(): Promise<void> {
  // The counts include the parcels that are scanned beside the batch.
  const options = { orders: { type: 'string', default: '1000' }, 'one-by-one': { type: 'string', default: '1000' } } as const;
  const { values } = parseArgs({ args: process.argv.slice(3), options, strict: false });
  const lines = [
    await measure('one by one', Number(values['one-by-one']), false),
    await measure('offers kept', Number(values.orders), true),
  ];
  for (const line of lines.flat()) say(line);
}

async function measure(name: string, orders: number, isKept: boolean): Promise<readonly string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-bench-'));
  const world = await startFarWorld(undefined, serviceMs);
  const service = watching(isKept);
  const station = await startStation(world, join(dir, 'station'), service.courier);
  try {
    await station.bringIn(orders);
    await station.open(orders);
    await station.until(name, ({ state }) => state === 'ready');
    const alone = half(await station.scanSome(0));
    collectGarbage();
    const [heapBefore, cpuBefore, firstSheet] = [heapMb(), process.cpuUsage(), world.nextSheet()];
    service.reset();
    const begun = Date.now();
    await station.run(orders);
    // Labels of earlier scans that were still on their way arrive first.
    let { outAt } = await firstSheet;
    while (outAt < begun) ({ outAt } = await world.nextSheet());
    service.scans(true);
    const beside = half(await station.scanSome(scans));
    service.scans(false);
    await station.until(name, ({ counts }) => counts.agreed + counts.buying === 0);
    const bookedMs = Date.now() - begun;
    const ended = await station.until(name, ({ state }) => state === 'ended');
    const printedMs = Date.now() - begun;
    const [stopped] = ended.stopped;
    if (stopped)
      say(`batch ${name}: ${ended.counts.stopped} stopped, the first as ${stopped.failure.code} ${JSON.stringify(stopped.failure)}`);
    const cpu = process.cpuUsage(cpuBefore);
    collectGarbage();
    const { asked, most, gaps, turnMs } = service.seen();
    const each = await perQuestion(world, { parcels: bareParcels * most, width: most, isPricedBefore: isKept });
    const [ownMs, bareMs] = [(asked * each.own) / most, asked * each.bare];
    const scan = `batch ${name}: scan_alone_ms=${alone.toFixed(0)} scan_beside_ms=${beside.toFixed(0)}`;
    return [
      `batch ${name}: orders=${orders} asked=${asked} printed=${ended.counts.printed + ended.counts.sent} at_once=${most} own_s=${(ownMs / 1000).toFixed(1)} ` +
        `booked_ratio=${(bookedMs / ownMs).toFixed(2)} printed_ratio=${(printedMs / ownMs).toFixed(2)} ` +
        `bare_s=${(bareMs / 1000).toFixed(1)} booked_to_bare=${(bookedMs / bareMs).toFixed(2)} ` +
        `first_label_s=${((outAt - begun) / 1000).toFixed(2)} ms_per_order=${(printedMs / orders).toFixed(1)} ` +
        `cpu_ms_per_order=${((cpu.user + cpu.system) / 1000 / (orders + scans)).toFixed(1)} heap_mb=${heapBefore.toFixed(0)}->${heapMb().toFixed(0)}`,
      isKept
        ? `${scan} independent of the batch: scan_ratio=${(beside / alone).toFixed(2)}`
        : `${scan} in turn with the batch: one_turn_ms=${turnMs.toFixed(0)} turns_waited=${((beside - alone) / turnMs).toFixed(2)} idle_before_ship_ms=${half(gaps.ship).toFixed(1)} idle_before_quote_ms=${half(gaps.quote).toFixed(1)}`,
    ];
  } finally {
    await station.close();
    await world.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * Counts the requests at the service, the most at once of the batch alone (while nothing is scanned), and the idle time before each.
 * Reports `isKept` as whether the service keeps its offers.
 */
function watching(isKept: boolean) {
  let [now, most, asked] = [0, 0, 0];
  let isScanning = false;
  let lastEnd = 0;
  let lastQuote = 0;
  let turns: number[] = [];
  let gaps = { quote: [] as number[], ship: [] as number[] };
  const during = async <T>(what: 'quote' | 'ship', ask: () => Promise<T>): Promise<T> => {
    now += 1;
    asked += 1;
    if (!isScanning) most = Math.max(most, now);
    const begun = performance.now();
    gaps[what].push(begun - lastEnd);
    if (what === 'quote') lastQuote = begun;
    return ask().finally(() => {
      now -= 1;
      lastEnd = performance.now();
      if (what === 'ship') turns.push(lastEnd - lastQuote);
    });
  };
  return {
    courier: (real: Courier): Courier => ({
      ...real,
      isQuoteKept: () => isKept,
      quote: (...quoted) => during('quote', () => real.quote(...quoted)),
      sendOnce: (...request) => during('ship', () => real.sendOnce(...request)),
    }),
    scans(is: boolean) {
      isScanning = is;
    },
    seen: () => ({ asked, most, gaps, turnMs: half(turns) }),
    reset() {
      [most, asked] = [0, 0];
      turns = [];
      gaps = { quote: [], ship: [] };
    },
  };
}

const keyOf = (number: number): string => `B-${number}`;
const scanKeyOf = (number: number): string => `S-${number}`;

async function startStation(world: FarWorld, dataDir: string, watch: (courier: Courier) => Courier) {
  const createWatched = (about: CourierOptions): Courier => watch(createCourier(about));
  const station = await openStation(dataDir, { pictureMs: screenPictureMs }, { createCourier: createWatched });
  const { handlers } = station;
  await station.warm();
  await setUp(station, { service: world, settings: { rule: 'cheapest', printers: [labelPrinterAt(world.printerUrl)] } });

  async function scan(key: string): Promise<number> {
    const started = performance.now();
    await handlers.scan({ code: key });
    await whenInHand(station, 'done', ({ booking }) => booking.orderKey === key);
    return performance.now() - started;
  }

  return {
    async bringIn(orders: number) {
      const numbers = Array.from({ length: orders }, (_, index) => keyOf(index + 1));
      const some = Array.from({ length: 2 * scans }, (_, index) => scanKeyOf(index));
      const bytes = new TextEncoder().encode(
        JSON.stringify([...numbers, ...some].map((key, index) => ({ ...plainOrder(key), house_number: `${index + 1}` }))),
      );
      await handlers.importOrders({ name: 'orders.json', bytes });
    },
    async open(orders: number) {
      const keys = Array.from({ length: orders }, (_, index) => orderKeySchema.parse(keyOf(index + 1)));
      await handlers.openBatch({ keys, search: '' });
    },
    async run(orders: number) {
      const begun = await handlers.runBatch({ orders });
      if (!begun.ok) throw new Error(`The batch does not run: ${begun.failure.code}`);
    },
    async scanSome(from: number): Promise<readonly number[]> {
      const times: number[] = [];
      for (let at = 0; at < scans; at += 1) times.push(await scan(scanKeyOf(from + at)));
      return times;
    },
    async until(name: string, is: (view: BatchView) => boolean): Promise<BatchView> {
      for (let saidAt = Date.now(); ; await pause(pollMs)) {
        const asked = await handlers.batch({});
        const view = asked.ok ? asked.value : null;
        if (!view) continue;
        if (is(view)) return view;
        if (view.state === 'paused') throw new Error(`The batch is paused: ${JSON.stringify(view.paused)}`);
        if (Date.now() - saidAt < sayEveryMs) continue;
        saidAt = Date.now();
        const { total, counts } = view;
        say(`batch ${name}: ${total - counts['to-quote']} of ${total} priced, ${counts.printed} printed, heap ${heapMb().toFixed(0)} MB`);
      }
    },
    close: station.close,
  };
}

const heapMb = (): number => process.memoryUsage().heapUsed / 1e6;
const half = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) / 2)] ?? Number.NaN;
