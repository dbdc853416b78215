import { constants, crc32, deflateRawSync } from 'node:zlib';

const blockBytes = 1 << 20;

/**
 * Returns a gzip file of a few hundred kilobytes that contains `head`, this many megabytes of blanks, and `tail`. It repeats one compressed
 * block, so that making it needs neither the time nor the memory of unpacking it.
 */
export function gzipBomb(head: string, megabytes: number, tail: string): Buffer {
  const blanks = Buffer.alloc(blockBytes, ' ');
  const flushed = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
  const block = deflateRawSync(blanks, flushed);
  let checksum = crc32(head);
  for (let count = 0; count < megabytes; count += 1) checksum = crc32(blanks, checksum);
  checksum = crc32(tail, checksum);
  const foot = Buffer.alloc(8);
  foot.writeUInt32LE(checksum);
  foot.writeUInt32LE((Buffer.byteLength(head) + megabytes * blockBytes + Buffer.byteLength(tail)) >>> 0, 4);
  return Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]),
    deflateRawSync(head, flushed),
    ...Array.from({ length: megabytes }, () => block),
    deflateRawSync(tail, { level: 9 }),
    foot,
  ]);
}
