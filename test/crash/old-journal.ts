import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mergedInto } from '../../electron/journal/merged-into.ts';
import { migrate, migrations } from '../../electron/journal/migrations.ts';

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

/** Writes the journal of a folder as version 1 of the program would have it, all its rows kept. False where there is none yet, or none that can have been so old. */
export function makeJournalOld(dir: string): boolean {
  const [file] = journalsIn(dir);
  if (!file || !couldBeOld(dir)) return false;
  const old = `${file}.old`;
  if (existsSync(`${file}-wal`)) checkpoint(file);
  const database = new DatabaseSync(old, { enableForeignKeyConstraints: false });
  try {
    const now = new DatabaseSync(file, { readOnly: true });
    const applicationId = Object.values(now.prepare('PRAGMA application_id').get() ?? {})[0];
    now.close();
    database.exec(`PRAGMA application_id = ${String(applicationId)}`);
    migrate(database, migrations.slice(0, 1), { seal: (bytes) => bytes, open: (bytes) => bytes, openUnbound: (bytes) => bytes });
    database.exec(`ATTACH '${file.replaceAll("'", "''")}' AS now`);
    for (const table of tablesOf(database)) copyRows(database, table);
    database.exec("DETACH now; DELETE FROM facts WHERE name = 'history-head'");
  } finally {
    database.close();
  }
  renameSync(old, file);
  return true;
}

function checkpoint(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

const names = (database: DatabaseSync, sql: string): string[] =>
  database
    .prepare(sql)
    .all()
    .map((row) => String(row['name']));

const tablesOf = (database: DatabaseSync): string[] => names(database, `SELECT name FROM main.sqlite_schema WHERE type = 'table'`);

function copyRows(database: DatabaseSync, table: string): void {
  const kept = new Set(names(database, `SELECT name FROM pragma_table_info('${table}', 'now')`));
  const columns = names(database, `SELECT name FROM pragma_table_info('${table}', 'main')`).filter((column) => kept.has(column));
  if (columns.length === 0) return;
  database.exec(
    `DELETE FROM main.${table}; INSERT INTO main.${table} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM now.${table}`,
  );
}
