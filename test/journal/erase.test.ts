import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { eraseInCopies } from '../../electron/journal/forget-copies.ts';
import { judgeByWitness, openWitness, withWitness } from '../../electron/journal/witness.ts';
import { batchLineSchema } from '../../shared/batch.ts';
import { noPricedExtras } from '../../shared/booking.ts';
import { restoreFacts } from '../../shared/restored.ts';
import { anOrder, answer, bringTo, bytes, label } from './samples.ts';
import { newFile, openJournalAt } from './temporary-journal.ts';

const someone = { name: 'Quill Feather', phone: '+31 30 123 45 67', city: 'Utrecht' };
const log = (): void => undefined;
const keyOf = (key: string) => anOrder(key).key;

function printed(journal: Journal, bookingId: string): void {
  const [job] = journal.addPrintJobs({ bookingId, pickupId: null }, [
    { role: 'label', printerId: 'label', title: 'Quill Feather', piece: 1, pieces: 1, copy: 0, sheet: label },
  ]);
  journal.moveJob(job?.id ?? '', ['queued'], 'sending', '');
  journal.moveJob(job?.id ?? '', ['sending'], 'printed', '');
}

/** One person with a shipped, a waiting and a skipped order, and another person of the same day. */
function aDay(daysLater = 31) {
  const file = newFile();
  const journal = openJournalAt(file);
  journal.takeOrders(
    [anOrder('ORD-1', someone), anOrder('ORD-2', someone), anOrder('ORD-3')],
    [{ file: 'a.csv', line: 7, orderKey: 'ORD-1', reason: 'bad', row: 'Quill Feather' }],
  );
  const shipped = bringTo(journal, 'booked', journal.draft(anOrder('ORD-1', someone), 'Ana'));
  printed(journal, shipped);
  journal.holdOrder(keyOf('ORD-1'), 'Quill Feather calls back', 'Ana');
  journal.holdOrder(keyOf('ORD-3'), 'Another reason', 'Ana');
  journal.close();
  return { file, shipped, later: () => openJournalAt(file, undefined, () => 'Ana', undefined, daysLater) };
}

/** The encrypted values of the first order and its shipment. */
function valuesOf(file: string, shipped: string): Uint8Array[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = [
    ...database.prepare("SELECT encrypted AS value FROM orders WHERE key = 'ORD-1'").all(),
    ...database.prepare('SELECT encrypted_order AS value FROM bookings WHERE id = ?').all(shipped),
    ...database.prepare('SELECT encrypted AS value FROM kept WHERE owner_id = ?').all(shipped),
    ...database.prepare('SELECT encrypted_detail AS value FROM history WHERE about_id = ?').all(shipped),
    ...database.prepare("SELECT encrypted_detail AS value FROM history WHERE what = 'order-held' ORDER BY sequence LIMIT 1").all(),
  ];
  database.close();
  return rows.flatMap(({ value }) => (value instanceof Uint8Array ? value : []));
}

test.each([
  ['Quill Feather', ['ORD-1', 'ORD-2']],
  ['quill  FEATHER', ['ORD-1', 'ORD-2']],
  ['0301234567', []],
  ['+31301234567', ['ORD-1', 'ORD-2']],
  ['ord-2', ['ORD-2']],
  ['qu', []],
  ['Nobody', []],
])('the search for %j finds %j', async (query, keys) => {
  const journal = aDay().later();
  expect((await journal.ordersOfPerson(query)).map(({ key }) => key)).toEqual(keys);
});

test('shows first what would go and what stays', async () => {
  const { later } = aDay();
  expect(await later().ordersOfPerson('Quill Feather')).toMatchObject([
    { key: 'ORD-1', city: 'Utrecht', shipments: 1, labels: 1, stays: null },
    { key: 'ORD-2', shipments: 0, labels: 0, stays: 'not-settled' },
  ]);
  const { later: nextDay } = aDay(1);
  expect(await nextDay().ordersOfPerson('ORD-1')).toMatchObject([{ stays: 'on-its-way' }]);
});

test('erases one person and no other, and leaves numbers, states and prices', async () => {
  const { file, shipped, later } = aDay();
  const values = valuesOf(file, shipped);
  const journal = later();
  expect(values.length).toBeGreaterThan(8);
  const rows = journal.rowsOfPerson([keyOf('ORD-1'), keyOf('ORD-2')]);
  expect(rows).toMatchObject({ orderKeys: ['ORD-1'], lines: [expect.any(Number)], problems: [expect.any(String)] });
  const receipt = journal.erasePerson(rows, journal.digestOfSearch('Quill Feather'));
  expect(receipt).toMatchObject({ orders: 1, shipments: 1, labels: 2, request: expect.stringMatching(/^[0-9a-f]{12}$/) });
  expect(JSON.stringify(receipt)).not.toMatch(/quill/i);
  expect(journal.booking(shipped)).toMatchObject({
    state: 'booked',
    orderNo: '4711 0815',
    price: { minor: 845 },
    order: { hold: 'forgotten' },
  });
  expect([journal.label(shipped), journal.answer(shipped)]).toEqual([undefined, undefined]);
  expect(journal.history(shipped).map(({ what, detail }) => [what, detail])).toContainEqual(['booked', '']);
  expect(journal.rowProblems()).toEqual([]);
  expect((await journal.ordersOfPerson('Quill Feather')).map(({ key }) => key)).toEqual(['ORD-2']);
  expect(journal.findBooking('4711 0815')?.id).toBe(shipped);
  for (const key of ['ORD-2', 'ORD-3']) expect(journal.order(keyOf(key))).toMatchObject({ hold: null });
  expect(journal.orderPlan(keyOf('ORD-3')).held).toMatchObject({ why: 'Another reason' });
  expect(journal.emptyLog()).toBe(true);
  journal.close();
  const bytes = readFileSync(file);
  expect(values.filter((value) => bytes.includes(Buffer.from(value)))).toEqual([]);
});

test('removes the lines of a closed batch, which no screen shows any more, and none of an open one', () => {
  const { file, later } = aDay();
  const journal = later();
  const line = batchLineSchema.parse({
    orderKey: 'ORD-1',
    group: '',
    state: 'stopped',
    bookingId: null,
    service: null,
    extras: noPricedExtras,
    digest: '',
    questions: [],
    failure: { code: 'bug', ref: 'REF', detail: 'Quill Feather' },
  });
  const id = journal.openBatch([line]);
  const erase = () => journal.erasePerson(journal.rowsOfPerson([keyOf('ORD-1')]), 'Quill Feather');
  erase();
  expect(journal.batch()?.lines).toHaveLength(1);
  journal.moveBatch(id, 'closed');
  erase();
  journal.close();
  const database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare('SELECT count(*) AS total FROM batch_lines').get()).toEqual({ total: 0 });
  database.close();
});

test('erases the same rows from backups, and deletes damaged copies unless something is asked about them', () => {
  const { file, shipped, later } = aDay();
  const values = valuesOf(file, shipped);
  const backupFolder = join(file, '..', 'backups');
  mkdirSync(backupFolder);
  const backup = join(backupFolder, 'journal.db.2026-11-21T10-00-00.000Z.backup');
  copyFileSync(file, backup);
  const damaged = `${file}.damaged-2026-11-21T11-00-00.000Z`;
  writeFileSync(damaged, 'x');
  const rows = later().rowsOfPerson([keyOf('ORD-1')]);
  const erase = (isRestoreOpen: boolean) => eraseInCopies({ file, backupFolder }, rows, { isRestoreOpen, log });
  expect(values.filter((value) => readFileSync(backup).includes(Buffer.from(value)))).toHaveLength(values.length);
  expect(erase(true)).toEqual({ backups: 1, copiesLeft: 1 });
  expect(erase(false)).toEqual({ backups: 1, copiesLeft: 0 });
  expect(existsSync(damaged)).toBe(false);
  expect(values.filter((value) => readFileSync(backup).includes(Buffer.from(value)))).toEqual([]);
  const restored = join(file, '..', 'again.db');
  copyFileSync(backup, restored);
  const again = openJournalAt(restored, undefined, undefined, undefined, 32);
  expect(again.booking(shipped)).toMatchObject({ state: 'booked', orderNo: '4711 0815', order: { hold: 'forgotten' } });
});

test('erases webhooks that name the person, and answers that could not be read, also those that a backup alone still has', () => {
  const { file, shipped, later } = aDay();
  const journal = later();
  const arrives = (text: string): string => {
    const id = journal.keepDelivery({ receivedAt: new Date(), contentType: 'text/plain', body: bytes(text), candidates: [] });
    journal.setDeliveryAside(id);
    return id;
  };
  const of = { name: arrives('to: quill  feather, Laugavegur 12b, 101 Reykjavík'), number: arrives('parcel 4711 0815 is late') };
  const others = [arrives('to: Quill Feather, 9999 ZZ'), arrives('parcel 4711 0816 is late')];
  const closed = arrives('Quill Feather called');
  journal.keepUnread('ship', 'R1', { ...answer, body: bytes('<html>Quill Feather') });
  const backupFolder = join(file, '..', 'backups');
  mkdirSync(backupFolder);
  const backup = join(backupFolder, 'journal.db.2026-11-21T10-00-00.000Z.backup');
  expect(journal.emptyLog()).toBe(true);
  copyFileSync(file, backup);
  journal.closeDelivery(closed, 'read');
  const rows = journal.rowsOfPerson([keyOf('ORD-1')]);
  expect(rows.deliveries.toSorted()).toEqual(Object.values(of).toSorted());
  expect(journal.unread('ship')).toBeDefined();
  expect(eraseInCopies({ file, backupFolder }, rows, { isRestoreOpen: false, log })).toEqual({ backups: 1, copiesLeft: 0 });
  journal.erasePerson(rows, 'abcdef012345');
  expect(journal.deliveries('not-understood').map(({ id }) => id)).toEqual(others);
  expect([journal.deliveryBody(of.name), journal.unread('ship')]).toEqual(['deleted', undefined]);
  journal.close();
  const restored = join(file, '..', 'again.db');
  copyFileSync(backup, restored);
  const again = openJournalAt(restored, undefined, undefined, undefined, 32);
  expect([again.deliveries('not-understood'), again.deliveryBody(closed), again.unread('ship')]).toEqual([[], 'deleted', undefined]);
  expect(again.booking(shipped)).toMatchObject({ order: { hold: 'forgotten' } });
});

test.each([
  ['1001', 'order 1001 is late', true],
  ['1001', '{"order":"#1001"}', true],
  ['1001', '1001', true],
  ['1001', 'order 21001 is late', false],
  ['1001', 'order 10010 is late', false],
  ['1001', 'order A1001 is late', false],
  ['ORD-1', 'about ord-1: late', true],
  ['ORD-1', 'about ORD-10: late', false],
  ['A+B(1)', 'about A+B(1), late', true],
  ['A.1', 'about AB1: late', false],
  ['17', '{"status":17}', false],
])('a webhook goes with the order %s if its number stands alone in %j: %j', (order, text, goes) => {
  const file = newFile();
  const journal = openJournalAt(file);
  journal.takeOrders([anOrder(order, someone)], []);
  printed(journal, bringTo(journal, 'booked', journal.draft(anOrder(order, someone), 'Ana')));
  const id = journal.keepDelivery({ receivedAt: new Date(), contentType: 'text/plain', body: bytes(text), candidates: [] });
  journal.setDeliveryAside(id);
  journal.close();
  const later = openJournalAt(file, undefined, undefined, undefined, 31);
  const rows = later.rowsOfPerson([keyOf(order)]);
  expect(rows).toMatchObject({ orderKeys: [order], deliveries: goes ? [id] : [] });
});

test('a journal in which the newest line of its rollback guard was erased is not taken as restored', () => {
  const { file, later, shipped } = aDay();
  const guard = { file: `${file}.witness`, log, changed: log };
  const [journal, witness] = [later(), openWitness(guard)];
  const guarded = withWitness(journal, witness);
  guarded.record(shipped, 'scanned-wrong-label', 'Quill Feather');
  judgeByWitness(guarded, witness, () => new Date());
  guarded.erasePerson(guarded.rowsOfPerson([keyOf('ORD-1')]), 'Quill Feather');
  // The power fails before anything else is written.
  journal.close();
  const again = later();
  judgeByWitness(again, openWitness(guard), () => new Date());
  expect(again.fact(restoreFacts.restored)).toBeUndefined();
});

test('what a person gets about an order names its data in full', () => {
  const journal = aDay().later();
  const data = journal.dataOfPerson([keyOf('ORD-1')]);
  expect(data.map(({ what }) => what)).toEqual(['order', 'shipment', 'tracking', 'history']);
  expect(JSON.stringify(data)).toContain('Quill Feather');
  expect(JSON.stringify(data)).not.toContain('Ana');
  expect(journal.papersOfPerson([keyOf('ORD-1')])).toMatchObject({ bookingIds: [expect.any(String)], pickupIds: [] });
});

test('a search lets other work in between, also a deletion', async () => {
  const journal = aDay().later();
  journal.takeOrders(
    Array.from({ length: 95 }, (_each, no) => anOrder(`W-${no}`, { name: `Waiting Feather ${no}` })),
    [],
  );
  let [turns, isSearching] = [0, true];
  setImmediate(function work() {
    turns += 1;
    if (turns === 1) journal.deleteOrder(keyOf('W-94'), 'Ana');
    if (isSearching) setImmediate(work);
  });
  const found = await journal.ordersOfPerson('Waiting Feather');
  isSearching = false;
  expect(turns).toBeGreaterThan(9);
  expect(found).toHaveLength(94);
});
