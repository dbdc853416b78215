import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, openBench } from '../../electron/bench/bench.ts';
import { type BenchContext, createContext, createFail } from '../../electron/bench/context.ts';
import type { ContextParts } from '../../electron/bench/context-parts.ts';
import { createBenchLedger } from '../../electron/bench/exchange/bench-ledger.ts';
import { createPendingWrites } from '../../electron/bench/exchange/pending-writes.ts';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Paper } from '../../electron/bench/ports/paper.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { codeOfJournalError } from '../../electron/journal/journal-error.ts';
import { createOrderFileReader } from '../../electron/orders/order-files.ts';
import type { Order } from '../../shared/order.ts';
import { type PrinterSettings, printerOfRole } from '../../shared/printer.ts';
import { ok } from '../../shared/result.ts';
import { senderAt } from '../../shared/sender.ts';
import { firstSettings } from '../../shared/settings.ts';
import type { LastRule } from '../../shared/shipping-rule.ts';
import { paperHere } from '../fakes/paper-here.ts';
import { anOrder, sender } from '../journal/samples.ts';
import { quickFolder } from '../quick-folder.ts';
import type { Faults, TakeFault } from './model-faults.ts';
import { modelPaper } from './model-paper.ts';
import { createModelPrinter, type ModelPrinter } from './model-printer.ts';
import { createModelService, type ModelService } from './model-service.ts';
import type { Port } from './port.ts';

// The station's core on the real journal, with a service and a printer in memory, so that thousands of days fit in a minute. Every call
// through a port is a step; a life can end at any step, as in a power cut.

export const orderKeys = ['M-1', 'M-2', 'M-3', 'M-4'] as const;
/** Order to the person and address of the first one: both may go in one parcel. */
const togetherWith = 'M-2';
/** Order without a weight, so that the program asks for it. */
const incomplete = 'M-4';

export interface SmallWorld {
  readonly bench: Bench;
  readonly journal: Journal;
  readonly service: Omit<ModelService, 'courier'>;
  readonly out: ModelPrinter['out'];
  readonly bugs: readonly string[];
  /** Number of power cuts. */
  readonly cuts: number;
  fault<P extends keyof Faults>(port: P, fault: Faults[P]): void;
  setRule(rule: LastRule): void;
  setPrinter: ModelPrinter['set'];
  moveClock(ms: number): void;
  /**
   * Does `work` and everything that follows from it. With `steps` the power fails after that number of steps, and the program starts again.
   */
  through(work: () => unknown, steps?: number): Promise<void>;
  /** Shuts the program down cleanly and starts it. */
  restart(): Promise<void>;
  end(): Promise<void>;
}

/** Changes what is between the bench and its ports, to break it on purpose. */
export type Spoil = (parts: ContextParts) => ContextParts;

/** Real rooms in place of the in-memory service and paper. */
export interface Neighbours {
  readonly courier: Courier;
  readonly paper: Paper;
  readonly orders: readonly Order[];
}

class PowerCut extends Error {}

const noop = (): void => undefined;

interface Life {
  isOver: boolean;
  readonly over: PromiseWithResolvers<void>;
}

const dpiPrinter: PrinterSettings = { address: 'tcp://127.0.0.1:9100', dpi: 203, widthMm: 102, heightMm: 152 };

export async function openSmallWorld(spoil: Spoil = (context) => context, neighbours?: Neighbours): Promise<SmallWorld> {
  const dir = mkdtempSync(join(quickFolder, 'packbench-model-'));
  let nowMs = Date.UTC(2026, 10, 20, 9, 0, 0);
  let ids = 0;
  const now = (): Date => new Date(nowMs);
  const id = (): string => `id-${String((ids += 1)).padStart(6, '0')}`;
  let rule: LastRule = 'ask';
  const planned: Partial<Faults> = {};
  const take: TakeFault = (port) => {
    const fault = planned[port];
    delete planned[port];
    return fault;
  };

  const service = createModelService(take);
  const printer = createModelPrinter(take);
  const bugs: string[] = [];
  let steps = 0;
  let fuse: number | undefined;
  let sleepers: (() => void)[] = [];
  let file = join(dir, 'journal.sqlite');
  let files = 0;

  /** Calls to a real neighbour that have no answer yet. */
  const pending = new Set<Promise<unknown>>();
  const watched = <T extends object>(room: T): T =>
    new Proxy(room, {
      get(target, name) {
        const method = target[name as keyof T] as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          const answer = method.apply(target, args);
          if (!(answer instanceof Promise)) return answer;
          pending.add(answer);
          const ended = (): void => {
            pending.delete(answer);
            steps += 1;
          };
          answer.then(ended, ended);
          return answer;
        };
      },
    });

  const same = (each: Uint8Array): Uint8Array => each;
  const plain = { encrypt: same, decrypt: same, under: () => ({ encrypt: same, decrypt: same }) };

  function startLife(): { life: Life; journal: Journal; context: BenchContext } {
    const life: Life = { isOver: false, over: Promise.withResolvers() };
    const real = openJournal({ file, world: 'live', encryption: plain, now, id });

    function cutPower(): never {
      // A killed process leaves its files as they are now.
      files += 1;
      const next = join(dir, `journal-${files}.sqlite`);
      copyFileSync(file, next);
      if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${next}-wal`);
      real.close();
      file = next;
      life.isOver = true;
      life.over.resolve();
      throw new PowerCut();
    }
    const step = (): void => {
      if (life.isOver) throw new PowerCut();
      steps += 1;
      if (fuse === undefined) return;
      fuse -= 1;
      if (fuse <= 0) cutPower();
    };
    // A call never returns if the power fails.
    const port: Port = async (work) => {
      try {
        step();
        const result = work();
        await Promise.resolve();
        step();
        return result;
      } catch (error) {
        if (error instanceof PowerCut) return new Promise<never>(() => undefined);
        throw error;
      }
    };
    const journal = new Proxy(real, {
      get(target, name: keyof Journal) {
        // Data in the files survives here, whether it is on the disk or not.
        if (name === 'onDisk') return () => port(() => undefined);
        const method = target[name] as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          step();
          const result = method.apply(target, args);
          if (name !== 'close') step();
          return result;
        };
      },
    });

    const log: BenchContext['log'] = (event, fields) => {
      if (event === 'bug' && !life.isOver) bugs.push(fields?.stack ?? fields?.step ?? 'bug');
    };
    const fail = createFail(() => 'MODEL', log);
    const parts = spoil({
      world: neighbours ? 'live' : 'training',
      keyAccount: { key: '', account: '' },
      journal,
      pendingWrites: createPendingWrites(log, codeOfJournalError),
      journalTrouble: () => null,
      courier: neighbours ? watched(neighbours.courier) : service.courier(port),
      contract: { learned: { read: () => undefined, save: () => undefined, drift: () => [] }, checking: undefined },
      orderFiles: createOrderFileReader({ workers: paperHere(), log }).filesOf(() => ({
        world: 'training' as const,
        ...journal.keyOfOrders(),
      })),
      orderSource: { ask: async () => ok(undefined) },
      shopBack: {
        post: async () => ({ is: 'taken' }),
        isSameFolder: async () => true,
        prepare: async () => undefined,
        takeBack: async () => undefined,
        publish: async () => undefined,
      },
      shops: {
        pull: async () => ({ is: 'read', page: { file: undefined, place: '', isLast: true } }),
        keptPlace: () => '',
        watch: async () => ok(undefined),
        tell: async () => ({ is: 'taken' }),
      },
      paper: neighbours ? watched(neighbours.paper) : modelPaper(port, id),
      printers: printer.printers(port),
      settings: () => ({
        ...firstSettings,
        packer: 'Zoë',
        senders: [senderAt(sender)],
        rule,
        defaults: { ...firstSettings.defaults, boxId: 'M' },
      }),
      keepForms: () => undefined,
      allPrinters: () => [printerOfRole('label', dpiPrinter), printerOfRole('document', dpiPrinter)],
      checkPin: () => ok({}),
      now,
      elapsed: () => now().getTime(),
      id,
      fail,
      ledger: createBenchLedger({ fail }),
      log,
      changed: () => undefined,
    });
    return { life, journal: real, context: createContext(parts) };
  }

  const sleep = (): Promise<void> => new Promise((resolve) => sleepers.push(resolve));
  const wake = (): void => {
    const woken = sleepers;
    sleepers = [];
    for (const each of woken) each();
  };
  /** Waits until everything that can happen without time passing has happened. */
  async function quiet(life: Life): Promise<void> {
    for (let before = -1; (before !== steps || pending.size > 0) && !life.isOver; ) {
      before = steps;
      if (pending.size > 0) await Promise.race([...pending].map((each) => each.then(noop, noop)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  let { life, journal, context } = startLife();
  journal.takeOrders(
    neighbours?.orders ??
      orderKeys.map((key) => {
        const order = anOrder(key, {
          name: key === togetherWith ? orderKeys[0] : key,
          country: 'NL',
          postalCode: '1016 GV',
          city: 'Amsterdam',
        });
        return key === incomplete ? { ...order, parcels: order.parcels.map((parcel) => ({ ...parcel, weightGrams: null })) } : order;
      }),
    [],
  );
  let bench = await openBench(context, sleep);
  await quiet(life);

  /** Starts the program on the files of the last life, however often the power fails during the start. */
  async function startAgain(): Promise<void> {
    sleepers = [];
    for (let isOpen = false; !isOpen; ) {
      ({ life, journal, context } = startLife());
      const opening = openBench(context, sleep).then(
        (opened) => {
          bench = opened;
          isOpen = true;
        },
        (error: unknown) => {
          if (life.isOver) return;
          life.isOver = true;
          throw error;
        },
      );
      await Promise.race([opening, life.over.promise]);
      if (isOpen) await quiet(life);
      if (life.isOver) isOpen = false;
      // The power fails once: the next start is left alone.
      fuse = undefined;
    }
  }

  return {
    get cuts() {
      return files;
    },
    get bench() {
      return bench;
    },
    get journal() {
      return journal;
    },
    service,
    out: printer.out,
    bugs,
    fault: (portName, fault) => void (planned[portName] = fault),
    setRule: (next) => void (rule = next),
    setPrinter: printer.set,
    moveClock: (ms) => void (nowMs += ms),
    async through(work, cutAfter) {
      fuse = cutAfter;
      wake();
      const doing = (async () => work())().catch((error: unknown) => {
        if (!life.isOver) throw error;
      });
      await Promise.race([doing, life.over.promise]);
      await quiet(life);
      const wasCut = life.isOver;
      fuse = undefined;
      if (wasCut || cutAfter !== undefined) {
        if (!wasCut) {
          // Nothing is under way any more: the power fails in a quiet moment.
          fuse = 1;
          try {
            context.journal.fact('any');
          } catch (error) {
            if (!(error instanceof PowerCut)) throw error;
          }
          fuse = undefined;
        }
        await startAgain();
      }
    },
    async restart() {
      wake();
      await bench.close();
      life.isOver = true;
      await startAgain();
    },
    async end() {
      if (!life.isOver) await bench.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
