import { existsSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate as pause } from 'node:timers/promises';
import { z } from 'zod';
import { restoreFacts } from '../../shared/restored.ts';
import { stackOf } from '../../shared/result.ts';
import type { Log } from '../bench/ports/log.ts';
import { removeHeld } from '../files/held-file.ts';
import { backupsOf } from './backup.ts';
import { permanent } from './day-keys.ts';
import { placeIn } from './encryption.ts';
import { inBackup, leftOvers } from './forget-copies.ts';
import { JournalError } from './journal-error.ts';
import { isLogDamaged } from './log-check.ts';
import { openDatabase } from './open-database.ts';
import { setAsideOf } from './restore.ts';

/** The value under the new data key; undefined if there is nothing to do, or no key opens it. */
type Again = (bytes: Uint8Array, place: string) => Uint8Array | undefined;

/** Reads and changes rows of a journal, within one commit. */
interface Rows {
  readonly all: (sql: string) => readonly unknown[];
  readonly run: (sql: string, params: Record<string, SQLInputValue>) => unknown;
}

const valueRow = z.object({ at: z.int(), of: z.union([z.string(), z.int()]), encrypted: z.instanceof(Uint8Array) });

/** Encrypts what the data key itself encrypts again: the keys of days, and with them everything else. Returns the number of values. */
export function encryptRowsAgain({ all, run }: Rows, world: string, again: Again): number {
  let changed = 0;
  for (const [place, row] of permanent) {
    const [table, column] = place.split('.');
    for (const found of all(`SELECT rowid AS at, ${row} AS of, ${column} AS encrypted FROM ${table}`)) {
      const { at, of, encrypted } = valueRow.parse(found);
      const next = again(encrypted, placeIn(world, [place, of]));
      if (!next) continue;
      run(`UPDATE ${table} SET ${column} = $next WHERE rowid = $at`, { next, at });
      changed += 1;
    }
  }
  return changed;
}

function encryptDatabaseAgain(database: DatabaseSync, world: string, again: Again): number {
  database.exec('BEGIN IMMEDIATE');
  const changed = encryptRowsAgain(
    { all: (sql) => database.prepare(sql).all(), run: (sql, params) => database.prepare(sql).run(params) },
    world,
    again,
  );
  database.exec('COMMIT');
  return changed;
}

/** Encrypts a journal that is not open again. Throws a `JournalError` if it is in use or damaged, and leaves a damaged one as it is. */
export function encryptJournalAgain(
  file: string,
  world: string,
  again: Again,
): { readonly changed: number; readonly isRestoreOpen: boolean } {
  if (isLogDamaged(file)) throw new JournalError('damaged', `the log of ${file}`);
  const database = openDatabase(file);
  try {
    const changed = encryptDatabaseAgain(database, world, again);
    // The log holds the values of before.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const { restored } = restoreFacts;
    return { changed, isRestoreOpen: Boolean(database.prepare('SELECT value FROM facts WHERE name = ?').get(restored)?.['value']) };
  } finally {
    database.close();
  }
}

export type CopyLeft = 'backup' | 'damaged-copy';

/**
 * Encrypts the backups of a journal again. Damaged copies, in which no value can be found, are deleted unless something is still asked about
 * them. No backup may be under way when it is called. Returns the number of changes, and the copies that could not be changed.
 */
export async function encryptCopiesAgain(
  { file, backupFolder }: { readonly file: string; readonly backupFolder: string },
  world: string,
  again: Again,
  { isRestoreOpen, log }: { readonly isRestoreOpen: boolean; readonly log: Log },
): Promise<{ readonly changed: number; readonly left: readonly CopyLeft[] }> {
  const left: CopyLeft[] = [];
  let changed = 0;
  const attempt = (of: CopyLeft, work: () => void): void => {
    try {
      work();
    } catch (error) {
      left.push(of);
      log('data-key', { state: 'copy-failed', stack: stackOf(error) });
    }
  };
  for (const each of leftOvers(file, backupFolder)) attempt('backup', () => removeHeld(each));
  for (const each of setAsideOf(file).flatMap((damaged) => [damaged, `${damaged}-wal`, `${damaged}-shm`]))
    if (existsSync(each))
      attempt('damaged-copy', () => {
        if (isRestoreOpen) left.push('damaged-copy');
        else removeHeld(each);
      });
  for (const { file: backup } of backupsOf(backupFolder, file)) {
    // A scan waits for one backup at most.
    await pause();
    // A newer backup may have taken its place.
    if (existsSync(backup))
      attempt('backup', () =>
        inBackup(backup, (database) => {
          changed += encryptDatabaseAgain(database, world, again);
        }),
      );
  }
  return { changed, left };
}
