import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import type { PaperReason } from '../../shared/paper-reason.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A page of A4 at 600 dots per inch, in black and white or colour. */
const mostPixels = 36_000_000;
/** A page of A4 at 300 dots per inch. The library unpacks these pictures itself, in four times as much memory. */
const mostUnpackedPixels = 10_000_000;

/** The library stores each of these bytes as a separate number. */
const mostPngMegabytes = 8;

const broken = (why: string): PaperReason => ({ code: 'document-undrawable', why });

function bounded(width: number, height: number, most: number): PictureSize | PaperReason {
  if (width === 0 || height === 0) return broken('the picture has no dots');
  if (width * height <= most) return { width, height };
  return { code: 'picture-too-large', megapixels: Math.ceil((width * height) / 1e6), most: most / 1e6 };
}

/** Returns the size that a picture declares, before all of it is unpacked; or why it is not drawn. */
export const pictureSize = async (format: 'PNG' | 'JPEG', bytes: Uint8Array): Promise<PictureSize | PaperReason> =>
  format === 'PNG' ? sizeOfPng(bytes) : sizeOfJpeg(bytes);

async function sizeOfPng(bytes: Uint8Array): Promise<PictureSize | PaperReason> {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (png.length < 33 || png.toString('latin1', 12, 16) !== 'IHDR') return broken('the PNG has no header');
  const [width, height, bits, colour, isInterlaced] = [
    png.readUInt32BE(16),
    png.readUInt32BE(20),
    png[24] ?? 0,
    png[25] ?? 0,
    png[28] !== 0,
  ];
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(bits)) return broken('the PNG has colours that it cannot have');
  const data: Buffer[] = [];
  let isClear = colour >= 4;
  let isEnded = false;
  for (let at = 8; at + 12 <= png.length && !isEnded; at += 12 + png.readUInt32BE(at)) {
    const name = png.toString('latin1', at + 4, at + 8);
    if (at + 12 + png.readUInt32BE(at) > png.length) return broken('the PNG is cut off');
    if (name === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    isClear ||= name === 'tRNS';
    isEnded = name === 'IEND';
  }
  if (!isEnded) return broken('the PNG is cut off');
  if (data.reduce((sum, { length }) => sum + length, 0) > mostPngMegabytes * 2 ** 20)
    return { code: 'paper-too-large', megabytes: mostPngMegabytes };
  const size = bounded(width, height, isClear || isInterlaced ? mostUnpackedPixels : mostPixels);
  if ('code' in size) return size;
  // A row has one byte in front; an interlaced picture has at most seven times as many rows.
  const most = height * Math.ceil((width * channels * bits) / 8 + 1) + (isInterlaced ? 8 * height : 0);
  try {
    return (await unpackedBytes(data, most)) < most / 2 ? broken('the PNG is cut off') : size;
  } catch {
    // Damaged, or larger than it declares.
    return broken('the PNG is damaged');
  }
}

/** Counted piece by piece: the whole would take more memory than the drawing. Rejects if there are more than `most` bytes. */
async function unpackedBytes(packed: readonly Buffer[], most: number): Promise<number> {
  let count = 0;
  for await (const piece of Readable.from(packed).pipe(createInflate()) as AsyncIterable<Buffer>) {
    count += piece.length;
    if (count > most) throw new Error(`more than ${most} bytes`);
  }
  return count;
}

/** True for the markers of a frame; the other markers hold only the length of their data. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function sizeOfJpeg(bytes: Uint8Array): PictureSize | PaperReason {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 2; at + 9 < jpeg.length; ) {
    if (jpeg[at] !== 0xff) return broken('the JPEG is damaged');
    const marker = jpeg[at + 1] ?? 0;
    if (isFrame(marker)) return bounded(jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5), mostPixels);
    at += marker === 0xff ? 1 : 2 + jpeg.readUInt16BE(at + 2);
  }
  return broken('the JPEG has no frame');
}
