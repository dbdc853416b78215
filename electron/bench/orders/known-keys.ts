import type { Order, OrderKey, RowProblem } from '../../../shared/order.ts';
import type { RowReason } from '../../../shared/order-file-reason.ts';
import { slotOf } from '../../../shared/scan.ts';
import type { PreparedOrder } from '../ports/journal/prepared-orders.ts';
import type { Journal } from '../ports/journal.ts';
import type { OrderSlice } from '../ports/orders.ts';

/**
 * Under which keys the orders of a file are taken: under those by which they are known already, as `1001` is `#1001` where both go to
 * the same person. Where they do not, whose number it is only a person knows: the order is taken under none and becomes a problem.
 */
export function underKnownKeys(
  file: string,
  { prepared: { orders }, lines }: Pick<OrderSlice, 'prepared' | 'lines'>,
  { keysIn, ordersAt }: Pick<Journal, 'keysIn' | 'ordersAt'>,
): {
  readonly keys: readonly (OrderKey | null)[];
  readonly clashes: readonly RowProblem[];
  /** Those in whose place a later one of the file was taken, by their place. */
  readonly saidAgain: ReadonlyMap<number, RowProblem>;
} {
  const keys: (OrderKey | null)[] = [];
  const inFile = new Map<string, { key: OrderKey; recipient: PreparedOrder['recipient']; index: number }[]>();
  const clashes: RowProblem[] = [];
  const saidAgain = new Map<number, RowProblem>();
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
      // The last of a file that says the same order counts.
      for (const each of before)
        if (each.key === found && keys[each.index] !== null) {
          keys[each.index] = null;
          saidAgain.set(each.index, problemOf(each.index, { code: 'order-said-again', order: key }));
        }
      keys.push(found);
      inFile.set(slot, [...before, { key: found, recipient, index }]);
    } else {
      keys.push(null);
      clashes.push(problemOf(index, { code: 'number-of-two-people', order: key, other: other.key }));
    }
  }
  return { keys, clashes, saidAgain };
}

const isForSame = (one: Order['recipient'] | PreparedOrder['recipient'], other: PreparedOrder['recipient']): boolean =>
  (['name', 'postalCode', 'city', 'country'] as const).every(
    (field) => one[field].trim().toLowerCase() === other[field].trim().toLowerCase(),
  );
