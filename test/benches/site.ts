import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import { addBench } from '../../ledger/install.ts';
import { bundled } from '../bundled.ts';
import { drawingOf } from '../crash/drawing.ts';
import type { World, WorldCall } from '../crash/world.ts';
import { type Database, type PostgresServer, startPostgres } from '../ledger/postgres.ts';
import { witnessOf } from '../path/plain-platform.ts';
import { watched } from '../watchdog.ts';
import type { BenchMessage, BenchPlan } from './bench-life.ts';
import { type CutLine, startCutLine } from './cut-line.ts';
import type { DefectName } from './defects.ts';
import { type Lead, startLead } from './lead.ts';

/** Bundle folder: the bench is compiled once for all lives. */
const compiled = resolve(import.meta.dirname, '../../node_modules/.cache/packbench-benches');

/** A bench that can be killed, paused, cut off and started again. */
export interface SiteBench {
  readonly name: string;
  readonly line: CutLine;
  readonly printer: VirtualZebra;
  isIdle(): boolean;
  /** True if its computer visibly stands still. */
  isOff(): boolean;
  /** Everything the bench wrote to its error output, over all of its lives. */
  complaints(): string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Stops the process as if its computer slept. */
  pause(): void;
  goOn(): void;
  /** Copies all folders of the bench as they are now, unless an older copy exists. The bench must be dead. */
  keepCopy(): void;
  hasCopy(): boolean;
  /** Restores the folders of the bench from the copy. The bench must be dead. */
  putBack(): void;
  believes(): Promise<Beliefs>;
  close(): Promise<void>;
}

export type Beliefs = Omit<Extract<BenchMessage, { readonly is: 'believes' }>, 'is'>;

/** A warehouse: benches with one printer each, one ledger, one service and a shift lead. */
export interface Site {
  readonly service: TrainingService;
  /** The ledger on its current server. */
  database(): Database;
  readonly lead: Lead;
  /** Crashes the ledger's server and starts it again. */
  crash(): Promise<void>;
  /** Stops the ledger's server for good. A standby that missed the last `behindMs` takes its place. */
  failOver(behindMs: number): Promise<void>;
  readonly benches: readonly SiteBench[];
  readonly orders: readonly string[];
  close(): Promise<void>;
}

export interface SiteOptions {
  readonly benches: number;
  readonly orders: number;
  readonly seed: string;
  /** Fragments of the ledger's SQL, and the text that replaces each. */
  readonly without?: Readonly<Record<string, string>>;
  /** The defect of every bench. */
  readonly defect?: DefectName;
  /** A bench falls asleep before its request at every n-th grant; absent: never. */
  readonly sleepsAt?: number;
  readonly hasStandby?: boolean;
  /** Delay of each answer of the service. */
  readonly serviceDelayMs?: number;
  /** True if each bench has its own orders, the same number at each. */
  readonly isApart?: boolean;
  /** True if all benches have learned that the service keeps earlier quotes. */
  readonly isQuoteKept?: boolean;
  /** Folder of another PostgreSQL than the one installed on this computer. */
  readonly postgres?: string;
  readonly log: (line: string) => void;
}

/** Short limits, so that a run of minutes covers what takes much longer in a warehouse. */
const shortDurations = "held = '3 s', headers = '1 s', settle = '3 s', run = '4 s', lease = '3 s'";

export async function openSite(options: SiteOptions): Promise<Site> {
  const { benches: count, orders: orderCount, seed, without, defect, sleepsAt = 0, hasStandby = false, log } = options;
  const { serviceDelayMs = 20, isApart = false, isQuoteKept = false } = options;
  let primary = await startPostgres({}, undefined, options.postgres);
  let database = await primary.ledger(without);
  await database.owner.query(`UPDATE packbench.durations SET ${shortDurations}`);
  const line = await startCutLine(() => primary.port);
  const startStandby = (): Promise<PostgresServer> => startPostgres({}, { port: line.port, name: 'standby' }, options.postgres);
  const service = await startTrainingService({ key: 'site', secret: 'site-secret', clock: () => new Date(), delayMs: serviceDelayMs });
  const orders = Array.from({ length: orderCount }, (_, index) => `O-${index + 1}`);
  const letIn = async (): Promise<{ readonly bench: number; readonly token: string }> => {
    const added = await addBench(database.owner);
    if (!added) throw new Error('the ledger takes no more benches');
    return added;
  };
  const benches: SiteBench[] = [];
  for (let index = 1; index <= count; index += 1) {
    const its = isApart ? orders.filter((_, at) => at % count === index - 1) : orders;
    const plan = {
      name: `bench-${index}`,
      orders: its,
      seed: `${seed}-${index}`,
      service: pickOf(service),
      defect: defect ?? null,
      sleepsAt,
      isApart,
      isQuoteKept,
    };
    benches.push(await openBench(plan, database.benchUrl, () => primary.port, (await letIn()).token, service));
  }
  const isOff = (bench: number): boolean => benches[bench - 1]?.isOff() === true;
  const lead = startLead({ database: () => database, token: (await letIn()).token, service, isOff, log });
  let standby = hasStandby ? await startStandby() : undefined;
  return {
    service,
    benches,
    orders,
    lead,
    database: () => database,
    async crash() {
      await primary.crash();
      await wait(300);
      await primary.start();
      database = await primary.database(database.name);
    },
    async failOver(behindMs) {
      if (!standby) throw new Error('there is no stand-by');
      line.set('half-open');
      await wait(behindMs);
      const gone = primary;
      await gone.crash();
      const promoted = await standby.database(database.name);
      await promoted.owner.query('SELECT pg_promote()');
      [primary, database] = [standby, promoted];
      line.set('open');
      await gone.stop();
      standby = await startStandby();
    },
    async close() {
      await lead.stop();
      for (const bench of benches) await bench.close();
      await service.stop();
      await standby?.stop();
      await line.close();
      await primary.stop();
    },
  };
}

const pickOf = ({ url, key, secret }: TrainingService): BenchPlan['service'] => ({ url, key, secret });

async function openBench(
  given: Omit<BenchPlan, 'dir' | 'printerUrl' | 'ledger'>,
  benchUrl: string,
  postgresPort: () => number,
  token: string,
  service: TrainingService,
): Promise<SiteBench> {
  const program = (await bundled('benches', { 'bench-life': 'test/benches/bench-life.ts' }))('bench-life');
  const dir = mkdtempSync(join(tmpdir(), `packbench-${given.name}-`));
  const printer = await startVirtualZebra({ msPerLabel: 5 });
  const line = await startCutLine(postgresPort);
  const url = new URL(benchUrl);
  url.port = String(line.port);
  const world = worldOf(service, printer);
  let child: ChildProcess | undefined;
  let isIdle = false;
  let complaints = '';
  let lives = 0;
  const open = Promise.withResolvers<void>();
  let opened = open;
  let answered: PromiseWithResolvers<Beliefs> | undefined;
  let isAsleep = false;
  let isPaused = false;
  const disk = [dir, witnessOf(dir)];
  const copyOf = (folder: string): string => `${folder}-kept`;

  function onMessage(message: BenchMessage | WorldCall): void {
    if ('call' in message) return void answer(child, world, message);
    if (message.is === 'open') opened.resolve();
    if (message.is === 'idle') isIdle = true;
    if (message.is === 'asleep') ({ isAsleep } = message);
    if (message.is === 'believes') answered?.resolve(message);
  }

  async function start(): Promise<void> {
    lives += 1;
    isIdle = false;
    isAsleep = false;
    opened = Promise.withResolvers<void>();
    const plan: BenchPlan = { ...given, seed: `${given.seed}-${lives}`, dir, printerUrl: printer.url, ledger: { url: url.href, token } };
    child = fork(program, {
      env: { ...process.env, BENCH: JSON.stringify(plan), NODE_COMPILE_CACHE: compiled },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      complaints += chunk.toString();
    });
    child.on('message', onMessage);
    const gone = new Promise<void>((end) => child?.once('exit', () => end()));
    await watched(`${given.name} is open`, Promise.race([opened.promise, gone]), () => complaints);
  }

  async function kill(): Promise<void> {
    const dying = child;
    if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
    const gone = new Promise((end) => dying.once('exit', end));
    dying.kill('SIGKILL');
    await gone;
  }

  return {
    name: given.name,
    line,
    printer,
    isIdle: () => isIdle,
    complaints: () => complaints,
    start,
    kill,
    isOff: () => isAsleep || isPaused,
    pause() {
      isPaused = child?.kill('SIGSTOP') === true;
    },
    goOn() {
      isPaused = false;
      child?.kill('SIGCONT');
    },
    keepCopy() {
      if (existsSync(copyOf(dir))) return;
      for (const folder of disk) if (existsSync(folder)) cpSync(folder, copyOf(folder), { recursive: true });
    },
    hasCopy: () => existsSync(copyOf(dir)),
    putBack() {
      for (const folder of disk) {
        rmSync(folder, { recursive: true, force: true });
        if (existsSync(copyOf(folder))) cpSync(copyOf(folder), folder, { recursive: true });
      }
    },
    async believes() {
      answered = Promise.withResolvers();
      child?.send({ ask: 'what you believe' });
      return watched(`${given.name} tells what it believes`, answered.promise, () => complaints);
    },
    async close() {
      await kill();
      await line.close();
      await printer.stop();
      for (const each of [...disk, ...disk.map(copyOf)]) rmSync(each, { recursive: true, force: true });
    },
  };
}

async function answer(child: ChildProcess | undefined, world: World, { id, call, args }: WorldCall): Promise<void> {
  const value = await (world[call] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
  // The process may be gone by now.
  if (child?.connected) child.send({ id, value }, () => undefined);
}

function worldOf(service: TrainingService, printer: VirtualZebra): World {
  const nothing = async (): Promise<void> => undefined;
  return {
    meet: nothing,
    clear: nothing,
    printer: nothing,
    ordersOf: async (key) => service.orders().flatMap(({ reference, orderNo }) => (reference === key ? [orderNo] : [])),
    pickupsOf: async () => [],
    hasDocument: async () => false,
    sheetsOf: async (drawing) => printer.sheets().filter(({ zpl }) => drawingOf(zpl) === drawing).length,
  };
}
