import { isUtf8 } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import PQueue from 'p-queue';
import { type PushSettings, pushPath } from '../../shared/order-push.ts';
import { blockedDoor, type PortDoor } from '../../shared/port-door.ts';

/** What a sender is answered: the status, and why or what became of its orders. */
export interface PushAnswer {
  readonly status: number;
  readonly body: object;
}

interface PushDoorParts {
  /** Takes a file of orders. When it resolves, what it says of them is on the disk. */
  readonly take: (bytes: Uint8Array<ArrayBuffer>) => Promise<PushAnswer>;
  readonly log: (event: string, fields?: { readonly status?: number; readonly count?: number; readonly code?: string }) => void;
  readonly changed: () => void;
  readonly maxBytes?: number;
  /** How long a sender may take for one request. */
  readonly timeoutMs?: number;
}

export interface PushDoor {
  state(): PortDoor;
  /** Opens the door as Setup says, or shuts it, after whatever was asked before. Never throws: `state` says what came of it. */
  move(to: PushSettings | null): Promise<void>;
}

const usualMaxBytes = 5 * 1024 * 1024;
/** So much of what is refused is read, and thrown away: whoever is cut off while it sends hears no answer. */
const mostReadOff = 64 * 1024 * 1024;
const mostConnections = 20;

/** Takes orders that others send, one request at a time, each answered once its orders are on the disk. */
export function createPushDoor({ take, log, changed, maxBytes = usualMaxBytes, timeoutMs = 30_000 }: PushDoorParts): PushDoor {
  let server: Server | undefined;
  let state: PortDoor = { is: 'shut' };
  const moves = new PQueue({ concurrency: 1 });

  async function answerOf(request: IncomingMessage, token: string): Promise<PushAnswer> {
    const [, given = ''] = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!isSame(given, token)) return refusal(401, 'token-wrong');
    if (pathOf(request.url ?? '') !== pushPath) return refusal(404, 'no-such-address');
    if (request.method !== 'POST') return refusal(405, 'only-post');
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refusal(413, 'too-large');
    const body = await readBody(request, maxBytes);
    if (!body) return refusal(413, 'too-large');
    const text = inUtf8(body, request.headers['content-type']);
    return text ? take(text) : refusal(415, 'letters-not-known');
  }

  async function serve(request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
    const { status, body } = await answerOf(request, token);
    log('orders-pushed', { status });
    const bytes = Buffer.from(`${JSON.stringify(body)}\n`);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': bytes.length,
      connection: 'close',
      ...(status === 503 && { 'retry-after': '30' }),
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(status === 405 && { allow: 'POST' }),
    });
    response.write(bytes);
    await readOff(request);
    response.end();
  }

  async function shut(): Promise<void> {
    const open = server;
    server = undefined;
    if (!open) return;
    const closed = new Promise<void>((resolve) => open.close(() => resolve()));
    open.closeAllConnections();
    await closed;
  }

  async function moveNow(to: PushSettings | null): Promise<void> {
    await shut();
    state = { is: 'shut' };
    if (to?.isOn && to.token) {
      const { port, token } = to;
      const limits = { headersTimeout: timeoutMs / 2, requestTimeout: timeoutMs, connectionsCheckingInterval: Math.min(1000, timeoutMs) };
      const opening = createServer({ ...limits, maxHeaderSize: 16 * 1024 }, (request, response) => {
        serve(request, response, token).catch((error: unknown) => {
          log('push-cut', { code: error instanceof Error ? error.name : 'unknown' });
          response.destroy();
        });
      });
      opening.maxConnections = mostConnections;
      // Of requests in a row the first is answered and the connection closed: none behind it is taken without a word.
      opening.maxRequestsPerSocket = 1;
      // Whoever has no more to send still hears its answer.
      Object.assign(opening, { httpAllowHalfOpen: true });
      try {
        await new Promise<void>((resolve, reject) => {
          opening.once('error', reject);
          opening.listen(port, to.fromNetwork ? '0.0.0.0' : '127.0.0.1', resolve);
        });
        opening.on('error', (error) => log('push-cut', { code: error.name }));
        server = opening;
        state = { is: 'open', port: (opening.address() as AddressInfo).port };
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        state = blockedDoor(port, code);
        log('push-blocked', { code });
      }
    }
    changed();
  }

  return { state: () => state, move: (to) => moves.add(() => moveNow(to)) };
}

const refusal = (status: number, code: string): PushAnswer => ({ status, body: { code } });

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digestOf(given), digestOf(expected));

/** As HTTP has it, the whole address may stand there too. */
const pathOf = (target: string): string | undefined => target.replace(/^https?:\/\/[^/?]*/i, '').split('?')[0];

/** Undefined as soon as it is larger than may be; what comes behind that may still be read. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

async function readOff(request: IncomingMessage): Promise<void> {
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostReadOff) return;
  }
}

/** From the letters that its sender names, undefined where nobody knows them. Many a client names others than it uses: what is UTF-8 stays so. */
function inUtf8(body: Uint8Array<ArrayBuffer>, contentType = ''): Uint8Array<ArrayBuffer> | undefined {
  const [, letters] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  if (letters === undefined || /^utf-/i.test(letters) || isUtf8(body)) return body;
  try {
    return new TextEncoder().encode(new TextDecoder(letters).decode(body));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
