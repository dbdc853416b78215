import type { Command } from '../../shared/command-keys.ts';
import type { CallArgs, CallName } from '../../shared/ipc.ts';
import { type Right, rightsOf, roles } from '../../shared/person.ts';
import type { Reason } from '../../shared/reason.ts';
import type { Refusal } from '../../shared/result.ts';
import { readScan } from '../../shared/scan.ts';

/** The acting user. Without a list of people, calls that take the shift lead's PIN check it separately. */
export interface Actor {
  readonly name: string;
  readonly may: readonly Right[];
  /** Name of the person who approved this call on the spot. */
  readonly approvedBy?: string;
}

/** Returns a refusal, or undefined if the actor has this right. */
export type Authorize = (actor: Actor, right: Right) => Refusal<'not-allowed'> | undefined;

/** The right that each call of the contract requires. */
export const rightFor = {
  snapshot: 'sign-in',
  ping: 'sign-in',
  signIn: 'sign-in',
  stillHere: 'sign-in',
  removeEverybody: 'sign-in',
  signOut: 'look',
  approve: 'look',
  savePerson: 'set-up',
  removePerson: 'set-up',
  scan: 'pack',
  recognise: 'look',
  dropScan: 'pack',
  chooseOrder: 'pack',
  answerSameAddress: 'pack',
  answerQuestion: 'pack',
  selectService: 'pack',
  toggleExtra: 'pack',
  listServicePoints: 'pack',
  chooseServicePoint: 'pack',
  checkByEye: 'pack',
  confirmNote: 'pack',
  giveSerial: 'pack',
  undoJoin: 'pack',
  undoCheck: 'pack',
  sendLater: 'pack',
  nextBox: 'pack',
  buy: 'pack',
  confirmLabel: 'pack',
  placeLabel: 'pack',
  unpack: 'pack',
  takeLabelFile: 'pack',
  decideForm: 'decide',
  resumeBooking: 'decide',
  confirmUnshipped: 'decide',
  park: 'pack',
  next: 'pack',
  stopWaiting: 'pack',
  stopReading: 'look',
  reprint: 'pack',
  reprints: 'look',
  exportReprints: 'decide',
  standBy: 'pack',
  shipAgain: 'decide',
  returnLabel: 'pack',
  doubtsSeen: 'look',
  planSeen: 'look',
  lastShipments: 'look',
  drawSheet: 'look',
  drawLabel: 'look',
  labelPages: 'look',
  itemPicture: 'look',
  printPapers: 'pack',
  printSlip: 'pack',
  orders: 'look',
  lastImport: 'look',
  importOrders: 'pack',
  importProducts: 'set-up',
  products: 'look',
  forgetProducts: 'set-up',
  chooseOrderFile: 'pack',
  importInLetters: 'pack',
  stopImport: 'pack',
  ordersBy: 'look',
  holdOrder: 'pack',
  shipOtherwise: 'pack',
  reopenOrder: 'decide',
  releaseOrder: 'decide',
  planOrder: 'pack',
  deleteOrder: 'decide',
  restoreOrder: 'decide',
  undoImport: 'pack',
  exportOrders: 'decide',
  exportShipments: 'decide',
  fileToMap: 'look',
  tryMapping: 'look',
  saveMapping: 'set-up',
  exportMappings: 'look',
  importMappings: 'set-up',
  saveOrder: 'pack',
  checkOrder: 'look',
  order: 'look',
  batch: 'look',
  openBatch: 'pack',
  answerBatch: 'pack',
  shipBatchApart: 'pack',
  joinBatchLines: 'pack',
  undoBatchJoin: 'pack',
  keepBatchLinesApart: 'pack',
  runBatch: 'pack',
  pauseBatch: 'pack',
  stopBatch: 'pack',
  printBatchAtUsual: 'pack',
  askBatchLine: 'pack',
  pickups: 'look',
  dropOffPoints: 'look',
  exportPickups: 'decide',
  requestPickup: 'pack',
  reprintManifest: 'pack',
  track: 'look',
  underWay: 'look',
  printForeignLabel: 'decide',
  openTrackingLink: 'look',
  attachDocument: 'pack',
  timeline: 'look',
  exportTimeline: 'look',
  exportResolve: 'decide',
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
  keepExplanation: 'set-up',
  dropExplanation: 'set-up',
  saveSettings: 'set-up',
  saveRules: 'set-up',
  shareSettings: 'set-up',
  tryRules: 'look',
  exportRules: 'look',
  supportBundle: 'look',
  saveSupportBundle: 'look',
  trustHost: 'set-up',
  forgetForm: 'set-up',
  saveLookUps: 'set-up',
  tryLookUp: 'set-up',
  connectShop: 'set-up',
  disconnectShop: 'set-up',
  syncShop: 'pack',
  savePush: 'set-up',
  saveWriteBack: 'set-up',
  settleReport: 'decide',
  saveWebhooks: 'set-up',
  copyWebhookAddress: 'set-up',
  connect: 'set-up',
  nameSite: 'set-up',
  joinSite: 'set-up',
  invite: 'set-up',
  withdrawInvite: 'set-up',
  benches: 'look',
  vouchFor: 'decide',
  takeDoubts: 'decide',
  retireBench: 'set-up',
  leaveLedger: 'set-up',
  beginEmptyJournal: 'set-up',
  declareRestored: 'set-up',
  enterWorld: 'set-up',
  contractReport: 'look',
  checkContract: 'set-up',
  proveLive: 'set-up',
  setLeadPin: 'set-up',
  resetLeadPin: 'sign-in',
  makeRecoveryCode: 'set-up',
  changeDataKey: 'set-up',
  openData: 'look',
  setPassphrase: 'set-up',
  recover: 'look',
  privacy: 'look',
  findPerson: 'set-up',
  exportPerson: 'set-up',
  erasePerson: 'set-up',
  findPrinters: 'look',
  searchPrinters: 'set-up',
  stopSearch: 'look',
  askPrinter: 'look',
  printTest: 'pack',
  printScannerSheet: 'pack',
  checkSender: 'look',
} as const satisfies Record<CallName, Right>;

export const createAuthorize =
  (fail: (code: 'not-allowed', why: readonly Reason[]) => Refusal<'not-allowed'>): Authorize =>
  ({ may }, right) => {
    const role = roles.find((each) => rightsOf[each].includes(right)) ?? 'admin';
    return may.includes(right) ? undefined : fail('not-allowed', [{ code: 'needs-role', role }]);
  };

/** How often a packer may print a label again without a shift lead. */
const mostReprints = 2;

/** State of the bench that the right for a call depends on. */
interface Now {
  /** The number that a print of this label would have; undefined if there is no such shipment. */
  readonly nextReprint: (bookingId: string) => number | undefined;
}

/**
 * The right that a call with these arguments requires: a second driver, and many copies of one label, are for a shift lead. A reprint
 * without a reason prints nothing if a label is out, so it needs no shift lead yet. A command that is scanned, or sent as an answer, requires
 * the same right as the call that it stands for.
 */
export const createRightOf =
  ({ nextReprint }: Now) =>
  (call: CallName, args: unknown): Right => {
    const isCopy = ({ bookingId, because }: CallArgs<'reprint'>): boolean =>
      because !== undefined && (nextReprint(bookingId) ?? 0) > mostReprints;
    const command =
      call === 'scan' || call === 'answerQuestion' ? commandIn(args as CallArgs<'scan'> | CallArgs<'answerQuestion'>) : undefined;
    const isForLead =
      (call === 'requestPickup' && (args as CallArgs<'requestPickup'>).again.trim() !== '') ||
      (call === 'reprint' && isCopy(args as CallArgs<'reprint'>));
    if (command === 'RESUME') return rightFor.resumeBooking;
    return isForLead ? 'decide' : rightFor[call];
  };

/** The command in a scan or in an answer. Each answer that only a scanner sends is taken as a scan, also in another keyboard layout. */
function commandIn(args: CallArgs<'scan'> | CallArgs<'answerQuestion'>): Command | undefined {
  const texts = 'code' in args ? [args.code] : [args.answer, ...(args.typedAs?.readings ?? [])];
  const scans = texts.map(readScan);
  return scans.find((scan) => scan.kind === 'command')?.command;
}
