import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Booking } from '../../shared/booking.ts';
import type { Erasure, SiteChange } from '../../shared/elsewhere.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { slotOf } from '../../shared/scan.ts';
import { anOrder, answer, bytes } from './samples.ts';
import { newFile, openJournalAt } from './temporary-journal.ts';

const key = orderKeySchema.parse('ORD-1');
const slot = slotOf(key);
const person = { name: 'Quill Feather' };
const cursor = { era: 'one', key: 1, seq: 1 };
const how = { late: () => undefined, givesWay: () => false };
const erasure = (id: string, ageMs = 0): Erasure => ({ slot, orderKey: key, id, request: 'abcdef012345', ageMs });
const nameAt = (journal: Journal) => journal.order(key)?.recipient.name;
const erase = (journal: Journal) => journal.erasePerson(journal.rowsOfPerson([key]), 'abcdef012345');

/** A bench that shares the order of a person, which left as a letter. `daysLater`: when it is opened again. */
function aBench(daysLater = 0) {
  const file = newFile();
  const journal = openJournalAt(file, undefined, undefined, undefined, daysLater);
  journal.joinFeed(false, () => '');
  journal.beginOrders('one');
  journal.takeOrders([anOrder(key, person)], []);
  journal.shipOtherwise({ orderKey: key, way: 'letter', why: '', by: 'Ana', at: '2026-11-21T09:00:00.000Z' });
  return { file, journal };
}

function bookedElsewhere(openedAt: string): SiteChange {
  const theirs = openJournalAt(newFile());
  const booking: Booking = { ...theirs.draft(anOrder(key, person), 'Ann'), state: 'booked', openedAt };
  const attempt = {
    id: openedAt,
    kind: 'ship',
    orderKey: key,
    shipmentNo: 1,
    account: '',
    state: 'booked',
    orderNo: 'N',
    parcels: [],
  } as const;
  return { feed: openedAt, bench: 3, seq: 1, link: 'l', at: openedAt, what: 'noted', attempt, booking };
}

test('an erased order is never sent to the other benches again, its erasure is', () => {
  const { journal } = aBench();
  expect(journal.ordersToShare(9)).toMatchObject([{ slot, content: { order: { recipient: person } } }]);
  erase(journal);
  expect(journal.ordersToShare(9)).toMatchObject([{ slot, content: undefined }]);
  expect(journal.erasuresToShare(9)).toMatchObject([{ slot, orderKey: key, request: 'abcdef012345', attempts: [] }]);
  journal.markErasuresShared(journal.erasuresToShare(9).map(({ id }) => id));
  expect(journal.erasuresToShare(9)).toEqual([]);
  // Another ledger may not know of it.
  journal.beginOrders('two');
  journal.beginErasures('two');
  expect(journal.ordersToShare(9)).toMatchObject([{ slot, content: undefined }]);
  expect(journal.erasuresToShare(9)).toHaveLength(1);
});

test('an order that is still to be erased here is not sent, and is erased once', () => {
  const { journal } = aBench();
  journal.takeErasures([erasure('e1')], cursor);
  expect(journal.erasureCursor()).toEqual(cursor);
  expect(journal.ordersToShare(9)).toMatchObject([{ slot, content: undefined }]);
  expect(journal.erasuresDue()).toEqual([{ id: 'e1', slot, request: 'abcdef012345', keys: [key] }]);
  erase(journal);
  expect([journal.erasuresDue(), nameAt(journal)]).toEqual([[], '']);
  // Reported once more, so that the ledger deletes the shipments of this bench.
  expect(journal.erasuresToShare(9)).toMatchObject([{ id: 'e1' }]);
  journal.takeErasures([erasure('e1')], cursor);
  expect(journal.erasuresDue()).toEqual([]);
});

test('what other benches send late does not bring an erased person back, and a new import does', async () => {
  const { journal } = aBench();
  const content = { order: anOrder(key, person), imported: '1' };
  erase(journal);
  journal.markOrdersShared(journal.ordersToShare(9).map(({ slot: its, base, changes }) => ({ slot: its, seq: base, changes })));
  journal.takeReceived([{ slot, seq: 1, bench: 2, ageMs: 60_000, content }], how);
  expect(nameAt(journal)).toBe('');
  journal.takeChanges([bookedElsewhere('2026-11-21T08:00:00.000Z')]);
  expect(journal.elsewhereAt(slot)).toMatchObject({ bench: 3, booking: null });
  expect(await journal.ordersOfPerson('Quill Feather')).toEqual([]);
  journal.takeReceived([{ slot, seq: 2, bench: 2, ageMs: -60_000, content }], how);
  expect(nameAt(journal)).toBe('Quill Feather');
  journal.takeChanges([bookedElsewhere('2026-11-21T23:00:00.000Z')]);
  expect(journal.elsewhereAt(slot)).toMatchObject({ booking: { order: { recipient: person } } });
});

test('an order that was imported again is erased again by a later erasure only', () => {
  const { journal } = aBench();
  journal.takeErasures([erasure('e1', 60_000)], cursor);
  erase(journal);
  journal.takeOrders([anOrder(key, { name: 'Quill Again' })], []);
  for (const late of [erasure('e1'), erasure('e0', 90_000)]) journal.takeErasures([late], cursor);
  expect(journal.erasuresDue()).toEqual([]);
  journal.takeErasures([erasure('e2')], cursor);
  expect(journal.erasuresDue()).toMatchObject([{ id: 'e2' }]);
});

test('a parcel of another bench that waits for a driver, or is in doubt, keeps its person', async () => {
  const { journal } = aBench();
  const change = bookedElsewhere('2026-11-21T08:00:00.000Z');
  journal.takeChanges([{ ...change, attempt: { ...change.attempt!, state: 'unknown' } }]);
  expect(journal.rowsOfPerson([key]).orderKeys).toEqual([]);
  journal.takeChanges([{ ...change, seq: 2, link: 'm' }]);
  expect(journal.toCollectElsewhere()).toHaveLength(1);
  expect(await journal.ordersOfPerson('ORD-1')).toMatchObject([{ stays: 'not-settled' }]);
  // Its own bench has erased it: it needs no driver.
  journal.takeErasures([erasure('e1')], cursor);
  erase(journal);
  expect([journal.toCollectElsewhere(), journal.bookedElsewhere({ search: '', offset: 0, limit: 9 })]).toEqual([
    [],
    { total: 0, rows: [] },
  ]);
});

test.each(['accepted', 'rejected'] as const)('a document for a parcel of another bench goes with its person, once it is %s', (answered) => {
  const { journal } = aBench();
  const change = bookedElsewhere('2026-11-21T08:00:00.000Z');
  journal.takeChanges([{ ...change, booking: { ...change.booking!, orderNo: '47 110' } }]);
  const upload = (orderNo: string, name: string) =>
    journal.addUpload({ bookingId: null, orderNo, documentType: 'Customs Invoice', name, mediaType: 'application/pdf' }, bytes(name)).id;
  const [its, waiting, other] = [upload('47110', 'Feather.pdf'), upload('47 110', 'late.pdf'), upload('47111', 'other.pdf')];
  for (const id of [its, other]) {
    journal.moveUpload(id, ['waiting'], 'sending', '', null);
    journal.moveUpload(id, ['sending'], answered, 'success', answer);
  }
  journal.takeErasures([erasure('e1')], cursor);
  erase(journal);
  expect([its, waiting, other].map((id) => [journal.upload(id)?.name, journal.uploadBytes(id)])).toEqual([
    ['', undefined],
    ['late.pdf', bytes('late.pdf')],
    ['other.pdf', bytes('other.pdf')],
  ]);
});

test('a bench that left its ledger sends and reads every erasure again at the next one', () => {
  const { file, journal } = aBench();
  erase(journal);
  journal.takeErasures([], cursor);
  journal.markErasuresShared(journal.erasuresToShare(9).map(({ id }) => id));
  journal.leaveFeed();
  expect([journal.erasureCursor(), journal.erasuresToShare(9).length]).toEqual([undefined, 1]);
  journal.close();
  const again = openJournalAt(file);
  again.closeErasures(again.erasuresToShare(9).map(({ id }) => id));
  again.eraseAgain([slot]);
  expect(again.erasuresDue()).toHaveLength(1);
});
