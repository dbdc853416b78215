import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStation } from '../../electron/station/station.ts';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import { launchStation, scan } from '../e2e/launch.ts';
import { plainOrder } from '../path/plain-order.ts';
import { labelPrinterAt, plainPlatform } from '../path/plain-station.ts';
import { type BareScript, createBareScript, createFreshBareScript } from './bare-script.ts';
import { type FarWorld, type SheetSeen, startFarWorld } from './far-world.ts';
import { createStages, type Way, wallMs } from './stages.ts';

const rounds = 30;
const warmUps = 3;
/** Watching for pauses costs a core, so these rounds are in no other figure. */
const watchedRounds = 10;
const printerMs = 20;

/**
 * From the scan to the first byte of the label at the printer, with a rule that buys alone: the station in plain Node and the
 * whole program with its window, each against a bare script that makes the same two calls and one socket write. With `--latency MS`
 * the service is so far away, over TLS, and the printer 20 ms: against a bare script that asks the printer too and keeps no connection.
 */
export async function run(): Promise<void> {
  const at = process.argv.indexOf('--latency');
  const latencyMs = at < 0 ? undefined : Number(process.argv[at + 1]);
  if (Number.isNaN(latencyMs)) throw new Error('--latency wants milliseconds');
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
  const bare = await bareRounds(world, createBareScript(world, dir));
  const station = await stationRounds(world, join(dir, 'station'));
  const commits = Math.round(half(station.ways.map((way) => way.commits)));
  const durable = await bareRounds(world, createBareScript(world, dir, commits));
  say('bare script', bare, bare);
  say('station', station.times, bare);
  if (existsSync('out/main/main.js')) say('window', await windowRounds(world, dir), bare);
  else process.stdout.write('scan-to-paper window: not measured, run "npm run build" first\n');
  say(`bare script with ${commits} commits`, durable, durable);
  say('station', station.times, durable);
  say('station, to printed', station.printed, bare);
  sayStages(station.ways);
}

async function farAway(world: FarWorld, dir: string): Promise<void> {
  const bare = await bareRounds(world, createFreshBareScript(world, certificate));
  const station = await stationRounds(world, join(dir, 'station'));
  say('bare script over fresh connections', bare, bare);
  say('station', station.times, bare);
  sayStages(station.ways);
}

const certificate = readFileSync(new URL('../fixtures/tls/courier-cert.pem', import.meta.url), 'utf8');

function say(name: string, times: readonly number[], floor: readonly number[]): void {
  const [p50, p95] = [half(times), quantile(times, 0.95)];
  process.stdout.write(
    `scan-to-paper ${name.padEnd(11)} n=${times.length} p50=${p50.toFixed(1)}ms p95=${p95.toFixed(1)}ms ratio=${(p50 / half(floor)).toFixed(2)}\n`,
  );
}

/** Each stage that most rounds came by, in the order they came: when, and how long after the one before. */
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
  for (const { ms, after } of pauses.slice(0, 1))
    process.stdout.write(
      `scan-to-paper longest_pause_ms=${ms.toFixed(1)} after "${after}", p50 of ${pauses.length} rounds ${half(pauses.map((each) => each.ms)).toFixed(1)}\n`,
    );
}

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;
const half = (times: readonly number[]): number => quantile(times, 0.5);

/** Times of `rounds` after some that only warm up. */
async function measure(count: number, round: (index: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < warmUps + count; index += 1) {
    const ms = await round(index);
    if (index >= warmUps) times.push(ms);
  }
  return times;
}

async function bareRounds(world: FarWorld, script: BareScript): Promise<number[]> {
  const times = await measure(rounds, async () => {
    const sheet = world.nextSheet();
    const started = wallMs();
    await script.print();
    return (await sheet).firstByteAt - started;
  });
  script.close();
  return times;
}

const orderOf = (index: number): string => `BENCH-${index}`;

const orders = JSON.stringify(Array.from({ length: 2 * (warmUps + rounds + watchedRounds) }, (_, index) => plainOrder(orderOf(index))));

/** `printed`: until the station knows that the label is out. */
async function stationRounds(
  world: FarWorld,
  dataDir: string,
): Promise<{ readonly times: number[]; readonly printed: readonly number[]; readonly ways: readonly Way[] }> {
  const stages = createStages();
  const { handlers, close, snapshot, onSnapshot, warm } = await buildStation(
    plainPlatform(dataDir, { trustedCertificates: () => [certificate] }),
    stages.rooms,
  );
  await warm();
  await handlers.saveSettings({
    settings: { sender: trainingSender, rule: 'cheapest', printers: [labelPrinterAt(world.printerUrl)] },
  });
  const connected = await handlers.connect({ world: 'training', baseUrl: world.url, key: world.key, secret: world.secret, account: '' });
  if (!connected.ok) throw new Error(`The station was not connected: ${connected.failure.code} ${connected.failure.detail}`);
  await handlers.importOrders({ name: 'orders.json', bytes: new TextEncoder().encode(orders) });

  const isDone = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = (): void => {
      if (snapshot().bench.workflow.step === 'done') resolve();
    };
    const end = onSnapshot(check);
    check();
    await promise;
    end();
  };
  const ways: Way[] = [];
  const printed: number[] = [];
  const round = async (index: number, watched: boolean): Promise<SheetSeen & { readonly startedAt: number }> => {
    const sheet = world.nextSheet();
    const over = stages.begin(watched);
    const startedAt = wallMs();
    void handlers.scan({ code: orderOf(index) });
    const seen = await sheet;
    if (index >= warmUps) ways.push(over(seen.firstByteAt));
    await isDone();
    if (index >= warmUps && !watched) printed.push(wallMs() - startedAt);
    return { ...seen, startedAt };
  };
  const times = await measure(rounds, async (index) => {
    const { firstByteAt, startedAt } = await round(index, false);
    return firstByteAt - startedAt;
  });
  for (let index = 0; index < watchedRounds; index += 1) await round(warmUps + rounds + index, true);
  await close();
  return { times, printed, ways };
}

async function windowRounds(world: FarWorld, dir: string): Promise<number[]> {
  const file = join(dir, 'orders.json');
  writeFileSync(file, orders);
  const station = await launchStation({
    dataDir: join(dir, 'window'),
    api: { url: world.url, key: world.key, secret: world.secret },
    labelPrinter: world.printerUrl,
    settings: { rule: 'cheapest' },
    orders: [file],
  });
  const times = await measure(rounds, async (index) => {
    const code = orderOf(warmUps + rounds + watchedRounds + index);
    const sheet = world.nextSheet();
    const started = wallMs();
    await scan(station.page, code);
    const { firstByteAt } = await sheet;
    await station.page.getByText(code).first().waitFor();
    await station.page.getByText('DONE', { exact: true }).first().waitFor();
    return firstByteAt - started;
  });
  await station.close();
  return times;
}
