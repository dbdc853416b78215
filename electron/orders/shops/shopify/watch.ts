import { z } from 'zod';
import { askedNumber } from '../../../../shared/order-source.ts';
import { type Found, mostAtScanMs, type Watch } from '../connection.ts';
import type { Graph } from './graph.ts';
import { asFile, gidOf, isFailed, orderFields, sizes, wholeOrders } from './orders.ts';

const oneSchema = z.object({ order: z.looseObject({}).nullable() });
const foundSchema = z.object({ orders: z.object({ nodes: z.array(z.looseObject({})) }) });
const oneQuery = `query One($id: ID!, $lines: Int!, $parts: Int!) { order(id: $id) { ${orderFields} } }`;
const namedQuery = `query Named($query: String!, $lines: Int!, $parts: Int!) { orders(first: 5, query: $query) { nodes { ${orderFields} } } }`;

/** Reads one order again right before it is shipped. */
export function createWatch(graph: Graph): Watch {
  return async ({ address }, { number, id }, until) => {
    const how = { endsAt: performance.now() + mostAtScanMs, until, isUrgent: true };
    if (id !== undefined) {
      const answer = await graph.ask(address, { name: 'one', query: oneQuery, variables: { id: gidOf(id), ...sizes } }, how);
      if (answer.is !== 'answered') return { is: 'failed', why: answer.why };
      const read = oneSchema.safeParse(answer.json).data;
      if (!read) return { is: 'failed', why: { code: 'shop-answer-unknown' } };
      return read.order ? await asFound([read.order]) : { is: 'failed', why: { code: 'shop-order-gone', order: number } };
    }
    const asked = askedNumber(number);
    // A quotation mark would end the text that is searched.
    const query = `name:"${asked.replace(/["\\]/g, ' ')}"`;
    const answer = await graph.ask(address, { name: 'named', query: namedQuery, variables: { query, ...sizes } }, how);
    if (answer.is !== 'answered') return { is: 'failed', why: answer.why };
    const found = foundSchema.safeParse(answer.json).data;
    if (!found) return { is: 'failed', why: { code: 'shop-answer-unknown' } };
    return await asFound(found.orders.nodes, asked);

    async function asFound(nodes: readonly object[], name?: string): Promise<Found> {
      const orders = await wholeOrders(graph, address, nodes, how);
      if (isFailed(orders)) return { is: 'failed', why: orders.why };
      const meant = orders.filter((order) => name === undefined || askedNumber(order.name) === name);
      return { is: 'found', file: meant.length === 0 ? undefined : asFile(meant) };
    }
  };
}
