import { createBenchLedger } from '../../electron/bench/exchange/bench-ledger.ts';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Ledger } from '../../electron/bench/ports/ledger.ts';
import { type CourierOptions, createCourier } from '../../electron/courier/courier.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import type { Platform } from '../../electron/station/platform.ts';
import { openSharedLedger } from '../../electron/station/site-ledger.ts';
import type { Rooms, Station } from '../../electron/station/station.ts';
import { sampleOrdersCsv, trainingSender } from '../../electron/training/sample-orders.ts';
import { startTrainingService, type TrainingOrder, type TrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra, type VirtualZebra, type VirtualZebraOptions } from '../../electron/training/zebra.ts';
import { detailOf } from '../../renderer/text/reasons.ts';
import type { Workflow, WorkflowAt } from '../../shared/bench.ts';
import type { Booking } from '../../shared/booking.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { CallArgs, CallName, CallReply } from '../../shared/ipc.ts';
import { type Printer, printerOfRole } from '../../shared/printer.ts';
import type { Question } from '../../shared/question.ts';
import type { QuestionKind } from '../../shared/question-kind.ts';
import type { Result } from '../../shared/result.ts';
import { senderAt } from '../../shared/sender.ts';
import type { Settings } from '../../shared/settings.ts';
import type { World } from '../../shared/world.ts';
import { closeStationLater, newFolder, removeLater, stopLater } from '../later.ts';
import { watchdogMs } from '../watchdog.ts';
import { openStation, whenInHand, witnessOf } from './plain-platform.ts';

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
  /**
   * Answers questions from a table until none is left; rejects with the question if the table does not end them. Orders of one address go in
   * parcels of their own.
   */
  answerAll(answers?: Answers): Promise<void>;
  /** Scans and answers every question of a sample order. */
  scanAndAnswer(code: string): Promise<void>;
  /** Scans, answers every question of a sample order and resolves at the tiles. */
  toTiles(code: string): Promise<WorkflowAt<'choosing'>>;
  /** Scans, and resolves when the parcel is at this step. Orders of one address go in parcels of their own, unless that question is the step. */
  scan<S extends Workflow['step']>(code: string, step: S, how?: Omit<CallArgs<'scan'>, 'code'>): Promise<WorkflowAt<S>>;
  /** Buys this service, and resolves when the parcel is at this step. */
  take<S extends Workflow['step']>(serviceId: string, step: S): Promise<WorkflowAt<S>>;
  /** Scans, answers, and buys the selected service; with a step, resolves when the parcel is there. */
  buy(code: string): Promise<void>;
  buy<S extends Workflow['step']>(code: string, step: S): Promise<WorkflowAt<S>>;
  /** Buys, and resolves when the label is printed and nothing is left to do. */
  ship(code: string): Promise<WorkflowAt<'done'>>;
  /** The last text that this bench copied to the clipboard. */
  copied(): string;
  /** Closes the station and opens it again on the same data, after `between` changed them. */
  reopen(between?: () => void | Promise<void>): Promise<void>;
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

/** Starts a second label printer beside that of the station. */
export const startAnotherZebra = async (msPerLabel = 20): Promise<VirtualZebra> => stopLater(await startVirtualZebra({ msPerLabel }));

/** Every path ends by counting the purchases at the service and the sheets at the printer. */
export const counted = ({ service, printer }: Pick<PlainStation, 'service' | 'printer'>) => ({
  booked: service.orders().length,
  sheets: printer.sheets().length,
});

/** Kinds of the items that wait in Resolve. */
export const kindsToResolve = async ({ call }: Pick<PlainStation, 'call'>) => (await call('toResolve', {})).map(({ kind }) => kind);

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
  /** Methods that replace the journal's own, to change its results or to wait. */
  readonly journal?: (journal: Journal) => Partial<Journal>;
  /** Methods that replace the courier's own, to make it fail. */
  readonly courier?: (courier: Courier) => Partial<Courier>;
  /** Called when a request that is sent once is answered, before the station receives the answer: in time to stop the printer. */
  readonly onSent?: (bench: Pick<PlainStation, 'printer' | 'service'> & { readonly booked: TrainingOrder | undefined }) => void;
  /** Methods that replace the ledger's own, to refuse a grant or to delay it. */
  readonly ledger?: (ledger: Ledger) => Partial<Ledger>;
  /** The ledger of a site with more benches; the station closes it. */
  readonly sharedLedger?: Rooms['openSharedLedger'];
  /** Replaces the request that makes a site's ledger forget this bench. */
  readonly leaveLedger?: Rooms['leaveLedger'];
  /** Replaces the request for the name of a ledger's site. */
  readonly nameSite?: Rooms['nameSite'];
  /** The service of another station, for the same key; that station stops it. */
  readonly service?: TrainingService;
}

/** The room with some of its methods replaced. */
const changed = <Room extends object>(room: Room, change: ((room: Room) => Partial<Room>) | undefined): Room =>
  change ? { ...room, ...change(room) } : room;

/** Long timeouts, because a slow database is not under test. */
const patientLedger: Rooms['openSharedLedger'] = (parts) =>
  openSharedLedger({ ...parts, limits: { connectMs: watchdogMs, answerMs: watchdogMs } });

type Answered<T> = Result<T, FailureCode>;

/** Returns the value of an answer. Throws if the station refused the call. */
function valueOf<T>(name: CallName, answer: Answered<T>): T {
  if (!answer.ok) throw new Error(`${name} answered ${answer.failure.code} ${detailOf(answer.failure)}`);
  return answer.value;
}

export interface FirstDay {
  readonly service: Pick<TrainingService, 'url' | 'key' | 'secret'>;
  readonly world?: World;
  readonly settings?: Partial<Settings>;
  /** An order file in CSV or JSON. */
  readonly orders?: string;
}

/** Saves the settings, connects the service and imports orders, as an administrator does on the first day. Throws if any of it is refused. */
export async function setUp({ handlers }: Pick<Station, 'handlers'>, { service, world, settings, orders }: FirstDay): Promise<void> {
  const { url: baseUrl, key, secret } = service;
  const all = { packer: 'Zoë Kranjčar', senders: [senderAt(trainingSender)], ...settings };
  valueOf('saveSettings', await handlers.saveSettings({ settings: all }));
  valueOf('connect', await handlers.connect({ world: world ?? 'training', baseUrl, key, secret, account: '' }));
  if (orders === undefined) return;
  const bytes = new TextEncoder().encode(orders);
  valueOf('importOrders', await handlers.importOrders({ name: 'orders.csv', bytes }));
}

/** Returns each answer as a page receives it: cloned, which throws for a function, and turns a Buffer into plain bytes. */
const asOverIpc = (station: Station): Station => ({
  ...station,
  handlers: Object.fromEntries(
    Object.entries(station.handlers).map(([name, handler]) => [name, async (args: never) => structuredClone(await handler(args))]),
  ) as unknown as Station['handlers'],
});

export async function startPlainStation(options: PlainOptions = {}): Promise<PlainStation> {
  const dir = newFolder('path');
  const service =
    options.service ??
    (await startTrainingService({
      key: 'path',
      secret: 'path-secret',
      clock: options.serviceClock ?? (() => new Date()),
      delayMs: options.delayMs ?? 0,
    }));
  removeLater(witnessOf(dir));
  const printer = await startVirtualZebra({ msPerLabel: options.msPerLabel ?? 20, ...(options.onSheet && { onSheet: options.onSheet }) });
  const observed = (courier: Courier): Partial<Courier> => ({
    async sendOnce(...request) {
      const sent = await courier.sendOnce(...request);
      const answer = sent.is === 'answered' ? new TextDecoder().decode(sent.answer.body) : '';
      options.onSent?.({ printer, service, booked: service.orders().find(({ orderNo }) => answer.includes(orderNo)) });
      return sent;
    },
  });
  // A packer takes longer than a second to choose, so by then the printer's last status is outdated.
  const rooms = {
    openJournal: (where: Parameters<typeof openJournal>[0]) => changed(openJournal(where), options.journal),
    createLedger: (about: Parameters<typeof createBenchLedger>[0]) => changed(createBenchLedger(about), options.ledger),
    openSharedLedger: options.sharedLedger ?? patientLedger,
    ...(options.leaveLedger && { leaveLedger: options.leaveLedger }),
    ...(options.nameSite && { nameSite: options.nameSite }),
    createCourier: (about: CourierOptions) => changed(changed(createCourier(about), options.courier), observed),
    createPrinters: (about: Parameters<typeof createPrinters>[0]) =>
      createPrinters({ ...about, timing: { goodForMs: 0, ...options.printerTiming } }),
  };
  let copied = '';
  const copyText = async (text: string): Promise<void> => {
    copied = text;
  };
  const build = async (): Promise<Station> => asOverIpc(await openStation(dir, { copyText, ...options.platform }, rooms));
  let station = await build();
  closeStationLater(async () => {
    await station.close();
    if (!options.service) await service.stop();
    await printer.stop();
  });

  const call = async <N extends CallName>(name: N, args: CallArgs<N>): Promise<CallReply<N>> => {
    const handler = station.handlers[name] as (args: CallArgs<N>) => Promise<Answered<CallReply<N>>>;
    return valueOf(name, await handler(args));
  };
  const workflow = (): Workflow => station.snapshot().bench.workflow;
  const workflowNo = (): number => station.snapshot().bench.workflowNo;

  const at: PlainStation['at'] = (step) => whenInHand(station, step);

  /** Ships the order in hand without the others to its address. */
  async function goAlone(): Promise<void> {
    if (workflow().step === 'same-address') await call('answerSameAddress', { workflowNo: workflowNo(), join: false });
  }

  async function answerAll(answers: Answers = sampleAnswers): Promise<void> {
    let question: Question | undefined;
    for (let round = 0; round < 20; round += 1) {
      await goAlone();
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

  async function buy<S extends Workflow['step']>(code: string, step?: S): Promise<any> {
    const { serviceId } = await toTiles(code);
    await call('buy', { workflowNo: workflowNo(), serviceId });
    return step && at(step);
  }

  const printers = [labelPrinterAt(printer.url), ...(options.settings?.printers ?? [])].filter(
    ({ id }, index, all) => all.findLastIndex((other) => other.id === id) === index,
  );
  await setUp(station, {
    service,
    world: options.world ?? 'training',
    settings: { ...options.settings, printers },
    orders: options.orders ?? sampleOrdersCsv,
  });

  return {
    get station() {
      return station;
    },
    service,
    printer,
    dir,
    call,
    copied: () => copied,
    workflow,
    workflowNo,
    at,
    answerAll,
    scanAndAnswer,
    toTiles,
    async scan(code, step, how) {
      await call('scan', { code, ...how });
      if (step !== 'same-address') await goAlone();
      return at(step);
    },
    async take(serviceId, step) {
      await call('buy', { workflowNo: workflowNo(), serviceId });
      return at(step);
    },
    buy,
    async ship(code) {
      await buy(code);
      return at('done');
    },
    async reopen(between) {
      await station.close();
      await between?.();
      station = await build();
    },
  };
}
