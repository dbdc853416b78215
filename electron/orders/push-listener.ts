import { isUtf8 } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';
import { type PushSettings, pushPath } from '../../shared/order-push.ts';
import { type Reply, type RequestHead, startHttpListener } from '../listener/http-listener.ts';
import { createPortKeeper, type PortKeeper } from '../listener/port-keeper.ts';

/** The answer to a sender: the status, and the reason or the result for its orders. */
export interface PushAnswer {
  readonly status: number;
  readonly body: object;
}

interface PushListenerParts {
  /** Imports a file of orders. When it resolves, the orders that it reports are on the disk. */
  readonly take: (bytes: Uint8Array<ArrayBuffer>) => Promise<PushAnswer>;
  readonly log: (event: string, fields?: { readonly status?: number; readonly count?: number; readonly code?: string }) => void;
  readonly changed: () => void;
  readonly maxBytes?: number;
  /** Time limit for one request. */
  readonly timeoutMs?: number;
}

/** Where orders may be sent, and the token of their senders. */
type PushPlace = PushSettings & { readonly token: string };

export interface PushListener extends Pick<PortKeeper<PushPlace>, 'state'> {
  /** Opens the port as Setup wants it, or closes it, after every earlier call. Never rejects: `state` reports the outcome. */
  move(to: PushPlace | null): Promise<void>;
}

const usualMaxBytes = 5 * 1024 * 1024;

/** Receives orders that other programs send. Each request is answered once its orders are on the disk. */
export function createPushListener({ take, log, changed, maxBytes = usualMaxBytes, timeoutMs = 30_000 }: PushListenerParts): PushListener {
  const keeper = createPortKeeper<PushPlace>({
    start: ({ port, token }, host) =>
      startHttpListener({
        host,
        port,
        maxBytes,
        timeoutMs,
        refuse: (head) => refusalOf(head, token),
        async take({ headers }, body) {
          const text = inUtf8(body, headers['content-type']);
          return text ? withHeaders(await take(text)) : refusal(415, 'letters-not-known');
        },
        log: (event, fields) => log(events[event], fields),
      }),
    blocked: (code) => log('push-blocked', { code }),
    changed,
  });
  return { state: keeper.state, move: (to) => keeper.move(to?.isOn ? to : null) };
}

const events = { answered: 'orders-pushed', refused: 'orders-pushed', cut: 'push-cut' } as const;

function refusalOf({ headers, url = '', method }: RequestHead, token: string): Reply | undefined {
  const [, given = ''] = /^bearer +(.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!isSame(given, token)) return refusal(401, 'token-wrong');
  if (pathOf(url) !== pushPath) return refusal(404, 'no-such-address');
  return method === 'POST' ? undefined : refusal(405, 'only-post');
}

const refusal = (status: number, code: string): Reply => withHeaders({ status, body: { code } });

const headersOf: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'www-authenticate': 'Bearer' },
  405: { allow: 'POST' },
  503: { 'retry-after': '30' },
};
const withHeaders = (answer: PushAnswer): Reply => ({ ...answer, headers: headersOf[answer.status] ?? {} });

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digestOf(given), digestOf(expected));

/** HTTP allows an absolute URL in place of the path. */
const pathOf = (target: string): string | undefined => target.replace(/^https?:\/\/[^/?]*/i, '').split('?')[0];

/**
 * Converts from the encoding that the sender declares; undefined if that is unknown. Many clients declare another encoding than they use:
 * valid UTF-8 is kept.
 */
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
