import { expect, test } from 'vitest';
import type { OrderQuery } from '../../electron/bench/ports/journal/orders.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { type Order, type OrderKey, orderKeySchema } from '../../shared/order.ts';
import { slotOf } from '../../shared/scan.ts';
import { anOrder, bringTo, recipient } from './samples.ts';
import { journalAt, newFile } from './temporary-journal.ts';

const key = (text: string): OrderKey => orderKeySchema.parse(text);
const page = { search: '', offset: 0, limit: 100 };
const found = (journal: Journal, query: Partial<OrderQuery>): string[] =>
  journal.orders({ ...page, ...query }).rows.map(({ order }) => order.key);
const to = (country: string) => ({ ...recipient, country });
const fourOrders: readonly Order[] = [
  { ...anOrder('A-1', to('DE')), source: 'monday.csv', priority: 'low' },
  { ...anOrder('A-2', to('FR')), source: 'monday.csv', shipBy: '2026-11-24' },
  { ...anOrder('A-3', to('DE')), source: 'tuesday.csv', priority: 'high', shipBy: '2026-11-30' },
  { ...anOrder('A-4', to('DE')), source: 'tuesday.csv', hold: 'cancelled' },
];
const withFour = (): Journal => {
  const journal = journalAt(newFile());
  journal.takeOrders(fourOrders, []);
  return journal;
};

test('lists orders by state, source, country, priority and day, together with a search', () => {
  const journal = withFour();
  expect(found(journal, { country: 'DE' })).toEqual(['A-4', 'A-3', 'A-1']);
  expect(found(journal, { source: 'monday.csv' })).toEqual(['A-2', 'A-1']);
  expect(found(journal, { stage: 'barred' })).toEqual(['A-4']);
  expect(found(journal, { stage: 'to-ship', country: 'DE', search: 'reykjavik' })).toEqual(['A-3', 'A-1']);
  expect(found(journal, { stage: 'to-ship', search: 'nobody' })).toEqual([]);
  expect(found(journal, { priority: 'high' })).toEqual(['A-3']);
  expect(found(journal, { due: { from: '0000', to: '2026-11-24' } })).toEqual(['A-2']);
  expect(found(journal, { due: { from: '9999', to: '9999' }, country: 'DE' })).toEqual(['A-4', 'A-1']);
  expect(found(journal, { country: 'CH' })).toEqual([]);
  expect(journal.orders({ ...page, country: 'DE', limit: 2 }).total).toBe(3);
  expect(journal.ordersBy()).toEqual({ sources: ['tuesday.csv', 'monday.csv'], countries: ['DE', 'FR'] });
});

test('each order is counted once, however often it is written, even twice at once', () => {
  const journal = withFour();
  journal.saveOrder(anOrder('A-1', to('FR')));
  journal.takeOrders([anOrder('A-2', to('NL')), anOrder('A-5', to('DE')), anOrder('A-5', to('FR'))], []);
  expect(journal.orders(page).total).toBe(5);
  journal.deleteOrder(key('A-5'), 'Ann');
  journal.takeOrders([anOrder('A-6')], []);
  expect(journal.orders(page).total).toBe(5);
});

test('sorts orders by each of these fields', () => {
  const journal = withFour();
  const sorted = (sort: NonNullable<OrderQuery['sort']>): string => found(journal, { sort }).join(' ');
  expect(sorted('oldest')).toBe('A-1 A-2 A-3 A-4');
  expect(sorted('turn')).toBe('A-3 A-2 A-4 A-1');
  expect(sorted('ship-by')).toBe('A-2 A-3 A-4 A-1');
  expect(sorted('country')).toBe('A-4 A-3 A-1 A-2');
  expect(sorted('source')).toBe('A-2 A-1 A-4 A-3');
  expect(sorted('state')).toBe('A-3 A-2 A-1 A-4');
  expect(sorted('order')).toBe('A-1 A-2 A-3 A-4');
});

test('lists an order by the state of its shipment, and to be shipped again after a failure', () => {
  const journal = journalAt(newFile());
  journal.saveOrder(anOrder('ORD-1'));
  const draft = journal.draft(anOrder('ORD-1'), 'Ana');
  expect(found(journal, { stage: 'to-ship' })).toEqual(['ORD-1']);
  bringTo(journal, 'unknown', draft);
  expect(found(journal, { stage: 'unknown' })).toEqual(['ORD-1']);
  journal.release(draft.id, 'not in the account', 'Ana');
  expect(found(journal, { stage: 'to-ship' })).toEqual(['ORD-1']);
  bringTo(journal, 'booked', journal.draft(anOrder('ORD-1'), 'Ana'));
  expect(found(journal, { stage: 'shipped' })).toEqual(['ORD-1']);
});

test('a hold, a priority and a day set by a person outlive a newer file', () => {
  const file = newFile();
  const journal = journalAt(file);
  journal.takeOrders([{ ...anOrder('A-1'), priority: 'low', shipBy: '2026-11-24' }], []);
  journal.holdOrder(key('A-1'), 'The customer calls back', 'Ana');
  journal.planOrder(key('A-1'), { priority: 'high' });
  journal.planOrder(key('A-1'), { shipBy: '' });
  journal.takeOrders([{ ...anOrder('A-1', { city: 'Akureyri' }), priority: 'normal', shipBy: '2026-11-25' }], []);
  journal.close();
  const later = journalAt(file);
  expect(later.order(key('A-1'))?.recipient.city).toBe('Akureyri');
  expect(later.orderPlan(key('A-1'))).toEqual({
    held: { by: 'Ana', at: expect.any(String), why: 'The customer calls back', isBack: false },
    priority: 'high',
    shipBy: '',
  });
  expect(found(later, { stage: 'held' })).toEqual(['A-1']);
  later.releaseOrder(key('A-1'));
  expect(later.orderPlan(key('A-1')).held).toBeNull();
  expect(found(later, { stage: 'to-ship' })).toEqual(['A-1']);
});

test('a deleted order is gone, and is held if a file imports it again in any spelling', () => {
  const journal = withFour();
  expect(journal.deleteOrder(key('A-1'), 'Ana')).toBe(true);
  expect(journal.order(key('A-1'))).toBeUndefined();
  expect(journal.orders(page).total).toBe(3);
  expect(found(journal, { country: 'DE' })).toEqual(['A-4', 'A-3']);
  expect(found(journal, { search: 'A-1' })).toEqual([]);
  journal.takeOrders([anOrder('#a-1'), anOrder('A-5')], []);
  expect(journal.orderPlan(key('#a-1')).held).toMatchObject({ by: 'Ana', isBack: true });
  expect(found(journal, { stage: 'held' })).toEqual(['#a-1']);
  journal.releaseOrder(key('#a-1'));
  journal.takeOrders([anOrder('#a-1', { city: 'Akureyri' })], []);
  expect(journal.orderPlan(key('#a-1')).held).toBeNull();
});

test('an order that is or may be bought cannot be deleted', () => {
  const journal = journalAt(newFile());
  journal.saveOrder(anOrder('ORD-1'));
  for (const state of ['intent', 'unknown', 'booked'] as const) {
    const each = journalAt(newFile());
    each.saveOrder(anOrder('ORD-1'));
    bringTo(each, state);
    expect(each.deleteOrder(key('ORD-1'), 'Ana')).toBe(false);
    expect(each.order(key('ORD-1'))).toBeDefined();
  }
  bringTo(journal, 'quoted');
  journal.park(journal.latestOf(key('ORD-1'))?.id ?? '', true);
  expect(journal.deleteOrder(key('ORD-1'), 'Ana')).toBe(true);
  expect(journal.parkedBookings()).toEqual([]);
});

test('keeps the question between two addresses until a person answers it', () => {
  const journal = journalAt(newFile());
  const order = anOrder('A-1');
  journal.takeOrders([order], []);
  journal.keepMerged(slotOf(order.key), 1, { order: { ...order, hold: 'two-addresses', otherAddress: 'Elsewhere' }, imported: 'other' });
  journal.takeOrders([{ ...order, noteForPacker: 'Wrap it' }], []);
  expect(journal.order(order.key)).toMatchObject({ hold: 'two-addresses', otherAddress: 'Elsewhere', noteForPacker: 'Wrap it' });
});
