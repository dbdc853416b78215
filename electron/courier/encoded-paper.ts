import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import type { DocumentFormat } from '../../shared/printer.ts';
import type { EncodedDocument, EncodedPaper } from '../bench/ports/courier.ts';
import { fromBase64 } from './base64.ts';
import { isFields, textOf } from './wire.ts';
import type { WireValue } from './wire-value.ts';

const maxPaperBytes = 25 * 1024 * 1024;
/** More papers than any shipment has labels. */
const mostPapers = 500;
const formatStarts = ['^XA', '^xa', '^Xa', '^xA'];

/**
 * Finds the paper in whatever the service calls an encoded string: Base64, raw, a data URL, packed with gzip, or one in the other.
 * The content alone decides whether it is PDF or ZPL; null where it is neither. Never throws.
 */
export function readPaper(value: WireValue | undefined): EncodedPaper | null {
  if (Array.isArray(value)) return value.length > mostPapers ? null : joined(value.map((each: WireValue) => readPaper(each)));
  return typeof value === 'string' ? unwrapped(Buffer.from(value, 'latin1'), 0) : null;
}

/**
 * A document in whatever form it came, told by its content: where it is not the paper it should be, it is kept as what it is. Null only
 * where nothing came. Never throws.
 */
export function readDocument(value: WireValue | undefined): EncodedDocument | null {
  const paper = readPaper(value);
  if (paper || !hasContent(value)) return paper;
  if (typeof value !== 'string') return { format: 'OTHER', bytes: Buffer.from(JSON.stringify(value)) };
  const written = Buffer.from(value, 'utf8');
  const [dataUrl = ''] = /^data:[^,]{0,100},/i.exec(value.slice(0, 200)) ?? [];
  const packed = fromBase64(Buffer.from(value.slice(dataUrl.length), 'latin1'));
  const bytes = packed && ((packed[0] === 0x1f && packed[1] === 0x8b && unpacked(packed)) || packed);
  const format = bytes && bytes.length > 0 ? formatOf(bytes) : 'OTHER';
  // A long word is no text that anybody wrote.
  const isPacked = format !== 'OTHER' || /^\S{24,}$/.test(value.trim());
  return bytes && isPacked ? { format, bytes } : { format: formatOf(written), bytes: written };
}

const hasContent = (value: WireValue | undefined): boolean =>
  Array.isArray(value) ? value.some(hasContent) : isFields(value) || !/^0?$/.test(textOf(value));

function formatOf(bytes: Buffer): DocumentFormat {
  const head = bytes.subarray(0, 1024).toString('latin1');
  if (head.startsWith('\x89PNG\r\n')) return 'PNG';
  if (head.startsWith('\xff\xd8\xff')) return 'JPEG';
  if (!isUtf8(bytes) || controlSigns.test(bytes.toString('utf8'))) return 'OTHER';
  return /^\uFEFF?\s*<(!doctype html|html|head|body|table|div|p)\b/i.test(head) ? 'HTML' : 'TEXT';
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no text has
const controlSigns = /[\0-\x08\x0e-\x1f]/;

/** Several ZPL labels may follow one another in one text; several PDF files may not. */
function joined(papers: readonly (EncodedPaper | null)[]): EncodedPaper | null {
  const [first] = papers;
  if (!first || papers.length === 1) return first ?? null;
  if (!papers.every((paper) => paper?.format === 'ZPL')) return null;
  return { format: 'ZPL', bytes: Buffer.concat(papers.map((paper) => paper?.bytes ?? new Uint8Array())) };
}

function unwrapped(bytes: Buffer, depth: number): EncodedPaper | null {
  if (depth > 4 || bytes.length === 0 || bytes.length > maxPaperBytes * 2) return null;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const inner = unpacked(bytes);
    return inner && unwrapped(inner, depth + 1);
  }
  const start = bytes.subarray(0, 2048).toString('latin1');
  if (start.slice(0, 1024).includes('%PDF-')) return { format: 'PDF', bytes };
  if (/^\uFEFF?\s*[\^~]/.test(start) || /\^XA/i.test(start))
    return formatStarts.some((sign) => bytes.includes(sign, 0, 'latin1')) ? { format: 'ZPL', bytes } : null;
  const [dataUrl = ''] = /^data:[^,]{0,100},/i.exec(start) ?? [];
  const inner = fromBase64(bytes.subarray(dataUrl.length));
  return inner ? unwrapped(inner, depth + 1) : null;
}

function unpacked(bytes: Buffer): Buffer | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxPaperBytes });
  } catch (error) {
    // A label that cannot be unpacked is no label; the answer it came in is kept by the bench.
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
