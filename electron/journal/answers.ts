import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Prepared } from './statements.ts';

export type Params = Record<string, SQLInputValue>;
type Row = Record<string, SQLOutputValue>;

/** More rows are read anew each time: they would only fill the memory. */
const mostRows = 8;

/**
 * The last answer to each question, which stands while no table that it was read from is written: a step of a parcel asks the same things a
 * dozen times, and most of them are not what it changes.
 */
export interface Answers {
  readonly rows: (prepared: Prepared, params: Params) => readonly Row[];
  readonly written: (prepared: Prepared) => void;
  /** What was written is taken back. */
  readonly forget: () => void;
}

export function createAnswers(): Answers {
  let last = new WeakMap<Prepared, { readonly at: number; readonly params: Params; readonly rows: readonly Row[] }>();
  const writtenAt = new Map<string, number>();
  let writes = 0;

  const stands = (prepared: Prepared, at: number): boolean => [...prepared.reads].every((table) => (writtenAt.get(table) ?? 0) <= at);

  function written({ writes: tables }: Prepared): void {
    writes += 1;
    for (const table of tables) writtenAt.set(table, writes);
  }

  return {
    rows(prepared, params) {
      if (prepared.writes.size > 0) {
        written(prepared);
        return prepared.statement.all(params);
      }
      const known = last.get(prepared);
      if (known && stands(prepared, known.at) && isSame(known.params, params)) return known.rows;
      const rows = prepared.statement.all(params);
      if (rows.length <= mostRows) last.set(prepared, { at: writes, params, rows });
      return rows;
    },
    written,
    forget() {
      last = new WeakMap();
    },
  };
}

function isSame(one: Params, other: Params): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
