import type { Reason } from '../../../shared/reason.ts';
import type { Result } from '../../../shared/result.ts';
import type { ConnectedShop } from '../../../shared/shop.ts';
import type { KeptRequest } from './journal/outbox.ts';
import type { ShopReply } from './orders.ts';

/** Orders of a shop that changed, as far as they concern this bench. */
export interface ShopPage {
  /** A file in the shop's own JSON; undefined if the page has no order for this bench. */
  readonly file: Uint8Array<ArrayBuffer> | undefined;
  /** The beginning of the next page; only the connection reads it. */
  readonly place: string;
  /** True if everything that changed until now has been read. */
  readonly isLast: boolean;
}

export type ShopRead =
  | { readonly is: 'read'; readonly page: ShopPage }
  /** `afterMs`: earliest next try, as the shop requested. */
  | { readonly is: 'later'; readonly afterMs: number; readonly why: Reason };

/** The connected shops. Each method speaks with one shop, with the keys that are stored for its address. */
export interface Shops {
  /**
   * Reads the next page of changed orders. `place`: the end of the previous page; empty for a shop that was never read, which begins with
   * its open orders. A place is valid only in this run of the program; `keptPlace` makes one that lasts. `isKnown`: true for the number of
   * an order that is here, so that its end is read too.
   */
  pull(shop: ConnectedShop, place: string, isKnown: (number: string) => boolean, until: AbortSignal): Promise<ShopRead>;
  /** The place from which everything is read again that this run has not read completely. */
  keptPlace(shop: ConnectedShop, place: string): string;
  /** Reads one order again, by its number and, if known, its id; undefined if the shop never had such a number. */
  watch(
    shop: ConnectedShop,
    order: { readonly number: string; readonly id: string | undefined },
    until: AbortSignal,
  ): Promise<Result<Uint8Array<ArrayBuffer> | undefined, 'look-up-failed'>>;
  /** Reports a shipment. Reads what the shop has before it writes, so that a repeated report changes nothing. */
  tell(shop: ConnectedShop, request: KeptRequest): Promise<ShopReply>;
}
