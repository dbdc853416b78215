import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { screenPictureMs } from '../../electron/station/platform.ts';
import { launchStation, scan } from '../e2e/launch.ts';
import { numberGiven } from '../number-given.ts';
import { plainOrder } from '../path/plain-order.ts';
import { openStation, whenInHand } from '../path/plain-platform.ts';
import { labelPrinterAt, setUp } from '../path/plain-station.ts';
import { type BareScript, createBareScript, createFreshBareScript } from './bare-script.ts';
import { type FarWorld, type SheetSeen, startFarWorld } from './far-world.ts';
import { createStages, type Way, wallMs } from './stages.ts';

const rounds = numberGiven('--rounds', 30);
const warmUps = 3;
/** Pause between two rounds, in which the background work of the previous round ends. */
const restMs = 50;
/** Rounds that are watched for pauses. Watching costs a core, so they count in no other figure. */
const watchedRounds = rounds;
const printerMs = 20;
/** More than most parcels hold: every line is stored, shown and reported. */
const linesOfOrder = 8;

/**
 * Times the way from the scan to the first byte of the label at the printer, with a rule that buys without a packer. The station in plain
 * Node and the whole program with its window each alternate with a bare script that makes the same two calls and one socket write, so that
 * other load on the machine slows both. `--latency MS` puts the service at that distance, over TLS, and the printer at 20 ms. The bare
 * script then also queries the printer and keeps no connection.
 */
export async function run(): Promise<void> {
  const latencyMs = process.argv.includes('--latency') ? numberGiven('--latency', 50) : undefined;
  const dir = mkdtempSync(join(tmpdir(), 'packbench-bench-'));
  const world = await startFarWorld(latencyMs === undefined ? undefined : { serviceMs: latencyMs, printerMs });
  try {
    await (latencyMs === undefined ? nearBy(world, dir) : farAway(world, dir));
  } finally {
    await world.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function nearBy(world: FarWorld, dir: string): Promise<void> {
  const station = await startBenchStation(world, join(dir, 'station'));
  const bare = bareRunner(world, createBareScript(world, dir));
  for (let round = 0; round < warmUps; round += 1) await station.print();
  const durable = bareRunner(world, createBareScript(world, dir, station.commits()));
  const [bareTimes = [], durableTimes = [], stationTimes = []] = await inTurns(bare, durable, station);
  const { printed, ways, commits } = await station.end();
  durable.close();
  say('bare script', bareTimes, bareTimes);
  say('station', stationTimes, bareTimes);
  if (existsSync('out/main/main.js')) {
    const window = await startWindow(world, dir);
    const [besideWindow = [], windowTimes = []] = await inTurns(bare, window);
    await window.close();
    say('window', windowTimes, besideWindow);
  } else process.stdout.write('scan-to-paper window: not measured, run "npm run build" first\n');
  bare.close();
  say(`bare script with ${commits} commits`, durableTimes, durableTimes);
  say('station', stationTimes, durableTimes);
  say('station, to printed', printed, bareTimes);
  sayStages(ways);
}

async function farAway(world: FarWorld, dir: string): Promise<void> {
  const station = await startBenchStation(world, join(dir, 'station'));
  const [bareTimes = [], stationTimes = []] = await inTurns(bareRunner(world, createFreshBareScript(world, certificate)), station);
  const { ways } = await station.end();
  say('bare script over fresh connections', bareTimes, bareTimes);
  say('station', stationTimes, bareTimes);
  sayStages(ways);
}

const certificate = readFileSync(new URL('../fixtures/tls/courier-cert.pem', import.meta.url), 'utf8');

function say(name: string, times: readonly number[], floor: readonly number[]): void {
  const [p50, p95] = [half(times), quantile(times, 0.95)];
  process.stdout.write(
    `scan-to-paper ${name.padEnd(11)} n=${times.length} p50=${p50.toFixed(1)}ms p95=${p95.toFixed(1)}ms ratio=${(p50 / half(floor)).toFixed(2)}\n`,
  );
}

/** Prints each stage that most rounds reached, in order: its time, and the time since the previous one. */
function sayStages(ways: readonly Way[]): void {
  const names = new Set(ways.flatMap(({ stages }) => [...stages.keys()]));
  const reached = [...names]
    .map((name) => ({ name, times: ways.flatMap(({ stages }) => stages.get(name) ?? []) }))
    .filter(({ times }) => times.length > ways.length / 2)
    .map(({ name, times }) => ({ name, ms: half(times) }))
    .toSorted((a, b) => a.ms - b.ms);
  reached.forEach(({ name, ms }, index) => {
    const before = reached[index - 1]?.ms ?? 0;
    process.stdout.write(`scan-to-paper stage ${name.padEnd(16)} at=${ms.toFixed(1)}ms took=${(ms - before).toFixed(1)}ms\n`);
  });
  const pauses = ways.flatMap(({ pause }) => pause ?? []).toSorted((a, b) => b.ms - a.ms);
  for (const { ms, after, displacedMs } of pauses.slice(0, 1))
    process.stdout.write(
      `scan-to-paper longest_pause_ms=${ms.toFixed(1)} after "${after}", p50 of ${pauses.length} rounds ${half(pauses.map((each) => each.ms)).toFixed(1)}, others had the core for ${displacedMs.toFixed(1)} ms of it more\n`,
    );
}

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;
const half = (times: readonly number[]): number => quantile(times, 0.5);

/** Prints one label. Returns the milliseconds until its first byte reached the printer. */
interface Runner {
  print(): Promise<number>;
}

/** Runs the runners alternately, round by round. Returns the times of each, without the warm-up rounds. */
async function inTurns(...runners: readonly Runner[]): Promise<number[][]> {
  const times = runners.map((): number[] => []);
  for (let round = 0; round < warmUps + rounds; round += 1)
    for (const [index, runner] of runners.entries()) {
      await wait(restMs);
      const ms = await runner.print();
      if (round >= warmUps) times[index]?.push(ms);
    }
  return times;
}

const bareRunner = (world: FarWorld, script: BareScript): Runner & { close(): void } => ({
  async print() {
    const sheet = world.nextSheet();
    const started = wallMs();
    await script.print();
    return (await sheet).firstByteAt - started;
  },
  close: () => script.close(),
});

const orderOf = (index: number): string => `BENCH-${index}`;

// Each at a place of its own, as most orders of a shop are: two orders to one address would be asked about.
const orders = JSON.stringify(
  Array.from({ length: 3 * warmUps + 2 * rounds + watchedRounds }, (_, index) => ({
    ...plainOrder(orderOf(index)),
    postal_code: `${10115 + index}`,
    items: Array.from({ length: linesOfOrder }, (_item, at) => ({
      name: `Item ${at + 1}`,
      sku: `ITEM-${at + 1}`,
      quantity: 1 + (at % 3),
      barcodes: [`40063813339${10 + at}`],
      shelf: `A-${at + 1}`,
    })),
  })),
);

interface BenchStation extends Runner {
  /** Syncs to disk so far on the median way from scan to paper. */
  commits(): number;
  /** Watches some more rounds for pauses. `printed`: the milliseconds until the station knew that the label was out. */
  end(): Promise<{ readonly printed: readonly number[]; readonly ways: readonly Way[]; readonly commits: number }>;
}

async function startBenchStation(world: FarWorld, dataDir: string): Promise<BenchStation> {
  const stages = createStages();
  const station = await openStation(dataDir, { trustedCertificates: () => [certificate], pictureMs: screenPictureMs }, stages.rooms);
  await station.warm();
  await setUp(station, { service: world, settings: { rule: 'cheapest', printers: [labelPrinterAt(world.printerUrl)] }, orders });

  const ways: Way[] = [];
  const printed: number[] = [];
  let shipped = 0;
  const ship = async (watched: boolean): Promise<number> => {
    const code = orderOf(shipped);
    shipped += 1;
    const sheet = world.nextSheet();
    const over = stages.begin(watched);
    const startedAt = wallMs();
    void station.handlers.scan({ code });
    const { firstByteAt }: SheetSeen = await sheet;
    ways.push(over(firstByteAt));
    await whenInHand(station, 'done');
    if (!watched) printed.push(wallMs() - startedAt);
    return firstByteAt - startedAt;
  };
  const commits = (): number => half(ways.map((way) => way.commits));
  return {
    print: () => ship(false),
    commits,
    async end() {
      for (let round = 0; round < watchedRounds; round += 1) {
        await wait(restMs);
        await ship(true);
      }
      await station.close();
      return { printed: printed.slice(-rounds), ways: ways.slice(-rounds - watchedRounds), commits: commits() };
    },
  };
}

async function startWindow(world: FarWorld, dir: string): Promise<Runner & { close(): Promise<void> }> {
  const file = join(dir, 'orders.json');
  writeFileSync(file, orders);
  const station = await launchStation({
    dataDir: join(dir, 'window'),
    api: { url: world.url, key: world.key, secret: world.secret },
    labelPrinter: world.printerUrl,
    settings: { rule: 'cheapest' },
    orders: [file],
  });
  let shipped = 0;
  return {
    async print() {
      const code = orderOf(shipped);
      shipped += 1;
      const sheet = world.nextSheet();
      const started = wallMs();
      await scan(station.page, code);
      const { firstByteAt } = await sheet;
      await station.page.getByText(code).first().waitFor();
      await station.page.getByText('DONE', { exact: true }).first().waitFor();
      return firstByteAt - started;
    },
    close: () => station.close(),
  };
}
