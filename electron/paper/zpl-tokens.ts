import { isPackedPicture } from './zpl-picture.ts';

/**
 * One piece of a ZPL stream. Pieces follow each other without gaps, so joining `bytes[start..end]` of all pieces gives the stream. `stray`:
 * bytes that belong to no command. `prefix`: a command character without a command after it.
 */
export interface ZplToken {
  readonly kind: 'stray' | 'prefix' | 'command';
  readonly start: number;
  readonly end: number;
  /** In upper case, with the normal command character: `^FD`, `~DG`; `^A` stands for every font. Empty unless `kind` is `command`. */
  readonly command: string;
  /** One character per byte. Without the binary part of a graphic. */
  readonly parameters: string;
  /** Start of the binary part of a graphic; equal to `end` if there is none. */
  readonly binaryStart: number;
  /** The parameter delimiter at this point. */
  readonly delimiter: string;
  /** True if the stream had changed a command character or the delimiter before this token. */
  readonly prefixesChanged: boolean;
}

export type ZplTokens =
  | { readonly is: 'tokens'; readonly tokens: readonly ZplToken[] }
  | { readonly is: 'broken'; readonly why: string; readonly tokens: readonly ZplToken[] };

/** Many times more than the largest label has. */
const mostTokens = 100_000;

const isSpaceOrControl = (byte: number): boolean => byte <= 0x20 || byte === 0x7f;
const isNameByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x40;

/**
 * Cuts a ZPL stream into commands as a printer reads them. It follows changed command characters, and skips binary pictures by their own
 * byte count; a picture of uncertain length breaks the stream. Blanks and control characters between the command character and the name are
 * skipped, because some printers skip them.
 */
export function zplTokens(bytes: Uint8Array): ZplTokens {
  const tokens: ZplToken[] = [];
  let formatPrefix = 0x5e;
  let controlPrefix = 0x7e;
  let delimiter = ',';
  let at = 0;

  const characters = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const isPrefix = (byte: number | undefined): boolean => byte === formatPrefix || byte === controlPrefix;
  const nextPrefix = (from: number): number => {
    let end = from;
    while (end < bytes.length && !isPrefix(bytes[end])) end += 1;
    return end;
  };
  const printableBytes = (start: number, end: number): number =>
    bytes.subarray(start, end).filter((byte) => !isSpaceOrControl(byte)).length;
  const add = (kind: ZplToken['kind'], start: number, end: number, command = '', parameters = '', binaryStart = end): void => {
    const prefixesChanged = formatPrefix !== 0x5e || controlPrefix !== 0x7e || delimiter !== ',';
    tokens.push({ kind, start, end, command, parameters, binaryStart, delimiter, prefixesChanged });
  };
  const broken = (why: string): ZplTokens => {
    if (at < bytes.length) add('stray', at, bytes.length);
    return { is: 'broken', why, tokens };
  };

  while (at < bytes.length) {
    if (tokens.length >= mostTokens) return broken(`holds more than ${mostTokens} commands`);
    const start = at;
    if (!isPrefix(bytes[at])) {
      at = nextPrefix(at);
      add('stray', start, at);
      continue;
    }
    const prefix = bytes[at] === formatPrefix ? '^' : '~';
    let name = '';
    let cursor = at + 1;
    while (name.length < 2 && cursor < bytes.length) {
      const byte = bytes[cursor] as number;
      if (isPrefix(byte)) break;
      if (!isSpaceOrControl(byte)) {
        if (!isNameByte(byte)) break;
        name += String.fromCharCode(byte).toUpperCase();
      }
      cursor += 1;
      // `^A` is followed by the name of a font, whatever it is.
      if (prefix === '^' && name === 'A') break;
    }
    if (name.length < 2 && !(prefix === '^' && name === 'A')) {
      at += 1;
      add('prefix', start, at);
      continue;
    }
    const command = prefix + name;

    if (name === 'CC' || name === 'CT' || name === 'CD') {
      const set = bytes[cursor];
      if (set === undefined) return broken(`${command} without a character`);
      const other = name === 'CC' ? controlPrefix : name === 'CT' ? formatPrefix : -1;
      const clash = name === 'CD' ? isPrefix(set) : set === other || set === delimiter.charCodeAt(0);
      if (clash || isSpaceOrControl(set) || isNameByte(set) || set > 0x7e) return broken(`${command} sets a character that cannot be used`);
      at = cursor + 1;
      add('command', start, at, command, String.fromCharCode(set));
      if (name === 'CC') formatPrefix = set;
      else if (name === 'CT') controlPrefix = set;
      else delimiter = String.fromCharCode(set);
      continue;
    }

    const raw = command === '^GF' || command === '~DY' ? rawPart(cursor, command) : undefined;
    if (typeof raw === 'string') return broken(raw);
    at = raw ? raw.end : nextPrefix(cursor);
    const textEnd = raw ? raw.start : at;
    add('command', start, at, command, characters.slice(cursor, textEnd), textEnd);
  }
  return { is: 'tokens', tokens };

  /**
   * Returns the range of a picture's raw bytes, undefined if its data are text, or the reason if that is uncertain. A printer that counts
   * them differently would take bytes of the picture for commands. So `^GF` may hold raw bytes only as `B` with two equal counts, `~DY`
   * only as `B` of a `G`. PNG (`~DY` with `P`) is text, and at least as long as the file it counts. The compressed coding (`C`) may count
   * the unpacked picture, which the guide leaves open: its data are text if they are packed in Base64, otherwise uncertain.
   */
  function rawPart(from: number, command: '^GF' | '~DY'): { readonly start: number; readonly end: number } | string | undefined {
    const text = characters.slice(from, nextPrefix(from));
    const { coding, kind, count, sameCount, perRow, data } = graphicOf(command, text, delimiter);
    if (/^\s*A\s*$/i.test(coding) || (command === '^GF' && coding.trim() === '')) return undefined;
    const cursor = from + text.length - (data?.length ?? 0);
    const size = data !== undefined && countOf(count) === countOf(sameCount) ? countOf(count) : undefined;
    if (size !== undefined && withoutBlanks(coding) === 'B' && withoutBlanks(kind) === 'G' && countOf(perRow) !== undefined)
      return cursor + size > bytes.length ? `${command} holds less than it says` : { start: cursor, end: cursor + size };
    if (
      size !== undefined &&
      coding === 'P' &&
      command === '~DY' &&
      /^\d+$/.test(count) &&
      printableBytes(cursor, nextPrefix(cursor)) >= size
    )
      return undefined;
    if (/^C$/i.test(coding.trim()) && isPackedPicture(data ?? '')) return undefined;
    return `${command} holds a picture of no certain length`;
  }
}

/** Returns the parameters of `^GF` and `~DY` before the data of a picture; `data` is undefined if there are fewer parameters. */
export function graphicOf(command: '^GF' | '~DY', text: string, delimiter: string) {
  const parts = text.split(delimiter);
  const heads = command === '^GF' ? 4 : 5;
  const data = parts.length > heads ? parts.slice(heads).join(delimiter) : undefined;
  const [a = '', b = '', c = '', d = '', e = ''] = parts;
  return command === '^GF'
    ? { name: '', coding: a, kind: 'G', count: b, sameCount: c, perRow: d, data }
    : { name: a, coding: b, kind: c, count: d, sameCount: d, perRow: e, data };
}

/** No honest number has many blanks around it. */
const withoutBlanks = (text: string): string => /^[ \t]{0,9}([^ \t]*)[ \t]{0,9}$/.exec(text)?.[1] ?? text;

/** Returns a count as every printer reads it: digits with nothing but blanks around them, not 0; otherwise undefined. */
export function countOf(text: string): number | undefined {
  const digits = withoutBlanks(text);
  return /^0*[1-9]\d{0,7}$/.test(digits) ? Number(digits) : undefined;
}
