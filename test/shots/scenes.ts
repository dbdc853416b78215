import type { Page } from 'playwright-core';
import { drawZpl } from '../../electron/training/picture.ts';
import type { Frame, WaitingOrder, Walk } from '../../shared/bench.ts';
import type { Booking } from '../../shared/booking.ts';
import type { Capabilities, Drift } from '../../shared/contract.ts';
import { emptyProduct, noCustomsCosts } from '../../shared/customs.ts';
import { declarationOf } from '../../shared/declaration.ts';
import type { Failure, FailureCode } from '../../shared/failure.ts';
import type { HistoryLine } from '../../shared/history.ts';
import type { CallReply, ResolveItem } from '../../shared/ipc.ts';
import type { Order, OrderKey } from '../../shared/order.ts';
import type { ListedPickup, PickupGroup } from '../../shared/pickup.ts';
import { questionsOf } from '../../shared/question.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { firstSettings, type Setup } from '../../shared/settings.ts';
import type { Respelling, ShipmentProblem } from '../../shared/shipment-check.ts';
import type { Answers, FakePlan } from './fake-station.ts';
import { at, booking, eur, job, labelOf, manyServices, order, parcel, people, sender, service, services } from './people.ts';

export interface Scene extends FakePlan {
  readonly name: string;
  readonly screen: keyof typeof screenKeys;
  /** Also taken at 1920×1080. */
  readonly large?: true;
  /** What the person does before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

/** The function key that opens each screen. */
export const screenKeys = { ship: 'F1', orders: 'F2', pickup: 'F3', track: 'F4', resolve: 'F5', setup: 'F6' } as const;

const failure = (code: FailureCode, detail = ''): Failure => ({ code, ref: 'K7Q2', detail });

const frame: Frame = {
  world: 'live',
  liveProven: true,
  benchName: 'Bench 3',
  packer: 'Zoë Kranjčar',
  service: 'linked',
  labelPrinter: { kind: 'ready' },
  documentPrinter: { kind: 'cannot-say' },
  month: '2026-11',
  monthCount: 1184,
  monthLimit: 1500,
  planNotice: null,
  overdueSince: null,
  leftInDoubt: [],
  toResolve: 5,
  paused: null,
  lostJournal: null,
  lockedData: null,
  journalTrouble: null,
  restored: null,
  backupFails: false,
  witnessFails: false,
  sounds: true,
  revision: 1,
};
const training: Partial<Frame> = { world: 'training', monthCount: 12, monthLimit: null };
const sandbox: Partial<Frame> = { world: 'sandbox', monthCount: 212, monthLimit: null };

// Orders of the day
const jurgen = order('ORD-48213', people.jurgen, [parcel(2350)], {
  noteForPacker: 'Ceramic bowl: two layers of paper, no branded tape.',
});
const noWeight = order('ORD-48213', people.jurgen, [parcel(null)], { noteForPacker: jurgen.noteForPacker });
const francoise = order('ORD-48204', people.francoise, [parcel(2400), parcel(6800), parcel(3150)]);
const sarka = order('ORD-48205', people.sarka, [parcel(1400)]);
const eszter = order('ORD-48219', people.eszter, [parcel(1950)]);
const changes = [
  { field: 'name', written: 'Jürgen Groß', sent: 'Juergen Gross', mayChangeMeaning: false },
  { field: 'company', written: 'Café שלום', sent: 'Cafe shlvm', mayChangeMeaning: true },
];

const booked = booking(jurgen);
const second = booking(francoise, {
  service: service('DHL Express', 'Worldwide'),
  price: eur(7120),
  consignmentNo: '4417 2209 66',
  jobs: [
    job('b-ORD-48204', 'printed', { piece: 1, pieces: 3 }),
    job('b-ORD-48204', 'sent', { piece: 2, pieces: 3, changedAt: at('16:11:56') }),
    job('b-ORD-48204', 'queued', { piece: 3, pieces: 3 }),
    job('b-ORD-48204', 'sent', { id: 'papers', role: 'document', title: 'Customs invoice', format: 'PDF' }),
  ],
});
const shipped = booking(sarka, {
  service: service('GLS', 'EuroBusiness'),
  price: eur(985),
  packer: 'Tomáš Říha',
  consignmentNo: '9031 5528 0151',
  changedAt: at('14:02'),
  onParcelAt: at('14:02'),
});
const unknown = booking(eszter, {
  state: 'unknown',
  service: service('GLS', 'EuroBusiness'),
  price: eur(1040),
  openedAt: at('13:41'),
  changedAt: at('13:41:07'),
  orderNo: '',
  consignmentNo: '',
  verdict: null,
  jobs: [],
});
const doubtful = booking(order('ORD-48198', people.inaki, [parcel(3300)]), {
  verdict: { kind: 'cannot-compare', why: 'The label is a picture without readable text.' },
  jobs: [],
});
/** As a PDF comes to the window: a picture. */
const [drawnLabel = new Uint8Array()] = await drawZpl(Buffer.from(labelOf(doubtful.order)), { widthMm: 102, heightMm: 152, dpmm: 8 });
const counted = booking(order('ORD-48198', people.inaki, [parcel(3300), parcel(900), parcel(1200)]), {
  verdict: { kind: 'wrong-number', labels: 2, parcels: 3, returnLabels: 0, returnAsked: true },
  jobs: [],
});
const history: HistoryLine[] = (
  [
    ['13:59:41', 'draft', ''],
    ['13:59:41', 'scanned', 'weight: 1.4'],
    ['13:59:42', 'quoted', '6 services'],
    ['14:00:03', 'intent', 'GLS EuroBusiness, 9.85 EUR, advised as cheapest, CO2'],
    ['14:00:03', 'sending', ''],
    ['14:00:04', 'answered', 'HTTP 200, 18422 bytes'],
    ['14:00:04', 'booked', '4822981'],
    ['14:00:04', 'label-match', ''],
    ['14:00:04', 'print-queued', 'label 1 of 1, copy 0'],
    ['14:00:04', 'print-at', 'tcp://10.0.4.31:9100'],
    ['14:00:04', 'print-sending', ''],
    ['14:00:06', 'printed', 'The printer counted the label.'],
    ['14:00:07', 'tracked', 'Arranged'],
    ['14:02:00', 'on-parcel', ''],
  ] as const
).map(([time, what, detail], index) => ({ sequence: index + 1, at: at(time), what, detail, by: 'Tomáš Říha' }));
const lukasz = order('ORD-48211', people.lukasz, [parcel(1100)]);
const wrong = booking(jurgen, { jobs: [], verdict: { kind: 'other', found: ['Łukasz Wójcik', 'ul. Długa 45/3', '80-831 Gdańsk'] } });

const last: Booking[] = [
  booking(order('ORD-48212', people.aoife, [parcel(900)]), {
    service: service('DHL Express', 'Worldwide'),
    consignmentNo: '4417 2209 6653',
    changedAt: at('14:05'),
    jobs: [job('b-ORD-48212', 'sent')],
  }),
  booking(order('ORD-48211', people.lukasz, [parcel(2100)]), {
    consignmentNo: '0528 7741 9936 20',
    changedAt: at('14:03'),
    onParcelAt: at('14:04'),
  }),
  booking(order('ORD-48210', people.soren, [parcel(2100)]), {
    service: service('GLS', 'EuroBusiness'),
    consignmentNo: '9031 5528 0147',
    changedAt: at('13:58'),
    onParcelAt: at('13:59'),
  }),
  booking(order('ORD-48208', people.chloe, [parcel(2100)]), {
    consignmentNo: '0528 7741 9931 25',
    changedAt: at('13:51'),
    onParcelAt: at('13:52'),
  }),
  booking(order('ORD-48207', people.inaki, [parcel(2100)]), {
    service: service('UPS', 'Standard'),
    consignmentNo: '1Z A83 V61 68 0442 17',
    changedAt: at('13:47'),
  }),
];

const toSwitzerland = order(
  'ORD-48233',
  { ...people.jurgen, country: 'CH', postalCode: '8001', city: 'Zürich', eori: 'CHE-116.281.710' },
  [
    {
      ...parcel(2350),
      hsCode: '691200',
      products: [
        {
          ...emptyProduct,
          quantity: 2,
          code: 'BOWL-24',
          description: 'Ceramic bowl',
          originCountry: 'PT',
          weightGrams: 900,
          value: eur(3245),
          hsCode: '691200',
        },
        { ...emptyProduct, code: 'LID-24', description: 'Lid', originCountry: 'PT', weightGrams: 200, value: eur(900) },
      ],
    },
  ],
  {
    incoterms: 'DDP',
    preferredDate: '2026-02-30',
    customsCosts: { ...noCustomsCosts, transport: eur(1250), exportDeclaration: 'The exporter of the products covered by this document' },
    thirdParties: [{ type: 'Broker', address: { ...people.lukasz, company: 'Zollbüro Basel AG' } }],
  },
);
const customsProblems: ShipmentProblem[] = [
  { part: 'shipment', field: 'preferredDate', stops: true, sentence: 'The preferred date "2026-02-30" is no day like 2026-11-24' },
  {
    part: 'product',
    parcel: 0,
    index: 1,
    field: 'hsCode',
    stops: true,
    sentence: 'The HS code of product 2 is missing',
  },
];

const respelt = order('ORD-48226', { ...people.jurgen, company: 'Café שלום' }, [{ ...parcel(1200), contents: 'Schüssel, Größe 3' }], {
  reference: 'Käufer Nº 12 ✓',
  deliveryInstructions: 'Bitte klingeln, 3. Stock, Tür links',
});
const guessProblems: ShipmentProblem[] = [
  {
    part: 'recipient',
    field: 'company',
    stops: true,
    sentence: 'The company of the recipient "Café שלום" is not in Latin letters: write it anew, perhaps "Cafe shlvm"',
    guess: { written: 'Café שלום', sent: 'Cafe shlvm' },
  },
];
const respellings: Respelling[] = [
  { part: 'recipient', field: 'name', written: 'Jürgen Groß', sent: 'Juergen Gross' },
  { part: 'recipient', field: 'street', written: 'Straße des 17. Juni', sent: 'Strasse des 17. Juni' },
  { part: 'shipment', field: 'reference', written: 'Käufer Nº 12 ✓', sent: 'Kaufer No 12 v' },
  {
    part: 'shipment',
    field: 'deliveryInstructions',
    written: 'Bitte klingeln, 3. Stock, Tür links',
    sent: 'Bitte klingeln, 3. Stock, Tuer links',
  },
  { part: 'parcel', index: 0, field: 'contents', written: 'Schüssel, Größe 3', sent: 'Schussel, Grosse 3' },
];
const wrongSender = {
  ...sender,
  phone: '',
  email: 'verzending',
  city: 'Ann Arbor',
  country: 'US',
  postalCode: '48104',
  street2: 'שלום',
};
const senderProblems: ShipmentProblem[] = [
  { part: 'sender', field: 'phone', stops: true, sentence: 'The phone number of the sender is missing' },
  { part: 'sender', field: 'email', stops: true, sentence: '"verzending" is no e-mail address of the sender' },
  {
    part: 'sender',
    field: 'province',
    stops: true,
    sentence: 'US needs the official code of a state or province',
  },
  {
    part: 'sender',
    field: 'street2',
    stops: true,
    sentence: 'The second address line of the sender "שלום" is not in Latin letters: write it anew, perhaps "shlvm"',
  },
];

// The lists of the other screens
const rowOf = (of: Order, state: Booking['state'] | null = null, time = '13:55'): CallReply<'orders'>['rows'][number] => ({
  order: of,
  booking: state && { id: `b-${of.key}`, state, changedAt: at(time), shipmentNo: 1 },
  questions: questionsOf(of, false),
});
const orderRows = [
  rowOf(order('ORD-48231', people.malgorzata, [parcel(1200)])),
  rowOf(order('ORD-48232', people.gunther, [parcel(850)])),
  rowOf(order('ORD-48233', people.ines, [parcel(3700), parcel(3700)])),
  rowOf(order('ORD-48234', people.asa, [parcel(null)])),
  rowOf(order('ORD-48235', people.dragos, [parcel(2100)])),
  rowOf(order('ORD-48236', people.gulsah, [parcel(600)])),
  rowOf(eszter, 'unknown', '13:41'),
  rowOf(order('ORD-48230', people.thora, [parcel(3300)]), 'booked', '13:55'),
];
const problem = (line: number, orderKey: string, reason: string) => ({
  file: 'orders-2026-11-19.csv',
  line,
  orderKey,
  reason,
  row: `${orderKey};…`,
});
const problems = [
  problem(17, 'ORD-48240', 'House number is missing: “Rue de la Gare”'),
  problem(58, 'ORD-48281', 'Country “UKK” is not a country code'),
  problem(93, 'ORD-48316', 'Weight “1,2,5” is not a number'),
];

const pickup = (more: Partial<ListedPickup>): ListedPickup => ({
  days: ['2026-11-19'],
  cutOff: '17:30',
  id: 'p-1',
  state: 'booked',
  courierKey: 'gls',
  courierName: 'GLS',
  date: '2026-11-19',
  readyTime: '15:45',
  closingTime: '17:30',
  instructions: 'Dock 2, ring twice',
  dropOffPoint: null,
  bookingIds: Array.from({ length: 11 }, (_none, index) => `b-${String(index)}`),
  collectionNo: 'GLS-771204',
  manifestFormat: 'PDF',
  manifestTold: 'Sent to the document printer',
  said: [],
  changedAt: at('15:58'),
  ...more,
});
const waits = (courierKey: string, courierName: string, more: Partial<PickupGroup>): PickupGroup => ({
  courierKey,
  courierName,
  days: ['2026-11-19'],
  cutOff: '18:00',
  today: 6,
  leftOver: 0,
  leftOverSince: '',
  notOut: [],
  droppable: { today: 0, leftOver: 0 },
  ...more,
});
const pickups: CallReply<'pickups'> = {
  today: '2026-11-19',
  groups: [
    waits('dpd', 'DPD', {
      cutOff: '17:00',
      today: 21,
      leftOver: 2,
      leftOverSince: '2026-11-18',
      droppable: { today: 20, leftOver: 2 },
    }),
    waits('dhl-express', 'DHL Express', {}),
  ],
  requested: [
    pickup({}),
    pickup({
      id: 'p-0',
      courierKey: 'dpd',
      courierName: 'DPD',
      date: '2026-11-18',
      collectionNo: 'DPD-305518',
      bookingIds: Array.from({ length: 31 }, (_none, index) => `c-${String(index)}`),
      changedAt: at('16:21', '2026-11-18'),
    }),
  ],
};
const pickupUnknown = pickup({
  id: 'p-2',
  state: 'unknown',
  courierKey: 'ups',
  courierName: 'UPS',
  collectionNo: '',
  manifestFormat: null,
});

const onItsWay = booking(order('ORD-48021', people.sarka, [parcel(1400)]), {
  service: service('GLS', 'EuroBusiness'),
  consignmentNo: '9031 5528 0098',
  openedAt: at('14:02', '2026-11-17'),
  changedAt: at('14:02', '2026-11-17'),
  onParcelAt: at('14:03', '2026-11-17'),
});
const event = (at: string, status: string, courierStatus: string, location: string, signer = '') => ({
  at,
  status,
  courierStatus,
  location,
  signer,
});
const tracked: CallReply<'track'> = {
  booking: onItsWay,
  tracked: {
    orderNo: '4802107',
    status: 'In Transit',
    consignmentNo: '9031 5528 0098',
    courierKey: 'gls',
    courierName: 'GLS',
    serviceKey: 'ebp',
    serviceName: 'EuroBusiness',
    items: [
      {
        itemNo: '1',
        status: 'In Transit',
        trackingNo: 'ZC7Q 41KD',
        link: 'https://gls-group.eu/track/ZC7Q41KD',
        events: [
          event('2026-11-17 15:02', 'Arranged', 'Pickup arranged', '’s-Hertogenbosch, Netherlands'),
          event('2026-11-17 19:30', 'Collected', 'Collected by the driver', '’s-Hertogenbosch, Netherlands'),
          event('2026-11-18 22:05', 'In Transit', 'Sorted at the hub', 'Praha, Czechia'),
          event('2026-11-19 06:48', 'In Transit', 'Arrived at the delivery depot', 'Brno, Czechia'),
          event('2026-11-19 13:12', 'In Transit', 'Out for delivery', 'Brno, Czechia'),
        ],
      },
    ],
  },
  uploads: [],
};
const oneOfTwo: CallReply<'track'> = {
  ...tracked,
  tracked: {
    ...tracked.tracked,
    status: 'Collected',
    items: [
      ...tracked.tracked.items,
      { itemNo: '2', status: 'Collected', trackingNo: 'ZC7Q 41KE', link: '', events: tracked.tracked.items[0]?.events.slice(0, 2) ?? [] },
    ],
  },
};
const justBooked: CallReply<'track'> = {
  ...tracked,
  tracked: {
    ...tracked.tracked,
    status: 'Arranged',
    items: tracked.tracked.items.map((item) => ({ ...item, events: item.events.slice(0, 1) })),
  },
};
const invoice = {
  orderNo: '4822981',
  id: 'u-1',
  bookingId: 'b-ORD-48204',
  documentType: 'Customs Invoice' as const,
  name: 'invoice-48204.pdf',
  mediaType: 'application/pdf',
  state: 'unknown' as const,
  said: 'The service did not answer.',
  changedAt: at('11:20'),
};
const underWay = [
  booking(order('ORD-48102', people.sian, [parcel(900)]), { changedAt: at('15:10', '2026-11-14') }),
  booking(order('ORD-48077', people.nuno, [parcel(900)]), { changedAt: at('11:42', '2026-11-13') }),
  booking(order('ORD-48121', people.helene, [parcel(900)]), { changedAt: at('09:30', '2026-11-15') }),
];

const exchange = {
  sentAt: at('13:41:07'),
  sent: 'action        ship\nservice_id    20712\nlabel_format  ZPL\nco2 0, insurance 0',
  answer: 'HTTP 504 after 30.0 s\ncontent-type: text/html\n<html><head><title>504 Gateway Time-out</title></head>…',
};
const printUnknown = job('b-ORD-48198', 'print-unknown', { piece: 2, pieces: 2, changedAt: at('12:57') });
const unconfirmed = booking(jurgen, { jobs: [job('b-ORD-48213', 'print-unknown')] });
const unreadable: ResolveItem[] = problems.map((each) => ({ kind: 'row-unreadable', id: `r-${each.line}`, problem: each }));
const toResolve: ResolveItem[] = [
  { kind: 'booking-unknown', booking: unknown, exchange },
  { kind: 'journal-restored', restored: { backupAt: at('13:00'), restoredAt: at('13:47') } },
  { kind: 'print-unconfirmed', job: printUnknown, booking: booking(order('ORD-48198', people.inaki, [parcel(3300), parcel(900)])) },
  { kind: 'upload-open', upload: invoice, booking: second },
  { kind: 'pickup-unknown', pickup: pickupUnknown, exchange: { ...exchange, sent: 'action   pickup\ncourier  ups\ndate     2026-11-19' } },
  { kind: 'label-doubtful', booking: doubtful },
  ...unreadable.slice(0, 1),
  {
    kind: 'webhook-not-understood',
    delivery: {
      id: 'd-1',
      receivedAt: at('12:05:33'),
      contentType: 'application/json',
      sizeBytes: 78,
      payload: '{"event":"webhook.test","created_at":"2026-11-19T11:05:33.000Z","order":null}',
      isWhole: true,
      others: 3,
    },
  },
  { kind: 'put-aside', booking: booking(order('ORD-48209', people.ines, [parcel(3700)]), { changedAt: at('12:20') }) },
];

const papersDue: ResolveItem[] = (
  [
    ['manifest', 'OTHER'],
    ['manifest', 'ZPL'],
    ['remarks', 'PNG'],
    ['invoice', null],
  ] as const
).map(([paper, format]) => ({
  kind: 'paper-due',
  ownerId: 'p-1',
  paper,
  format,
  why: paper === 'invoice' ? '' : 'It came as something else than a PDF.',
  pickup: paper === 'manifest' ? pickup({ manifestFormat: format === 'ZPL' ? 'ZPL' : 'OTHER', manifestTold: '' }) : null,
  booking: paper === 'manifest' ? null : booking(toSwitzerland),
}));

const setup: Setup = {
  settings: {
    ...firstSettings,
    world: 'live',
    connections: {
      training: null,
      sandbox: { baseUrl: 'https://api.example.com/api/json', account: '' },
      live: { baseUrl: 'https://api.example.com/api/json', account: '' },
    },
    benchName: 'Bench 3',
    packer: 'Zoë Kranjčar',
    sender,
    defaults: { boxId: 'M', weightGrams: null, contents: 'Ceramics', value: null },
    labelPrinter: { address: 'tcp://10.0.4.30:9100', dpi: 203, widthMm: 102, heightMm: 152 },
    documentPrinter: { address: 'queue:HP LaserJet M404', dpi: 300, widthMm: 210, heightMm: 297 },
    monthLimit: 1500,
    pickup: { readyTime: '16:15', closingTime: '17:30', instructions: 'Dock 2, ring twice' },
  },
  hasCredentials: { training: false, sandbox: true, live: true },
  hasLeadPin: true,
  recoveryMadeAt: at('09:12'),
  backup: { folder: '/var/lib/packbench/backups', lastAt: at('16:00:02'), problem: null },
  witness: { folder: '/home/packer/.local/state/packbench/0c4fe41f8a2b', fails: false },
  firstSteps: { testLabel: true, commandSheet: false },
  dictionaryProblems: [],
  webhooks: { door: { is: 'shut' }, address: '', lastAt: null },
};
const learned: Capabilities = {
  checkedAt: at('09:12:40'),
  baseUrl: 'https://api.example.com',
  environment: 'environment',
  instructions: 'both',
  serviceIdSurvivesQuote: true,
  anyCaseOfEnums: true,
  secondShipRefused: null,
  results: { quote: 'record', track: 'list', service_points: 'list' },
  errors: 'list',
  errorStatus: 200,
};
const driftSeen: Drift[] = [{ at: at('14:20:05'), action: 'track', what: 'result: list became map' }];
const receiving: Setup = {
  ...setup,
  settings: { ...setup.settings, webhooks: { isOn: true, port: 8740, reachedAt: 'https://hooks.houtman.example', secret: '4f1c' } },
  webhooks: {
    door: { is: 'open', port: 8740 },
    address: 'https://hooks.houtman.example/webhook/live-4f1c9a03d27be85510c6e2f7b94d138a60f2',
    lastAt: at('16:02:41'),
  },
};
const found: CallReply<'findPrinters'> = [
  { address: 'tcp://10.0.4.30:9100', name: 'Zebra ZD421', status: { kind: 'ready' } },
  { address: 'tcp://10.0.4.31:9100', name: 'Zebra ZT230', status: { kind: 'not-ready', reason: 'out-of-labels' } },
  { address: 'queue:HP LaserJet M404', name: 'HP LaserJet M404', status: { kind: 'cannot-say' } },
  { address: 'queue:Brother QL-1110', name: 'Brother QL-1110', status: { kind: 'cannot-say' } },
];

/** A working day; a scene names only what differs. */
const usual: Answers = {
  checkOrder: ok({ problems: [], respellings: [] }),
  lastShipments: ok(last),
  drawSheet: ok([{ format: 'ZPL', bytes: labelOf(francoise, 2, 3) }]),
  drawLabel: ok([{ format: 'ZPL', bytes: labelOf(doubtful.order) }]),
  orders: ok({ total: orderRows.length, rows: orderRows }),
  pickups: ok(pickups),
  track: ok(tracked),
  underWay: ok({ total: 214, rows: underWay }),
  toResolve: ok(toResolve),
  setup: ok(setup),
  explain: ok({ cause: '' }),
  saveSettings: ok(setup),
  setLeadPin: ok(setup),
  resetLeadPin: ok(setup),
  declareRestored: ok(setup),
  makeRecoveryCode: ok({ code: 'K7QHT-2MZRD-XWB8N-4CJFP-9VESG' }),
  findPrinters: ok(found),
  askPrinter: ok({ kind: 'ready' }),
  checkSender: ok({ asSent: { ...sender, name: 'Houtman Keramiek BV', city: "'s-Hertogenbosch" }, problems: [] }),
  reprint: ok({}),
  openTrackingLink: ok({ host: 'gls-group.eu' }),
  importOrders: ok({ file: 'orders-2026-11-19.csv', rows: 140, taken: 125, unchanged: 0, held: 0, problems, skipped: [], told: [] }),
  chooseOrderFile: ok({ file: 'orders-2026-11-19.csv', rows: 140, taken: 125, unchanged: 0, held: 0, problems, skipped: [], told: [] }),
  saveOrder: ok({}),
  requestPickup: ok(pickup({ id: 'p-3', courierKey: 'dpd', courierName: 'DPD', collectionNo: 'DPD-305611' })),
};

interface Play {
  readonly walk?: Walk;
  readonly waiting?: WaitingOrder[];
  readonly frame?: Partial<Frame>;
  readonly answers?: Answers;
  readonly large?: true;
  readonly act?: (page: Page) => Promise<void>;
}

function scene(name: string, screen: Scene['screen'], play: Play = {}): Scene {
  const { walk, waiting = [], frame: frameChange, answers, ...rest } = play;
  return {
    name,
    screen,
    snapshot: { seq: 1, frame: { ...frame, ...frameChange }, bench: { walkNo: 7, walk: walk ?? { step: 'ready' }, waiting } },
    answers: { ...usual, ...answers },
    ...rest,
  };
}

/** A call that is still on its way after so long. */
const neverAnswered = async (
  page: Page,
  name: 'requestPickup' | 'track' | 'printForeignLabel',
  act: () => Promise<void>,
): Promise<void> => {
  await page.evaluate((call) => {
    Object.assign(window.station, { [call]: () => new Promise(() => undefined) });
  }, name);
  await act();
  await page.getByText('WORKING', { exact: true }).waitFor();
  await page.clock.setFixedTime(at('16:12:14'));
  await page.getByText(/14 s/).first().waitFor();
};

const nextOrders: WaitingOrder[] = [people.helene, people.jurgen].map(({ name, city }, index) => {
  const { key } = order(`ORD-4821${5 + index}`, people.helene, []);
  return { code: key, orderKey: key, name, city };
});

const choosing: Extract<Walk, { step: 'choosing' }> = {
  step: 'choosing',
  order: jurgen,
  bookingId: 'b-ORD-48213',
  quote: { id: 'q-1', askedAt: at('16:12'), services: [...services], said: [] },
  serviceId: '20711',
  advised: { serviceId: '20711', why: 'cheapest' },
  extras: { co2: true, insurance: false, servicePoint: null },
  wish: { co2: true, insurance: false, servicePoint: null, pointOf: '' },
  declared: null,
  points: null,
  notice: null,
};
const open = ['08.00-20.00'];
const hours = { Monday: open, Tuesday: open, Wednesday: open, Thursday: open, Friday: open, Saturday: ['09.00-14.00'], Sunday: [] };
const points = [
  {
    keycode: 'DE-10623-1',
    name: 'Späti am Zoo',
    street: 'Hardenbergstraße 27',
    postalCode: '10623',
    city: 'Berlin',
    country: 'DE',
    distanceKm: 0.4,
  },
  {
    keycode: 'DE-10625-4',
    name: 'Blumen Çelik',
    street: 'Kantstraße 88',
    postalCode: '10627',
    city: 'Berlin',
    country: 'DE',
    distanceKm: 1.1,
  },
  {
    keycode: 'DE-10629-2',
    name: 'Kiosk Weißbach',
    street: 'Mommsenstraße 4',
    postalCode: '10629',
    city: 'Berlin',
    country: 'DE',
    distanceKm: null,
  },
].map((point) => ({ ...point, hours }));

const dropOffPoints = [
  { keycode: 'NL-5211-3', name: 'Tabakswinkel De Markt', street: 'Markt 41', postalCode: '5211 JK', distanceKm: 0.9 },
  { keycode: 'NL-5223-1', name: 'Primera Helftheuvel', street: 'Helftheuvelpassage 8', postalCode: '5224 AM', distanceKm: 1.8 },
].map((point) => ({ ...point, city: "'s-Hertogenbosch", country: 'NL', hours }));

const nothing: Result<never> = failed(failure('number-not-found'));
const refused: Answers = { requestPickup: failed(failure('pickup-already-requested')) };

/** The scene of this name. */
export function sceneOf(name: string): Scene {
  const found = scenes.find((each) => each.name === name);
  if (!found) throw new Error(`no scene ${name}`);
  return found;
}

export const scenes: readonly Scene[] = [
  // Ship: one scene per step of the walk, and the states within
  scene('ship-ready', 'ship', { large: true, frame: { toResolve: 1 } }),
  scene('ship-ready-first', 'ship', { frame: { ...training, toResolve: 0 }, answers: { lastShipments: ok([]) } }),
  scene('ship-ready-on-its-way', 'ship', {
    frame: { toResolve: 1 },
    answers: { toResolve: ok([{ kind: 'booking-on-its-way', booking: { ...unknown, state: 'sending' } }]) },
  }),
  scene('ship-ready-restored', 'ship', {
    frame: { toResolve: 1, restored: { backupAt: at('13:00'), restoredAt: at('13:47') } },
    answers: { toResolve: ok(toResolve.slice(1, 2)) },
  }),
  scene('ship-ready-printer-out', 'ship', {
    frame: { labelPrinter: { kind: 'not-ready', reason: 'out-of-labels' }, service: 'unreachable' },
  }),
  scene('ship-ready-plan-near', 'ship', { frame: { monthCount: 1412, planNotice: 'near' } }),
  scene('ship-ready-plan-reached', 'ship', { frame: { monthCount: 1500, planNotice: 'reached' } }),
  scene('ship-open-from-before', 'ship', {
    frame: {
      leftInDoubt: [
        { is: 'booking', name: 'ORD-48213' },
        { is: 'print', name: 'Label ORD-48210' },
        { is: 'scan', name: 'ORD-48214' },
        { is: 'scan', name: 'ORD-48215' },
      ],
    },
  }),
  scene('ship-looking-up', 'ship', { walk: { step: 'looking-up', code: 'ORD-48213' } }),
  scene('ship-asking-weight', 'ship', {
    large: true,
    walk: { step: 'asking', order: noWeight, questions: [{ kind: 'weight', parcel: 0, found: '' }], changes, refused: false },
  }),
  scene('ship-asking-box', 'ship', {
    walk: {
      step: 'asking',
      order: order('ORD-48213', people.jurgen, [{ ...parcel(null), boxName: '', lengthCm: null, widthCm: null, heightCm: null }]),
      questions: [
        { kind: 'box', parcel: 0, found: '' },
        { kind: 'weight', parcel: 0, found: '' },
      ],
      changes: [],
      refused: false,
    },
  }),
  scene('ship-asking-house-number', 'ship', {
    walk: {
      step: 'asking',
      order: order('ORD-48240', { ...people.helene, street: 'Rue de la Gare', houseNumber: '' }, [parcel(900)]),
      questions: [{ kind: 'house-number', parcel: null, found: 'Rue de la Gare' }],
      changes: [],
      refused: true,
    },
  }),
  scene('ship-quoting', 'ship', { walk: { step: 'quoting', order: jurgen, since: at('16:12'), isBehind: false } }),
  scene('ship-paused', 'ship', { frame: { paused: { since: at('13:44'), why: 'unknown' } } }),
  scene('ship-paused-unreachable', 'ship', {
    frame: { service: 'unreachable', paused: { since: at('13:44'), why: 'unreachable' } },
    answers: { resumeBooking: failed(failure('service-unreachable')) },
    act: (page) => page.keyboard.press('F10'),
  }),
  scene('ship-paused-choosing', 'ship', { frame: { paused: { since: at('13:44'), why: 'unknown' } }, walk: choosing }),
  scene('ship-choosing', 'ship', { large: true, frame: { liveProven: false }, walk: choosing }),
  scene('ship-choosing-changed', 'ship', { walk: { ...choosing, notice: failure('price-changed') } }),
  scene('ship-choosing-customs', 'ship', {
    walk: {
      ...choosing,
      order: toSwitzerland,
      declared: declarationOf({ ...sender, eori: '' }, toSwitzerland),
    },
  }),
  scene('ship-choosing-many', 'ship', {
    large: true,
    frame: training,
    walk: { ...choosing, order: { ...jurgen, noteForPacker: '' }, quote: { ...choosing.quote, services: [...manyServices] } },
  }),
  scene('ship-choosing-many-last', 'ship', {
    frame: training,
    walk: { ...choosing, serviceId: '20802', quote: { ...choosing.quote, services: [...manyServices] } },
  }),
  scene('ship-choosing-said', 'ship', {
    walk: {
      ...choosing,
      order: { ...jurgen, noteForPacker: '' },
      quote: { ...choosing.quote, said: ['PostNL does not collect from this postal code on Thursday.'] },
    },
  }),
  scene('ship-choosing-points', 'ship', { walk: { ...choosing, points } }),
  scene('ship-choosing-point-chosen', 'ship', {
    walk: { ...choosing, points, extras: { ...choosing.extras, servicePoint: points[1] ?? null } },
  }),
  scene('ship-choosing-no-points', 'ship', { walk: { ...choosing, points: [] } }),
  scene('ship-booking', 'ship', {
    walk: {
      step: 'booking',
      booking: booking(jurgen, { state: 'sending', orderNo: '', consignmentNo: '', jobs: [] }),
      doing: 'sending',
      since: at('16:11:36'),
    },
  }),
  scene('ship-confirm-label', 'ship', {
    walk: { step: 'confirm-label', booking: doubtful },
    answers: { drawLabel: ok([{ format: 'PNG', bytes: drawnLabel }]) },
  }),
  scene('ship-confirm-label-count', 'ship', {
    walk: { step: 'confirm-label', booking: counted },
    answers: {
      drawLabel: ok([
        { format: 'PNG', bytes: drawnLabel },
        { format: 'ZPL', bytes: labelOf(counted.order, 2, 3) },
      ]),
    },
  }),
  scene('ship-wrong-label', 'ship', {
    walk: { step: 'wrong-label', booking: wrong },
    answers: { drawLabel: ok([{ format: 'ZPL', bytes: labelOf(lukasz) }]) },
  }),
  scene('ship-printing', 'ship', { frame: training, walk: { step: 'printing', booking: second } }),
  scene('ship-printing-next-waits', 'ship', { walk: { step: 'printing', booking: second }, waiting: nextOrders }),
  scene('ship-printing-waits', 'ship', {
    frame: { labelPrinter: { kind: 'not-ready', reason: 'out-of-labels' } },
    walk: {
      step: 'printing',
      booking: booking(jurgen, { jobs: [job('b-ORD-48213', 'queued', { detail: 'printer-out-of-labels' })] }),
    },
    answers: { drawSheet: ok([{ format: 'ZPL', bytes: labelOf(jurgen) }]) },
  }),
  scene('ship-done', 'ship', { large: true, walk: { step: 'done', booking: booked, failure: null } }),
  scene('ship-done-warned', 'ship', { walk: { step: 'done', booking: { ...booked, said: ['Delivery may be delayed'] }, failure: null } }),
  scene('ship-done-not-printed', 'ship', {
    walk: {
      step: 'done',
      booking: booking(jurgen, { jobs: [job('b-ORD-48213', 'failed')] }),
      failure: failure('print-failed', 'The bytes of this sheet are gone from the journal.'),
    },
  }),
  scene('ship-done-papers', 'ship', {
    walk: {
      step: 'done',
      booking: {
        ...booking(toSwitzerland),
        papersDue: ['remarks', 'invoice'],
        jobs: [
          job('b-ORD-48233', 'printed'),
          job('b-ORD-48233', 'sent', {
            id: 'papers',
            role: 'document',
            title: 'Customs invoice',
            format: 'PDF',
            detail: '/home/packing/Documents/Packbench/documents/Customs-invoice-ORD-48233.pdf',
          }),
        ],
      },
      failure: null,
    },
  }),
  scene('ship-done-unconfirmed', 'ship', {
    walk: {
      step: 'done',
      booking: unconfirmed,
      failure: failure('print-unknown', 'The connection broke while the label was sent.'),
    },
    answers: {
      toResolve: ok([
        ...toResolve,
        ...unconfirmed.jobs.map((each) => ({ kind: 'print-unconfirmed' as const, job: each, booking: unconfirmed })),
      ]),
    },
  }),
  scene('ship-done-label-of-another', 'ship', {
    walk: {
      step: 'done',
      booking: booking(jurgen, { jobs: [job('b-ORD-48213', 'printed')] }),
      failure: failure('label-on-wrong-parcel', 'ORD-48211'),
    },
  }),
  scene('ship-done-insured', 'ship', {
    walk: {
      step: 'done',
      booking: booking(eszter, {
        service: service('DHL Express', 'Economy Select'),
        extras: { co2: true, insurance: true, servicePoint: null },
        trackingNos: ['JVGL0679888897263438'],
        jobs: [job('b-ORD-48219', 'sent')],
      }),
      failure: null,
    },
  }),
  scene('ship-scan-refused', 'ship', {
    walk: choosing,
    answers: { scan: failed(failure('scan-not-understood', 'K3-88-0417')) },
    act: (page) => page.keyboard.type('K3-88-0417\n'),
  }),
  scene('ship-paused-scan-refused', 'ship', {
    frame: { paused: { since: at('13:44'), why: 'unknown' } },
    walk: choosing,
    answers: { scan: failed(failure('scan-not-understood', 'K3-88-0417')) },
    act: (page) => page.keyboard.type('K3-88-0417\n'),
  }),
  scene('ship-wrong-label-scan-refused', 'ship', {
    walk: { step: 'wrong-label', booking: wrong },
    answers: { drawLabel: ok([{ format: 'ZPL', bytes: labelOf(lukasz) }]), scan: failed(failure('scan-not-understood', 'K3-88-0417')) },
    act: (page) => page.keyboard.type('K3-88-0417\n'),
  }),
  scene('ship-already-shipped', 'ship', { walk: { step: 'already-shipped', booking: shipped, failure: null } }),
  scene('ship-already-shipped-next-waits', 'ship', {
    walk: { step: 'already-shipped', booking: shipped, failure: null },
    waiting: nextOrders,
  }),
  scene('ship-may-be-shipped', 'ship', {
    walk: { step: 'may-be-shipped', order: noWeight, restored: { backupAt: at('13:00'), restoredAt: at('13:47') } },
  }),
  scene('ship-which-order', 'ship', {
    walk: {
      step: 'which-order',
      code: '1001',
      orders: [
        { order: { ...noWeight, key: '#1001' as OrderKey }, booking: shipped },
        { order: { ...noWeight, key: '1001' as OrderKey, source: 'orders-2026-11-19.csv' }, booking: null },
      ],
    },
  }),
  scene('ship-ask-po-box', 'ship', {
    walk: {
      step: 'asking',
      order: noWeight,
      questions: [{ kind: 'po-box', parcel: null, found: 'Postfach 12 34' }],
      changes: [],
      refused: false,
    },
  }),
  scene('ship-ask-hs-code-again', 'ship', {
    walk: {
      step: 'asking',
      order: noWeight,
      questions: [{ kind: 'hs-code', parcel: 0, found: '691200' }],
      changes: [],
      refused: false,
    },
  }),
  scene('ship-disk-low', 'ship', { frame: { journalTrouble: 'disk-low' } }),
  scene('journal-lost', 'ship', {
    frame: {
      world: null,
      lostJournal: {
        world: 'live',
        keptAs: ['/home/bench/.config/packbench/journal-live-4f1c-main.sqlite.damaged-2026-11-19T13-47-12.101Z'],
        backupFolder: '/mnt/backup/packbench',
      },
    },
  }),
  scene('data-locked', 'ship', { frame: { world: null, toResolve: 0, lockedData: { backupFolder: '/mnt/backup/packbench' } } }),
  scene('data-locked-refused', 'ship', {
    frame: { world: null, toResolve: 0, lockedData: { backupFolder: '/mnt/backup/packbench' } },
    answers: { recover: failed(failure('recovery-code-wrong')) },
    act: async (page) => {
      await page.getByLabel('Recovery code').fill('K7QHT-2MZRD-XWB8N-4CJFP-9VESG');
      await page.keyboard.press('F10');
    },
  }),
  scene('ship-history', 'ship', {
    walk: { step: 'already-shipped', booking: shipped, failure: null },
    answers: { timeline: ok({ booking: shipped, lines: history, isWhole: true }) },
    act: (page) => page.keyboard.press('F11'),
  }),
  scene('ship-history-broken', 'ship', {
    walk: { step: 'already-shipped', booking: shipped, failure: null },
    answers: { timeline: ok({ booking: shipped, lines: history.slice(0, 5), isWhole: false }) },
    act: (page) => page.keyboard.press('F11'),
  }),
  scene('ship-unknown', 'ship', { walk: { step: 'unknown', booking: unknown } }),
  scene('ship-stopped', 'ship', {
    walk: { step: 'stopped', code: 'ORD-99999', order: null, failure: failure('order-not-found'), problems: [] },
  }),
  scene('ship-stopped-rejected', 'ship', {
    walk: {
      step: 'stopped',
      code: 'ORD-48213',
      order: jurgen,
      failure: failure('booking-rejected', 'Postal code 10623 is not served'),
      problems: [],
    },
  }),
  scene('ship-stopped-explained', 'ship', {
    walk: {
      step: 'stopped',
      code: 'ORD-48213',
      order: jurgen,
      failure: {
        ...failure('booking-rejected', 'd_postal 10623 is not served by this courier'),
        cause: 'The postal code is missing or not right for this country. Correct the postal code of the order.',
      },
      problems: [],
    },
  }),
  scene('ship-stopped-problems', 'ship', {
    answers: { order: ok(toSwitzerland), checkOrder: ok({ problems: customsProblems, respellings: [] }) },
    walk: {
      step: 'stopped',
      code: toSwitzerland.key,
      order: toSwitzerland,
      failure: failure('order-incomplete'),
      problems: customsProblems,
    },
  }),
  scene('ship-stopped-guess', 'ship', {
    walk: { step: 'stopped', code: respelt.key, order: respelt, failure: failure('order-incomplete'), problems: guessProblems },
  }),
  scene('orders-edit-respelt', 'ship', {
    answers: { order: ok(respelt), checkOrder: ok({ problems: guessProblems, respellings }) },
    walk: { step: 'stopped', code: respelt.key, order: respelt, failure: failure('order-incomplete'), problems: guessProblems },
    act: (page) => page.keyboard.press('F7'),
  }),
  scene('ship-stopped-sender', 'ship', {
    walk: { step: 'stopped', code: jurgen.key, order: jurgen, failure: failure('sender-incomplete'), problems: senderProblems },
  }),
  scene('setup-sender-wrong', 'ship', {
    answers: {
      setup: ok({ ...setup, settings: { ...setup.settings, sender: wrongSender } }),
      checkSender: ok({ asSent: wrongSender, problems: senderProblems }),
    },
    walk: { step: 'stopped', code: jurgen.key, order: jurgen, failure: failure('sender-incomplete'), problems: senderProblems },
    act: (page) => page.keyboard.press('F7'),
  }),
  scene('ship-stuck', 'ship', { walk: { step: 'stuck', ref: 'K7Q2' } }),

  scene('orders', 'orders', {
    frame: sandbox,
    large: true,
    answers: { toResolve: ok(unreadable) },
    act: async (page) => {
      await page.getByRole('button', { name: 'Choose a file' }).click();
      await page.getByRole('button', { name: 'ORD-48231' }).click();
    },
  }),
  scene('orders-empty', 'orders', {
    frame: { ...training, toResolve: 0 },
    answers: { orders: ok({ total: 0, rows: [] }), toResolve: ok([]) },
  }),
  scene('orders-file-unreadable', 'orders', {
    answers: { chooseOrderFile: failed(failure('order-file-unreadable', 'The file ends inside a quoted field.')) },
    act: (page) => page.getByRole('button', { name: 'Choose a file' }).click(),
  }),
  scene('orders-edit-customs', 'ship', {
    answers: { order: ok(toSwitzerland), checkOrder: ok({ problems: customsProblems, respellings: [] }) },
    walk: {
      step: 'stopped',
      code: toSwitzerland.key,
      order: toSwitzerland,
      failure: failure('order-incomplete'),
      problems: customsProblems,
    },
    act: (page) => page.keyboard.press('F7'),
  }),
  scene('orders-edit-customs-below', 'ship', {
    answers: { order: ok(toSwitzerland), checkOrder: ok({ problems: customsProblems, respellings: [] }) },
    walk: {
      step: 'stopped',
      code: toSwitzerland.key,
      order: toSwitzerland,
      failure: failure('order-incomplete'),
      problems: customsProblems,
    },
    act: async (page) => {
      await page.keyboard.press('F7');
      await page.getByRole('button', { name: 'Remove product 2' }).focus();
    },
  }),
  scene('orders-new', 'orders', { act: (page) => page.getByRole('button', { name: 'New order' }).click() }),

  scene('pickup', 'pickup', { large: true }),
  scene('pickup-empty', 'pickup', { answers: { pickups: ok({ today: '2026-11-19', groups: [], requested: [] }) } }),
  scene('pickup-unknown', 'pickup', { answers: { pickups: ok({ ...pickups, requested: [pickupUnknown, ...pickups.requested] }) } }),
  scene('pickup-under-way', 'pickup', {
    answers: { pickups: ok({ ...pickups, groups: [], requested: [pickup({ state: 'sending', collectionNo: '', manifestFormat: null })] }) },
  }),
  scene('pickup-many', 'pickup', {
    answers: {
      pickups: ok({
        ...pickups,
        groups: ['DHL', 'DHL Express', 'DPD', 'GLS', 'PostNL', 'TNT', 'UPS', 'FedEx', 'bpost'].map((name) =>
          waits(name, name, { days: ['2026-11-20'], leftOver: 1, leftOverSince: '2026-11-18' }),
        ),
      }),
    },
  }),
  scene('pickup-doubtful', 'pickup', {
    answers: { pickups: ok({ ...pickups, groups: [waits('dpd', 'DPD', { days: ['2026-11-20'], notOut: ['ORD-48190'] })] }) },
    act: (page) => page.getByLabel('Date').fill('2027-11-21'),
  }),
  scene('pickup-requested', 'pickup', { act: (page) => page.keyboard.press('F12') }),
  scene('pickup-saved', 'pickup', {
    frame: training,
    answers: {
      requestPickup: ok(
        pickup({
          id: 'p-3',
          courierKey: 'dpd',
          courierName: 'DPD',
          collectionNo: 'DPD-305611',
          manifestTold: '/home/packing/Documents/Packbench/documents/Manifest-DPD-2026-11-19-DPD-305611.pdf',
        }),
      ),
    },
    act: (page) => page.keyboard.press('F12'),
  }),
  scene('pickup-second-driver', 'pickup', { act: (page) => page.getByRole('option', { name: 'GLS' }).click() }),
  scene('pickup-asked-again', 'pickup', {
    act: async (page) => {
      await page.getByRole('option', { name: 'GLS' }).click();
      await page.getByLabel('Closing time').fill('15:30');
      await page.getByLabel('Why is a second driver needed?').fill('The van was full');
    },
  }),
  scene('pickup-waiting', 'pickup', { act: (page) => neverAnswered(page, 'requestPickup', () => page.keyboard.press('F12')) }),
  scene('pickup-manifest-as-text', 'pickup', {
    answers: { requestPickup: ok(pickup({ id: 'p-3', courierKey: 'dpd', courierName: 'DPD', manifestFormat: 'OTHER', manifestTold: '' })) },
    act: (page) => page.keyboard.press('F12'),
  }),
  scene('pickup-rejected', 'pickup', {
    answers: {
      requestPickup: failed({
        ...failure('pickup-rejected', 'c_time must be before the cut-off of 16:30'),
        cause: 'The day or the time of collection is not possible. Choose a later time or another day.',
      }),
    },
    act: (page) => page.keyboard.press('F12'),
  }),
  scene('pickup-drop-off-points', 'pickup', {
    answers: { dropOffPoints: ok(dropOffPoints) },
    act: async (page) => {
      await page.keyboard.press('P');
      await page.getByText('Drop-off points near the sender').waitFor();
    },
  }),
  scene('pickup-drop-off-none', 'pickup', { answers: { dropOffPoints: ok([]) }, act: (page) => page.keyboard.press('P') }),
  scene('pickup-drop-off-chosen', 'pickup', {
    answers: { dropOffPoints: ok(dropOffPoints) },
    act: async (page) => {
      await page.keyboard.press('P');
      await page.getByText('Drop-off points near the sender').waitFor();
      await page.keyboard.press('2');
    },
  }),
  scene('pickup-dropped-off', 'pickup', {
    answers: {
      requestPickup: ok(
        pickup({
          id: 'p-3',
          courierKey: 'dpd',
          courierName: 'DPD',
          collectionNo: 'DPD-305611',
          instructions: '',
          dropOffPoint: dropOffPoints[1] ?? null,
        }),
      ),
    },
    act: (page) => page.keyboard.press('F12'),
  }),
  scene('pickup-text-refused', 'pickup', {
    answers: {
      requestPickup: failed(
        failure('text-not-sendable', 'The instructions "שלום" is not in Latin letters: write it anew, perhaps "shlvm"'),
      ),
    },
    act: async (page) => {
      await page.getByLabel('Instructions').fill('שלום');
      await page.keyboard.press('F12');
    },
  }),
  scene('pickup-refused-twice', 'pickup', { answers: refused, act: (page) => page.keyboard.press('F12') }),
  scene('pickup-after-restore', 'pickup', {
    answers: { requestPickup: failed(failure('pickup-may-be-requested')) },
    act: (page) => page.keyboard.press('F12'),
  }),

  scene('track-start', 'track'),
  scene('track', 'track', { large: true, act: (page) => page.keyboard.type('9031 5528 0098\n', { delay: 60 }) }),
  scene('track-two-parcels', 'track', {
    answers: { track: ok(oneOfTwo) },
    act: (page) => page.keyboard.type('9031 5528 0098\n', { delay: 60 }),
  }),
  scene('track-attaching', 'track', {
    act: async (page) => {
      await page.keyboard.type('9031 5528 0098\n', { delay: 60 });
      await page.getByRole('button', { name: 'Attach papers' }).click();
    },
    answers: { track: ok({ ...tracked, uploads: [invoice, { ...invoice, id: 'u-2', state: 'accepted', name: 'origin-48204.docx' }] }) },
  }),
  scene('track-of-another-bench', 'track', {
    answers: { track: ok({ ...oneOfTwo, booking: null }), printForeignLabel: failed(failure('label-not-compared')) },
    act: async (page) => {
      await page.keyboard.type('ZC7Q 41KE\n', { delay: 60 });
      await page.getByText('This bench did not book it.').waitFor();
      await page.keyboard.press('F8');
    },
  }),
  scene('track-just-booked', 'track', {
    answers: { track: ok(justBooked) },
    act: (page) => page.keyboard.type('9031 5528 0098\n', { delay: 60 }),
  }),
  scene('track-looking-up', 'track', {
    act: (page) => neverAnswered(page, 'track', () => page.keyboard.type('9031 5528 0098\n', { delay: 60 })),
  }),
  scene('track-printing-foreign', 'track', {
    answers: { track: ok({ ...oneOfTwo, booking: null }) },
    act: async (page) => {
      await page.keyboard.type('ZC7Q 41KE\n', { delay: 60 });
      await page.getByText('This bench did not book it.').waitFor();
      await neverAnswered(page, 'printForeignLabel', () => page.keyboard.press('F8'));
    },
  }),
  scene('track-not-found', 'track', { answers: { track: nothing }, act: (page) => page.keyboard.type('12345\n', { delay: 60 }) }),
  scene('track-empty', 'track', { answers: { underWay: ok({ total: 0, rows: [] }) } }),

  scene('resolve', 'resolve', { large: true }),
  scene('resolve-two-prints', 'resolve', {
    frame: { toResolve: 2 },
    answers: {
      toResolve: ok([
        { kind: 'print-unconfirmed', job: printUnknown, booking: booking(order('ORD-48198', people.inaki, [parcel(3300), parcel(900)])) },
        { kind: 'print-unconfirmed', job: { ...printUnknown, id: 'second', bookingId: second.id }, booking: second },
      ]),
      settlePrint: ok(printUnknown),
    },
  }),
  scene('resolve-empty', 'resolve', { frame: { toResolve: 0 }, answers: { toResolve: ok([]) } }),
  ...toResolve.slice(1).map((item) =>
    scene(`resolve-${item.kind}`, 'resolve', {
      frame: { toResolve: 1 },
      answers: { toResolve: ok([item]) },
    }),
  ),
  ...papersDue.map((item) =>
    scene(`resolve-paper-due-${item.kind === 'paper-due' ? `${item.paper}-${item.format ?? 'none'}`.toLowerCase() : ''}`, 'resolve', {
      frame: { toResolve: 1 },
      answers: {
        toResolve: ok([item]),
        drawPaper: ok([{ format: 'ZPL', bytes: labelOf(toSwitzerland) }]),
        savePaper: ok({ file: '/home/packing/Documents/Packbench/documents/Manifest-DPD-2026-11-19.html' }),
      },
      act: async (page) => {
        if (item.kind === 'paper-due' && item.paper !== 'invoice') await page.getByRole('button', { name: 'Save as a file' }).click();
      },
    }),
  ),
  scene('resolve-unreadable', 'resolve', {
    answers: {
      toResolve: ok([
        { kind: 'item-unreadable', of: 'booking-unknown', id: 'b-1', ref: 'K7Q2' },
        { kind: 'item-unreadable', of: 'upload-open', id: '', ref: 'M4TX' },
        ...toResolve,
      ]),
    },
  }),
  scene('resolve-unreadable-list', 'resolve', {
    answers: { toResolve: ok([{ kind: 'item-unreadable', of: 'upload-open', id: '', ref: 'M4TX' }]) },
  }),
  scene('resolve-on-its-way', 'resolve', {
    answers: { toResolve: ok([{ kind: 'booking-on-its-way', booking: { ...unknown, state: 'sending' } }, ...toResolve]) },
  }),
  scene('resolve-raw-answer', 'resolve', { act: (page) => page.getByRole('button', { name: 'Show: Raw answer' }).click() }),
  scene('resolve-upload-explained', 'resolve', {
    frame: { toResolve: 1 },
    answers: {
      toResolve: ok([
        { kind: 'upload-open', upload: { ...invoice, state: 'rejected', said: 'media type image/webp not allowed' }, booking: second },
      ]),
      explain: ok({ cause: 'The document was not taken. Use a smaller PDF and try again.' }),
    },
  }),
  scene('resolve-label-of-another', 'resolve', {
    frame: { toResolve: 1 },
    answers: { toResolve: ok([{ kind: 'label-doubtful', booking: wrong }]), drawLabel: ok([{ format: 'ZPL', bytes: labelOf(lukasz) }]) },
  }),

  scene('first-run', 'setup', {
    large: true,
    frame: {
      world: null,
      benchName: 'Bench 1',
      packer: '',
      service: 'not-connected',
      labelPrinter: { kind: 'none' },
      documentPrinter: { kind: 'none' },
      monthCount: 0,
      monthLimit: null,
      toResolve: 0,
    },
    answers: {
      recover: ok(setup),
      setup: ok({
        settings: firstSettings,
        hasCredentials: { training: false, sandbox: false, live: false },
        hasLeadPin: false,
        recoveryMadeAt: null,
        backup: { folder: '/var/lib/packbench/backups', lastAt: null, problem: null },
        witness: { folder: '/home/packer/.local/state/packbench/0c4fe41f8a2b', fails: false },
        firstSteps: { testLabel: false, commandSheet: false },
        dictionaryProblems: [],
        webhooks: { door: { is: 'shut' }, address: '', lastAt: null },
      }),
    },
  }),
  scene('setup-first-steps', 'setup', {
    answers: { lastShipments: ok([]) },
    act: (page) => page.getByRole('tab', { name: 'First steps' }).click(),
  }),
  scene('setup-bench-recovery-code', 'setup', {
    answers: { setup: ok({ ...setup, hasLeadPin: false }) },
    act: async (page) => {
      await page.getByRole('tab', { name: 'Bench' }).click();
      await page.getByRole('button', { name: 'Make a recovery code' }).click();
      await page.getByText('K7QHT').waitFor();
    },
  }),
  scene('setup-bench-witness-fails', 'setup', {
    frame: { witnessFails: true },
    answers: { setup: ok({ ...setup, witness: { ...setup.witness, fails: true } }) },
    act: (page) => page.getByRole('tab', { name: 'Bench' }).click(),
  }),
  scene('setup-bench-below', 'setup', {
    act: async (page) => {
      await page.getByRole('tab', { name: 'Bench' }).click();
      await page.getByRole('button', { name: 'I restored this computer' }).focus();
    },
  }),
  scene('first-run-bring-back', 'setup', {
    frame: {
      world: null,
      benchName: 'Bench 1',
      packer: '',
      service: 'not-connected',
      labelPrinter: { kind: 'none' },
      documentPrinter: { kind: 'none' },
      monthCount: 0,
      monthLimit: null,
      toResolve: 0,
    },
    act: (page) => page.getByRole('button', { name: 'Bring a bench back from its copies' }).click(),
  }),
  scene('setup-unsaved', 'setup', {
    act: async (page) => {
      await page.getByRole('tab', { name: 'Sender' }).click();
      await page.getByLabel('City').fill('Vught');
      await page.getByRole('tab', { name: 'Plan' }).click();
    },
  }),
  scene('setup-printers', 'setup', { large: true, act: (page) => page.getByRole('tab', { name: 'Printers' }).click() }),
  ...[
    { name: 'setup-webhooks', answer: setup },
    { name: 'setup-webhooks-on', answer: receiving },
    {
      name: 'setup-webhooks-blocked',
      answer: { ...receiving, webhooks: { ...receiving.webhooks, door: { is: 'blocked', why: 'port-in-use', port: 8740 } as const } },
    },
  ].map(({ name, answer }) =>
    scene(name, 'setup', { answers: { setup: ok(answer) }, act: (page) => page.getByRole('tab', { name: 'Webhooks' }).click() }),
  ),
  ...[
    { name: 'setup-contract-live', world: 'live' as const, answer: { step: null, learned, drift: [] } },
    { name: 'setup-contract-never', world: 'sandbox' as const, answer: { step: null, learned: null, drift: [] } },
    { name: 'setup-contract-asking', world: 'sandbox' as const, answer: { step: 'service-id' as const, learned, drift: [] } },
    { name: 'setup-contract-learned', world: 'sandbox' as const, answer: { step: null, learned, drift: [] } },
    { name: 'setup-contract-drift', world: 'sandbox' as const, answer: { step: null, learned, drift: driftSeen } },
  ].map(({ name, world, answer }) =>
    scene(name, 'setup', {
      frame: { ...frame, world },
      answers: { contractReport: ok(answer) },
      act: async (page) => {
        await page.getByRole('button', { name: 'Contract check' }).click();
        if (name.endsWith('drift')) await page.getByText('Also book in the sandbox').click();
      },
    }),
  ),
  scene('setup-webhooks-copied', 'setup', {
    answers: { setup: ok(receiving) },
    act: async (page) => {
      await page.getByRole('tab', { name: 'Webhooks' }).click();
      await page.getByRole('button', { name: 'Copy the address' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Copied').waitFor();
    },
  }),
  scene('setup-defaults-zone-refused', 'setup', {
    answers: {
      saveSettings: failed(failure('setting-invalid', 'No time zone is called "Amsterdam". One is called Europe/Amsterdam.')),
    },
    act: async (page) => {
      await page.getByRole('tab', { name: 'Defaults' }).click();
      await page.getByLabel('Time zone of the warehouse').fill('Amsterdam');
      await page.keyboard.press('F10');
    },
  }),
  scene('setup-dictionary-unreadable', 'setup', {
    answers: { setup: ok({ ...setup, dictionaryProblems: [{ pattern: 'E-99(' }] }) },
  }),
  scene('setup-account-rejected', 'setup', {
    answers: { connect: failed(failure('credentials-rejected', 'Invalid key or secret')) },
    act: async (page) => {
      await page.getByLabel('Key', { exact: true }).fill('PB-KEY');
      await page.getByLabel('Secret', { exact: true }).fill('wrong');
      await page.keyboard.press('F10');
    },
  }),
  scene('setup-account-address-refused', 'setup', {
    answers: { connect: failed(failure('url-not-allowed', 'http://api.example.com')) },
    act: async (page) => {
      await page.getByLabel('Key', { exact: true }).fill('PB-KEY');
      await page.getByLabel('Secret', { exact: true }).fill('secret');
      await page.keyboard.press('F10');
    },
  }),
  scene('setup-account-wrong-name', 'setup', {
    act: async (page) => {
      await page.getByLabel('Key', { exact: true }).fill('PB-KEY');
      await page.getByLabel('Secret', { exact: true }).fill('right');
      await page.getByLabel('Account, optional').fill('Zürich');
    },
  }),
  ...['Account', 'Sender', 'Boxes', 'Defaults', 'Plan', 'Bench', 'Command sheet'].map((name) =>
    scene(`setup-${name.toLowerCase().replace(' ', '-')}`, 'setup', {
      frame: { liveProven: false },
      act: (page) => page.getByRole('tab', { name }).click(),
    }),
  ),
];
