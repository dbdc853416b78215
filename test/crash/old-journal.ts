import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mergedInto } from '../../electron/journal/merged-into.ts';

/** Whether a shop is still to be told of what this journal holds: none of the programs before told shops. */
export function owesShop(file: string): boolean {
  const database = new DatabaseSync(file);
  try {
    if (!tablesOf(database).includes('outbox')) return false;
    return database.prepare("SELECT 1 FROM outbox WHERE state IN ('waiting', 'placing')").get() !== undefined;
  } finally {
    database.close();
  }
}

/** Whether the journal of a folder can have been left by a program before this one; a folder without any will have one. */
export function couldBeOld(dir: string): boolean {
  // No version that old merged others into its journal, also where what it merged still lies beside it.
  return journalsIn(dir).every((file) => mergedInto(file).length === 0 && !owesShop(file));
}

const journalsIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => /^journal-.*\.sqlite$/.test(name))
    .map((name) => join(dir, name));

const names = (database: DatabaseSync, sql: string): string[] =>
  database
    .prepare(sql)
    .all()
    .map((row) => String(row['name']));

const tablesOf = (database: DatabaseSync): string[] => names(database, `SELECT name FROM main.sqlite_schema WHERE type = 'table'`);
