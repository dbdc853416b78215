import { csvRow } from '../../shared/csv-row.ts';

export interface ListFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Separators after which a spreadsheet may begin a cell; in most of Europe a semicolon is one. Quotation marks inside a cell do not protect
 * it from a separator or a line end.
 */
const mayPart = /([;\t|\r\n]+)/;
/**
 * Text that a spreadsheet reads as a formula, also in full width (Japan). A signed number or a telephone number with spaces is not a
 * formula.
 */
const formula = /^["\s]*(?:[=@\uFF1D\uFF0B\uFF0D\uFF20]|[+-](?![\d\s.,]*$))/;

/** Puts an apostrophe before each formula, so that no spreadsheet runs it, whatever its column separator. Changes nothing else. */
function harmless(cell: string): string {
  const parts = cell.split(mayPart).map((part, at) => (at % 2 === 0 && formula.test(part) ? `'${part}` : part));
  return /^[\t\r\n]/.test(cell) ? `'${parts.join('')}` : parts.join('');
}

/** Returns a list as a CSV file that spreadsheets open directly. */
export const listFile = (name: string, now: Date, table: readonly (readonly string[])[]): ListFile => ({
  name: `${name}-${now.toISOString().slice(0, 10)}.csv`,
  bytes: csvBytes(table),
});

export function csvBytes(table: readonly (readonly string[])[]): Uint8Array {
  const text = table.map((row) => csvRow(row.map(harmless), ',')).join('\r\n');
  // With a byte order mark, so that Excel reads it as UTF-8.
  return new TextEncoder().encode(`\uFEFF${text}\r\n`);
}
