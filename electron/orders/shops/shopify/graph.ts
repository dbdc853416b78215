import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Reason } from '../../../../shared/reason.ts';
import type { ApiAnswer, How, ShopClient } from '../shop-client.ts';
import type { Tokens } from './tokens.ts';

/** The version of the GraphQL Admin API. Shopify supports each for at least a year, and then answers as the oldest one that it supports. */
const path = '/admin/api/2026-07/graphql.json';

interface Asked {
  /** Names the operation, whose costs are alike. */
  readonly name: string;
  readonly query: string;
  readonly variables: object;
}

export type GraphAnswer =
  | ApiAnswer
  /** The question costs more than one request may. A smaller one may be asked. */
  | { readonly is: 'too-costly'; readonly why: Reason };

export interface Graph {
  /** Sends one operation. Waits while the shop's bucket of points is empty, but not longer than is useful. */
  ask(address: string, asked: Asked, how?: How): Promise<GraphAnswer>;
}

const errorSchema = z.looseObject({
  message: z.string().catch(''),
  extensions: z.looseObject({ code: z.string().catch('') }).catch({ code: '' }),
});
const answerSchema = z.looseObject({
  /** Absent if the shop has not begun, as when it throttles. */
  data: z.unknown().optional(),
  errors: z.array(errorSchema).catch([]),
  extensions: z
    .looseObject({
      cost: z.looseObject({
        requestedQueryCost: z.number(),
        throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number() }),
      }),
    })
    .optional()
    .catch(undefined),
});

/** How often a request is repeated that the shop has throttled. */
const mostRepeats = 5;
/** A longer pause is left to the next reading. */
const longestWaitMs = 20_000;
const throttled: Reason = { code: 'shop-answered', status: 429, message: 'Throttled' };

/** The points that a shop had left, as of its last answer. */
interface Bucket {
  readonly left: number;
  readonly perSecond: number;
  readonly at: number;
}

/** Speaks GraphQL with Shopify: with a token that is renewed, and within the points that the shop grants. */
export function createGraph(client: ShopClient, tokens: Tokens): Graph {
  const buckets = new Map<string, Bucket>();
  const costs = new Map<string, number>();

  const leftIn = ({ left, perSecond, at }: Bucket): number => left + ((performance.now() - at) / 1000) * perSecond;

  function waitFor(address: string, cost: number): number {
    const bucket = buckets.get(address);
    if (!bucket || bucket.perSecond <= 0) return 0;
    return Math.max(0, Math.ceil(((cost - leftIn(bucket)) / bucket.perSecond) * 1000));
  }

  /** Another request that is under way takes its points too, until the next answer shows the true number. */
  function spend(address: string, cost: number): void {
    const bucket = buckets.get(address);
    if (bucket) buckets.set(address, { ...bucket, left: leftIn(bucket) - cost, at: performance.now() });
  }

  return {
    async ask(address, { name, query, variables }, how = {}) {
      const { endsAt = Number.POSITIVE_INFINITY, until, isUrgent = false } = how;
      const pause = async (ms: number): Promise<boolean> => {
        if (ms > longestWaitMs || performance.now() + ms > endsAt) return false;
        await sleep(ms, undefined, { ...(until && { signal: until }) }).catch(() => undefined);
        return until?.aborted !== true;
      };
      // A packer who waits takes the points before a reading does. A long wait is not believed: the shop may have granted more since.
      const expected = isUrgent ? 0 : waitFor(address, costs.get(name) ?? 0);
      if (expected > 0 && expected <= longestWaitMs && !(await pause(expected)))
        return { is: 'later', afterMs: expected, why: throttled, mayBeTaken: false };
      let isRenewed = false;
      for (let repeats = 0; ; repeats += 1) {
        const token = await tokens.of(address, how);
        if (token.is !== 'token') return token;
        const headers = { 'x-shopify-access-token': token.token };
        spend(address, costs.get(name) ?? 0);
        const answer = await client.ask({ method: 'POST', address, path, headers, body: { query, variables } }, how);
        if (answer.is === 'refused' && answer.status === 401 && !isRenewed && tokens.drop(address, token.token)) {
          isRenewed = true;
          continue;
        }
        if (answer.is === 'refused' && answer.status === 404) return { ...answer, why: { code: 'shopify-not-found' } };
        if (answer.is !== 'answered') return answer;
        const read = answerSchema.safeParse(answer.json).data;
        if (!read) return { is: 'later', afterMs: 0, why: { code: 'shop-answer-unknown' }, mayBeTaken: true };
        const cost = read.extensions?.cost;
        if (cost) {
          costs.set(name, cost.requestedQueryCost);
          const { currentlyAvailable: left, restoreRate: perSecond } = cost.throttleStatus;
          buckets.set(address, { left, perSecond, at: performance.now() });
        }
        if (!read.errors.some(({ extensions }) => extensions.code === 'THROTTLED')) return meaningOf(read, answer.date);
        const ms = Math.max(200, waitFor(address, cost?.requestedQueryCost ?? 0));
        if (repeats >= mostRepeats || !(await pause(ms))) return { is: 'later', afterMs: ms, why: throttled, mayBeTaken: false };
      }
    },
  };
}

/** Interprets the errors of an answer. With any error the data are not complete. */
function meaningOf({ data, errors }: z.infer<typeof answerSchema>, date: string): GraphAnswer {
  const [first] = errors;
  if (!first) return { is: 'answered', status: 200, json: data, date };
  const { code } = first.extensions;
  const why = { code: 'shop-refuses', message: first.message.slice(0, 300) } as const;
  if (code === 'MAX_COST_EXCEEDED') return { is: 'too-costly', why };
  // Shopify names no code for a failure of its own, or this one.
  const isPassing = code === 'INTERNAL_SERVER_ERROR' || code === 'TIMEOUT' || /^internal error/i.test(first.message);
  return isPassing
    ? { is: 'later', afterMs: 0, why: { code: 'shop-answered', status: 500, message: why.message }, mayBeTaken: true }
    : { is: 'refused', status: 200, why };
}
