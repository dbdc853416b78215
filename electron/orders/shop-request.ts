import { Agent, type buildConnector, request } from 'undici';
import type { ConnectionTrouble } from '../../shared/exchange-reason.ts';
import type { Reason } from '../../shared/reason.ts';

/** How a shop's server is reached: past the proxies of this network, and only where its certificate is trusted. */
export interface ShopRoute {
  readonly routeTo: (url: string, connectMs: number) => Promise<{ readonly connect: buildConnector.connector } | Reason>;
  readonly troubleOf: (error: unknown) => { readonly trouble: ConnectionTrouble; readonly system: string };
}

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly totalMs: number;
  readonly maxBytes: number;
  /** What is longer is no failure: nothing behind its start is read. */
  readonly startIsEnough?: true;
  readonly until?: AbortSignal;
}

export type ShopAnswer =
  | {
      readonly is: 'answered';
      readonly status: number;
      readonly body: Uint8Array;
      /** Else it ends where the connection does, and nobody knows whether that was meant. */
      readonly isLengthKnown: boolean;
      readonly retryAfter: string;
    }
  | {
      readonly is: 'silent';
      readonly why: Reason;
      /** Whether it was reached: else it has nothing of the request. */
      readonly isReached: boolean;
      /** What it had said before it went silent. */
      readonly status: number | undefined;
    };

/** One request and its one answer. Follows no redirect: what it carries is for this server alone. Never throws for what a network does. */
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
    const retryAfter = response.headers['retry-after'];
    return {
      is: 'answered',
      status,
      body: Buffer.concat(chunks),
      isLengthKnown: 'content-length' in response.headers || 'transfer-encoding' in response.headers,
      retryAfter: (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? '',
    };
  } catch (error) {
    if (limit.aborted) return silent({ code: 'shop-too-slow', seconds: asked.totalMs / 1000 });
    return silent({ code: 'shop-unreachable', ...troubleOf(error) });
  } finally {
    void dispatcher.destroy();
  }
}

/** A success that is a page for people, mostly one for signing in. */
export function pageShown({ status, body }: Pick<ShopAnswer & { is: 'answered' }, 'status' | 'body'>): Reason | undefined {
  const begins = new TextDecoder().decode(body.subarray(0, 1000)).trimStart();
  return /^<(?:!doctype html|html|head|body)\b/i.test(begins) ? { code: 'shop-shows-page', status } : undefined;
}

const mostWords = 200;

/** What a shop says with an answer that is none: its first words, where they are for people. */
export function refusalOf({ status, body }: Pick<ShopAnswer & { is: 'answered' }, 'status' | 'body'>): Reason {
  if (status === 401 || status === 403) return { code: 'shop-refuses-token', status };
  if (status >= 300 && status < 400) return { code: 'shop-moved', status };
  const text = new TextDecoder().decode(body).trim();
  const isForPeople = !text.startsWith('<') && !/[\uFFFD\p{Cc}]/u.test(text.replace(/\s/g, ''));
  return { code: 'shop-says', status, said: isForPeople ? text.slice(0, mostWords) : '' };
}
