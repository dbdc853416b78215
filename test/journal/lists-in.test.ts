import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { listsIn, listsOfTables } from '../../electron/journal/lists-in.ts';
import { createTables } from '../../electron/journal/schema.ts';

test('every table of the journal names the lists that show it', () => {
  const database = new DatabaseSync(':memory:');
  createTables(database);
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all();
  expect(Object.keys(listsOfTables).toSorted()).toEqual(tables.map(({ name }) => name));
});

test('several tables name each of their lists once', () => {
  expect(listsIn(new Set(['print_jobs', 'deliveries', 'history']))).toEqual(['orders', 'shipments', 'pickups', 'toResolve', 'setup']);
});
