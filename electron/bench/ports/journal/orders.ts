import type { Booking } from '../../../../shared/booking.ts';
import type { SaidAnew } from '../../../../shared/corrected-order.ts';
import type { Order, OrderKey, RowProblem } from '../../../../shared/order.ts';
import type { OrderSort, OrderStage } from '../../../../shared/order-list.ts';
import type { OrderPlan, Priority } from '../../../../shared/order-plan.ts';
import type { Page } from './page.ts';
import type { PreparedOrders, Taken } from './prepared-orders.ts';

/** Which orders, and in which order; what is not said does not matter. Without anything the newest first. */
export interface OrderQuery extends Page {
  readonly stage?: OrderStage | null;
  readonly source?: string | null;
  readonly country?: string | null;
  readonly priority?: Priority | null;
  /** Brought in from an instant on and before another, as this journal writes them. */
  readonly taken?: { readonly from: string; readonly until: string } | null;
  /** Days of shipping, both among them; `9999` where none is said. */
  readonly due?: { readonly from: string; readonly to: string } | null;
  readonly sort?: OrderSort;
}

/** Orders, as a file, a shop or a person brought them, and what people say of them. */
export interface OrderJournal {
  /** Inserts new orders, replaces changed ones that were never booked; keeps row problems until they are dismissed. */
  takeOrders(orders: readonly Order[], problems: readonly RowProblem[]): Taken;
  /**
   * The same for a part of a file: its orders under these keys, those without one left out. An order that was saved behind the line
   * `since` of the history stays as it is. `took` is told each that is news. What is not the last part is on the disk only with the next commit: a power cut before takes
   * it back whole.
   */
  takePrepared(
    prepared: PreparedOrders,
    keys: readonly (OrderKey | null)[],
    problems: readonly RowProblem[],
    part: {
      readonly since: number;
      readonly isLast: boolean;
      readonly took?: (key: OrderKey) => void;
      /** What a person is told of an order that is said to be other than it was bought, by its place; kept with the orders, once. */
      readonly late?: (at: number, said: Order, known: Order) => RowProblem | undefined;
      /** Told each that a person had changed, and of which the file says the same anew. */
      readonly reread?: (key: OrderKey, anew: ReadonlySet<SaidAnew>) => void;
      /** Told each that was deleted here and is held now, with who deleted it and when. */
      readonly back?: (key: OrderKey, deleted: { readonly by: string; readonly at: string }) => void;
    },
  ): Taken;
  saveOrder(order: Order): void;
  /** False where it is not here, or was bought or may have been: then it stays. One that is brought again is held. */
  deleteOrder(key: OrderKey, by: string): boolean;
  /** Nobody ships it before it is released, whatever a newer file says of it. */
  holdOrder(key: OrderKey, why: string, by: string): void;
  /** What another bench said of it, and cannot be read here, holds it until that is past. */
  releaseOrder(key: OrderKey): void;
  /** What a person says counts more than what its file says; what is not given stays. */
  planOrder(key: OrderKey, plan: { readonly priority?: Priority | undefined; readonly shipBy?: string | undefined }): void;
  /** That of an order which is not here says nothing. */
  orderPlan(key: OrderKey): OrderPlan;
  /** What orders can be listed by, the latest sources first. */
  ordersBy(): { readonly sources: readonly string[]; readonly countries: readonly string[] };
  order(key: OrderKey): Order | undefined;
  /** The orders whose key means the same as this one, in whatever spelling; two only where a file or a person brought both. */
  ordersAt(slot: string): Order[];
  /** Orders that are still to be shipped and have a line with this item code, as `itemCode` writes it; at most 20. */
  ordersWithItem(code: string): readonly Order[];
  /** The keys of the orders in each of these slots that has some. */
  keysIn(slots: readonly string[]): ReadonlyMap<string, readonly OrderKey[]>;
  /**
   * `search`: every word of it begins a word of the key, name, company, city, country, postal code, reference or a number
   * of the order, whatever the case and accents; words of one or two letters only as a whole.
   */
  orders(query: OrderQuery): {
    readonly total: number;
    readonly rows: readonly { readonly order: Order; readonly booking: Booking | null; readonly plan: OrderPlan }[];
  };
  rowProblems(): readonly { readonly id: string; readonly problem: RowProblem }[];
  dismissRow(id: string): void;
}
