import { setImmediate as turn } from 'node:timers/promises';
import { isSettledOrOpen } from '../../../shared/booking.ts';
import { isOnePiece, itemCodesOf } from '../../../shared/check-off.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Order, OrderKey } from '../../../shared/order.ts';
import { productKey } from '../../../shared/product-data.ts';
import type { Reason } from '../../../shared/reason.ts';
import { isProductCode, itemCode } from '../../../shared/scan.ts';
import type { BenchContext } from '../context.ts';
import { hasItem, isOnePieceOf } from '../one-piece.ts';
import { readinessOf } from '../readiness.ts';
import { type Found, isForeign } from './found.ts';
import type { InHand } from './in-hand.ts';
import { createOrderLeases, type OrderLeases } from './order-leases.ts';

type ProductContext = Pick<
  BenchContext,
  'allPrinters' | 'courier' | 'fail' | 'id' | 'journal' | 'keyAccount' | 'ledger' | 'now' | 'printers' | 'settings'
>;

/** Orders that are read at once. One is enough in most cases. */
const atOnce = 20;
/** Numbers that one sentence names. */
const mostNamed = 3;
/** Timeout for what other benches reported before this bench got the lease, in ms. */
const syncWithinMs = 300;

/** An order that a product leads to. `isOfSeveral`: orders with other SKUs have this code too. */
export interface ChosenByProduct {
  readonly order: Order;
  readonly isOfSeveral: boolean;
}

/** Opens orders by the code of a product, if Setup says so. */
export interface ByProduct {
  /** True if the code stands for a product: it leads to nothing else, and an open order or the product data have it. */
  mayBe(code: string, found: Found): boolean;
  /** True if the number of this order is also the code of an item of another open order. */
  isAlso(code: string, order: Pick<Order, 'key'>): boolean;
  isOnePieceOf(order: Order, code: string): boolean;
  /**
   * Chooses the oldest order to ship that is one piece of this product, by the time it came in, and leases it. Passed over:
   * orders that another bench has, that wait or are put aside, and those that would only stop. The failure names them if no other is left.
   * `take` is called in the same tick in which the choice ends. Undefined if `isWanted` became false.
   */
  choose(code: string, isWanted: () => boolean, take: (chosen: ChosenByProduct) => void): Promise<ChosenByProduct | Failure | undefined>;
  /** Leases an order that was scanned by its number, so that no product opens it at another bench. Waits for nothing and refuses nothing. */
  leaseScanned(key: OrderKey): void;
  /** Ends the leases that are not needed any more, and renews the others. Called after every change of the hand, and often. */
  tidy(): void;
}

interface Parts {
  readonly context: ProductContext;
  readonly hand: Pick<InHand, 'state' | 'whole'>;
  readonly leases: Pick<OrderLeases, 'take'>;
}

export function createByProduct(context: ProductContext, hand: Pick<InHand, 'state' | 'whole'>): ByProduct {
  const { journal, settings } = context;
  /** The order that each choice under way leases. */
  const choosing = new Map<object, OrderKey>();
  const isBought = (key: OrderKey): boolean => {
    const latest = journal.latestOf(key);
    return latest !== undefined && (latest.state === 'intent' || isSettledOrOpen(latest));
  };
  const isNeeded = (key: OrderKey): boolean => {
    const { shown, parcel } = hand.whole();
    if ((parcel.scannedKey === key || shown.waiting.some(({ orderKey }) => orderKey === key)) && !isBought(key)) return true;
    return [...choosing.values()].includes(key);
  };
  const leases = createOrderLeases(context, isNeeded, isBought);
  return {
    mayBe: (code, found) => settings().opensByProduct && isForeign(found) && !found.isLeftOut && !found.unread && isProduct(context, code),
    isAlso: (code, { key }) =>
      settings().opensByProduct &&
      journal.ordersOfOnePiece(formsOf(context, code), { after: 0, limit: 2 }).some(({ order }) => order.key !== key),
    isOnePieceOf: (order, code) => isOnePieceOf(context, order, code),
    async choose(code, isWanted, take) {
      const choice = {};
      try {
        const chosen = await choose({ context, hand, leases }, code, isWanted, (key) => choosing.set(choice, key));
        if (chosen && 'order' in chosen) take(chosen);
        return chosen;
      } finally {
        choosing.delete(choice);
        leases.tidy();
      }
    },
    leaseScanned(key) {
      // It may be put down before the ledger answers.
      if (settings().opensByProduct) void leases.take(key).then(leases.tidy);
    },
    tidy: leases.tidy,
  };
}

/** True if an open order or the product data have an item with this code. */
function isProduct(context: Pick<BenchContext, 'journal'>, code: string): boolean {
  const { journal } = context;
  const codes = itemCodesOf(code);
  const has = (order: Order): boolean => hasItem(context, order, code);
  return (
    // The fastest way first: it answers for nearly every product.
    journal.ordersOfOnePiece(codes, { after: 0, limit: 1 }).some(({ order }) => has(order)) ||
    journal.productsWithCode(codes).length > 0 ||
    journal.productsAt([productKey(code)]).size > 0 ||
    formsOf(context, code).some((each) => journal.ordersWithItem(each).some(has))
  );
}

/** `choosing` is called before an order is leased. */
async function choose(
  { context, hand, leases }: Parts,
  code: string,
  isWanted: () => boolean,
  choosing: (key: OrderKey) => void,
): Promise<ChosenByProduct | Failure | undefined> {
  const passed: Passed = { stopped: [], elsewhere: [], waiting: [] };
  const codes = formsOf(context, code);
  for (let after = 0, isLast = false; !isLast; ) {
    const page = context.journal.ordersOfOnePiece(codes, { after, limit: atOnce });
    isLast = page.length < atOnce;
    after = page.at(-1)?.sequence ?? after;
    const fitting = page.filter(({ order }) => isOnePieceOf(context, order, code));
    for (const { order } of fitting) {
      const { key } = order;
      if (isBefore(hand, key)) passed.waiting.push(key);
      else if (!mayShip(context, hand, order)) passed.stopped.push(key);
      else {
        choosing(key);
        const leased = await leases.take(key);
        if (!isWanted()) return undefined;
        if (!leased.ok) return leased.failure;
        if (leased.value === 'elsewhere') passed.elsewhere.push(key);
        else {
          const mine = await stillFitting({ context, hand }, key, code);
          if (!isWanted()) return undefined;
          if (mine) return { order: mine, isOfSeveral: !isProductCode(code) && skusOf(fitting).size > 1 };
        }
      }
    }
    await turn();
    if (!isWanted()) return undefined;
  }
  return whyNone(context, code, codes, passed);
}

/** The forms of the code, and of the SKUs that the product data have for it. */
const formsOf = ({ journal }: Pick<BenchContext, 'journal'>, code: string): readonly string[] => {
  const forms = itemCodesOf(code);
  return [...new Set([...forms, ...journal.productsWithCode(forms).map(({ sku }) => itemCode(sku))])].filter((form) => form !== '');
};

/** True for an order that this bench has in hand already, or that waits for its turn. */
function isBefore(hand: Pick<InHand, 'state'>, key: OrderKey): boolean {
  const { workflow, waiting } = hand.state();
  return ('booking' in workflow && workflow.booking.orderKey === key) || waiting.some(({ orderKey }) => orderKey === key);
}

/** False for an order that a person put aside, or that would only stop. */
function mayShip(context: ProductContext, hand: Pick<InHand, 'whole'>, order: Order): boolean {
  const { readiness, latest } = readinessOf(context, order, hand.whole().parcel.rules);
  return readiness.is !== 'stop' && !(latest && context.journal.isParked(latest.id));
}

/** The bench that had the lease before may have bought it. */
async function stillFitting({ context, hand }: Pick<Parts, 'context' | 'hand'>, key: OrderKey, code: string): Promise<Order | undefined> {
  if (context.ledger.isShared) await context.ledger.syncNow(syncWithinMs);
  const order = context.journal.order(key);
  return order && isOnePieceOf(context, order, code) && mayShip(context, hand, order) ? order : undefined;
}

const skusOf = (orders: readonly { readonly order: Order }[]): ReadonlySet<string> =>
  new Set(orders.map(({ order }) => productKey(order.lines[0]?.sku ?? '')).filter(Boolean));

interface Passed {
  readonly stopped: OrderKey[];
  readonly elsewhere: OrderKey[];
  readonly waiting: OrderKey[];
}

function whyNone(context: ProductContext, code: string, codes: readonly string[], passed: Passed): Failure {
  const { fail, journal } = context;
  const named = Object.values(passed).flat();
  const holding = codes.map((each) => journal.ordersWithItem(each));
  const having = holding.flat().filter((order) => hasItem(context, order, code));
  const others = new Map(having.map((order) => [order.key, order]));
  for (const key of named) others.delete(key);
  const blocked = [...others.values()].filter((order) => isOnePiece(order)).map(({ key }) => key);
  const stopped = [...passed.stopped, ...blocked];
  const withOthers = others.size - blocked.length;
  const reasons: Reason[] = [
    ...namedAs('product-orders-waiting', passed.waiting),
    ...namedAs('product-orders-elsewhere', passed.elsewhere),
    ...namedAs('product-orders-stopped', stopped),
    ...(withOthers > 0
      ? [{ code: 'product-with-others' as const, orders: withOthers, isAll: holding.every(({ length }) => length < atOnce) }]
      : []),
  ];
  return fail('product-not-open', reasons.length > 0 ? reasons : code).failure;
}

const namedAs = (
  code: 'product-orders-stopped' | 'product-orders-elsewhere' | 'product-orders-waiting',
  keys: readonly OrderKey[],
): Reason[] => (keys.length === 0 ? [] : [{ code, keys: keys.slice(0, mostNamed), more: Math.max(0, keys.length - mostNamed) }]);
