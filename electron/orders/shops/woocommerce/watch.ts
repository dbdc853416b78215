import { z } from 'zod';
import { askedNumber } from '../../../../shared/order-source.ts';
import { type Found, mostAtScanMs, type Watch } from '../connection.ts';
import type { ShopClient } from '../shop-client.ts';
import { api, orderSchema, type WooOrder } from './orders.ts';
import type { ProductFacts } from './product-facts.ts';

/** Reads one order again right before it is shipped. */
export function createWatch(client: ShopClient, facts: ProductFacts): Watch {
  return async ({ address }, { number, id }, until) => {
    const how = { endsAt: performance.now() + mostAtScanMs, until, isUrgent: true };
    const ask = (path: string) => client.ask({ method: 'GET', address, path: api + path }, how);
    const asFile = async (orders: readonly WooOrder[]): Promise<Found> => {
      if (orders.length === 0) return { is: 'found', file: undefined };
      const completed = await facts.complete(address, orders, how);
      if ('is' in completed) return { is: 'failed', why: completed.why };
      return { is: 'found', file: new TextEncoder().encode(JSON.stringify(completed)) };
    };
    const asked = askedNumber(number);
    // Without a plug-in for order numbers, the number is the id.
    const likely = id ?? (/^\d{1,15}$/.test(asked) ? asked : undefined);
    if (likely !== undefined) {
      const answer = await ask(`/orders/${encodeURIComponent(likely)}`);
      if (answer.is === 'refused' && answer.status === 404 && id !== undefined)
        return { is: 'failed', why: { code: 'shop-order-gone', order: number } };
      if (answer.is === 'later' || (answer.is === 'refused' && answer.status !== 404)) return { is: 'failed', why: answer.why };
      const order = answer.is === 'answered' ? orderSchema.safeParse(answer.json).data : undefined;
      if (answer.is === 'answered' && !order) return { is: 'failed', why: { code: 'shop-answer-unknown' } };
      if (order && (id !== undefined || askedNumber(order.number) === asked)) return await asFile([order]);
    }
    const answer = await ask(`/orders?${new URLSearchParams({ search: asked, per_page: '20' }).toString()}`);
    if (answer.is !== 'answered') return { is: 'failed', why: answer.why };
    const found = z.array(orderSchema).safeParse(answer.json).data;
    if (!found) return { is: 'failed', why: { code: 'shop-answer-unknown' } };
    return await asFile(found.filter((order) => askedNumber(order.number) === asked));
  };
}
