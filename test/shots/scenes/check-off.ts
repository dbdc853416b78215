import { inBoxes } from '../../../shared/boxes.ts';
import { beginCheckOff, type CheckEvent, type CheckOff, checked } from '../../../shared/check-off.ts';
import type { Order } from '../../../shared/order.ts';
import type { Question } from '../../../shared/question.ts';
import { eightLines, longLines, oneLine, sixtyLines } from '../orders-of-the-day.ts';
import { at, booking, eur, job, order, parcel, people } from '../people.ts';
import { failure, type Scene, scene } from '../scene.ts';
import { choosing } from './ship.ts';

/** The order of the picture that this screen was designed with. */
const fourLines = order('A-23', people.francoise, [parcel(2400)], {
  lines: [
    {
      name: 'Bowl Dommel, cobalt',
      sku: 'HK-BWL-22-CO',
      quantity: 2,
      price: eur(3245),
      barcodes: ['4006381333931'],
      shelf: 'B-12-3',
    },
    { name: 'Linen cloth, natural', sku: 'HK-LIN-NA', quantity: 3, price: eur(1890), barcodes: ['036000291452'], shelf: 'C-02-1' },
    { name: 'Gift card, written by hand', sku: '', quantity: 1, price: eur(0) },
    { name: 'Espresso cups Maas, white, set of 4', sku: 'HK-CUP-4-WH', quantity: 1, price: eur(4490), barcodes: ['96385074'] },
  ],
});
/** Its first item has a serial number. */
const withSerial = { ...fourLines, lines: fourLines.lines.map((line, no) => (no === 0 ? { ...line, needsSerial: true } : line)) };

/** Its first item is a kit, and the parts of another kit are not known. */
const withKits: Order = {
  ...fourLines,
  lines: fourLines.lines.map((line, no) =>
    no === 0
      ? {
          ...line,
          parts: [
            { sku: 'HK-BWL-22', name: 'Bowl Dommel, 22 cm', quantity: 2, barcodes: ['5901234123457'] },
            { sku: 'HK-LID', name: 'Lid of oak with a cotton strap, for bowls of 22 cm', quantity: 1, barcodes: ['9002490100070'] },
          ],
        }
      : no === 3
        ? { ...line, differs: [{ fact: 'part-unknown', product: 'HK-SAUCER' }] }
        : line,
  ),
};

/** The rest of it after a first part. */
const rest = { ...fourLines, lines: fourLines.lines.slice(1), part: { no: 2, before: 2, later: 0 } };

const scanned = (code: string, time = '14:05:20'): CheckEvent => ({ is: 'scanned-code', code, at: at(time) });
const byEye = (line: number): CheckEvent => ({ is: 'by-eye', line, packer: 'Zoë Kranjčar', at: at('14:05:20') });

function after(of: Order, events: readonly CheckEvent[]): CheckOff {
  const begun = beginCheckOff(of);
  if (!begun) throw new Error(`${of.key} has no lines`);
  return events.reduce(checked, begun);
}

const three = [scanned('4006381333931'), scanned('036000291452'), scanned('96385074')];
const wrong = scanned('4006381333948', '14:05:31');

/** An order at the services, with these items scanned off. */
const checking = (name: string, of: Order, events: readonly CheckEvent[], more: Partial<Parameters<typeof scene>[2]> = {}): Scene =>
  scene(`check-off-${name}`, 'ship', { workflow: { ...choosing, order: of }, checkOff: after(of, events), ...more });

/** Its first part, and the steps after the packer decided. */
const firstPart = {
  ...fourLines,
  lines: fourLines.lines.flatMap((line, no) => (no < 2 ? [{ ...line, quantity: 1 }] : [])),
  part: { no: 1, before: 0, later: 5 },
};

const boxClosed: CheckEvent = { is: 'box-closed', at: at('14:05:25') };
/** In two boxes, of which the first is closed. */
const twoBoxes = inBoxes(fourLines, [[2, 1, 0, 0]]);
const intoFirst = [scanned('4006381333931'), scanned('4006381333931'), scanned('036000291452')];
const boxesKnown = {
  ...twoBoxes,
  parcels: twoBoxes.parcels.map((each, no) => ({
    ...each,
    boxName: no === 0 ? 'L' : 'M',
    lengthCm: 40,
    widthCm: 30,
    heightCm: 20,
    weightGrams: no === 0 ? 6200 : 2140,
    contents: 'Tableware',
    value: eur(6490),
  })),
};
const packing = (name: string, of: Order, events: readonly CheckEvent[], question: Question): Scene =>
  checking(name, of, events, { workflow: { step: 'asking', order: of, questions: [question], changes: [], refused: false } });
const printed = (pieces: number) => Array.from({ length: pieces }, (_each, no) => job('b-A-23', 'printed', { piece: no + 1, pieces }));
const labels = [1, 2].map((piece) => job('b-A-23', piece === 1 ? 'printed' : 'sent', { piece, pieces: 2 }));
const sixtyInBoxes = inBoxes(
  sixtyLines,
  [0, 1, 2, 3, 4].map((box) => sixtyLines.lines.map(({ quantity }, no) => (no % 6 === box ? quantity : 0))),
);

/** A bought shipment whose parcel was opened, with these items scanned off again. */
const unpacked = (name: string, of: Order, events: readonly CheckEvent[]): Scene =>
  scene(`unpacked-${name}`, 'ship', { workflow: { step: 'unpacked', booking: booking(of) }, checkOff: after(of, events) });

export const checkOffScenes: readonly Scene[] = [
  checking('kit', withKits, [scanned('5901234123457'), scanned('5901234123457'), scanned('9002490100070'), scanned('5901234123457')]),
  scene('ship-choosing-kit', 'ship', { workflow: { ...choosing, order: withKits } }),
  unpacked('begun', fourLines, []),
  unpacked('wrong-item', fourLines, [...three, wrong]),
  unpacked('two-boxes', boxesKnown, three),
  unpacked('60-lines', sixtyLines, [byEye(0)]),
  scene('unpacked-done', 'ship', { workflow: { step: 'done', booking: booking(fourLines), failure: null, isPackedAgain: true } }),
  packing('boxes', twoBoxes, [...intoFirst, boxClosed, scanned('96385074')], { kind: 'box', parcel: 0, found: '' }),
  packing('box-closed', twoBoxes, [...intoFirst, boxClosed], { kind: 'box', parcel: 0, found: '' }),
  packing('boxes-60-lines', sixtyInBoxes, [byEye(0), boxClosed, byEye(2), boxClosed, byEye(3)], { kind: 'box', parcel: 0, found: '' }),
  scene('boxes-size', 'ship', {
    workflow: { step: 'asking', order: twoBoxes, questions: [{ kind: 'box', parcel: 0, found: '' }], changes: [], refused: false },
  }),
  scene('boxes-weight', 'ship', {
    workflow: {
      step: 'asking',
      order: { ...boxesKnown, parcels: boxesKnown.parcels.map((each, no) => (no === 0 ? each : { ...each, weightGrams: null })) },
      questions: [{ kind: 'weight', parcel: 1, found: '' }],
      changes: [],
      refused: false,
    },
  }),
  scene('boxes-weight-60-lines', 'ship', {
    workflow: { step: 'asking', order: sixtyInBoxes, questions: [{ kind: 'weight', parcel: 3, found: '' }], changes: [], refused: false },
  }),
  scene('boxes-services', 'ship', { workflow: { ...choosing, order: boxesKnown } }),
  scene('boxes-printing', 'ship', { workflow: { step: 'printing', booking: booking(boxesKnown, { jobs: labels }) } }),
  scene('boxes-done', 'ship', { workflow: { step: 'done', booking: booking(boxesKnown, { jobs: printed(2) }), failure: null } }),
  scene('boxes-done-six', 'ship', { workflow: { step: 'done', booking: booking(sixtyInBoxes, { jobs: printed(6) }), failure: null } }),
  scene('part-services', 'ship', { workflow: { ...choosing, order: firstPart } }),
  scene('part-done', 'ship', { workflow: { step: 'done', booking: booking(firstPart), failure: null } }),
  checking('wrong-item', fourLines, [...three, wrong], { large: true }),
  checking('right-item', fourLines, three, { large: true }),
  checking('rule-buys', fourLines, three, { workflow: { ...choosing, order: fourLines, buysAlone: true } }),
  checking('order-changed', fourLines, [], { workflow: { ...choosing, order: fourLines, notice: failure('order-changed') } }),
  checking('too-many', fourLines, [...three, scanned('96385074', '14:05:31')]),
  checking('serial', withSerial, [scanned('96385074'), scanned('4006381333931')]),
  checking('serial-twice', withSerial, [
    scanned('4006381333931'),
    scanned('SN-2026-0077'),
    scanned('4006381333931'),
    scanned('SN-2026-0077', '14:05:31'),
  ]),
  checking('weight-unknown', fourLines, [], {
    workflow: {
      step: 'asking',
      order: { ...fourLines, parcels: [parcel(null)] },
      questions: [{ kind: 'weight', parcel: 0, found: '' }],
      changes: [],
      refused: false,
    },
  }),
  checking('rest', rest, [scanned('036000291452')]),
  checking('1-lines', oneLine, [scanned('4006381333931')]),
  checking('8-lines', eightLines, [byEye(0), byEye(2), scanned('HK-1111-CO'), scanned('HK-1111-CO')]),
  checking('60-lines', sixtyLines, [byEye(0), byEye(2), scanned('HK-1740-WH')], { large: true }),
  checking('60-lines-wrong', sixtyLines, [byEye(0), byEye(2), scanned('HK-1740-WH'), wrong]),
  checking(
    '60-lines-without-code',
    { ...sixtyLines, lines: sixtyLines.lines.map((line, no) => (no < 57 ? line : { ...line, sku: '', barcodes: [] })) },
    [],
  ),
  checking('long-names', longLines, [scanned('MUG')]),
];
