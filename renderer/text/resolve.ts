import type { UploadState } from '../../shared/customs.ts';
import type { ResolveItem } from '../../shared/ipc.ts';
import type { PaperKind } from '../../shared/paper-due.ts';
import type { PrintJobState } from '../../shared/printer.ts';

type Kind = ResolveItem['kind'];

const kinds: Record<Kind, string> = {
  'journal-restored': 'Journal restored',
  'booking-on-its-way': 'Being booked',
  'booking-unknown': 'Booking unknown',
  'pickup-unknown': 'Pickup unknown',
  'print-unconfirmed': 'Print unconfirmed',
  'label-doubtful': 'Label doubtful',
  'paper-due': 'Paper due',
  'upload-open': 'Customs papers not accepted',
  'row-unreadable': 'Order row not readable',
  'put-aside': 'Put aside',
  'webhook-not-understood': 'Webhook not understood',
  'item-unreadable': 'Cannot be read',
};

/** The question of each kind, for the band. */
const asks: Record<Exclude<Kind, 'paper-due'>, (name: string) => string> = {
  'journal-restored': (name) => `Journal restored: what was shipped after ${name}?`,
  'booking-unknown': (name) => `Booking unknown: was ${name} booked?`,
  'booking-on-its-way': (name) => `Being booked: the answer for ${name} is still on its way`,
  'pickup-unknown': (name) => `Pickup unknown: is ${name} coming?`,
  'print-unconfirmed': (name) => `Print unconfirmed: did it come out? ${name}`,
  'label-doubtful': (name) => `Label doubtful: is it the label of ${name}?`,
  'upload-open': (name) => `Customs papers of ${name}: did they arrive?`,
  'row-unreadable': (name) => `Order row not readable: ${name}`,
  'put-aside': (name) => `Put aside: go on with ${name}?`,
  'webhook-not-understood': (name) => `Webhook not understood: what does it say? ${name}`,
  'item-unreadable': (name) => `This cannot be read: ${name}`,
};

const uploadStates: Record<UploadState, string> = {
  waiting: 'waiting to be sent',
  sending: 'being sent',
  accepted: 'accepted',
  rejected: 'not accepted',
  unknown: 'not known',
};

/** An open print says how it stands. */
const prints: Record<PrintJobState, string> = {
  queued: 'Print waiting',
  sending: 'Print on its way',
  sent: 'Print unconfirmed',
  printed: 'Printed',
  'print-unknown': 'Print unconfirmed',
  held: 'Print held',
  failed: 'Not printed',
};

const paperKinds: Record<PaperKind, string> = {
  manifest: 'Manifest not printed',
  remarks: 'Papers not printed',
  invoice: 'Customs invoice missing',
};

const paperAsks: Record<PaperKind, (name: string) => string> = {
  manifest: (name) => `Manifest not printed: what goes with the driver of ${name}?`,
  remarks: (name) => `Papers not printed: what goes with ${name}?`,
  invoice: (name) => `Customs invoice missing: attach yours for ${name}`,
};

export const resolve = {
  sentWith: 'Sent with',
  paper: {
    kinds: paperKinds,
    asks: paperAsks,
    what: {
      manifest: 'The driver is ordered. The manifest is kept as it came, and was not printed by itself.',
      remarks: 'The parcel is booked. The papers that came with it are kept as they came, and were not printed by themselves.',
      invoice:
        'The parcel is booked with a customs invoice of your own. The service waits for it, and customs may hold the parcel until it has it.',
    },
    print: 'Print it',
    printTold: 'Look at it first. It is printed as it is shown here.',
    save: 'Save as a file',
    saveTold: 'It cannot be printed from here. Open the file with the program it was made for, and print it there.',
    saved: (file: string) => `Saved as ${file}`,
    close: 'Seen to: close it',
    closeTold: 'It was printed or handed over in another way, or is not needed.',
    attach: 'Attach your invoice',
    attachTold: 'A file of any kind. It stays here until the service accepts it.',
    given: 'The service has it',
    givenTold: 'It was given in the account of the service, say. Nobody asks for it again.',
    title: 'The paper as it came',
  },
  prints,
  title: 'Resolve',
  kinds,
  asks,
  uploadStates,
  onItsWay: {
    told: 'It was sent, and nobody waits for it at the screen. It cannot be settled yet.',
    next: 'A late answer is still taken; its label is kept until the order is scanned. Without an answer it becomes unknown here, within 90 seconds of sending. Go on with other parcels meanwhile.',
    sentAt: 'Sent',
  },
  saysNothing: 'Nothing to resolve',
  open: (count: number) => `${count} open`,
  at: (place: number, of: number) => `${place} of ${of}`,
  before: 'The one before',
  next: 'The next one',
  closed: 'It is not open here any more',
  stillOpen: (count: number) => (count === 1 ? 'One more is open.' : `${count} more are open.`),
  showNext: 'Show the next one',
  emptyTitle: 'Nothing waits for you',
  empty: 'What cannot be finished at the bench comes here and stays until a person closes it.',
  restored: {
    what: (from: string, until: string) =>
      `An older copy of the journal took its place, because it was damaged or the data was put back. What was booked and printed between ${from} and ${until} is not in it.`,
    whatEmpty: (until: string) =>
      `At ${until} this journal was begun anew, or a person said that the computer was restored. What was booked before that may be missing from it.`,
    asks: 'Until this is closed, every order that is not shown as booked is asked about before it can be bought.',
    settle: 'Everything was checked',
    settleTold: 'Compare the shipments in the account of the service with the orders here. Afterwards no order is asked about any more.',
    since: { empty: 'the start' },
  },
  lost: {
    says: 'The journal cannot be read. Nothing can be booked.',
    means: 'It holds what was bought and printed here. It is damaged or gone, and there is no good copy. Its files were kept.',
    doTitle: 'What to do',
    steps: [
      'Call the lead, or whoever looks after this computer.',
      'Look for a copy of the journal on another disk. Put it into the folder named below, and start Packbench again.',
      'Parcels that are booked stay booked: the service knows them. Do not ship them again.',
    ],
    backupFolder: 'Folder of the copies',
    keptAs: 'Damaged files, kept',
    toTraining: 'Go to training meanwhile',
    beginEmpty: 'Begin an empty journal',
    beginEmptyTold: 'Only if no copy can be found. Every order will then be asked about before it can be bought.',
  },
  piece: (piece: number, pieces: number) => `${piece} of ${pieces}`,
  line: (line: number) => `line ${line}`,
  time: 'Time',
  service: 'Service',
  quoted: 'Quoted',
  courier: 'Courier',
  date: 'Date',
  parcels: 'Parcels',
  packer: 'Packer',
  consignment: 'Consignment',
  said: 'The service said',
  why: 'Why',
  file: 'File',
  state: 'State',
  sent: 'What was sent',
  answer: 'Raw answer',
  noAnswer: 'No answer arrived.',
  cameBack: 'What came back',
  show: (what: string) => `Show: ${what}`,
  hide: (what: string) => `Hide: ${what}`,
  reason: 'Reason',
  reasonHint: 'How do you know?',
  pin: 'PIN of the lead',
  booking: {
    exists: 'It exists',
    existsTold:
      'The order number is in the account or in a mail of the service. Its label is compared with this order before anything prints.',
    orderNo: 'Order number: scan or type it',
    orderNoHint: 'Order number of the service',
    needsNumber: 'Scan or type the number first.',
    compare: 'Compare the label',
    adopt: 'It is: adopt it',
    notBooked: 'It was not booked',
    notBookedTold: 'Allows exactly one new attempt. If it was booked after all, it is paid twice.',
  },
  pickup: {
    exists: 'The driver is ordered',
    existsTold:
      'The collection number is in the account or in a mail of the service. The parcels then count as handed over to this driver.',
    collectionNo: 'Collection number: scan or type it',
    collectionNoHint: 'Collection number of the courier',
    needsNumber: 'Scan or type the number first.',
    keep: 'Keep this number',
    notOrdered: 'No driver is ordered',
    notOrderedTold: 'The parcels wait again and a pickup can be requested for them. If one was ordered after all, two drivers come.',
    release: 'No driver is ordered',
  },
  print: {
    what: {
      'print-unknown': 'The printer was given this and did not say whether it came out. Look at the printer and at the parcel.',
      held: 'The printer has this and was not ready. It prints it by itself once it is mended.',
      failed: 'This did not reach the printer. Check the printer, then print it again.',
    },
    cameOut: 'It came out',
    didNot: 'It did not: print again',
    isGone: 'It is gone from there: print again',
    didNotTold: 'Prints the same again and buys nothing. If both come out, throw one away.',
  },
  label: {
    what: 'The label of this order could not be compared with it by itself, so it was not printed.',
    kept: 'This label is the right one. It came when nobody waited for it any more, so it was not printed onto whatever parcel was in hand.',
    ofAnother: 'Label of another order',
    askOfAnother: (name: string) => `The label of another order came for ${name}`,
    otherTold: 'The label names somebody else. It is never printed for this order: tell the service, which has to give the right one.',
    found: 'On the label',
    ordered: 'In the order',
    isRight: 'It is right: print it',
    setAside: 'Close without printing',
    heldTold: 'Nothing is printed. The parcel stays booked and paid, its label stays here, and this can be taken back.',
    wrongTold: 'The parcel stays booked and paid. Nothing is printed; tell the service.',
  },
  upload: {
    what: 'The parcel is booked. Without its papers customs may hold it.',
    arrived: 'It arrived',
    again: 'Send it again',
    againTold: 'Sends the same document once more. Nothing is booked by that.',
  },
  row: {
    what: 'This row was left out of the orders. Correct it in Orders, or dismiss it if the order is not needed.',
    row: 'The row as it stands in the file',
    correct: 'Correct it in Orders',
    dismiss: 'Dismiss the row',
  },
  webhook: {
    what: 'The service, or somebody who knows the address, delivered this. It names no order this bench booked, so nothing was changed.',
    test: 'If the test button at the service was pressed, this is its delivery: it arrived, and it may be closed.',
    payload: 'What was delivered',
    empty: 'Nothing: the delivery was empty.',
    beginning: (size: string) => `The first part of ${size} bytes`,
    form: 'Form',
    size: 'Size',
    bytes: (size: string) => `${size} bytes`,
    noForm: 'Not said',
    many: 'If others ship with this key, say so in Setup, Account: deliveries about their orders are dropped then.',
    close: 'Seen: close it',
    closeAll: (count: number) => `Close all ${count}`,
    copyPayload: 'Copy what was delivered',
  },
  unreadable: {
    what: 'Packbench cannot read this item. It is kept as it is; nothing was bought or printed again because of it, and everything else in this list stands for itself.',
    whatList:
      'Packbench cannot read this list. Nothing of it is lost, but what is in it cannot be shown. Everything else here stands for itself.',
    next: 'Read the reference to whoever looks after Packbench.',
    again: 'Try to read it again',
    restart: 'If it stays, close Packbench and start it again: a damaged journal is replaced by its newest good copy.',
    exchange: 'What was sent and answered is kept, but it cannot be read here. The doubt can be settled without it.',
    close: 'Close it unread',
    closeTold:
      'Only when you know from the account of the service, the printer or the file what became of it. It leaves this list for good.',
  },
  aside: {
    what: 'This parcel was put aside at the bench. Take it up and it is in your hands again, where it stopped.',
    takeUp: 'Take it up',
  },
} as const;
