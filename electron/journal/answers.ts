import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Prepared } from './statements.ts';

export type Params = Record<string, SQLInputValue>;
type Row = Record<string, SQLOutputValue>;

/** Larger answers are not cached: they would only fill the memory. */
const mostRows = 8;

/**
 * Caches the last answer of each statement until one of its tables is written: one step of a parcel asks the same questions a dozen times,
 * and most answers do not change.
 */
export interface Answers {
  readonly rows: (prepared: Prepared, params: Params) => readonly Row[];
  readonly written: (prepared: Prepared) => void;
  /** The last writes were rolled back. */
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
