import type { Delimiter } from '../../shared/csv-row.ts';
import type { Table } from './table.ts';

const delimiters: readonly Delimiter[] = [',', ';', '\t'];
/** A cell may hold line breaks, up to this many; an open quotation mark must not swallow the rest of the file. */
const longestRow = 200;

export function openCsv(text: string): Table {
  const lines = text.split(/\r\n|\n|\r/);
  // Excel names its separator on a line of its own.
  const [, told] = /^sep=(.)$/i.exec(lines[0] ?? '') ?? [];
  const delimiter = delimiters.find((each) => each === told) ?? delimiterOf(lines.find((line) => /[,;\t]/.test(line)) ?? '');
  // Amazon's reports hold inches and quotations as they are: nothing is put in quotation marks there.
  const isQuoted = delimiter !== '\t' || /(?:^|\t)"/m.test(text);
  const quotes = quotesBefore(isQuoted ? lines : []);
  const cellsIn = (row: string): readonly string[] | undefined => (isQuoted ? cellsOf(row, delimiter) : row.split(delimiter));
  return {
    *rows() {
      for (let at = told === undefined ? 0 : 1; at < lines.length; ) {
        const first = lines[at] ?? '';
        const line = at + 1;
        const last = isQuoted ? endOfRow(quotes, at) : at;
        const whole = last === undefined || last === at ? first : lines.slice(at, last + 1).join('\n');
        const cells = last === undefined ? undefined : cellsIn(whole);
        if (cells === undefined) {
          yield [{ line, text: first }, { code: 'quotes-unmatched' }];
          at += 1;
          continue;
        }
        if (cells.some((cell) => cell.trim() !== '')) yield [{ line, text: whole }, cells];
        at = (last ?? at) + 1;
      }
      return undefined;
    },
    cellsOf: (row) => cellsIn(row.text) ?? [],
  };
}

function delimiterOf(header: string): Delimiter {
  const outside = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string): number => outside.split(delimiter).length;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** The line where the quotation marks opened in line `at` are all closed again, or undefined where they never are. */
function endOfRow(quotes: readonly number[], at: number): number | undefined {
  for (let end = at; end < Math.min(quotes.length - 1, at + longestRow); end += 1)
    if (((quotes[end + 1] ?? 0) - (quotes[at] ?? 0)) % 2 === 0) return end;
  return undefined;
}

/** How many quotation marks stand before each line, and before the end. */
function quotesBefore(lines: readonly string[]): readonly number[] {
  const before = [0];
  let count = 0;
  for (const line of lines) {
    for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) count += 1;
    before.push(count);
  }
  return before;
}

/** The cells of one row as RFC 4180 writes them, or undefined where a quotation mark stands elsewhere. */
export function cellsOf(row: string, delimiter: Delimiter): readonly string[] | undefined {
  if (!row.includes('"')) return row.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; at <= row.length; at += 1) {
    const start = at;
    if (row[at] === '"') {
      // A doubled mark is one of the text.
      do at = row.indexOf('"', at + 1) + 1;
      while (at > 0 && row[at] === '"');
      if (at === 0 || (at < row.length && row[at] !== delimiter)) return undefined;
      cells.push(row.slice(start + 1, at - 1).replaceAll('""', '"'));
    } else {
      const end = row.indexOf(delimiter, at);
      at = end < 0 ? row.length : end;
      const cell = row.slice(start, at);
      if (cell.includes('"')) return undefined;
      cells.push(cell);
    }
  }
  return cells;
}
