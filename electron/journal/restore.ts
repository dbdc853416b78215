import { copyFileSync, existsSync, lstatSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Restored, restoreFacts } from '../../shared/restored.ts';
import { stackOf } from '../../shared/result.ts';
import type { Log } from '../bench/ports/log.ts';
import { renameDurably, syncFile, syncFolder } from '../files/durable-file.ts';
import { removeHeld, renameHeld } from '../files/held-file.ts';
import { type Backup, listBackups, stampOf } from './backup.ts';
import { checkFile, requireJournal } from './check-file.ts';
import { JournalError, sqliteError } from './journal-error.ts';
import { isLogDamaged } from './log-check.ts';
import { openDatabase } from './open-database.ts';

/** Reading a larger file at every start would keep the packer waiting: the first backup after the start reads it. */
const checkedAtStartBytes = 256 * 1024 * 1024;

/** Marker file: the next start must read the whole journal, however large, because a backup found it damaged. */
const suspicionOf = (file: string): string => `${file}.suspect`;

export type Repaired =
  | { readonly is: 'fit' }
  | { readonly is: 'restored'; readonly backupAt: Date }
  /** There is no good copy. No file is at the journal's path, and none is created until a person decides so. */
  | { readonly is: 'lost'; readonly keptAs: readonly string[] };

interface Where {
  readonly file: string;
  readonly backupFolder: string;
  /** Something was sent from this journal: if the file is missing, it was lost. */
  readonly isWitnessed: boolean;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * Makes a journal fit to be opened. A damaged or missing one is set aside under another name, with its log. The newest whole copy takes its
 * place and is marked as restored. Safe to interrupt at any step and to call again.
 * Throws a `JournalError` if another program holds the journal.
 */
export function repairJournal({ file, backupFolder, isWitnessed, now, log }: Where): Repaired {
  const backups = listBackups(backupFolder, file, now());
  const why = harmOf(file, backups.length > 0 || isWitnessed);
  if (why === undefined) {
    removeHeld(suspicionOf(file));
    return { is: 'fit' };
  }
  log('journal', { state: 'damaged', code: why });
  const good = backups.find((backup) => isWhole(backup, log));
  const at = now();
  if (good) prepare(file, { backupAt: good.madeAt.toISOString(), restoredAt: at.toISOString() }, (to) => copyFileSync(good.file, to));
  setAside(file, at);
  removeHeld(suspicionOf(file));
  if (!good) return { is: 'lost', keptAs: setAsideOf(file) };
  renameDurably(preparedOf(file), file);
  log('journal', { state: 'restored' });
  return { is: 'restored', backupAt: good.madeAt };
}

/** True if this folder contains a journal, a damaged one or a copy of one. */
export const holdsJournal = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => /^journal-.*\.sqlite/.test(name));

/**
 * Restores every journal that is missing in `folder` from its newest good copy in `from`, and marks it as restored. Safe to interrupt and
 * to repeat.
 */
export function restoreMissing({
  from,
  folder,
  now,
  log,
}: Pick<Where, 'now' | 'log'> & { readonly from: string; readonly folder: string }): void {
  const copied = new Set(readdirSync(from).flatMap((name) => /^(journal-.*\.sqlite)\..*\.backup$/.exec(name)?.[1] ?? []));
  for (const name of copied) repairJournal({ file: join(folder, name), backupFolder: from, isWitnessed: true, now, log });
}

/** Creates an empty journal in place of a lost one, because a person decided so. It is marked as incomplete. */
export function beginEmptyJournal({ file, now }: Pick<Where, 'file' | 'now'>): void {
  if (existsSync(file)) throw new Error('There is a journal already.');
  prepare(file, { backupAt: null, restoredAt: now().toISOString() }, (to) => openDatabase(to).close());
  renameDurably(preparedOf(file), file);
}

export function suspect(file: string): void {
  writeFileSync(suspicionOf(file), '');
}

/** Returns the fault of the file at the journal's path, or undefined. A file that never existed is no fault. */
function harmOf(file: string, wasKept: boolean): 'missing' | 'empty' | 'not-whole' | 'log-damaged' | undefined {
  if (!existsSync(file)) {
    const wasThere = wasKept || setAsideOf(file).length > 0 || existsSync(`${file}-wal`);
    return wasThere ? 'missing' : undefined;
  }
  const { size } = statSync(file);
  if (size === 0) return 'empty';
  if (size > checkedAtStartBytes && !existsSync(suspicionOf(file))) return undefined;
  try {
    takeBack(file);
    checkFile(file);
    return isLogDamaged(file) ? 'log-damaged' : undefined;
  } catch (error) {
    if (error instanceof JournalError && error.code === 'damaged') return 'not-whole';
    throw error;
  }
}

/**
 * Rolls back the half-written transaction of a new or restored file that was interrupted while its log was begun. A read-only connection
 * may not do that.
 */
function takeBack(file: string): void {
  if (!existsSync(`${file}-journal`)) return;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    throw sqliteError(error, file);
  } finally {
    database?.close();
  }
}

function isWhole(backup: Backup, log: Log): boolean {
  try {
    // A link may lead to a file that somebody else chose, and a pipe has no end.
    if (!lstatSync(backup.file).isFile()) return false;
    takeBack(backup.file);
    checkFile(backup.file);
    return true;
  } catch (error) {
    log('backup', { state: 'damaged', stack: stackOf(error) });
    return false;
  }
}

const preparedOf = (file: string): string => `${file}.restored`;

/** Writes the whole new file under another name, marked as restored, and syncs it. */
function prepare(file: string, restored: Restored, make: (to: string) => void): void {
  const prepared = preparedOf(file);
  for (const leftOver of withLogs(prepared)) removeHeld(leftOver);
  make(prepared);
  const database = new DatabaseSync(prepared);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    writeRestored(database, restored);
  } finally {
    database.close();
  }
  syncFile(prepared);
}

function writeRestored(database: DatabaseSync, restored: Restored): void {
  database.exec('BEGIN');
  const { restored: fact, marked, unshippedPrefix } = restoreFacts;
  database.prepare('DELETE FROM facts WHERE name = ? OR substr(name, 1, ?) = ?').run(marked, unshippedPrefix.length, unshippedPrefix);
  database.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)').run(fact, JSON.stringify(restored));
  database.exec('COMMIT');
}

/**
 * Marks every journal of a folder as restored, because a person reported so: bookings between its last line before `runningSince` and now
 * may be missing. None of them may be open. A damaged one is skipped: it is restored when it is opened.
 */
export function markRestored({ folder, runningSince, now, log }: Pick<Where, 'now' | 'log'> & MarkedWhere): void {
  for (const file of journalsIn(folder)) {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(file, { timeout: 0 });
      requireJournal(database, file);
      const at = database.prepare('SELECT max(at) AS at FROM history WHERE at < ?').get(runningSince.toISOString())?.['at'];
      writeRestored(database, { backupAt: typeof at === 'string' ? at : null, restoredAt: now().toISOString() });
    } catch (error) {
      const found = sqliteError(error, file);
      if (!(found instanceof JournalError && found.code === 'damaged')) throw found;
      log('journal', { state: 'damaged', code: 'not-whole' });
    } finally {
      database?.close();
    }
  }
}

interface MarkedWhere {
  readonly folder: string;
  readonly runningSince: Date;
}

const journalsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^journal-.*\.sqlite$/.test(name))
    .map((name) => join(folder, name));

/** Moves the journal before its log: a journal that lost its log would look whole. */
function setAside(file: string, at: Date): void {
  const to = `${file}.damaged-${stampOf(at)}`;
  withLogs(file).forEach((each, index) => {
    if (existsSync(each)) renameHeld(each, withLogs(to)[index] ?? to);
  });
  syncFolder(dirname(file));
}

const withLogs = (file: string): string[] => [file, `${file}-wal`, `${file}-shm`];

export function setAsideOf(file: string): string[] {
  if (!existsSync(dirname(file))) return [];
  const start = `${basename(file)}.damaged-`;
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(start) && !/-(wal|shm)$/.test(name))
    .map((name) => join(dirname(file), name));
}
