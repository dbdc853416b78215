import type { ShopToConnect } from './connected-bench.ts';
import { playShopify, type ShopifyAsked, type ShopifyFault, type SoldOrder } from './played-shopify.ts';
import { type Asked, type Fault, type PlayedOrder, playWooCommerce } from './played-woocommerce.ts';

/** An order of a played shop. */
export interface Sold {
  readonly id: number;
  readonly number: string;
}

/** A played shop as the people of its day see it: customers, the merchant, and who counts in the evening. */
export interface DayShop {
  readonly connection: ShopToConnect;
  /** Requests so far. */
  requests(): number;
  /** One mug with a bar code. `like`: to the same address as this order. */
  buy(given?: { readonly quantity?: number; readonly like?: Sold }): Sold;
  move(sold: Sold, to: { readonly street: string; readonly city: string }): void;
  cancel(sold: Sold): void;
  isCancelled(sold: Sold): boolean;
  /** True if the shop lets an order be cancelled that is shipped. */
  readonly cancelsShipped: boolean;
  /** Times that the shop was told this number of the order; more than once is too often. */
  told(sold: Sold, number: string): number;
  /** True if the shop waits for nothing of the order. */
  isComplete(sold: Sold): boolean;
  /** True if the shop was told once that the order left without a number. */
  isToldWithoutNumber(sold: Sold): boolean;
  /** Words for the end: how the shop got in the way. */
  troubles(): string;
  stop(): Promise<void>;
}

export const dayShops = { shopify: shopifyOfTheDay, woocommerce: wooCommerceOfTheDay } as const;

const mug = '4006381333931';

async function wooCommerceOfTheDay(): Promise<DayShop> {
  const shop = await playWooCommerce({ numberOf: (id) => `W${id}` });
  shop.products = [{ id: 1, weight: '0.35', global_unique_id: mug }];
  let writes = 0;
  // The shop throttles, fails, and loses every seventh answer to a write after it acted.
  shop.fault = ({ method, path }: Asked, nth: number): Fault => {
    if (nth % 17 === 0) return { status: 429, headers: { 'retry-after': '2' } };
    if (nth % 29 === 0) return { status: 503, body: 'busy' };
    if (method === 'GET' || path.includes('/orders/0/')) return undefined;
    writes += 1;
    return writes % 7 === 0 ? 'lost-answer' : undefined;
  };
  const at = ({ id }: Sold): PlayedOrder => found(shop.orders.get(id));
  const notesWith = (sold: Sold, number: string): number => at(sold).notes.filter(({ note }) => note.includes(number)).length;
  return {
    connection: shop,
    requests: () => shop.asked.length,
    buy({ quantity = 1, like } = {}) {
      const items = [{ product: 1, quantity, total: (12.5 * quantity).toFixed(2) }];
      return shop.order({ items, ...(like && { shipping: { ...at(like).shipping }, billing: { ...at(like).billing } }) });
    },
    move: (sold, { street, city }) => shop.change(sold.id, { shipping: { ...at(sold).shipping, address_1: street, city } }),
    cancel: ({ id }) => shop.change(id, { status: 'cancelled' }),
    isCancelled: (sold) => at(sold).status === 'cancelled',
    cancelsShipped: true,
    told(sold, number) {
      const { meta } = at(sold);
      const items = meta.flatMap(({ value }) =>
        (value as readonly { readonly tracking_number: string }[]).map((item) => item.tracking_number),
      );
      const times = [notesWith(sold, number), items.filter((each) => each === number).length];
      return times.includes(0) ? 0 : Math.max(...times, meta.length);
    },
    isComplete: (sold) => at(sold).status === 'completed',
    isToldWithoutNumber: (sold) => at(sold).status === 'completed' && at(sold).notes.length === 2,
    troubles: () => `${writes} writes.`,
    stop: () => shop.stop(),
  };
}

async function shopifyOfTheDay(): Promise<DayShop> {
  const shop = await playShopify();
  shop.variants.set(1, { barcode: mug, weight: { unit: 'GRAMS', value: 350 } });
  shop.bucket = { max: 2000, perSecond: 300, left: 2000 };
  let [writes, lost, ended] = [0, 0, 0];
  // The shop throttles, fails, ends its tokens, and loses every seventh answer to a write after it acted.
  shop.fault = ({ isWrite }: ShopifyAsked, nth: number): ShopifyFault => {
    if (nth % 97 === 0) {
      shop.endTokens();
      ended += 1;
    }
    if (nth % 41 === 0) return { status: 429, headers: { 'retry-after': '2.0' } };
    if (nth % 29 === 0) return { status: 503, body: 'busy' };
    if (nth % 37 === 0) return 'internal-error';
    if (!isWrite) return undefined;
    writes += 1;
    if (writes % 7 !== 0) return undefined;
    lost += 1;
    return 'lost-answer';
  };
  const at = ({ id }: Sold): SoldOrder => found(shop.orders.get(id));
  const standing = (sold: Sold) => at(sold).fulfillments.filter(({ status }) => status === 'SUCCESS');
  const places = (sold: Sold): number => new Set(at(sold).lines.map(({ from }) => from)).size;
  let bought = 0;
  return {
    connection: shop,
    requests: () => shop.asked.length,
    buy({ quantity = 1, like } = {}) {
      bought += 1;
      // Every tenth order leaves from two places, and every tenth has a part that was split off.
      const saucer = { name: 'Saucer', sku: 'SAU-1', variant: 2 };
      const isSimple = quantity > 1 || like !== undefined;
      const more = isSimple || bought % 10 !== 0 ? [] : [{ ...saucer, from: 'Cellar' }];
      const isSplit = !isSimple && bought % 10 === 5;
      const made = shop.order({
        items: [{ variant: 1, quantity: isSplit ? 3 : quantity }, ...more],
        ...(like && { address: at(like).address, email: at(like).email }),
      });
      if (isSplit) shop.split(made.id, 1);
      return { id: made.id, number: made.name };
    },
    move: (sold, { street, city }) => shop.change(sold.id, { address: { ...at(sold).address, address1: street, city } }),
    cancel: ({ id }) => shop.cancel(id),
    isCancelled: (sold) => at(sold).cancelledMs !== null,
    cancelsShipped: false,
    told(sold, number) {
      const made = standing(sold).filter(({ tracking }) => tracking.some((each) => each.number === number));
      const perPlace = Map.groupBy(made, ({ lines }) => lines[0]?.part.place ?? '');
      const isAll = perPlace.size === places(sold);
      return isAll ? Math.max(...[...perPlace.values()].map((each) => each.length)) : 0;
    },
    isComplete: (sold) => at(sold).parts.every(({ status }) => status === 'CLOSED'),
    isToldWithoutNumber: (sold) => standing(sold).length === places(sold) && standing(sold).every(({ tracking }) => tracking.length === 0),
    troubles: () => `${writes} writes, ${lost} answers lost, ${shop.throttledTimes} times out of points, all tokens ended ${ended} times.`,
    stop: () => shop.stop(),
  };
}

function found<Each>(each: Each | undefined): Each {
  if (each === undefined) throw new Error('The shop has no such order.');
  return each;
}
