import { csvRow } from '../../shared/csv-row.ts';

export interface ListFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Where a spreadsheet may begin a cell: in most of Europe it parts rows by semicolons, and quotation marks in the middle of a cell of its
 * own stop neither these nor line ends.
 */
const mayPart = /([;\t|\r\n]+)/;
/** What it would take for a formula, also in full width as in Japan. A plain number with a sign, or with spaces as of a telephone, is none. */
const formula = /^["\s]*(?:[=@\uFF1D\uFF0B\uFF0D\uFF20]|[+-](?![\d\s.,]*$))/;

/** A cell that no spreadsheet runs, whatever separates its columns: an apostrophe stands before each formula. All else stays as it is. */
function harmless(cell: string): string {
  const parts = cell.split(mayPart).map((part, at) => (at % 2 === 0 && formula.test(part) ? `'${part}` : part));
  return /^[\t\r\n]/.test(cell) ? `'${parts.join('')}` : parts.join('');
}

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
