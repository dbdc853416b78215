import { expect, test } from 'vitest';
import { createPace } from '../../electron/bench/batch/pace.ts';
import {
  batchStates,
  inPickOrder,
  isTakable,
  lineStates,
  mayFollow,
  pausesBatch,
  questionsOnce,
  totals,
  wayOn,
} from '../../shared/batch.ts';
import { failureCodes } from '../../shared/failure.ts';
import type { Order } from '../../shared/order.ts';
import { anOrder } from '../journal/samples.ts';

const of = (key: string, ...skus: string[]): Order => ({
  ...anOrder(key),
  lines: skus.map((sku) => ({ name: sku, sku, quantity: 1, price: null })),
});
const weight = { kind: 'weight', parcel: 0, found: '' } as const;

test('labels come out product by product, mixed orders last, and each as it was chosen', () => {
  const orders = [of('1', 'CUP-10'), of('2', 'VASE', 'CUP-2'), of('3', 'CUP-2'), of('4', 'CUP-10'), of('5')];
  expect(inPickOrder(orders).map(({ order, group }) => [order.key, group])).toEqual([
    ['3', 'CUP-2'],
    ['1', 'CUP-10'],
    ['4', 'CUP-10'],
    ['2', ''],
    ['5', ''],
  ]);
});

test('a question is asked once per product and quantity, but address questions once per order', () => {
  const two = { ...of('3', 'CUP'), lines: [{ name: 'CUP', sku: 'CUP', quantity: 2, price: null }] };
  const street = { kind: 'street', parcel: null, found: '' } as const;
  expect(
    questionsOnce([
      { order: of('1', 'CUP'), questions: [weight, street] },
      { order: of('2', 'CUP'), questions: [weight] },
      { order: two, questions: [weight] },
    ]),
  ).toEqual([
    { kind: 'weight', fits: '1 × cup', orders: 2, first: '1' },
    { kind: 'weight', fits: '2 × cup', orders: 1, first: '3' },
  ]);
});

test('amounts are added up in each currency by itself', () => {
  expect(
    totals([
      { minor: 100, currency: 'EUR' },
      { minor: 7, currency: 'CHF' },
      { minor: 20, currency: 'EUR' },
    ]),
  ).toEqual([
    { minor: 120, currency: 'EUR' },
    { minor: 7, currency: 'CHF' },
  ]);
});

test('a batch buys nothing before a person has seen the prices', () => {
  expect(batchStates.filter((state) => mayFollow(state, 'running'))).toEqual(['ready', 'paused']);
  expect(batchStates.filter((state) => mayFollow('closed', state))).toEqual([]);
});

test('an unknown booking pauses all others, a risen price does not, and every failure has a next step', () => {
  expect([pausesBatch('booking-unknown'), pausesBatch('price-changed')]).toEqual([true, false]);
  expect(wayOn({ code: 'booking-unknown' })).toBe('resolve');
  expect(failureCodes.map((code) => wayOn({ code }))).not.toContain(undefined);
});

test('a scan takes lines that are not at a printer yet', () => {
  expect(lineStates.filter((state) => isTakable({ state }))).toEqual(['to-quote', 'asked', 'quoted', 'agreed', 'buying', 'bought']);
});

test('the pace grows by one after each good round, and halves if the service asks to slow down', () => {
  const pace = createPace();
  for (let parcel = 0; parcel < 4; parcel += 1) pace.went();
  expect(pace.width()).toBe(5);
  for (let parcel = 0; parcel < 1000; parcel += 1) pace.went();
  expect(pace.width()).toBe(12);
  for (let round = 0; round < 5; round += 1) pace.tooFast();
  expect(pace.width()).toBe(1);
});
