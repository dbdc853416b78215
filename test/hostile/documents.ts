import { crc32, deflateSync, gzipSync } from 'node:zlib';
import type { HostileInput } from './hostile-bench.ts';
import { papers } from './papers.ts';

const text = (letters: string): Uint8Array => Buffer.from(letters);
const filled = (piece: string, most = 980_000): string => piece.repeat(Math.floor(most / piece.length));
const page = (body: string): Uint8Array => text(`<html><body>${body}`);

interface PngParts {
  readonly colour?: number;
  readonly data?: Uint8Array;
  readonly isInterlaced?: boolean;
  readonly more?: readonly Uint8Array[];
}

function png(
  width: number,
  height: number,
  { colour = 2, data = new Uint8Array(), isInterlaced = false, more = [] }: PngParts = {},
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colour, 0, 0, Number(isInterlaced)], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), ...more, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
function chunk(name: string, data: Uint8Array, length = data.length): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeInt32BE(length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}
/** Zeros compress a thousand to one. */
const packedZeros = (bytes: number): Uint8Array => deflateSync(Buffer.alloc(bytes), { level: 9 });

/** A JPEG of one frame and as many scans as fit; each scan makes a reader go over the whole picture. */
function jpeg(width: number, height: number, scans: number): Uint8Array {
  const word = (value: number): number[] => [value >> 8, value & 255];
  const quantities = [0xff, 0xdb, ...word(67), 0, ...Array<number>(64).fill(1)];
  const frame = [0xff, 0xc2, ...word(11), 8, ...word(height), ...word(width), 1, 1, 0x11, 0];
  const codes = [0xff, 0xc4, ...word(20), 0, 1, ...Array<number>(15).fill(0), 0];
  const scan = (at: number): number[] => [0xff, 0xda, ...word(8), 1, 1, 0x00, 0, 0, at === 0 ? 0x01 : 0x10, 0, 0];
  const all = Array.from({ length: scans }, (_, at) => scan(at)).flat();
  return Uint8Array.from([0xff, 0xd8, ...quantities, ...frame, ...codes, ...all, 0xff, 0xd9]);
}

export const documents: readonly HostileInput[] = [
  papers('a page of a megabyte of "<"', () => page(filled('<'))),
  papers('a page of comments that never end', () => page(filled('<!--'))),
  papers('a page of titles that never end', () => page(filled('<title'))),
  papers('a page of one tag with a megabyte of names', () => page(`<p ${filled('a="b" ')}`)),
  papers('a page of 120,000 lists in each other', () => page(filled('<ul><li>'))),
  papers('a page of half a million blanks', () => page(`<p>${filled(' ')}x`)),
  papers('a text of one word', () => text('a'.repeat(980_000))),
  papers('a text of half a million lines', () => text('a\n'.repeat(490_000))),
  papers('a text of combining letters', () => text(`a${'\u0301'.repeat(490_000)}`)),
  papers('a text of the other direction', () => text('\u202e\u05d0 '.repeat(150_000))),
  papers('a picture of 144 million dots', () => png(12_000, 12_000, { data: packedZeros(12_000 * 36_001) })),
  papers('a clear picture of 100 million dots', () => png(10_000, 10_000, { colour: 6, data: packedZeros(10_000 * 40_001) })),
  papers('a picture of 36 million dots', () => png(6000, 6000, { data: packedZeros(6000 * 18_001) })),
  papers('a clear picture of 10 million dots', () => png(4000, 2500, { colour: 6, data: packedZeros(2500 * 16_001) })),
  papers('a picture that is larger than it claims', () => png(100, 100, { colour: 6, data: packedZeros(800_000_000) })),
  papers('a picture that is smaller than it claims', () => png(6000, 6000, { data: packedZeros(10) })),
  papers('a picture whose parts lead backwards', () =>
    Buffer.concat([png(8, 8).subarray(0, 33), chunk('tEXt', Buffer.alloc(0), -12), png(8, 8).subarray(33)]),
  ),
  papers('a picture of 70,000 empty parts', () =>
    png(8, 8, { data: packedZeros(200), more: Array.from({ length: 70_000 }, () => chunk('tEXt', Buffer.alloc(0))) }),
  ),
  papers('an interlaced picture of 144 million dots', () =>
    png(12_000, 12_000, { data: packedZeros(12_000 * 36_001), isInterlaced: true }),
  ),
  papers('a JPEG of 4,000 million dots', () => jpeg(65_500, 65_500, 1)),
  papers('a JPEG of 36 million dots in 50,000 scans', () => jpeg(6000, 6000, 50_000)),
  papers('a text packed by gzip that is as large as is unpacked', () => gzipSync(Buffer.alloc(3_140_000, 'word '))),
  papers('a text packed by gzip a thousand times over', () => gzipSync(Buffer.alloc(24_000_000, 'word '))),
];
