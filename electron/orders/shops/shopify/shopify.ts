import { z } from 'zod';
import type { Reason } from '../../../../shared/reason.ts';
import type { Connection } from '../connection.ts';
import type { ShopClient } from '../shop-client.ts';
import { createGraph } from './graph.ts';
import { isFailed, orderFields, sizes, wholeOrders } from './orders.ts';
import { createPull, keptPlace } from './pull.ts';
import { createTell } from './tell.ts';
import { createTokens } from './tokens.ts';
import { createWatch } from './watch.ts';

export { isFixedToken } from './tokens.ts';

/** The least rights. Each row needs one of its scopes; a scope that writes may also read. */
const scopes = [
  ['read_orders', 'write_orders'],
  ['read_products', 'write_products'],
  ['write_merchant_managed_fulfillment_orders'],
] as const;

const installedSchema = z.object({ currentAppInstallation: z.object({ accessScopes: z.array(z.looseObject({ handle: z.string() })) }) });
const installedQuery = 'query Installed { currentAppInstallation { accessScopes { handle } } }';
const firstSchema = z.object({ orders: z.object({ nodes: z.array(z.looseObject({})) }) });
const firstQuery = `query First($lines: Int!, $parts: Int!) { orders(first: 1) { nodes { ${orderFields} } } }`;

/** Shopify's GraphQL Admin API. `keys`: client id and secret of an app, or a colon and a fixed token, for an address. */
export function createShopify(client: ShopClient, keys: (address: string) => string | undefined, now: () => Date): Connection {
  const graph = createGraph(client, createTokens(client, keys, now));
  return { pull: createPull(graph), keptPlace, watch: createWatch(graph), tell: createTell(graph), test };

  async function test(address: string): Promise<Reason | undefined> {
    const installed = await graph.ask(address, { name: 'installed', query: installedQuery, variables: {} });
    if (installed.is !== 'answered') return installed.why;
    const granted = installedSchema.safeParse(installed.json).data?.currentAppInstallation.accessScopes.map(({ handle }) => handle);
    if (!granted) return { code: 'shop-answer-unknown' };
    const missing = scopes.filter((any) => !any.some((scope) => granted.includes(scope))).map(([scope]) => scope);
    if (missing.length > 0) return { code: 'shop-scopes-missing', scopes: missing };
    const first = await graph.ask(address, { name: 'first', query: firstQuery, variables: sizes });
    if (first.is !== 'answered') return first.why;
    const nodes = firstSchema.safeParse(first.json).data?.orders.nodes;
    const orders = await wholeOrders(graph, address, nodes);
    if (isFailed(orders)) return orders.why;
    const [{ shippingAddress: to } = { shippingAddress: null }] = orders;
    return to && !to.name && !to.address1 ? { code: 'shop-hides-addresses' } : undefined;
  }
}

/** The address `….myshopify.com` of what was typed: also the name of the shop alone, or the address of its admin page. */
export function shopifyAddress(typed: string): string {
  const [, name] = /^(?:https?:\/\/)?admin\.shopify\.com\/store\/([\w-]+)/i.exec(typed) ?? /^([\w-]+)$/.exec(typed) ?? [];
  return name === undefined ? typed.replace(/\/admin(?:\/.*)?$/i, '') : `https://${name.toLowerCase()}.myshopify.com`;
}
