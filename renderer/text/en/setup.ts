import type { BackupProblem } from '../../../shared/backup.ts';
import type { HotFolder, SkippedFile } from '../../../shared/bench.ts';
import type { NamedSite } from '../../../shared/bench-of-site.ts';
import type { Command } from '../../../shared/command-keys.ts';
import type { PrinterRole } from '../../../shared/printer.ts';
import type { PrinterAbout } from '../../../shared/printer-about.ts';
import { exampleIn } from '../../../shared/units.ts';
import type { World } from '../../../shared/world.ts';
import { wholeNumber } from '../format.ts';
import { computerWarnings } from './computer-warnings.ts';
import { printerWarnings } from './printer-warnings.ts';
import { setupAccount } from './setup-account.ts';
import { setupScanner } from './setup-scanner.ts';
import { ship } from './ship.ts';
import { sources } from './sources.ts';
import { writeBack } from './write-back.ts';

const worlds: Record<World, string> = { training: 'Training', sandbox: 'Sandbox', live: 'Live' };

const worldsTold: Record<World, string> = {
  training: 'Built in. Nothing is bought.',
  sandbox: 'The service’s development environment.',
  live: 'Real parcels, real money.',
};

const roles: Record<PrinterRole | 'standby', string> = { label: 'Labels', standby: 'Stands by', document: 'Documents' };

const backupProblems: Record<BackupProblem, string> = {
  'folder-unusable':
    'No copy can be written to this folder. Shipping goes on, but a broken disk would now lose what was booked. Name another folder.',
  'disk-full':
    'There is no room for a copy. Shipping goes on, but a broken disk would now lose what was booked. Free some space, or name another folder.',
  'copy-damaged': 'The last copy could not be read back. It was not kept. Name a folder on another disk.',
  'journal-damaged': 'The journal itself is damaged. Stop shipping, and start Packbench again: it restores the newest good copy.',
};

const commands: Record<Command, string> = {
  BUY: 'Buy the selected service',
  REPRINT: 'Reprint the label',
  ASIDE: ship.aside,
  NEXT: ship.clear,
  FREE: 'Stop waiting',
  PICKUP: 'Request the pickup',
  RESUME: 'Go on after a pause',
  STANDBY: 'Stand-by printer, or back',
};

const hotSkips: Record<SkippedFile['why'], string> = {
  link: 'it is a link to another file. Links are not followed: use the file itself.',
  'no-file': 'it is a pipe or a device, not a file.',
  changing: 'another program is still writing it. It is tried again.',
  'not-allowed': 'Packbench may not read or move it. Change its permissions, or close the program that uses it.',
  'in-use': 'another program has it open. It is tried again.',
  name: 'this computer cannot use its name. Rename it.',
  other: 'it cannot be read or moved. Lay a copy there.',
};

export const setup = {
  title: 'Setup',
  loading: 'Reading the settings',
  save: 'Save',
  saved: 'Saved.',
  notSaved: 'Not saved yet.',
  notSavedMark: 'Not saved',
  wrongs: (count: number) => (count === 1 ? 'One field needs a correction.' : `${count} fields need a correction.`),
  saysSavedWrong: (count: number) =>
    count === 1 ? 'Saved, but the red field stops every parcel' : `Saved, but ${count} red fields stop every parcel`,
  saysSaved: 'Saved',
  saysRefused: 'Not saved. The old settings hold.',
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
    papers: 'Papers',
    mappings: 'Order files',
    sources: 'Order sources',
    writeBack: 'Back to the shop',
    bench: 'Bench',
    benches: 'Benches',
    scanner: 'Scanner',
    commands: 'Command sheet',
  },
  says: {
    steps: 'What is left until the first label',
    account: 'Which service this bench talks to',
    sender: 'Where the parcels come from',
    boxes: 'The boxes on the shelf',
    defaults: 'What a parcel is when nobody says otherwise',
    plan: 'How many shipments a month the plan allows',
    rules: 'Which service is taken, for which order',
    webhooks: 'Whether the service may tell this bench where a parcel is',
    printers: (count: number) =>
      count === 0 ? 'No printer found, and none is chosen' : `${count} ${count === 1 ? 'printer' : 'printers'} to choose from`,
    looking: 'Looking for printers',
    papers: 'Where what is no label goes',
    mappings: 'Where order files come from, and how they are read',
    sources: 'Whose server is asked for orders, and who may send them',
    writeBack: 'Which shop hears what was shipped',
    bench: 'This bench and its people',
    benches: 'Whether this bench shares its orders with others',
    scanner: 'How the scanner of this bench types, and what arrives from it',
    commands: 'Barcodes for hands in gloves',
  },
  /** A token or password: never shown, only replaced or removed. */
  secret: {
    kept: 'Kept, never shown again',
    takeOut: 'Take out',
    takeOutOf: (name: string) => `Take out what is kept: ${name}`,
    takenOut: 'Goes when you save',
    keep: 'Keep it',
    keepOf: (name: string) => `Keep it: ${name}`,
  },
  door: {
    port: 'Port',
    wrongPort: '1024 to 65535.',
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
  plainNotAccepted: 'Not accepted: this way stays closed.',
  trustHost: {
    told: 'If you know this computer, accept it here, then save again.',
    accept: (host: string) => `Use folders of ${host}`,
  },
  mappings: {
    saysTrouble: 'Files in the hot folder need somebody: see why below',
    hotTitle: 'Hot folder',
    hotFolder: 'Folder that is watched',
    hotHint: 'a whole path, empty for none',
    hotNone: 'No folder is watched.',
    hotState: (folder: HotFolder): string => {
      const waits = folder.waiting === 0 ? 'nothing waits in it.' : `${folder.waiting} waiting in it.`;
      switch (folder.is) {
        case 'watching':
          return `Watched: ${waits}`;
        case 'elsewhere':
          return `Bench ${folder.bench} takes its files: ${waits}`;
        case 'asking':
          return `The ledger does not say which bench takes its files: ${waits}`;
        case 'unreachable':
          return 'It cannot be reached. It is looked for every few seconds.';
        case 'unusable':
          return `Its folder “${folder.folder}” is a link, or not a folder. Nothing is taken until a real folder stands there.`;
      }
    },
    hotSkipped: ({ name, why }: SkippedFile) => `“${name}” is not taken: ${hotSkips[why]}`,
    hotMoreSkipped: (count: number) => `${count} more ${count === 1 ? 'file is' : 'files are'} not taken.`,
    hotInError: (name: string, why: string) => `“${name}” is in “error”: ${why}`,
    hotTold:
      'Files laid into “in” there are taken by themselves while Live is open. They end in “done” or “error”, with a result file beside each.',
    told: 'Another bench reads the same files once it has imported them.',
    import: 'Import',
    export: 'Export all',
    emptyTitle: 'No file needed a mapping yet',
    empty: 'Drop an order file with other columns on Orders: its columns are named there, and kept here.',
    columns: { name: 'Mapping', reads: 'Reads the columns', remove: 'Remove' },
    remove: 'Remove',
    removeOf: (name: string) => `Remove the mapping ${name}`,
  },
  sources,
  writeBack,
  worlds,
  worldsTold,
  ...setupAccount,
  scanner: setupScanner,
  steps: {
    title: 'Until the first label',
    names: {
      sender: 'Sender',
      boxes: 'Boxes',
      printer: 'Label printer',
      testLabel: 'Test label',
      commandSheet: 'Command sheet',
      recoveryCode: 'Recovery code',
    },
    told: {
      sender: 'Where the parcels come from, as the service needs it.',
      boxes: 'S, M and L are examples. Enter the boxes on your shelf.',
      printer: 'Choose the printer of the labels. It has to take work.',
      testLabel: 'Print one: it shows that size and darkness are right.',
      commandSheet: 'Print it, hang it up, and scan one of its barcodes.',
      recoveryCode: 'Make it and keep it on paper. Without it a new password or a broken computer can lock the data for good.',
    },
    done: {
      sender: 'The service takes it.',
      boxes: 'Entered.',
      printer: 'It takes work.',
      testLabel: 'It went to the printer.',
      commandSheet: 'One of its barcodes was scanned here.',
      recoveryCode: 'It was made. Keep the paper away from this computer.',
    },
    openOf: (tab: string, step: string) => `${tab}, for the step: ${step}`,
    goOn: 'Each step is ticked by itself, as soon as it is so. This list goes away with the first label.',
    allDone: 'All set. Press F1 and scan the first order. This list goes away with the first label.',
  },
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
    wrongCountry: 'Two letters, like NL.',
    title: 'Sender',
    titleOf: (name: string) => `Sender ${name}`,
    firstName: 'Main',
    shortName: 'Short name',
    wrongName: 'A name that no other sender has.',
    account: 'Account of the service',
    usualAccount: 'The one it is connected with',
    wrongAccount: 'Plain Latin letters only.',
    senders: 'Senders',
    sendersTold:
      'The first sends every parcel for which neither the order nor a rule names another. A return label leads back to the address it was sent from: where returns go elsewhere, that is a sender of its own.',
    usual: 'usual',
    unfit: '(look)',
    add: 'Add a sender',
    makeUsual: 'Make it usual',
    remove: 'Remove',
    removeOf: (name: string) => `Remove sender ${name}`,
    asSent: 'As the service gets it',
    told: 'Printed on labels, and used for customs.',
  },
  boxes: {
    name: 'Name',
    size: 'Length × width × height, cm',
    sizeHint: '40 x 30 x 20',
    weight: 'Empty weight',
    add: 'Add a box',
    remove: 'Remove',
    removeOf: (name: string) => `Remove box ${name}`,
    wrongSize: 'Three lengths, like 40 x 30 x 20.',
    wrongWeight: 'Whole grams.',
    wrongName: 'A name is needed.',
    emptyTitle: 'No boxes',
    empty: 'Add the boxes on your shelf, and each is one key or one scan.',
    told: 'Each barcode here chooses its box when the bench asks for one.',
  },
  defaults: {
    title: 'A parcel, when its order does not say',
    box: 'Box',
    ask: 'Ask each time',
    weight: 'Weight',
    contents: 'Contents',
    value: 'Value',
    currency: 'Currency, where none is given',
    wrongWeight: 'Kilograms, like 2.35.',
    wrongValue: (currency: string) => `An amount above 0 in the coins of ${currency}, like ${exampleIn(currency)}.`,
    wrongCurrency: 'Three letters, like EUR.',
    told: 'What an order says comes first. Empty means: asked at the bench. Nothing is invented.',
    shipmentTitle: 'A shipment, when its order does not say',
    hsCode: 'HS code, outside the customs territory',
    wrongHsCode: 'Six to ten digits.',
    exportDeclaration: 'Export declaration, outside the customs territory',
    pickupTitle: 'Pickup',
    ready: 'Ready time',
    closing: 'Closing time',
    instructions: 'Instructions for the driver',
    zone: 'Time zone of the warehouse',
    wrongTime: 'Hours and minutes, like 16:15.',
  },
  plan: {
    title: 'Plan',
    limit: 'Shipments a month',
    none: 'No limit',
    small: '1,500, one own contract',
    large: '2,500, two own contracts',
    told: 'Counted at this bench, and at all that share a ledger with it as far as it has heard of them, by the months of the warehouse, in the live world. From 90 % on the top bar and Ship say so. Nothing is ever held back: only the service knows what the account has used.',
  },
  webhooks: {
    title: 'Webhooks',
    told: 'The service can deliver tracking updates. Each is written down, answered, and its orders are looked up.',
    isOn: 'Take deliveries of the service',
    fromNetwork: 'Other computers may deliver',
    plainRisk:
      'Deliveries arrive as plain HTTP. Anyone on the way can read the secret address and every delivery, with names and addresses in it. They can then deliver here too.',
    plainInstead: 'To avoid this, run an https:// proxy on this computer, and turn off “Other computers may deliver”.',
    plainAccept: 'I accept that others can read the deliveries',
    reachedAt: 'Reached at',
    reachedAtHint: 'Its own address',
    wrongReachedAt: 'A name, an IP address, or https://…',
    reachedAtTold: 'What the service must call to reach this computer: its public name, or the https:// address of what stands before it.',
    addressTitle: 'Enter this at the service',
    addressTold:
      'In the account settings of the service, as the address for webhooks. Then press its test button: the delivery shows up in Resolve.',
    reachTold:
      'This computer has to be reachable there from outside: your network has to let the port in. While it is off, in another world or not reachable, deliveries are missed. Track still asks the service.',
    secretTold: 'Whoever knows the address can deliver. Make a new one if a stranger may know it.',
    noAddress: 'The address is made when webhooks are turned on.',
    copyAddress: 'Copy the address',
    newAddress: 'Make a new address',
    saysBlocked: 'Webhooks cannot arrive',
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
    standbyTold: 'It takes labels while F7 on Ship sends them there, and where no other label printer is named.',
    byHand: 'Printer by hand',
    queue: (name: string) => `System queue ${name}`,
    tcp: (host: string) => `${host}, raw ZPL`,
    device: (path: string) => `Device ${path}, raw ZPL`,
    folder: (path: string) => `Kept in ${path}`,
    says: {
      ready: 'It takes work now',
      printing: 'It is printing',
      'cannot-say': 'The queue takes jobs, the printer stays silent',
      'keeps-files': 'No printer: documents are files in this folder',
      'not-ready': 'It said so, or does not answer',
      none: 'Give it a role to ask it',
    },
    testLabel: 'Test label',
    testPage: 'Test page',
    testScan: 'Scan the barcode of the test label.',
    testRead: 'The barcode was read.',
    testLook:
      'The steps along both edges are 10 mm each. The fine lines stand apart: where they run together it is too dark, where they break too light, and one white stripe through all of it is a worn head.',
    sent: (title: string, state: string) => `${title}: ${state}`,
    find: 'Look again',
    search: 'Look in the network',
    stopSearch: 'Stop looking',
    foundInNetwork: (count: number) =>
      count === 0
        ? 'No printer answered in the network of this computer.'
        : count === 1
          ? 'One printer in the network.'
          : `${count} printers in the network.`,
    about: ({ model, firmware, dpi, widthMm, heightMm }: PrinterAbout) =>
      `It says: ${[model, firmware && `firmware ${firmware}`, dpi && `${dpi} dpi`, widthMm && `prints ${widthMm} mm wide`, heightMm && `labels ${heightMm} mm long`].filter(Boolean).join(', ')}.`,
    address: 'Address',
    addressHint: 'tcp://10.0.4.31:9100',
    addressTold: 'tcp://host:port or device:PATH for raw ZPL, queue:NAME for a printer of this computer, folder:PATH to keep files.',
    wrongAddress: 'tcp://host:port, device:PATH, queue:NAME or folder:PATH.',
    dpi: 'Dpi',
    width: 'Width',
    height: 'Height',
    wrongSize: 'Millimetres.',
    use: 'Use it',
    emptyTitle: 'No printer found',
    warnings: printerWarnings,
    empty: 'Only printers of this computer are listed by themselves. Look in the network, or type an address below.',
  },
  papers: {
    title: 'Pages that come with a label',
    of: { copy: 'Copies of the label', document: 'Documents: receipts, invoices, advice' },
    places: { 'label-printer': 'Label printer', 'document-printer': 'Document printer', kept: 'Not printed, kept' },
    told: 'A sheet is told by its title, or by what a lead said of its form. It is compared with the order wherever it goes. What is kept prints from the parcel’s history.',
    saveTold: 'For the next label.',
    forms: 'Forms a lead decided on',
    columns: { service: 'Service', form: 'Known by', is: 'Is', by: 'Decided by', forget: 'Ask again' },
    classes: { label: 'Label', copy: 'Copy', document: 'Document' },
    saidBy: (who: string, when: string) => `${who}, ${when}`,
    forget: 'Forget',
    emptyTitle: 'No form was decided on',
    empty: 'Where a sheet beside a label is not known, Ship holds it and asks. What a lead says there is listed here.',
  },
  benches: {
    title: (bench: number | null) => (bench === null ? 'This bench among the others' : `This bench is bench ${bench}`),
    waitsFor: (benches: readonly number[]) =>
      `Nothing is bought before ${benches.length === 1 ? 'bench' : 'benches'} ${benches.join(', ')} reported: switch on what is off.`,
    told: (unreported: number, isKnown: boolean) => {
      if (unreported > 0)
        return `The others have not been told yet of ${unreported} ${unreported === 1 ? 'step' : 'steps'}. That goes on by itself, whichever world is open.`;
      return isKnown
        ? 'The others know everything that happened here, in every world.'
        : 'Whether the others know everything that happened here is not certain before the ledger has been asked for every world.';
    },
    heardAt: (when: string) => `The ledger last answered at ${when}.`,
    mirroredAt: (when: string) => `What the other benches shipped is known here up to ${when}.`,
    neverMirrored: 'What the other benches shipped is not known here yet.',
    neverHeard: 'The ledger has not answered since this bench was started.',
    joinTitle: 'Join the benches of this site',
    joinTold:
      'Benches that pack the same orders ask one ledger before they buy, so that no order is bought twice. A bench alone needs none. Once joined, this bench buys nothing without its ledger, until it leaves it. At a bench that has joined, Setup, Benches shows a code for this one.',
    joinedTold: 'This bench shares its orders with others. Join again only if the ledger moved or this bench was removed.',
    listTitle: 'Benches of this site',
    columns: { bench: 'Bench', heard: 'Last heard', printers: 'Printers', open: 'Left open' },
    bench: (bench: number, isHere: boolean) => (isHere ? `Bench ${bench}, here` : `Bench ${bench}`),
    noKey: 'Cannot read what the others know',
    version: (version: string) => (version === '' ? 'Version not told' : `Version ${version}`),
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
    takeTold:
      'Settle here takes what it left in doubt, shipments and drivers, to Resolve of this bench: look in the account of the service whether it was booked. What it sent in the last ten minutes stays, for it may still hear of it. Once it is back it leaves them to this bench.',
    take: 'Settle here what it left in doubt',
    taken: (taken: number, left: number) =>
      [
        taken === 0 ? 'Nothing was taken.' : `${taken} ${taken === 1 ? 'stands' : 'stand'} in Resolve of this bench now.`,
        left === 0 ? '' : `${left} ${left === 1 ? 'was' : 'were'} sent less than ten minutes ago: try again then.`,
      ]
        .filter(Boolean)
        .join(' '),
    leaveTold:
      'Leave the ledger where this bench packs orders of its own from now on. It works alone then, and keeps its journal: what the others buy it does not hear, what it buys they do not, and an order that is here and there is bought twice. Refused while anything here is under way, in doubt or not told. For good: to come back it joins as a new bench.',
    leave: 'Leave the ledger',
    leaving:
      'This bench is leaving its ledger, which has not said yet that it is gone. Nothing is bought before it does; it is asked again every few seconds.',
    hereTold: 'Another bench vouches for this one, or retires it, where that has to be.',
    vouchTold:
      'Switch it on, and it reports by itself. Vouch for it only where it cannot be switched on: what it sent and did not tell then blocks its orders until a person looks.',
    noVouch: 'The ledger does not wait for this bench.',
    retireTold: 'Retire it where it does not come back: for good, and what it may have sent is asked about. The others get a new key.',
    siteTitle: 'Settings of the site',
    siteTold: (site: { readonly version: number; readonly bench: number } | null) =>
      site === null
        ? 'Each bench has its own. Open this bench in the list to make its settings those of all.'
        : `Senders, boxes, defaults and rules are the same at every bench: version ${site.version}${site.bench > 0 ? `, saved at bench ${site.bench}` : ''}. While the ledger is away they hold as they are, and cannot be changed.`,
    shareTold:
      'Share the settings of this bench, and its senders, boxes, defaults and rules are those of all: what the other benches have of them is replaced, and what is changed at one holds at all. Printers and all else stay the bench’s.',
    share: 'Share those of this bench',
    reason: 'Reason',
    reasonHint: 'How do you know?',
    vouch: (bench: number) => `Vouch for bench ${bench}`,
    retire: (bench: number) => `Retire bench ${bench}`,
    inviteTitle: 'Let one more bench in',
    inviteTold: 'The code joins one bench, once, within ten minutes. Whoever sees it can join by it: show it to nobody else.',
    invite: 'Show a code',
    codeTold: 'On the new bench: Setup, Benches. Scan the code there, or paste its text.',
    code2d: 'Code for the new bench',
    secondsLeft: (seconds: number) => `${Math.floor(seconds / 60)} min ${seconds % 60} s left.`,
    codeOver: 'This code is over.',
    codeGone: 'Done',
    withdraw: 'Withdraw it',
    joinAgain: 'Join again, or another ledger',
    code: 'Code that another bench shows, PBJOIN:…',
    otherWay: { code: 'Enter address and token instead', address: 'Enter a code instead' },
    url: 'Address of the ledger, postgres://…',
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
    confirmTold: 'The benches there can read these names and addresses. Join only if you know this server.',
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
    scanBack: 'Scan each label back on its parcel: the label of another parcel stops the bench',
    wrongName: 'A bench needs a name.',
    backupTitle: 'Copies of the journal',
    backupTold: 'Made every hour and read back. Best on another disk than the data. The newest 48 are kept.',
    backupFolder: 'Folder (empty: beside the data)',
    backupLast: (when: string) => `Last copy: ${when}`,
    backupNone: 'No copy has been made yet.',
    backupProblems,
    witnessTitle: 'Data that was put back',
    witnessTold:
      'Packbench notices by itself when its data folder is put back from an older copy. When this whole computer was put back (an image, a snapshot), only you know: say so before the next parcel.',
    witnessFails: (folder: string) =>
      `The witness of the journal cannot be written to ${folder}. Shipping goes on, but data that is put back would not be noticed. Make this folder writable.`,
    declareRestored: 'I restored this computer',
    declaredTold: 'Every order is asked about now before it is bought. Resolve says what to compare.',
    recoveryTold:
      'With the recovery code and the copies of the journal, another computer can go on where this one ended. Without it only this user of this computer can open them.',
    recoveryMade: (when: string) => `A recovery code was made ${when}. A new one replaces it.`,
    recoveryMake: 'Make a recovery code',
    recoveryOnce: 'Shown once, and kept nowhere. Print it or write it down, and keep it away from this computer.',
    recoveryTitle: 'Recovery code',
    recoveryDone: 'It is on paper',
    print: 'Print',
    pinLost: 'Forgotten, or its file is gone',
    pinKnown: 'The old PIN is known',
    proof: 'Secret of the account, or recovery code',
    wrongPin: '4 to 12 digits.',
    pinTitle: 'PIN of the lead',
    pinTold: 'Asked when an order is shipped again, or a doubt is settled that may cost money twice.',
    pinSet: 'A PIN is set.',
    pinNone: 'No PIN is set: nobody is asked for one.',
    oldPin: 'Old PIN',
    newPin: 'New PIN',
    setPin: 'Set the PIN',
    pinSaved: 'The PIN is set.',
  },
  commands: {
    title: 'Command sheet',
    told: 'Each barcode does what its button does, on the screen where that button stands.',
    print: 'Print the sheet',
    names: commands,
    boxes: 'Boxes',
  },
} as const;
