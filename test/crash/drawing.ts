import { createHash } from 'node:crypto';

/** What a sheet shows, in short: the last format of its bytes, for formats before it only set the printer. */
export function drawingOf(bytes: Uint8Array | undefined): string {
  const text = Buffer.from(bytes ?? []).toString('latin1');
  const format = text.slice(text.lastIndexOf('^XA'), text.lastIndexOf('^XZ'));
  return createHash('sha256').update(format).digest('hex').slice(0, 16);
}
