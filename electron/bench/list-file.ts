import { csvRow } from '../../shared/csv-row.ts';

export interface ListFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Separators after which a spreadsheet may begin a cell. In most of Europe a semicolon is one. Quotation marks inside a cell do not protect
 * it from a separator or a line end.
 */
const mayPart = /([;\t|\r\n]+)/;
/** Text that a spreadsheet reads as a formula, also in full width (Japan). A signed number or a telephone number with spaces is not one. */
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
