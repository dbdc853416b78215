import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Properties of this runtime's SQLite. */
export interface SqliteFacts {
  readonly version: string;
  /** SQLITE_THREADSAFE: 1 lets two threads use one connection, as a backup does; 0 and 2 do not. */
  readonly threadSafe: number | null;
  /** The journal mode that a new database took when WAL was requested. */
  readonly journalMode: string;
  readonly compileOptions: readonly string[];
}

/** Reads them from a new, empty database in this folder and leaves the file there. */
export function sqliteFacts(folder: string): SqliteFacts {
  const database = new DatabaseSync(join(folder, 'facts.sqlite'), { timeout: 0 });
  try {
    const first = (sql: string): string => String(Object.values(database.prepare(sql).get() ?? {})[0]);
    const compileOptions = database
      .prepare('PRAGMA compile_options')
      .all()
      .map((row) => String(Object.values(row)[0]));
    const [, threadSafe] = /^THREADSAFE=(\d)$/m.exec(compileOptions.join('\n')) ?? [];
    return {
      version: first('SELECT sqlite_version()'),
      threadSafe: threadSafe === undefined ? null : Number(threadSafe),
      journalMode: first('PRAGMA journal_mode = WAL'),
      compileOptions,
    };
  } finally {
    database.close();
  }
}
