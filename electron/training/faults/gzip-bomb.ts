import { constants, crc32, deflateRawSync } from 'node:zlib';

const blockBytes = 1 << 20;

/**
 * A gzip file of a few hundred kilobytes that holds `head`, so many megabytes of blanks, and `tail`. Made from one compressed block
 * repeated, so that making it takes neither the time nor the memory it costs to unpack.
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
