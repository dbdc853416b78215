import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';

/** One row with the line it begins at, counted from 1. Either its cells or why it cannot be read. */
export type CsvRow = { readonly line: number; readonly text: string } & (
  | { readonly cells: readonly string[] }
  | { readonly broken: string }
);

const delimiters = [',', ';', '\t'] as const;
type Delimiter = (typeof delimiters)[number];
/** A cell may hold line breaks, up to this many; an open quotation mark must not swallow the rest of the file. */
const longestRow = 200;

/** Every row of the file, empty ones left out. A row that is broken stands alone: the rows after it are read as if it were not there. */
export function csvRows(text: string): readonly CsvRow[] {
  const lines = text.split(/\r\n|\n|\r/);
  // Excel names its separator on a line of its own.
  const [, told] = /^sep=(.)$/i.exec(lines[0] ?? '') ?? [];
  const delimiter = delimiters.find((each) => each === told) ?? delimiterOf(lines.find((line) => line.trim() !== '') ?? '');
  const rows: CsvRow[] = [];
  for (let at = told === undefined ? 0 : 1; at < lines.length; ) {
    const first = lines[at] ?? '';
    const line = at + 1;
    const last = endOfRow(lines, at);
    const whole = lines.slice(at, (last ?? at) + 1).join('\n');
    const cells = last === undefined ? undefined : cellsOf(whole, delimiter);
    if (cells === undefined) {
      rows.push({ line, text: first, broken: 'The quotation marks in this row do not match' });
      at += 1;
      continue;
    }
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, text: whole, cells });
    at = (last ?? at) + 1;
  }
  return rows;
}

function delimiterOf(header: string): Delimiter {
  const outside = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string): number => outside.split(delimiter).length;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** The line where the quotation marks opened in line `at` are all closed again, or undefined where they never are. */
function endOfRow(lines: readonly string[], at: number): number | undefined {
  let quotes = 0;
  for (let end = at; end < Math.min(lines.length, at + longestRow); end += 1) {
    quotes += (lines[end] ?? '').split('"').length - 1;
    if (quotes % 2 === 0) return end;
  }
  return undefined;
}

function cellsOf(row: string, delimiter: Delimiter): readonly string[] | undefined {
  if (!row.includes('"')) return row.split(delimiter);
  try {
    return parse(row, { delimiter, relax_column_count: true, skip_empty_lines: true })[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}
