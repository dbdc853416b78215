import { expect, test } from 'vitest';
import { certainFor, learnedFor, namedItemsOf, type Packed, withLearned } from '../../shared/learned.ts';
import { type Box, emptyParcel } from '../../shared/order.ts';
import type { OrderLine } from '../../shared/order-line.ts';

const box = (name: string): Box => ({ id: name, name, lengthCm: 40, widthCm: 30, heightCm: 20, emptyWeightGrams: 300 });
const boxes = [box('S'), box('M'), box('L')];
const line = (sku: string, quantity = 1, name = `Item ${sku}`): OrderLine => ({ sku, name, quantity, price: null });
const order = (...lines: OrderLine[]) => ({ lines, parcels: [emptyParcel] });
const packed = (boxName: string, ...weights: (number | null)[]): Packed[] => weights.map((weightGrams) => ({ boxName, weightGrams }));
const inBoxM = { ...emptyParcel, boxName: 'M', lengthCm: 40, widthCm: 30, heightCm: 20 };

test('items are the same in any order of lines, and if one item stands in two lines', () => {
  const items = namedItemsOf(order(line('A', 2), line('B')));
  expect(namedItemsOf(order(line('B'), line('A', 2)))).toBe(items);
  expect(namedItemsOf(order(line('A'), line('B'), line(' a ')))).toBe(items);
  expect(namedItemsOf(order(line('A'), line('B')))).not.toBe(items);
  expect(namedItemsOf(order(line('', 1, 'Vase')))).toBe(namedItemsOf(order(line('', 1, 'vase '))));
});

test('two lines are never taken for one item with another name', () => {
  expect(namedItemsOf(order(line('A:1,B')))).not.toBe(namedItemsOf(order(line('A'), line('B'))));
  expect(namedItemsOf(order(line('A","B', 1)))).not.toBe(namedItemsOf(order(line('A'), line('B'))));
});

test('nothing is known of an order without lines, with two parcels, or partly refunded', () => {
  expect(namedItemsOf(order())).toBeUndefined();
  expect(namedItemsOf({ lines: [line('A')], parcels: [emptyParcel, emptyParcel] })).toBeUndefined();
  expect(namedItemsOf({ ...order(line('A')), isPartlyRefunded: true })).toBeUndefined();
  expect(namedItemsOf(order(line('', 1, ' ')))).toBeUndefined();
});

test('box and weight are offered from the third parcel on', () => {
  expect(learnedFor(emptyParcel, packed('M', 1200, 1210), boxes)).toBeUndefined();
  expect(learnedFor(emptyParcel, packed('M', 1200, 1210, 1180), boxes)).toEqual({
    boxName: 'M',
    weightGrams: 1200,
    parcels: 3,
    spreadGrams: 20,
    isSteady: true,
  });
});

test('weights that differ by more than 5 % are shown, but only the box is taken', () => {
  const learned = learnedFor(emptyParcel, packed('M', 1000, 1000, 1051), boxes);
  expect(learned).toMatchObject({ weightGrams: 1000, spreadGrams: 51, isSteady: false });
  expect(learned && withLearned(emptyParcel, learned, boxes)).toMatchObject({ boxName: 'M', weightGrams: null, learned: ['box'] });
  expect(learnedFor(emptyParcel, packed('M', 1000, 1000, 1050), boxes)).toMatchObject({ isSteady: true });
});

test('a weight counts only for the box it was weighed in', () => {
  const both = [...packed('M', 1200, 1200, 1200), ...packed('L', 1500, 1500, 1500)];
  expect(learnedFor(inBoxM, both, boxes)).toMatchObject({ boxName: null, weightGrams: 1200, parcels: 3 });
  expect(learnedFor({ ...inBoxM, boxName: 'S' }, both, boxes)).toBeUndefined();
  expect(learnedFor(emptyParcel, both, boxes), 'no box is usual').toBeUndefined();
});

test('a box that Setup does not have any more is not offered', () => {
  expect(learnedFor(emptyParcel, packed('Old', 1200, 1200, 1200), boxes)).toBeUndefined();
});

test('parcels whose weight was not measured give the box only', () => {
  expect(learnedFor(emptyParcel, packed('M', null, null, null), boxes)).toMatchObject({ boxName: 'M', weightGrams: null });
  expect(learnedFor(inBoxM, packed('M', null, null, null), boxes)).toBeUndefined();
});

test('nothing is offered for a parcel that lacks nothing', () => {
  expect(learnedFor({ ...inBoxM, weightGrams: 900 }, packed('M', 1200, 1200, 1200), boxes)).toBeUndefined();
});

test('a fact is certain from the fifth parcel on, within 3 %, and in one box', () => {
  expect(certainFor(emptyParcel, packed('M', 1000, 1000, 1000, 1000), boxes)).toBeUndefined();
  expect(certainFor(emptyParcel, packed('M', 1000, 1000, 1000, 1000, 1030), boxes)).toMatchObject({ boxName: 'M', weightGrams: 1000 });
  expect(certainFor(emptyParcel, packed('M', 1000, 1000, 1000, 1000, 1031), boxes)).toBeUndefined();
  const once = [...packed('M', 1000, 1000), ...packed('L', 1000), ...packed('M', 1000, 1000, 1000)];
  expect(certainFor(emptyParcel, once, boxes)).toBeUndefined();
  expect(certainFor(emptyParcel, packed('M', null, null, null, null, null), boxes), 'the weight is still missing').toBeUndefined();
});

test('what was learned is marked, and a fact of the order is never replaced', () => {
  const learned = learnedFor(inBoxM, packed('M', 1200, 1200, 1200), boxes);
  expect(learned && withLearned(inBoxM, learned, boxes)).toEqual({ ...inBoxM, weightGrams: 1200, learned: ['weight'] });
});
