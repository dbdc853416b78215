const tailBytes = 2048;

/**
 * Whether a PDF has its end. One that was cut off has none, or the first half's of a file made for the web, which leads nowhere; the programs
 * that print draw whatever they find of it and report success.
 */
export function isWholePdf(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (text.subarray(0, 1024).indexOf('%PDF-') === -1) return false;
  const end = text.subarray(-tailBytes).toString('latin1');
  const table = Number([...end.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].at(-1)?.[1] ?? '0');
  return table > 0 && table < bytes.length;
}
