import type { Reason } from '../../../shared/reason.ts';
import type { ConnectedShop } from '../../../shared/shop.ts';
import type { KeptRequest } from '../../bench/ports/journal/outbox.ts';
import type { ShopReply } from '../../bench/ports/orders.ts';
import type { ShopRead } from '../../bench/ports/shops.ts';

export type Pull = (shop: ConnectedShop, place: string, isKnown: (number: string) => boolean, until: AbortSignal) => Promise<ShopRead>;

/** The order as a file in the shop's own JSON; undefined if the shop never had such a number. */
export type Found =
  | { readonly is: 'found'; readonly file: Uint8Array<ArrayBuffer> | undefined }
  | { readonly is: 'failed'; readonly why: Reason };

export type Watch = (
  shop: ConnectedShop,
  order: { readonly number: string; readonly id: string | undefined },
  until: AbortSignal,
) => Promise<Found>;

export type Tell = (shop: ConnectedShop, request: KeptRequest) => Promise<ShopReply>;

/** How long a packer waits for a shop at a scan. */
export const mostAtScanMs = 8000;

/** The connection to one kind of shop. The methods are those of `Shops`. */
export interface Connection {
  readonly pull: Pull;
  readonly keptPlace: (place: string) => string;
  readonly watch: Watch;
  readonly tell: Tell;
  /** Returns why the keys cannot be used for everything that Packbench does, or undefined. Changes nothing in the shop. */
  readonly test: (address: string) => Promise<Reason | undefined>;
}
