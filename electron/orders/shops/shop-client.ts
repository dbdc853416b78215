import type { Reason } from '../../../shared/reason.ts';
import { longestRetryAfterMs, retryAfterMs } from '../../../shared/retry-after.ts';
import { askShop, pageShown, refusalOf, type ShopRoute } from '../shop-request.ts';

interface ClientParts {
  readonly route: ShopRoute;
  /** Value of the header `Authorization` for this address; undefined if none is stored. */
  readonly login: (address: string) => string | undefined;
  readonly now: () => Date;
}

interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Origin and path of the shop. */
  readonly address: string;
  /** Path and query behind the address. */
  readonly path: string;
  readonly body?: object;
  /** Sent with this request alone, such as a token. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface How {
  /** End of the time for all requests of one task, by `performance.now()`. Without it, each request has its own time. */
  readonly endsAt?: number;
  readonly until?: AbortSignal;
  /** A packer waits: the shop is asked even during a pause that it asked for. */
  readonly isUrgent?: boolean;
}

export type ApiAnswer =
  | { readonly is: 'answered'; readonly status: number; readonly json: unknown; readonly date: string }
  /** The shop refuses, and a repetition would not change that. */
  | { readonly is: 'refused'; readonly status: number; readonly why: Reason }
  | { readonly is: 'later'; readonly afterMs: number; readonly why: Reason; readonly mayBeTaken: boolean };

export interface ShopClient {
  /** Sends one request. Sends nothing while the shop has asked for a pause, unless it is urgent. */
  ask(asked: Asked, how?: How): Promise<ApiAnswer>;
}

const usualMs = 20_000;
/** A page of large orders. A larger one is asked for in smaller pages. */
const maxAnswerBytes = 8 * 2 ** 20;
/** Statuses after which a retry may succeed. */
const passing = new Set([408, 425, 429]);
/** Statuses that a server, or a proxy before it, sends after it began to process a request. */
const begun = new Set([500, 502, 504]);

/** Speaks JSON with shops, and respects their `Retry-After`. */
export function createShopClient({ route, login, now }: ClientParts): ShopClient {
  /** The end of the pause that each shop asked for, in epoch ms, and its reason. */
  const quiet = new Map<string, { readonly until: number; readonly why: Reason }>();

  return {
    async ask({ method, address, path, body, headers }, { endsAt, until, isUrgent = false } = {}) {
      const pause = quiet.get(address);
      const leftMs = (pause?.until ?? 0) - now().getTime();
      if (pause && leftMs > 0 && leftMs <= longestRetryAfterMs && !isUrgent)
        return { is: 'later', afterMs: leftMs, why: pause.why, mayBeTaken: false };
      const authorization = login(address);
      const answer = await askShop(route, {
        method,
        url: address + path,
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...(body && { 'content-type': 'application/json' }),
          accept: 'application/json',
          ...headers,
        },
        ...(body && { body: new TextEncoder().encode(JSON.stringify(body)) }),
        totalMs: endsAt === undefined ? usualMs : Math.max(1, Math.ceil((endsAt - performance.now()) / 1000)) * 1000,
        maxBytes: maxAnswerBytes,
        ...(until && { until }),
      });
      if (answer.is === 'silent')
        return { is: 'later', afterMs: 0, why: answer.why, mayBeTaken: answer.status === undefined ? answer.isReached : true };
      const { status, date } = answer;
      const waitMs = status === 429 || status === 503 ? retryAfterMs(answer.retryAfter, now()) : 0;
      const why = status < 200 || status > 299 ? refusalOf(answer) : pageShown(answer);
      if (waitMs > 0 && why) quiet.set(address, { until: now().getTime() + waitMs, why });
      if (why && (passing.has(status) || status >= 500)) return { is: 'later', afterMs: waitMs, why, mayBeTaken: begun.has(status) };
      if (why) return { is: 'refused', status, why };
      const json = jsonOf(answer.body);
      // PHP writes warnings before the JSON if a plug-in is broken, and the action behind them has happened.
      if (json === undefined) return { is: 'later', afterMs: 0, why: { code: 'shop-answer-unknown' }, mayBeTaken: true };
      return { is: 'answered', status, json, date };
    },
  };
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
