import type { Order } from '../../../shared/order.ts';
import type { differingFacts } from '../../../shared/source-reason.ts';
import type { PreparedOrders } from '../ports/journal/prepared-orders.ts';

/** Returns the whole order at one index of the prepared orders. */
export function orderIn({ orders, bytes }: PreparedOrders, at: number): Order {
  const own = bytes.subarray(orders[at - 1]?.end ?? 0, orders[at]?.end);
  return (JSON.parse(new TextDecoder().decode(own)) as { readonly order: Order }).order;
}

type Fact = (typeof differingFacts)[number];

/** Returns the facts in which two answers differ. Different spellings of the order number do not count. */
export function differencesIn(one: readonly Order[], other: readonly Order[]): readonly Fact[] {
  const facts = new Set<Fact>(one.length === other.length ? [] : ['other']);
  for (const [at, mine] of one.entries()) for (const fact of differences(mine, other[at] ?? mine)) facts.add(fact);
  return [...facts];
}

function differences(one: Order, other: Order): readonly Fact[] {
  const { key: _key, source: _source, recipient, hold, parcels, ...rest } = one;
  const { key: _otherKey, source: _otherSource, recipient: address, hold: state, parcels: pieces, ...others } = other;
  const differs = (mine: unknown, theirs: unknown): boolean => JSON.stringify(mine) !== JSON.stringify(theirs);
  return [
    ...(differs(recipient, address) ? (['address'] as const) : []),
    ...(differs(hold, state) ? (['state'] as const) : []),
    ...(differs(parcels, pieces) ? (['parcels'] as const) : []),
    ...(differs(rest, others) ? (['other'] as const) : []),
  ];
}
