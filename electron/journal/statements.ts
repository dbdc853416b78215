import { constants, type DatabaseSync, type StatementSync } from 'node:sqlite';

/** A prepared statement, with the tables it reads and those it writes, also through triggers, as reported by SQLite. */
export interface Prepared {
  readonly statement: StatementSync;
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

/** SQLite reports no reading of the second table of such a join. */
const unreported = /\b(?:USING|NATURAL)\b/i;
const writing: readonly number[] = [constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE];

/** Prepares each statement once. Throws for a query if not all of its tables are known. */
export function createStatements(database: DatabaseSync): (sql: string) => Prepared {
  const known = new Map<string, Prepared>();
  let [reads, writes] = [new Set<string>(), new Set<string>()];
  database.setAuthorizer((action, table) => {
    if (action === constants.SQLITE_READ && table !== null) reads.add(table);
    if (writing.includes(action) && table !== null) writes.add(table);
    return constants.SQLITE_OK;
  });
  return (sql) => {
    const before = known.get(sql);
    if (before) return before;
    [reads, writes] = [new Set(), new Set()];
    const prepared = { statement: database.prepare(sql), reads, writes };
    if (writes.size === 0 && unreported.test(sql)) throw new Error(`SQLite does not say which tables this joins: write ON. ${sql}`);
    known.set(sql, prepared);
    return prepared;
  };
}
