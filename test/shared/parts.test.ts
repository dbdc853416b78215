import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyParcel, type Order, withDefaults } from '../../shared/order.ts';
import { type OrderLine, piecesOf, withPieces } from '../../shared/order-line.ts';
import { fits, notSplit, partOf, piecesOfOrder, restOf, type StandingShipment, splitOff, without } from '../../shared/parts.ts';
import { firstSettings } from '../../shared/settings.ts';
import { anOrder } from '../journal/samples.ts';

const euros = (minor: number) => ({ minor, currency: 'EUR' });
const line = (sku: string, quantity: number, change: Partial<OrderLine> = {}): OrderLine => ({
  name: sku,
  sku,
  quantity,
  price: null,
  ...change,
});
const orderWith = (...lines: OrderLine[]): Order => ({ ...anOrder('A-23'), lines });
const standing = ({ part, lines }: Order, state: StandingShipment['state'] = 'booked'): StandingShipment => ({
  bookingId: null,
  shipmentNo: part?.no ?? 1,
  state,
  lines,
  later: part?.later ?? 0,
});
const whole = orderWith(line('PLATE', 4), line('BOWL', 2), line('CUP', 6));
const first = splitOff(whole, [line('PLATE', 3), line('CUP', 6)]);
/** Adds up the pieces by SKU. */
const counts = (lines: readonly OrderLine[]): Record<string, number> => {
  const sum: Record<string, number> = {};
  for (const { sku, quantity } of lines) sum[sku] = (sum[sku] ?? 0) + quantity;
  return sum;
};

test('a part takes its pieces and knows how many are left', () => {
  expect(first.part).toEqual({ no: 1, before: 0, later: 3 });
  expect(piecesOfOrder(first)).toBe(12);
  expect(restOf(whole, [standing(first)])).toEqual({
    is: 'left',
    lines: [line('PLATE', 1), line('BOWL', 2)],
    part: { no: 2, before: 9, later: 0 },
  });
});

test('the rest can be split again, and the last part leaves nothing', () => {
  const rest = restOf(whole, [standing(first)]);
  if (rest?.is !== 'left') throw new Error('no rest');
  const second = splitOff(partOf(whole, rest.lines, rest.part), [line('BOWL', 1)]);
  expect(second.part).toEqual({ no: 2, before: 9, later: 2 });
  const last = restOf(whole, [standing(second), standing(first)]);
  expect(last).toEqual({ is: 'left', lines: [line('PLATE', 1), line('BOWL', 1)], part: { no: 3, before: 10, later: 0 } });
  if (last?.is !== 'left') throw new Error('no rest');
  const third = partOf(whole, last.lines, last.part);
  expect(
    restOf(
      whole,
      [first, second, third].map((each) => standing(each)),
    ),
  ).toBeUndefined();
});

test('an order that was shipped as a whole, or not at all, has no rest', () => {
  expect(restOf(whole, [])).toBeUndefined();
  expect(restOf(whole, [standing(whole)])).toBeUndefined();
  for (const state of ['intent', 'sending', 'answered', 'unknown'] as const)
    expect(restOf(whole, [standing(first, state)])).toBeUndefined();
});

test('nothing is left to ship if an earlier part is not known here', () => {
  const second = { ...first, part: { no: 2, before: 9, later: 2 }, lines: [line('BOWL', 1)] };
  const unknown = { is: 'problem', code: 'part-not-known' };
  expect(restOf(whole, [standing(second)]), 'part 1 is missing').toEqual(unknown);
  expect(restOf(whole, [{ ...standing(first), lines: null }]), 'unreadable').toEqual(unknown);
  expect(restOf(whole, [standing(first, 'unknown'), standing(second)]), 'in doubt').toEqual(unknown);
});

test('an order that changed after its first part ships what is left of the changed order', () => {
  const rest = (...lines: OrderLine[]) => restOf(orderWith(...lines), [standing(first)]);
  expect(rest(line('PLATE', 4), line('CUP', 6), line('VASE', 1))).toMatchObject({ lines: [line('PLATE', 1), line('VASE', 1)] });
  const renamed = line('PLATE', 4, { name: 'Plate, 27 cm' });
  expect(rest(renamed, line('CUP', 6))).toMatchObject({ lines: [{ ...renamed, quantity: 1 }] });
  expect(rest(line('PLATE', 3), line('CUP', 6)), 'the rest was cancelled').toBeUndefined();
  const gone = { is: 'problem', code: 'part-not-in-order' };
  expect(rest(line('PLATE', 2), line('BOWL', 2), line('CUP', 6)), 'smaller than what was sent').toEqual(gone);
  expect(rest(line('PLATE', 4), line('BOWL', 2)), 'a line is gone').toEqual(gone);
});

test('two lines with one SKU keep their own pieces', () => {
  const [red, blue] = [line('MUG', 1, { name: 'Mug, Anna' }), line('MUG', 1, { name: 'Mug, Ben' })];
  expect(without([red, blue], [blue])).toEqual([red]);
  expect(without([red, blue], [red])).toEqual([blue]);
  const unnamed = line('', 2, { name: 'Gift card' });
  expect(without([unnamed], [line('', 1, { name: 'Gift box' })]), 'no SKU and another name').toBeUndefined();
});

test('box, weight and contents of the whole order do not go on a part', () => {
  const priced = orderWith(line('PLATE', 4, { price: euros(1000) }), line('BOWL', 2, { price: euros(2500) }));
  const part = splitOff(priced, [line('PLATE', 1, { price: euros(1000) })]);
  const { boxes, defaults, shipmentDefaults } = firstSettings;
  const withDefault = { boxes, defaults: { ...defaults, weightGrams: 700, boxId: boxes[0]?.id ?? '' }, shipmentDefaults };
  expect(withDefaults(part, withDefault, false).parcels).toMatchObject([
    { weightGrams: null, lengthCm: null, contents: 'PLATE', value: euros(1000) },
  ]);
  const unpriced = splitOff(whole, [line('PLATE', 1)]);
  expect(unpriced.parcels[0]?.value, 'asked, because the value of the whole order is known').toBeNull();
  expect(unpriced.noDefaultFor).toEqual(['box', 'weight', 'value']);
});

test('an order that is not one parcel of its own cannot be split', () => {
  expect(notSplit(whole)).toBeUndefined();
  const changes: readonly (readonly [Partial<Order>, string])[] = [
    [{ parcels: [emptyParcel, emptyParcel] }, 'not-one-parcel'],
    [{ isPartlyRefunded: true }, 'not-one-parcel'],
    [{ customsCosts: { ...whole.customsCosts, transport: euros(1) } }, 'own-customs'],
    [{ joined: [{ key: whole.key, shipmentNo: 1, reference: '', lines: 0 }] }, 'shares-parcel'],
  ];
  for (const [change, code] of changes) expect(notSplit({ ...whole, ...change })).toMatchObject({ code });
});

test('a shipment fits only as the next part of its order, with pieces that are left', () => {
  expect(fits(first, whole, [])).toBe(true);
  expect(fits(first, whole, [standing(first)]), 'the same part twice').toBe(false);
  expect(fits(splitOff(whole, [line('CUP', 7)]), whole, []), 'more than ordered').toBe(false);
  expect(fits({ ...first, part: { no: 1, before: 0, later: 2 } }, whole, []), 'a piece is lost').toBe(false);
  const rest = partOf(whole, [line('PLATE', 1), line('BOWL', 2)], { no: 2, before: 9, later: 0 });
  expect(fits(rest, whole, [standing(first)])).toBe(true);
  expect(fits(rest, whole, []), 'nothing was shipped').toBe(false);
  expect(fits(rest, orderWith(line('PLATE', 3), line('BOWL', 2), line('CUP', 6)), [standing(first)]), 'a plate was cancelled').toBe(false);
  expect(fits({ ...rest, lines: [] }, whole, [standing(first)])).toBe(false);
});

const lines = fc.array(
  fc.record({
    sku: fc.constantFrom('', 'A', 'B', 'C'),
    name: fc.constantFrom('one', 'two', 'three'),
    quantity: fc.integer({ min: 1, max: 9 }),
    price: fc.constant(null),
  }),
  { minLength: 1, maxLength: 6 },
);

test('drawn orders in drawn parts: every piece is taken once, and none is lost', () => {
  fc.assert(
    fc.property(lines, fc.array(fc.array(fc.nat(9), { minLength: 6, maxLength: 6 }), { maxLength: 6 }), (ordered, draws) => {
      const order = orderWith(...ordered);
      const shipped: Order[] = [];
      for (const draw of [...draws, null]) {
        const rest = restOf(
          order,
          shipped.map((each) => standing(each)),
        );
        if (shipped.length > 0 && rest?.is !== 'left') break;
        const open = rest?.is === 'left' ? partOf(order, rest.lines, rest.part) : order;
        const now =
          draw &&
          withPieces(
            open.lines,
            open.lines.map(({ quantity }, at) => Math.min(quantity, draw[at] ?? 0)),
          );
        const isSplit = now !== null && now.length > 0 && piecesOf(now) < piecesOf(open.lines);
        const next = isSplit ? splitOff(open, now) : draw === null && shipped.length > 0 ? open : undefined;
        if (!next) continue;
        expect(
          fits(
            next,
            order,
            shipped.map((each) => standing(each)),
          ),
        ).toBe(true);
        expect(piecesOfOrder(next)).toBe(piecesOf(ordered));
        shipped.push(next);
      }
      if (shipped.length === 0) return;
      const taken = shipped.flatMap((each) => each.lines);
      expect(counts(taken)).toEqual(counts(ordered));
      expect(taken.every(({ quantity }) => quantity > 0)).toBe(true);
      expect(shipped.map(({ part }) => part?.no)).toEqual(shipped.map((_each, at) => at + 1));
      expect(shipped.at(-1)?.part?.later).toBe(0);
    }),
    { numRuns: 1000 },
  );
});
