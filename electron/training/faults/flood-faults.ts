import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { send } from '../envelope.ts';
import { afterwards } from './fault.ts';
import { gzipBomb } from './gzip-bomb.ts';

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
