import { deflateSync, inflateSync } from 'node:zlib';
import type { Bitmap } from './bitmap.ts';

/** Returns the bitmap as a `^GFA` command in Zebra's packed form (Z64): a few kilobytes instead of hundreds in plain hexadecimal. */
export function zplPicture({ bits, bytesPerRow }: Bitmap): string {
  const packed = deflateSync(bits, { level: 9 }).toString('base64');
  return `^GFA,${bits.length},${bits.length},${bytesPerRow},:Z64:${packed}:${checksum(packed)}`;
}

/** The parts of a packed picture: its coding, its Base64, its checksum. */
const packedForm = /^\s*:(Z64|B64):([A-Za-z0-9+/\s]+(?:=[=\s]*)?):([0-9A-F]{4})\s*$/i;

export const isPackedPicture = (text: string): boolean => packedForm.test(text);

/** Returns the dots of a packed picture; undefined if it is damaged, has a wrong checksum or is larger than `mostBytes`. */
export function unpackedPicture(text: string, mostBytes: number): Uint8Array | undefined {
  const [, coding = '', lines = '', sum = ''] = packedForm.exec(text) ?? [];
  const packed = lines.replace(/\s/g, '');
  if (packed === '' || checksum(packed) !== sum.toUpperCase()) return undefined;
  const bytes = Buffer.from(packed, 'base64');
  if (coding.toUpperCase() === 'B64') return bytes.length <= mostBytes ? bytes : undefined;
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, mostBytes) });
  } catch {
    // Damaged or too large: the gate refuses it.
    return undefined;
  }
}

/** Returns a whole label that is one picture. */
export function zplPictureLabel(bitmap: Bitmap): Uint8Array {
  return Buffer.from(`^XA^PW${bitmap.width}^LL${bitmap.height}^LH0,0^FO0,0${zplPicture(bitmap)}^FS^XZ\n`, 'latin1');
}

/** CRC-16 over the Base64 text, polynomial 0x1021, starting at 0; a printer drops a picture with a wrong checksum. */
function checksum(text: string): string {
  let crc = 0;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
