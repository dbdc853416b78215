import type { Reason } from '../../../../shared/reason.ts';
import type { Connection } from '../connection.ts';
import type { ShopClient } from '../shop-client.ts';
import { api } from './orders.ts';
import { createProductFacts } from './product-facts.ts';
import { createPull, keptPlace } from './pull.ts';
import { createTell } from './tell.ts';
import { createWatch } from './watch.ts';

/** WooCommerce's REST API: a consumer key and secret that may read and write. */
export function createWooCommerce(client: ShopClient, now: () => Date): Connection {
  const facts = createProductFacts(client, now);
  return { pull: createPull(client, facts), keptPlace, watch: createWatch(client, facts), tell: createTell(client), test };

  /** Returns why these keys cannot be used, or undefined. Changes nothing: no order has the id 0. */
  async function test(address: string): Promise<Reason | undefined> {
    const read = await client.ask({ method: 'GET', address, path: `${api}/orders?per_page=1` });
    if (read.is === 'refused' && read.status === 404) return { code: 'shop-not-found' };
    if (read.is !== 'answered') return read.why;
    if (!Array.isArray(read.json)) return { code: 'shop-not-found' };
    const products = await client.ask({ method: 'GET', address, path: `${api}/products?per_page=1` });
    if (products.is !== 'answered') return products.why;
    const written = await client.ask({ method: 'POST', address, path: `${api}/orders/0/notes`, body: { note: '' } });
    if (written.is === 'refused' && (written.status === 401 || written.status === 403)) return { code: 'shop-key-only-reads' };
    return written.is === 'later' ? written.why : undefined;
  }
}
