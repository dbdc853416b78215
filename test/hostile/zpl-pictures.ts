import { deflateSync } from 'node:zlib';

/** Encodes dots as a compressed picture with a correct checksum. */
export function checkedPicture(dots: Uint8Array): string {
  const text = deflateSync(dots, { level: 9 }).toString('base64');
  let sum = 0;
  for (const char of text) {
    sum ^= char.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return `^GFC,${dots.length},${dots.length},101,:Z64:${text}:${sum.toString(16).toUpperCase().padStart(4, '0')}`;
}
