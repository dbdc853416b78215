import { z } from 'zod';
import { kilogramsOf } from '../../../../shared/mapping.ts';
import type { ApiAnswer, How, ShopClient } from '../shop-client.ts';
import { api, type WooOrder } from './orders.ts';

const productSchema = z.looseObject({
  id: z.number(),
  virtual: z.boolean().catch(false),
  weight: z.string().catch(''),
  global_unique_id: z.string().catch(''),
  meta_data: z.array(z.looseObject({ key: z.string(), value: z.unknown() })).catch([]),
});
type Product = z.infer<typeof productSchema>;

const settingSchema = z.looseObject({ value: z.string() });
const refundsSchema = z.array(
  z.looseObject({
    id: z.number(),
    line_items: z.array(
      z.looseObject({
        quantity: z.number(),
        total: z.string().catch(''),
        meta_data: z.array(z.looseObject({ key: z.string(), value: z.unknown() })).catch([]),
      }),
    ),
  }),
);

/** Meta data in which plug-ins keep a bar code, for shops older than WooCommerce's own field. */
const barcodeKeys = new Set(['_alg_ean', '_wpm_gtin_code', '_ts_gtin', 'hwp_product_gtin']);
const mostAtOnce = 100;
/** How long facts of products are used again. */
const keptMs = 10 * 60_000;
const fields = 'id,virtual,weight,global_unique_id,meta_data';

type Failed = Exclude<ApiAnswer, { readonly is: 'answered' }>;
const isFailed = (given: object): given is Failed => 'is' in given && (given.is === 'refused' || given.is === 'later');

export interface ProductFacts {
  /** Returns the orders with the facts of their products, and without the pieces that were refunded. */
  complete(address: string, orders: readonly WooOrder[], how?: How): Promise<readonly object[] | Failed>;
}

/** Reads what WooCommerce's orders leave out: weights, bar codes, what needs no shipping, and which pieces were refunded. */
export function createProductFacts(client: ShopClient, now: () => Date): ProductFacts {
  const known = new Map<string, { readonly at: number; readonly product: Product | undefined }>();
  const units = new Map<string, { readonly at: number; readonly unit: string }>();
  const isFresh = (at: number): boolean => Math.abs(now().getTime() - at) < keptMs;

  /** Returns the shop's unit of weights; empty if the keys may not read it: then a weight means nothing. */
  async function unitOf(address: string, how?: How): Promise<string | Failed> {
    const kept = units.get(address);
    if (kept && isFresh(kept.at)) return kept.unit;
    const path = `${api}/settings/products/woocommerce_weight_unit`;
    const answer = await client.ask({ method: 'GET', address, path }, how);
    if (answer.is === 'later') return answer;
    const unit = answer.is === 'answered' ? (settingSchema.safeParse(answer.json).data?.value ?? '') : '';
    units.set(address, { at: now().getTime(), unit });
    return unit;
  }

  async function read(address: string, parent: number | undefined, ids: readonly number[], how?: How): Promise<Failed | undefined> {
    const list = parent === undefined ? '/products' : `/products/${parent}/variations`;
    for (let at = 0; at < ids.length; at += mostAtOnce) {
      const some = ids.slice(at, at + mostAtOnce);
      const path = `${api}${list}?include=${some.join(',')}&per_page=${mostAtOnce}&_fields=${fields}`;
      const answer = await client.ask({ method: 'GET', address, path }, how);
      // A product that was deleted takes its variations with it.
      if (answer.is !== 'answered' && !(answer.is === 'refused' && answer.status === 404)) return answer;
      const found = answer.is === 'answered' ? (z.array(productSchema).safeParse(answer.json).data ?? []) : [];
      for (const id of some) known.set(`${address} ${id}`, { at: now().getTime(), product: found.find((product) => product.id === id) });
    }
    return undefined;
  }

  /** Reads the products of these orders that are not known. */
  async function learn(address: string, orders: readonly WooOrder[], how?: How): Promise<Failed | undefined> {
    const items = orders
      .flatMap((order) => order.line_items)
      .filter(({ product_id: id, variation_id: variation }) => id > 0 && !isFresh(known.get(`${address} ${variation || id}`)?.at ?? 0));
    const parents = [...new Set(items.map((item) => item.product_id))];
    const failed = await read(address, undefined, parents, how);
    if (failed) return failed;
    for (const [parent, own] of Map.groupBy(
      items.filter((item) => item.variation_id > 0),
      (item) => item.product_id,
    )) {
      const failure = await read(address, parent, [...new Set(own.map((item) => item.variation_id))], how);
      if (failure) return failure;
    }
    return undefined;
  }

  async function withoutRefunds(address: string, order: WooOrder, how?: How): Promise<WooOrder | Failed> {
    if (order.refunds.length === 0) return order;
    const path = `${api}/orders/${order.id}/refunds?per_page=100`;
    const answer = await client.ask({ method: 'GET', address, path }, how);
    if (answer.is !== 'answered') return answer;
    const refunds = refundsSchema.safeParse(answer.json).data ?? [];
    const lines = refunds.flatMap((refund) => refund.line_items.filter(({ quantity }) => quantity !== 0));
    // An amount that was paid back without pieces says nothing about what is still to be sent.
    if (refunds.length < order.refunds.length || refunds.some((refund) => !refund.line_items.some(({ quantity }) => quantity !== 0)))
      return order;
    const line_items = order.line_items.map((item) => {
      const own = lines.filter(({ meta_data: meta }) =>
        meta.some(({ key, value }) => key === '_refunded_item_id' && Number(value) === item.id),
      );
      const left = item.quantity - own.reduce((sum, { quantity }) => sum + Math.abs(quantity), 0);
      if (own.length === 0) return item;
      if (left <= 0) return { ...item, packbench: { refunded: true } };
      const total = own.reduce((sum, { total: paidBack }) => sum - Math.abs(Number(paidBack) || 0), Number(item.total));
      return { ...item, quantity: left, total: total.toFixed(item.total.split('.')[1]?.length ?? 0) };
    });
    return { ...order, line_items, packbench: { refunds: 'by-item' } };
  }

  return {
    async complete(address, orders, how) {
      const failed = await learn(address, orders, how);
      if (failed) return failed;
      const unit = await unitOf(address, how);
      if (typeof unit !== 'string') return unit;
      const completed: object[] = [];
      for (const each of orders) {
        const order = await withoutRefunds(address, each, how);
        if (isFailed(order)) return order;
        const line_items = order.line_items.map((item) => {
          const at = (id: number): Product | undefined => known.get(`${address} ${id}`)?.product;
          return {
            ...item,
            packbench: { ...factsOf(at(item.variation_id), at(item.product_id), unit), ...(item['packbench'] as object | undefined) },
          };
        });
        completed.push({ ...order, line_items });
      }
      return completed;
    },
  };
}

/** A variation takes what it lacks from its product. */
function factsOf(variation: Product | undefined, product: Product | undefined, unit: string): object {
  const weight = variation?.weight || product?.weight || '';
  return {
    weight_kg: unit === '' || Number(weight) === 0 ? '' : kilogramsOf(weight, unit),
    barcode: [variation, product].map((each) => (each ? barcodeOf(each) : '')).find(Boolean) ?? '',
    ...((variation ?? product) && { virtual: (variation ?? product)?.virtual }),
  };
}

function barcodeOf({ global_unique_id: own, meta_data: meta }: Product): string {
  const kept = meta.find(({ key, value }) => barcodeKeys.has(key) && typeof value === 'string' && value !== '');
  return own || (typeof kept?.value === 'string' ? kept.value : '');
}
