import { isUtf8 } from 'node:buffer';
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { UnreadForm } from '../../shared/exchange-reason.ts';
import type { DocumentFormat } from '../../shared/printer.ts';
import type { EncodedDocument, EncodedPaper } from '../bench/ports/courier.ts';
import { readJson } from './json.ts';
import { isFields, textOf } from './wire.ts';
import type { WireFields, WireValue } from './wire-value.ts';

const maxPaperBytes = 25 * 1024 * 1024;
/**
 * Limit for everything that is unpacked from one answer: one label as a picture of 600 dpi, in digits, or four of 300 dpi. Otherwise a few
 * kilobytes of gzip could fill the memory and block the bench.
 */
const mostUnpackedBytes = 2.5 * 1024 * 1024;
/** More labels than any shipment has. */
const mostPapers = 500;
/** Deeper than any known service wraps a label: Base64 of gzip of Base64 is three, and a record in a list three more. */
const mostLayers = 8;
/** A shorter list of numbers is not a file. */
const fewestBytes = 8;
const formatStarts = ['^XA', '^xa', '^Xa', '^xA'];

/**
 * Finds the label in any form that a service is known to use for an encoded string: Base64, hex, raw text, a data URL, percent-encoding,
 * bytes as numbers, packed with gzip or deflate, one inside another, and several of them in a list or a record. Only the content decides
 * whether it is PDF or ZPL. Several labels of one format are joined in the result. Null if none is found; a link is never opened. Never
 * throws.
 */
export function readPaper(value: WireValue | undefined, unpacking = newUnpacking()): EncodedPaper | null {
  return joinedOf(papersIn(value ?? null, 0, unpacking), unpacking);
}

/**
 * Number of bytes that may still be unpacked from one answer; negative once it contained more than any label. Then none of its labels
 * counts, because others would be missing.
 */
export interface Unpacking {
  leftBytes: number;
}
export const newUnpacking = (): Unpacking => ({ leftBytes: mostUnpackedBytes });
const joinedOf = (papers: readonly EncodedPaper[], { leftBytes }: Unpacking): EncodedPaper | null =>
  leftBytes < 0 ? null : joined(papers);

/**
 * Finds the label of an answer, wherever it is: first under its own name, then under any name with *label* in it, then in the items, then
 * anywhere but in the remarks. A return label under a name of its own follows it. `names`: the names of a label in the service's document.
 */
export function readLabelOf(fields: WireFields, names: readonly string[], unpacking = newUnpacking()): EncodedPaper | null {
  const others = Object.entries(fields).filter(([name]) => !names.includes(name) && name !== 'remarks');
  const named = namedLabels(Object.fromEntries(others), 0);
  const isBack = ({ name }: { readonly name: string }): boolean => /return/i.test(name);
  const back = named.filter(isBack).map(({ value }) => value);
  const onTheWay = named.filter((each) => !isBack(each)).map(({ value }) => value);
  const rest = others.filter(([name]) => !/label/i.test(name) && name !== 'items').map(([, value]) => value);
  for (const place of [...names.map((name) => fields[name]), onTheWay, fields['items'], rest]) {
    const papers = papersIn(place ?? null, 0, unpacking);
    if (papers.length > 0) return joinedOf([...papers, ...papersIn(back, 0, unpacking)], unpacking);
  }
  return readPaper(back, unpacking);
}

/** Returns everything under a name with *label* in it, the outermost such names only. */
function namedLabels(value: WireValue, depth: number): readonly { readonly name: string; readonly value: WireValue }[] {
  if (depth > mostLayers) return [];
  if (Array.isArray(value)) return value.flatMap((each: WireValue) => namedLabels(each, depth + 1));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => (/label/i.test(name) ? [{ name, value: each }] : namedLabels(each, depth + 1)));
}

/** Returns the form of a label that `readPaper` could not read, and its beginning; undefined if there is nothing. */
export function unreadForm(value: WireValue | undefined): UnreadForm | undefined {
  if (!hasContent(value)) return undefined;
  if (Array.isArray(value)) return value.map((each: WireValue) => unreadForm(each)).find((form) => form !== undefined);
  if (isFields(value)) {
    const forms = Object.values(value).flatMap((each) => unreadForm(each) ?? []);
    return forms.find(({ form }) => form === 'link') ?? forms.find(({ form }) => form === 'picture') ?? forms[0];
  }
  const text = textOf(value);
  const begins = text.slice(0, 200);
  if (/^https?:\/\/\S+$/i.test(text)) return { form: 'link', begins };
  if (pictureStarts.test(begins)) return { form: 'picture', begins: '' };
  return /\s/.test(begins) && !controlSigns.test(text) ? { form: 'words', begins } : { form: 'other', begins: '' };
}

/** PNG, JPEG, GIF and BMP, raw or in Base64. */
const pictureStarts = /^(data:image\/|\x89PNG|iVBORw0KGgo|\xff\xd8\xff|\/9j\/|GIF8|R0lGOD|Qk[01])/;

/**
 * Reads a document in any form; its content decides the format. A document that is neither PDF nor ZPL is kept as what it is. Null only if
 * there is nothing. Never throws.
 */
export function readDocument(value: WireValue | undefined, unpacking = newUnpacking()): EncodedDocument | null {
  const paper = readPaper(value, unpacking);
  if (paper || !hasContent(value)) return paper;
  if (typeof value !== 'string') return { format: 'OTHER', bytes: Buffer.from(JSON.stringify(value)) };
  const written = Buffer.from(value, 'utf8');
  const [dataUrl = ''] = /^data:[^,]{0,100},/i.exec(value.slice(0, 200)) ?? [];
  const packed = fromBase64(Buffer.from(value.slice(dataUrl.length), 'latin1'));
  const bytes = packed && (unpacked(packed, unpacking) ?? packed);
  const format = bytes && bytes.length > 0 ? formatOf(bytes) : 'OTHER';
  // A long word without blanks is not text that a person wrote.
  const isPacked = format !== 'OTHER' || (/^\s*\S{24}/.test(value) && !/\s/.test(value.trim()));
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

function papersIn(value: WireValue, depth: number, unpacking: Unpacking): readonly EncodedPaper[] {
  if (depth > mostLayers || unpacking.leftBytes < 0) return [];
  if (typeof value === 'string') return papersInBytes(bytesOfText(value), depth, unpacking);
  if (Array.isArray(value)) {
    const values = value as readonly WireValue[];
    const bytes = bytesOfNumbers(values);
    if (bytes) return papersInBytes(bytes, depth + 1, unpacking);
    return values.length > mostPapers ? [] : values.flatMap((each) => papersIn(each, depth + 1, unpacking));
  }
  return isFields(value) ? Object.values(value).flatMap((each) => papersIn(each, depth + 1, unpacking)) : [];
}

/**
 * Joins the labels of one format, in order; null if there are none, or more than any shipment has. A record with one label as ZPL and as
 * PDF contains the same label twice: then only the format with more labels counts, and ZPL if both have as many.
 */
export function joined(papers: readonly EncodedPaper[]): EncodedPaper | null {
  if (papers.length > mostPapers) return null;
  const zpl = papers.filter(({ format }) => format === 'ZPL');
  const pdf = papers.filter(({ format }) => format === 'PDF');
  const chosen = pdf.length > zpl.length ? pdf : zpl;
  const [first] = chosen;
  if (!first || chosen.length === 1) return first ?? null;
  return { format: first.format, bytes: Buffer.concat(chosen.map(({ bytes }) => bytes)) };
}

/** Decodes a file that was written as a list of its bytes; undefined for any other list. */
function bytesOfNumbers(values: readonly WireValue[]): Buffer | undefined {
  if (values.length < fewestBytes) return undefined;
  const bytes = Buffer.alloc(values.length);
  for (const [at, value] of values.entries()) {
    if (typeof value !== 'string' || !/^\d{1,3}$/.test(value) || Number(value) > 255) return undefined;
    bytes[at] = Number(value);
  }
  return bytes;
}

/**
 * A raw label is in JSON either as its bytes, one character each, or as its text. Text with characters outside Latin-1, or text of a label
 * that asks for UTF-8 (`^CI28`) and is not UTF-8 as bytes, is encoded as UTF-8.
 */
function bytesOfText(text: string): Buffer {
  const asBytes = Buffer.from(text, 'latin1');
  if (isAscii(text)) return asBytes;
  const isText = /[^\0-\xff]/.test(text) || (/\^CI28\b/i.test(text) && !isUtf8(asBytes));
  return isText ? Buffer.from(text, 'utf8') : asBytes;
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

function papersInBytes(bytes: Buffer, depth: number, unpacking: Unpacking): readonly EncodedPaper[] {
  if (depth > mostLayers || bytes.length === 0 || bytes.length > maxPaperBytes * 2) return [];
  const inner = unpacked(bytes, unpacking);
  if (inner) return papersInBytes(inner, depth + 1, unpacking);
  const start = bytes.subarray(0, 2048).toString('latin1');
  if (start.slice(0, 1024).includes('%PDF-')) return [{ format: 'PDF', bytes }];
  if (/^(\uFEFF|\xef\xbb\xbf)?\s*[\^~]/.test(start) || /\^XA/i.test(start))
    return formatStarts.some((sign) => bytes.includes(sign, 0, 'latin1')) ? [{ format: 'ZPL', bytes }] : [];
  if (/^\s*(["{]|\[)/.test(start)) {
    const value = readJson(bytes);
    return value === undefined ? [] : papersIn(value, depth + 1, unpacking);
  }
  const [dataUrl = ''] = /^\s*data:[^,]{0,100},/i.exec(start) ?? [];
  const written = bytes.subarray(dataUrl.length);
  for (const decoded of decodings(written, unpacking)) {
    const papers = decoded ? papersInBytes(decoded, depth + 1, unpacking) : [];
    if (papers.length > 0) return papers;
  }
  return [];
}

/** Yields each possible decoding of the bytes. Base64 comes last, because it overwrites the text. */
function* decodings(written: Buffer, unpacking: Unpacking): Generator<Buffer | undefined> {
  // Bare deflate has no header. Bytes that are not UTF-8 have none of the other forms either.
  if (!isUtf8(written)) return yield unpackedBy(inflateRawSync, written, unpacking);
  yield fromPercents(written);
  yield fromHex(written);
  yield fromBase64(written);
}

/** Undefined for bytes that are not packed, or cannot be unpacked: the bench keeps the original answer. */
function unpacked(bytes: Buffer, unpacking: Unpacking): Buffer | undefined {
  const [first = 0, second = 0] = bytes;
  if (first === 0x1f && second === 0x8b) return unpackedBy(gunzipSync, bytes, unpacking);
  // The header of zlib (RFC 1950): deflate, and both bytes a multiple of 31.
  const isZlib = (first & 0x0f) === 8 && first <= 0x78 && (first * 256 + second) % 31 === 0;
  return isZlib ? unpackedBy(inflateSync, bytes, unpacking) : undefined;
}

function unpackedBy(unpack: typeof gunzipSync, bytes: Buffer, unpacking: Unpacking): Buffer | undefined {
  // Data that is too large in one place is not tried in another.
  if (unpacking.leftBytes < 0) return undefined;
  try {
    const inner = unpack(bytes, { maxOutputLength: unpacking.leftBytes + 1 });
    unpacking.leftBytes -= inner.length;
    return inner.length > 0 && unpacking.leftBytes >= 0 ? inner : undefined;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'ERR_BUFFER_TOO_LARGE') unpacking.leftBytes = -1;
    return undefined;
  }
}

/** Undefined for a text without an escape. In form-encoding a plus is a blank; next to plain commas or slashes it is a plus. */
function fromPercents(text: Buffer): Buffer | undefined {
  if (!text.includes('%')) return undefined;
  const written = text.toString('latin1');
  const isForm = !/[,:;/?@&$]/.test(written);
  const decoded = (isForm ? written.replaceAll('+', ' ') : written).replace(/%([0-9a-f]{2})/gi, (_escape, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}

/** Decodes whole bytes in hex digits, with or without a hex prefix, that begin as a PDF, as ZPL or packed. */
function fromHex(text: Buffer): Buffer | undefined {
  if (!/^\s*(0x|\\x)?(25504446|5e|7e|1f8b|efbbbf)[0-9a-f\s]+$/i.test(text.subarray(0, 256).toString('latin1'))) return undefined;
  const digits = text
    .toString('latin1')
    .replace(/^\s*(0x|\\x)/i, '')
    .replace(/\s+/g, '');
  return digits.length % 2 === 0 && !/[^0-9a-f]/i.test(digits) ? Buffer.from(digits, 'hex') : undefined;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const [padding, blank, foreign] = [64, 65, 66];

/** Meaning of each byte: six bits, padding, a blank, or no Base64. `-` and `_` are the characters of the URL-safe alphabet. */
const meanings = new Uint8Array(256).fill(foreign);
for (let bits = 0; bits < alphabet.length; bits += 1) meanings[alphabet.charCodeAt(bits)] = bits;
meanings[0x2d] = 62;
meanings[0x5f] = 63;
meanings[0x3d] = padding;
for (const byte of [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xa0]) meanings[byte] = blank;

/**
 * Decodes Base64 strictly: whole groups, padding only at the end and not too much, nothing after it; undefined for anything else. Blanks
 * and line ends are ignored, padding may be missing. Takes one step per byte, however long the text is, and no memory: the result
 * overwrites the text.
 */
function fromBase64(text: Buffer): Buffer | undefined {
  let size = 0;
  let letters = 0;
  let pads = 0;
  let group = 0;
  for (let at = 0; at < text.length; at += 1) {
    const meaning = meanings[text[at] as number] as number;
    if (meaning === blank) continue;
    if (meaning === foreign || (pads > 0 && meaning !== padding)) return undefined;
    if (meaning === padding) {
      pads += 1;
      continue;
    }
    letters += 1;
    group = (group << 6) | meaning;
    if (letters % 4 !== 0) continue;
    text[size] = group >> 16;
    text[size + 1] = group >> 8;
    text[size + 2] = group;
    size += 3;
    group = 0;
  }
  const over = letters % 4;
  if (over === 1 || (pads > 0 && over + pads !== 4)) return undefined;
  if (over > 1) text[size++] = over === 2 ? group >> 4 : group >> 10;
  if (over === 3) text[size++] = group >> 2;
  return text.subarray(0, size);
}
