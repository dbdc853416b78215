import type { Dice } from '../../crash/dice.ts';
import { parts } from '../../words.ts';
import type { Act } from './raw-client.ts';
import type { Body } from './sent-orders.ts';

/** The way in which a client sends its body. */
export interface Sending {
  readonly kind: string;
  readonly acts: readonly Act[];
  readonly isHead: boolean;
  /** True if it writes everything before it reads, as most clients do. */
  readonly readsLate: boolean;
  /** True if its token, address and method are right. */
  readonly mayTake: boolean;
  /** True if the whole body was sent; a server without the whole body takes nothing. */
  readonly isWhole: boolean;
  /** True if it stays for the answer, which the server then owes. */
  readonly stays: boolean;
  /** True if every server has to understand it. */
  readonly isPlain: boolean;
}

const pieces = (dice: Dice, bytes: Buffer, most: number): Buffer[] => {
  const cut: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = Math.max(1, dice.whole(Math.ceil((2 * bytes.length) / most)));
    cut.push(bytes.subarray(at, at + size));
    at += size;
  }
  return cut;
};

function chunked(dice: Dice, bytes: Buffer): Buffer {
  const parts = pieces(dice, bytes, 6).flatMap((piece) => [
    Buffer.from(`${piece.length.toString(16)}${dice.chance(0.2) ? ';name="a b"' : ''}\r\n`),
    piece,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`0\r\n${dice.chance(0.2) ? 'X-Sum: 7\r\n' : ''}\r\n`)]);
}

/** Draws the way in which a body is sent to an open port. */
export function drawSending(dice: Dice, body: Body, port: number, token: string): Sending {
  const isOdd = (): boolean => dice.chance(0.12);
  const auth = isOdd()
    ? dice.pick(['', 'Bearer', 'Bearer ', `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Token ${token}`])
    : dice.chance(0.1)
      ? dice.pick([`bearer ${token}`, `BEARER ${token}`, `Bearer  ${token}`])
      : `Bearer ${token}`;
  const isAllowed = new RegExp(`^bearer +${token}$`, 'i').test(auth);
  const path = isOdd()
    ? dice.pick(['/', '/orders/', '/Orders', '//orders', '/orders/1', '/%6frders', '/../orders', '*'])
    : dice.pick(['/orders', '/orders', '/orders?page=1', `http://127.0.0.1:${port}/orders`]);
  const isThere = /^(?:http:..127.0.0.1:\d+)?\/orders(?:\?|$)/.test(path);
  const method = isOdd() ? dice.pick(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']) : 'POST';
  const version = dice.chance(0.05) ? '1.0' : '1.1';
  const way =
    version === '1.0'
      ? 'length'
      : dice.pick<string>([
          ...parts('length | length | chunked | expect | slow | pieces | cut head | cut body | unheard | too long | both'),
          ...parts('two lengths | reused | half closed'),
        ]);
  const names = dice.chance(0.2) ? (name: string) => name.toLowerCase() : (name: string) => name;
  const isChunked = way === 'chunked' || way === 'both';
  const length = body.bytes.length + (way === 'too long' ? 5 : 0);
  const lines = {
    Host: dice.pick([`127.0.0.1:${port}`, 'localhost', 'bench.example']),
    ...(auth && { Authorization: auth }),
    ...body.headers,
    ...(isChunked && { 'Transfer-Encoding': 'chunked' }),
    ...((!isChunked || way === 'both') && { 'Content-Length': String(length) }),
    ...(way === 'expect' && { Expect: '100-continue' }),
    ...(dice.chance(0.2) && { Connection: dice.pick(['keep-alive', 'close']) }),
    ...(dice.chance(0.1) && { Date: dice.pick(['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 2099 23:59:59 GMT', 'yesterday']) }),
  };
  const head = Buffer.from(
    `${method} ${path} HTTP/${version}\r\n${Object.entries(lines)
      .map(([name, value]) => `${names(name)}: ${value}\r\n`)
      .join('')}${way === 'two lengths' ? `Content-Length: ${length + 1}\r\n` : ''}\r\n`,
    'latin1',
  );
  const sent = isChunked ? chunked(dice, body.bytes) : body.bytes;
  const answered: Act = { answers: 1 };
  const acts = ((): readonly Act[] => {
    switch (way) {
      case 'expect':
        return [{ write: head }, 'continue', { write: sent }, answered];
      case 'slow':
        return [
          { write: head },
          ...pieces(dice, sent, 4).flatMap((piece): Act[] => [{ waitMs: dice.whole(8) }, { write: piece }]),
          answered,
        ];
      case 'pieces':
        return [...pieces(dice, Buffer.concat([head, sent]), 9).map((piece): Act => ({ write: piece })), answered];
      case 'cut head':
        return [{ write: head.subarray(0, 1 + dice.whole(head.length - 1)) }, dice.pick(['reset', 'end'] as const), { answers: 1 }];
      case 'cut body':
        return [
          { write: head },
          { write: sent.subarray(0, dice.whole(sent.length)) },
          dice.pick(['reset', 'end'] as const),
          { answers: 1 },
        ];
      case 'too long':
        return [{ write: head }, { write: sent }, dice.pick(['reset', 'end'] as const), { answers: 1 }];
      case 'unheard':
        return [{ write: Buffer.concat([head, sent]) }, { waitMs: dice.whole(6) }, 'reset'];
      case 'half closed':
        return [{ write: head }, { write: sent }, 'end', answered];
      case 'reused':
        return [{ write: Buffer.concat([head, sent]) }, answered, { waitMs: 2 }, { write: Buffer.concat([head, sent]) }, { answers: 2 }];
      default:
        return [{ write: head }, { write: sent }, answered];
    }
  })();
  const isCut = way === 'cut head' || way === 'cut body' || way === 'too long';
  return {
    kind: `${method} ${path.replace(/^http:.*\d\//, 'absolute /')} ${way} ${version}${isAllowed ? '' : ' of a stranger'}`,
    acts,
    isHead: method === 'HEAD',
    readsLate: dice.chance(0.5) && way !== 'expect',
    mayTake: isAllowed && isThere && method === 'POST',
    isWhole: !isCut,
    stays: !isCut && !['unheard', 'both', 'two lengths'].includes(way),
    isPlain: isAllowed && isThere && method === 'POST' && !isCut && !['unheard', 'both', 'two lengths', 'reused'].includes(way),
  };
}
