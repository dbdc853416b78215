import { type ShopSays, type ShopServer, startShopServer } from '../fakes/shop-server.ts';
import { plainOrder } from './plain-order.ts';
import { closeLater } from './plain-station.ts';

/** A shop's answer to the look-up of a number. */
export type Says = (number: string) => ShopSays | Promise<ShopSays>;

/** Starts a shop's server that serves orders at `/orders/{number}`. */
export async function startAskedShop(says: Says): Promise<ShopServer> {
  const shop = await startShopServer(({ path }) => says(decodeURIComponent(path.split('/').at(-1) ?? '')));
  closeLater(shop.stop);
  return shop;
}

/** An order as the shop answers it, with these changes. */
export const order = (key: string, change: object = {}) => ({ ...plainOrder(key), ...change });
