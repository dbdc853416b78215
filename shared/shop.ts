import { z } from 'zod';
import { reasonSchema } from './reason.ts';

/** Shop systems that Packbench connects to directly. Each has a folder in `electron/orders/shops/`. */
export const shopKinds = ['shopify', 'woocommerce'] as const;
export type ShopKind = (typeof shopKinds)[number];

/** A connected shop. Its keys are stored encrypted, and are sent to this address only. */
export const connectedShopSchema = z.object({
  kind: z.enum(shopKinds),
  /** Origin and path, without a slash at the end: `https://shop.example`. */
  address: z.string().max(500),
  /** If set, the shop notifies the customer of the tracking number. */
  mailsCustomer: z.boolean(),
});
export type ConnectedShop = z.infer<typeof connectedShopSchema>;

/** Name of a shop on screens, and the source of its orders: `shop.example`. */
export const shopName = ({ address }: Pick<ConnectedShop, 'address'>): string => address.replace(/^https?:\/\/(?:www\.)?/i, '');

/** The shop that an order came from, by the order's source. */
export const shopOf = (shops: readonly ConnectedShop[], source: string): ConnectedShop | undefined =>
  shops.find((shop) => shopName(shop) === source);

/** State of a connected shop besides its settings. Numbers of "today" count from midnight in the warehouse. */
export const shopStateSchema = z.object({
  kind: z.enum(shopKinds),
  name: z.string(),
  /** When all changes were last read; null if never. */
  readAt: z.iso.datetime().nullable(),
  /** True while changes are being read. */
  isReading: z.boolean(),
  /** Why the last reading failed, or null. */
  trouble: reasonSchema.nullable(),
  /** Orders that can be shipped now. */
  toShip: z.int().nonnegative(),
  newToday: z.int().nonnegative(),
  /** Orders that the shop cancelled or refunded before they were shipped here. */
  stoppedToday: z.int().nonnegative(),
  reportedToday: z.int().nonnegative(),
  waiting: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  /** Why the last report failed, or null. */
  reportTrouble: reasonSchema.nullable(),
});
export type ShopState = z.infer<typeof shopStateSchema>;

/** True if reports do not reach the shop now, or a person has to look at a refused one. */
export const failsToReport = ({ refused, reportTrouble }: Pick<ShopState, 'refused' | 'reportTrouble'>): boolean =>
  refused > 0 || reportTrouble !== null;

/** The first shop that somebody has to look at. */
export const troubledShop = (shops: readonly ShopState[]): ShopState | undefined =>
  shops.find(({ trouble }) => trouble !== null) ?? shops.find(failsToReport);
