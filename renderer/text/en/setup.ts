import type { BackupProblem } from '../../../shared/backup.ts';
import type { HotFolder, SkippedFile } from '../../../shared/bench.ts';
import type { NamedSite } from '../../../shared/bench-of-site.ts';
import type { Command } from '../../../shared/command-keys.ts';
import type { ComputerWarning } from '../../../shared/computer-warning.ts';
import type { KeyChangeLeft } from '../../../shared/key-change.ts';
import { keyOf } from '../../../shared/key-meanings.ts';
import type { PrinterRole } from '../../../shared/printer.ts';
import type { PrinterAbout } from '../../../shared/printer-about.ts';
import type { PrinterWarning } from '../../../shared/printer-warning.ts';
import { exampleIn } from '../../../shared/units.ts';
import type { World } from '../../../shared/world.ts';
import { momentText, wholeNumber } from '../format.ts';
import type { Sentences } from '../sentences.ts';
import { privacy } from './privacy.ts';
import { reprint } from './reprint.ts';
import { setupAccount } from './setup-account.ts';
import { setupFirst } from './setup-first.ts';
import { setupHome } from './setup-home.ts';
import { setupScanner } from './setup-scanner.ts';
import { ship } from './ship.ts';
import { shop } from './shop.ts';
import { sources } from './sources.ts';
import { writeBack } from './write-back.ts';

/** Conditions that would spoil labels, and the remedy. */
const printerWarnings: Sentences<PrinterWarning> = {
  'other-dots': ({ model, dpi }) =>
    `The ${model} reports ${dpi} dpi, and Setup has another number: labels come out in the wrong size. Correct it in Setup, Printers, before the next parcel.`,
  'prints-narrower': ({ model, widthMm }) =>
    `The ${model} reports a print width of ${widthMm} mm, and Setup has wider labels: they are cut off. Correct it in Setup, Printers, before the next parcel.`,
  'driver-takes-no-zpl': ({ driver }) =>
    `The driver “${driver}” makes pages of its own, and labels come out empty. Install the maker's v3 driver or “Generic / Text Only”.`,
  'protected-print': () =>
    'Windows is in protected print mode: label drivers do not work in it. Turn it off in Settings, Printers & scanners, or reach the printer over tcp://.',
  'stock-missing': ({ widthMm, heightMm }) =>
    `The driver knows no paper of ${widthMm} × ${heightMm} mm, and labels come out on another. Add that paper in the printer's preferences in Windows, or correct the size in Setup, Printers.`,
  'queue-shared': () =>
    'Windows shares this printer: labels of other computers may come out between yours. Stop sharing it, or turn on “Another bench prints there too” in Setup, Printers.',
  'queue-elsewhere': () =>
    'This printer belongs to another computer: when that is off nothing prints, and what it took may come out later. Connect the printer to this one.',
};

/** The problem of the computer, its consequence, and the remedy. */
const computerWarnings: Sentences<ComputerWarning> = {
  'other-user': ({ user, at }) =>
    `${user} packed live on this computer too, last seen ${momentText(at)}. Each user has orders of their own, so the same order can be bought twice. Pack as one Windows user, or share the orders in Setup, Benches.`,
  'certificates-unreadable': ({ why }) =>
    `Windows has a certificate that cannot be read (${why}). Packbench trusts only the certificates that came with it. Servers of your company may be refused. Remove the certificate in “Manage computer certificates”, and start Packbench again.`,
  'folder-open': ({ folder }) =>
    `Other users of this computer can read ${folder}. Names, addresses and labels in it are encrypted, settings and manifests are not. Remove their permissions, or start without --data-dir.`,
  'no-key-ring': () =>
    'This computer has no key ring. Set a passphrase below, or install one (GNOME Keyring or KWallet) and start Packbench again.',
};

const worlds: Record<World, string> = { training: 'Training', sandbox: 'Sandbox', live: 'Live' };

const worldHints: Record<World, string> = {
  training: 'Built in. Nothing is bought.',
  sandbox: 'The service’s development environment.',
  live: 'Real parcels, real money.',
};

const roles: Record<PrinterRole | 'standby', string> = { label: 'Labels', standby: 'Backup', document: 'Documents' };

const keyChangeLeft: Record<KeyChangeLeft, string> = {
  file: 'A file of this bench cannot be written, so the old key still opens it. Make room on the disk; Packbench tries again each minute.',
  journal:
    'The records of an environment are damaged or in use, so the old key still opens them. Enter each environment once: that repairs its records.',
  'backup-folder':
    'The folder of the backups is not there, so the old key still opens them. Connect its disk; Packbench tries again each minute.',
  backup:
    'A backup cannot be changed, so the old key still opens it. Delete that file, or leave it: newer backups replace it within two days of work.',
  'damaged-copy':
    'A damaged file is kept while Packbench asks what was shipped, so the old key still opens it. Press “Everything was checked” in Resolve.',
};

const backupProblems: Record<BackupProblem, string> = {
  'folder-unusable':
    'No backup can be written to this folder. Shipping goes on, but a broken disk would now lose the bookings. Choose another folder.',
  'disk-full':
    'There is no space for a backup. Shipping goes on, but a broken disk would now lose the bookings. Free some space, or choose another folder.',
  'copy-damaged': 'The last backup could not be read again, so it was deleted. Choose a folder on another disk.',
  'journal-damaged': 'The records themselves are damaged. Stop shipping, and start Packbench again: it restores the newest good backup.',
};

const commands: Record<Command, string> = {
  BUY: 'Buy the selected service',
  REPRINT: 'Reprint the label',
  ASIDE: ship.aside,
  NEXT: ship.clear,
  FREE: 'Stop waiting',
  PICKUP: 'Request the pickup',
  RESUME: 'Go on after a pause',
  STANDBY: 'Backup printer, or back',
  TAKE: 'Use as last time',
  JOIN: 'One parcel for all orders',
  APART: 'Separate parcels',
  LATER: ship.checkOff.later,
  BOX: ship.checkOff.nextBox,
  NOTED: 'I have read the note',
  UNPACK: ship.unpacked.unpack,
  NOTHING: reprint.reasons['nothing-came'],
  DAMAGED: reprint.reasons.damaged,
  FAINT: reprint.reasons['badly-printed'],
  LOST: reprint.reasons.lost,
  OTHER: reprint.reasons.other,
  UNREADABLE: 'Old label not readable',
  NOTHERE: 'Old label not here',
};

const hotSkips: Record<SkippedFile['why'], string> = {
  link: 'it is a link to another file. Links are not followed: use the file itself.',
  'no-file': 'it is a pipe or a device, not a file.',
  changing: 'another program is still writing it. It is tried again.',
  'not-allowed': 'Packbench may not read or move it. Change its permissions, or close the program that uses it.',
  'in-use': 'another program has it open. It is tried again.',
  name: 'this computer cannot use its name. Rename it.',
  other: 'it cannot be read or moved. Put a copy there.',
};

export const setup = {
  title: 'Setup',
  loading: 'Reading the settings',
  save: 'Save',
  saved: 'Saved.',
  notSaved: 'Not saved yet.',
  notSavedMark: 'Not saved',
  errorCount: (count: number) => (count === 1 ? 'One field needs a correction.' : `${count} fields need a correction.`),
  statusSavedWithErrors: (count: number) =>
    count === 1 ? 'Saved, but the red field stops every parcel' : `Saved, but ${count} red fields stop every parcel`,
  savedUndo: (tab: string) => `${tab}: saved.`,
  statusSaved: 'Saved',
  statusRefused: 'Not saved. The previous settings are still in use.',
  tabs: {
    steps: 'First steps',
    account: 'Account',
    sender: 'Sender',
    boxes: 'Boxes',
    defaults: 'Defaults',
    plan: 'Plan',
    rules: 'Rules',
    webhooks: 'Webhooks',
    printers: 'Printers',
    papers: 'Documents',
    mappings: 'Order files',
    shop: 'Web shop',
    sources: 'Order sources',
    writeBack: 'Back to the shop',
    bench: 'Bench',
    reprints: 'Reprints',
    people: 'People',
    privacy: privacy.tab,
    benches: 'Benches',
    scanner: 'Scanner',
    commands: 'Command sheet',
    support: 'Support',
  },
  status: {
    steps: 'What is left until the first label',
    account: 'The service that this bench uses',
    sender: 'Where the parcels come from',
    boxes: 'The boxes on the shelf',
    defaults: 'Values for a parcel whose order has none',
    plan: 'How many shipments a month the plan allows',
    rules: 'Which order goes with which service',
    webhooks: 'Tracking updates from the service',
    printers: (count: number) =>
      count === 0 ? 'No printer was found or chosen' : `${count} ${count === 1 ? 'printer' : 'printers'} to choose from`,
    looking: 'Looking for printers',
    papers: 'Where extra pages are printed',
    mappings: 'Where order files come from, and how they are read',
    shop: shop.status,
    sources: 'Shops that are asked for orders, and programs that send them',
    writeBack: 'How the shop is informed of shipments',
    bench: 'This bench and its backups',
    reprints: 'Labels that were printed again, week by week',
    people: 'Who may do what at this bench',
    privacy: privacy.status,
    benches: 'Sharing orders with other benches',
    scanner: 'How the scanner of this bench types, and what arrives',
    commands: 'Bar codes that work like keys',
    support: 'A file about this bench, without people and secrets',
  },
  /** A token or password: never shown, only replaced or removed. */
  secret: {
    kept: 'Kept, never shown again',
    takeOut: 'Remove',
    takeOutOf: (name: string) => `Remove what is kept: ${name}`,
    takenOut: 'Removed when you save',
    keep: 'Keep it',
    keepOf: (name: string) => `Keep it: ${name}`,
  },
  portListener: {
    port: 'Port',
    invalidPort: '1024 to 65535.',
    shut: 'Off',
    open: (port: number) => `Open on port ${port}`,
    blocked: 'Not open',
    why: {
      'port-in-use': (port: number) => `Port ${port} is used by another program. Nothing can arrive: choose another port.`,
      'port-not-allowed': (port: number) => `This computer does not let Packbench open port ${port}. Choose another port.`,
      'plain-http-not-accepted': (port: number) =>
        `Port ${port} is not open to other computers. Read the warning below and accept it, or turn off the access from other computers.`,
      other: (port: number) => `Port ${port} could not be opened. Choose another port.`,
    },
  },
  /** Shown before plain HTTP is used with another computer. */
  plainNotAccepted: 'Not accepted: this connection stays closed.',
  trustHost: {
    hint: 'If you know this computer, accept it here, then save again.',
    accept: (host: string) => `Use folders of ${host}`,
  },
  mappings: {
    statusTrouble: 'Files in the hot folder need attention: see below',
    hotTitle: 'Hot folder',
    hotFolder: 'Watched folder',
    hotHint: 'full path, empty for none',
    hotNone: 'No folder is watched.',
    hotState: (folder: HotFolder): string => {
      const waits = folder.waiting === 0 ? 'no files wait.' : `${folder.waiting} waiting.`;
      switch (folder.is) {
        case 'watching':
          return `Watched: ${waits}`;
        case 'elsewhere':
          return `Bench ${folder.bench} takes its files: ${waits}`;
        case 'asking':
          return `It is not known which bench takes its files: ${waits}`;
        case 'unreachable':
          return 'It cannot be reached. Packbench tries again every few seconds.';
        case 'unusable':
          return `Its folder “${folder.folder}” is a link, or not a folder. No file is taken until a real folder is there.`;
      }
    },
    hotSkipped: ({ name, why }: SkippedFile) => `“${name}” is not taken: ${hotSkips[why]}`,
    hotMoreSkipped: (count: number) => `${count} more ${count === 1 ? 'file is' : 'files are'} not taken.`,
    hotInError: (name: string, why: string) => `“${name}” is in “error”: ${why}`,
    hotNote:
      'Files in its folder “in” are imported automatically while Live is open. They end in “done” or “error”, with a result file beside each.',
    hint: 'Another bench can import these mappings to read the same files.',
    import: 'Import',
    export: 'Export all',
    emptyTitle: 'No mapping yet',
    empty: 'Drop an order file with unknown columns on Orders and map its columns there. The mapping is kept here.',
    columns: { name: 'Mapping', reads: 'Reads the columns', remove: 'Remove' },
    remove: 'Remove',
    removeOf: (name: string) => `Remove the mapping ${name}`,
  },
  shop,
  sources,
  writeBack,
  worlds,
  worldHints,
  ...setupAccount,
  ...setupHome,
  scanner: setupScanner,
  steps: setupFirst,
  address: {
    name: 'Name',
    company: 'Company',
    street: 'Street',
    houseNumber: 'House number',
    street2: 'Second line',
    street3: 'Third line',
    postalCode: 'Postal code',
    city: 'City',
    province: 'Province',
    country: 'Country, two letters',
    phone: 'Phone',
    email: 'Email',
    eori: 'EORI',
    invalidCountry: 'Two letters, like NL.',
    title: 'Sender',
    titleOf: (name: string) => `Sender ${name}`,
    firstName: 'Main',
    shortName: 'Short name',
    invalidName: 'Use a name that no other sender has.',
    account: 'Account of the service',
    usualAccount: 'The connected account',
    invalidAccount: 'Plain Latin letters only.',
    senders: 'Senders',
    sendersHint:
      'The first sender is used unless the order or a rule names another. A return label goes back to the sender: for returns to another address, add a sender.',
    usual: 'usual',
    unfit: '(check)',
    add: 'Add a sender',
    makeUsual: 'Make it usual',
    remove: 'Remove',
    removeOf: (name: string) => `Remove sender ${name}`,
    asSent: 'As sent to the service',
    hint: 'Printed on labels and used for customs.',
  },
  boxes: {
    name: 'Name',
    size: 'Length × width × height, cm',
    sizeHint: '40 x 30 x 20',
    weight: 'Empty weight',
    add: 'Add a box',
    remove: 'Remove',
    removeOf: (name: string) => `Remove box ${name}`,
    invalidSize: 'Three lengths, like 40 x 30 x 20.',
    invalidWeight: 'Whole grams.',
    invalidName: 'A name is needed.',
    emptyTitle: 'No boxes',
    empty: 'Add the boxes on your shelf. Then each is one key or one scan.',
    hint: 'Scan a bar code here to choose its box when the bench asks for one.',
  },
  defaults: {
    title: 'For parcels whose order has no value',
    box: 'Box',
    ask: 'Ask each time',
    weight: 'Weight',
    contents: 'Contents',
    value: 'Value',
    currency: 'Currency, if none is given',
    takesLearned: 'Rules and batches use box and weight as last time, from 5 parcels within 3 %',
    invalidWeight: 'Kilograms, like 2.35.',
    invalidValue: (currency: string) => `An amount above 0 in ${currency}, like ${exampleIn(currency)}.`,
    invalidCurrency: 'Three letters, like EUR.',
    hint: 'Values of an order come first. If a field is empty, the bench asks. Nothing is invented.',
    shipmentTitle: 'For shipments whose order has no value',
    hsCode: 'HS code, outside the customs territory',
    invalidHsCode: 'Six to ten digits.',
    exportDeclaration: 'Export declaration, outside the customs territory',
    pickupTitle: 'Pickup',
    ready: 'Ready time',
    closing: 'Closing time',
    instructions: 'Instructions for the driver',
    zone: 'Time zone of the warehouse',
    invalidTime: 'Hours and minutes, like 16:15.',
  },
  plan: {
    title: 'Plan',
    limit: 'Shipments a month',
    none: 'No limit',
    small: '1,500, one own contract',
    large: '2,500, two own contracts',
    hint: 'Counts live shipments of all benches this month. From 90 % on, the top bar and Ship show the count. Packbench never stops a booking because of it.',
  },
  webhooks: {
    title: 'Webhooks',
    hint: 'The service can deliver tracking updates. Packbench records each one, answers it and looks up its orders.',
    isOn: 'Accept deliveries of the service',
    fromNetwork: 'Other computers may deliver',
    plainRisk:
      'Deliveries arrive as plain HTTP. Anyone on the network can read the secret address and every delivery, with names and addresses in it. They can then deliver here too.',
    plainInstead: 'To avoid this, run an https:// proxy on this computer, and turn off “Other computers may deliver”.',
    plainAccept: 'I accept that others can read the deliveries',
    reachedAt: 'Reached at',
    reachedAtHint: 'Its own address',
    invalidReachedAt: 'A name, an IP address, or https://…',
    reachedAtNote: 'The address at which the service reaches this computer: its public name, or the https:// address of a proxy before it.',
    addressTitle: 'Enter this at the service',
    addressHint:
      'In the account settings of the service, as the address for webhooks. Then press its test button. The delivery appears in Resolve.',
    reachHint:
      'This computer must be reachable at that address: your network must open the port. While it is off, in another environment or unreachable, deliveries are missed. Track still asks the service.',
    secretHint: 'Anyone who knows the address can deliver. Make a new one if a stranger may know it.',
    noAddress: 'The address is made when webhooks are turned on.',
    copyAddress: 'Copy the address',
    newAddress: 'Make a new address',
    statusBlocked: 'Webhooks cannot arrive',
    last: (moment: string) => `Last delivery: ${moment}`,
    none: 'No delivery yet',
  },
  printers: {
    title: 'Printers',
    columns: { printer: 'Printer', role: 'Role', state: 'State', test: 'Test' },
    roles,
    noRole: 'No role',
    role: 'Role',
    name: 'Name',
    nameHint: 'For rules',
    nameTaken: 'Another label printer has this name.',
    couriers: 'Only for these couriers',
    couriersHint: 'Any',
    ofSize: 'Only labels of this size',
    shared: 'Another bench prints there too',
    standbyHint: `Used when you press ${keyOf('save')} on Ship, or if there is no other label printer.`,
    byHand: 'Add a printer by hand',
    queue: (name: string) => `System queue ${name}`,
    tcp: (host: string) => `${host}, raw ZPL`,
    device: (path: string) => `Device ${path}, raw ZPL`,
    folder: (path: string) => `Kept in ${path}`,
    status: {
      ready: 'It is ready',
      printing: 'It is printing',
      'cannot-say': 'The queue takes jobs; the printer does not report',
      'keeps-files': 'No printer: documents are files in this folder',
      none: 'Choose a role to see its state',
    },
    testLabel: 'Test label',
    testPage: 'Test page',
    testScan: 'Scan the bar code of the test label.',
    testRead: 'The bar code was read.',
    testLook:
      'The steps along both edges are 10 mm each. Fine lines that run together: too dark. Lines that break: too light. A white stripe through everything: the head is worn.',
    sent: (title: string, state: string) => `${title}: ${state}`,
    find: 'Search again',
    search: 'Search the network',
    stopSearch: 'Stop searching',
    foundInNetwork: (count: number) =>
      count === 0
        ? 'No printer answered in the network of this computer.'
        : count === 1
          ? 'One printer in the network.'
          : `${count} printers in the network.`,
    about: ({ model, firmware, dpi, widthMm, heightMm }: PrinterAbout) =>
      `It reports: ${[model, firmware && `firmware ${firmware}`, dpi && `${dpi} dpi`, widthMm && `prints ${widthMm} mm wide`, heightMm && `labels ${heightMm} mm long`].filter(Boolean).join(', ')}.`,
    address: 'Address',
    addressHint: 'tcp://10.0.4.31:9100',
    addressNote: 'tcp://host:port or device:PATH for raw ZPL, queue:NAME for a printer of this computer, folder:PATH to keep files.',
    invalidAddress: 'tcp://host:port, device:PATH, queue:NAME or folder:PATH.',
    dpi: 'Dpi',
    width: 'Width',
    height: 'Height',
    invalidSize: 'Millimetres.',
    use: 'Use it',
    emptyTitle: 'No printer found',
    warnings: printerWarnings,
    empty: 'Only printers of this computer are listed automatically. Search the network, or type an address below.',
  },
  papers: {
    title: 'Pages that come with a label',
    of: { copy: 'Copies of the label', document: 'Documents: receipts, invoices, advice' },
    places: { 'label-printer': 'Label printer', 'document-printer': 'Document printer', kept: 'Not printed, kept' },
    hint: 'A page is recognized by its title, or by a decision of a shift lead. It is always compared with the order. Kept pages print from the history of the parcel.',
    saveHint: 'For the next label.',
    forms: 'Kinds of page decided by a shift lead',
    columns: { service: 'Service', form: 'Text on it', is: 'Is', by: 'Decided by', forget: 'Ask again' },
    classes: { label: 'Label', copy: 'Copy', document: 'Document' },
    decidedBy: (who: string, when: string) => `${who}, ${when}`,
    forget: 'Forget',
    emptyTitle: 'No kind of page was decided',
    empty: 'If a page beside a label is not known, Ship holds it and asks. The decision of a shift lead is listed here.',
  },
  benches: {
    title: (bench: number | null) => (bench === null ? 'This bench and its site' : `This bench is bench ${bench}`),
    waitsFor: (benches: readonly number[]) =>
      `Nothing is bought before ${benches.length === 1 ? 'bench' : 'benches'} ${benches.join(', ')} reported: switch on what is off.`,
    syncStatus: (unreported: number, isKnown: boolean) => {
      if (unreported > 0)
        return `The other benches have not received ${unreported} ${unreported === 1 ? 'step' : 'steps'} yet. Sync goes on by itself, whichever environment is open.`;
      return isKnown
        ? 'The other benches have everything of this bench, in every environment.'
        : 'It is not certain yet that the other benches have everything of this bench, in every environment.';
    },
    lastAnswerAt: (when: string) => `The shared database last answered at ${when}.`,
    mirroredAt: (when: string) => `Shipments of the other benches are known here up to ${when}.`,
    neverMirrored: 'Shipments of the other benches are not known here yet.',
    noAnswerYet: 'The shared database has not answered since this bench was started.',
    joinTitle: 'Join the benches of this site',
    joinHint:
      'Benches that pack the same orders ask one shared database before they buy, so that no order is bought twice. A single bench needs none. Once joined, this bench buys nothing without that database until it leaves the site. At a bench that has joined, Setup, Benches shows a code for this one.',
    joinedHint: 'This bench shares its orders with others. Join again only if the shared database moved or this bench was removed.',
    listTitle: 'Benches of this site',
    columns: { bench: 'Bench', lastContact: 'Last contact', printers: 'Printers', open: 'Left open' },
    bench: (bench: number, isHere: boolean) => (isHere ? `Bench ${bench}, here` : `Bench ${bench}`),
    noKey: 'Has no site key',
    version: (version: string) => (version === '' ? 'Version not known' : `Version ${version}`),
    silent: (ms: number | null) => {
      if (ms === null) return 'Never';
      if (ms < 30_000) return 'Now';
      if (ms < 120_000) return `${Math.round(ms / 1000)} s ago`;
      if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min ago`;
      return ms < 172_800_000 ? `${Math.round(ms / 3_600_000)} hours ago` : `${Math.round(ms / 86_400_000)} days ago`;
    },
    printersUnknown: 'Not known now',
    nothingOpen: 'Nothing',
    waited: (world: string) => `has to report (${world})`,
    sending: (count: number) => `${count} being sent`,
    unknown: (count: number) => `${count} unknown`,
    retired: 'Retired',
    takeHint:
      '“Settle here” moves its unclear shipments and pickups to Resolve of this bench. Look in the account of the service whether they were booked. Those sent in the last ten minutes stay there, because an answer may still come.',
    take: 'Settle here',
    taken: (taken: number, left: number) =>
      [
        taken === 0 ? 'Nothing was taken.' : `${taken} ${taken === 1 ? 'is' : 'are'} in Resolve of this bench now.`,
        left === 0 ? '' : `${left} ${left === 1 ? 'was' : 'were'} sent less than ten minutes ago: try again then.`,
      ]
        .filter(Boolean)
        .join(' '),
    leaveHint:
      'Leave the site only if this bench will pack its own orders from now on. It then works alone and keeps its records. An order that is also at another bench can be bought twice. This is refused while anything here is under way, in doubt or not synced. To come back, it joins as a new bench.',
    leave: 'Leave the site',
    leaving:
      'This bench is leaving its site. Nothing is bought until the shared database confirms it. Packbench asks again every few seconds.',
    hereHint: 'Only another bench can vouch for this one or retire it.',
    vouchHint:
      'If you can switch this bench on, do that: it then reports by itself. Vouch for it only if you cannot. Its unreported bookings then block their orders until a person checks them.',
    noVouch: 'Booking does not wait for this bench.',
    retireHint:
      'Retire it only if it does not come back. This is final. Packbench asks about everything it may have sent. The other benches get a new site key.',
    siteTitle: 'Settings of the site',
    siteHint: (site: { readonly version: number; readonly bench: number } | null) =>
      site === null
        ? 'Each bench has its own settings. Select this bench in the list to share its settings with all benches.'
        : `Senders, boxes, defaults and rules are the same at every bench: version ${site.version}${site.bench > 0 ? `, saved at bench ${site.bench}` : ''}. While the shared database is away, they stay in use and cannot be changed.`,
    shareHint:
      '“Share this bench’s settings” replaces senders, boxes, defaults and rules of all other benches. A later change at one bench then applies to all. Printers and everything else stay at each bench.',
    share: 'Share this bench’s settings',
    reason: 'Reason',
    reasonHint: 'How do you know?',
    leaveReasonHint: 'Why does this bench leave?',
    vouch: (bench: number) => `Vouch for bench ${bench}`,
    retire: (bench: number) => `Retire bench ${bench}`,
    inviteTitle: 'Invite another bench',
    inviteHint: 'The code joins one bench, once, within ten minutes. Anyone who sees it can join, so show it to no one else.',
    invite: 'Show a code',
    codeHint: 'On the new bench: Setup, Benches. Scan the code there, or paste its text.',
    code2d: 'Code for the new bench',
    secondsLeft: (seconds: number) => `${Math.floor(seconds / 60)} min ${seconds % 60} s left.`,
    codeOver: 'This code has expired.',
    codeGone: 'Done',
    withdraw: 'Withdraw it',
    joinAgain: 'Join again, or another site',
    code: 'Code that another bench shows, PBJOIN:…',
    otherWay: { code: 'Enter address and token instead', address: 'Enter a code instead' },
    url: 'Address of the shared database, postgres://…',
    token: 'Token of this bench',
    look: 'Show the site',
    confirmTitle: 'Join this site?',
    server: 'Server',
    serverName: ({ host, port, database, isEncrypted }: NamedSite['server']) =>
      `${host}, port ${port}, database ${database}${isEncrypted ? '' : ', on this computer'}`,
    site: 'Benches there',
    siteBenches: (benches: number, invitedBy: number | null) =>
      [
        benches === 0 ? 'None' : `${wholeNumber(benches)} ${benches === 1 ? 'bench' : 'benches'}`,
        invitedBy !== null && `bench ${invitedBy} shows this code`,
      ]
        .filter(Boolean)
        .join('; '),
    handsOver: 'Handed over',
    handedOver: (what: NamedSite['handsOver']) =>
      what
        ? `${wholeNumber(what.orders)} open ${what.orders === 1 ? 'order' : 'orders'} and ${wholeNumber(what.shipments)} ${what.shipments === 1 ? 'shipment' : 'shipments'}, with names and addresses, and every later one`
        : 'Nothing yet, and every later order of the sandbox and of live',
    confirmHint: 'The benches there can read these names and addresses. Join only if you know this server.',
    noScan: 'A scan cannot join a site. Read which server it is, then type the word.',
    typeWord: (word: string) => `Type ${word} to join`,
    doNotJoin: 'Do not join',
    join: 'Join',
  },
  bench: {
    computerTitle: 'This computer',
    computer: computerWarnings,
    title: 'This bench',
    name: 'Name of the bench',
    packer: 'Packer',
    sounds: 'One sound for each state',
    listen: 'Listen:',
    listenTo: (state: string) => `Play the sound of ${state}`,
    checksItems: 'Scan every item before the label is bought',
    opensByProduct: 'A product code opens the oldest order of just this item',
    scanBack: 'Scan each label back on its parcel: the label of another parcel stops the bench',
    invalidName: 'Enter a name for the bench.',
    backupTitle: 'Backups',
    backupHint: 'A backup is made and checked every hour. Choose a folder on another disk. The newest 48 are kept.',
    backupFolder: 'Folder (empty: beside the data)',
    backupLast: (when: string) => `Last backup: ${when}`,
    backupNone: 'No backup has been made yet.',
    backupProblems,
    witnessTitle: 'Data restored from a backup',
    witnessHint:
      'Packbench detects an older copy of its data folder. If the whole computer was restored from an image or a snapshot, only you know: press the button before the next parcel.',
    witnessFails: (folder: string) =>
      `Packbench cannot write to ${folder}. Shipping goes on, but older data, restored from a backup, would not be detected. Make this folder writable.`,
    declareRestored: 'I restored this computer',
    declaredHint: 'Packbench now asks about every order before it is bought. Resolve shows what to compare.',
    recoveryHint:
      'With the recovery code, another computer can open the backups and continue. Without it, only this user of this computer can open them.',
    recoveryMade: (when: string) => `A recovery code was made ${when}. A new one replaces it.`,
    recoveryMake: 'Make a recovery code',
    recoveryOnce: 'It is shown once and not stored. Print it or write it down, and keep it away from this computer.',
    recoveryTitle: 'Recovery code',
    recoveryDone: 'It is on paper',
    dataKey: {
      title: 'Key of the data',
      hint: 'Make a new key if somebody saw the recovery code or the passphrase, or has a copy of this disk. Change the passphrase first.',
      effect: 'Everything is encrypted again, the backups too. A new recovery code is shown; the old one opens nothing any more.',
      make: 'Make a new key',
      goesOn: 'Everything is being encrypted again. Packing goes on meanwhile.',
      left: keyChangeLeft,
    },
    print: 'Print',
    pinLost: 'Forgotten, or its file is gone',
    passphrase: {
      title: 'Passphrase of this bench',
      isMissing: 'This computer has no key store. Without a passphrase, only training works.',
      isSet: 'A passphrase is set. It is asked each time Packbench starts.',
      hint: 'It encrypts keys, names and addresses on this disk. Packbench asks for it at each start.',
      recovery: 'Make a recovery code too. If the passphrase is lost, only that code opens the data.',
      label: 'Passphrase',
      next: 'New passphrase',
      again: 'The same again',
      short: (least: number) => `At least ${least} characters.`,
      differs: 'The two are not the same.',
      set: 'Set the passphrase',
      change: 'Change the passphrase',
      useKeyStore: 'Use the key store instead',
    },
    pinKnown: 'The old PIN is known',
    proof: 'Secret of the account, or recovery code',
    invalidPin: '4 to 12 digits.',
    pinTitle: 'PIN of the shift lead',
    pinHint: 'Asked before an order is shipped again, or before a decision that may cost money twice.',
    pinSet: 'A PIN is set.',
    pinNone: 'No PIN is set, so none is asked.',
    oldPin: 'Old PIN',
    newPin: 'New PIN',
    setPin: 'Set the PIN',
    pinSaved: 'The PIN is set.',
  },
  support: {
    title: 'Support bundle',
    hint: 'Read it before you save it. It has versions, switches, printer states, times and the log. Names, addresses, order numbers, keys and labels are not in it.',
    making: 'Collecting the facts of this bench',
    content: 'The support bundle, as it will be saved',
    save: 'Save it',
    fresh: 'Make a new one',
    saved: (file: string) => `Saved as ${file}. Send this file to the person who helps you.`,
  },
  commands: {
    title: 'Command sheet',
    hint: 'Each bar code works like its button, on the screen that shows the button.',
    print: 'Print the sheet',
    names: commands,
    boxes: 'Boxes',
  },
} as const;
