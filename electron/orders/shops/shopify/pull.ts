import { z } from 'zod';
import { afterOf, dateOf, markOf, rememberTaken } from '../changes.ts';
import type { Pull } from '../connection.ts';
import type { Graph, GraphAnswer } from './graph.ts';
import { asFile, isFailed, isOpen, orderFields, sizes, wholeOrders } from './orders.ts';

/** Orders in one page. A page that costs too many points is asked for again with fewer. */
const inPage = 16;
/** Parts in one page of the second list, which has only the ids of their orders. */
const partsInPage = 100;

/**
 * Progress of a reading. The changes are listed by their time, so an order that changes meanwhile moves to the end of the list. The second
 * list has the orders whose parts changed, such as a hold that begins or ends, because the order itself need not count as changed then.
 */
const placeSchema = z.object({
  /** Only changes from this time on are listed, by the clock of the shop; empty before the first reading has ended. */
  after: z.string(),
  list: z.enum(['orders', 'parts']),
  cursor: z.string().nullable(),
  size: z.int().positive(),
  /** Orders whose parts changed, still to be read. */
  ids: z.array(z.string()),
  /** When this reading began, by the clock of the shop. */
  began: z.string(),
  /** The newest change so far. */
  newest: z.string(),
});
type Place = z.infer<typeof placeSchema>;

const beginning = (after: string): Place => ({ after, list: 'orders', cursor: null, size: inPage, ids: [], began: '', newest: '' });
const placeOf = (text: string): Place => (text === '' ? beginning('') : placeSchema.parse(JSON.parse(text)));

/** The beginning of the next reading after the program was closed. */
export const keptPlace = (text: string): string => JSON.stringify(beginning(placeOf(text).after));

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const ordersSchema = z.object({ orders: z.object({ nodes: z.array(z.looseObject({})), pageInfo }) });
const partsSchema = z.object({ fulfillmentOrders: z.object({ nodes: z.array(z.looseObject({ orderId: z.string() })), pageInfo }) });
const nodesSchema = z.object({ nodes: z.array(z.looseObject({}).nullable()) });

const ordersQuery = `query Orders($first: Int!, $after: String, $query: String!, $lines: Int!, $parts: Int!) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ${orderFields} } pageInfo { hasNextPage endCursor }
  }
}`;
const partsQuery = `query Parts($first: Int!, $after: String, $query: String!) {
  fulfillmentOrders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, includeClosed: true) {
    nodes { orderId } pageInfo { hasNextPage endCursor }
  }
}`;
const nodesQuery = `query Nodes($ids: [ID!]!, $lines: Int!, $parts: Int!) { nodes(ids: $ids) { ... on Order { ${orderFields} } } }`;

/** Reads the orders that changed, page by page. */
export function createPull(graph: Graph): Pull {
  const taken = rememberTaken();
  /** Sizes of a page that the shop accepts, if they are smaller. */
  const smaller = new Map<string, number>();

  return async ({ address }, text, isKnown, until) => {
    const place = placeOf(text);
    taken.begin(text);
    const size = Math.min(place.size, smaller.get(address) ?? inPage);
    const answer = await ask();
    if (answer.is === 'too-costly' && size > 1) {
      smaller.set(address, Math.max(1, Math.floor(size / 2)));
      return readOn(place);
    }
    if (answer.is === 'later' && answer.why.code === 'answer-too-large' && size > 1)
      return readOn({ ...place, size: Math.max(1, Math.floor(size / 4)) });
    if (answer.is !== 'answered') return { is: 'later', afterMs: answer.is === 'later' ? answer.afterMs : 0, why: answer.why };
    const began = place.began || dateOf(answer.date);

    if (place.list === 'parts' && place.ids.length === 0) {
      const page = partsSchema.safeParse(answer.json).data?.fulfillmentOrders;
      if (!page) return { is: 'later', afterMs: 0, why: { code: 'shop-answer-unknown' } };
      const ids = [...new Set(page.nodes.map(({ orderId }) => orderId))];
      const cursor = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      return ids.length === 0 ? readOn(beginning(afterOf({ ...place, began })), true) : readOn({ ...place, ids, cursor, began });
    }

    const list = ordersSchema.safeParse(answer.json).data?.orders;
    const nodes = list?.nodes ?? nodesSchema.safeParse(answer.json).data?.nodes.filter((node) => node !== null && 'id' in node);
    if (!nodes) return { is: 'later', afterMs: 0, why: { code: 'shop-answer-unknown' } };
    const page = await wholeOrders(graph, address, nodes, { until });
    if (isFailed(page)) return { is: 'later', afterMs: page.is === 'later' ? page.afterMs : 0, why: page.why };
    const wanted = page.filter((order) => !taken.has(markOf(address, order.id, order)) && (isOpen(order) || isKnown(order.name)));
    const { next, isLast } = nextOf({ ...place, began }, { list, size, changed: page.map(({ updatedAt }) => dateOf(updatedAt)) });
    const nextPlace = JSON.stringify(next);
    taken.handOver(
      nextPlace,
      page.map((order) => markOf(address, order.id, order)),
    );
    return { is: 'read', page: { file: wanted.length === 0 ? undefined : asFile(wanted), place: nextPlace, isLast } };

    async function ask(): Promise<GraphAnswer> {
      const { after, cursor, ids } = place;
      if (ids.length > 0)
        return await graph.ask(address, { name: 'nodes', query: nodesQuery, variables: { ids: ids.slice(0, size), ...sizes } }, { until });
      const since = `updated_at:>='${after}Z'`;
      if (place.list === 'parts')
        return await graph.ask(
          address,
          { name: 'parts', query: partsQuery, variables: { first: partsInPage, after: cursor, query: since } },
          { until },
        );
      // The first reading of a shop takes its open orders only, not its whole history.
      const query = after === '' ? 'status:open -fulfillment_status:fulfilled' : since;
      return await graph.ask(
        address,
        { name: 'orders', query: ordersQuery, variables: { first: size, after: cursor, query, ...sizes } },
        { until },
      );
    }
  };
}

/** Repeats the request from another place in the next turn. */
const readOn = (to: Place, isLast = false): Awaited<ReturnType<Pull>> => ({
  is: 'read',
  page: { file: undefined, place: JSON.stringify(to), isLast },
});

/** The place behind a page of orders. `list`: absent for orders whose parts changed. */
function nextOf(
  place: Place,
  {
    list,
    size,
    changed,
  }: {
    readonly list: z.infer<typeof ordersSchema>['orders'] | undefined;
    readonly size: number;
    readonly changed: readonly string[];
  },
): { readonly next: Place; readonly isLast: boolean } {
  if (list) {
    const newest = [place.newest, ...changed].toSorted().at(-1) ?? '';
    if (list.pageInfo.hasNextPage) return { next: { ...place, newest, cursor: list.pageInfo.endCursor }, isLast: false };
    if (place.after !== '') return { next: { ...place, newest, list: 'parts', cursor: null }, isLast: false };
    return { next: beginning(afterOf({ ...place, newest })), isLast: true };
  }
  const ids = place.ids.slice(size);
  if (ids.length > 0 || place.cursor !== null) return { next: { ...place, ids }, isLast: false };
  return { next: beginning(afterOf(place)), isLast: true };
}
