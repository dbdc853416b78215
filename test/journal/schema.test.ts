import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { isSerialized } from '../../electron/journal/open-database.ts';
import { createTables, schemaVersion } from '../../electron/journal/schema.ts';
import { anOrder } from './samples.ts';
import { journalAt, newFile } from './temporary-journal.ts';

const versionOf = (database: DatabaseSync) => database.prepare('PRAGMA user_version').get()?.['user_version'];

test('makes all tables of a new journal or none', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE history (a)');
  expect(() => createTables(database)).toThrow(/history already exists/);
  expect(versionOf(database)).toBe(0);
  expect(() => database.prepare('SELECT * FROM facts')).toThrow(/no such table/);
  expect(database.isTransaction).toBe(false);
});

test.each([0, schemaVersion + 1])('refuses a journal of version %i and leaves it unchanged', (version) => {
  const file = newFile();
  const journal = journalAt(file);
  const order = anOrder('ORD-1');
  journal.saveOrder(order);
  journal.close();
  const setVersion = (to: number) => {
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA user_version = ${to}`);
    database.close();
  };
  setVersion(version);
  expect(() => journalAt(file)).toThrow(`journal other-version: version ${version}, this program reads version ${schemaVersion}`);
  setVersion(schemaVersion);
  const again = journalAt(file);
  expect(again.order(order.key)?.key).toBe('ORD-1');
  again.close();
});

test('tables refuse wrong types and a second active booking of one shipment', () => {
  const database = new DatabaseSync(':memory:');
  createTables(database);
  const insert = (id: string, state: string, sequence: number | string) =>
    database
      .prepare(
        `INSERT INTO bookings (id, order_key, shipment_no, state, sequence, revision, opened_at, changed_at, encrypted_packer, encrypted_order)
         VALUES (?, 'ORD-1', 1, ?, ?, 1, '', '', x'', x'')`,
      )
      .run(id, state, sequence);
  insert('a', 'rejected', 1);
  insert('b', 'unknown', 2);
  expect(() => insert('c', 'draft', 3)).toThrow(/UNIQUE/);
  expect(() => insert('d', 'released', 'four')).toThrow(/cannot store TEXT/);
  expect(() => insert('e', 'cancelled', 5)).toThrow(/CHECK/);
});

test('the history accepts new lines and never changes or loses one', () => {
  const database = new DatabaseSync(':memory:');
  createTables(database);
  const add = database.prepare("INSERT INTO history (sequence, at, what, encrypted_detail) VALUES (?, '', 'booked', x'01')");
  for (const sequence of [1, 2]) add.run(sequence);
  expect(() => database.exec("UPDATE history SET what = 'rejected' WHERE sequence = 1")).toThrow(/never changed/);
  expect(() => database.exec('DELETE FROM history WHERE sequence = 2')).toThrow(/never deleted/);
  expect(database.prepare('SELECT sequence, what FROM history ORDER BY sequence').all()).toEqual([
    { sequence: 1, what: 'booked' },
    { sequence: 2, what: 'booked' },
  ]);
});

test.each([
  [['COMPILER=clang', 'THREADSAFE=1'], true],
  [['THREADSAFE=2'], false],
  [['THREADSAFE=0'], false],
  [['COMPILER=clang'], false],
])('a SQLite compiled with %j lets a backup read beside the journal: %s', (options, isSafe) => {
  expect(isSerialized(options)).toBe(isSafe);
});
