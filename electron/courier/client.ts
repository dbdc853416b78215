import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, type Dispatcher, ProxyAgent, request } from 'undici';
import type { SendCode } from '../../shared/call-codes.ts';
import type { RawAnswer } from '../bench/ports/courier.ts';
import { readBaseUrl } from './base-url.ts';
import { proxyOf } from './proxy.ts';

export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

export interface ClientOptions {
  readonly baseUrl: string;
  readonly credentials: () => Credentials | undefined;
  /** PAC style, as Electron answers it: `DIRECT`, or `PROXY host:port; DIRECT`. */
  readonly resolveProxy: (url: string) => Promise<string>;
  /** Whom https connections trust; absent or undefined: whom the runtime trusts. Throws where what it was given is no certificate. */
  readonly trust?: () => SecureContext | undefined;
  readonly connectMs: number;
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

/** One request and its one answer. `retryAfterMs` is what the service asked for, or undefined. */
export type Posted =
  | { readonly is: 'not-sent'; readonly code: SendCode; readonly why: string }
  | { readonly is: 'answered'; readonly answer: RawAnswer; readonly retryAfter: string }
  | { readonly is: 'silent'; readonly why: string; readonly reset: boolean };

export interface PostLimits {
  /** Until the answer begins. */
  readonly headersMs: number;
  /** Until it is whole. */
  readonly totalMs: number;
  readonly maxBytes: number;
}

interface Attempt {
  /** The request was handed to undici: from here on only its own word tells whether it left. */
  created: boolean;
  headersLeft: boolean;
}

const current = new AsyncLocalStorage<Attempt>();
const attempts = new WeakMap<object, Attempt>();

// The only proof of what left: error codes are the same before and after. A proxy's CONNECT is a request of its own and not ours.
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
 * Posts once, on a socket of its own, and never again by itself: not on a redirect, not on a broken connection. Never throws for
 * anything the network does. An answer cut in the middle is an answer: what came is handed over. `until` ends the waiting for a
 * read; nothing that must not be repeated may be given it.
 */
export async function post(body: Uint8Array, options: ClientOptions, limits: PostLimits, until?: AbortSignal): Promise<Posted> {
  const base = readBaseUrl(options.baseUrl);
  if (!base.ok) return { is: 'not-sent', code: 'url-not-allowed', why: base.failure.detail };
  const credentials = options.credentials();
  if (!credentials) return { is: 'not-sent', code: 'not-connected', why: '' };
  const url = `${base.value}/api/json`;
  const dispatcher = await dispatcherFor(url, options, limits);
  if (typeof dispatcher === 'string') return { is: 'not-sent', code: 'service-unreachable', why: dispatcher };
  const attempt: Attempt = { created: false, headersLeft: false };
  try {
    const response = await current.run(attempt, () =>
      request(url, {
        dispatcher,
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${credentials.key}:${credentials.secret}`).toString('base64')}`,
          'content-type': 'application/json',
          accept: 'application/json',
          'accept-encoding': 'identity',
        },
        body,
        signal: AbortSignal.any([AbortSignal.timeout(limits.totalMs), ...(until ? [until] : [])]),
      }),
    );
    return await readAnswer(response, limits.maxBytes);
  } catch (error) {
    if (until?.aborted) return stopped;
    const why = reasonOf(error);
    if (attempt.created && !attempt.headersLeft) return { is: 'not-sent', code: 'service-unreachable', why };
    return { is: 'silent', why, reset: isReset(error) };
  } finally {
    await dispatcher.destroy();
  }
}

/** A person did not wait for the answer to a read. */
const stopped: Posted = { is: 'not-sent', code: 'wait-stopped', why: '' };

async function dispatcherFor(url: string, options: ClientOptions, limits: PostLimits): Promise<Dispatcher | string> {
  const own = {
    connections: 1,
    pipelining: 0,
    allowH2: false,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.headersMs,
    maxHeaderSize: 64 * 1024,
  };
  // Plain http is allowed on this computer only, and no proxy stands between.
  if (url.startsWith('http:')) return new Agent({ ...own, connect: { timeout: options.connectMs } });
  let proxy: ReturnType<typeof proxyOf>;
  try {
    proxy = proxyOf(await within(options.connectMs, options.resolveProxy(url)));
  } catch (error) {
    return `The proxy settings could not be read: ${reasonOf(error)}`;
  }
  let secureContext: SecureContext | undefined;
  try {
    secureContext = options.trust?.();
  } catch (error) {
    return `The certificates of this computer could not be read: ${reasonOf(error)}`;
  }
  // SECURITY: said outright, because NODE_TLS_REJECT_UNAUTHORIZED=0 switches off what is left to the default
  const connect = { timeout: options.connectMs, rejectUnauthorized: true, ...(secureContext && { secureContext }) };
  if (proxy === 'unsupported') return 'The proxy of this network is of a kind that is not supported';
  if (proxy === 'direct') return new Agent({ ...own, connect });
  return new ProxyAgent({
    ...own,
    uri: proxy,
    proxyTls: connect,
    requestTls: connect,
  });
}

/** Rejects where the answer takes longer than this. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const tooLong = wait(ms, undefined, { signal: timer.signal }).then(() => Promise.reject(new Error(`no answer within ${ms} ms`)));
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    tooLong.catch(() => undefined);
    timer.abort();
  }
}

async function readAnswer(response: Dispatcher.ResponseData, maxBytes: number): Promise<Posted> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let cut = '';
  let reset = false;
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      if (size + chunk.length > maxBytes) {
        chunks.push(chunk.subarray(0, maxBytes - size));
        cut = `The answer is larger than ${maxBytes} bytes`;
        break;
      }
      chunks.push(chunk);
      size += chunk.length;
    }
  } catch (error) {
    cut = reasonOf(error);
    reset = isReset(error);
  }
  const raw = Buffer.concat(chunks);
  if (raw.length === 0 && cut) return { is: 'silent', why: cut, reset };
  const encoding = headerOf(response, 'content-encoding').trim().toLowerCase();
  const body = await decoded(raw, encoding, maxBytes);
  return {
    is: 'answered',
    answer: { status: response.statusCode, contentType: headerOf(response, 'content-type'), body },
    retryAfter: headerOf(response, 'retry-after'),
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

/** We ask for no encoding; one that comes all the same is undone up to the cap. What cannot be undone is kept as it came. */
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

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'TimeoutError' ? 'TIMEOUT' : '';
};

const isReset = (error: unknown): boolean => /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(error));

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the service was not found',
  EAI_AGAIN: 'The name of the service was not found',
  ECONNREFUSED: 'The service refused the connection',
  ECONNRESET: 'The connection was cut',
  EPIPE: 'The connection was cut',
  UND_ERR_SOCKET: 'The connection was cut',
  ETIMEDOUT: 'The connection took too long',
  UND_ERR_CONNECT_TIMEOUT: 'The connection took too long',
  UND_ERR_HEADERS_TIMEOUT: 'No answer came in time',
  UND_ERR_BODY_TIMEOUT: 'The answer stopped in the middle',
  TIMEOUT: 'No answer came in time',
};

/** One sentence, the code after it: it is shown, and holds nothing of the request. */
function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const sentence = reasons[code] ?? (/CERT|TLS|SSL/.test(code) ? 'The secure connection could not be made' : 'The connection failed');
  return code ? `${sentence} (${code})` : sentence;
}
