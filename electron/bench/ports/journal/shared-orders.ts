import type { HeardOrder, OrderCursor, OrderToTell, SaidOrder, StateOfOrder, UnreadOrder } from '../../../../shared/elsewhere.ts';
import type { Order, RowProblem } from '../../../../shared/order.ts';

/** Orders as the benches tell each other of them. */
export interface SharedOrderJournal {
  /** Undefined before any was heard of. */
  orderCursor(): OrderCursor | undefined;
  /** Another era, or the first: what was told of orders is told once more, and heard from the beginning. */
  beginOrders(era: string): void;
  /** What changed here and was not told since, the oldest first. `said` is undefined where nobody is to be told. */
  ordersToTell(limit: number): readonly (Omit<OrderToTell, 'said'> & { readonly said: OrderToTell['said'] | undefined })[];
  /** They stand at these places; what changed here since is told again. */
  orderTold(told: readonly { readonly slot: string; readonly seq: number; readonly changes: number }[]): void;
  /** What this bench says stands against what it heard at that place, or this does; it is told. False where it is bought: it stays as it is. */
  keepMerged(slot: string, seq: number, said?: SaidOrder): boolean;
  /**
   * In the order they stand in the ledger. Safe to repeat. What is bought stays as it was bought. `over`: taken though it changed here, unless
   * it changed once more since. What waits to be told stands, unless it is heard as well, or was only heard here and gives way.
   */
  takeHeard(
    heard: readonly (HeardOrder & { readonly over?: number })[],
    at: {
      readonly cursor?: OrderCursor;
      /** What a person is told of an order that is said to be other than it was bought. */
      readonly late: (said: Order, known: Order) => RowProblem | undefined;
      readonly givesWay: (known: StateOfOrder, heard: StateOfOrder) => boolean;
    },
  ): void;
  unreadAt(slot: string): UnreadOrder | undefined;
  /** Which other bench brought in the order of a slot. */
  ordersHeardFrom(slots: readonly string[]): ReadonlyMap<string, number>;
}
