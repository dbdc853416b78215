import type { ConnectionOptions } from 'node:tls';
import type { Reason } from '../../shared/reason.ts';

/** A query as passed to a driver. */
export interface DatabaseQuestion {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl: ConnectionOptions | false;
  /** SQL with `{number}` in it. */
  readonly query: string;
  readonly number: string;
  readonly totalMs: number;
  readonly limits: RowLimits;
  /** Ends everything that is in progress. */
  readonly stop: AbortSignal;
}

/** Time after the timeout at which the server itself ends a query that is no longer awaited. */
export const graceMs = 250;

interface RowLimits {
  readonly maxBytes: number;
  readonly mostRows: number;
}

/** All values as text; null as an empty text. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Thrown for an answer that is discarded: larger than one order may be, unreadable, or not allowed. */
export class NotTaken extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason.code);
    this.reason = reason;
  }
}

/** Collects rows as they arrive, up to the limits of one order. */
export function gatherRows({ mostRows, maxBytes }: RowLimits): {
  add(row: readonly string[]): void;
  readonly rows: readonly (readonly string[])[];
} {
  const rows: (readonly string[])[] = [];
  let size = 0;
  return {
    rows,
    add(row) {
      size += row.reduce((sum, text) => sum + text.length, 0);
      if (rows.length === mostRows) throw new NotTaken({ code: 'too-many-rows', most: mostRows });
      if (size > maxBytes) throw new NotTaken({ code: 'answer-too-large', bytes: maxBytes });
      rows.push(row);
    },
  };
}
