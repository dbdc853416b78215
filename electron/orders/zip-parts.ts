import { crc32 } from 'node:zlib';
import { Inflate } from 'fflate';
import { NotReadable } from './not-readable.ts';

/** One file in a ZIP archive. */
export interface ZipPart {
  readonly isEncrypted: boolean;
  /** Unpacked size that the archive declares. */
  readonly size: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: Uint8Array;
}

export type ZipParts = ReadonlyMap<string, ZipPart>;

const beginning = 0x04034b50;
const entry = 0x02014b50;
const end = 0x06054b50;
/** Packed bytes taken at once; they may unpack to a thousand times as many. */
const chunkBytes = 16 * 1024;

export const startsAsZip = (bytes: Uint8Array): boolean => bytes.length > 4 && viewOf(bytes).getUint32(0, true) === beginning;

/** Returns the parts that an archive lists at its end; undefined if it is cut off, or if its list points to wrong places. */
export function zipParts(bytes: Uint8Array): ZipParts | undefined {
  try {
    return listed(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function listed(bytes: Uint8Array): ZipParts | undefined {
  const view = viewOf(bytes);
  const endAt = lastEnd(view);
  if (endAt === undefined) return undefined;
  const parts = new Map<string, ZipPart>();
  let at = view.getUint32(endAt + 16, true);
  for (let left = view.getUint16(endAt + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== entry) return undefined;
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const fileAt = view.getUint32(at + 42, true);
    if (view.getUint32(fileAt, true) !== beginning) return undefined;
    const from = fileAt + 30 + view.getUint16(fileAt + 26, true) + view.getUint16(fileAt + 28, true);
    const to = from + view.getUint32(at + 20, true);
    if (to > bytes.length) return undefined;
    parts.set(name, {
      isEncrypted: view.getUint16(at + 8, true) % 2 === 1,
      size: view.getUint32(at + 24, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: bytes.subarray(from, to),
    });
    at += 46 + nameLength + extraLength + noteLength;
  }
  return parts;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A comment of up to 64 KB may follow the end record. */
function lastEnd(view: DataView): number | undefined {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at -= 1)
    if (view.getUint32(at, true) === end) return at;
  return undefined;
}

/** Yields the text of a part piece by piece, never more of it than the archive declares. */
export function* textOfPart(part: ZipPart, mostMegabytes: number): Generator<string, undefined> {
  if (part.size > mostMegabytes * 2 ** 20) throw new NotReadable({ code: 'file-unpacks-too-large', megabytes: mostMegabytes });
  const decoder = new TextDecoder();
  let size = 0;
  let crc = 0;
  for (const bytes of unpacked(part)) {
    size += bytes.length;
    if (size > part.size) throw new NotReadable({ code: 'workbook-broken' });
    crc = crc32(bytes, crc);
    yield decoder.decode(bytes, { stream: true });
  }
  if (size !== part.size || crc !== part.crc) throw new NotReadable({ code: 'workbook-broken' });
  return undefined;
}

function* unpacked({ packed, method }: ZipPart): Generator<Uint8Array, undefined> {
  if (method === 0) {
    for (let at = 0; at < packed.length; at += chunkBytes) yield packed.subarray(at, at + chunkBytes);
    return undefined;
  }
  if (method !== 8) throw new NotReadable({ code: 'workbook-broken' });
  let pieces: Uint8Array[] = [];
  const inflate = new Inflate((piece) => void pieces.push(piece));
  for (let at = 0; at < packed.length; at += chunkBytes) {
    try {
      inflate.push(packed.subarray(at, at + chunkBytes), at + chunkBytes >= packed.length);
    } catch {
      // The library reports every failure in the same way: the data cannot be unpacked.
      throw new NotReadable({ code: 'workbook-broken' });
    }
    yield* pieces;
    pieces = [];
  }
  return undefined;
}
