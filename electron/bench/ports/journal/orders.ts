import type { Booking } from '../../../../shared/booking.ts';
import type { RereadPart } from '../../../../shared/corrected-order.ts';
import type { OrderContent } from '../../../../shared/elsewhere.ts';
import type { Order, OrderKey, RowProblem } from '../../../../shared/order.ts';
import type { OrderSort, OrderStage } from '../../../../shared/order-list.ts';
import type { OrderPlan, Priority } from '../../../../shared/order-plan.ts';
import type { ShippedOtherwise } from '../../../../shared/shipped-otherwise.ts';
import type { Page } from './page.ts';
import type { PreparedOrders, Taken } from './prepared-orders.ts';

/** Filter and sort order of a list of orders; an absent filter matches everything. Without `sort`, the newest first. */
export interface OrderQuery extends Page {
  readonly stage?: OrderStage | null;
  readonly source?: string | null;
  readonly country?: string | null;
  readonly priority?: Priority | null;
  /** Imported from `from` on and before `until`, as this journal writes times. */
  readonly taken?: { readonly from: string; readonly until: string } | null;
  /** Shipping days, both included; `9999` stands for orders without one. */
  readonly due?: { readonly from: string; readonly to: string } | null;
  readonly sort?: OrderSort;
}

/** A deleted order with everything that was stored about it. */
export interface KeptOrder {
  readonly content: OrderContent;
  readonly plan: OrderPlan;
  /** Its bookings that were put aside. */
  readonly aside: readonly string[];
}

/** Stores orders from files, shops and users, and the users' decisions about them. */
export interface OrderJournal {
  /** Inserts new orders, replaces changed ones that were never booked; keeps row problems until they are dismissed. */
  takeOrders(orders: readonly Order[], problems: readonly RowProblem[]): Taken;
  /**
   * As `takeOrders`, for a part of a file: its orders under these keys; orders without a key are left out. An order saved after line
   * `since` of the history stays unchanged. `took` is called for each order that is new or changed. A part that is not the last reaches the
   * disk only with the next commit: a power cut before that undoes it as a whole.
   */
  takePrepared(
    prepared: PreparedOrders,
    keys: readonly (OrderKey | null)[],
    problems: readonly RowProblem[],
    part: {
      readonly since: number;
      readonly isLast: boolean;
      readonly took?: (key: OrderKey, isNew: boolean) => void;
      /** Problem to show if a file changes an order that is already bought, by its place; stored once, with the orders. */
      readonly late?: (at: number, newest: Order, known: Order) => RowProblem | undefined;
      /** Called for each order that a user had edited and that the file states again. */
      readonly reread?: (key: OrderKey, parts: ReadonlySet<RereadPart>) => void;
      /** Called for each order that was deleted here and is now on hold, with the name and the time of the deletion. */
      readonly back?: (key: OrderKey, deleted: { readonly by: string; readonly at: string }) => void;
    },
  ): Taken;
  saveOrder(order: Order): void;
  /**
   * False if the order is not here, or if it was or may have been bought: then it stays. A deleted order that is imported again is put on
   * hold.
   */
  deleteOrder(key: OrderKey, by: string): boolean;
  /** The order with the decisions about it, to bring it back after a deletion; undefined if it is not here or cannot be decrypted. */
  orderToKeep(key: OrderKey): KeptOrder | undefined;
  /** Undoes the deletion of an order. False if there is an order with an equivalent key by now. */
  bringBack(kept: KeptOrder): boolean;
  /**
   * Removes the untouched ones of these orders: new between the lines `after` and `upTo` of the history, and not saved, planned, held,
   * priced or shipped since. Returns their number. A file may bring them again. Removes these row problems in the same commit.
   */
  removeUntouched(keys: readonly OrderKey[], lines: { readonly after: number; readonly upTo: number }, problems: readonly string[]): number;
  /** Blocks shipping until the order is released, whatever a newer file states. */
  holdOrder(key: OrderKey, why: string, by: string): void;
  /** Releases the hold. A hold for another bench's unreadable version stays until that version is outdated. */
  releaseOrder(key: OrderKey): void;
  /**
   * Records that a person shipped the order without a label, with the report for the shop. It is held until `reopenOrder`. `at` as this
   * journal writes times.
   */
  shipOtherwise(shipped: ShippedOtherwise): void;
  /** All orders that are known here as shipped without a label, by a person at any bench. */
  closedOrders(): readonly OrderKey[];
  /** Undoes `shipOtherwise`. A report that no shop can have received is withdrawn. */
  reopenOrder(key: OrderKey, reason: string, by: string): void;
  /** A user's values override those of the file; a value that is not given stays. */
  planOrder(key: OrderKey, plan: { readonly priority?: Priority | undefined; readonly shipBy?: string | undefined }): void;
  /** An empty plan if the order is not here. */
  orderPlan(key: OrderKey): OrderPlan;
  /** Values by which orders can be filtered, the latest sources first. */
  ordersBy(): { readonly sources: readonly string[]; readonly countries: readonly string[] };
  order(key: OrderKey): Order | undefined;
  /** The orders whose key is equivalent to this one, in any spelling; two only if files or users brought in both. */
  ordersAt(slot: string): Order[];
  /**
   * Other orders that are to ship and may go to the address of this one, the oldest first, with the time they came in: all that
   * `sameAddress` would find, and others at its place; at most 50, or `most`.
   */
  openOrdersAt(order: Pick<Order, 'key' | 'recipient'>, most?: number): readonly { readonly order: Order; readonly since: string }[];
  /** Orders that are still to be shipped and have a line with this item code, in the form of `itemCode`; at most 20. */
  ordersWithItem(code: string): readonly Order[];
  /**
   * Orders to ship that are, or were at an earlier time, one piece of an item with one of these codes (in the form of `itemCode`), the
   * oldest first: `limit` of those behind the sequence number `after`. Orders that are held, barred, shipped or being bought are left out.
   */
  ordersOfOnePiece(
    codes: readonly string[],
    page: { readonly after: number; readonly limit: number },
  ): readonly { readonly order: Order; readonly sequence: number }[];
  /** The keys of the orders in each of these slots; empty slots are left out. */
  keysIn(slots: readonly string[]): ReadonlyMap<string, readonly OrderKey[]>;
  /**
   * `search`: every word of it begins a word of the key, name, company, city, country, postal code, reference or a number of the order;
   * case and accents are ignored. Words of one or two characters match only as a whole.
   */
  orders(query: OrderQuery): {
    readonly total: number;
    readonly rows: readonly { readonly order: Order; readonly booking: Booking | null; readonly plan: OrderPlan }[];
  };
  rowProblems(): readonly { readonly id: string; readonly problem: RowProblem }[];
  dismissRow(id: string): void;
}
