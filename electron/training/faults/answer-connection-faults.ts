import { setTimeout as delay } from 'node:timers/promises';
import { afterwards, instead } from './fault.ts';

const json = { 'content-type': 'application/json' };
const dripMs = 25;

/** Faults of the bytes of an answer in transit: cut off, wrong length, late or missing. */
export const answerConnectionFaults = {
  'reset-before': instead(({ reset }) => reset()),
  'execute-then-reset': afterwards(({ reset }) => reset()),
  silence: instead(() => undefined),
  'execute-then-silence': afterwards(() => undefined),
  /** One byte at a time: never silent for long, but very slow. */
  'slow-drip': afterwards(async ({ response }, envelope) => {
    response.writeHead(200, json);
    for (const char of JSON.stringify(envelope)) {
      if (response.destroyed) return;
      response.write(char);
      await delay(dripMs, undefined, { ref: false });
    }
    response.end();
  }),
  /** Cuts the connection in the middle of the answer. */
  truncated: afterwards(({ response, cut }, envelope) => {
    const body = JSON.stringify(envelope);
    response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(body) });
    response.write(body.slice(0, Math.floor(body.length / 2)), cut);
  }),
  /** The complete answer, with a content length that is too long. */
  'length-too-long': afterwards(({ response, cut }, envelope) => {
    const body = JSON.stringify(envelope);
    response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(body) + 64 });
    response.write(body, cut);
  }),
  /** The complete answer, with a content length that is too short: the rest looks like the start of another answer. */
  'length-too-short': afterwards(({ response, cut }, envelope) => {
    const body = JSON.stringify(envelope);
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Math.floor(Buffer.byteLength(body) / 2)}\r\n\r\n`;
    response.socket?.write(head + body, cut);
  }),
  /** The first forty bytes of the answer, then a chunk without a size. */
  'chunk-error': afterwards(({ response, cut }, envelope) => {
    const start = JSON.stringify(envelope).slice(0, 40);
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    response.socket?.write(`${head}${Buffer.byteLength(start).toString(16)}\r\n${start}\r\nno size\r\n`, cut);
  }),
};
