import type { Workflow } from '../../../shared/bench.ts';
import { declarationOf } from '../../../shared/declaration.ts';
import type { HistoryLine } from '../../../shared/history.ts';
import { joinOrders } from '../../../shared/joined.ts';
import type { Order, OrderKey } from '../../../shared/order.ts';
import { titleOfSlip } from '../../../shared/packing-slip.ts';
import { failed, ok } from '../../../shared/result.ts';
import { emptyRule, type RuleMark } from '../../../shared/shipping-rule.ts';
import { png } from '../../fixtures/pictures.ts';
import { toResolve } from '../open-items.ts';
import {
  alsoToJurgen,
  booked,
  changes,
  counted,
  doubtful,
  drawnLabel,
  eightLines,
  eszter,
  inHandToJurgen,
  jurgen,
  labelAndCopy,
  last,
  longLines,
  lukasz,
  manyItems,
  nextOrders,
  noWeight,
  oneLine,
  second,
  shipped,
  sixtyLines,
  threeItems,
  unconfirmed,
  unknown,
  unknownSheet,
  unknownSheetDrawn,
  withPictures,
  withUnknownSheet,
  wrong,
} from '../orders-of-the-day.ts';
import { at, booking, eur, job, labelOf, manyServices, order, otherAccount, parcel, people, sender, service, services } from '../people.ts';
import { customsProblems, guessProblems, respelt, senderProblems, toSwitzerland } from '../refused-orders.ts';
import { failure, type Scene, scene, training } from '../scene.ts';
import { points } from '../service-points.ts';
import { setup, withRulePrinters } from '../setups.ts';

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
export const choosing: Extract<Workflow, { step: 'choosing' }> = {
  step: 'choosing',
  order: jurgen,
  bookingId: 'b-ORD-48213',
  quote: { id: 'q-1', askedAt: at('16:12'), services: [...services], messages: [] },
  serviceId: '20711',
  advised: { serviceId: '20711', why: 'cheapest', by: null, doubt: null, nevers: [], point: null },
  extras: { co2: true, insurance: false, servicePoint: null },
  wish: { co2: true, insurance: false, servicePoint: null, pointOf: '' },
  declared: null,
  points: null,
  notice: null,
};

const noAir: RuleMark = { no: 1, version: 12, rule: { ...emptyRule, conditions: [{ of: 'sku', begins: ['BAT-'] }], never: ['Express'] } };
const inThreeDays: RuleMark = {
  no: 3,
  version: 12,
  rule: {
    ...emptyRule,
    conditions: [{ of: 'country', isIn: true, countries: ['DE', 'AT'] }],
    take: { is: 'within-days', days: 3, buys: false },
  },
};
const never = { serviceId: services.at(-1)?.serviceId ?? '', by: noAir };
const ruled: typeof choosing = { ...choosing, advised: { ...choosing.advised, why: 'in-time', by: inThreeDays, nevers: [never] } };

const toSmallLabels: RuleMark = {
  no: 2,
  version: 12,
  rule: { ...emptyRule, conditions: [{ of: 'weight', isOver: false, grams: 2500 }], printer: 'Small labels' },
};
const toAPoint: RuleMark = { no: 3, version: 12, rule: { ...emptyRule, servicePoint: 'nearest' } };

/** A reprint of the label. */
const again = job('b-ORD-48213', 'queued', { copy: 1, changedAt: at('14:33:10') });

const contents = ['Vase', 'Bowl', 'Six plates, stoneware, and a jug'];
/** A shipment of several boxes whose labels are printed. */
const inBoxes = (boxes: number): Extract<Workflow, { step: 'done' }>['booking'] => ({
  ...booked,
  order: { ...jurgen, parcels: Array.from({ length: boxes }, (_, at) => parcel(1200, contents[at % 3], eur(6400))) },
  trackingNos: Array.from({ length: boxes }, (_, at) => `PRB800100${10 + at}`),
  jobs: Array.from({ length: boxes }, (_, at) => job('b-ORD-48213', 'printed', { piece: at + 1, pieces: boxes })),
});

/** Its phones have serial numbers: more than the screens have room for. */
const withSerials = booking(
  order('ORD-48219', people.francoise, [parcel(2400)], {
    lines: [
      { name: 'Phone, black', sku: 'PHONE-BK', quantity: 3, price: eur(39900), serials: ['355998100101', '355998100102', '355998100103'] },
      { name: 'Watch', sku: 'WATCH-7', quantity: 2, price: eur(19900), serials: ['W7-000451', 'W7-000452'] },
      { name: 'Case', sku: 'CASE', quantity: 3, price: eur(1900) },
    ],
  }),
);

/** An order with lines at each step that shows them. */
function linesAtEachStep(order: Order): readonly Scene[] {
  const name = order === longLines ? 'long-names' : `${order.lines.length}-lines`;
  const asked = { ...order, parcels: [parcel(null)] };
  const bought = booking(order, { jobs: [job(`b-${order.key}`, 'sent', { changedAt: at('16:12') })] });
  return [
    scene(`ship-asking-${name}`, 'ship', {
      workflow: { step: 'asking', order: asked, questions: [{ kind: 'weight', parcel: 0, found: '' }], changes: [], refused: false },
    }),
    scene(`ship-quoting-${name}`, 'ship', { workflow: { step: 'quoting', order, since: at('16:12'), isBehind: false } }),
    scene(`ship-choosing-${name}`, 'ship', { large: true, workflow: { ...choosing, order } }),
    scene(`ship-booking-${name}`, 'ship', {
      workflow: { step: 'booking', booking: { ...bought, state: 'sending' }, doing: 'sending', since: at('16:12') },
    }),
    scene(`ship-printing-${name}`, 'ship', { workflow: { step: 'printing', booking: bought } }),
    scene(`ship-done-${name}`, 'ship', { workflow: { step: 'done', booking: booking(order), failure: null } }),
  ];
}

/** A blue bowl before a light wall. */
const bowl = png(240, 180, (x, y) => {
  const isBowl = y > 60 && ((x - 120) / 90) ** 2 + ((y - 60) / 90) ** 2 < 1;
  const isRim = ((x - 120) / 90) ** 2 + ((y - 60) / 16) ** 2 < 1;
  return isRim ? [38, 58, 104] : isBowl ? [58, 90, 160] : [236, 233, 226];
});

/** The items with pictures: beside a question, beside services, and while printing. */
function pictured(order: Order, name: string): readonly Scene[] {
  const steps: Workflow[] = [
    {
      step: 'asking',
      order: { ...order, parcels: [parcel(null)] },
      questions: [{ kind: 'weight', parcel: 0, found: '' }],
      changes: [],
      refused: false,
    },
    { ...choosing, order },
    { step: 'printing', booking: booking(order, { jobs: [job(`b-${order.key}`, 'sent', { changedAt: at('16:12') })] }) },
  ];
  return steps.map((workflow) =>
    scene(`ship-${workflow.step}-pictures-${name}`, 'ship', {
      workflow,
      answers: { itemPicture: ok({ mediaType: 'image/png', bytes: new Uint8Array(bowl) }) },
      act: (page) => page.waitForSelector('.pic canvas').then(() => undefined),
    }),
  );
}

export const shipScenes: readonly Scene[] = [
  scene('ship-services-rule-point', 'ship', {
    workflow: {
      ...choosing,
      quote: {
        ...choosing.quote,
        services: services.map((each, index) => (index === 2 ? { ...each, destinationServicePoints: false } : each)),
      },
      printsAt: { name: 'Small labels', by: toSmallLabels },
      advised: {
        ...choosing.advised,
        by: toAPoint,
        doubt: { by: toAPoint, fact: 'service-point' },
        nevers: [{ serviceId: services[2]?.serviceId ?? '', by: toAPoint }],
        point: { is: 'nearest', by: toAPoint },
      },
    },
  }),
  scene('ship-services-rule-no-point', 'ship', {
    workflow: {
      ...choosing,
      printsAt: { name: 'Small labels', by: toSmallLabels },
      advised: { ...choosing.advised, point: { is: 'never', by: { ...toAPoint, rule: { ...emptyRule, servicePoint: 'never' } } } },
    },
  }),
  scene('ship-services-ruled', 'ship', { workflow: ruled }),
  scene('ship-services-rule-asks', 'ship', {
    workflow: {
      ...choosing,
      serviceId: '',
      advised: { serviceId: '', why: 'none', by: noAir, doubt: { by: noAir, fact: 'sku' }, nevers: [], point: null },
    },
  }),
  scene('manual', 'ship', { large: true, act: (page) => page.getByRole('button', { name: /Manual/ }).click() }),
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
    frame: { labelPrinter: { kind: 'not-ready', reason: 'out-of-labels' }, standbyPrinter: 'spare', service: 'unreachable' },
  }),
  scene('ship-ready-printer-mismatch', 'ship', { frame: { printerWarnings: [{ code: 'other-dots', model: 'ZD421-300dpi', dpi: 300 }] } }),
  scene('ship-ready-printer-warns', 'ship', {
    frame: { printerWarnings: [{ code: 'protected-print' }, { code: 'stock-missing', widthMm: 102, heightMm: 152 }] },
  }),
  scene('ship-ready-hard-to-read', 'ship', { frame: { hardToRead: { again: 6, of: 20 } } }),
  scene('ship-ready-batch-paused', 'ship', { frame: { batchPause: { paused: 'label-printer-gone', pausedAt: 'ORD-48261' as OrderKey } } }),
  scene('ship-ready-standby', 'ship', { frame: { standbyPrinter: 'in-use' } }),
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
  scene('ship-looking-up', 'ship', { workflow: { step: 'looking-up', code: 'ORD-48213' } }),
  scene('ship-asking-weight', 'ship', {
    large: true,
    workflow: { step: 'asking', order: noWeight, questions: [{ kind: 'weight', parcel: 0, found: '' }], changes, refused: false },
  }),
  scene('ship-asking-learned', 'ship', {
    workflow: {
      step: 'asking',
      order: { ...noWeight, lines: threeItems.lines },
      questions: [
        {
          kind: 'weight',
          parcel: 0,
          found: '',
          learned: { boxName: null, weightGrams: 1200, parcels: 7, spreadGrams: 20, isSteady: true },
        },
      ],
      changes: [],
      refused: false,
    },
  }),
  scene('ship-asking-learned-box', 'ship', {
    workflow: {
      step: 'asking',
      order: {
        ...order('ORD-48213', people.jurgen, [{ ...parcel(null), boxName: '', lengthCm: null, widthCm: null, heightCm: null }]),
        lines: threeItems.lines,
      },
      questions: [
        {
          kind: 'box',
          parcel: 0,
          found: '',
          learned: { boxName: 'M', weightGrams: 1200, parcels: 7, spreadGrams: 20, isSteady: true },
        },
        { kind: 'weight', parcel: 0, found: '' },
      ],
      changes: [],
      refused: false,
    },
  }),
  scene('ship-asking-learned-unsteady', 'ship', {
    workflow: {
      step: 'asking',
      order: { ...noWeight, lines: threeItems.lines },
      questions: [
        {
          kind: 'weight',
          parcel: 0,
          found: '',
          learned: { boxName: null, weightGrams: 1200, parcels: 4, spreadGrams: 310, isSteady: false },
        },
      ],
      changes: [],
      refused: false,
    },
  }),
  scene('ship-asking-items', 'ship', {
    workflow: {
      step: 'asking',
      order: { ...manyItems, parcels: [parcel(null)] },
      questions: [{ kind: 'weight', parcel: 0, found: '' }],
      changes,
      refused: false,
    },
  }),
  scene('ship-asking-box', 'ship', {
    workflow: {
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
    workflow: {
      step: 'asking',
      order: order('ORD-48240', { ...people.helene, street: 'Rue de la Gare', houseNumber: '' }, [parcel(900)]),
      questions: [{ kind: 'house-number', parcel: null, found: 'Rue de la Gare' }],
      changes: [],
      refused: true,
    },
  }),
  scene('ship-asking-number-in-street', 'ship', {
    workflow: {
      step: 'asking',
      order: order('ORD-48241', { ...people.helene, street: 'rue Saint-Denis 1234', houseNumber: '', country: 'CA' }, [parcel(900)]),
      questions: [{ kind: 'house-number', parcel: null, found: 'rue Saint-Denis 1234', offer: { number: '1234', from: 'street' } }],
      changes: [],
      refused: false,
    },
  }),
  scene('ship-asking-phone', 'ship', {
    workflow: {
      step: 'asking',
      order: order('ORD-48242', { ...people.helene, phone: '' }, [parcel(900)]),
      questions: [{ kind: 'phone', parcel: null, found: '', offer: { number: '+31 73 555 0142', from: 'sender' } }],
      changes: [],
      refused: false,
    },
  }),
  scene('ship-asking-doubt', 'ship', {
    workflow: {
      step: 'asking',
      order: order('ORD-48240', { ...people.helene, street: 'Rue de la Gare', houseNumber: '' }, [parcel(900)]),
      questions: [{ kind: 'house-number', parcel: null, found: 'Rue de la Gare' }],
      changes: [],
      refused: false,
      doubt: { answer: '5230', code: '5230', knownAs: { is: 'order', orderKey: '#5230' as OrderKey } },
    },
  }),
  scene('ship-asking-doubt-product', 'ship', {
    workflow: {
      step: 'asking',
      order: order('ORD-48240', { ...people.helene, phone: '' }, [parcel(900)]),
      questions: [{ kind: 'phone', parcel: null, found: '' }],
      changes: [],
      refused: false,
      doubt: { answer: '4006381333931', code: '4006381333931', knownAs: { is: 'product' } },
    },
  }),
  scene('ship-asking-shop', 'ship', { workflow: { step: 'looking-up', code: 'ORD-48213', asked: { since: at('16:12'), order: jurgen } } }),
  scene('ship-quoting', 'ship', { workflow: { step: 'quoting', order: jurgen, since: at('16:12'), isBehind: false } }),
  scene('ship-paused', 'ship', { frame: { paused: { since: at('13:44'), why: 'unknown' } } }),
  scene('ship-paused-unreachable', 'ship', {
    frame: { service: 'unreachable', paused: { since: at('13:44'), why: 'unreachable' } },
    answers: { resumeBooking: failed(failure('service-unreachable')) },
    act: (page) => page.keyboard.press('F10'),
  }),
  scene('ship-paused-choosing', 'ship', { frame: { paused: { since: at('13:44'), why: 'unknown' } }, workflow: choosing }),
  scene('ship-choosing', 'ship', { large: true, frame: { liveProven: false }, workflow: choosing }),
  scene('ship-choosing-sent-as', 'ship', {
    workflow: { ...choosing, sentAs: { name: 'South', account: 'houtman-zuid', by: { no: 1, version: 12, rule: null } } },
  }),
  scene('ship-choosing-other-address', 'ship', {
    frame: { shop: 'not-informed' },
    workflow: {
      ...choosing,
      notice: {
        ...failure('order-changed'),
        reasons: [
          {
            code: 'address-changed',
            lines: [
              { line: 'street', was: 'Kantstraße', now: 'Am Markt' },
              { line: 'houseNumber', was: '112', now: '3' },
              { line: 'postalCode', was: '10625', now: '10115' },
            ],
          },
        ],
      },
    },
  }),
  scene('ship-choosing-changed', 'ship', { workflow: { ...choosing, notice: failure('price-changed') } }),
  scene('ship-choosing-customs', 'ship', {
    workflow: { ...choosing, order: toSwitzerland, declared: declarationOf({ ...sender, eori: '' }, toSwitzerland) },
  }),
  scene('ship-choosing-many', 'ship', {
    large: true,
    frame: training,
    workflow: { ...choosing, order: { ...jurgen, noteForPacker: '' }, quote: { ...choosing.quote, services: [...manyServices] } },
  }),
  scene('ship-choosing-few', 'ship', {
    large: true,
    frame: { showsAllServices: false },
    answers: {
      lastShipments: ok(
        last.map((each) => ({ ...each, service: services[1] ?? each.service, order: { ...each.order, recipient: jurgen.recipient } })),
      ),
      saveSettings: ok(setup),
    },
    workflow: {
      ...choosing,
      extras: { ...choosing.extras, co2: false },
      wish: { ...choosing.wish, co2: false },
    },
  }),
  scene('ship-choosing-customer', 'ship', {
    frame: { showsAllServices: false },
    workflow: { ...choosing, order: { ...jurgen, noteForPacker: '', shippingMethod: 'GLS' } },
  }),
  scene('ship-choosing-customer-none', 'ship', {
    frame: { showsAllServices: false },
    workflow: { ...choosing, order: { ...jurgen, noteForPacker: '', shippingMethod: 'bpost' } },
  }),
  scene('ship-choosing-many-last', 'ship', {
    frame: training,
    workflow: { ...choosing, serviceId: '20802', quote: { ...choosing.quote, services: [...manyServices] } },
  }),
  scene('ship-choosing-message', 'ship', {
    workflow: {
      ...choosing,
      order: { ...jurgen, noteForPacker: '' },
      quote: { ...choosing.quote, messages: ['PostNL does not collect from this postal code on Thursday.'] },
    },
  }),
  scene('ship-choosing-items', 'ship', { workflow: { ...choosing, order: manyItems } }),
  ...[oneLine, eightLines, sixtyLines, longLines].flatMap(linesAtEachStep),
  scene('ship-asking-weight-of-items', 'ship', {
    workflow: {
      step: 'asking',
      order: { ...noWeight, lines: threeItems.lines },
      questions: [{ kind: 'weight', parcel: 0, found: '', fromItems: { itemGrams: 3460, boxName: 'M', boxGrams: 350 } }],
      changes: [],
      refused: false,
    },
  }),
  scene('ship-choosing-differs', 'ship', {
    workflow: {
      ...choosing,
      order: {
        ...threeItems,
        lines: threeItems.lines.map((line, at) =>
          at === 0
            ? {
                ...line,
                hsCode: '700000',
                weightGrams: 700,
                differs: [
                  { fact: 'weight_kg', product: '0.64' },
                  { fact: 'hs_code', product: '69120023' },
                ],
              }
            : line,
        ),
      },
    },
  }),
  ...pictured(withPictures(threeItems), 'three'),
  ...pictured(withPictures(sixtyLines), '60'),
  scene('ship-choosing-three-items', 'ship', { workflow: { ...choosing, order: threeItems } }),
  // As many notices at once as a bad day brings.
  scene('ship-choosing-notices', 'ship', {
    frame: { standbyPrinter: 'in-use', printerWarnings: [{ code: 'protected-print' }], hardToRead: { again: 6, of: 20 } },
    workflow: {
      ...choosing,
      order: { ...threeItems, noteForPacker: jurgen.noteForPacker },
      advised: ruled.advised,
      quote: { ...choosing.quote, messages: ['PostNL does not collect from this postal code on Thursday.'] },
      declared: declarationOf({ ...sender, eori: '' }, toSwitzerland),
      notice: failure('price-changed'),
    },
  }),
  scene('ship-choosing-points', 'ship', { workflow: { ...choosing, points } }),
  scene('ship-choosing-point-chosen', 'ship', {
    workflow: { ...choosing, points, extras: { ...choosing.extras, servicePoint: points[1] ?? null } },
  }),
  scene('ship-choosing-no-points', 'ship', { workflow: { ...choosing, points: [] } }),
  scene('ship-booking', 'ship', {
    workflow: {
      step: 'booking',
      booking: booking(jurgen, { state: 'sending', orderNo: '', consignmentNo: '', jobs: [] }),
      doing: 'sending',
      since: at('16:11:36'),
    },
  }),
  scene('ship-checking-label', 'ship', {
    workflow: { step: 'booking', booking: booking(jurgen, { jobs: [] }), doing: 'checking-label', since: at('16:11:56') },
  }),
  scene('ship-booking-items', 'ship', {
    workflow: {
      step: 'booking',
      booking: booking(manyItems, { state: 'sending', orderNo: '', consignmentNo: '', jobs: [] }),
      doing: 'sending',
      since: at('16:11:36'),
    },
  }),
  scene('ship-confirm-label', 'ship', {
    workflow: { step: 'confirm-label', booking: doubtful },
    answers: { drawLabel: ok([{ format: 'PNG', bytes: drawnLabel }]) },
  }),
  scene('ship-confirm-label-sheet', 'ship', {
    large: true,
    workflow: { step: 'confirm-label', booking: withUnknownSheet },
    answers: {
      labelPages: ok(unknownSheet),
      drawLabel: ok([
        { format: 'PNG', bytes: drawnLabel },
        { format: 'ZPL', bytes: unknownSheetDrawn },
      ]),
    },
  }),
  scene('ship-confirm-label-count', 'ship', {
    workflow: { step: 'confirm-label', booking: counted },
    answers: {
      drawLabel: ok([
        { format: 'PNG', bytes: drawnLabel },
        { format: 'ZPL', bytes: labelOf(counted.order, 2, 3) },
      ]),
    },
  }),
  scene('ship-wrong-label', 'ship', {
    workflow: { step: 'wrong-label', booking: wrong },
    answers: { drawLabel: ok([{ format: 'ZPL', bytes: labelOf(lukasz) }]) },
  }),
  scene('ship-printing', 'ship', { frame: training, workflow: { step: 'printing', booking: second } }),
  scene('ship-printing-items', 'ship', { workflow: { step: 'printing', booking: { ...second, order: manyItems } } }),
  scene('ship-printing-next-waits', 'ship', { workflow: { step: 'printing', booking: second }, waiting: nextOrders }),
  scene('ship-printing-waits', 'ship', {
    frame: { labelPrinter: { kind: 'not-ready', reason: 'out-of-labels' }, standbyPrinter: 'spare' },
    workflow: { step: 'printing', booking: booking(jurgen, { jobs: [job('b-ORD-48213', 'queued', { detail: 'printer-out-of-labels' })] }) },
    answers: { drawSheet: ok([{ format: 'ZPL', bytes: labelOf(jurgen) }]) },
  }),
  scene('ship-printing-printer-gone', 'ship', {
    workflow: { step: 'printing', booking: booking(jurgen, { jobs: [job('b-ORD-48213', 'queued', { detail: 'label-printer-gone' })] }) },
    answers: { drawSheet: ok([{ format: 'ZPL', bytes: labelOf(jurgen) }]) },
  }),
  scene('ship-done-printer-gone', 'ship', {
    workflow: { step: 'done', booking: { ...booked, jobs: [] }, failure: failure('label-printer-gone', 'Back room') },
  }),
  scene('ship-done', 'ship', { large: true, workflow: { step: 'done', booking: booked, failure: null } }),
  scene('ship-done-on-parcel', 'ship', {
    workflow: { step: 'done', booking: { ...booked, onParcelAt: at('14:07') }, failure: null },
  }),
  scene('ship-done-first-live', 'ship', {
    large: true,
    frame: { liveProven: false },
    workflow: { step: 'done', booking: booked, failure: null },
  }),
  scene('ship-done-suggested-rule', 'ship', {
    large: true,
    frame: { cheapestTaken: 9 },
    workflow: { step: 'done', booking: booked, failure: null },
  }),
  scene('ship-ready-suggested-rule', 'ship', { large: true, frame: { cheapestTaken: 10 } }),
  scene('ship-done-serial-numbers', 'ship', { workflow: { step: 'done', booking: withSerials, failure: null } }),
  scene('ship-already-shipped-serial-numbers', 'ship', { workflow: { step: 'already-shipped', booking: withSerials, failure: null } }),
  scene('ship-done-two-printers', 'ship', {
    workflow: {
      step: 'done',
      booking: { ...booked, jobs: booked.jobs.map((job) => (job.role === 'label' ? { ...job, printerId: 'label-9' } : job)) },
      failure: null,
    },
    answers: { setup: ok(withRulePrinters) },
  }),
  scene('ship-done-two-boxes', 'ship', {
    large: true,
    workflow: { step: 'done', booking: { ...inBoxes(2), piecesOnParcel: [{ piece: 1, at: at('14:07') }] }, failure: null },
  }),
  scene('ship-done-which-label', 'ship', {
    large: true,
    workflow: { step: 'done', booking: inBoxes(2), failure: null, unclearCode: '0528774199' },
  }),
  scene('ship-done-which-of-twelve-labels', 'ship', {
    workflow: {
      step: 'done',
      booking: { ...inBoxes(12), piecesOnParcel: [{ piece: 2, at: at('14:07') }] },
      failure: null,
      unclearCode: '0528774199',
    },
  }),
  scene('ship-done-one-of-three-not-printed', 'ship', {
    workflow: {
      step: 'done',
      booking: {
        ...inBoxes(3),
        jobs: (['printed', 'printed', 'failed'] as const).map((state, at) => job('b-ORD-48213', state, { piece: at + 1, pieces: 3 })),
        piecesOnParcel: [{ piece: 1, at: at('14:07') }],
      },
      failure: failure('print-failed', 'This page is no longer stored on this computer.'),
    },
  }),
  scene('ship-done-label-scanned-again', 'ship', {
    workflow: { step: 'done', booking: { ...inBoxes(2), piecesOnParcel: [{ piece: 1, at: at('14:07') }] }, failure: null },
    answers: { scan: failed(failure('label-scanned-before', [{ code: 'label-is-placed', label: 1, of: 2, left: [2] }])) },
    act: (page) => page.keyboard.type('PRB80010010\n'),
  }),
  scene('ship-done-seen-by-person', 'ship', {
    workflow: {
      step: 'done',
      booking: { ...booked, jobs: [job('b-ORD-48213', 'printed', { detail: { code: 'seen-by-person' } })] },
      failure: null,
    },
  }),
  scene('ship-done-counted-twice', 'ship', {
    workflow: {
      step: 'done',
      booking: { ...booked, jobs: [job('b-ORD-48213', 'printed', { detail: { code: 'more-labels-counted', counted: 2, labels: 1 } })] },
      failure: null,
    },
  }),
  scene('ship-done-copy-came', 'ship', {
    workflow: {
      step: 'done',
      booking: { ...booked, jobs: [1, 2].map((piece) => job('b-ORD-48213', 'printed', { piece, pieces: 2 })) },
      failure: null,
    },
    answers: {
      labelPages: ok([
        { page: 1, is: 'label', labels: 1, form: null, place: 'label-printer' },
        { page: 2, is: 'copy', labels: 0, form: null, place: 'label-printer' },
      ]),
    },
  }),
  scene('ship-done-saved-as-file', 'ship', {
    workflow: {
      step: 'done',
      booking: { ...booked, jobs: [job('b-ORD-48213', 'sent', { format: 'PDF', detail: '/home/packing/labels/Label-ORD-48213.pdf' })] },
      failure: null,
    },
  }),
  scene('ship-done-reprinted', 'ship', {
    workflow: {
      step: 'done',
      booking: {
        ...booked,
        jobs: [...booked.jobs, { ...again, state: 'printed', because: { why: 'badly-printed', oldLabel: 'scanned' } }],
      },
      failure: null,
    },
  }),
  scene('ship-done-warned', 'ship', {
    workflow: { step: 'done', booking: { ...booked, messages: ['Delivery may be delayed'] }, failure: null },
  }),
  scene('ship-done-not-printed', 'ship', {
    workflow: {
      step: 'done',
      booking: booking(jurgen, { jobs: [job('b-ORD-48213', 'failed')] }),
      failure: failure('print-failed', 'This page is no longer stored on this computer.'),
    },
  }),
  scene('ship-done-papers', 'ship', {
    workflow: {
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
  scene('ship-done-slip', 'ship', {
    workflow: {
      step: 'done',
      booking: {
        ...booked,
        slip: 'with-prices',
        jobs: [
          ...booked.jobs,
          job('b-ORD-48213', 'sent', { id: 'slip', role: 'document', title: titleOfSlip('ORD-48213'), format: 'PDF' }),
        ],
      },
      failure: null,
    },
  }),
  scene('ship-done-slip-due', 'ship', {
    workflow: { step: 'done', booking: { ...booked, slip: 'with-prices', papersDue: ['slip'] }, failure: null },
  }),
  scene('ship-done-enclosure-due', 'ship', {
    workflow: { step: 'done', booking: { ...booked, encloses: '/srv/gift-card.pdf', papersDue: ['enclosure'] }, failure: null },
  }),
  scene('ship-done-unconfirmed', 'ship', {
    workflow: { step: 'done', booking: unconfirmed, failure: failure('print-unknown', 'The connection was cut while the label was sent.') },
    answers: {
      toResolve: ok([
        ...toResolve,
        ...unconfirmed.jobs.map((each) => ({ kind: 'print-unconfirmed' as const, job: each, booking: unconfirmed })),
      ]),
    },
  }),
  scene('ship-done-label-of-another', 'ship', {
    workflow: {
      step: 'done',
      booking: booking(jurgen, { jobs: [job('b-ORD-48213', 'printed')] }),
      failure: failure('label-on-wrong-parcel', 'ORD-48211'),
    },
  }),
  scene('ship-done-insured', 'ship', {
    workflow: {
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
    workflow: choosing,
    answers: { scan: failed(failure('scan-not-understood', 'K3-88-0417')) },
    act: (page) => page.keyboard.type('K3-88-0417\n'),
  }),
  scene('ship-paused-scan-refused', 'ship', {
    frame: { paused: { since: at('13:44'), why: 'unknown' } },
    workflow: choosing,
    answers: { scan: failed(failure('scan-not-understood', 'K3-88-0417')) },
    act: (page) => page.keyboard.type('K3-88-0417\n'),
  }),
  scene('ship-wrong-label-scan-refused', 'ship', {
    workflow: { step: 'wrong-label', booking: wrong },
    answers: { drawLabel: ok([{ format: 'ZPL', bytes: labelOf(lukasz) }]), scan: failed(failure('scan-not-understood', 'K3-88-0417')) },
    act: (page) => page.keyboard.type('K3-88-0417\n'),
  }),
  scene('ship-already-shipped', 'ship', { workflow: { step: 'already-shipped', booking: shipped, failure: null } }),
  scene('ship-already-shipped-label-missing', 'ship', {
    workflow: { step: 'already-shipped', booking: { ...inBoxes(2), piecesOnParcel: [{ piece: 1, at: at('14:07') }] }, failure: null },
  }),
  scene('ship-already-shipped-which-label', 'ship', {
    workflow: {
      step: 'already-shipped',
      booking: { ...inBoxes(3), piecesOnParcel: [{ piece: 1, at: at('14:07') }] },
      failure: null,
      unclearCode: '0528774199',
    },
  }),
  scene('ship-already-shipped-never-printed', 'ship', {
    workflow: { step: 'already-shipped', booking: { ...shipped, verdict: null, jobs: [] }, failure: null },
  }),
  scene('ship-already-shipped-reprinted', 'ship', {
    workflow: {
      step: 'already-shipped',
      booking: { ...shipped, packer: '', jobs: [...shipped.jobs, { ...again, copy: 2, detail: 'printer-out-of-labels' }] },
      failure: null,
    },
  }),
  scene('ship-already-shipped-other-key', 'ship', {
    workflow: { step: 'already-shipped', booking: { ...shipped, otherAccount }, failure: null },
  }),
  scene('ship-already-shipped-elsewhere', 'ship', {
    workflow: { step: 'already-shipped', booking: { ...shipped, bench: 3, trackingNos: ['3SABCD1234567'] }, failure: null },
  }),
  scene('ship-already-shipped-next-waits', 'ship', {
    workflow: { step: 'already-shipped', booking: shipped, failure: null },
    waiting: nextOrders,
  }),
  scene('ship-may-be-shipped', 'ship', {
    workflow: { step: 'may-be-shipped', order: noWeight, restored: { backupAt: at('13:00'), restoredAt: at('13:47') } },
  }),
  scene('ship-which-order', 'ship', {
    workflow: {
      step: 'which-order',
      code: '1001',
      orders: [
        { order: { ...noWeight, key: '#1001' as OrderKey }, booking: shipped },
        { order: { ...noWeight, key: '1001' as OrderKey, source: 'orders-2026-11-19.csv' }, booking: null },
      ],
    },
  }),
  scene('ship-note', 'ship', {
    large: true,
    workflow: {
      step: 'note',
      order: { ...eightLines, noteForPacker: 'Fragile. Add the gift card from drawer 3, and write the name on it by hand.' },
    },
  }),
  scene('ship-note-long', 'ship', {
    workflow: { step: 'note', order: { ...noWeight, noteForPacker: 'Wrap each cup on its own. '.repeat(30).trim() } },
  }),
  scene('ship-same-address', 'ship', {
    workflow: {
      step: 'same-address',
      order: inHandToJurgen,
      others: [{ order: alsoToJurgen, since: at('09:12'), match: { by: 'name', differs: ['name', 'street'] } }],
    },
  }),
  scene('ship-joined', 'ship', {
    workflow: {
      step: 'asking',
      order: joinOrders(inHandToJurgen, [alsoToJurgen]),
      questions: [{ kind: 'box', parcel: 0, found: '' }],
      changes: [],
      refused: false,
    },
    isJustJoined: true,
  }),
  scene('ship-same-address-many', 'ship', {
    workflow: {
      step: 'same-address',
      order: sixtyLines,
      others: [longLines, eightLines, noWeight].map((each) => ({
        order: each,
        since: at('09:12'),
        match: { by: 'mail', differs: ['name'] },
      })),
    },
  }),
  scene('ship-same-address-sixty', 'ship', {
    workflow: {
      step: 'same-address',
      order: { ...inHandToJurgen, lines: sixtyLines.lines },
      others: [{ order: { ...alsoToJurgen, lines: sixtyLines.lines }, since: at('09:12'), match: { by: 'name', differs: ['name'] } }],
    },
  }),
  scene('ship-ask-po-box', 'ship', {
    workflow: {
      step: 'asking',
      order: noWeight,
      questions: [{ kind: 'po-box', parcel: null, found: 'Postfach 12 34' }],
      changes: [],
      refused: false,
    },
  }),
  scene('ship-ask-hs-code-again', 'ship', {
    workflow: {
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
  scene('data-locked', 'ship', {
    frame: { world: null, toResolve: 0, lockedData: { backupFolder: '/mnt/backup/packbench', asks: 'recovery-code' } },
  }),
  scene('data-locked-passphrase', 'ship', {
    frame: { world: null, toResolve: 0, lockedData: { backupFolder: '/mnt/backup/packbench', asks: 'passphrase' } },
  }),
  scene('data-locked-passphrase-wrong', 'ship', {
    frame: { world: null, toResolve: 0, lockedData: { backupFolder: '/mnt/backup/packbench', asks: 'passphrase' } },
    answers: { openData: failed(failure('passphrase-wrong')) },
    act: async (page) => {
      await page.getByLabel('Passphrase').fill('four words of a passphrase');
      await page.keyboard.press('F10');
      await page
        .getByText(/not the passphrase/)
        .first()
        .waitFor();
    },
  }),
  scene('data-locked-refused', 'ship', {
    frame: { world: null, toResolve: 0, lockedData: { backupFolder: '/mnt/backup/packbench', asks: 'recovery-code' } },
    answers: { recover: failed(failure('recovery-code-wrong')) },
    act: async (page) => {
      await page.getByLabel('Recovery code').fill('K7QHT-2MZRD-XWB8N-4CJFP-9VESG');
      await page.keyboard.press('F10');
    },
  }),
  scene('ship-history', 'ship', {
    workflow: { step: 'already-shipped', booking: shipped, failure: null },
    answers: { timeline: ok({ booking: shipped, lines: history }) },
    act: (page) => page.keyboard.press('F11'),
  }),
  scene('ship-history-papers', 'ship', {
    workflow: { step: 'already-shipped', booking: shipped, failure: null },
    answers: { timeline: ok({ booking: shipped, lines: history }), labelPages: ok(labelAndCopy) },
    act: (page) => page.keyboard.press('F11'),
  }),
  scene('ship-unknown', 'ship', { workflow: { step: 'unknown', booking: unknown } }),
  scene('ship-stopped', 'ship', {
    workflow: { step: 'stopped', code: 'ORD-99999', order: null, failure: failure('order-not-found', 'ORD-99999'), problems: [] },
  }),
  scene('ship-stopped-rejected', 'ship', {
    workflow: {
      step: 'stopped',
      code: 'ORD-48213',
      order: jurgen,
      failure: failure('booking-rejected', 'Postal code 10623 is not served'),
      problems: [],
    },
  }),
  scene('ship-stopped-explained', 'ship', {
    workflow: {
      step: 'stopped',
      code: 'ORD-48213',
      order: jurgen,
      failure: { ...failure('booking-rejected', 'd_postal 10623 is not served by this courier'), means: ['postal-code'] },
      problems: [],
    },
  }),
  scene('ship-stopped-problems', 'ship', {
    answers: { order: ok(toSwitzerland), checkOrder: ok({ problems: customsProblems, respellings: [], stops: null }) },
    workflow: {
      step: 'stopped',
      code: toSwitzerland.key,
      order: toSwitzerland,
      failure: failure('order-incomplete'),
      problems: customsProblems,
    },
  }),
  scene('ship-stopped-guess', 'ship', {
    workflow: { step: 'stopped', code: respelt.key, order: respelt, failure: failure('order-incomplete'), problems: guessProblems },
  }),
  scene('ship-stopped-sender', 'ship', {
    workflow: { step: 'stopped', code: jurgen.key, order: jurgen, failure: failure('sender-incomplete'), problems: senderProblems },
  }),
  scene('ship-look-ups-differ', 'ship', {
    workflow: {
      step: 'stopped',
      code: 'ORD-48290',
      order: null,
      failure: failure('look-ups-differ', [
        { code: 'look-ups-differ', order: 'ORD-48290', one: 'Shop', other: 'Outlet', facts: ['address', 'parcels'] },
      ]),
      problems: [],
    },
  }),
  scene('ship-stuck', 'ship', { workflow: { step: 'stuck', ref: 'K7Q2' } }),
];
