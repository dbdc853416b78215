import type { Order, RowProblem } from '../../../shared/order.ts';
import { slotOf } from '../../../shared/scan.ts';
import type { Journal } from '../ports/journal.ts';
import type { OrderSlice } from '../ports/orders.ts';

/**
 * The orders of a file under the keys by which they are known already: `1001` is `#1001` where both go to the same person. Where
 * they do not, whose number it is only a person knows, so the order becomes a problem.
 */
export function underKnownKeys(
  { orders, problems }: Pick<OrderSlice, 'orders' | 'problems'>,
  { knownSlots, ordersAt }: Pick<Journal, 'knownSlots' | 'ordersAt'>,
): { readonly orders: Order[]; readonly problems: RowProblem[] } {
  const taken = new Map<string, Order>();
  const inFile = new Map<string, Order[]>();
  const clashes: RowProblem[] = [];
  const slots = orders.map(({ order }) => slotOf(order.key));
  const inJournal = knownSlots(slots);
  for (const [index, { order, line }] of orders.entries()) {
    const slot = slots[index] ?? '';
    const known = [...(inJournal.has(slot) ? ordersAt(slot) : []), ...(inFile.get(slot) ?? [])];
    const same = known.find(({ key }) => key === order.key) ?? known.find((each) => isForSame(each, order));
    const [other] = known;
    if (same || !other) {
      const found = same && same.key !== order.key ? { ...order, key: same.key } : order;
      taken.set(found.key, found);
      inFile.set(slot, [...(inFile.get(slot) ?? []), found]);
    } else
      clashes.push({
        file: order.source,
        line,
        orderKey: order.key,
        reason: `${order.key} and ${other.key} are the same number at the bench, but go to different people: give one of them another number`,
        row: [order.recipient.name, order.recipient.city].filter(Boolean).join(', '),
      });
  }
  return { orders: [...taken.values()], problems: [...problems, ...clashes] };
}

const isForSame = ({ recipient: one }: Order, { recipient: other }: Order): boolean =>
  (['name', 'postalCode', 'city', 'country'] as const).every(
    (field) => one[field].trim().toLowerCase() === other[field].trim().toLowerCase(),
  );
