import type { ItemPicture } from '../../shared/item-picture.ts';

interface Header {
  readonly mediaType: ItemPicture['mediaType'];
  readonly width: number;
  readonly height: number;
}

/** The window unpacks a picture to four bytes for each dot. The largest pictures of shops have 5,000 × 5,000. */
const mostDots = 25_000_000;
/** A longer strip shows no item, and its scaled copy would be large. */
const mostAspect = 20;

/** Returns the kind of a picture by its content, or undefined if it is no picture that the window may unpack. Unpacks nothing. */
export function pictureKind(bytes: Uint8Array): ItemPicture['mediaType'] | undefined {
  const header = headerOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (!header) return undefined;
  const { width, height, mediaType } = header;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short > 0 && width * height <= mostDots && long <= short * mostAspect ? mediaType : undefined;
}

function headerOf(bytes: Buffer): Header | undefined {
  try {
    return headerOfPng(bytes) ?? headerOfJpeg(bytes) ?? headerOfGif(bytes) ?? headerOfWebp(bytes);
  } catch (error) {
    // It ends inside its header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const startsWith = (bytes: Buffer, text: string, at = 0): boolean => bytes.toString('latin1', at, at + text.length) === text;

function headerOfPng(png: Buffer): Header | undefined {
  if (!startsWith(png, '\x89PNG\r\n\x1a\n') || !startsWith(png, 'IHDR', 12)) return undefined;
  return { mediaType: 'image/png', width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** True for the markers of a frame; other markers have only the length of their data. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function headerOfJpeg(jpeg: Buffer): Header | undefined {
  if (!startsWith(jpeg, '\xff\xd8\xff')) return undefined;
  for (let at = 2; jpeg[at] === 0xff; ) {
    const marker = jpeg.readUInt8(at + 1);
    if (isFrame(marker)) return { mediaType: 'image/jpeg', width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + jpeg.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The first frame may be larger than the size that the file declares, and is unpacked whole. */
function headerOfGif(gif: Buffer): Header | undefined {
  if (!startsWith(gif, 'GIF87a') && !startsWith(gif, 'GIF89a')) return undefined;
  const [width, height] = [gif.readUInt16LE(6), gif.readUInt16LE(8)];
  const colours = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colours(gif.readUInt8(10));
  while (gif.readUInt8(at) === 0x21) {
    at += 2;
    for (let size = gif.readUInt8(at); size > 0; size = gif.readUInt8(at)) at += 1 + size;
    at += 1;
  }
  if (gif.readUInt8(at) !== 0x2c) return undefined;
  const [right, bottom] = [gif.readUInt16LE(at + 1) + gif.readUInt16LE(at + 5), gif.readUInt16LE(at + 3) + gif.readUInt16LE(at + 7)];
  return { mediaType: 'image/gif', width: Math.max(width, right), height: Math.max(height, bottom) };
}

function headerOfWebp(webp: Buffer): Header | undefined {
  if (!startsWith(webp, 'RIFF') || !startsWith(webp, 'WEBP', 8)) return undefined;
  const sizes = sizesOfChunks(webp);
  if (sizes.length === 0) return undefined;
  return {
    mediaType: 'image/webp',
    width: Math.max(...sizes.map((size) => size.width)),
    height: Math.max(...sizes.map((size) => size.height)),
  };
}

/** The canvas (`VP8X`) and the picture have sizes of their own. The first picture, or first frame of an animation, is the last one read. */
function sizesOfChunks(webp: Buffer): Pick<Header, 'width' | 'height'>[] {
  const sizes: Pick<Header, 'width' | 'height'>[] = [];
  for (let at = 12; at + 8 <= webp.length; ) {
    const [name, data] = [webp.toString('latin1', at, at + 4), at + 8];
    if (name === 'VP8X') sizes.push({ width: 1 + webp.readUIntLE(data + 4, 3), height: 1 + webp.readUIntLE(data + 7, 3) });
    if (name === 'ANMF') return [...sizes, { width: 1 + webp.readUIntLE(data + 6, 3), height: 1 + webp.readUIntLE(data + 9, 3) }];
    if (name === 'VP8 ') return [...sizes, { width: webp.readUInt16LE(data + 6) & 0x3fff, height: webp.readUInt16LE(data + 8) & 0x3fff }];
    if (name === 'VP8L') {
      const bits = webp.readUInt32LE(data + 1);
      return [...sizes, { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }];
    }
    const size = webp.readUInt32LE(at + 4);
    at = data + size + (size % 2);
  }
  return [];
}
