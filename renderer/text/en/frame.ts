import type { Frame } from '../../../shared/bench.ts';
import type { Truth } from '../../../shared/booking.ts';
import type { LedgerCode } from '../../../shared/call-codes.ts';
import type { PrinterReason } from '../../../shared/print-reason.ts';
import type { PrintJobState } from '../../../shared/printer.ts';

const printerReasons: Record<PrinterReason, string> = {
  offline: 'Not reachable',
  'out-of-labels': 'Out of labels',
  'head-open': 'Head open',
  'buffer-full': 'Memory full',
  'out-of-ribbon': 'Out of ribbon',
  paused: 'Paused',
  'not-ready': 'Not ready',
};

const service: Record<Frame['service'], string> = {
  linked: 'Linked',
  unreachable: 'No answer',
  rejected: 'Key rejected',
  'not-connected': 'Not connected',
  'not-tried': 'Not tried yet',
};

const jobStates: Record<PrintJobState, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent to printer',
  printed: 'Printed',
  'print-unknown': 'Print unconfirmed',
  held: 'Held: the printer is not ready',
  failed: 'Not printed',
};

const truths: Record<Truth, string> = { 0: 'Not booked', 1: 'Booked', 2: 'Sent to printer', 3: 'Printed', 4: 'On the parcel' };

const ledgerShut: Readonly<Record<LedgerCode, string>> = {
  'ledger-unreachable': 'Not reached',
  'ledger-frozen': 'Waits for the benches',
  'ledger-older': 'Too old',
  'ledger-newer': 'Too new for this bench',
  'ledger-clock': 'Clock is wrong',
  'ledger-full': 'Cannot write',
  'not-paired': 'Not paired',
  'identity-elsewhere': 'Works elsewhere',
  'journal-went-back': 'Knows more than this bench',
};

export const frame = {
  product: 'Packbench',
  program: {
    starting: 'Packbench is starting…',
    startingNext: 'The data of this bench is checked. You can scan in a moment.',
    'waits-for-keychain': 'The key ring of this computer is locked',
    'waits-for-keychainNext': 'Unlock it with your password. Packbench goes on by itself. Nothing is lost.',
    closing: 'Packbench is closing…',
    closingNext: 'What is being sent or printed is finished first. Do not switch the computer off.',
  },
  broken: 'This screen broke.',
  brokenNext: 'What was booked and printed is written down. Draw the window again and go on where you were.',
  drawAgain: 'Draw the window again',
  screensLabel: 'Screens',
  statusLabel: 'State of the bench',
  screens: { ship: 'Ship', orders: 'Orders', pickup: 'Pickup', track: 'Track', resolve: 'Resolve', setup: 'Setup' },
  toResolve: (count: number) => `${count} to resolve`,
  signals: { ready: 'READY', working: 'WORKING', done: 'DONE', look: 'LOOK', stop: 'STOP' },
  worlds: { training: 'TRAINING', sandbox: 'SANDBOX', live: 'LIVE' },
  notProven: 'LIVE, NOT PROVEN',
  sample: 'SAMPLE, DO NOT SHIP',
  service: 'Service',
  itsPrinter: (name: string) => `Its printer: ${name}`,
  labelPrinter: 'Label printer',
  documentPrinter: 'Document printer',
  services: service,
  noAnswerFor: (seconds: string) => `No answer for ${seconds}`,
  seconds: (seconds: number) => `${seconds} s`,
  waitsForService: (seconds: string) => `Waiting for the answer of the service: ${seconds}.`,
  stopWaiting: 'Stop waiting',
  paused: 'Booking paused',
  journal: 'Journal',
  journalTroubles: { 'answer-not-written': 'Answer not written', 'journal-damaged': 'Damaged', 'disk-low': 'Disk nearly full' },
  backup: 'Copies of the journal',
  backupFails: 'Failing: see Setup',
  witness: 'Witness of the journal',
  tryIn: (seconds: string) => `The next try is taken in ${seconds}.`,
  tryNow: 'The next try is taken now.',
  witnessFails: 'Not written: see Setup',
  shop: 'Shop',
  shopTroubles: {
    'not-told': 'Not told: see Setup',
    'not-answering': 'Gives no order: see Setup',
    'door-blocked': 'Cannot send orders: see Setup',
  },
  ledger: (bench: number | null) => (bench === null ? 'Ledger' : `Ledger, bench ${bench}`),
  ledgerOpen: (unreported: number) => (unreported === 0 ? 'Open' : `Open, ${unreported} to report`),
  ledgerShut: (code: LedgerCode, waitsFor: readonly number[]) =>
    code === 'ledger-frozen' && waitsFor.length > 0 ? `Waits for bench ${waitsFor.join(', ')}` : ledgerShut[code],
  printers: { none: 'Not chosen', ready: 'Ready', printing: 'Printing', 'cannot-say': 'Cannot say', 'keeps-files': 'Kept as files' },
  printerReasons,
  /** A remedy as it is said in Setup itself: "Correct it in Setup." is no way to anywhere there. */
  inSetup: (remedy: string) => remedy.replace(/ in Setup\b/, ''),
  onlyThisBench: ', this bench only',
  allBenches: ', all benches',
  atBench: (bench: number) => `Bench ${bench}`,
  monthShare: (count: string, limit: string) => `${count} of ${limit}`,
  jobStates,
  savedAsFile: 'Saved as a file',
  savedAs: (file: string) => `Saved: ${file}`,
  truths,
  labelInDoubt: 'Not known if out',
  bookingStates: {
    draft: 'Begun',
    quoted: 'Quoted',
    intent: 'About to book',
    sending: 'Being booked',
    answered: 'Answer arrived',
    booked: 'Booked',
    rejected: 'Rejected',
    unknown: 'Booking unknown',
    released: 'Not booked',
  },
  barcode: (code: string) => `Barcode ${code}`,
  reference: (ref: string) => `Reference ${ref}`,
  labelPicture: (title: string) => `Picture of ${title}`,
  labelDrawing: 'Drawing the label',
  labelCannotBeDrawn: 'This label cannot be drawn here. What is printed is not changed by that.',
  deleteDigit: 'Delete',
  sentAs: 'Goes out as',
  guessed: 'A guess, never sent:',
  pointsClose: 'Close the list',
  pointDistance: (km: string) => `${km} km`,
  pointClosed: 'closed',
  pointHoursNotSaid: 'hours not said',
  copy: 'Copy',
  copySaid: 'Copy what the service said',
  copied: 'Copied',
  failed: 'Not copied',
} as const;
