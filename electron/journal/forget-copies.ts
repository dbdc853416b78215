import { closeSync, existsSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { stackOf } from '../../shared/result.ts';
import { keptClasses } from '../../shared/retention.ts';
import type { Expired } from '../bench/ports/journal/retention.ts';
import type { Log } from '../bench/ports/log.ts';
import { syncFile } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';
import { backupsOf, unfinishedIn } from './backup.ts';
import { requireJournal } from './check-file.ts';
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

/** One transaction on a page or two: interrupted, it is rolled back when the backup is opened next. */
function forgetInBackup(backup: string, { before, kept }: Expired): void {
  const database = new DatabaseSync(backup, { timeout: 0, allowExtension: false });
  try {
    requireJournal(database, backup);
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL');
    const isKept = new Set(kept.map(hexOf));
    const over = keptClasses.flatMap((of) =>
      database
        .prepare('SELECT number, encrypted FROM day_keys WHERE forgotten = 0 AND class = ? AND day < ?')
        .all(of, before[of])
        .filter(({ encrypted }) => encrypted instanceof Uint8Array && !isKept.has(hexOf(encrypted))),
    );
    if (over.length === 0) return;
    const wrapped = over.flatMap(({ encrypted }) => (encrypted instanceof Uint8Array ? encrypted : []));
    database.exec('BEGIN IMMEDIATE');
    const forget = database.prepare('UPDATE day_keys SET encrypted = zeroblob(length(encrypted)), forgotten = 1 WHERE number = ?');
    for (const { number } of over) forget.run(number ?? null);
    database.exec('COMMIT');
    if (readFileSync(backup).indexOf(wrapped[0] ?? '') >= 0) throw new Error('A deleted key is still in a backup.');
  } finally {
    database.close();
  }
  syncFile(backup);
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
const leftOvers = (file: string, backupFolder: string): string[] => [
  ...[`${file}.restored`, `${file}.restored-wal`, `${file}.restored-journal`].filter((each) => existsSync(each)),
  ...unfinishedIn(backupFolder, file),
];
