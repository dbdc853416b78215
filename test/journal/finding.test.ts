import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { anOrder, bytes, extras, quote, sender, service } from './samples.ts';
import { encryption, journalAt, newFile, otherEncryption } from './temporary-journal.ts';

const keysFound = (journal: Journal, search: string): string[] =>
  journal.orders({ search, offset: 0, limit: 50 }).rows.map(({ order }) => order.key);

function book(journal: Journal, key: string, orderNo: string): string {
  const order = anOrder(key);
  journal.saveOrder(order);
  const { id } = journal.draft(order, 'Zoë');
  journal.writeQuote(id, order, quote);
  journal.writeIntent(id, { order, sender, service, extras, request: bytes('{}') });
  journal.takeForSending(id);
  journal.writeAnswer(id, { status: 200, contentType: 'application/json', body: bytes('{}') });
  const papers = { label: null, remarks: null, warnings: [], adoptedBy: null };
  journal.writeBooked(id, { orderNo, consignmentNo: `05 28 ${orderNo}`, trackingNos: [`JJD ${orderNo} 9`], ...papers });
  return id;
}

test('finds an order by the beginnings of all its words, ignoring case and accents', () => {
  const journal = journalAt(newFile());
  journal.saveOrder(anOrder('ORD-1001', { name: 'Łukasz Wójcik', city: 'Gdańsk', company: '', postalCode: '80-831', country: 'PL' }));
  journal.saveOrder(anOrder('ORD-1002', { name: 'Jürgen Groß', city: 'Berlin', company: '', postalCode: '10623', country: 'DE' }));
  for (const search of ['lukasz', 'Wój', 'gdansk woj', '80-831', '80831', 'PL', 'ord-1001', 'ord1001', 'ref 1001', 'LUKASZ  WÓJCIK'])
    expect(keysFound(journal, search), search).toEqual(['ORD-1001']);
  expect(keysFound(journal, 'gross')).toEqual(['ORD-1002']);
  expect(keysFound(journal, 'ORD-10')).toEqual(['ORD-1002', 'ORD-1001']);
  for (const search of ['kasz', 'lukasz berlin', 'be', '!!'])
    expect(keysFound(journal, search).length, search).toBe(search === '!!' ? 2 : 0);
});

test('finds a booking by each of its numbers, and by the name its order had before', () => {
  const journal = journalAt(newFile());
  const id = book(journal, 'ORD-7', '4711');
  journal.saveOrder(anOrder('ORD-7', { name: 'Someone Else' }));
  const found = (search: string) => journal.bookings({ search, offset: 0, limit: 5, states: ['booked'] }).rows.map((booking) => booking.id);
  for (const search of ['4711', '0528 4711', '0528', '05284711', 'JJD47119', 'ord-7', 'canarys', 'someone'])
    expect(found(search), search).toEqual([id]);
  expect(journal.bookings({ search: 'canarys', offset: 0, limit: 5, states: ['unknown'] }).total).toBe(0);
});

test('finds a booking by the corrections made to its order', () => {
  const journal = journalAt(newFile());
  journal.saveOrder(anOrder('ORD-8'));
  journal.draft(anOrder('ORD-8', { name: 'Ragnheiður Ösp' }), '');
  const found = (search: string) => journal.bookings({ search, offset: 0, limit: 5, states: ['draft'] }).total;
  for (const search of ['canarys', 'ragnheidur', 'ord-8']) expect(found(search), search).toBe(1);
  journal.draft(anOrder('ORD-9', { name: 'Never Taken' }), '');
  expect(found('never taken')).toBe(1);
});

test('tokens of the same words differ from journal to journal, and nothing readable is on the disk', () => {
  const tokensOf = (file: string) => {
    const journal = journalAt(file);
    journal.saveOrder(anOrder('ORD-1'));
    journal.close();
    const database = new DatabaseSync(file);
    const tokens = database
      .prepare('SELECT token FROM words')
      .all()
      .map(({ token }) => Number(token));
    database.close();
    return tokens;
  };
  const [one, other] = [newFile(), newFile()];
  const ofOne = new Set(tokensOf(one));
  expect(ofOne.size).toBeGreaterThan(20);
  expect(tokensOf(other).filter((token) => ofOne.has(token))).toEqual([]);
  for (const name of readdirSync(dirname(one)))
    expect(
      readFileSync(join(dirname(one), name))
        .toString('latin1')
        .toLowerCase(),
    ).not.toMatch(/canarys|laugav|reykja/);
});

test('with another key nothing is found by old words, and new orders are found again', () => {
  const file = newFile();
  const first = journalAt(file, encryption);
  first.saveOrder(anOrder('ORD-1'));
  first.close();
  const journal = journalAt(file, otherEncryption);
  expect(keysFound(journal, 'canarys')).toEqual([]);
  journal.saveOrder(anOrder('ORD-2'));
  expect(keysFound(journal, 'canarys')).toEqual(['ORD-2']);
});
