import { timingSafeEqual } from 'node:crypto';
import type { Delivery } from '../bench/ports/webhooks.ts';
import { type HttpListener, type Reply, type RequestHead, startHttpListener } from '../listener/http-listener.ts';
import { readJson } from './json.ts';
import type { WireValue } from './wire-value.ts';

export interface WebhookReceiverOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** The last part of the address, known only to the service; at least 24 letters or digits. */
  readonly secretPath: string;
  /** Stores the delivery permanently. The service gets its confirmation only after this returns. */
  readonly commit: (delivery: Delivery) => void;
  readonly now: () => Date;
  readonly log: (event: string, fields?: { readonly status?: number; readonly count?: number; readonly code?: string }) => void;
  readonly maxBytes?: number;
  /** Timeout for one delivery. */
  readonly timeoutMs?: number;
}

export type WebhookReceiver = HttpListener;

const shortestSecret = 24;
const maxCandidates = 1000;
const longestCandidate = 80;

/**
 * Accepts tracking deliveries of any form. The service's document names neither their fields nor a signature, so the secret in the address
 * is the only protection, and every other address gets the same answer. Off unless started explicitly. Throws if the secret can be guessed;
 * rejects with the error of the operating system if the port cannot be opened.
 */
export async function startWebhookReceiver(options: WebhookReceiverOptions): Promise<WebhookReceiver> {
  const { host, port, secretPath, commit, now, log, maxBytes = 1024 * 1024, timeoutMs = 10_000 } = options;
  if (!new RegExp(`^[A-Za-z0-9_-]{${shortestSecret},}$`).test(secretPath))
    throw new Error(`The secret path must have at least ${shortestSecret} letters or digits`);
  const expected = Buffer.from(`/webhook/${secretPath}`);

  function refuse({ method, url = '' }: RequestHead): Reply | undefined {
    const path = Buffer.from(url.split('?')[0] ?? '');
    const known = path.length === expected.length && timingSafeEqual(path, expected);
    if (!known) return { status: 404 };
    return method === 'POST' ? undefined : { status: 405 };
  }

  async function take({ headers }: RequestHead, body: Uint8Array): Promise<Reply> {
    const delivery: Delivery = { receivedAt: now(), contentType: headers['content-type'] ?? '', body, candidates: candidatesIn(body) };
    try {
      commit(delivery);
    } catch (error) {
      // Not stored: the service must see a failed delivery, so that it may send it again.
      log('webhook-not-kept', { code: error instanceof Error ? error.name : 'unknown' });
      return { status: 503 };
    }
    log('webhook-kept', { count: body.length });
    return { status: 200 };
  }

  return startHttpListener({
    host,
    port,
    refuse,
    take,
    maxBytes,
    timeoutMs,
    log(event, fields) {
      if (event !== 'answered') log(`webhook-${event}`, fields);
    },
  });
}

/**
 * Returns everything in a body that may be an order number: every word with a digit in it, whatever form the body has, and every short text
 * of JSON as a whole.
 */
function candidatesIn(body: Uint8Array): readonly string[] {
  const found = new Set(shortTextsIn(readJson(body)));
  for (const [word] of new TextDecoder().decode(body).matchAll(/[A-Za-z0-9_-]+/g)) {
    if (found.size >= maxCandidates) break;
    if (word.length <= longestCandidate && /\d/.test(word)) found.add(word);
  }
  return [...found];
}

function shortTextsIn(value: WireValue | undefined, found: string[] = []): readonly string[] {
  if (found.length >= maxCandidates) return found;
  if (typeof value === 'string') {
    const text = value.trim();
    if (text.length <= longestCandidate && /\d/.test(text)) found.push(text);
  } else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) shortTextsIn(inner as WireValue, found);
  return found;
}
