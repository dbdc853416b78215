import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { openPdf } from '../paper/open-pdf.ts';
import { byteSearch } from './byte-search.ts';

/** A text or a key that must not be where it was found. */
export interface Find {
  readonly canary: string;
  /** The encoding in which it was found. */
  readonly how: string;
  readonly where: string;
}

/** A canary: a text, or bytes under a name. */
export type Canary = string | { readonly name: string; readonly bytes: Uint8Array };

export interface Scan {
  /** Searches bytes, what is packed in them, and the text drawn in them if they are a PDF. */
  bytes(where: string, bytes: Uint8Array): Promise<void>;
  /** Searches each file in a folder and below, and its name. Links are not followed. */
  folder(name: string, path: string): Promise<void>;
  readonly finds: () => readonly Find[];
  /** PDFs whose text could not be read. */
  readonly unread: () => readonly string[];
  readonly totals: () => { readonly bytes: number; readonly files: number };
}

const nameOf = (canary: Canary): string => (typeof canary === 'string' ? canary : canary.name);

type Encode = (text: string) => readonly Uint8Array[];

const utf8 = (text: string): readonly Uint8Array[] => [Buffer.from(text)];

function utf16(text: string): readonly Uint8Array[] {
  const little = Buffer.from(text, 'utf16le');
  return [little, Buffer.from(little).swap16()];
}

/** The middle of each of the three spellings that Base64 has for bytes within others. The first and last characters depend on the neighbours. */
const base64Of = (bytes: Uint8Array): readonly string[] =>
  [0, 1, 2].map((before) => {
    const spelt = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return spelt.slice(before === 0 ? 0 : before + 1, whole);
  });

const bothAlphabets = (spelt: string): readonly Uint8Array[] =>
  [...new Set([spelt, spelt.replaceAll('+', '-').replaceAll('/', '_')])].map((each) => Buffer.from(each));

const hex4 = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const encodings: Readonly<Record<string, Encode>> = {
  'UTF-8': utf8,
  'UTF-16': utf16,
  'Latin-1': (text) => (/^[\u0000-\u00ff]*$/.test(text) ? [Buffer.from(text, 'latin1')] : []),
  Base64: (text) => base64Of(Buffer.from(text)).flatMap(bothAlphabets),
  hexadecimal: (text) => utf8(Buffer.from(text).toString('hex')),
  JSON: (text) => [JSON.stringify(text).slice(1, -1), text.replace(/[^ -~]/g, hex4), text.replace(/[^]/g, hex4)].flatMap(utf8),
  percent: (text) => [encodeURIComponent(text), encodeURIComponent(text).replaceAll('%20', '+')].flatMap(utf8),
};
export const encodingNames: readonly string[] = Object.keys(encodings);

/** A text as it is, and as other programs may write it: composed or not, and in capital or small letters. */
const spellings = (text: string): readonly string[] => [
  ...new Set([text, text.toLowerCase(), text.toUpperCase()].flatMap((each) => [each.normalize('NFC'), each.normalize('NFD')])),
];

/** Shorter texts also occur in unrelated bytes. */
const shortest = 6;

function needlesOf(canary: Canary): readonly { readonly how: string; readonly bytes: Uint8Array }[] {
  if (typeof canary !== 'string') {
    const { bytes } = canary;
    const hex = Buffer.from(Buffer.from(bytes).toString('hex'));
    return [
      { how: 'bytes', bytes },
      { how: 'hexadecimal', bytes: hex },
      ...base64Of(bytes)
        .flatMap(bothAlphabets)
        .map((each) => ({ how: 'Base64', bytes: each })),
    ];
  }
  if (canary.length < shortest) throw new Error(`"${canary}" is too short: it occurs by chance.`);
  const needles = Object.entries(encodings).flatMap(([how, encode]) =>
    spellings(canary).flatMap((text) => encode(text).map((bytes) => ({ how, bytes }))),
  );
  const withoutCase = ({ bytes }: { readonly bytes: Uint8Array }): string =>
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [...new Map(needles.toReversed().map((needle) => [withoutCase(needle), needle])).values()];
}

/** Packed data in packed data is opened to this depth. */
const deepest = 3;
const mostUnpacked = 50_000_000;
const lenient = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostUnpacked };

/** First bytes of packed data, and the function that unpacks it. */
const packed: readonly { readonly head: Buffer; readonly unpack: (bytes: Uint8Array) => Uint8Array }[] = [
  ...[0x01, 0x5e, 0x9c, 0xda].map((level) => ({
    head: Buffer.of(0x78, level),
    unpack: (bytes: Uint8Array) => inflateSync(bytes, lenient),
  })),
  { head: Buffer.of(0x1f, 0x8b, 8), unpack: ungzip },
  { head: Buffer.from('PK\u0003\u0004'), unpack: unzipEntry },
];

/** Not `gunzipSync`, which refuses everything if other bytes follow. */
function ungzip(bytes: Uint8Array): Uint8Array {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + new DataView(bytes.buffer, bytes.byteOffset).getUint16(at, true);
  for (const text of [8, 16]) if (flags & text) at = bytes.indexOf(0, at) + 1;
  if (flags & 2) at += 2;
  return inflateRawSync(bytes.subarray(at), lenient);
}

function unzipEntry(bytes: Uint8Array): Uint8Array {
  const head = new DataView(bytes.buffer, bytes.byteOffset);
  if (head.getUint16(8, true) !== 8) return new Uint8Array();
  return inflateRawSync(bytes.subarray(30 + head.getUint16(26, true) + head.getUint16(28, true)), lenient);
}

/** Everything that is packed somewhere in these bytes. Bytes that only look like the head of packed data are no packed data. */
function unpackedFrom(hay: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(hay.buffer, hay.byteOffset, hay.length);
  const found: Uint8Array[] = [];
  for (const { head, unpack } of packed)
    for (let at = bytes.indexOf(head); at >= 0; at = bytes.indexOf(head, at + 1)) {
      try {
        const inner = unpack(bytes.subarray(at));
        if (inner.length > 0) found.push(inner);
      } catch {
        // It only looked like packed data.
      }
    }
  return found;
}

/** Searches for these canaries in every encoding. */
export function createScan(canaries: readonly Canary[]): Scan {
  const needles = canaries.flatMap((canary) => needlesOf(canary).map((needle) => ({ ...needle, canary: nameOf(canary) })));
  const search = byteSearch(needles.map(({ bytes }) => bytes));
  const finds = new Map<string, Find>();
  const unread: string[] = [];
  let [total, files] = [0, 0];

  function look(where: string, bytes: Uint8Array, depth: number): void {
    search(bytes, (index) => {
      const { canary, how } = needles[index] as (typeof needles)[number];
      const find = { canary, how, where };
      finds.set(JSON.stringify(find), find);
    });
    if (depth < deepest) for (const inner of unpackedFrom(bytes)) look(`${where} (packed)`, inner, depth + 1);
  }

  async function bytes(where: string, given: Uint8Array): Promise<void> {
    total += given.length;
    look(where, given, 0);
    const pdf = Buffer.from(given.buffer, given.byteOffset, given.length);
    if (!pdf.subarray(0, 1024).includes('%PDF-')) return;
    const opened = await openPdf(Uint8Array.from(given), { texts: true });
    if (opened.is !== 'pages') return void unread.push(`${where}: ${opened.why}`);
    for (const { texts } of opened.pages) look(`${where} (drawn)`, Buffer.from(texts.map(({ text }) => text).join(' ')), deepest);
  }

  return {
    bytes,
    async folder(name, path) {
      const seen = new Set<string>();
      // A program renames what it has finished writing. Such a file is read under its new name.
      for (let isWhole = false; !isWhole; ) {
        isWhole = true;
        for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
          const file = join(entry.parentPath, entry.name);
          if (seen.has(file)) continue;
          const content = entry.isFile() ? contentOf(file) : null;
          if (content === undefined) {
            isWhole = false;
            continue;
          }
          seen.add(file);
          const where = `${name}/${relative(path, file)}`;
          look(where, Buffer.from(where), deepest);
          if (content === null) continue;
          files += 1;
          await bytes(where, content);
        }
      }
    },
    finds: () => [...finds.values()],
    unread: () => unread,
    totals: () => ({ bytes: total, files }),
  };
}

/** The bytes of a file; null if it is none any more, undefined if it is gone. */
function contentOf(file: string): Uint8Array | null | undefined {
  try {
    return lstatSync(file).isFile() ? readFileSync(file) : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The files in which a text occurs in any encoding. */
export async function filesWith(path: string, text: string): Promise<string[]> {
  const scan = createScan([text]);
  await scan.folder('', path);
  return [...new Set(scan.finds().map(({ where }) => where))].toSorted();
}
