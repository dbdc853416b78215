const tailBytes = 2048;
/** Programs that write a PDF count their lines' ends in different ways, and some put something in front. */
const slackBytes = 1024;

/**
 * Returns the PDF files in one blob. Services send the labels of several parcels as one file behind the other, of which a reader of PDF shows
 * only the last. A file ends at `%%EOF` with nothing but blanks and the next header behind it: a file that was changed later goes on there.
 */
export function filesOfPdf(bytes: Uint8Array): readonly Uint8Array[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files: Uint8Array[] = [];
  let start = 0;
  for (let end = text.indexOf(endMark); end !== -1; end = text.indexOf(endMark, end + 1)) {
    const behind = text.subarray(end + endMark.length, end + endMark.length + slackBytes).toString('latin1');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: some programs fill up their files with zeros
    const blanks = /^([\0\s]*)%PDF-/.exec(behind)?.[1];
    if (blanks === undefined) continue;
    const next = end + endMark.length + blanks.length;
    files.push(bytes.subarray(start, next));
    start = next;
  }
  return [...files, bytes.subarray(start)];
}
const endMark = '%%EOF';

/**
 * Whether a PDF has its end, and where that leads a table of its parts. One that was cut off has no end, or the first half's of a file made for
 * the web, which leads nowhere; where a piece is missing in the middle, the end leads elsewhere. The programs that print draw whatever they
 * find of it and report success.
 */
export function isWholePdf(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = text.subarray(0, slackBytes).indexOf('%PDF-');
  if (head === -1) return false;
  const end = text.subarray(-tailBytes).toString('latin1');
  const table = Number([...end.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].at(-1)?.[1] ?? '0');
  if (!(table > 0 && table < bytes.length)) return false;
  const there = text.subarray(table, table + head + slackBytes).toString('latin1');
  return /\bxref\b|\d+\s+\d+\s+obj\b/.test(there);
}
