/**
 * In use by another program; damaged, or no journal at all; written by another version of the program; a SQLite version that can damage a
 * journal; opened without the safety settings it needs; a disk that is full, read-only or failing.
 */
export type JournalErrorCode = 'in-use' | 'damaged' | 'other-version' | 'old-sqlite' | 'unsafe' | 'unwritable';

/** The journal could not be opened or written. Nothing was changed. `detail` names the file or quotes SQLite. */
export class JournalError extends Error {
  readonly code: JournalErrorCode;

  constructor(code: JournalErrorCode, detail: string, cause?: unknown) {
    super(`journal ${code}: ${detail}`, { cause });
    this.name = 'JournalError';
    this.code = code;
  }
}

/** Returns SQLite's primary result code of an error thrown by node:sqlite, or undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/**
 * True if a backup was rejected because its first step found its own connection writing: node:sqlite reports that with the code for "no
 * error".
 */
export const isMetByCommit = (error: unknown): boolean => sqliteCode(error) === 0;

/**
 * Errors that no disk causes: no error at all, bad SQL, a value too large for any row, a violated constraint, a value of the wrong type, a
 * misuse. They occur again however often the statement is repeated. Too little memory (7) may pass, so it counts as a disk error.
 */
const notOfTheDisk: ReadonlySet<number> = new Set([0, 1, 18, 19, 20, 21, 25]);

/**
 * Maps an error of SQLite to a `JournalError`: in use, damaged or, for every other fault of the machine, unwritable. Returns an error of
 * the program unchanged.
 */
export function sqliteError(error: unknown, detail: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined || notOfTheDisk.has(code)) return error;
  const [busy, locked, corrupt, notADatabase] = [5, 6, 11, 26];
  if (code === busy || code === locked) return new JournalError('in-use', detail, error);
  if (code === corrupt || code === notADatabase || isReadFault(error)) return new JournalError('damaged', detail, error);
  return new JournalError('unwritable', detail, error);
}

/** SQLite's extended codes of a disk that does not return what was written: a failed or short read, bad data, a bad file system. */
function isReadFault(error: unknown): boolean {
  const [read, shortRead, corruptFileSystem, badData] = [266, 522, 8458, 8202];
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return code === read || code === shortRead || code === corruptFileSystem || code === badData;
}

/** Returns why the journal refused a write, or undefined for any other error. */
export const codeOfJournalError = (error: unknown): JournalErrorCode | undefined =>
  error instanceof JournalError ? error.code : undefined;
