import type { ConnectionOptions } from 'node:tls';
import type { Reason } from '../../shared/reason.ts';

/** A query as its driver is handed it. */
export interface DatabaseQuestion {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl: ConnectionOptions | false;
  /** With `{number}` in it. */
  readonly query: string;
  readonly number: string;
  readonly totalMs: number;
  readonly limits: RowLimits;
  /** Whatever is under way ends with it. */
  readonly stop: AbortSignal;
}

/** A server ends by itself, that much later, what is not waited for any more. */
export const graceMs = 250;

interface RowLimits {
  readonly maxBytes: number;
  readonly mostRows: number;
}

/** Every value as text; null as an empty one. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** An answer of which nothing is taken: larger than that of one order, not to be read, or none that may be asked for. */
export class NotTaken extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason.code);
    this.reason = reason;
  }
}

/** Rows as they come, up to what one order may have. */
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
