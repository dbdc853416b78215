import { gzipSync } from 'node:zlib';
import type { Dice } from '../../crash/dice.ts';

/** A shop's answer to a report, and what any client may conclude from it. */
export interface ShopAnswer {
  readonly kind: string;
  /**
   * `takes`: the shop has the report. `refuses`: it never will. `later`: it may. `loses`: it has the report, but its answer did not arrive
   * whole.
   */
  readonly is: 'takes' | 'refuses' | 'later' | 'loses';
  readonly status: number;
  /** Seconds for which it wants no requests, as the RFC reads its header; 0 without one. */
  readonly waits: (now: Date) => number;
  readonly bytes: (now: Date) => Buffer;
  /** End of the connection after the bytes. */
  readonly ends: 'close' | 'reset' | 'open';
}

const none = (): number => 0;

function http(status: number, headers: Readonly<Record<string, string>>, body: string | Buffer, length = Buffer.byteLength(body)): Buffer {
  const lines = { Date: 'Sat, 21 Nov 2026 09:00:00 GMT', 'Content-Length': String(length), ...headers };
  const head = `HTTP/1.1 ${status} \r\n${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body as string)]);
}

const json = { 'Content-Type': 'application/json' };
const page = '<!doctype html>\n<html><head><title>Error</title></head><body><h1>It went wrong</h1></body></html>';
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const two = (value: number): string => String(value).padStart(2, '0');
const clock = (at: Date): string => `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;

/** The three date formats of HTTP. */
const moments = {
  fixed: (at: Date) => at.toUTCString(),
  'of RFC 850': (at: Date) =>
    `${days[at.getUTCDay()]}, ${two(at.getUTCDate())}-${months[at.getUTCMonth()]}-${two(at.getUTCFullYear() % 100)} ${clock(at)} GMT`,
  'of asctime': (at: Date) =>
    `${days[at.getUTCDay()]?.slice(0, 3)} ${months[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2, ' ')} ${clock(at)} ${at.getUTCFullYear()}`,
} as const;

interface Wait {
  readonly kind: string;
  readonly seconds: number;
  readonly text: (now: Date) => string;
}

function drawWait(dice: Dice): Wait | undefined {
  if (dice.chance(0.3)) return undefined;
  const seconds = dice.pick([7, 45, 90, 600, 3000, 3600]);
  const form = dice.pick(['seconds', 'seconds', 'fixed', 'of RFC 850', 'of asctime', 'nonsense', 'past']);
  if (form === 'seconds') return { kind: 'seconds', seconds, text: () => dice.pick([`${seconds}`, ` ${seconds} `, `00${seconds}`]) };
  if (form === 'nonsense') {
    const text = dice.pick(['soon', '-5', '1.5', '', '5 minutes', 'PT5M', '0x10', '1e9', 'NaN', '120, 120', '99999999999999999999999']);
    return { kind: `“${text}”`, seconds: text.startsWith('9999') ? 3600 : 0, text: () => text };
  }
  if (form === 'past') return { kind: 'past', seconds: 0, text: (now) => moments.fixed(new Date(now.getTime() - 3600_000)) };
  const write = moments[form as keyof typeof moments];
  return { kind: form, seconds, text: (now) => write(new Date(Math.ceil(now.getTime() / 1000) * 1000 + seconds * 1000)) };
}

const answered = (
  kind: string,
  is: ShopAnswer['is'],
  status: number,
  body: string | Buffer = '',
  headers: Readonly<Record<string, string>> = json,
): ShopAnswer => ({ kind: `${status} ${kind}`, is, status, waits: none, bytes: () => http(status, headers, body), ends: 'close' });

export function drawTaking(dice: Dice): ShopAnswer {
  return dice.pick([
    answered('json', 'takes', 200, '{"ok":true,"id":7}'),
    answered('empty', 'takes', 200),
    answered('created', 'takes', 201, '{"fulfilment":{"id":1,"errors":[]}}'),
    answered('accepted', 'takes', 202, 'Accepted', { 'Content-Type': 'text/plain' }),
    { ...answered('no content', 'takes', 204), bytes: () => Buffer.from('HTTP/1.1 204 No Content\r\n\r\n') },
    answered('no errors', 'takes', 200, '{"errors":[],"error":null,"success":true}'),
    answered('large', 'takes', 200, `{"orders":"${'x'.repeat(90_000)}"}`),
    answered('word', 'takes', 200, 'OK', {}),
  ]);
}

const elsewhere = [
  'https://other.example/reports',
  '//other.example/reports',
  'http://127.0.0.1:9/',
  '',
  'javascript:0',
  '/reports',
] as const;

/** Draws a refusal. If the shop may have taken the key before, the refusal is not a conflict: `drawKnowing` covers that. */
export function drawRefusing(dice: Dice, mayBeTaken: boolean): ShopAnswer {
  const there = { ...json, Location: dice.pick(elsewhere) };
  if (dice.chance(0.3)) return answered('elsewhere', 'refuses', dice.pick([301, 302, 303, 307, 308]), dice.pick(['', '{}', page]), there);
  const status = dice.pick([304, 400, 401, 403, 404, 405, 406, mayBeTaken ? 423 : 409, 410, 413, 415, 422, 451]);
  return dice.pick([
    answered('json', 'refuses', status, status === 304 ? '' : '{"error":"no such order"}', { ...json, Location: '/log-in' }),
    answered('page', 'refuses', status, status === 304 ? '' : page, { 'Content-Type': 'text/html', Location: '/log-in' }),
    answered('empty', 'refuses', status, '', { Location: 'http://127.0.0.1:9/elsewhere' }),
    answered('letters nobody reads', 'refuses', 422, gzipSync('{"error":"no such order"}'), { 'Content-Encoding': 'gzip' }),
    answered('large', 'refuses', 422, `{"error":"${'x'.repeat(90_000)}"}`),
    answered('error within', 'refuses', 200, '{"error":"no such order"}'),
    answered('errors within', 'refuses', 200, '{"errors":[{"message":"no such order"}]}'),
    answered('no success', 'refuses', 200, '{"success":false,"message":"no such order"}'),
    answered('a page to sign in', 'refuses', 200, '<html><title>Sign in</title><form><input type="password"></form></html>', {
      'Content-Type': 'text/html',
    }),
  ]);
}

/** Draws a conflict of a shop that cannot have taken an earlier try. */
export const drawConflict = (dice: Dice): ShopAnswer =>
  answered('archived', 'refuses', 409, dice.pick(['', '{"error":"order is archived"}', page]));

/**
 * Draws the answers of a shop that took an earlier try: it first reports that it is still at work on the key, then always that it knows it.
 */
export function drawKnowing(dice: Dice): readonly ShopAnswer[] {
  const body = dice.pick(['', '{"error":"already fulfilled"}', page]);
  return [answered('at work on it', 'later', 409, body), answered('known', 'takes', 409, body)];
}

export function drawPutOff(dice: Dice): ShopAnswer {
  const status = dice.pick([408, 425, 429, 429, 500, 502, 503, 503, 504]);
  const wait = drawWait(dice);
  const body = dice.pick(['', page, '{"error":"busy"}', '<?xml version="1.0"?><error/>']);
  return {
    kind: `${status} ${wait ? wait.kind : 'without a wait'}`,
    is: 'later',
    status,
    waits: () => wait?.seconds ?? 0,
    bytes: (now) => http(status, wait ? { 'Retry-After': wait.text(now) } : {}, body),
    ends: 'close',
  };
}

/** True if a client with this answer cannot know that the shop did nothing. */
export const leavesDoubt = ({ status }: ShopAnswer): boolean => [0, 500, 502, 504].includes(status);

export function drawBroken(dice: Dice): ShopAnswer {
  const cut = (kind: string, is: ShopAnswer['is'], bytes: Buffer, ends: ShopAnswer['ends'], status = 0): ShopAnswer => ({
    kind,
    is,
    status,
    waits: none,
    bytes: () => bytes,
    ends,
  });
  const whole = http(200, json, '{"ok":true,"id":7}');
  return dice.pick([
    cut('hangs up', 'later', Buffer.alloc(0), 'close'),
    cut('resets', 'later', Buffer.alloc(0), 'reset'),
    cut('cut in its head', 'loses', whole.subarray(0, 12), 'close'),
    cut('cut in its body', 'loses', http(200, json, '{"ok":', 90), 'reset'),
    cut('cut in a page', 'later', http(503, json, '<html>', 90), 'close', 503),
    cut('no HTTP', 'later', Buffer.from('SSH-2.0-OpenSSH_9.2\r\n'), 'close'),
    cut('noise', 'later', Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0]), 'close'),
    cut('a status of its own', 'later', Buffer.from('HTTP/1.1 999 Strange\r\nContent-Length: zero\r\n\r\n'), 'close'),
  ]);
}
