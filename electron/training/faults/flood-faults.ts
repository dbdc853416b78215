import { pipeline } from 'node:stream/promises';
import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { send } from '../envelope.ts';
import { afterwards } from './fault.ts';

const megabyte = Buffer.alloc(1 << 20, ' ');
const informationalAnswers = 20_000;

function sendGzip(response: Parameters<typeof send>[0], bytes: Buffer): void {
  response.setHeader('content-encoding', 'gzip');
  send(response, 200, 'application/json', bytes);
}

/** The text of an object with this many megabytes of blanks before its last brace. */
function* drowned(text: string, megabytes: number): Generator<string | Buffer> {
  yield text.slice(0, -1);
  for (let count = 0; count < megabytes; count += 1) yield megabyte;
  yield '}';
}

/** Correct answers that are compressed, or padded with large amounts of data. */
export const floodFaults = {
  gzip: afterwards(({ response }, envelope) => sendGzip(response, gzipSync(JSON.stringify(envelope)))),
  /** 200 MB when unpacked; everything but the answer is blanks. */
  'gzip-bomb': afterwards(({ response }, envelope) => sendGzip(response, gzipBomb(JSON.stringify(envelope).slice(0, -1), 200, '}'))),
  'body-100mb': afterwards(async ({ response }, envelope) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    await pipeline(drowned(JSON.stringify(envelope), 100), response);
  }),
  /** Many "still processing" responses before the answer. */
  'information-flood': afterwards(({ response }, envelope) => {
    response.socket?.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(informationalAnswers));
    send(response, 200, 'application/json', JSON.stringify(envelope));
  }),
};

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
