import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Delivery } from '../bench/ports/webhooks.ts';
import { readJson } from './json.ts';
import type { WireValue } from './wire-value.ts';

export interface WebhookReceiverOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** The last part of the address, known only to the service; at least 24 letters or digits. */
  readonly secretPath: string;
  /** Writes the delivery down for good. Only when it returns is the service told that it arrived. */
  readonly commit: (delivery: Delivery) => void;
  readonly now: () => Date;
  readonly log: (event: string, fields?: { readonly status?: number; readonly count?: number; readonly code?: string }) => void;
  readonly maxBytes?: number;
  /** How long a sender may take for one delivery. */
  readonly timeoutMs?: number;
}

export interface WebhookReceiver {
  readonly port: number;
  /** Cuts what is under way and closes the port. */
  stop(): Promise<void>;
}

const shortestSecret = 24;
const maxCandidates = 1000;
const longestCandidate = 80;
const mostConnections = 20;

/**
 * Takes tracking deliveries of any form. The service's document tells neither their fields nor how they are signed, so the secret in
 * the address is all that keeps strangers out, and everything wrong is answered alike. Off unless somebody starts it.
 */
export async function startWebhookReceiver(options: WebhookReceiverOptions): Promise<WebhookReceiver> {
  const { secretPath, commit, now, log, maxBytes = 1024 * 1024, timeoutMs = 10_000 } = options;
  if (!new RegExp(`^[A-Za-z0-9_-]{${shortestSecret},}$`).test(secretPath))
    throw new Error(`The secret path must have at least ${shortestSecret} letters or digits`);
  const expected = Buffer.from(`/webhook/${secretPath}`);

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = Buffer.from((request.url ?? '').split('?')[0] ?? '');
    const known = path.length === expected.length && timingSafeEqual(path, expected);
    if (!known) return answer(response, 404);
    if (request.method !== 'POST') return answer(response, 405);
    const body = await readBody(request, maxBytes);
    if (!body) return answer(response, 413);
    const delivery: Delivery = {
      receivedAt: now(),
      contentType: request.headers['content-type'] ?? '',
      body,
      candidates: candidatesIn(body),
    };
    try {
      commit(delivery);
    } catch (error) {
      // Not written down: the service must believe that it never arrived, and may send it again.
      log('webhook-not-kept', { code: error instanceof Error ? error.name : 'unknown' });
      return answer(response, 503);
    }
    log('webhook-kept', { count: body.length });
    answer(response, 200);
  }

  function answer(response: ServerResponse, status: number): void {
    if (status !== 200) log('webhook-refused', { status });
    // A connection that was not read to its end cannot carry another request.
    response.writeHead(status, { 'content-length': 0, connection: 'close' });
    response.end();
  }

  const limits = {
    headersTimeout: timeoutMs / 2,
    requestTimeout: timeoutMs,
    connectionsCheckingInterval: Math.min(1000, timeoutMs),
    maxHeaderSize: 16 * 1024,
  };
  const server = createServer(limits, (request, response) => {
    receive(request, response).catch((error: unknown) => {
      log('webhook-cut', { code: error instanceof Error ? error.name : 'unknown' });
      response.destroy();
    });
  });
  // Who is slow makes room for who comes: the one that has been at it for longest goes.
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    const [slowest] = connections;
    if (connections.size > mostConnections) slowest?.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
  // While it is open: a computer out of handles cannot accept for a moment, which is no reason to end.
  server.on('error', (error) => log('webhook-cut', { code: error.name }));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The whole body, or undefined as soon as it is larger than any delivery. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Everything in a body that may be an order number: every word with a digit in it, whatever form the body has, and every short
 * text of JSON as a whole.
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
