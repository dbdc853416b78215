import type { Address } from '../../../../shared/address.ts';
import type { Order, OrderKey } from '../../../../shared/order.ts';
import type { Priority } from '../../../../shared/order-plan.ts';

export interface Taken {
  readonly taken: number;
  readonly unchanged: number;
}

/** An order of a file, prepared for the journal as far as possible off the critical path. */
export interface PreparedOrder {
  /** As the file has it. */
  readonly key: OrderKey;
  /** Distinguishes two orders with the same number. */
  readonly recipient: Pick<Address, 'name' | 'company' | 'postalCode' | 'city' | 'country'>;
  readonly reference: string;
  readonly hold: Order['hold'];
  readonly source: string;
  readonly priority?: Priority;
  readonly shipBy?: string;
  /** The codes of the ordered items, in the form of `itemCode`. */
  readonly items?: readonly string[];
  readonly isOnePiece?: boolean;
  /** The place of its address, as of `placeOf`. */
  readonly place: string;
  readonly digest: string;
  /** End of the whole order in `bytes`. It begins at the end of the previous one. */
  readonly end: number;
}

export interface PreparedOrders {
  readonly orders: readonly PreparedOrder[];
  /** The orders as they will be encrypted, one after another: passed to another thread without a copy. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The first of them, or all, each encrypted under its own key; set if another thread had time for it. */
  readonly encrypted?: EncryptedOrders;
  /** Set if another thread had time for it. */
  readonly words?: WordRun;
}

/** One after another, with the end of each. */
export interface EncryptedOrders {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: readonly number[];
}

/** The search words of many orders. */
export interface WordRun {
  /** Each in 16 bytes. */
  readonly beginnings: Uint8Array<ArrayBuffer>;
  /** One line for each beginning: the indexes of its orders, separated by commas. */
  readonly owners: string;
}
