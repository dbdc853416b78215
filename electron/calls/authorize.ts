import type { CallName } from '../../shared/ipc.ts';
import type { Refusal } from '../../shared/result.ts';

/** What somebody may do: look at what there is, pack, decide what became of something, change how the bench is set up. */
export const rights = ['look', 'pack', 'decide', 'set-up'] as const;
export type Right = (typeof rights)[number];

/** Who acts. A lead's PIN is asked for beside this, by the calls that take one. */
export interface Actor {
  readonly name: string;
  readonly may: readonly Right[];
}

/** Answers a refusal, or nothing where the actor may make this call. */
export type Authorize = (actor: Actor, call: CallName) => Refusal<'not-allowed'> | undefined;

/** What each call of the contract takes. */
export const rightFor = {
  snapshot: 'look',
  scan: 'pack',
  chooseOrder: 'pack',
  answerQuestion: 'pack',
  selectService: 'pack',
  toggleExtra: 'pack',
  listServicePoints: 'pack',
  chooseServicePoint: 'pack',
  buy: 'pack',
  confirmLabel: 'pack',
  resumeBooking: 'pack',
  confirmUnshipped: 'decide',
  park: 'pack',
  next: 'pack',
  stopWaiting: 'pack',
  stopReading: 'look',
  reprint: 'pack',
  standBy: 'pack',
  shipAgain: 'decide',
  doubtsSeen: 'look',
  planSeen: 'look',
  lastShipments: 'look',
  drawSheet: 'look',
  drawLabel: 'look',
  orders: 'look',
  importOrders: 'pack',
  chooseOrderFile: 'pack',
  stopImport: 'pack',
  saveOrder: 'pack',
  checkOrder: 'look',
  order: 'look',
  pickups: 'look',
  dropOffPoints: 'look',
  requestPickup: 'pack',
  reprintManifest: 'pack',
  track: 'look',
  underWay: 'look',
  printForeignLabel: 'decide',
  openTrackingLink: 'look',
  attachDocument: 'pack',
  timeline: 'look',
  exportTimeline: 'look',
  toResolve: 'look',
  settleExists: 'decide',
  settleNotBooked: 'decide',
  settlePickup: 'decide',
  closeLabel: 'decide',
  settlePrint: 'decide',
  settleUpload: 'decide',
  drawPaper: 'look',
  savePaper: 'look',
  printPaper: 'pack',
  closePaper: 'decide',
  settleRestored: 'decide',
  closeUnreadable: 'decide',
  dismissRow: 'decide',
  takeUp: 'pack',
  dismissDelivery: 'decide',
  explain: 'look',
  setup: 'look',
  saveSettings: 'set-up',
  saveWebhooks: 'set-up',
  connect: 'set-up',
  beginEmptyJournal: 'set-up',
  declareRestored: 'set-up',
  enterWorld: 'set-up',
  contractReport: 'look',
  checkContract: 'set-up',
  proveLive: 'set-up',
  setLeadPin: 'set-up',
  resetLeadPin: 'set-up',
  makeRecoveryCode: 'set-up',
  recover: 'set-up',
  findPrinters: 'look',
  searchPrinters: 'set-up',
  stopSearch: 'look',
  askPrinter: 'look',
  printTest: 'pack',
  checkSender: 'look',
} as const satisfies Record<CallName, Right>;

export const createAuthorize =
  (fail: (code: 'not-allowed') => Refusal<'not-allowed'>): Authorize =>
  ({ may }, call) =>
    may.includes(rightFor[call]) ? undefined : fail('not-allowed');
