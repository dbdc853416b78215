import { csvRow } from '../../shared/csv-row.ts';

export interface ListFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A spreadsheet would run a cell that begins like a formula; a number, or that of a telephone, it leaves alone. */
const harmless = (cell: string): string => (/^[=@\t\r\n]|^[+-](?![\d\s()./-]*$)/.test(cell) ? `'${cell}` : cell);

/** A list as a file that a spreadsheet opens by itself. */
export const listFile = (name: string, now: Date, table: readonly (readonly string[])[]): ListFile => ({
  name: `${name}-${now.toISOString().slice(0, 10)}.csv`,
  bytes: csvBytes(table),
});

export function csvBytes(table: readonly (readonly string[])[]): Uint8Array {
  const text = table.map((row) => csvRow(row.map(harmless), ',')).join('\r\n');
  // With its mark, so that Excel reads it as UTF-8.
  return new TextEncoder().encode(`\uFEFF${text}\r\n`);
}
