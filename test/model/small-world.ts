import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, openBench } from '../../electron/bench/bench.ts';
import { type BenchContext, createContext, createFail } from '../../electron/bench/context.ts';
import type { ContextParts } from '../../electron/bench/context-parts.ts';
import { createBenchGrants } from '../../electron/bench/exchange/bench-grants.ts';
import { createPendingWrites } from '../../electron/bench/exchange/pending-writes.ts';
import type { Courier, EncodedPaper, Sent, ShipMeaning } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Paper, Sheet } from '../../electron/bench/ports/paper.ts';
import type { Printers, PrintOutcome } from '../../electron/bench/ports/printers.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { codeOfJournalError } from '../../electron/journal/journal-error.ts';
import { prepareOrders } from '../../electron/journal/prepare-orders.ts';
import { createOrderFiles } from '../../electron/orders/order-files.ts';
import type { FailureCode } from '../../shared/failure.ts';
import { type PrinterSettings, type PrinterStatus, printerOfRole } from '../../shared/printer.ts';
import { failed, ok } from '../../shared/result.ts';
import type { Rule } from '../../shared/rules.ts';
import { firstSettings } from '../../shared/settings.ts';
import { anOrder, service as anyService, bytes, sender } from '../journal/samples.ts';
import { quickFolder } from '../quick-folder.ts';

// The station's heart on the real journal, between a service and a printer that live in memory, so that thousands of days
// fit in a minute. Every call through a port is a step; a life can be ended at any of them, as a power cut ends it.

export const orderKeys = ['M-1', 'M-2', 'M-3', 'M-4'] as const;
/** Lacks its weight, so that it is asked. */
const incomplete = 'M-4';

export const shipFaults = [
  'refuse',
  'not-sent',
  'cut-done',
  'cut-not',
  'garbage-done',
  'garbage-not',
  'no-label',
  'other-label',
  'doubtful-label',
] as const;
export const pickupFaults = ['refuse', 'not-sent', 'cut-done', 'cut-not', 'garbage-done'] as const;
export const readFaults = ['unreachable', 'refuse'] as const;
export const labelFaults = ['unreachable', 'none', 'doubtful-label', 'other-label'] as const;
export const printFaults = ['sent', 'held', 'unknown-out', 'unknown-not', 'not-sent', 'failed'] as const;
type Faults = {
  ship: (typeof shipFaults)[number];
  pickup: (typeof pickupFaults)[number];
  quote: (typeof readFaults)[number];
  track: (typeof readFaults)[number];
  labels: (typeof labelFaults)[number];
  print: (typeof printFaults)[number];
};

export interface ServiceBooking {
  readonly orderNo: string;
  readonly serviceId: string;
  readonly key: string;
}

export interface SmallWorld {
  readonly bench: Bench;
  readonly journal: Journal;
  readonly service: {
    readonly bookings: readonly ServiceBooking[];
    readonly collections: readonly string[];
    /** The order each `ship` request was for, done or not. */
    readonly shipRequests: readonly string[];
    readonly pickupRequests: number;
  };
  /** How often each sheet came out, by the mark it carries. */
  readonly out: ReadonlyMap<string, number>;
  readonly bugs: readonly string[];
  /** How often the power went. */
  readonly cuts: number;
  fault<P extends keyof Faults>(port: P, fault: Faults[P]): void;
  setRule(rule: Rule): void;
  setPrinter(kind: 'ready' | 'not-ready' | 'cannot-say'): void;
  moveClock(ms: number): void;
  /** Does `work` and everything that follows from it; with `steps` the power goes after so many steps, and the program starts again. */
  through(work: () => unknown, steps?: number): Promise<void>;
  /** Ends and starts the program, orderly. */
  restart(): Promise<void>;
  end(): Promise<void>;
}

/** What a test may put between the bench and its ports, to break it on purpose. */
export type Spoil = (parts: ContextParts) => ContextParts;

class PowerCut extends Error {}

interface Life {
  isOver: boolean;
  readonly over: PromiseWithResolvers<void>;
}

const dpiPrinter: PrinterSettings = { address: 'tcp://127.0.0.1:9100', dpi: 203, widthMm: 102, heightMm: 152 };

export async function openSmallWorld(spoil: Spoil = (context) => context): Promise<SmallWorld> {
  const dir = mkdtempSync(join(quickFolder, 'packbench-model-'));
  let nowMs = Date.UTC(2026, 10, 20, 9, 0, 0);
  let ids = 0;
  const now = (): Date => new Date(nowMs);
  const id = (): string => `id-${String((ids += 1)).padStart(6, '0')}`;
  let rule: Rule = 'ask';
  let printerKind: 'ready' | 'not-ready' | 'cannot-say' = 'ready';
  const planned: Partial<Faults> = {};
  const take = <P extends keyof Faults>(port: P): Faults[P] | undefined => {
    const fault = planned[port];
    delete planned[port];
    return fault;
  };

  const offers = new Map<string, string>();
  const bookings: ServiceBooking[] = [];
  const collections: string[] = [];
  const shipRequests: string[] = [];
  let pickupRequests = 0;
  const out = new Map<string, number>();
  const held: string[] = [];
  const bugs: string[] = [];
  let steps = 0;
  let fuse: number | undefined;
  let sleepers: (() => void)[] = [];
  let file = join(dir, 'journal.sqlite');
  let files = 0;

  const come = (mark: string): void => void out.set(mark, (out.get(mark) ?? 0) + 1);
  const text = (each: Uint8Array): string => new TextDecoder().decode(each);
  const labelOf = (key: string): EncodedPaper => ({ format: 'ZPL', bytes: bytes(`label of ${key}`) });
  const refuse = <C extends FailureCode>(code: C) => failed({ code, ref: 'MODEL', detail: '' });

  const same = (each: Uint8Array): Uint8Array => each;
  const unsealed = { seal: same, open: same, openUnbound: same };

  function startLife(): { life: Life; journal: Journal; context: BenchContext } {
    const life: Life = { isOver: false, over: Promise.withResolvers() };
    const real = openJournal({ file, world: 'live', sealing: unsealed, now, id });

    function cutPower(): never {
      // What a process that is killed leaves: its files as they are now.
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
    /** A call that ends nowhere when the power goes. */
    const port = async <T>(work: () => T): Promise<T> => {
      try {
        step();
        const result = work();
        await Promise.resolve();
        step();
        return result;
      } catch (error) {
        if (error instanceof PowerCut) return new Promise<T>(() => undefined);
        throw error;
      }
    };
    const journal = new Proxy(real, {
      get(target, name: keyof Journal) {
        const method = target[name] as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          step();
          const result = method.apply(target, args);
          if (name !== 'close') step();
          return result;
        };
      },
    });

    const answered = (what: unknown): Sent => ({
      is: 'answered',
      answer: { status: 200, contentType: 'application/json', body: bytes(typeof what === 'string' ? what : JSON.stringify(what)) },
    });
    function ship(serviceId: string): Sent {
      const fault = take('ship');
      if (fault === 'not-sent') return { is: 'not-sent', failure: refuse('service-unreachable').failure };
      const key = offers.get(serviceId) ?? '';
      shipRequests.push(key);
      if (fault === 'refuse') return answered({ errors: ['no'] });
      if (fault === 'cut-not') return { is: 'silent', why: 'cut' };
      if (fault === 'garbage-not') return answered('<html>');
      const orderNo = `N${1000 + bookings.length}`;
      bookings.push({ orderNo, serviceId, key });
      if (fault === 'cut-done') return { is: 'silent', why: 'cut' };
      if (fault === 'garbage-done') return answered('<html>');
      const label =
        fault === 'no-label' ? null : fault === 'other-label' ? 'label of M-9' : fault === 'doubtful-label' ? '?' : `label of ${key}`;
      return answered({ orderNo, label });
    }
    function collect(): Sent {
      const fault = take('pickup');
      if (fault === 'not-sent') return { is: 'not-sent', failure: refuse('service-unreachable').failure };
      pickupRequests += 1;
      if (fault === 'refuse') return answered({ errors: ['no'] });
      if (fault === 'cut-not') return { is: 'silent', why: 'cut' };
      const collectionNo = `C${1000 + collections.length}`;
      collections.push(collectionNo);
      if (fault === 'cut-done') return { is: 'silent', why: 'cut' };
      return fault === 'garbage-done' ? answered('<html>') : answered({ collectionNo });
    }
    const read = (body: Uint8Array): { orderNo?: string; label?: string | null; collectionNo?: string; errors?: string[] } | undefined => {
      try {
        return JSON.parse(text(body)) as object;
      } catch {
        return undefined;
      }
    };
    const readFault = (portName: 'quote' | 'track') => {
      const fault = take(portName);
      return fault && refuse(fault === 'unreachable' ? 'service-unreachable' : 'service-refused');
    };

    const courier: Courier = {
      inAscii: (address) => ({ address, changes: [] }),
      sentRecipient: (order) => ({ ...order.recipient, name: order.key }),
      letterProblem: () => undefined,
      senderProblems: () => [],
      respellings: () => [],
      problems: () => [],
      isQuoteKept: () => false,
      quote: ({ order }) =>
        port(() => {
          const fault = readFault('quote');
          if (fault) return fault;
          const services = [845, 910].map((minor) => {
            const serviceId = `S${1000 + offers.size}`;
            offers.set(serviceId, order.key);
            return { ...anyService, serviceId, serviceKey: `key-${minor}`, co2: anyService.insurance, total: { minor, currency: 'EUR' } };
          });
          return ok({ services, said: [] });
        }),
      shipRequest: (service) => ({ action: 'ship', body: bytes(service.serviceId) }),
      pickupRequest: () => ({ action: 'pickup', body: bytes('pickup') }),
      uploadRequest: () => ({ action: 'upload_documents', body: bytes('') }),
      connectAhead: () => undefined,
      sendOnce: (request) => port(() => (request.action === 'ship' ? ship(text(request.body)) : collect())),
      explain: () => [],
      readShip: ({ body }): ShipMeaning => {
        const said = read(body);
        if (said?.errors) return { is: 'rejected', said: said.errors };
        if (!said?.orderNo) return { is: 'unknown', why: 'not an envelope' };
        const label: EncodedPaper | null = said.label ? { format: 'ZPL', bytes: bytes(said.label) } : null;
        return {
          is: 'booked',
          orderNo: said.orderNo,
          consignmentNo: `K${said.orderNo}`,
          label,
          remarks: null,
          trackingNos: [],
          warnings: [],
        };
      },
      readPickup: ({ body }) => {
        const said = read(body);
        if (said?.errors) return { is: 'rejected', said: said.errors };
        return said?.collectionNo
          ? { is: 'booked', collectionNo: said.collectionNo, manifest: null, warnings: [] }
          : { is: 'unknown', why: 'not an envelope' };
      },
      readUpload: () => ({ is: 'accepted' }),
      track: (orderNos) =>
        port(() => {
          const fault = readFault('track');
          if (fault) return fault;
          const found = bookings.filter(({ orderNo }) => orderNos.includes(orderNo));
          if (found.length === 0) return refuse('service-refused');
          const { courierKey, courierName, serviceKey, serviceName } = anyService;
          return ok(
            found.map(({ orderNo }) => ({
              orderNo,
              status: 'Arranged',
              consignmentNo: `K${orderNo}`,
              courierKey,
              courierName,
              serviceKey,
              serviceName,
              items: [],
            })),
          );
        }),
      labels: (orderNo) =>
        port(() => {
          const fault = take('labels');
          const booking = bookings.find((each) => each.orderNo === orderNo);
          if (fault === 'unreachable') return refuse('service-unreachable');
          if (fault === 'none' || !booking) return refuse('service-answer-unreadable');
          if (fault === 'doubtful-label') return ok<EncodedPaper>({ format: 'ZPL', bytes: bytes('?') });
          return ok(labelOf(fault === 'other-label' ? 'M-9' : booking.key));
        }),
      servicePoints: () => port(() => ok([])),
      check: () => port(() => ok({})),
    };

    const paper: Paper = {
      compare: (label, recipient) =>
        port(() => {
          const said = text(label.bytes);
          if (said === '?') return { kind: 'cannot-compare', why: 'a picture' };
          return said === `label of ${recipient.name}` ? { kind: 'match' } : { kind: 'other', found: [said] };
        }),
      // Each sheet carries a mark of its own, so that it is known again when it comes out.
      labelSheets: (label) => port(() => ok<Sheet[]>([{ format: 'ZPL', bytes: bytes(`${id()}|${text(label.bytes)}`) }])),
      drawables: ({ bytes: drawn }) => port(() => ok([{ format: 'ZPL', bytes: new Uint8Array(drawn) }])),
      document: (document) => port(() => ok<Sheet>({ format: 'PDF', bytes: bytes(`${id()}|${text(document.bytes)}`) })),
      testLabel: () => ({ format: 'ZPL', bytes: bytes('') }),
      testPage: async () => ({ format: 'PDF', bytes: bytes('') }),
      marks: async () => ({ codes: [], texts: [] }),
      leftOut: () => [],
      refusal: async () => undefined,
      mediaTypeOf: () => 'application/pdf',
      close: async () => undefined,
    };

    const status = (): PrinterStatus =>
      printerKind === 'not-ready' ? { kind: 'not-ready', reason: 'out-of-labels' } : { kind: printerKind };
    const counted = (): number | null => (printerKind === 'cannot-say' ? null : [...out.values()].reduce((sum, each) => sum + each, 0));
    const printers: Printers = {
      status: () => port(status),
      expectLabel: () => undefined,
      prepare: () => port(status),
      print: (printer, sheet, _title, aboutToSend) =>
        port((): PrintOutcome => {
          const mark = text(sheet.bytes).split('|')[0] ?? '';
          const fault = take('print');
          if (printerKind === 'not-ready' || fault === 'not-sent') return { is: 'not-sent', failure: refuse('printer-offline').failure };
          if (fault === 'failed') return { is: 'not-sent', failure: refuse('print-failed').failure };
          aboutToSend({ address: printer.address, count: counted(), labels: 1 });
          if (fault === 'unknown-not') return { is: 'unknown', detail: '' };
          if (fault === 'held') {
            held.push(mark);
            printerKind = 'not-ready';
            return { is: 'held', status: status(), detail: '' };
          }
          come(mark);
          if (fault === 'unknown-out') return { is: 'unknown', detail: '' };
          return { is: fault === 'sent' ? 'sent' : 'printed', detail: '' };
        }),
      look: () =>
        port(() => ({ count: counted(), holds: printerKind === 'cannot-say' ? 'not-said' : held.length > 0 ? 'something' : 'nothing' })),
      find: () => port(() => []),
      takes: (_printer, role) => (role === 'label' ? 'ZPL' : 'PDF'),
    };

    const log: BenchContext['log'] = (event, fields) => {
      if (event === 'bug' && !life.isOver) bugs.push(fields?.stack ?? fields?.step ?? 'bug');
    };
    const fail = createFail(() => 'MODEL', log);
    const parts = spoil({
      world: 'training',
      keyAccount: { key: '', account: '' },
      journal,
      pendingWrites: createPendingWrites(log, codeOfJournalError),
      journalTrouble: () => null,
      courier,
      contract: { learned: { read: () => undefined, save: () => undefined, drift: () => [] }, checking: undefined },
      orderFiles: createOrderFiles(() => {
        throw new Error('A small world has no large files.');
      }, prepareOrders),
      paper,
      printers,
      settings: () => ({ ...firstSettings, packer: 'Zoë', sender, rule, defaults: { ...firstSettings.defaults, boxId: 'M' } }),
      allPrinters: () => [printerOfRole('label', dpiPrinter), printerOfRole('document', dpiPrinter)],
      checkPin: () => ok({}),
      now,
      id,
      fail,
      grants: createBenchGrants({ fail }),
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
  /** Everything that can happen without time passing has happened. */
  async function quiet(life: Life): Promise<void> {
    for (let before = -1; before !== steps && !life.isOver; ) {
      before = steps;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  let { life, journal, context } = startLife();
  journal.takeOrders(
    orderKeys.map((key) => {
      const order = anOrder(key, { name: key, country: 'NL', postalCode: '1016 GV', city: 'Amsterdam' });
      return key === incomplete ? { ...order, parcels: order.parcels.map((parcel) => ({ ...parcel, weightGrams: null })) } : order;
    }),
    [],
  );
  let bench = await openBench(context, sleep);
  await quiet(life);

  /** Starts the program on what the last life left, however often the power goes while it starts. */
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
      // It goes once: the next start is left alone.
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
    service: {
      bookings,
      collections,
      shipRequests,
      get pickupRequests() {
        return pickupRequests;
      },
    },
    out,
    bugs,
    fault: (portName, fault) => void (planned[portName] = fault),
    setRule: (next) => void (rule = next),
    setPrinter(kind) {
      printerKind = kind;
      if (kind !== 'not-ready') for (const mark of held.splice(0)) come(mark);
    },
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
          // Nothing was under way any more: the power goes in a quiet moment.
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
