import type { OrderLine } from '../../shared/order-line.ts';
import { type Money, readAmount } from '../../shared/units.ts';
import { cell, type Row } from './layout.ts';

interface Item {
  readonly row: Row;
  readonly line: OrderLine;
}

/** The columns of an export that describe an item, and those of the order's sums. */
export interface RepeatedIn {
  readonly isOfItem: (column: string) => boolean;
  readonly subtotalColumn: string;
  readonly discountColumn: string;
}

/** A row that only repeats an earlier one, and that earlier row. */
interface Repeated {
  readonly row: Row;
  readonly of: Row;
}

/**
 * Returns the rows of one order that only repeat others. A shop may sell the same item twice in one order, and joined exports contain every
 * row twice: the order's own subtotal shows which is the case. It is compared with all rows, then with the whole order repeated two, three
 * … times, then with every item once. If none of these fits, or there is no subtotal, a row that equals another in every cell is a
 * repetition, and any other row is a separate item.
 */
export function repeatedRows(items: readonly Item[], rows: readonly Row[], currency: string, shop: RepeatedIn): readonly Repeated[] {
  const same = [...groupedBy(items, ({ row }) => lineCells(row, shop)).values()];
  if (same.every(({ length }) => length === 1)) return [];
  const totals = totalsOf(rows, currency, shop);
  const adds = (counts: readonly number[]): boolean => {
    const sum = sumOf(same.map((group, at) => [group[0]?.line, counts[at] ?? 0] as const));
    return sum !== undefined && totals.has(sum);
  };
  const lengths = same.map(({ length }) => length);
  const fewest = Math.min(...lengths);
  const copies = Array.from({ length: fewest }, (_each, at) => at + 1).filter((copy) => lengths.every((length) => length % copy === 0));
  const fitting = [...copies.map((copy) => lengths.map((length) => length / copy)), lengths.map(() => 1)].find(adds);
  if (fitting) return same.flatMap((group, at) => beyond(group, fitting[at] ?? group.length));
  return [...groupedBy(items, ({ row }) => JSON.stringify([...row.cells])).values()].flatMap((group) => beyond(group, 1));
}

/** Returns the rows of a group after the first `count`, each with the row that it repeats. */
const beyond = (group: readonly Item[], count: number): Repeated[] =>
  group.slice(count).flatMap(({ row }, at) => {
    const of = group[at % count]?.row;
    return of ? [{ row, of }] : [];
  });

const lineCells = ({ cells }: Row, { isOfItem }: RepeatedIn): string => JSON.stringify([...cells].filter(([name]) => isOfItem(name)));

function groupedBy(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (!groups.get(key)?.push(item)) groups.set(key, [item]);
  }
  return groups;
}

/** Returns the possible sums of the items: the subtotal, which is after discounts, and the amount before discounts. */
function totalsOf(rows: readonly Row[], currency: string, { subtotalColumn, discountColumn }: RepeatedIn): ReadonlySet<number> {
  const amountOf = (name: string): Money | undefined =>
    rows.map(({ cells }) => readAmount(cell(cells, name), currency)).find((amount) => amount !== undefined);
  const subtotal = amountOf(subtotalColumn);
  if (!subtotal) return new Set();
  return new Set([subtotal.minor, subtotal.minor + (amountOf(discountColumn)?.minor ?? 0)]);
}

function sumOf(counted: readonly (readonly [OrderLine | undefined, number])[]): number | undefined {
  let minor = 0;
  for (const [line, count] of counted) {
    if (!line?.price) return undefined;
    minor += line.price.minor * line.quantity * count;
  }
  return minor;
}
