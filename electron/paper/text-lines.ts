const tab = '    ';

/**
 * Splits a text into lines of at most `columns` characters, at blanks if there are any; undefined if there are more than `mostLines`. The
 * time is linear in the length of the text.
 */
export function linesOfText(text: string, columns: number, mostLines: number): readonly string[] | undefined {
  const lines: string[] = [];
  let at = 0;
  for (;;) {
    const end = endOfLine(text, at);
    for (const line of wrapped(text.slice(at, end).replaceAll('\t', tab), columns)) {
      if (lines.length === mostLines) return undefined;
      lines.push(line);
    }
    if (end === text.length) return lines;
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at += 1;
  return at;
}

const isLineEnd = (code: number): boolean => code === 0x0a || code === 0x0d || code === 0x0c;

function* wrapped(line: string, columns: number): Generator<string> {
  let at = 0;
  while (line.length - at > columns) {
    const blank = line.lastIndexOf(' ', at + columns);
    const end = blank > at ? blank : at + columns;
    yield line.slice(at, end);
    at = blank > at ? blank + 1 : end;
  }
  yield line.slice(at);
}
