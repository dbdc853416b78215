import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { BookingState } from '../../shared/booking.ts';
import { joinOrders } from '../../shared/joined.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { slotOf } from '../../shared/scan.ts';
import { anOrder, booked, bringTo, bytes, extras, quote, sender, service, steps } from './samples.ts';
import { newFile, openJournalAt } from './temporary-journal.ts';

const [keyA, keyB] = ['A-1', 'B-1'].map((key) => orderKeySchema.parse(key)) as [never, never];
const [orderA, orderB] = [anOrder(keyA), anOrder(keyB)];
const joint = joinOrders(orderA, [orderB]);

/** A journal with both orders, and the id of the quoted shipment of both. */
function withJoint(file = newFile()): { readonly journal: Journal; readonly id: string } {
  const journal = openJournalAt(file);
  journal.saveOrder(orderA);
  journal.saveOrder(orderB);
  const { id } = journal.draft(joint, 'Ana');
  journal.writeQuote(id, joint, quote);
  return { journal, id };
}
const intend = (journal: Journal, id: string, order = joint): void =>
  journal.writeIntent(id, { order, sender, service, extras, request: bytes('{}') });

function bringJoint(journal: Journal, id: string, state: BookingState): void {
  intend(journal, id);
  if (state === 'intent') return;
  journal.takeForSending(id);
  if (state === 'sending') return;
  if (state === 'unknown' || state === 'released') journal.writeUnknown(id, 'no answer');
  if (state === 'released') journal.release(id, 'not in the account', 'Ana');
  if (state === 'booked' || state === 'rejected') steps.answered?.(journal, id);
  if (state === 'booked') journal.writeBooked(id, booked('4711'));
  if (state === 'rejected') journal.writeRejected(id, ['no such postal code']);
}
const stagesOf = (journal: Journal): Record<string, string | undefined> =>
  Object.fromEntries([keyA, keyB].map((key) => [key, journal.latestOf(key)?.state]));

test('both orders stand in their shipment from its intent on, until it comes to nothing', () => {
  for (const [state, standing] of [
    ['intent', true],
    ['sending', true],
    ['unknown', true],
    ['booked', true],
    ['rejected', false],
    ['released', false],
  ] as const) {
    const { journal, id } = withJoint();
    bringJoint(journal, id, state);
    expect(journal.latestOf(keyA)?.id).toBe(id);
    expect(journal.latestOf(keyB)?.id, state).toBe(standing ? id : undefined);
    if (standing) expect(journal.draft(orderB, 'Ben').id, state).toBe(id);
    else expect(journal.draft(orderB, 'Ben'), state).toMatchObject({ orderKey: keyB, shipmentNo: 1, state: 'draft' });
  }
});

test('a shipment that was not sent frees both orders', () => {
  const { journal, id } = withJoint();
  bringJoint(journal, id, 'sending');
  journal.returnUnsent(id, 'service-unreachable');
  expect(stagesOf(journal)).toEqual({ [keyA]: 'quoted', [keyB]: undefined });
  intend(journal, id, orderA);
  const alone = journal.draft(orderB, 'Ben');
  journal.writeQuote(alone.id, orderB, quote);
  intend(journal, alone.id, orderB);
  expect(stagesOf(journal)).toEqual({ [keyA]: 'intent', [keyB]: 'intent' });
});

test('an order that is bought alone goes in no shipment of several, and the other way round', () => {
  const { journal, id } = withJoint();
  bringTo(journal, 'quoted', journal.draft(orderB, 'Ben'));
  const alone = journal.draft(orderB, 'Ben');
  intend(journal, alone.id, orderB);
  expect(() => intend(journal, id)).toThrow('another shipment has this order');
  expect(stagesOf(journal)).toEqual({ [keyA]: 'quoted', [keyB]: 'intent' });

  const other = withJoint();
  const draft = other.journal.draft(orderB, 'Ben');
  other.journal.writeQuote(draft.id, orderB, quote);
  intend(other.journal, other.id);
  expect(() => intend(other.journal, draft.id, orderB)).toThrow('another shipment has this order');
  expect(stagesOf(other.journal)).toEqual({ [keyA]: 'intent', [keyB]: 'intent' });
});

test('a second shipment follows the shared one, for each of its orders', () => {
  const { journal, id } = withJoint();
  journal.draft(orderB, 'Ben');
  bringJoint(journal, id, 'booked');
  for (const order of [orderA, orderB])
    expect(journal.draftAgain(order, 'Ana', 'broken')).toMatchObject({ orderKey: order.key, shipmentNo: 2, state: 'draft' });
  expect(stagesOf(journal)).toEqual({ [keyA]: 'booked', [keyB]: 'booked' });
});

test('nothing follows a shared shipment whose outcome is unknown', () => {
  const { journal, id } = withJoint();
  bringJoint(journal, id, 'unknown');
  expect(() => journal.draftAgain(orderB, 'Ana', 'broken')).toThrow('not booked');
  expect(journal.deleteOrder(keyB, 'Ana')).toBe(false);
});

test('the list shows both orders as shipped, and both numbers find the shipment, also after a restart', () => {
  const file = newFile();
  const { journal, id } = withJoint(file);
  const staged = (opened: Journal): readonly string[] =>
    opened.orders({ search: '', stage: 'shipped', offset: 0, limit: 10 }).rows.map(({ order }) => order.key);
  bringJoint(journal, id, 'booked');
  expect(staged(journal).toSorted()).toEqual([keyA, keyB]);
  journal.close();
  const again = openJournalAt(file);
  expect(staged(again).toSorted()).toEqual([keyA, keyB]);
  expect([again.findBooking(keyA)?.id, again.findBooking(keyB)?.id]).toEqual([id, id]);
  expect(again.bookings({ states: ['booked'], search: 'B-1', offset: 0, limit: 10 }).rows.map((row) => row.id)).toEqual([id]);
  expect(again.ordersAt(slotOf('b-1')).map(({ key }) => key)).toEqual([keyB]);
});
