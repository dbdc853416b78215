import type { Order, OrderKey, RowProblem } from '../../../shared/order.ts';
import type { RowReason } from '../../../shared/order-file-reason.ts';
import { slotOf } from '../../../shared/scan.ts';
import type { PreparedOrder } from '../ports/journal/prepared-orders.ts';
import type { Journal } from '../ports/journal.ts';
import type { OrderSlice } from '../ports/orders.ts';

/**
 * Returns the keys for the orders of a file. A known order keeps its key: `1001` is `#1001` if both go to the same person. If they go to
 * different people, only a person knows which order the number belongs to: the order gets no key and becomes a problem.
 */
export function underKnownKeys(
  file: string,
  { prepared: { orders }, lines }: Pick<OrderSlice, 'prepared' | 'lines'>,
  { keysIn, ordersAt }: Pick<Journal, 'keysIn' | 'ordersAt'>,
): {
  readonly keys: readonly (OrderKey | null)[];
  readonly clashes: readonly RowProblem[];
  /** Orders that a later order of the same file replaced, by index. */
  readonly repeated: ReadonlyMap<number, RowProblem>;
} {
  const keys: (OrderKey | null)[] = [];
  const inFile = new Map<string, { key: OrderKey; recipient: PreparedOrder['recipient']; index: number }[]>();
  const clashes: RowProblem[] = [];
  const repeated = new Map<number, RowProblem>();
  const problemOf = (index: number, reason: RowReason): RowProblem => {
    const order = orders[index];
    const row = [order?.recipient.name, order?.recipient.city].filter(Boolean).join(', ');
    return { file, line: lines[index] ?? 1, orderKey: order?.key ?? '', reason, row };
  };
  const slots = orders.map(({ key }) => slotOf(key));
  const inJournal = keysIn(slots);
  for (const [index, { key, recipient }] of orders.entries()) {
    const slot = slots[index] ?? '';
    const there = inJournal.get(slot) ?? [];
    const before = inFile.get(slot) ?? [];
    const isKnown = there.includes(key) || before.some((each) => each.key === key);
    const others = isKnown ? [] : [...(there.length > 0 ? ordersAt(slot) : []), ...before];
    const same = others.find((each) => isForSame(each.recipient, recipient));
    const [other] = others;
    if (same || !other) {
      const found = same?.key ?? key;
      // If a file repeats an order, the last one counts.
      for (const each of before)
        if (each.key === found && keys[each.index] !== null) {
          keys[each.index] = null;
          repeated.set(each.index, problemOf(each.index, { code: 'order-repeated', order: key }));
        }
      keys.push(found);
      inFile.set(slot, [...before, { key: found, recipient, index }]);
    } else {
      keys.push(null);
      clashes.push(problemOf(index, { code: 'number-of-two-people', order: key, other: other.key }));
    }
  }
  return { keys, clashes, repeated };
}

const isForSame = (one: Order['recipient'] | PreparedOrder['recipient'], other: PreparedOrder['recipient']): boolean =>
  (['name', 'postalCode', 'city', 'country'] as const).every(
    (field) => one[field].trim().toLowerCase() === other[field].trim().toLowerCase(),
  );
