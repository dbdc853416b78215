import type { LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import type { ConnectionTrouble } from '../../shared/exchange-reason.ts';
import type { Reason } from '../../shared/reason.ts';
import { withoutInterimAnswers } from './interim-answers.ts';
import { proxyOf } from './proxy.ts';

export type Connector = buildConnector.connector;
export type Target = Parameters<Connector>[0];

/** The current route to the service. Routes with the same name are the same route. */
export interface Route {
  readonly name: string;
  readonly connect: Connector;
}

export interface RouteOptions {
  /** PAC style, as in Electron's answer: `DIRECT`, or `PROXY host:port; DIRECT`. */
  readonly resolveProxy: (url: string) => Promise<string>;
  /**
   * Authorities that https connections trust; if absent or undefined, those of the runtime. Throws if a configured certificate is invalid.
   */
  readonly trust?: () => SecureContext | undefined;
  /** `name:password` for the proxy at this address (`http://host:8080`), and for no other; undefined if none is stored. */
  readonly proxyLogin?: (proxy: string) => string | undefined;
  readonly connectMs: number;
  /** Looks up names of direct connections; if absent, Node does. A proxy looks up names itself. */
  readonly lookup?: LookupFunction;
}

/** Returns a reason if there is no route. */
export async function routeTo(url: string, options: RouteOptions): Promise<Route | Reason> {
  const timeout = options.connectMs;
  const { origin } = new URL(url);
  const lookup = options.lookup && { lookup: options.lookup };
  // Plain http is for this computer, or for a shop whose admin accepted it: without a proxy.
  if (url.startsWith('http:'))
    return { name: origin, connect: withoutInterimAnswers(buildConnector({ timeout, allowH2: false, ...lookup })) };
  let proxy: ReturnType<typeof proxyOf>;
  try {
    proxy = proxyOf(await within(timeout, options.resolveProxy(url)));
  } catch (error) {
    return { code: 'proxy-unreadable', ...troubleOf(error) };
  }
  let secureContext: SecureContext | undefined;
  try {
    secureContext = options.trust?.();
  } catch (error) {
    return { code: 'certificates-unreadable', ...troubleOf(error) };
  }
  if (proxy === 'unsupported') return { code: 'proxy-not-supported' };
  // SECURITY: set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the default
  const secure = { timeout, allowH2: false, rejectUnauthorized: true, ...(secureContext && { secureContext }) };
  if (proxy === 'direct')
    return {
      name: origin,
      connect: withoutInterimAnswers(buildConnector({ ...secure, ...lookup })),
    };
  const connect = buildConnector(secure);
  return {
    name: `${origin} by ${proxy}`,
    connect: withoutInterimAnswers(tunnelBy(proxy, connect, () => options.proxyLogin?.(proxy))),
  };
}

/** Opens a tunnel through a proxy, and in it the connection to the service. */
function tunnelBy(proxy: string, connect: Connector, readLogin: () => string | undefined): Connector {
  return (target, callback) => {
    const client = new Client(proxy, { connect });
    const path = `${target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname}:${target.port || 443}`;
    const login = readLogin();
    const headers = {
      host: target.host ?? path,
      'proxy-connection': 'keep-alive',
      // SECURITY: sent at once, because a proxy is asked once only, and only to the proxy it was entered for
      ...(login && { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }),
    };
    void client
      .connect({ path, headers })
      .then(({ socket, statusCode, headers: answered }) => {
        if (statusCode === 200) return connect({ ...target, httpSocket: socket as never }, callback);
        socket.on('error', () => undefined).destroy();
        const code = statusCode === 407 ? codeOfLogin(answered['proxy-authenticate'], login !== undefined) : 'PROXY';
        callback(new ProxyError(`The proxy answered ${statusCode}`, code), null);
      })
      // Its own codes would be mistaken for those of an established connection, and retried for ever.
      .catch((error: Error) => callback(new ProxyError(error.message, 'PROXY', { cause: error }), null))
      .finally(() => void client.destroy());
  };
}

type ProxyCode = 'PROXY' | 'PROXY_ASKS' | 'PROXY_REFUSED_LOGIN' | 'PROXY_ASKS_OTHERWISE';

class ProxyError extends Error {
  readonly code: ProxyCode;
  constructor(message: string, code: ProxyCode, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Returns why a proxy answered 407. Of the schemes it may ask for (RFC 9110, 11.7.1), only Basic is supported: not NTLM, Negotiate or
 * Digest.
 */
function codeOfLogin(asks: string | readonly string[] | undefined, wasGiven: boolean): ProxyCode {
  const offersBasic = [asks ?? []].flat().some((challenge) => /(?:^|[\s,])basic(?:\s|,|$)/i.test(challenge));
  if (!offersBasic) return 'PROXY_ASKS_OTHERWISE';
  return wasGiven ? 'PROXY_REFUSED_LOGIN' : 'PROXY_ASKS';
}

/** Rejects if the answer takes longer than this. */
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

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'TimeoutError' ? 'TIMEOUT' : '';
};

export const isReset = (error: unknown): boolean => /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(error));

const troubles: Readonly<Record<string, ConnectionTrouble>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'cut',
  EPIPE: 'cut',
  UND_ERR_SOCKET: 'cut',
  ETIMEDOUT: 'too-slow',
  UND_ERR_CONNECT_TIMEOUT: 'too-slow',
  UND_ERR_HEADERS_TIMEOUT: 'no-answer',
  UND_ERR_BODY_TIMEOUT: 'answer-stopped',
  TIMEOUT: 'no-answer',
  RESERVED: 'reserved',
  PROXY_ASKS: 'proxy-asks',
  PROXY_REFUSED_LOGIN: 'proxy-refused-login',
  PROXY_ASKS_OTHERWISE: 'proxy-asks-otherwise',
};

/** Node's codes for an invalid certificate or a failed handshake, with either TLS library. */
const isOfCertificate = (code: string): boolean =>
  /CERT|TLS|SSL|CRL|LEAF_SIGNATURE|ISSUER|INVALID_(?:CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH|^EPROTO$/.test(code);

/** The result is shown to the user, and contains nothing of the request. */
export function troubleOf(error: unknown): { readonly trouble: ConnectionTrouble; readonly system: string } {
  const isOfProxy = error instanceof ProxyError && isOfCertificate(codeOf(error.cause));
  const system = codeOf(isOfProxy ? error.cause : error);
  const trouble = troubles[system] ?? (isOfCertificate(system) ? 'not-secure' : 'other');
  // These are codes of this program, and add nothing to the trouble.
  return { trouble, system: trouble === 'reserved' || trouble.startsWith('proxy-') ? '' : system };
}
