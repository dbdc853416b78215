import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

type Connector = buildConnector.connector;

/** The first characters of an interim answer; `#` is any digit. */
const interimStart = 'HTTP/1.# 1##';
const endOfHead = '\r\n\r\n';
/** The limit of undici for the head of an answer. */
const mostHeadBytes = 64 * 1024;

/**
 * Removes interim answers from the incoming data: `100 Continue`, early hints and the like. A server may send them before any answer, even
 * to a client that did not ask for them, and a client must handle them (RFC 9110, 15.2). undici takes `100 Continue` for a broken answer: a
 * successful booking would become unknown.
 */
export const withoutInterimAnswers =
  (connect: Connector): Connector =>
  (target, callback) =>
    connect(target, (...made) => {
      const [, socket] = made;
      if (socket) filterHeads(socket);
      callback(...made);
    });

function filterHeads(socket: Socket): void {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...written: unknown[]) => boolean;
  /** True until the first bytes of the answer to the last request arrive. */
  let isBeforeAnswer = true;
  let held: Buffer = Buffer.alloc(0);
  socket.write = (...written: unknown[]): boolean => {
    isBeforeAnswer = true;
    return write(...written);
  };
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null;
      if (!isBeforeAnswer || chunk === null) return chunk;
      held = behindInterim(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
      if (mayBeInterim(held)) continue;
      const answer = held;
      held = Buffer.alloc(0);
      isBeforeAnswer = false;
      return answer;
    }
  };
}

/** Returns the bytes after the complete interim heads at the start. */
function behindInterim(bytes: Buffer): Buffer {
  let left = bytes;
  while (left.length >= interimStart.length && mayBeInterim(left)) {
    const end = left.indexOf(endOfHead);
    if (end === -1) break;
    left = left.subarray(end + endOfHead.length);
  }
  return left;
}

/** True for an interim head or the beginning of one. `101` ends HTTP on this connection and is not interim. */
function mayBeInterim(bytes: Buffer): boolean {
  const head = bytes.subarray(0, interimStart.length).toString('latin1');
  const isLike = Array.from(head).every((sign, at) => (interimStart[at] === '#' ? /\d/.test(sign) : sign === interimStart[at]));
  return isLike && !head.endsWith(' 101') && bytes.length < mostHeadBytes;
}
