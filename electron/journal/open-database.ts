import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { renameDurably } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';
import { applicationId, requireJournal } from './check-file.ts';
import { JournalError, sqliteError } from './journal-error.ts';
import { addLaterTables, createTables, requireVersion } from './schema.ts';

const oldestSafeSqlite = [3, 51, 3] as const;

/** Set in this order: the lock before the first read, the mode before the sync level. Each value is read back. */
const pragmas = [
  ['locking_mode', 'EXCLUSIVE', 'exclusive'],
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['fullfsync', 'ON', 1],
  ['checkpoint_fullfsync', 'ON', 1],
  ['foreign_keys', 'ON', 1],
  ['secure_delete', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
] as const;

/**
 * Opens the journal's database for this process alone. Creates it only if there is no file.
 * Throws a `JournalError` and leaves the file as it is if it is in use, damaged, or written by another version of the program.
 */
export function openDatabase(file: string): DatabaseSync {
  if (!existsSync(file)) makeDatabase(file);
  if (statSync(file).size === 0) throw new JournalError('damaged', `${file} is empty`);
  return open(file, 'existing');
}

/** Creates the file under another name and renames it when it is whole: so an empty file at the journal's path is always damage. */
function makeDatabase(file: string): void {
  if (existsSync(`${file}-wal`)) throw new JournalError('damaged', `${file} is gone, its log is still there`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.new`;
  for (const leftOver of [unfinished, `${unfinished}-wal`, `${unfinished}-journal`]) removeHeld(leftOver);
  open(unfinished, 'new').close();
  renameDurably(unfinished, file);
}

function open(file: string, as: 'new' | 'existing'): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true, allowExtension: false });
    requireSafeSqlite(database);
    for (const [name, value] of pragmas) database.exec(`PRAGMA ${name} = ${value}`);
    // Takes the exclusive lock now, not at the first booking.
    database.exec('BEGIN EXCLUSIVE; COMMIT');
    requirePragmas(database);
    if (as === 'new') {
      database.exec(`PRAGMA application_id = ${applicationId}`);
      createTables(database);
    }
    requireJournal(database, file);
    requireVersion(database);
    addLaterTables(database);
    return database;
  } catch (error) {
    database?.close();
    throw sqliteError(error, file);
  }
}

function requireSafeSqlite(database: DatabaseSync): void {
  const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.['version']);
  const parts = version.split('.').map(Number);
  const firstDifference = oldestSafeSqlite.map((least, index) => (parts[index] ?? 0) - least).find((difference) => difference !== 0);
  if (firstDifference !== undefined && firstDifference < 0) throw new JournalError('old-sqlite', version);
  const options = database
    .prepare('PRAGMA compile_options')
    .all()
    .map((row) => String(row['compile_options']));
  if (!isSerialized(options)) throw new JournalError('unsafe', options.find((option) => option.startsWith('THREADSAFE')) ?? 'THREADSAFE');
}

/** True if two threads may use one connection: a backup reads on another thread while the journal writes. */
export const isSerialized = (compileOptions: readonly string[]): boolean => compileOptions.includes('THREADSAFE=1');

function requirePragmas(database: DatabaseSync): void {
  for (const [name, , expected] of pragmas) {
    const found = readPragma(database, name);
    if (found !== expected) throw new JournalError('unsafe', `${name} is ${String(found)}`);
  }
}

const readPragma = (database: DatabaseSync, name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
