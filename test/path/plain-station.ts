import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createBenchLedger } from '../../electron/bench/exchange/bench-ledger.ts';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Ledger } from '../../electron/bench/ports/ledger.ts';
import { type CourierOptions, createCourier } from '../../electron/courier/courier.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import type { Platform } from '../../electron/station/platform.ts';
import { openSharedLedger } from '../../electron/station/site-ledger.ts';
import { buildStation, lookEveryMs, type Rooms, type Station } from '../../electron/station/station.ts';
import { sampleOrdersCsv, trainingSender } from '../../electron/training/sample-orders.ts';
import { startTrainingService, type TrainingOrder, type TrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra, type VirtualZebra, type VirtualZebraOptions } from '../../electron/training/zebra.ts';
import { detailOf } from '../../renderer/text/reasons.ts';
import type { Workflow, WorkflowAt } from '../../shared/bench.ts';
import type { Booking } from '../../shared/booking.ts';
import type { CallArgs, CallName, CallReply } from '../../shared/ipc.ts';
import { type Printer, printerOfRole } from '../../shared/printer.ts';
import type { Question } from '../../shared/question.ts';
import type { QuestionKind } from '../../shared/question-kind.ts';
import { senderAt } from '../../shared/sender.ts';
import type { Settings } from '../../shared/settings.ts';
import type { World } from '../../shared/world.ts';
import { workers } from '../fakes/workers.ts';
import { watchdogMs, watched } from '../watchdog.ts';

/** Outside the data folder, so that restoring that folder does not change it. */
export const witnessOf = (dataDir: string): string => `${dataDir}.witness`;

/** The platform of a station in plain Node: its key is wrapped with itself, and it opens and selects nothing. */
export function plainPlatform(dataDir: string, change: Partial<Platform> = {}): Platform {
  return {
    dataDir,
    witnessDir: witnessOf(dataDir),
    version: '0.0.0',
    disk: { reserveBytes: 1024 * 1024, leastFreeBytes: 0 },
    os: process.platform,
    wrapKey: async (key) => key.map((byte) => byte ^ 0x5a),
    unwrapKey: async (bytes) => bytes.map((byte) => byte ^ 0x5a),
    resolveProxy: async () => 'DIRECT',
    trustedCertificates: () => [],
    computerWarnings: () => [],
    machineDir: undefined,
    user: 'packer',
    openExternal: async () => undefined,
    chooseOrderFile: async () => undefined,
    saveFile: async () => undefined,
    workers,
    startCopyWorker: () => new Worker(new URL('../../electron/journal/copy-worker.ts', import.meta.url)),
    sumatraPdfPath: '',
    keepAwake: () => undefined,
    now: () => new Date(),
    elapsed: () => performance.now(),
    id: randomUUID,
    random: (bytes) => randomBytes(bytes),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    pictureMs: 0,
    ...change,
  };
}

/** Sleeps as requested, but only 100 ms for the station's regular look. */
export const shortLooks = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms === lookEveryMs ? 100 : ms));

/** A station in plain Node between a real service and a real printer on loopback. */
export interface PlainStation {
  readonly station: Station;
  readonly service: TrainingService;
  readonly printer: VirtualZebra;
  readonly dir: string;
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallReply<N>>;
  workflow(): Workflow;
  workflowNo(): number;
  /** Resolves when the parcel in hand is at this step; rejects with its actual step if it hangs. */
  at<S extends Workflow['step']>(step: S): Promise<WorkflowAt<S>>;
  /** Answers questions from a table until none is left; rejects with the question if the table does not end them. */
  answerAll(answers?: Answers): Promise<void>;
  /** Scans and answers every question of a sample order. */
  scanAndAnswer(code: string): Promise<void>;
  /** Scans, answers every question of a sample order and resolves at the tiles. */
  toTiles(code: string): Promise<WorkflowAt<'choosing'>>;
  /** Scans, answers, and buys the selected service. */
  buy(code: string): Promise<void>;
  /** Closes the station and opens it again on the same data, after `between` changed them. */
  reopen(between?: () => void): Promise<void>;
}

type Answers = Readonly<Partial<Record<QuestionKind, string>>>;

/** Answers to the questions that the sample orders leave open. */
const sampleAnswers: Answers = { box: 'M', weight: '1.25', 'hs-code': '691200', 'house-number': '7', value: '1', contents: '1' };

/** The virtual printer as Setup would save it. */
export const labelPrinterAt = (address: string): Printer => printerOfRole('label', { address, dpi: 203, widthMm: 102, heightMm: 152 });
/** Looks up a site by a code, or by address and token, and joins it, as a shift lead does after reading its name. */
export async function joinSite(
  on: Pick<PlainStation, 'call'>,
  given: Partial<CallArgs<'nameSite'>>,
  pin = '',
): Promise<CallReply<'joinSite'>> {
  const { id, word } = await on.call('nameSite', { code: '', url: '', token: '', ...given });
  return on.call('joinSite', { id, word, pin });
}

/** A backup label printer. */
export const standbyPrinterAt = (address: string): Printer => {
  const printer = labelPrinterAt(address);
  return { ...printer, id: 'spare', route: { ...printer.route, isStandby: true } };
};
/** A document printer as Setup would save it. */
export const documentPrinterAt = (address: string): Printer =>
  printerOfRole('document', { address, dpi: 203, widthMm: 210, heightMm: 297 });

/** Every path ends by counting the purchases at the service and the sheets at the printer. */
export const counted = ({ service, printer }: Pick<PlainStation, 'service' | 'printer'>) => ({
  booked: service.orders().length,
  sheets: printer.sheets().length,
});

/** Number of requests of this action. */
export const sent = ({ service }: Pick<PlainStation, 'service'>, action: string): number =>
  service.requests().filter((request) => request.action === action).length;

/** Later than any day the tests run on. */
export const farDay = '2031-01-06';

/** A pickup request for the courier of this shipment; it overrides every warning. */
export const pickupOf = (booking: Booking | undefined, change: Partial<CallArgs<'requestPickup'>> = {}) => ({
  courierKey: booking?.service?.courierKey ?? '',
  date: farDay,
  readyTime: '16:00',
  closingTime: '17:30',
  instructions: '',
  withLeftOvers: true,
  again: '',
  isSure: true,
  ...change,
});

export interface PlainOptions {
  readonly world?: World;
  readonly settings?: Partial<Settings>;
  readonly msPerLabel?: number;
  /** Called with every sheet as it comes out. */
  readonly onSheet?: VirtualZebraOptions['onSheet'];
  /** Timeouts of the station for its printer. */
  readonly printerTiming?: Parameters<typeof createPrinters>[0]['timing'];
  readonly platform?: Partial<Platform>;
  readonly orders?: string;
  /** The clock of the service only. */
  readonly serviceClock?: () => Date;
  /** The minimum time the service takes for each answer. */
  readonly delayMs?: number;
  /** A decorator around the journal, which changes its results or waits in it. */
  readonly journal?: (journal: Journal) => Journal;
  /** A decorator around the courier, which makes it fail. */
  readonly courier?: (courier: Courier) => Courier;
  /** Called when a request that is sent once is answered, before the station receives the answer: in time to stop the printer. */
  readonly onSent?: (bench: Pick<PlainStation, 'printer' | 'service'> & { readonly booked: TrainingOrder | undefined }) => void;
  /** A decorator around the ledger, which refuses a grant or delays it. */
  readonly ledger?: (ledger: Ledger) => Ledger;
  /** The ledger of a site with more benches; the station closes it. */
  readonly sharedLedger?: Rooms['openSharedLedger'];
  /** Replaces the request that makes a site's ledger forget this bench. */
  readonly leaveLedger?: Rooms['leaveLedger'];
  /** Replaces the request for the name of a ledger's site. */
  readonly nameSite?: Rooms['nameSite'];
  /** The service of another station, for the same key; that station stops it. */
  readonly service?: TrainingService;
}

/** Long timeouts, because a slow database is not under test. */
const patientLedger: Rooms['openSharedLedger'] = (parts) =>
  openSharedLedger({ ...parts, limits: { connectMs: watchdogMs, answerMs: watchdogMs } });

const opened: (() => Promise<void>)[] = [];

/** Resources outside the stations, stopped after they are closed. */
const outside: (() => Promise<unknown>)[] = [];
export const closeLater = (stop: () => Promise<unknown>): void => void outside.push(stop);

/** Closes everything that `startPlainStation` opened, then runs the `closeLater` functions; for `afterEach`. */
export async function closeAll(): Promise<void> {
  while (opened.length > 0) await opened.pop()?.();
  await Promise.all(outside.splice(0).map((stop) => stop()));
}

/** Returns each answer as a page receives it: cloned, which throws for a function, and turns a Buffer into plain bytes. */
const asOverIpc = (station: Station): Station => ({
  ...station,
  handlers: Object.fromEntries(
    Object.entries(station.handlers).map(([name, handler]) => [name, async (args: never) => structuredClone(await handler(args))]),
  ) as unknown as Station['handlers'],
});

export async function startPlainStation(options: PlainOptions = {}): Promise<PlainStation> {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-path-'));
  const service =
    options.service ??
    (await startTrainingService({
      key: 'path',
      secret: 'path-secret',
      clock: options.serviceClock ?? (() => new Date()),
      delayMs: options.delayMs ?? 0,
    }));
  const printer = await startVirtualZebra({ msPerLabel: options.msPerLabel ?? 20, ...(options.onSheet && { onSheet: options.onSheet }) });
  const platform = plainPlatform(dir, options.platform);
  const { journal: decorated = (journal: Journal) => journal, courier: hurt = (courier: Courier) => courier } = options;
  const { ledger: asked = (ledger: Ledger) => ledger } = options;
  const heard = (courier: Courier): Courier => ({
    ...courier,
    async sendOnce(...request) {
      const sent = await courier.sendOnce(...request);
      const answer = sent.is === 'answered' ? new TextDecoder().decode(sent.answer.body) : '';
      options.onSent?.({ printer, service, booked: service.orders().find(({ orderNo }) => answer.includes(orderNo)) });
      return sent;
    },
  });
  // A packer takes longer than a second to choose, so by then the printer's last status is outdated.
  const rooms = {
    openJournal: (where: Parameters<typeof openJournal>[0]) => decorated(openJournal(where)),
    createLedger: (about: Parameters<typeof createBenchLedger>[0]) => asked(createBenchLedger(about)),
    openSharedLedger: options.sharedLedger ?? patientLedger,
    ...(options.leaveLedger && { leaveLedger: options.leaveLedger }),
    ...(options.nameSite && { nameSite: options.nameSite }),
    createCourier: (about: CourierOptions) => heard(hurt(createCourier(about))),
    createPrinters: (about: Parameters<typeof createPrinters>[0]) =>
      createPrinters({ ...about, timing: { goodForMs: 0, ...options.printerTiming } }),
  };
  const build = async (): Promise<Station> => asOverIpc(await buildStation(platform, rooms));
  let station = await build();
  opened.push(async () => {
    await station.close();
    if (!options.service) await service.stop();
    await printer.stop();
    for (const each of [dir, witnessOf(dir)]) rmSync(each, { recursive: true, force: true });
  });

  const call = async <N extends CallName>(name: N, args: CallArgs<N>): Promise<CallReply<N>> => {
    const result = await (station.handlers[name] as (args: unknown) => ReturnType<(typeof station.handlers)[N]>)(args);
    if (!result.ok) throw new Error(`${name} answered ${result.failure.code} ${detailOf(result.failure)}`);
    return result.value as CallReply<N>;
  };
  const workflow = (): Workflow => station.snapshot().bench.workflow;
  const workflowNo = (): number => station.snapshot().bench.workflowNo;

  async function at<S extends Workflow['step']>(step: S): Promise<WorkflowAt<S>> {
    const { promise, resolve } = Promise.withResolvers<WorkflowAt<S>>();
    const check = (): void => {
      const now = workflow();
      if (now.step === step) resolve(now as WorkflowAt<S>);
    };
    const end = station.onSnapshot(check);
    check();
    return watched(`the parcel is at ${step}`, promise, () => JSON.stringify(workflow()).slice(0, 600)).finally(end);
  }

  async function answerAll(answers: Answers = sampleAnswers): Promise<void> {
    let question: Question | undefined;
    for (let round = 0; round < 20; round += 1) {
      const now = workflow();
      if (now.step !== 'asking') return;
      [question] = now.questions;
      const answer = question && answers[question.kind];
      if (!question || answer === undefined) break;
      await call('answerQuestion', { workflowNo: workflowNo(), question, answer });
    }
    throw new Error(`Nothing answers ${JSON.stringify(question)}`);
  }

  async function scanAndAnswer(code: string): Promise<void> {
    await call('scan', { code });
    await answerAll();
  }

  async function toTiles(code: string): Promise<WorkflowAt<'choosing'>> {
    await scanAndAnswer(code);
    return at('choosing');
  }

  const { url, key, secret } = service;
  await call('saveSettings', {
    settings: {
      packer: 'Zoë Kranjčar',
      senders: [senderAt(trainingSender)],
      ...options.settings,
      printers: [labelPrinterAt(printer.url), ...(options.settings?.printers ?? [])].filter(
        ({ id }, index, all) => all.findLastIndex((other) => other.id === id) === index,
      ),
    },
  });
  await call('connect', { world: options.world ?? 'training', baseUrl: url, key, secret, account: '' });
  await call('importOrders', { name: 'orders.csv', bytes: new TextEncoder().encode(options.orders ?? sampleOrdersCsv) });

  return {
    get station() {
      return station;
    },
    service,
    printer,
    dir,
    call,
    workflow,
    workflowNo,
    at,
    answerAll,
    scanAndAnswer,
    toTiles,
    async buy(code) {
      const { serviceId } = await toTiles(code);
      await call('buy', { workflowNo: workflowNo(), serviceId });
    },
    async reopen(between) {
      await station.close();
      between?.();
      station = await build();
    },
  };
}
