import { createHash } from 'node:crypto';

/** What a sheet shows, in short: the last format of its bytes with a field, for those around it only set the printer up and back. */
export function drawingOf(bytes: Uint8Array | undefined): string {
  const text = Buffer.from(bytes ?? []).toString('latin1');
  const formats = text.split('^XA').slice(1);
  const format = formats.findLast((each) => each.includes('^FS'))?.split('^XZ')[0] ?? text;
  return createHash('sha256').update(format).digest('hex').slice(0, 16);
}
