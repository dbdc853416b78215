import { type BatchLine, inPickOrder } from '../../../shared/batch.ts';
import { noPricedExtras } from '../../../shared/booking.ts';
import type { CallArgs } from '../../../shared/ipc.ts';
import type { Order, OrderKey } from '../../../shared/order.ts';
import type { OrderFilter } from '../../../shared/order-list.ts';
import { turnOf } from '../../../shared/order-plan.ts';
import { withheldBy } from '../../../shared/readiness.ts';
import type { BenchContext } from '../context.ts';
import { orderQuery } from '../order-query.ts';
import { standingOf } from '../readiness.ts';

type PickContext = Pick<BenchContext, 'journal' | 'now' | 'settings'>;

/** Limit of orders that a user can still check. */
const mostOrders = 5000;

/**
 * The lines of a new batch in picking order; `total`: number of orders they were picked from, including those that may not be shipped now.
 */
export function pickOrders(
  context: PickContext,
  { keys, search, filter }: CallArgs<'openBatch'>,
  inHand: ReadonlySet<OrderKey>,
): { readonly lines: readonly BatchLine[]; readonly total: number } {
  const { journal } = context;
  const isTaken = (order: Order): boolean => {
    const { latest = null, elsewhere = null, held } = standingOf(context, order);
    return !inHand.has(order.key) && !withheldBy(order, { latest, elsewhere, held, isAgain: false });
  };
  const { taken, total } = keys === null ? found(context, search, filter, isTaken) : named(context, new Set(keys), isTaken);
  const picked = inPickOrder(taken, ({ key }) => turnOf(journal.orderPlan(key)));
  return { lines: picked.map(({ order, group }) => newLine(order.key, group)), total };
}

interface Found {
  readonly taken: readonly Order[];
  readonly total: number;
}

const named = ({ journal }: PickContext, keys: ReadonlySet<OrderKey>, isTaken: (order: Order) => boolean): Found => ({
  taken: [...keys].flatMap((key) => journal.order(key) ?? []).filter(isTaken),
  total: keys.size,
});

/** Picks the first orders by turn that match search and filter and may be shipped, however many matches are shipped already. */
function found(context: PickContext, search: string, filter: OrderFilter | undefined, isTaken: (order: Order) => boolean): Found {
  const { journal } = context;
  const query = { ...orderQuery(context, filter), search };
  const { total } = journal.orders({ ...query, offset: 0, limit: 1 });
  const taken: Order[] = [];
  for (let offset = 0; ; ) {
    const { rows, total: open } = journal.orders({
      ...query,
      stage: filter?.stage ?? 'to-ship',
      sort: 'turn',
      offset,
      limit: mostOrders,
    });
    offset += rows.length;
    taken.push(...rows.map(({ order }) => order).filter(isTaken));
    if (rows.length === 0 || offset >= open || taken.length >= mostOrders) return { taken: taken.slice(0, mostOrders), total };
  }
}

const newLine = (orderKey: OrderKey, group: string): BatchLine => ({
  orderKey,
  group,
  state: 'to-quote',
  bookingId: null,
  service: null,
  extras: noPricedExtras,
  digest: '',
  questions: [],
  failure: null,
});
