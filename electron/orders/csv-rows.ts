import type { Delimiter } from '../../shared/csv-row.ts';
import type { Table, TableRow } from './table.ts';

const delimiters: readonly Delimiter[] = [',', ';', '\t'];
/** Most lines of one row if only quotation marks join them: an unclosed one must not swallow the rest of the file. */
const longestRow = 200;
/** Most lines of one row at all: a customer's note may be longer than `longestRow`, but not longer than this. */
const longestNote = 20_000;

/** Reads rows from the bytes of a UTF-8 text, which take half the memory of its characters. */
export function openCsv(utf8: Uint8Array): Table {
  const lines = linesIn(utf8);
  // Excel names its separator on a line of its own.
  const [, named] = /^sep=(.)$/i.exec(lines.text(0)) ?? [];
  const delimiter = delimiters.find((each) => each === named) ?? delimiterOf(lines.find((line) => /[,;\t]/.test(line)) ?? '');
  // Amazon's reports contain inch marks and quotations as they are, and quote no cells.
  const isQuoted = delimiter !== '\t' || lines.find((line) => /(?:^|\t)"/m.test(line)) !== undefined;
  const cellsIn = (row: string): readonly string[] | undefined => (isQuoted ? cellsOf(row, delimiter) : row.split(delimiter));
  return {
    *rows() {
      let widest = 0;
      for (let at = named === undefined ? 0 : 1; at < lines.count; ) {
        const last = isQuoted ? endOfRow(lines, at) : at;
        const row = new CsvRow(lines, at, last ?? at);
        const whole = row.text;
        const cells = last === undefined ? undefined : cellsIn(whole);
        const isLong = last !== undefined && last - at >= longestRow;
        if (cells === undefined || (isLong && !(cells.length === widest && isOfOneRow(whole, widest, delimiter)))) {
          yield [new CsvRow(lines, at, at), { code: 'quotes-unmatched' }];
          at += 1;
          continue;
        }
        widest = Math.max(widest, cells.length);
        if (cells.some((cell) => cell.trim() !== '')) yield [row, cells];
        at = (last ?? at) + 1;
      }
      return undefined;
    },
    cellsOf: (text) => cellsIn(text) ?? [],
  };
}

/** Decodes its text on demand, so that a large file is never held as one string. */
class CsvRow implements TableRow {
  readonly line: number;
  private readonly lines: Lines;
  private readonly lastAt: number;
  constructor(lines: Lines, at: number, lastAt: number) {
    this.line = at + 1;
    this.lines = lines;
    this.lastAt = lastAt;
  }
  get text(): string {
    let text = this.lines.text(this.line - 1);
    for (let at = this.line; at <= this.lastAt; at += 1) text += `\n${this.lines.text(at)}`;
    return text;
  }
}

function delimiterOf(header: string): Delimiter {
  const outside = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string): number => outside.split(delimiter).length;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Returns the line that closes all quotation marks opened from line `at` on, or undefined if no line does. */
function endOfRow({ count, quotesBefore }: Lines, at: number): number | undefined {
  for (let end = at; end < Math.min(count, at + longestNote); end += 1)
    if (((quotesBefore[end + 1] ?? 0) - (quotesBefore[at] ?? 0)) % 2 === 0) return end;
  return undefined;
}

/**
 * True if these lines are the text of one cell. Between two unclosed quotation marks there are rows with the same number of cells instead.
 */
function isOfOneRow(row: string, columns: number, delimiter: Delimiter): boolean {
  const lines = row.split('\n');
  return lines.filter((line) => cellsOf(line, delimiter)?.length === columns).length < lines.length / 2;
}

interface Lines {
  readonly count: number;
  /** The number of quotation marks before each line, and before the end. */
  readonly quotesBefore: Uint32Array;
  /** Returns a line, counted from 0, without its line end. */
  text(at: number): string;
  /** Returns the first line for which `is` returns true. */
  find(is: (text: string) => boolean): string | undefined;
}

const newLine = 0x0a;
const carriageReturn = 0x0d;
const quotationMark = 0x22;

/** Lines may end as on Windows, Unix or an old Mac, also mixed in one file. */
function linesIn(utf8: Uint8Array): Lines {
  const buffer = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.length);
  const nextOf = (byte: number, from: number): number => {
    const at = buffer.indexOf(byte, from);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  /** Reports the start of each line, and of the end, and the number of quotation marks before it. Returns the number of lines. */
  function eachLine(onLine: (line: number, start: number, quotesBefore: number) => void): number {
    let [line, start, quotes] = [0, 0, 0];
    let [quote, carriage] = [nextOf(quotationMark, 0), nextOf(carriageReturn, 0)];
    for (;;) {
      onLine(line, start, quotes);
      if (start > utf8.length) return line;
      const feed = nextOf(newLine, start);
      if (carriage < start) carriage = nextOf(carriageReturn, start);
      const end = Math.min(carriage + 1 < feed ? carriage : feed, utf8.length);
      for (; quote < end; quote = nextOf(quotationMark, quote + 1)) quotes += 1;
      [line, start] = [line + 1, end + 1];
    }
  }
  const count = eachLine(() => undefined);
  const starts = new Uint32Array(count + 1);
  const quotesBefore = new Uint32Array(count + 1);
  eachLine((line, start, quotes) => {
    starts[line] = start;
    quotesBefore[line] = quotes;
  });
  const text = (at: number): string => {
    const [start = 0, next = 0] = [starts[at], starts[at + 1]];
    const end = utf8[next - 2] === carriageReturn && utf8[next - 1] === newLine ? next - 2 : next - 1;
    return buffer.toString('utf8', start, end);
  };
  return {
    count,
    quotesBefore,
    text,
    find(is) {
      for (let at = 0; at < count; at += 1) {
        const found = text(at);
        if (is(found)) return found;
      }
      return undefined;
    },
  };
}

/** Returns the cells of one row as defined in RFC 4180, or undefined if a quotation mark is in the wrong place. */
export function cellsOf(row: string, delimiter: Delimiter): readonly string[] | undefined {
  if (!row.includes('"')) return row.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; at <= row.length; at += 1) {
    // Programs write `="00123"` to keep Excel from removing leading zeros.
    if (row.startsWith('="', at)) at += 1;
    const start = at;
    if (row[at] === '"') {
      // A doubled quotation mark is part of the text.
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
