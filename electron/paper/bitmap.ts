/** A black and white picture: eight dots per byte, the leftmost dot in the highest bit, 1 is black. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bytesPerRow: number;
  readonly bits: Uint8Array;
}

export function blankBitmap(width: number, height: number): Bitmap {
  const bytesPerRow = Math.ceil(width / 8);
  return { width, height, bytesPerRow, bits: new Uint8Array(bytesPerRow * height) };
}

export function blacken({ bits, bytesPerRow }: Bitmap, x: number, y: number): void {
  const at = y * bytesPerRow + (x >> 3);
  bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
}

/** Everything darker than the middle becomes black; bar codes rendered at the printer's own resolution keep their edges. */
export function bitmapOfGrey(grey: Uint8Array, width: number, height: number): Bitmap {
  const bitmap = blankBitmap(width, height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) if ((grey[y * width + x] ?? 255) < 128) blacken(bitmap, x, y);
  return bitmap;
}
