import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { createSecureContext, type SecureContext } from 'node:tls';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Client, type Dispatcher, request } from 'undici';
import type { SendCode } from '../../shared/call-codes.ts';
import { whyOf } from '../../shared/failure.ts';
import type { Reason } from '../../shared/reason.ts';
import type { RawAnswer } from '../bench/ports/courier.ts';
import type { SendUntil } from '../bench/ports/ledger.ts';
import { readBaseUrl } from './base-url.ts';
import { type ConnectionAhead, isBefore, momentNow, msSince } from './connection-ahead.ts';
import { type KeptConnections, mostIdleMs, type QuestionClient } from './kept-connections.ts';
import { type Connector, isReset, type RouteOptions, routeTo, troubleOf } from './route.ts';

export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

export interface ClientOptions extends RouteOptions {
  readonly baseUrl: string;
  readonly credentials: () => Credentials | undefined;
}

/** Reads hundreds of certificates once, at the first connection that needs them. */
export function createTrust(certificates: () => readonly string[] = () => []): () => SecureContext | undefined {
  let context: SecureContext | undefined;
  return () => {
    const ca = context ? [] : [...certificates()];
    if (ca.length > 0) context = createSecureContext({ ca });
    return context;
  };
}

/**
 * Result of one request. `retryAfter`: the header as received, empty if there was none. `cut`: why only a part of the answer arrived.
 * `wasKept`: the connection that broke had been used before, which predicts nothing for the next one.
 */
export type Posted =
  | { readonly is: 'not-sent'; readonly code: SendCode; readonly why: string | Reason; readonly wasKept?: boolean }
  | { readonly is: 'answered'; readonly answer: RawAnswer; readonly retryAfter: string; readonly cut?: Reason | undefined }
  | { readonly is: 'silent'; readonly why: Reason; readonly reset: boolean; readonly wasKept?: boolean };

export interface PostLimits {
  /** Timeout until the answer begins. */
  readonly headersMs: number;
  /** Timeout until the answer is complete. */
  readonly totalMs: number;
  readonly maxBytes: number;
  /** The headers leave within this time, or not at all. */
  readonly leavesMs?: number;
  /** The headers also leave before this moment, or not at all. */
  readonly leavesBefore?: SendUntil | undefined;
}

interface Attempt {
  /** The request was handed to undici: from here on only undici's own events show whether it left. */
  created: boolean;
  headersLeft: boolean;
}

const current = new AsyncLocalStorage<Attempt>();
const attempts = new WeakMap<object, Attempt>();

// The only proof of what left: error codes are the same before and after. A proxy's CONNECT is undici's own request, not one of these.
subscribe('undici:request:create', (message) => {
  const { request: created } = message as { readonly request: { readonly method: string } };
  const attempt = current.getStore();
  if (!attempt || created.method !== 'POST') return;
  attempt.created = true;
  attempts.set(created, attempt);
});
subscribe('undici:client:sendHeaders', (message) => {
  const attempt = attempts.get((message as { readonly request: object }).request);
  if (attempt) attempt.headersLeft = true;
});

/**
 * Posts once, on a socket of its own, and never repeats by itself: not on a redirect, not on a broken connection. Never throws for a
 * network error. An answer that was cut off still counts as an answer: the part that arrived is returned. `ahead`: prepared connections
 * that this request may take.
 * A request that must not be repeated may have neither `until` nor `kept`: `until` ends the wait for a read, and `kept` has connections
 * that were used before.
 */
export async function post(
  body: Uint8Array,
  options: ClientOptions,
  limits: PostLimits,
  {
    until,
    ahead,
    kept,
  }: { readonly until?: AbortSignal | undefined; readonly ahead?: ConnectionAhead; readonly kept?: KeptConnections } = {},
): Promise<Posted> {
  const begun = momentNow();
  const base = readBaseUrl(options.baseUrl);
  if (!base.ok) return { is: 'not-sent', code: 'url-not-allowed', why: whyOf(base.failure) };
  const credentials = options.credentials();
  if (!credentials) return { is: 'not-sent', code: 'not-connected', why: '' };
  const url = `${base.value}/api/json`;
  const route = await routeTo(url, options);
  if ('code' in route) return { is: 'not-sent', code: 'service-unreachable', why: route };
  const { leavesMs = Number.POSITIVE_INFINITY, leavesBefore } = limits;
  const isInTime = (): boolean => msSince(begun) <= leavesMs && (!leavesBefore || isBefore(leavesBefore));
  const limit = limitOf(limits.totalMs);
  const signal = until ? AbortSignal.any([limit.signal, until]) : limit.signal;

  const put = async (used: QuestionClient): Promise<Posted> => {
    const attempt: Attempt = { created: false, headersLeft: false };
    let isOver = true;
    try {
      const response = await current.run(attempt, () =>
        request(url, {
          dispatcher: used.client,
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`${credentials.key}:${credentials.secret}`).toString('base64')}`,
            'content-type': 'application/json',
            accept: 'application/json',
            'accept-encoding': 'identity',
          },
          body,
          headersTimeout: limits.headersMs,
          bodyTimeout: limits.headersMs,
          signal,
        }),
      );
      const { isWhole, ...posted } = await readAnswer(response, limits.maxBytes);
      // Any other answer may come from an intermediary that does not reach the service: the next request opens a new connection.
      isOver = !isWhole || response.statusCode !== 200 || headerOf(response, 'connection').toLowerCase() === 'close';
      return posted;
    } catch (error) {
      if (until?.aborted) return stopped;
      const why: Reason = { code: 'connection-failed', ...troubleOf(error) };
      const isLate = leavesBefore !== undefined && !isBefore(leavesBefore);
      if (attempt.created && !attempt.headersLeft) return { is: 'not-sent', code: isLate ? 'sent-too-late' : 'service-unreachable', why };
      return { is: 'silent', why, reset: isReset(error) };
    } finally {
      if (isOver || !kept) void used.client.destroy(over);
      else kept.keep(route.name, used);
    }
  };

  try {
    const usedBefore = leavesBefore ? undefined : kept?.take(route.name);
    const posted = await put(usedBefore ?? clientFor(url, inTime(ahead ? ahead.connector(route) : route.connect, isInTime)));
    const isBroken = posted.is === 'not-sent' || (posted.is === 'silent' && posted.reset);
    if (!usedBefore || !isBroken || signal.aborted) return posted;
    kept?.end(route.name);
    return { ...posted, wasKept: true };
  } finally {
    limit.end();
  }
}

function clientFor(url: string, connect: Connector): QuestionClient {
  const client = new Client(new URL(url).origin, {
    // Requests are sequential, and a client has only one at a time. With a closing connection instead, undici creates an error with its
    // stack at the end.
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: 64 * 1024,
    keepAliveTimeout: mostIdleMs,
    keepAliveMaxTimeout: mostIdleMs,
    connect,
  });
  let isOpen = true;
  client.once('disconnect', () => {
    isOpen = false;
  });
  return { client, isOpen: () => isOpen };
}

/** Like `AbortSignal.timeout`, but that timer stays in memory until its time has come, however early the answer arrives. */
function limitOf(ms: number): { readonly signal: AbortSignal; end(): void } {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), ms);
  return { signal: limit.signal, end: () => clearTimeout(timer) };
}

/** The failure of a read that was sent and brought nothing usable: no answer in time, or a broken connection. */
export const codeOfSilence = (why: Reason): 'service-slow' | 'service-unreachable' =>
  why.code === 'connection-failed' && (why.trouble === 'no-answer' || why.trouble === 'answer-stopped')
    ? 'service-slow'
    : 'service-unreachable';

/** Created once: otherwise undici creates an error with its stack for each client that is destroyed. */
const over = new Error('the request is over');

/** The callback of a connector writes the headers before anything else runs: if it is too late by then, nothing is sent. */
const inTime =
  (connect: Connector, isInTime: () => boolean): Connector =>
  (target, callback) =>
    connect(target, (error, socket) => {
      if (error || isInTime()) return error ? callback(error, null) : callback(null, socket as never);
      socket?.destroy();
      callback(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' }), null);
    });

/** Opens a connection for the next `post`, unless one is kept for it. That `post` reports any problem. Never throws. */
export async function openAhead(options: ClientOptions, ahead: ConnectionAhead, kept?: KeptConnections): Promise<void> {
  const base = readBaseUrl(options.baseUrl);
  if (!base.ok) return;
  const route = await routeTo(base.value, options);
  if ('code' in route || kept?.has(route.name)) return;
  const { hostname, host, protocol, port } = new URL(base.value);
  ahead.open(route, { hostname: hostname.replace(/^\[(.*)\]$/, '$1'), host, protocol, port });
}

/** The user stopped waiting for the answer to a read. */
const stopped: Posted = { is: 'not-sent', code: 'wait-stopped', why: '' };

async function readAnswer(response: Dispatcher.ResponseData, maxBytes: number): Promise<Posted & { readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let cut: Reason | undefined;
  let reset = false;
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      if (size + chunk.length > maxBytes) {
        chunks.push(chunk.subarray(0, maxBytes - size));
        cut = { code: 'answer-too-large', bytes: maxBytes };
        break;
      }
      chunks.push(chunk);
      size += chunk.length;
    }
  } catch (error) {
    cut = { code: 'connection-failed', ...troubleOf(error) };
    reset = isReset(error);
  }
  const raw = Buffer.concat(chunks);
  const isWhole = cut === undefined;
  if (raw.length === 0 && cut) return { is: 'silent', why: cut, reset, isWhole };
  const encoding = headerOf(response, 'content-encoding').trim().toLowerCase();
  const body = await decoded(raw, encoding, maxBytes);
  return {
    is: 'answered',
    answer: { status: response.statusCode, contentType: headerOf(response, 'content-type'), body },
    retryAfter: headerOf(response, 'retry-after'),
    cut,
    isWhole,
  };
}

function headerOf(response: Dispatcher.ResponseData, name: string): string {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

const decoders: Readonly<Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Requests ask for no encoding; if an answer is encoded all the same, it is decoded up to `maxBytes`. Otherwise it is kept as received. */
async function decoded(raw: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  const decode = decoders[encoding];
  if (!decode) return raw;
  try {
    return await decode(raw, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return raw;
    throw error;
  }
}
