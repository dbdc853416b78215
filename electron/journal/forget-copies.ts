import { closeSync, existsSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { stackOf } from '../../shared/result.ts';
import { keptClasses } from '../../shared/retention.ts';
import type { PersonsRows } from '../bench/ports/journal/persons.ts';
import type { Expired } from '../bench/ports/journal/retention.ts';
import type { Log } from '../bench/ports/log.ts';
import { syncFile } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';
import { backupsOf, unfinishedIn } from './backup.ts';
import { requireJournal } from './check-file.ts';
import { eraseRows } from './erase.ts';
import { setAsideOf } from './restore.ts';

/** After this many days a damaged copy that no program can open is deleted, if nothing is asked about it any more. */
const damagedKeptMs = 90 * 24 * 3_600_000;

/**
 * Deletes the keys that are over from every copy of a journal: backups, and journals that were set aside as damaged. Safe to interrupt and
 * to repeat. Returns the number of copies that still hold such a key because they could not be written.
 */
export function forgetInCopies(
  { file, backupFolder }: { readonly file: string; readonly backupFolder: string },
  expired: Expired,
  { now, isRestoreOpen, log }: { readonly now: () => Date; readonly isRestoreOpen: boolean; readonly log: Log },
): number {
  let failed = 0;
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      failed += 1;
      log('retention', { state: 'copy-failed', stack: stackOf(error) });
    }
  };
  for (const { file: backup } of backupsOf(backupFolder, file)) attempt(() => forgetInBackup(backup, expired));
  for (const unfinished of leftOvers(file, backupFolder)) attempt(() => removeHeld(unfinished));
  for (const damaged of setAsideOf(file))
    attempt(() => {
      const isOld = now().getTime() - statSync(damaged).mtimeMs > damagedKeptMs;
      for (const each of [damaged, `${damaged}-wal`, `${damaged}-shm`])
        if (existsSync(each)) {
          if (isOld && !isRestoreOpen) removeHeld(each);
          else overwriteIn(each, expired.over);
        }
    });
  return failed;
}

/**
 * Erases these rows in every backup. Damaged copies, in which no row can be found, are deleted unless something is still asked about them.
 * Returns the number of changed backups, and of copies that still have the rows.
 */
export function eraseInCopies(
  { file, backupFolder }: { readonly file: string; readonly backupFolder: string },
  rows: PersonsRows,
  { isRestoreOpen, log }: { readonly isRestoreOpen: boolean; readonly log: Log },
): { readonly backups: number; readonly copiesLeft: number } {
  let [backups, copiesLeft] = [0, 0];
  const attempt = (work: () => boolean): void => {
    try {
      if (!work()) copiesLeft += 1;
    } catch (error) {
      copiesLeft += 1;
      log('retention', { state: 'copy-failed', stack: stackOf(error) });
    }
  };
  for (const { file: backup } of backupsOf(backupFolder, file))
    attempt(() => {
      inBackup(backup, (database) => {
        database.exec('BEGIN IMMEDIATE');
        eraseRows((sql, params) => Number(database.prepare(sql).run(params).changes), rows);
        // Webhooks that were closed since are not in `rows`. After a restore nothing but hints to ask about tracking are missing.
        database.exec('DELETE FROM kept WHERE owner_id IN (SELECT id FROM deliveries); DELETE FROM deliveries');
        database.exec('COMMIT');
      });
      backups += 1;
      return true;
    });
  for (const left of [...leftOvers(file, backupFolder), ...setAsideOf(file).flatMap((each) => [each, `${each}-wal`, `${each}-shm`])])
    if (existsSync(left))
      attempt(() => {
        if (!isRestoreOpen) removeHeld(left);
        return !isRestoreOpen;
      });
  return { backups, copiesLeft };
}

/** Opens a backup to change it. Deleted bytes are overwritten. */
export function inBackup(backup: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(backup, { timeout: 0, allowExtension: false });
  try {
    requireJournal(database, backup);
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL');
    work(database);
  } finally {
    database.close();
  }
  syncFile(backup);
}

/** One transaction on a page or two: interrupted, it is rolled back when the backup is opened next. */
function forgetInBackup(backup: string, { before, kept }: Expired): void {
  inBackup(backup, (database) => {
    const isKept = new Set(kept.map(hexOf));
    const over = keptClasses.flatMap((of) =>
      database
        .prepare('SELECT number, encrypted FROM day_keys WHERE forgotten = 0 AND class = ? AND day < ?')
        .all(of, before[of])
        .filter(({ encrypted }) => encrypted instanceof Uint8Array && !isKept.has(hexOf(encrypted))),
    );
    if (over.length === 0) return;
    database.exec('BEGIN IMMEDIATE');
    const forget = database.prepare('UPDATE day_keys SET encrypted = zeroblob(length(encrypted)), forgotten = 1 WHERE number = ?');
    for (const { number } of over) forget.run(number ?? null);
    database.exec('COMMIT');
  });
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Overwrites these bytes wherever they occur in a file that may be no database any more. */
function overwriteIn(file: string, wrapped: readonly Uint8Array[]): void {
  const bytes = readFileSync(file);
  const found = wrapped.flatMap((each) => {
    const places: { at: number; length: number }[] = [];
    for (let at = bytes.indexOf(each); at >= 0; at = bytes.indexOf(each, at + each.length)) places.push({ at, length: each.length });
    return places;
  });
  if (found.length === 0) return;
  const handle = openSync(file, 'r+');
  try {
    for (const { at, length } of found) writeSync(handle, Buffer.alloc(length), 0, length, at);
  } finally {
    closeSync(handle);
  }
  syncFile(file);
}

/** Copies that an interrupted backup or restore left behind. No backup may be under way. */
export const leftOvers = (file: string, backupFolder: string): string[] => [
  ...[`${file}.restored`, `${file}.restored-wal`, `${file}.restored-journal`].filter((each) => existsSync(each)),
  ...unfinishedIn(backupFolder, file),
];
