import { expect, test } from 'vitest';
import { mergedOrder } from '../../electron/bench/orders/merged-order.ts';
import type { OrderContent } from '../../shared/elsewhere.ts';
import type { Order } from '../../shared/order.ts';
import { anOrder } from '../journal/samples.ts';

const content = (change: Partial<Order> = {}): OrderContent => ({ order: { ...anOrder('1001'), ...change }, imported: '' });
const { recipient } = anOrder('1001');
const moved = { recipient: { ...recipient, street: 'Other Street' } };

test('of two states with one address the later one counts, whichever bench merges them', () => {
  const [old, young] = [
    { content: content({ reference: 'old' }), ageMs: 9_000 },
    { content: content({ reference: 'young' }), ageMs: 100 },
  ];
  expect([mergedOrder(old, young), mergedOrder(young, old)]).toEqual(['other', 'own']);
});

test('a cancelled order counts, however old it is', () => {
  for (const hold of ['cancelled', 'refunded'] as const) {
    const [off, on] = [
      { content: content({ hold }), ageMs: 60_000 },
      { content: content(moved), ageMs: 1 },
    ];
    expect([mergedOrder(off, on), mergedOrder(on, off)]).toEqual(['own', 'other']);
  }
});

test('two addresses of one order are asked about: the later one is in the order, the other next to it', () => {
  const [old, young] = [
    { content: content(), ageMs: 9_000 },
    { content: content(moved), ageMs: 100 },
  ];
  const asked = { order: { recipient: moved.recipient, hold: 'two-addresses', otherAddress: expect.stringContaining(recipient.street) } };
  for (const each of [mergedOrder(old, young), mergedOrder(young, old)]) expect(each).toMatchObject(asked);
  // The hold that the shop gave is kept too.
  expect(mergedOrder(old, { ...young, content: content({ ...moved, hold: 'unpaid' }) })).toMatchObject({ order: { hold: 'unpaid' } });
});

test('an order that a packer holds stays held, whatever came later', () => {
  const held = { by: 'Ada', at: '2026-11-21T09:00:00.000Z', why: 'The customer calls back', isBack: false };
  const [holding, young] = [
    { content: { ...content(), held }, ageMs: 9_000 },
    { content: content({ reference: 'young' }), ageMs: 100 },
  ];
  for (const each of [mergedOrder(holding, young), mergedOrder(young, holding)])
    expect(each).toMatchObject({ order: { reference: 'young' }, held });
  expect(mergedOrder(young, { ...holding, ageMs: 1 })).toBe('other');
});

test('an open question stays open if a bench that did not know of it later reports one of the two addresses', () => {
  const asked = { content: content({ ...moved, hold: 'two-addresses', otherAddress: 'Here' }), ageMs: 9_000 };
  const again = { content: content({ ...moved, reference: 'again' }), ageMs: 100 };
  expect([mergedOrder(asked, again), mergedOrder(again, asked)]).toEqual(['own', 'other']);
});

test('a deletion counts if it came later, but not if the order was changed after it', () => {
  const order = { content: content(), ageMs: 500 };
  expect(mergedOrder(order, { content: null, ageMs: 100 })).toBe('other');
  expect(mergedOrder(order, { content: null, ageMs: 900 })).toBe('own');
});
