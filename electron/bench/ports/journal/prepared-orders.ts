import type { Address } from '../../../../shared/address.ts';
import type { Order, OrderKey } from '../../../../shared/order.ts';
import type { Priority } from '../../../../shared/order-plan.ts';

export interface Taken {
  readonly taken: number;
  readonly unchanged: number;
}

/** An order of a file, as far as it can be made ready for the journal where nobody waits for it. */
export interface PreparedOrder {
  /** As the file has it. */
  readonly key: OrderKey;
  /** By which two orders of one number are told apart. */
  readonly recipient: Pick<Address, 'name' | 'company' | 'postalCode' | 'city' | 'country'>;
  readonly reference: string;
  readonly hold: Order['hold'];
  readonly source: string;
  readonly priority?: Priority;
  readonly shipBy?: string;
  /** The codes of what was ordered, as `itemCode` writes them. */
  readonly items?: readonly string[];
  /** Of the whole order. */
  readonly digest: string;
  /** Where the whole order ends in the bytes of all. It begins where the one before ends. */
  readonly end: number;
}

export interface PreparedOrders {
  readonly orders: readonly PreparedOrder[];
  /** The orders as they will be sealed, one behind the other: handed to another thread without a copy. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The first of them, or all, each sealed under its own key: where another thread had time for it. */
  readonly sealed?: SealedOrders;
  /** Where another thread had time for them. */
  readonly words?: WordRun;
}

/** One behind the other, with where each ends. */
export interface SealedOrders {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: readonly number[];
}

/** By which words many orders are found. */
export interface WordRun {
  /** Each in 16 bytes. */
  readonly beginnings: Uint8Array<ArrayBuffer>;
  /** In a line for each beginning, the places of its orders among the others, with commas between them. */
  readonly owners: string;
}
