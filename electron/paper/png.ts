import { inflateSync } from 'node:zlib';
import type { GreyImage } from './fit-page.ts';

/** Reads a PNG with one byte of grey per dot, as `zpl-renderer-js` draws it; throws for any other PNG. */
export function greyOfPng(png: Uint8Array): GreyImage {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (bytes.readUInt32BE(24) !== 0x08_00_00_00) throw new Error('not a grey PNG of eight bits');
  const packed: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const rows = inflateSync(Buffer.concat(packed), { maxOutputLength: (width + 1) * height });
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (width + 1)] ?? 0;
    const from = y * (width + 1) + 1;
    const to = y * width;
    for (let x = 0; x < width; x += 1) {
      const left = x > 0 ? (grey[to + x - 1] ?? 0) : 0;
      const above = y > 0 ? (grey[to + x - width] ?? 0) : 0;
      const corner = x > 0 && y > 0 ? (grey[to + x - width - 1] ?? 0) : 0;
      grey[to + x] = (rows[from + x] ?? 0) + guessed(filter, left, above, corner);
    }
  }
  return { width, height, grey };
}

/** Returns the predicted value: the row holds the difference from it. */
function guessed(filter: number, left: number, above: number, corner: number): number {
  if (filter < 2) return filter * left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const [toLeft, toAbove, toCorner] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
