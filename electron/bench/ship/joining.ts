import { joinOrders, notJoined } from '../../../shared/joined.ts';
import type { Order, OrderKey } from '../../../shared/order.ts';
import { withheldBy } from '../../../shared/readiness.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { doubtedSince } from '../exchange/restored.ts';
import { standingOf } from '../readiness.ts';

type JoiningContext = Pick<BenchContext, 'fail' | 'journal'>;

/** Returns the shipment of these orders in one parcel. Fails if one shipment cannot take them, or another one may have one of the others. */
export function joinFree(context: JoiningContext, lead: Order, others: readonly Order[]): Result<Order, 'orders-not-joined'> {
  const why = notJoined([lead, ...others]);
  if (why) return context.fail('orders-not-joined', [why]);
  const taken = others.find(({ key }) => !isFree(context, key));
  return taken ? context.fail('orders-not-joined', taken.key) : ok(joinOrders(lead, others));
}

/** True if another shipment may take this order too: nothing is or may be bought for it, and no person or shop holds it. */
export function isFree(context: Pick<BenchContext, 'journal'>, key: OrderKey): boolean {
  const order = context.journal.order(key);
  if (!order || doubtedSince(context.journal, key)) return false;
  const { latest, elsewhere, held } = standingOf(context, order);
  return withheldBy(order, { latest: latest ?? null, elsewhere: elsewhere ?? null, held, isAgain: false }) === undefined;
}

/** The decision on orders of one parcel, in words for the history. */
export const joinedInWords = (others: readonly OrderKey[]): string => `one parcel with ${others.join(', ')}`;
