import fc from 'fast-check';
import { expect, test } from 'vitest';
import { besides, inBoxes, isEmptyBox, mostBoxes, notBoxed } from '../../shared/boxes.ts';
import { beginCheckOff, type CheckEvent, type CheckOff, checked, checkedPart, isCheckedOff, openBox } from '../../shared/check-off.ts';
import { emptyProduct, type Product } from '../../shared/customs.ts';
import { asOf } from '../../shared/joined.ts';
import { emptyParcel, isComposed, isInBoxes, linesIn, type Order, orderSchema, withDefaults } from '../../shared/order.ts';
import { type OrderLine, piecesOf, withPieces } from '../../shared/order-line.ts';
import { partOf, restOf, type StandingShipment, splitOff } from '../../shared/parts.ts';
import { firstSettings } from '../../shared/settings.ts';
import { anOrder } from '../journal/samples.ts';
import { newFile, openJournalAt } from '../journal/temporary-journal.ts';

const euros = (minor: number) => ({ minor, currency: 'EUR' });
const line = (sku: string, quantity: number, change: Partial<OrderLine> = {}): OrderLine => ({
  name: sku,
  sku,
  quantity,
  price: null,
  ...change,
});
const orderWith = (...lines: OrderLine[]): Order => ({ ...anOrder('A-23'), lines });
const whole = orderWith(line('PLATE', 4, { price: euros(1000) }), line('BOWL', 2, { price: euros(2500) }));
const at = '2026-11-29T12:00:00.000Z';

test('an order in boxes has one parcel for each, with its own contents and value', () => {
  const boxed = inBoxes(whole, [[3, 0]]);
  expect(boxed.parcels.map((_parcel, parcel) => linesIn(boxed, parcel))).toEqual([
    [line('PLATE', 3, { price: euros(1000) })],
    [line('PLATE', 1, { price: euros(1000) }), line('BOWL', 2, { price: euros(2500) })],
  ]);
  const { boxes, defaults, shipmentDefaults } = firstSettings;
  const withDefault = { boxes, defaults: { ...defaults, weightGrams: 700, boxId: boxes[0]?.id ?? '' }, shipmentDefaults };
  expect(withDefaults(boxed, withDefault, false).parcels).toMatchObject([
    { weightGrams: null, lengthCm: null, contents: 'PLATE', value: euros(3000) },
    { weightGrams: null, lengthCm: null, contents: 'PLATE, BOWL', value: euros(6000) },
  ]);
  expect(orderSchema.parse(boxed)).toEqual(boxed);
  expect([isInBoxes(boxed), isComposed(boxed), isInBoxes(whole), isComposed(whole)]).toEqual([true, true, false, false]);
});

test('a value of the whole order is asked for in each box if its items have no price', () => {
  const stated = orderWith(line('PLATE', 2));
  const boxed = inBoxes({ ...stated, parcels: [{ ...emptyParcel, value: euros(9000), hsCode: '691200' }] }, [[1]]);
  expect(boxed.parcels).toMatchObject([
    { value: null, hsCode: '691200' },
    { value: null, hsCode: '691200' },
  ]);
  expect(boxed.noDefaultFor).toEqual(['box', 'weight', 'value']);
});

test('customs gets the goods of each box, or its contents as a whole if it is not certain which goods they are', () => {
  const goods = (code: string, quantity: number): Product => ({ ...emptyProduct, code, quantity, value: euros(1000), hsCode: '691200' });
  const codesIn = (...products: Product[]) =>
    inBoxes({ ...whole, parcels: [{ ...emptyParcel, products }] }, [[3, 0]]).parcels.map((parcel) =>
      parcel.products.map(({ code, quantity }) => `${quantity} ${code}`),
    );
  expect(codesIn(goods('BOWL', 2), goods('PLATE', 4))).toEqual([['3 PLATE'], ['1 PLATE', '2 BOWL']]);
  const none = [[], []];
  expect(codesIn(goods('BOWL', 2)), 'one line has no goods').toEqual(none);
  expect(codesIn(goods('BOWL', 2), goods('PLATE', 5)), 'another quantity').toEqual(none);
  expect(codesIn(goods('BOWL', 2), goods('PLATE', 4), goods('CARD', 1)), 'goods without a line').toEqual(none);
  const twins = orderWith(line('MUG', 1), line('MUG', 1));
  const parcels = [{ ...emptyParcel, products: [goods('MUG', 1), goods('CARD', 1)] }];
  expect(inBoxes({ ...twins, parcels }, [[1, 0]]).parcels.map(({ products }) => products)).toEqual(none);
});

test('one box for everything is no box of its own', () => {
  expect(inBoxes(whole, [])).toBe(whole);
  expect(inBoxes(whole, [[4, 2]])).toBe(whole);
});

test('an order with parcels of its own, or with items that a person decides on, is not put in boxes', () => {
  expect(notBoxed(whole)).toBeUndefined();
  expect(notBoxed({ ...whole, parcels: [emptyParcel, emptyParcel] })).toEqual({ code: 'not-one-parcel', key: 'A-23' });
  expect(notBoxed({ ...whole, isPartlyRefunded: true })).toEqual({ code: 'not-one-parcel', key: 'A-23' });
});

test('the shop of a joined order sees its own lines in the boxes', () => {
  const joined = [{ key: 'A-24' as never, shipmentNo: 1, reference: '', lines: 1 }];
  const booking = { ...openJournalAt(newFile()).draft(whole, 'Ana'), orderKey: whole.key, order: inBoxes({ ...whole, joined }, [[3, 1]]) };
  const [first, second] = [asOf(booking, 'A-23').order, asOf(booking, 'A-24').order];
  expect([first.lines.length, first.parcels.map(({ quantities }) => quantities)]).toEqual([1, [[3], [1]]]);
  expect([second.lines.length, second.parcels.map(({ quantities }) => quantities)]).toEqual([1, [[1], [1]]]);
});

test('an empty box is not closed, nor is one more than the most', () => {
  const begun = beginCheckOff(orderWith(line('A', mostBoxes + 5, { barcodes: ['A-1'] })));
  if (!begun) throw new Error('no lines');
  const close: CheckEvent = { is: 'box-closed', at };
  expect(checked(begun, close)).toBe(begun);
  let state = begun;
  for (let box = 0; box < mostBoxes + 2; box += 1) state = checked(checked(state, { is: 'scanned-code', code: 'A-1', at }), close);
  expect(state.boxes).toHaveLength(mostBoxes - 1);
  expect(openBox(state)).toEqual([3]);
});

type Act = { readonly is: 'item'; readonly line: number } | { readonly is: 'eye'; readonly line: number } | { readonly is: 'box' | 'undo' };
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ is: fc.constant('item' as const), line: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('eye' as const), line: fc.nat(4) }) },
  { weight: 3, arbitrary: fc.constant({ is: 'box' as const }) },
  { weight: 2, arbitrary: fc.constant({ is: 'undo' as const }) },
);
const event = (each: Act): CheckEvent => {
  if (each.is === 'item') return { is: 'scanned-code', code: `CODE-${each.line}`, at };
  if (each.is === 'eye') return { is: 'by-eye', line: each.line, packer: 'Zoë', at };
  return { is: each.is === 'box' ? 'box-closed' : 'undone', at };
};
const drawnLines = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 });

/** Adds up the pieces by SKU. */
function counts(all: readonly OrderLine[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { sku, quantity } of all) sum[sku] = (sum[sku] ?? 0) + quantity;
  return sum;
}

test('drawn orders in drawn boxes and parts: every piece is in one box of one shipment, or left', () => {
  fc.assert(
    fc.property(drawnLines, fc.array(fc.array(act, { maxLength: 25 }), { minLength: 1, maxLength: 4 }), (quantities, shifts) => {
      const order = orderWith(...quantities.map((quantity, no) => line(`SKU-${no}`, quantity, { barcodes: [`CODE-${no}`] })));
      const shipped: Order[] = [];
      for (const acts of shifts) {
        const rest = restOf(order, shipped.map(standing));
        if (shipped.length > 0 && rest?.is !== 'left') break;
        const open = rest?.is === 'left' ? partOf(order, rest.lines, rest.part) : order;
        const state = acts.map(event).reduce<CheckOff>(checked, beginCheckOff(open) ?? fail());
        const pieces = state.lines.map((each) => each.pieces);
        expect(besides(pieces, state.boxes)).toEqual(openBox(state));
        expect(openBox(state).every((count) => count >= 0)).toBe(true);
        expect(state.boxes.some(isEmptyBox)).toBe(false);
        if (pieces.every((count) => count === 0)) continue;
        const now = isCheckedOff(state) ? open : splitOff(open, withPieces(open.lines, pieces));
        const boxed = inBoxes(now, (isCheckedOff(state) ? state : checkedPart(state)).boxes);
        const inParcels = boxed.parcels.map((_parcel, parcel) => linesIn(boxed, parcel) ?? []);
        expect(inParcels.every((lines) => lines.length > 0)).toBe(true);
        expect(counts(inParcels.flat())).toEqual(counts(now.lines));
        shipped.push(boxed);
      }
      const taken = shipped.flatMap((each) => each.lines);
      const rest = restOf(order, shipped.map(standing));
      const left = shipped.length === 0 ? order.lines : rest?.is === 'left' ? rest.lines : [];
      expect(counts([...taken, ...left])).toEqual(counts(order.lines));
      expect(piecesOf(left)).toBe(shipped.at(-1)?.part?.later ?? (shipped.length === 0 ? piecesOf(order.lines) : 0));
    }),
    { numRuns: 500 },
  );
});

const standing = ({ part, lines }: Order): StandingShipment => ({
  bookingId: null,
  shipmentNo: part?.no ?? 1,
  state: 'booked',
  lines,
  later: part?.later ?? 0,
});
const fail = (): never => {
  throw new Error('no lines');
};

test('undo takes back what was done, in reverse, box by box', () => {
  fc.assert(
    fc.property(drawnLines, fc.array(act, { maxLength: 40 }), (quantities, acts) => {
      const order = orderWith(...quantities.map((quantity, no) => line(`SKU-${no}`, quantity, { barcodes: [`CODE-${no}`] })));
      const content = ({ lines, boxes }: CheckOff) => JSON.stringify([lines.map(({ pieces }) => pieces), boxes]);
      const history = [beginCheckOff(order) ?? fail()];
      for (const each of acts) {
        if (each.is === 'undo') continue;
        const before = history.at(-1) ?? fail();
        const after = checked(before, event(each));
        if (content(after) !== content(before)) history.push(after);
      }
      let state = history.at(-1) ?? fail();
      for (const before of history.toReversed().slice(1)) {
        state = checked(state, { is: 'undone', at });
        expect(content(state)).toBe(content(before));
      }
    }),
    { numRuns: 500 },
  );
});
