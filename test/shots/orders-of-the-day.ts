import { drawZpl } from '../../electron/training/picture.ts';
import type { WaitingOrder } from '../../shared/bench.ts';
import type { Booking } from '../../shared/booking.ts';
import type { CallReply } from '../../shared/ipc.ts';
import type { Order, RowProblem } from '../../shared/order.ts';
import { noPlan, type OrderPlan } from '../../shared/order-plan.ts';
import { questionsOf } from '../../shared/question.ts';
import type { Settings } from '../../shared/settings.ts';
import { at, booking, eur, job, labelOf, order, parcel, people, service } from './people.ts';

// Orders of the day
export const jurgen = order('ORD-48213', people.jurgen, [parcel(2350)], {
  noteForPacker: 'Ceramic bowl: two layers of paper, no branded tape.',
});
export const noWeight = order('ORD-48213', people.jurgen, [parcel(null)], { noteForPacker: jurgen.noteForPacker });
export const francoise = order('ORD-48204', people.francoise, [parcel(2400), parcel(6800), parcel(3150)]);
/** A whole address with a company and a second line, and more items than are visible at once. */
export const manyItems = order('ORD-48231', { ...people.francoise, street2: 'Hinterhaus, 2. Stock' }, [parcel(2400), parcel(6800)], {
  noteForPacker: jurgen.noteForPacker,
  lines: [
    { name: 'Bowl Dommel, cobalt', sku: 'HK-BWL-22-CO', quantity: 2, price: eur(3245) },
    { name: 'Espresso cups Maas, white, set of 4', sku: 'HK-CUP-4-WH', quantity: 12, price: eur(4490) },
    { name: 'Linen cloth, natural', sku: 'HK-LIN-NA', quantity: 3, price: eur(1890) },
    { name: 'Gift card, written by hand', sku: '', quantity: 1, price: eur(0) },
    { name: 'Serving plate Waal, oval', sku: 'HK-PLT-38', quantity: 1, price: eur(5900) },
  ],
});
/** The ordinary case: a company and three items, and no note. */
export const threeItems = order('ORD-48232', people.francoise, [parcel(4100)], { lines: manyItems.lines.slice(0, 3) });
const names = ['Bowl Dommel, cobalt', 'Espresso cups Maas, white, set of 4', 'Linen cloth, natural', 'Serving plate Waal, oval, 38 cm'];
/** An order of a shop with its own warehouse; `count` lines. */
const orderOfLines = (key: string, count: number): Order =>
  order(key, people.francoise, [parcel(4100)], {
    noteForPacker: 'Ceramic bowls: two layers of paper, no branded tape.',
    lines: Array.from({ length: count }, (_each, at) => ({
      name: names[at % names.length] ?? '',
      sku: `HK-${String(1000 + at * 37)}-${at % 3 === 0 ? 'CO' : 'WH'}`,
      quantity: [2, 1, 3, 12][at % 4] ?? 1,
      price: eur(1890 + at),
      barcodes: ['4006381333931'],
      shelf: `${'ABC'[at % 3] ?? 'A'}-${String(12 + at)}-${String((at % 4) + 1)}`,
      ...(at % 7 === 1 && { isGift: true }),
      ...(at % 7 === 4 && { needsSerial: true }),
    })),
  });
/** One, eight and sixty lines, and names of every length. */
/** An order with pictures of all items but each third one. */
export const withPictures = (order: Order): Order => ({
  ...order,
  lines: order.lines.map((line, at) => (at % 3 === 2 ? line : { ...line, picture: `https://cdn.example.com/${line.sku || at}.png` })),
});

export const oneLine = orderOfLines('ORD-48233', 1);
export const eightLines = orderOfLines('ORD-48234', 8);
export const sixtyLines = orderOfLines('ORD-48235', 60);
export const longLines = order('ORD-48236', people.francoise, [parcel(4100)], {
  lines: [
    {
      name: 'Hand-thrown stoneware serving bowl with two handles, reactive glaze in cobalt and sand, 38 cm, dishwasher safe, second choice',
      sku: 'HOUTMAN-KERAMIEK-BOWL-38-COBALT-SAND-SECOND-CHOICE-2026',
      quantity: 9999,
      price: null,
      shelf: 'HALL-2/ROW-14/BAY-03/LEVEL-5',
      isGift: true,
      needsSerial: true,
    },
    { name: 'Descaling tablets for fully automatic coffee machines, refill pack of ten', sku: '', quantity: 1, price: null },
    { name: 'Mug', sku: 'MUG', quantity: 3, price: null, shelf: 'B-1' },
  ],
});
/** Two orders to one address, in two spellings. */
export const inHandToJurgen = order('A-23', people.jurgen, [parcel(null)], {
  noteForPacker: 'two layers of paper.',
  lines: eightLines.lines.slice(0, 3),
});
export const alsoToJurgen = order(
  'A-17',
  { ...people.jurgen, name: 'J. Gross', street: 'Str. d. 17. Juni 135', houseNumber: '' },
  [parcel(null)],
  {
    lines: [
      { name: 'Teapot Linge, sand', sku: 'TEA-LIN', quantity: 1, price: null, shelf: 'B-14-1' },
      { name: 'Tea tin, 100 g', sku: 'TIN-100', quantity: 1, price: null, shelf: 'C-07-2' },
    ],
  },
);
const sarka = order('ORD-48205', people.sarka, [parcel(1400)]);
export const eszter = order('ORD-48219', people.eszter, [parcel(1950)]);
export const changes = [
  { field: 'name', written: 'Jürgen Groß', sent: 'Juergen Gross', mayChangeMeaning: false },
  { field: 'company', written: 'Café שלום', sent: 'Cafe shlvm', mayChangeMeaning: true },
];

export const booked = booking(jurgen);
export const second = booking(francoise, {
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
export const shipped = booking(sarka, {
  service: service('GLS', 'EuroBusiness'),
  price: eur(985),
  packer: 'Tomáš Říha',
  consignmentNo: '9031 5528 0151',
  changedAt: at('14:02'),
  onParcelAt: at('14:02'),
});
export const unknown = booking(eszter, {
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
export const doubtful = booking(order('ORD-48198', people.inaki, [parcel(3300)]), {
  verdict: { kind: 'cannot-compare', why: { code: 'label-is-picture' } },
  jobs: [],
});
const form = {
  isFirst: false,
  widthMm: 102,
  heightMm: 152,
  words: 'HOW TO HAND IN YOUR PARCEL USE STRONG TAPE COVER OLD LABELS WITH PAPER GIVE IT TO THE DRIVER'.split(' '),
};
export const unknownSheet: CallReply<'labelPages'> = [
  { page: 1, is: 'label', labels: 1, form: null, place: 'label-printer' },
  { page: 2, is: 'unclear', labels: 0, form, place: 'kept' },
];
/** The picture of that sheet. */
export const unknownSheetDrawn = new TextEncoder().encode(
  [
    '^XA^CI28^PW812^LL1218^FO40,60^A0N,64,58^FDHOW TO HAND IN^FS^FO40,135^A0N,64,58^FDYOUR PARCEL^FS',
    '^FO40,230^GB732,4,4^FS^FO40,270^A0N,44,40^FDUSE STRONG TAPE^FS^FO40,330^A0N,44,40^FDCOVER OLD LABELS^FS',
    '^FO40,390^A0N,44,40^FDWITH PAPER^FS^XZ',
  ].join('\n'),
);
export const labelAndCopy: CallReply<'labelPages'> = [
  { page: 1, is: 'label', labels: 1, form: null, place: 'label-printer' },
  { page: 2, is: 'copy', labels: 0, form: null, place: 'kept' },
];
export const withUnknownSheet: Booking = { ...doubtful, verdict: { kind: 'cannot-compare', why: { code: 'sheet-without-name' } } };
export const decidedForms: Settings['forms'] = [
  {
    ...form,
    id: 'f-1',
    courierKey: 'dhl',
    serviceKey: 'express',
    service: 'DHL, Express Worldwide',
    is: 'document',
    decidedBy: 'Zoë Kranjčar',
    decidedAt: at('09:41'),
  },
  {
    ...form,
    id: 'f-2',
    courierKey: 'dpd',
    serviceKey: 'classic',
    service: 'DPD, Classic',
    words: ['SENDER', 'KEEPS', 'THIS', 'PART', 'WEIGHT', 'SERVICE'],
    is: 'copy',
    decidedBy: 'Zoë Kranjčar',
    decidedAt: at('11:20'),
  },
];
/** A PDF label as the window receives it: a picture. */
export const [drawnLabel = new Uint8Array()] = await drawZpl(Buffer.from(labelOf(doubtful.order)), {
  widthMm: 102,
  heightMm: 152,
  dpmm: 8,
});
export const counted = booking(order('ORD-48198', people.inaki, [parcel(3300), parcel(900), parcel(1200)]), {
  verdict: { kind: 'wrong-number', labels: 2, parcels: 3, returnLabels: 0, returnAsked: true },
  jobs: [],
});
export const lukasz = order('ORD-48211', people.lukasz, [parcel(1100)]);
export const wrong = booking(jurgen, { jobs: [], verdict: { kind: 'other', found: ['Łukasz Wójcik', 'ul. Długa 45/3', '80-831 Gdańsk'] } });

export const last: Booking[] = [
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
// Lists of the other screens
const rowOf = (
  of: Order,
  state: Booking['state'] | null = null,
  time = '13:55',
  plan: Partial<OrderPlan> = {},
): CallReply<'orders'>['rows'][number] => ({
  order: of,
  plan: { ...noPlan, ...plan },
  booking: state && { id: `b-${of.key}`, state, changedAt: at(time), shipmentNo: 1 },
  questions: questionsOf(of, false),
  receivedFrom: null,
});
export const orderRows = [
  rowOf(order('ORD-48231', people.malgorzata, [parcel(1200)])),
  rowOf(order('ORD-48232', people.gunther, [parcel(850)])),
  { ...rowOf(order('ORD-48233', people.ines, [parcel(3700), parcel(3700)])), sameAddress: 'ORD-48229' as Order['key'] },
  rowOf(order('ORD-48234', people.asa, [parcel(null)])),
  rowOf(order('ORD-48235', people.dragos, [parcel(2100)])),
  rowOf(order('ORD-48236', people.gulsah, [parcel(600)])),
  rowOf(eszter, 'unknown', '13:41'),
  rowOf(order('ORD-48230', people.thora, [parcel(3300)]), 'booked', '13:55'),
];
const held = { by: 'Zoë Kranjčar', at: at('13:41'), why: 'The customer moves on Friday', isBack: false };
export const plannedRows = [
  rowOf(order('ORD-48231', people.malgorzata, [parcel(1200)]), null, '', { priority: 'high', shipBy: '2026-11-19' }),
  rowOf(order('ORD-48232', people.gunther, [parcel(850)]), null, '', { held, shipBy: '2026-11-20' }),
  rowOf(order('ORD-48233', people.ines, [parcel(3700), parcel(3700)]), null, '', { shipBy: '2026-11-18' }),
  rowOf(order('ORD-48234', people.asa, [parcel(null)]), null, '', { priority: 'low' }),
  ...orderRows.slice(4),
];
/** The same with a held order that left as a letter instead. */
export const otherwiseRows = plannedRows.map((row) =>
  row.plan.held
    ? {
        ...row,
        plan: { ...row.plan, held: { ...held, why: 'Stamped, in the box at the door', otherwise: 'letter' as const } },
        mayShopKnow: true,
      }
    : row,
);
/** The same with a held order that another bench changed. */
const changedRows = (isPast: boolean) =>
  plannedRows.map((row) =>
    row.plan.held ? { ...row, plan: { ...row.plan, held: { ...row.plan.held, by: '', why: '', changedBy: 5, isPast } } } : row,
  );
/** The site key that decrypts the change has not arrived. */
export const encryptedRows = changedRows(false);
/** The ledger no longer keeps the change. */
export const pastRows = changedRows(true);
export const problem = (line: number, orderKey: string, reason: RowProblem['reason']): RowProblem => ({
  file: 'orders-2026-11-19.csv',
  line,
  orderKey,
  reason,
  row: `${orderKey};…`,
});
export const problems = [
  problem(17, 'ORD-48240', { code: 'size-malformed', column: 'length_cm', written: '40 cm' }),
  problem(58, 'ORD-48281', { code: 'amount-without-currency', column: 'value', written: '64.90' }),
  problem(93, 'ORD-48316', { code: 'weight-malformed', written: '1,2,5' }),
];
export const unconfirmed = booking(jurgen, { jobs: [job('b-ORD-48213', 'print-unknown')] });
export const nextOrders: WaitingOrder[] = [people.helene, people.jurgen].map(({ name, city }, index) => {
  const { key } = order(`ORD-4821${5 + index}`, people.helene, []);
  return { code: key, orderKey: key, name, city };
});
