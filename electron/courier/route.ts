import { setTimeout as wait } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import type { ConnectionTrouble } from '../../shared/exchange-reason.ts';
import type { Reason } from '../../shared/reason.ts';
import { withoutInterimAnswers } from './interim-answers.ts';
import { proxyOf } from './proxy.ts';

export type Connector = buildConnector.connector;
export type Target = Parameters<Connector>[0];

/** The way to the service as it is now. Two with one name are the same way. */
export interface Route {
  readonly name: string;
  readonly connect: Connector;
}

export interface RouteOptions {
  /** PAC style, as Electron answers it: `DIRECT`, or `PROXY host:port; DIRECT`. */
  readonly resolveProxy: (url: string) => Promise<string>;
  /** Whom https connections trust; absent or undefined: whom the runtime trusts. Throws where what it was given is no certificate. */
  readonly trust?: () => SecureContext | undefined;
  /** `name:password` for the proxy at this address (`http://host:8080`), and for no other; undefined where none is kept. */
  readonly proxyLogin?: (proxy: string) => string | undefined;
  readonly connectMs: number;
}

/** Answers why where there is none. */
export async function routeTo(url: string, options: RouteOptions): Promise<Route | Reason> {
  const timeout = options.connectMs;
  const { origin } = new URL(url);
  // Plain http is allowed on this computer only, and no proxy stands between.
  if (url.startsWith('http:')) return { name: origin, connect: withoutInterimAnswers(buildConnector({ timeout, allowH2: false })) };
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
  // SECURITY: said outright, because NODE_TLS_REJECT_UNAUTHORIZED=0 switches off what is left to the default
  const connect = buildConnector({ timeout, allowH2: false, rejectUnauthorized: true, ...(secureContext && { secureContext }) });
  return proxy === 'direct'
    ? { name: origin, connect: withoutInterimAnswers(connect) }
    : { name: `${origin} by ${proxy}`, connect: withoutInterimAnswers(tunnelBy(proxy, connect, () => options.proxyLogin?.(proxy))) };
}

/** A tunnel through a proxy, and in it the connection to the service. */
function tunnelBy(proxy: string, connect: Connector, readLogin: () => string | undefined): Connector {
  return (target, callback) => {
    const client = new Client(proxy, { connect });
    const path = `${target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname}:${target.port || 443}`;
    const login = readLogin();
    const headers = {
      host: target.host ?? path,
      'proxy-connection': 'keep-alive',
      // SECURITY: sent at once, as a proxy is asked once only, and to the proxy it was typed for
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
      // Its own codes would be taken for those of a connection that was made, and tried for ever.
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

/** Why a proxy answered 407. Of what it may ask for (RFC 9110, 11.7.1) only Basic can be answered here: not NTLM, Negotiate or Digest. */
function codeOfLogin(asks: string | readonly string[] | undefined, wasGiven: boolean): ProxyCode {
  const offersBasic = [asks ?? []].flat().some((challenge) => /(?:^|[\s,])basic(?:\s|,|$)/i.test(challenge));
  if (!offersBasic) return 'PROXY_ASKS_OTHERWISE';
  return wasGiven ? 'PROXY_REFUSED_LOGIN' : 'PROXY_ASKS';
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
  PROXY_ASKS: 'proxy-asks',
  PROXY_REFUSED_LOGIN: 'proxy-refused-login',
  PROXY_ASKS_OTHERWISE: 'proxy-asks-otherwise',
};

/** What Node calls a certificate that does not hold, or a handshake that fails, whichever library speaks. */
const isOfCertificate = (code: string): boolean =>
  /CERT|TLS|SSL|CRL|LEAF_SIGNATURE|ISSUER|INVALID_(?:CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH|^EPROTO$/.test(code);

/** It is shown, and holds nothing of the request. */
export function troubleOf(error: unknown): { readonly trouble: ConnectionTrouble; readonly system: string } {
  const isOfProxy = error instanceof ProxyError && isOfCertificate(codeOf(error.cause));
  const system = codeOf(isOfProxy ? error.cause : error);
  const trouble = troubles[system] ?? (isOfCertificate(system) ? 'not-secure' : 'other');
  // These are our own, and say nothing that the trouble does not.
  return { trouble, system: trouble.startsWith('proxy-') ? '' : system };
}
