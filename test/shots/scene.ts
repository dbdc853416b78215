import type { Page } from 'playwright-core';
import type { Screen } from '../../renderer/screens.ts';
import type { Frame, WaitingOrder, Workflow } from '../../shared/bench.ts';
import type { CheckOff } from '../../shared/check-off.ts';
import type { Failure, FailureCode } from '../../shared/failure.ts';
import type { CallReply } from '../../shared/ipc.ts';
import { revisionsAt } from '../../shared/lists.ts';
import type { Reason } from '../../shared/reason.ts';
import { ok } from '../../shared/result.ts';
import type { Answers, FakePlan } from './fake-station.ts';
import { toResolve } from './open-items.ts';
import { doubtful, francoise, last, orderRows, problems } from './orders-of-the-day.ts';
import { at, labelOf, sender } from './people.ts';
import { pickup, pickups } from './pickups.ts';
import { benchesOfSite, found, joinCode, namedSite, setup } from './setups.ts';
import { tracked, underWay } from './tracked.ts';

export interface Scene extends FakePlan {
  readonly name: string;
  readonly screen: Screen;
  /** Also taken at 1920×1080. */
  readonly large?: true;
  /** Actions of the user before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

export const failure = <C extends FailureCode>(code: C, why: string | Reason[] = ''): Failure<C> => ({
  code,
  ref: 'K7Q2',
  ...(typeof why === 'string' ? { detail: why } : { detail: '', reasons: why }),
});

export const frame: Frame = {
  world: 'live',
  liveProven: true,
  benchName: 'Bench 3',
  packer: 'Zoë Kranjčar',
  service: 'linked',
  labelPrinter: { kind: 'ready' },
  documentPrinter: { kind: 'cannot-say' },
  standbyPrinter: 'none',
  printerWarnings: [],
  hardToRead: null,
  month: '2026-11',
  monthCount: 1184,
  monthLimit: 1500,
  planNotice: null,
  overdueSince: null,
  leftInDoubt: [],
  importing: null,
  hotFolder: null,
  toResolve: toResolve.length,
  paused: null,
  lostJournal: null,
  lockedData: null,
  journalTrouble: null,
  restored: null,
  backupFails: false,
  witnessFails: false,
  computer: false,
  shop: null,
  silentLookUp: '',
  batchPause: null,
  ledger: null,
  sounds: true,
  showsAllServices: true,
  revisions: revisionsAt(1),
};
export const training: Partial<Frame> = { world: 'training', monthCount: 12, monthLimit: null };
export const sandbox: Partial<Frame> = { world: 'sandbox', monthCount: 212, monthLimit: null };
/** Result of the last imported file. */
export const imported: CallReply<'importOrders'> = {
  file: 'orders-2026-11-19.csv',
  rows: 140,
  inOrders: 140 - problems.length,
  skippedRows: 0,
  needless: [],
  taken: 125,
  unchanged: 0,
  isWhole: true,
  held: 0,
  problems,
  skipped: [],
  remarks: [],
};
/** Answers of a working day; a scene lists only the differences. */
const usual: Answers = {
  checkOrder: ok({ problems: [], respellings: [], stops: null }),
  lastShipments: ok(last),
  drawSheet: ok([{ format: 'ZPL', bytes: labelOf(francoise, 2, 3) }]),
  drawLabel: ok([{ format: 'ZPL', bytes: labelOf(doubtful.order) }]),
  orders: ok({ total: orderRows.length, timeZone: 'Europe/Amsterdam', rows: orderRows }),
  pickups: ok(pickups),
  track: ok(tracked),
  underWay: ok({ total: 214, rows: underWay }),
  toResolve: ok(toResolve),
  setup: ok(setup),
  explain: ok([]),
  batch: ok(null),
  openBatch: ok({ taken: 2, leftOut: 0 }),
  saveSettings: ok(setup),
  nameSite: ok(namedSite),
  joinSite: ok(setup),
  benches: ok(benchesOfSite),
  invite: ok({ code: joinCode, until: at('16:22') }),
  withdrawInvite: ok({}),
  vouchFor: ok({}),
  takeDoubts: ok({ taken: 2, left: 0 }),
  retireBench: ok({}),
  leaveLedger: ok(setup),
  shareSettings: ok(setup),
  setLeadPin: ok(setup),
  resetLeadPin: ok(setup),
  declareRestored: ok(setup),
  makeRecoveryCode: ok({ code: 'K7QHT-2MZRD-XWB8N-4CJFP-9VESG' }),
  changeDataKey: ok({ code: 'R4NKW-8XPTB-QHM2D-6JVCE-ZS7GF' }),
  findPrinters: ok(found),
  askPrinter: ok({ kind: 'ready' }),
  checkSender: ok({ asSent: { ...sender, name: 'Houtman Keramiek BV', city: "'s-Hertogenbosch" }, problems: [] }),
  reprint: ok({}),
  standBy: ok({ moved: 1 }),
  openTrackingLink: ok({ host: 'gls-group.eu', isOpen: false }),
  lastImport: ok(null),
  importOrders: ok(imported),
  chooseOrderFile: ok(imported),
  products: ok({
    products: 1204,
    last: {
      file: 'products_export_1.csv',
      rows: 1391,
      added: 12,
      changed: 3,
      unchanged: 1189,
      passedOver: 185,
      refused: 2,
      leftOut: 1,
      problems: [
        { line: 88, reason: { code: 'product-without-sku' } as const },
        { line: 412, reason: { code: 'product-twice', sku: 'HK-BWL-22-CO', line: 86 } as const },
        { line: 731, reason: { code: 'item-fact-unusable', item: 'Linen cloth', fact: 'barcode', written: '8.71235E+12' } as const },
      ].map((problem) => ({ file: 'products_export_1.csv', orderKey: '', row: '', ...problem })),
    },
  }),
  saveOrder: ok({}),
  ordersBy: ok({
    sources: ['orders-2026-11-19.csv', 'orders-2026-11-18.csv', 'typed at the bench'],
    countries: ['AT', 'DE', 'IS', 'PL', 'PT', 'RO', 'SE', 'TR'],
  }),
  holdOrder: ok({}),
  releaseOrder: ok({}),
  planOrder: ok({}),
  confirmNote: ok({}),
  shipOtherwise: ok({}),
  reopenOrder: ok({}),
  deleteOrder: ok({}),
  restoreOrder: ok({}),
  undoImport: ok({ removed: 124, left: 1 }),
  requestPickup: ok(pickup({ id: 'p-3', courierKey: 'dpd', courierName: 'DPD', collectionNo: 'DPD-305611' })),
};

interface Play {
  readonly workflow?: Workflow;
  /** The items of the order in hand, while they are scanned off. */
  readonly checkOff?: CheckOff;
  readonly isJustJoined?: boolean;
  readonly waiting?: WaitingOrder[];
  readonly frame?: Partial<Frame>;
  readonly answers?: Answers;
  readonly large?: true;
  readonly act?: (page: Page) => Promise<void>;
}

export function scene(name: string, screen: Scene['screen'], play: Play = {}): Scene {
  const { workflow, checkOff, isJustJoined, waiting = [], frame: frameChange, answers, ...rest } = play;
  return {
    name,
    screen,
    snapshot: {
      seq: 1,
      frame: { ...frame, ...frameChange },
      bench: {
        workflowNo: 7,
        workflow: workflow ?? { step: 'ready' },
        waiting,
        ...(checkOff && { checkOff }),
        ...(isJustJoined && { isJustJoined }),
      },
    },
    answers: { ...usual, ...answers },
    ...rest,
  };
}

/** Makes a call that is still pending after 14 seconds. */
export const neverAnswered = async (
  page: Page,
  name: 'requestPickup' | 'track' | 'printForeignLabel',
  act: () => Promise<void>,
): Promise<void> => {
  await page.evaluate((call) => {
    Object.assign(window.station, { [call]: () => new Promise(() => undefined) });
  }, name);
  await act();
  await page.getByText('WORKING', { exact: true }).waitFor();
  await page.clock.fastForward(14_000);
  await page.getByText(/14 s/).first().waitFor();
};
