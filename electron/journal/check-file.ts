import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { JournalError, sqliteError } from './journal-error.ts';

/** Marks the file as a journal of this program ("PBJ1"), so that no other SQLite file is opened as one. */
export const applicationId = 0x50424a31;

/** Size of a journal; neither number ever gets smaller. */
export interface Extent {
  readonly bookings: number;
  readonly lastSequence: number;
}

const extentRow = z.object({ bookings: z.int(), lastSequence: z.int() });

/**
 * Reads a journal file from the first page to the last and returns its extent. Changes nothing.
 * Throws a `JournalError`: `damaged` if it is no journal or not whole, `in-use` if another program holds it.
 */
export function checkFile(file: string): Extent {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 0, allowExtension: false });
    requireJournal(database, file);
    requireWhole(database, file);
    return extentOf(database);
  } catch (error) {
    throw sqliteError(error, file);
  } finally {
    database?.close();
  }
}

export function requireJournal(database: DatabaseSync, file: string): void {
  const found = Object.values(database.prepare('PRAGMA application_id').get() ?? {})[0];
  if (found !== applicationId) throw new JournalError('damaged', `${file} is no journal`);
}

export function requireWhole(database: DatabaseSync, file: string): void {
  const result = String(database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']);
  if (result !== 'ok') throw new JournalError('damaged', `${file}: ${result}`);
}

export function extentOf(database: DatabaseSync): Extent {
  return extentRow.parse(database.prepare('SELECT (SELECT count(*) FROM bookings) AS bookings, last AS lastSequence FROM sequence').get());
}
