import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beginCheckOff,
  type CheckEvent,
  type CheckOff,
  checked,
  checkOffSchema,
  checkReason,
  isBoxJustClosed,
  isCheckedOff,
  isKitBegun,
  itemKnownBy,
  mayRuleBuy,
  piecesChecked,
  piecesToCheck,
  uncounted,
  withSerials,
} from '../../shared/check-off.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { anOrder } from '../journal/samples.ts';

const at = '2026-11-29T09:00:00.000Z';
const line = (sku: string, quantity: number, change: Partial<OrderLine> = {}): OrderLine => ({
  name: `Item ${sku}`,
  sku,
  quantity,
  price: null,
  ...change,
});
const order = (...lines: OrderLine[]) => ({ ...anOrder('ORD-1'), lines });

function begin(...lines: OrderLine[]): CheckOff {
  const begun = beginCheckOff(order(...lines));
  if (!begun) throw new Error('nothing to check');
  return begun;
}
const scan = (code: string): CheckEvent => ({ is: 'scanned-code', code, at });
const byEye = (index: number): CheckEvent => ({ is: 'by-eye', line: index, packer: 'Zoë', at });
const serial = (typed: string): CheckEvent => ({ is: 'serial-typed', serial: typed, at });
const boxClosed: CheckEvent = { is: 'box-closed', at };
const undo: CheckEvent = { is: 'undone', at };
const drop: CheckEvent = { is: 'scan-dropped', at };
const after = (state: CheckOff, ...events: CheckEvent[]): CheckOff => events.reduce(checked, state);
const counts = ({ lines }: CheckOff): number[] => lines.map(({ pieces }) => pieces);

const bowl = line('BOWL', 2, { barcodes: ['4006381333931'] });
const cup = line('CUP', 1, { barcodes: ['036000291452'] });
const card = line('CARD', 3);

test('each scan counts one piece, and the order is checked off with the last one', () => {
  const state = begin(bowl, cup);
  expect([piecesChecked(state), piecesToCheck(state), isCheckedOff(state)]).toEqual([0, 3, false]);
  const two = after(state, scan('4006381333931'), scan('4006381333931'));
  expect([counts(two), isCheckedOff(two)]).toEqual([[2, 0], false]);
  const done = after(two, scan('036000291452'));
  expect([counts(done), isCheckedOff(done), done.last?.is]).toEqual([[2, 1], true, 'counted']);
});

test('an order without lines has nothing to check, and is never held up', () => {
  expect(beginCheckOff(order())).toBeUndefined();
  expect(isCheckedOff(undefined)).toBe(true);
});

test.each([
  ['wrong-item', null, [scan('9002490100070')]],
  ['too-many', 1, [scan('036000291452'), scan('036000291452')]],
] as const)('%s counts nothing and ends with the next right scan', (is, index, events) => {
  const wrong = after(begin(bowl, cup), ...events);
  expect(wrong.last).toMatchObject({ is, line: index, code: events[0].is === 'scanned-code' ? events[0].code : '' });
  expect(counts(wrong)[0]).toBe(0);
  expect(after(wrong, scan('4006381333931')).last?.is).toBe('counted');
});

test('the first unfinished of two lines with one bar code takes the piece', () => {
  const state = begin(line('A', 1, { barcodes: ['X-1'] }), line('B', 2, { barcodes: ['X-1'] }));
  const seen = [1, 2, 3].map((scans) => counts(after(state, ...Array.from({ length: scans }, () => scan('X-1')))));
  expect(seen).toEqual([
    [1, 0],
    [1, 1],
    [1, 2],
  ]);
  expect(after(state, scan('X-1'), scan('X-1'), scan('X-1'), scan('X-1')).last).toMatchObject({ is: 'too-many', line: 0 });
});

test.each([
  ['UPC-A with the zero of an EAN-13', '036000291452', '0036000291452', true],
  ['UPC-A as a GTIN-14', '036000291452', '00036000291452', true],
  ['a file that lost the leading zero', '36000291452', '036000291452', true],
  ['a file that lost a zero, scanned as an EAN-13', '36000291452', '0036000291452', true],
  ['EAN-13 as a GTIN-14', '4006381333931', '04006381333931', true],
  ['a case of several pieces', '4006381333931', '14006381333938', false],
  ['a GS1 bar code with a batch after the GTIN', '4006381333931', '0104006381333931103A', true],
  ['a GS1 bar code with a wrong check digit', '4006381333931', '0104006381333930103A', false],
  ['EAN-8', '96385074', '96385074', true],
  ['another EAN-13', '4006381333931', '4006381333948', false],
  ['own code in small letters', 'HK-BWL-22', 'hk-bwl-22', true],
  ['own code with a leading zero more', '00123', '123', false],
  ['own code without a Latin character', '碗', '碗', true],
  ['another code without a Latin character', '碗', '杯', false],
])('%s: %s scanned as %s', (_title, own, scanned, isEqual) => {
  expect(itemKnownBy(begin(line('A', 1, { barcodes: [own] })), scanned)).toBe(isEqual ? 'barcode' : undefined);
});

test('a SKU identifies its item only if no bar code of the order does', () => {
  const state = begin(line('X-1', 1), line('B', 1, { barcodes: ['X-1'] }));
  expect(counts(after(state, scan('X-1')))).toEqual([0, 1]);
  expect(counts(after(begin(line('X-1', 1)), scan('x-1')))).toEqual([1]);
  expect(['x-1', '', 'Y'].map((code) => itemKnownBy(begin(line('X-1', 1), line('', 1)), code))).toEqual(['sku', undefined, undefined]);
});

test('by eye counts the rest of a line, with the name of the packer', () => {
  const state = after(begin(bowl, card), scan('4006381333931'), byEye(0), byEye(1));
  expect([counts(state), isCheckedOff(state)]).toEqual([[2, 3], true]);
  expect(checkReason(state)).toEqual({
    code: 'items-checked',
    pieces: 5,
    byEye: [
      { item: 'Item BOWL', packer: 'Zoë', pieces: 1 },
      { item: 'Item CARD', packer: 'Zoë', pieces: 3 },
    ],
    serials: [],
  });
  expect(after(state, byEye(0), byEye(7))).toEqual(state);
});

test('only a scan of the last piece lets a rule buy', () => {
  const state = begin(bowl, line('PHONE', 1, { barcodes: ['X-1'], needsSerial: true }));
  const phone = after(state, byEye(0), scan('X-1'));
  expect([state, phone, after(phone, serial('SN-1')), after(phone, scan('SN-1'))].map(mayRuleBuy)).toEqual([false, false, false, true]);
  expect(mayRuleBuy(after(state, scan('X-1'), scan('SN-1'), byEye(0)))).toBe(false);
  expect(mayRuleBuy(undefined)).toBe(true);
});

test('undo takes back one step after the other, also one by eye', () => {
  const state = after(begin(bowl, card), scan('4006381333931'), byEye(1));
  expect(counts(after(state, undo))).toEqual([1, 0]);
  const both = after(state, undo, undo);
  expect([counts(both), both.lines[1]?.byEye, both.last?.is]).toEqual([[0, 0], [], 'undone']);
  expect(counts(after(both, undo))).toEqual([0, 0]);
});

test('a line with serial numbers counts a piece only with its number', () => {
  const state = begin(line('PHONE', 2, { barcodes: ['X-1'], needsSerial: true }), cup);
  const asked = after(state, scan('X-1'));
  expect([counts(asked), asked.asksSerial?.line, asked.last?.is]).toEqual([[0, 0], 0, 'serial-asked']);
  expect(after(asked, scan('X-1')).last?.is).toBe('serial-missing');
  expect(after(asked, scan('036000291452')).last?.is).toBe('serial-missing');
  expect(after(asked, byEye(1)).last?.is).toBe('serial-missing');
  expect(after(asked, serial('  '))).toEqual(asked);
  const one = after(asked, scan('SN-77'));
  expect([counts(one), one.asksSerial, one.lines[0]?.serials]).toEqual([[1, 0], null, ['SN-77']]);
  const twice = after(one, scan('X-1'), serial('SN-77'));
  expect([counts(twice), twice.last?.is, isCheckedOff(twice)]).toEqual([[1, 0], 'serial-twice', false]);
  const both = after(twice, serial('SN-78'), byEye(1));
  expect(isCheckedOff(both)).toBe(true);
  expect(checkReason(both).serials).toEqual([{ item: 'Item PHONE', serials: ['SN-77', 'SN-78'] }]);
  expect(after(both, undo, undo).lines[0]?.serials).toEqual(['SN-77']);
});

test('the shipment gets each serial number on the line of its piece, and no other order does', () => {
  const phone = line('PHONE', 2, { barcodes: ['X-1'], needsSerial: true });
  const shipment = order(cup, phone);
  const state = after(begin(cup, phone), scan('036000291452'), scan('X-1'), serial('SN-1'), byEye(1), serial('SN-2'));
  expect(withSerials(shipment, state).lines).toEqual([cup, { ...phone, serials: ['SN-1', 'SN-2'] }]);
  expect(withSerials(shipment, undefined)).toBe(shipment);
  expect(withSerials(shipment, begin(cup, phone))).toBe(shipment);
  expect(withSerials(order(phone, cup), state).lines).toEqual([phone, cup]);
});

test('a shipment is counted again without the numbers that were noted', () => {
  const phone = line('PHONE', 1, { barcodes: ['X-1'], needsSerial: true });
  const shipped = withSerials(order(phone), after(begin(phone), scan('X-1'), scan('SN-1')));
  const again = beginCheckOff(uncounted(shipped));
  expect(again?.lines).toEqual([{ line: phone, pieces: 0, byEye: [], serials: [] }]);
  expect(again && withSerials(shipped, after(again, scan('X-1'), scan('SN-2'))).lines).toEqual([{ ...phone, serials: ['SN-2'] }]);
});

test('by eye asks for the serial number of each piece', () => {
  const asked = after(begin(line('PHONE', 2, { needsSerial: true })), byEye(0));
  expect([counts(asked), asked.asksSerial?.way]).toEqual([[0], { by: 'eye', packer: 'Zoë' }]);
  expect(isCheckedOff(after(begin(line('PHONE', 1, { needsSerial: true })), byEye(0)))).toBe(false);
  const one = after(asked, serial('SN-1'));
  expect([counts(one), one.lines[0]?.byEye]).toEqual([[1], [{ packer: 'Zoë', pieces: 1 }]]);
  expect(after(asked, undo).asksSerial).toBeNull();
});

/** Two bowls and a cloth. */
const set = line('SET', 2, {
  barcodes: ['SET-1'],
  parts: [
    { sku: 'BOWL', name: 'Bowl', quantity: 2, barcodes: ['4006381333931'] },
    { sku: 'CLOTH', name: 'Cloth', quantity: 1, barcodes: ['96385074'] },
  ],
});

test('a kit counts once all its parts are checked, and no part too many', () => {
  const state = begin(set);
  const bowls = after(state, scan('4006381333931'), scan('4006381333931'));
  expect([counts(bowls), bowls.lines[0]?.parts, isKitBegun(bowls)]).toEqual([[0], [2, 0], true]);
  const one = after(bowls, scan('96385074'));
  expect([counts(one), isKitBegun(one), one.last?.is]).toEqual([[1], false, 'counted']);
  const both = after(one, scan('CLOTH'), scan('4006381333931'), scan('4006381333931'));
  expect([counts(both), isCheckedOff(both), mayRuleBuy(both)]).toEqual([[2], true, true]);
  expect(after(bowls, scan('4006381333931'), scan('4006381333931'), scan('4006381333931')).last?.is).toBe('too-many');
  expect([counts(after(both, undo)), after(both, undo).lines[0]?.parts]).toEqual([[1], [3, 2]]);
});

test('the bar code of a kit counts all of it, and completes one that was begun', () => {
  const begun = after(begin(set), scan('96385074'));
  const one = after(begun, scan('SET-1'));
  expect([counts(one), one.lines[0]?.parts]).toEqual([[1], [2, 1]]);
  expect(after(one, undo).lines[0]?.parts).toEqual([0, 1]);
  const all = after(one, byEye(0));
  expect([counts(all), all.lines[0]?.parts, all.lines[0]?.byEye]).toEqual([[2], [4, 2], [{ packer: 'Zoë', pieces: 1 }]]);
  expect(after(all, scan('SET-1')).last?.is).toBe('too-many');
});

test('a kit that is begun closes no box, and its part is taken back before the box', () => {
  const closed = after(begin(set, cup), scan('036000291452'), boxClosed);
  expect(closed.boxes).toEqual([[0, 1]]);
  const begun = after(closed, scan('96385074'));
  expect(after(begun, boxClosed)).toEqual(begun);
  expect(isBoxJustClosed(begun)).toBe(false);
  expect(after(begin(set, cup), scan('036000291452'), scan('96385074'), boxClosed).boxes).toEqual([]);
  const back = after(begun, undo);
  expect([back.boxes.length, back.lines[0]?.parts, after(back, undo).boxes.length]).toEqual([1, [0, 0], 0]);
});

test('a part of a kit that is also an item of its own counts for the first of them that needs it', () => {
  const state = after(begin(set, bowl), ...Array.from({ length: 5 }, () => scan('4006381333931')));
  expect([state.lines[0]?.parts, counts(state)]).toEqual([
    [4, 0],
    [0, 1],
  ]);
});

test('a scan that was only part of a code takes back what it did, and nothing else', () => {
  const one = after(begin(bowl, cup), scan('4006381333931'));
  expect(counts(after(one, drop))).toEqual([0, 0]);
  const wrong = after(one, scan('40063'), drop);
  expect([counts(wrong), wrong.last?.is]).toEqual([[1, 0], 'undone']);
  expect(after(wrong, drop)).toEqual(wrong);
});

test('the same lines keep what was checked, and changed lines begin again', () => {
  const state = after(begin(bowl, cup), scan('4006381333931'));
  expect(beginCheckOff(order(bowl, cup), state)).toBe(state);
  expect(beginCheckOff(order(bowl, { ...cup, quantity: 2 }), state)?.lines.map(({ pieces }) => pieces)).toEqual([0, 0]);
  expect(beginCheckOff({ ...order(bowl, cup), key: anOrder('ORD-2').key }, state)?.steps).toEqual([]);
});

test('no history counts more pieces than the order has, and the state stays plain data', () => {
  const lines = [bowl, cup, card, line('PHONE', 2, { barcodes: ['X-1'], needsSerial: true }), line('TWIN', 1, { barcodes: ['X-1'] }), set];
  const events = [
    ...['4006381333931', '036000291452', 'X-1', 'SN-1', 'SN-2', 'CARD', '12345', 'SET-1', '96385074', '96385074'].map(scan),
    ...[0, 2, 3, 4, 5, 9].map(byEye),
    serial('SN-3'),
    boxClosed,
    undo,
    drop,
  ];
  let finished = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 60, size: 'max' }), (history) => {
      const state = after(begin(...lines), ...history);
      expect(checkOffSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
      for (const each of state.lines) {
        expect(each.pieces).toBeLessThanOrEqual(each.line.quantity);
        expect(each.byEye.reduce((sum, { pieces }) => sum + pieces, 0)).toBeLessThanOrEqual(each.pieces);
        expect(each.serials.length).toBe(each.line.needsSerial ? each.pieces : 0);
        for (const [index, count] of (each.parts ?? []).entries()) {
          const inKit = each.line.parts?.[index]?.quantity ?? 0;
          expect(count).toBeGreaterThanOrEqual(each.pieces * inKit);
          expect(count).toBeLessThanOrEqual(each.line.quantity * inKit);
        }
      }
      finished += Number(isCheckedOff(state));
    }),
    { numRuns: 500, seed: 30 },
  );
  expect(finished).toBeGreaterThan(5);
});
