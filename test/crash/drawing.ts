import { createHash } from 'node:crypto';

/**
 * Returns a short hash of a page's content: of the last format with a field, because the formats around it only configure and reset the
 * printer.
 */
export function drawingOf(bytes: Uint8Array | undefined): string {
  const text = Buffer.from(bytes ?? []).toString('latin1');
  const formats = text.split('^XA').slice(1);
  const format = formats.findLast((each) => each.includes('^FS'))?.split('^XZ')[0] ?? text;
  return createHash('sha256').update(format).digest('hex').slice(0, 16);
}
