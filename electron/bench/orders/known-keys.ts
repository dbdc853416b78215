import type { Order, RowProblem } from '../../../shared/order.ts';
import { slotOf } from '../../../shared/scan.ts';
import type { ReadOrders } from '../ports/orders.ts';

/**
 * The orders of a file under the keys by which they are known already: `1001` is `#1001` where both go to the same person. Where
 * they do not, whose number it is only a person knows, so the order becomes a problem.
 */
export function underKnownKeys(
  { orders, problems, lineOf }: Pick<ReadOrders, 'orders' | 'problems' | 'lineOf'>,
  ordersAt: (slot: string) => readonly Order[],
): { readonly orders: Order[]; readonly problems: RowProblem[] } {
  const taken = new Map<string, Order>();
  const inFile = new Map<string, Order[]>();
  const clashes: RowProblem[] = [];
  for (const order of orders) {
    const slot = slotOf(order.key);
    const known = [...ordersAt(slot), ...(inFile.get(slot) ?? [])];
    const same = known.find(({ key }) => key === order.key) ?? known.find((each) => isForSame(each, order));
    const [other] = known;
    if (same || !other) {
      const key = same?.key ?? order.key;
      taken.set(key, { ...order, key });
      inFile.set(slot, [...(inFile.get(slot) ?? []), { ...order, key }]);
    } else
      clashes.push({
        file: order.source,
        line: lineOf(order.key),
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
