import { isUtf8 } from 'node:buffer';

/** Decodes UTF-8, or UTF-16 if a byte order mark shows it. The mark is not part of the text; invalid bytes become U+FFFD. */
export const textOfBytes = (bytes: Uint8Array): string => new TextDecoder(markedUtf16(bytes) ?? 'utf-8').decode(bytes);

/** Decodes UTF-8 piece by piece, so that a large text is never held as a whole. */
export function* piecesOf(utf8: Uint8Array): Generator<string, undefined> {
  const decoder = new TextDecoder();
  for (let at = 0; at < utf8.length; at += pieceBytes) yield decoder.decode(utf8.subarray(at, at + pieceBytes), { stream: true });
  return undefined;
}

const pieceBytes = 64 * 1024;

/** A text in UTF-8, without a byte order mark. */
export interface Utf8Text {
  readonly utf8: Uint8Array;
  /** Numbers, counted from 1, of lines in an older encoding among lines in UTF-8: two programs wrote this file. */
  readonly otherLines: ReadonlySet<number>;
}

/** Decodes a file of any program: UTF-16 even without its mark, or an older encoding if the bytes are not Unicode. */
export function guessedText(bytes: Uint8Array, olderEncoding: (bytes: Uint8Array) => string): Utf8Text {
  const otherLines: ReadonlySet<number> = new Set();
  const from = (encoding: string): Utf8Text => ({ utf8: new TextEncoder().encode(new TextDecoder(encoding).decode(bytes)), otherLines });
  const utf16 = markedUtf16(bytes) ?? likelyUtf16(bytes);
  if (utf16) return from(utf16);
  if (isUtf8(bytes)) return { utf8: withoutMark(bytes), otherLines };
  if (isCutUtf8(bytes)) return from('utf-8');
  return eachLine(bytes, olderEncoding) ?? from(olderEncoding(bytes));
}

const withoutMark = (utf8: Uint8Array): Uint8Array => (utf8[0] === 0xef && utf8[1] === 0xbb && utf8[2] === 0xbf ? utf8.subarray(3) : utf8);

/** True if the bytes are UTF-8 up to an incomplete last character: the file is cut off. */
function isCutUtf8(bytes: Uint8Array): boolean {
  const last = bytes.findLastIndex((byte) => byte >= 0xc0);
  const whole = bytes.subarray(0, last);
  return bytes.length - last <= 3 && isUtf8(whole) && whole.some((byte) => byte > 0x7f);
}

/** Decodes each line in its own encoding; undefined if no line is in UTF-8. */
function eachLine(bytes: Uint8Array, olderEncoding: (bytes: Uint8Array) => string): Utf8Text | undefined {
  if (!hasUtf8Letter(bytes)) return undefined;
  const otherLines = new Set<number>();
  const lines: Uint8Array[] = [];
  let isMixed = false;
  for (let at = 0; at < bytes.length; ) {
    const end = endOfLine(bytes, at);
    const line = bytes.subarray(at, end);
    const isOlder = !isUtf8(line);
    lines.push(line);
    if (isOlder) otherLines.add(lines.length);
    else isMixed ||= hasUtf8Letter(line);
    at = end;
  }
  if (!isMixed) return undefined;
  const isOther = (_line: Uint8Array, at: number): boolean => otherLines.has(at + 1);
  const [utf8, older] = [new TextDecoder('utf-8'), new TextDecoder(olderEncoding(Buffer.concat(lines.filter(isOther))))];
  const text = lines.map((line, at) => (isOther(line, at) ? older : utf8).decode(line)).join('');
  return { utf8: new TextEncoder().encode(text), otherLines };
}

function endOfLine(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
  return at + (bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? 2 : 1);
}

/**
 * True if the bytes hold a Western or Central European letter in UTF-8. In Windows-1252 these bytes would be an accented capital before a
 * symbol, which no word contains.
 */
const hasUtf8Letter = (bytes: Uint8Array): boolean =>
  bytes.some((byte, at) => byte >= 0xc3 && byte <= 0xc5 && ((bytes[at + 1] ?? 0) & 0xc0) === 0x80);

function markedUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Latin text in UTF-16 has a zero byte beside nearly every character, always on the same side. */
function likelyUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const start = bytes.subarray(0, 2000);
  const zeros = [0, 0];
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const most = start.length / 3;
  if (odd > most && even < odd / 10) return 'utf-16le';
  return even > most && odd < even / 10 ? 'utf-16be' : undefined;
}
