import { parts } from '../words.ts';
import type { ErrandName } from './errands.ts';

/**
 * The journal's commits by errand. A journal method that moves something is named with the new state, and a commit of several writes with
 * the last of them.
 */
const commitsOn: Partial<Record<ErrandName, readonly string[]>> = {
  import: ['takePrepared', 'record orders-taken'],
  'import a long file': ['setFact import-under-way'],
  'answer a question': ['saveOrder'],
  'dismiss a row': ['dismissRow'],
  'plan an order': ['holdOrder', 'planOrder', 'releaseOrder', 'shipOtherwise', 'reopenOrder', 'deleteOrder', 'record call-done'],
  'erase a person': ['record person-searched', 'record erasing', 'erasePerson', 'setFact erased-last'],
  ship: [
    ...parts('record scanned | writeQuote | writeIntent | takeForSending | writeAnswer | writeBooked | writeTracking'),
    ...parts('addPrintJobs | moveJob sending | writePrinterMark | moveJob printed | setFact choices'),
  ],
  'ship together': parts('writeIntent together | takeForSending together | writeAnswer together | writeBooked together'),
  'ship in parts': parts('record items-checked | writeIntent part | takeForSending part | writeAnswer part | writeBooked part'),
  'buy a return label': [...parts('record return-begun | writeIntent back | takeForSending back | writeAnswer back | writeBooked back')],
  'pack a parcel again': ['writeUnpacked', 'writePackedAgain'],
  'ship unsent': ['returnUnsent'],
  'ship unanswered': ['writeUnknown', 'setFact breaker'],
  'ship refused': ['writeRejected'],
  'ship, not booked': ['release'],
  'ship again': ['draftAgain'],
  'ship without label': ['keepLabel'],
  'ship with a wrong label': ['writeVerdict', 'closeLabel'],
  'put aside': ['park'],
  'ship a batch': ['openBatch', 'moveBatch', 'writeBatchLine'],
  'join in a batch': ['writeBatchLine to-quote'],
  'scan ahead': ['setFact waiting-scans'],
  'tell the shop': ['placeReports', 'storeReportRequest', 'markReportsDone'],
  'scan back': ['writeOnParcel', 'setFact scan-attempts'],
  'reprint on a printer without paper': ['moveJob queued'],
  'reprint and run out of paper': ['moveJob held'],
  'move to the stand-by printer': ['setFact resting-printers', 'redirectJob'],
  'pick up': [
    ...parts('openPickup | takePickupForSending | writePickupAnswer | writePickupBooked | writeManifestOutcome | closePaper'),
    ...parts('moveJob sent'),
  ],
  'pick up unsent': ['returnPickupUnsent'],
  'pick up unanswered': ['writePickupUnknown'],
  'pick up refused': ['writePickupRejected'],
  'pick up, not ordered': ['releasePickup'],
  upload: ['addUpload', 'moveUpload sending', 'moveUpload accepted'],
  'upload unsent': ['moveUpload waiting'],
  'upload unanswered': ['moveUpload unknown'],
  'upload refused': ['moveUpload rejected'],
};

/** Draft of an order that waited in a scan: any other draft is committed together with more writes for its order. */
const draftAlone = 'draft';
/** Cleanup of a file that a crash left half imported, reported at the next start. */
const cutShort = 'takeOrders';

/** The clock of this night is believed, and the nightly deletion ends. Both happen soon after each start. */
const ofNight = ['setFact retention-night', 'setFact retention-done'];

export const commitNames: ReadonlySet<string> = new Set([...Object.values(commitsOn).flat(), draftAlone, cutShort, ...ofNight]);

/** Actions of the other rooms on the outside world, by errand. */
const actsOn: Partial<Record<ErrandName, readonly string[]>> = {
  ship: ['grant ship', 'send ship', 'print label'],
  'pick up': ['grant pickup', 'send pickup', 'print document'],
  upload: ['send upload_documents'],
  'back up': ['back up'],
  'tell the shop': ['lay file for shop', 'tell shop'],
  'take a file from the hot folder': ['claim order file', 'finish order file'],
  'ask the shop': ['ask shop'],
};

/**
 * Journal methods after which the rollback guard outside the data folder is written, by errand: anything about to be sent, and the first
 * sheet of a run.
 */
const witnessedOn: Partial<Record<ErrandName, readonly string[]>> = {
  ship: ['takeForSending', 'writePrinterMark'],
  'ship together': ['takeForSending together'],
  'ship in parts': ['takeForSending part'],
  'buy a return label': ['takeForSending back'],
  'pick up': ['takePickupForSending'],
  upload: ['moveUpload sending'],
};

export interface Point {
  readonly name: string;
  /** Errand that reaches the point; `null` if opening the station is enough. */
  readonly errand: ErrandName | null;
  /** State of the folder before: new, or left by a life killed at this other point. */
  readonly needs: 'nothing' | 'a new folder' | { readonly killedAt: string };
}

/** True if a label goes to the printer or comes back from it at this point. */
export const isAtPrinter = ({ name }: Point): boolean =>
  /^(addPrintJobs|moveJob|redirectJob|redirectBehind|setFact resting-printers|writePrinterMark|print label)/.test(name);

const entries = (on: Partial<Record<ErrandName, readonly string[]>>): [ErrandName, string][] =>
  (Object.entries(on) as [ErrandName, readonly string[]][]).flatMap(([errand, names]) =>
    names.map((name): [ErrandName, string] => [errand, name]),
  );

const aroundCommit = (name: string): readonly string[] => [`${name}, uncommitted`, `${name}, committed`];
const aroundWitness = (name: string): readonly string[] => [`witness after ${name}, begun`, `witness after ${name}, ended`];
const aroundAct = (name: string): readonly string[] => [`${name}, begun`, `${name}, under way`, `${name}, ended`];

/** Every point at which a life can be ended by name. */
export const points: readonly Point[] = [
  ...entries(commitsOn).flatMap(([errand, name]) => aroundCommit(name).map((at): Point => ({ name: at, errand, needs: 'nothing' }))),
  ...entries(witnessedOn).flatMap(([errand, name]) => aroundWitness(name).map((at): Point => ({ name: at, errand, needs: 'nothing' }))),
  ...entries(actsOn).flatMap(([errand, name]) => aroundAct(name).map((at): Point => ({ name: at, errand, needs: 'nothing' }))),
  ...aroundCommit('moveJob print-unknown').map(
    (name): Point => ({ name, errand: null, needs: { killedAt: 'writePrinterMark, committed' } }),
  ),
  ...aroundCommit(draftAlone).map((name): Point => ({ name, errand: null, needs: { killedAt: 'setFact waiting-scans, committed' } })),
  ...aroundCommit(cutShort).map((name): Point => ({ name, errand: null, needs: { killedAt: 'setFact import-under-way, committed' } })),
  ...ofNight.flatMap(aroundCommit).map((name): Point => ({ name, errand: null, needs: 'nothing' })),
  ...['witness at opening, begun', 'witness at opening, ended'].map((name): Point => ({ name, errand: null, needs: 'nothing' })),
  ...['witness at closing, begun', 'witness at closing, ended'].map(
    (name): Point => ({ name, errand: 'enter the world again', needs: 'nothing' }),
  ),
  { name: 'back up, log closed', errand: 'back up', needs: 'nothing' },
  ...['new journal', 'learn words'].flatMap(aroundCommit).map((name): Point => ({ name, errand: null, needs: 'a new folder' })),
];
