const sentences = {
  'in-use': 'The journal is in use by another program.',
  damaged: 'The journal file is damaged or is no journal. It was left as it is.',
  'too-new': 'The journal was written by a newer version of this program.',
  'old-sqlite': 'This SQLite is older than 3.51.3 and can damage a journal.',
  unsafe: 'The journal could not be opened with the safety it needs.',
  unwritable: 'The journal cannot be written: the disk is full, read-only or failing.',
} as const;

type JournalErrorCode = keyof typeof sentences;

/** Why the journal cannot be opened or written. Nothing was changed. `detail` names the file or SQLite's own words. */
export class JournalError extends Error {
  readonly code: JournalErrorCode;

  constructor(code: JournalErrorCode, detail: string, cause?: unknown) {
    super(`${sentences[code]} (${detail})`, { cause });
    this.name = 'JournalError';
    this.code = code;
  }
}

/** SQLite's primary result code of an error thrown by node:sqlite, or undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
