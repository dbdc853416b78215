import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameOnLabel, labelLines } from '../../shared/address.ts';
import { rereadOrder } from '../../shared/corrected-order.ts';
import type { Order } from '../../shared/order.ts';
import { anOrder } from '../journal/samples.ts';

const before = anOrder('1001');
const to = (change: Partial<Order['recipient']>): Pick<Order, 'recipient'> => ({ recipient: { ...before.recipient, ...change } });
const [parcel] = before.parcels;
const weighing = (weightGrams: number): Pick<Order, 'parcels'> => ({ parcels: [{ ...parcel!, weightGrams }] });
const changed = (change: Partial<Order>): Order => ({ ...before, ...change });

test('a value that the file does not change stays as the packer left it', () => {
  const own = changed({ ...to({ street: 'Corrected' }), ...weighing(900), sender: 'Shop 2', goesTo: 'door' });
  const newest = changed({ noteForPacker: 'Wrap it', source: 'newer.csv' });
  expect(rereadOrder(own, before, newest)).toEqual({ order: { ...own, noteForPacker: 'Wrap it', source: 'newer.csv' }, reread: new Set() });
});

test('a value that only the file changes is taken from the file', () => {
  const own = changed({ noteForPacker: 'Mine' });
  const newest = changed({ ...to({ street: 'Moved' }), ...weighing(3000) });
  expect(rereadOrder(own, before, newest)).toEqual({ order: { ...newest, noteForPacker: 'Mine' }, reread: new Set() });
});

test("the packer's address and a newer one of the file are never mixed: it waits until a packer chooses", () => {
  const own = changed(to({ houseNumber: '12a' }));
  const newest = changed(to({ street: 'Moved', city: 'Utrecht' }));
  const { order, reread } = rereadOrder(own, before, newest);
  expect(order).toMatchObject({ recipient: own.recipient, hold: 'two-addresses', otherAddress: expect.stringContaining('Moved') });
  expect([...reread]).toEqual(['address']);
  // After the packer's decision, the same file with a new note asks nothing.
  const { otherAddress: _other, ...decided } = { ...order, hold: null };
  expect(rereadOrder(decided, newest, { ...newest, noteForPacker: 'x' }).order).toEqual({ ...decided, noteForPacker: 'x' });
});

test('a weight that was measured before the shop changed the goods is dropped', () => {
  const own = changed(weighing(900));
  const newest = changed({ lines: [], ...weighing(2000) });
  const { order, reread } = rereadOrder(own, before, newest);
  expect(order).toMatchObject({ lines: [], ...weighing(2000) });
  expect([...reread]).toEqual(['other']);
});

test('a new address asks for its destination again, and keeps a corrected phone number', () => {
  const own = changed({ ...to({ phone: '+31 20 1' }), goesTo: 'door' });
  const newest = changed(to({ street: 'Moved' }));
  expect(rereadOrder(own, before, newest).order).toEqual({ ...newest, ...to({ street: 'Moved', phone: '+31 20 1' }) });
});

test('a hold of the shop counts, whatever the packer changed in the order', () => {
  const own = changed(to({ street: 'Corrected' }));
  for (const hold of ['cancelled', 'refunded', 'unpaid'] as const)
    expect(rereadOrder(own, before, changed({ hold })).order).toMatchObject({ hold, recipient: own.recipient });
  // A row that the packer entered by hand is not asked about again just because its file is still unreadable.
  const unreadable = changed({ hold: 'row-unreadable' });
  expect(rereadOrder(own, unreadable, { ...unreadable, noteForPacker: 'x' }).order.hold).toBeNull();
});

test('the question of two addresses returns once the shop releases its hold', () => {
  const own = changed(to({ houseNumber: '12a' }));
  const moved = changed(to({ street: 'Moved' }));
  const held = rereadOrder(own, before, { ...moved, hold: 'unpaid' }).order;
  expect(held).toMatchObject({ hold: 'unpaid', otherAddress: expect.stringContaining('Moved') });
  const paid = rereadOrder(held, { ...moved, hold: 'unpaid' }, moved).order;
  expect(paid).toMatchObject({ hold: 'two-addresses', recipient: own.recipient, otherAddress: held.otherAddress });
  const heldAgain = rereadOrder(paid, moved, { ...moved, hold: 'on-hold' }).order;
  expect(rereadOrder(heldAgain, { ...moved, hold: 'on-hold' }, moved).order).toEqual(paid);
  // By now the shop itself sends the packer's version.
  expect(rereadOrder(paid, moved, changed({ ...own, source: 'newer.csv' })).order).toEqual({ ...own, source: 'newer.csv' });
});

test('another unreadable row is asked about, even if the packer entered the one before it', () => {
  const unreadable = changed({ hold: 'row-unreadable' });
  const own = changed({ ...weighing(900) });
  const newest: Order = { ...unreadable, ...weighing(2000) };
  expect(rereadOrder(own, unreadable, newest).order).toMatchObject({ hold: 'row-unreadable', ...weighing(2000) });
});

test('the label address is always one complete version, and a third version is asked about', () => {
  const word = fc.constantFrom('', 'a', 'b');
  const order = fc
    .record({ name: word, street: word, houseNumber: word, city: word, phone: word, note: word, grams: fc.constantFrom(1, 2, 3) })
    .map(({ note, grams, ...recipient }) => changed({ ...to(recipient), noteForPacker: note, ...weighing(grams) }));
  fc.assert(
    fc.property(order, order, order, (own, old, newest) => {
      const { order: result } = rereadOrder(own, old, newest);
      expect([own, newest].some(({ recipient }) => isSameOnLabel(recipient, result.recipient))).toBe(true);
      const texts = [own, old, newest].map(({ recipient }) => labelLines.map((line) => recipient[line]).join('|'));
      expect(result.hold).toBe(new Set(texts).size === 3 ? 'two-addresses' : null);
      expect([own.noteForPacker, newest.noteForPacker]).toContain(result.noteForPacker);
      if (JSON.stringify(own) === JSON.stringify(old)) expect(result).toEqual(newest);
    }),
  );
});
