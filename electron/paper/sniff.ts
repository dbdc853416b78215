import { gunzipSync } from 'node:zlib';
import type { PaperReason } from '../../shared/paper-reason.ts';
import type { PaperFormat } from '../../shared/printer.ts';

export type Sniffed = { readonly is: PaperFormat; readonly bytes: Uint8Array } | { readonly is: 'unreadable'; readonly why: PaperReason };

/** The largest document that is accepted, packed or unpacked. */
export const paperLimitMegabytes = 32;
const paperLimitBytes = paperLimitMegabytes * 1024 * 1024;

/**
 * Detects the format of the bytes, whatever name they had. Unpacks a data URL, Base64 and gzip, in any order, up to 4 times; the bytes
 * inside are never changed. Never throws.
 */
export function sniff(bytes: Uint8Array): Sniffed {
  let inner: Uint8Array = bytes;
  for (let layer = 0; layer < 5; layer += 1) {
    if (inner.length > paperLimitBytes) return { is: 'unreadable', why: { code: 'paper-too-large', megabytes: paperLimitMegabytes } };
    const format = formatOf(inner);
    if (format) return { is: format, bytes: inner };
    const unpacked = unpack(inner);
    if (!unpacked) break;
    inner = unpacked;
  }
  return { is: 'unreadable', why: { code: 'paper-of-no-kind' } };
}

function formatOf(bytes: Uint8Array): PaperFormat | undefined {
  if (isGzip(bytes)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const head = text.slice(0, 1024);
  if (head.includes('%PDF-')) return 'PDF';
  // A label may begin with downloads, comments or changed command characters. A command character early on and a format anywhere make it
  // ZPL.
  return /[~^]|[^\s\w]XA/i.test(head) && /[^\s\w]XA/i.test(text) && /[^\s\w]XZ/i.test(text) ? 'ZPL' : undefined;
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function unpack(bytes: Uint8Array): Uint8Array | undefined {
  if (isGzip(bytes)) {
    try {
      return gunzipSync(bytes, { maxOutputLength: paperLimitBytes });
    } catch {
      // Damaged or too large: the caller reports it as unreadable.
      return undefined;
    }
  }
  const text = Buffer.from(bytes)
    .toString('latin1')
    .trim()
    .replace(/^\xef\xbb\xbf/, '')
    .replace(/^data:[^,]{0,100};base64,/i, '');
  // The decoder skips blanks and quotation marks.
  return text.length > 7 && !/[^A-Za-z0-9+/_\s"=-]/.test(text) && endsAsBase64(text) ? Buffer.from(text, 'base64') : undefined;
}

/** True if only one or two padding characters, and skipped characters, follow the first "=". */
function endsAsBase64(text: string): boolean {
  const end = text.indexOf('=');
  return end === -1 || (text.length - end < 100 && /^=[\s"]*=?[\s"]*$/.test(text.slice(end)));
}
