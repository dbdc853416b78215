import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { createAnswers, type Params } from '../../electron/journal/answers.ts';
import { createStatements, type Prepared } from '../../electron/journal/statements.ts';

let database: DatabaseSync;
let asked: number;
let ask: (sql: string, params?: Params) => readonly unknown[];
let write: (sql: string, params?: Params) => void;
let forget: () => void;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE parcels (id INTEGER, state TEXT); CREATE TABLE sheets (parcel INTEGER); CREATE TABLE counts (state TEXT, many INTEGER);
    CREATE TRIGGER counted AFTER INSERT ON parcels BEGIN INSERT INTO counts VALUES (NEW.state, 1); END`);
  const prepared = createStatements(database);
  const answers = createAnswers();
  const counting = new Map<string, unknown>();
  asked = 0;
  ask = (sql, params = {}) => {
    const { statement, ...tables } = prepared(sql);
    const counted = counting.get(sql) ?? { ...tables, statement: { all: (given: Params) => (asked += 1) && statement.all(given) } };
    counting.set(sql, counted);
    return answers.rows(counted as Prepared, params);
  };
  write = (sql, params = {}) => {
    answers.written(prepared(sql));
    prepared(sql).statement.run(params);
  };
  forget = answers.forget;
});

const parcels = 'SELECT id FROM parcels WHERE state = $state';

test('does not repeat a query whose tables have not changed', () => {
  write("INSERT INTO parcels VALUES (1, 'booked')");
  expect(ask(parcels, { state: 'booked' })).toEqual([{ id: 1 }]);
  const before = asked;
  expect(ask(parcels, { state: 'booked' })).toEqual([{ id: 1 }]);
  write('INSERT INTO sheets VALUES (1)');
  expect(ask(parcels, { state: 'booked' })).toEqual([{ id: 1 }]);
  expect(asked).toBe(before);
  expect(ask(parcels, { state: 'printed' })).toEqual([]);
  expect(asked).toBeGreaterThan(before);
});

test.each([
  ['written', "INSERT INTO parcels VALUES (2, 'booked')", [{ id: 2 }]],
  ['changed', "UPDATE parcels SET state = 'booked' WHERE id = 1", [{ id: 1 }]],
  ['deleted', 'DELETE FROM parcels', []],
] as const)('a row that was %s is read in its current state', (_what, sql, found) => {
  write("INSERT INTO parcels VALUES (1, 'draft')");
  expect(ask(parcels, { state: 'booked' })).toEqual([]);
  write(sql);
  expect(ask(parcels, { state: 'booked' })).toEqual(found);
});

test('a row that a trigger writes is read in its current state', () => {
  const counts = 'SELECT many FROM counts';
  expect(ask(counts)).toEqual([]);
  write("INSERT INTO parcels VALUES (1, 'draft')");
  expect(ask(counts)).toEqual([{ many: 1 }]);
});

test('a table read within a subquery counts as well', () => {
  const printed = 'SELECT id FROM parcels WHERE id IN (SELECT parcel FROM sheets)';
  write("INSERT INTO parcels VALUES (1, 'draft')");
  expect(ask(printed)).toEqual([]);
  write('INSERT INTO sheets VALUES (1)');
  expect(ask(printed)).toEqual([{ id: 1 }]);
});

test('a query that writes runs each time, and what it wrote is read at once', () => {
  const add = "INSERT INTO parcels VALUES (1, 'booked') RETURNING id";
  expect(ask(parcels, { state: 'booked' })).toEqual([]);
  expect(ask(add)).toEqual([{ id: 1 }]);
  expect(ask(add)).toEqual([{ id: 1 }]);
  expect(ask(parcels, { state: 'booked' })).toEqual([{ id: 1 }, { id: 1 }]);
});

test('forgets the answers of a transaction that was rolled back', () => {
  database.exec('BEGIN');
  write("INSERT INTO parcels VALUES (1, 'booked')");
  expect(ask(parcels, { state: 'booked' })).toEqual([{ id: 1 }]);
  database.exec('ROLLBACK');
  forget();
  expect(ask(parcels, { state: 'booked' })).toEqual([]);
});

test.each(['SELECT state FROM parcels JOIN counts USING (state)', 'SELECT state FROM parcels NATURAL JOIN counts'])(
  'refuses a join of which SQLite names only one table: %s',
  (sql) => {
    expect(() => ask(sql)).toThrow('write ON');
  },
);

test('a join that names its columns is read in its current state, whichever table changes', () => {
  write("INSERT INTO parcels VALUES (1, 'booked')");
  const joined = 'SELECT parcel FROM parcels JOIN sheets ON sheets.parcel = parcels.id';
  expect(ask(joined)).toEqual([]);
  write('INSERT INTO sheets VALUES (1)');
  expect(ask(joined)).toEqual([{ parcel: 1 }]);
});
