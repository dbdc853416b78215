import type { OrderContent, OrderCursor, OrderToShare, ReceivedOrder, StateOfOrder, UnreadOrder } from '../../../../shared/elsewhere.ts';
import type { Order, RowProblem } from '../../../../shared/order.ts';

/** Syncs orders between the benches of a site. */
export interface SharedOrderJournal {
  /** Undefined before the first sync. */
  orderCursor(): OrderCursor | undefined;
  /** Starts a new era, or the first: all recent changes are sent again, and all orders are read from the beginning. */
  beginOrders(era: string): void;
  /** Orders changed here since they were last sent, oldest first. `content` is undefined if the other benches must not receive it. */
  ordersToShare(limit: number): readonly (Omit<OrderToShare, 'content'> & { readonly content: OrderToShare['content'] | undefined })[];
  /** Marks these as sent, at these places; an order that changed here since is sent again. */
  markOrdersShared(shared: readonly { readonly slot: string; readonly seq: number; readonly changes: number }[]): void;
  /**
   * Resolves a conflict at that place: this bench's version stays, or `content` replaces it; the result is sent. False if the order is bought:
   * it stays unchanged.
   */
  keepMerged(slot: string, seq: number, content?: OrderContent): boolean;
  /**
   * Stores orders in ledger order. Safe to repeat. A bought order stays as it was bought. `over`: replaces the local change with this
   * number, unless the order changed again since. Another unsent change stays, unless the received version is the same, or the change was
   * only received here and gives way.
   */
  takeReceived(
    received: readonly (ReceivedOrder & { readonly over?: number })[],
    at: {
      readonly cursor?: OrderCursor;
      /** Problem to show if another bench changes an order that is already bought here. */
      readonly late: (newest: Order, known: Order) => RowProblem | undefined;
      readonly givesWay: (known: StateOfOrder, received: StateOfOrder) => boolean;
    },
  ): void;
  unreadAt(slot: string): UnreadOrder | undefined;
  /** The other bench that brought in the order of each slot. */
  ordersReceivedFrom(slots: readonly string[]): ReadonlyMap<string, number>;
}
