import type { PaperReason } from '../../shared/paper-reason.ts';
import type { DocumentFormat } from '../../shared/printer.ts';
import { textOfBytes } from '../files/text.ts';
import { makePdf } from './make-pdf.ts';
import { pictureSize } from './picture-size.ts';
import { textOfHtml } from './text-of-html.ts';

const margin = 48;
const fontSize = 10;
/** Characters per line of an A4 page within its margins: at this size each character of Courier is 6 points wide. */
const columns = 83;
const linesOnPage = 64;
const lineHeight = 11.6;
/** About seventy pages. */
const mostLines = 4500;

/** Returns a picture or a text as a PDF, or why it has no pages. Throws if a picture is damaged. */
export async function pagesOfDocument(
  format: Extract<DocumentFormat, 'PNG' | 'JPEG' | 'HTML' | 'TEXT'>,
  bytes: Uint8Array,
): Promise<Uint8Array | PaperReason> {
  if (format === 'PNG' || format === 'JPEG') return pageOfPicture(format, bytes);
  const text = textOfBytes(bytes);
  const lines = linesOfText(format === 'HTML' ? textOfHtml(text, mostLines * columns) : text, columns, mostLines);
  if (!lines) return { code: 'text-too-long', lines: mostLines };
  return makePdf((pdf) => {
    for (const [at, line] of lines.entries()) {
      if (at % linesOnPage === 0) pdf.addPage({ size: 'A4', margin }).font('Courier').fontSize(fontSize);
      if (line !== '') pdf.text(plain(line), margin, margin + (at % linesOnPage) * lineHeight, { lineBreak: false });
    }
  });
}

async function pageOfPicture(format: 'PNG' | 'JPEG', bytes: Uint8Array): Promise<Uint8Array | PaperReason> {
  const size = await pictureSize(format, bytes);
  if ('code' in size) return size;
  return makePdf((pdf) => {
    pdf.addPage({ size: 'A4', margin });
    const { width, height } = pdf.page;
    pdf.image(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), margin, margin, {
      fit: [width - 2 * margin, height - 2 * margin],
    });
  });
}

/** Replaces characters that the font does not have with "?", never with a similar one. */
const plain = (line: string): string => line.replace(/[^\x20-\x7e\xa0-\xff\u20ac]/g, '?');

const tab = '    ';

/**
 * Splits a text into lines of at most `columns` characters, at blanks if there are any; undefined if there are more than `mostLines`. The
 * time is linear in the length of the text.
 */
function linesOfText(text: string, columns: number, mostLines: number): readonly string[] | undefined {
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
