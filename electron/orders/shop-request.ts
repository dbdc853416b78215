import { Agent, type buildConnector, request } from 'undici';
import type { ConnectionTrouble } from '../../shared/exchange-reason.ts';
import type { Reason } from '../../shared/reason.ts';

/** The route to a shop's server: through the proxies of this network, and only with a trusted certificate. */
export interface ShopRoute {
  readonly routeTo: (url: string, connectMs: number) => Promise<{ readonly connect: buildConnector.connector } | Reason>;
  readonly troubleOf: (error: unknown) => { readonly trouble: ConnectionTrouble; readonly system: string };
}

interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly totalMs: number;
  readonly maxBytes: number;
  /** Longer answers are not an error: the rest is not read. */
  readonly startIsEnough?: true;
  readonly until?: AbortSignal;
}

export type ShopAnswer =
  | {
      readonly is: 'answered';
      readonly status: number;
      readonly body: Uint8Array;
      /** If false, the answer ends with the connection, and it is unknown if that was intended. */
      readonly isLengthKnown: boolean;
      readonly retryAfter: string;
      /** Time of the answer by the clock of the server; empty if it states none. */
      readonly date: string;
    }
  | {
      readonly is: 'silent';
      readonly why: Reason;
      /** If false, the server has not received anything of the request. */
      readonly isReached: boolean;
      /** The status that it sent before it fell silent. */
      readonly status: number | undefined;
    };

/**
 * Sends one request and returns its one answer. Follows no redirect: its content is for this server alone. Never throws for a network
 * failure.
 */
export async function askShop({ routeTo, troubleOf }: ShopRoute, asked: Asked): Promise<ShopAnswer> {
  const route = await routeTo(asked.url, asked.totalMs);
  let isReached = false;
  let status: number | undefined;
  const silent = (why: Reason): ShopAnswer => ({ is: 'silent', why, isReached, status });
  if ('code' in route) return silent(route);
  const connect: buildConnector.connector = (target, made) =>
    route.connect(target, (...connection) => {
      isReached ||= connection[0] === null;
      made(...connection);
    });
  const dispatcher = new Agent({ connect, maxHeaderSize: 64 * 1024 });
  const limit = AbortSignal.timeout(asked.totalMs);
  try {
    const response = await request(asked.url, {
      dispatcher,
      method: asked.method,
      headers: { accept: 'application/json, application/xml;q=0.9, text/csv;q=0.8', ...asked.headers },
      ...(asked.body && { body: asked.body }),
      signal: AbortSignal.any([limit, ...(asked.until ? [asked.until] : [])]),
    });
    status = response.statusCode;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > asked.maxBytes && asked.startIsEnough) break;
      if (size > asked.maxBytes) return silent({ code: 'answer-too-large', bytes: asked.maxBytes });
      chunks.push(chunk);
    }
    const headerOf = (name: string): string => [response.headers[name] ?? ''].flat()[0] ?? '';
    return {
      is: 'answered',
      status,
      body: Buffer.concat(chunks),
      isLengthKnown: 'content-length' in response.headers || 'transfer-encoding' in response.headers,
      retryAfter: headerOf('retry-after'),
      date: headerOf('date'),
    };
  } catch (error) {
    if (limit.aborted) return silent({ code: 'shop-too-slow', seconds: asked.totalMs / 1000 });
    return silent({ code: 'shop-unreachable', ...troubleOf(error) });
  } finally {
    void dispatcher.destroy();
  }
}

/** Returns a reason if a successful answer is a page for people, usually one for signing in. */
export function pageShown({ status, body }: Pick<ShopAnswer & { is: 'answered' }, 'status' | 'body'>): Reason | undefined {
  const begins = new TextDecoder().decode(body.subarray(0, 1000)).trimStart();
  return /^<(?:!doctype html|html|head|body)\b/i.test(begins) ? { code: 'shop-shows-page', status } : undefined;
}

const mostWords = 200;

/** Returns the reason of an unsuccessful answer, with its first words if they are for people. */
export function refusalOf({ status, body }: Pick<ShopAnswer & { is: 'answered' }, 'status' | 'body'>): Reason {
  if (status === 401 || status === 403) return { code: 'shop-refuses-token', status };
  if (status >= 300 && status < 400) return { code: 'shop-moved', status };
  const text = new TextDecoder().decode(body).trim();
  const isForPeople = !text.startsWith('<') && !/[\uFFFD\p{Cc}]/u.test(text.replace(/\s/g, ''));
  return { code: 'shop-answered', status, message: isForPeople ? text.slice(0, mostWords) : '' };
}
