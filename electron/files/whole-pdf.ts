const tailBytes = 2048;
/** Programs count line ends differently in the offsets of a PDF, and some write bytes before the header. */
const slackBytes = 1024;

/**
 * Returns the PDF files in one blob. Services send the labels of several parcels as concatenated files, of which a PDF reader shows only
 * the last. A file ends at `%%EOF` if only blanks and the next header follow; a file that was changed later continues after its `%%EOF`.
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
 * True if a PDF has its end and that end points to a table of its parts. A PDF that was cut off has no end, or the end of the first half of
 * a file made for the web, which points nowhere. If a piece in the middle is missing, the end points to a wrong place. Printing programs
 * draw the parts that they find and report success.
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
