/**
 * In use by another program; damaged, or no journal at all; written by another version of the program; a SQLite that can damage a journal; opened without
 * the safety it needs; a disk that is full, read-only or failing.
 */
export type JournalErrorCode = 'in-use' | 'damaged' | 'other-version' | 'old-sqlite' | 'unsafe' | 'unwritable';

/** Why the journal cannot be opened or written. Nothing was changed. `detail` names the file or SQLite's own words. */
export class JournalError extends Error {
  readonly code: JournalErrorCode;

  constructor(code: JournalErrorCode, detail: string, cause?: unknown) {
    super(`journal ${code}: ${detail}`, { cause });
    this.name = 'JournalError';
    this.code = code;
  }
}

/** SQLite's primary result code of an error thrown by node:sqlite, or undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** node:sqlite rejects a backup whose first step finds its own connection writing, and gives no code for it but "no error". */
export const isMetByCommit = (error: unknown): boolean => sqliteCode(error) === 0;

/**
 * What no disk does: no error at all, bad SQL, a value too large for any row, a broken rule of a table, a value of the wrong type, a
 * misuse. It comes again however often it is tried. Too little memory (7) may pass, so it counts as the disk's.
 */
const notOfTheDisk: ReadonlySet<number> = new Set([0, 1, 18, 19, 20, 21, 25]);

/** SQLite's words of an error as ours: in use, damaged or, for all that a machine may do to it, unwritable. A fault of the program stays what it is. */
export function sqliteError(error: unknown, detail: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined || notOfTheDisk.has(code)) return error;
  const [busy, locked, corrupt, notADatabase] = [5, 6, 11, 26];
  if (code === busy || code === locked) return new JournalError('in-use', detail, error);
  if (code === corrupt || code === notADatabase || isReadFault(error)) return new JournalError('damaged', detail, error);
  return new JournalError('unwritable', detail, error);
}

/** SQLite's extended codes of a disk that does not give back what was written: a failed or short read, bad data, a bad file system. */
function isReadFault(error: unknown): boolean {
  const [read, shortRead, corruptFileSystem, badData] = [266, 522, 8458, 8202];
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return code === read || code === shortRead || code === corruptFileSystem || code === badData;
}

/** Why the journal did not take a write, or undefined where an error is another one. */
export const codeOfJournalError = (error: unknown): JournalErrorCode | undefined =>
  error instanceof JournalError ? error.code : undefined;
