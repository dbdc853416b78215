import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { applicationId } from '../../electron/journal/check-file.ts';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import { bundled } from '../bundled.ts';
import { startShopServer } from '../fakes/shop-server.ts';
import { witnessOf } from '../path/plain-platform.ts';
import { hang, startWatchdog, until } from '../watchdog.ts';
import { drawingOf } from './drawing.ts';
import { type Belief, keysIn, mustBeReported, type Truth } from './judge.ts';
import type { LifeMessage, LifePlan } from './life.ts';
import { reportsIn, reportsTo, shopOf } from './shop-folders.ts';
import type { World, WorldCall } from './world.ts';

/** A folder for one station life after another, with a service, printers and a shop that outlive them all. */
export interface Place {
  readonly dir: string;
  readonly service: TrainingService;
  readonly printer: VirtualZebra;
  /** The backup printer. */
  readonly spare: VirtualZebra;
  /** Runs one life until it dies at its point, is killed after `killAfterMs` if given, or has looked. */
  live(plan: Pick<LifePlan, 'seed' | 'prefix' | 'act' | 'errand' | 'dieAt' | 'defect' | 'parcels'>, killAfterMs?: number): Promise<LifeEnd>;
  truth(): Truth;
  close(keep: boolean): Promise<void>;
}

export interface LifeEnd {
  /** Cause of the end: its point, the clock, or neither if it ended by itself. */
  readonly killed: 'at its point' | 'by the clock' | 'not at all';
  /**
   * Number of items that a fresh start left under way, or unknown without asking a person; undefined if the life died before it was open.
   */
  readonly silent: number | undefined;
  /** Orders that the life reported as imported. */
  readonly imported: readonly string[];
  readonly belief: Belief | undefined;
  /** Commits that the life reached and that no point names. */
  readonly unnamed: readonly string[];
  /** The life's error output, or its last step if it could not reach its point. */
  readonly complaint: string;
}

/** Bundle folder: the life is compiled once for all runs. */
const compiled = resolve(import.meta.dirname, '../../node_modules/.cache/packbench-crash');

export async function openPlace(): Promise<Place> {
  const program = (await bundled('crash', { life: 'test/crash/life.ts' }))('life');
  const dir = mkdtempSync(join(tmpdir(), 'packbench-crash-'));
  let finished = 0;
  const imported: string[] = [];
  const service = await startTrainingService({
    key: 'crash',
    secret: 'crash-secret',
    clock: () => new Date(),
    delayMs: 15,
    log: (line) => {
      // A request that was cut off before it was complete did not arrive.
      if (!line.startsWith('failed')) finished += 1;
    },
  });
  const printer = await startVirtualZebra({ msPerLabel: 30 });
  const spare = await startVirtualZebra({ msPerLabel: 30 });
  const shop = await startShopServer(() => ({}));
  const world = worldOf(service, printer, spare);

  /** Waits until what was on its way when a life ended has arrived, is done or has failed. */
  async function quiet(): Promise<void> {
    await world.clear();
    await world.printer('ready');
    await wait(20);
    await until('the service is done with what came', () => service.requests().length + service.unread() <= finished);
  }

  return {
    dir,
    service,
    printer,
    spare,
    async live(plan, killAfterMs) {
      const { url, key, secret } = service;
      const life: LifePlan = {
        ...plan,
        dir,
        service: { url, key, secret },
        printerUrl: printer.url,
        spareUrl: spare.url,
        shopUrl: shop.url,
      };
      const child = fork(program, {
        env: { ...process.env, LIFE: JSON.stringify(life), NODE_COMPILE_CACHE: compiled },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      const end = await lifeEnd(child, world, killAfterMs, plan.dieAt === null ? 'its start' : 'it is open');
      imported.push(...end.imported);
      await quiet();
      return end;
    },
    truth: () => ({
      ...truthOf(service, [printer, spare]),
      imported,
      reports: [...reportsIn(dir), ...reportsTo(shop)].filter(({ order }) => mustBeReported(order)),
    }),
    async close(keep) {
      await service.stop();
      await shop.stop();
      await printer.stop();
      await spare.stop();
      if (!keep) for (const each of [dir, witnessOf(dir), shopOf(dir)]) rmSync(each, { recursive: true, force: true });
    },
  };
}

/** Returns the facts of a service and its printers so far. */
export const truthOf = (service: TrainingService, printers: readonly VirtualZebra[]): Truth => ({
  orders: service.orders().map(({ orderNo, reference }) => ({ orderNo, reference })),
  pickups: service.pickups().map(({ collectionNo, instructions }) => ({ collectionNo, instructions })),
  documents: service.documents().map(({ name }) => ({ name })),
  intents: service.requestsPerIntent(),
  sheets: printers.flatMap((printer) => printer.sheets().map(({ zpl }) => drawingOf(zpl))),
  imported: [],
  reports: [],
});

function lifeEnd(
  child: ChildProcess,
  world: World,
  killAfterMs: number | undefined,
  countedFrom: 'its start' | 'it is open',
): Promise<LifeEnd> {
  let byClock = false;
  let silent: number | undefined;
  let belief: Belief | undefined;
  const imported: string[] = [];
  const unnamed = new Set<string>();
  let complaint = '';
  const kill = (): void => {
    byClock = true;
    child.kill('SIGKILL');
  };
  let clock: NodeJS.Timeout | undefined;
  const startClock = (): void => {
    if (killAfterMs !== undefined) clock ??= setTimeout(kill, killAfterMs);
  };
  if (countedFrom === 'its start') startClock();
  let isHanging = false;
  const watchdog = startWatchdog(() => {
    isHanging = true;
    complaint += hang('this life goes on', complaint).message;
    child.kill('SIGKILL');
  }, 2);
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  child.on('message', (message: LifeMessage | WorldCall) => {
    watchdog.fed();
    if ('call' in message) return void answer(child, world, message);
    if (message.is === 'opened') {
      silent = message.silent;
      startClock();
    }
    if (message.is === 'imported') imported.push(...message.keys);
    if (message.is === 'unnamed') unnamed.add(message.point);
    if (message.is === 'worked') {
      complaint += message.standing;
      kill();
    }
    if (message.is === 'believes') {
      belief = message.belief;
      child.disconnect();
    }
  });
  return new Promise((ended) => {
    child.once('exit', (_, signal) => {
      clearTimeout(clock);
      watchdog.stop();
      const killed = signal !== 'SIGKILL' || isHanging ? 'not at all' : byClock ? 'by the clock' : 'at its point';
      ended({ killed, silent, imported, belief, unnamed: [...unnamed], complaint });
    });
  });
}

async function answer(child: ChildProcess, world: World, { id, call, args }: WorldCall): Promise<void> {
  const value = await (world[call] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
  // The process may be gone by now.
  if (child.connected) child.send({ id, value }, () => undefined);
}

function worldOf(service: TrainingService, printer: VirtualZebra, spare: VirtualZebra): World {
  let watching: NodeJS.Timeout | undefined;
  return {
    meet: async (action, fault) => service.faults.next(action, fault),
    clear: () => service.faults.clear(),
    async printer(state) {
      clearInterval(watching);
      if (state !== 'out of paper at the next label') return printer.set({ paperOut: state === 'out of paper' });
      const before = printer.bytesReceived();
      watching = setInterval(() => {
        // More bytes than any status query of a station.
        if (printer.bytesReceived() > before + 1000) printer.set({ paperOut: true });
      }, 2);
    },
    ordersOf: async (key) => service.orders().flatMap(({ reference, orderNo }) => (keysIn(reference).includes(key) ? [orderNo] : [])),
    pickupsOf: async (text) => service.pickups().flatMap(({ instructions, collectionNo }) => (instructions === text ? [collectionNo] : [])),
    hasDocument: async (name) => service.documents().some((document) => document.name === name),
    sheetsOf: async (drawing) => [...printer.sheets(), ...spare.sheets()].filter(({ zpl }) => drawingOf(zpl) === drawing).length,
  };
}

/** Counts the journals and journal copies in a folder that fail SQLite's integrity check. */
export function integrityFailures(dir: string): number {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /journal-[^/]*\.(sqlite|backup)$/.test(name)).filter((name) => !isWhole(join(dir, name))).length;
}

function isWhole(file: string): boolean {
  try {
    const database = new DatabaseSync(file);
    const check = database.prepare('PRAGMA integrity_check').all();
    const dangling = database.prepare('PRAGMA foreign_key_check').all();
    const [id] = Object.values(database.prepare('PRAGMA application_id').get() ?? {});
    database.close();
    // SQLite accepts an empty file as a valid database.
    if (id !== applicationId) return false;
    return check.length === 1 && check[0]?.['integrity_check'] === 'ok' && dangling.length === 0;
  } catch {
    // A file that SQLite cannot read is not intact.
    return false;
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
