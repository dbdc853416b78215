import { type ShopSays, type ShopServer, startShopServer } from '../fakes/shop-server.ts';
import { plainOrder } from './plain-order.ts';
import { closeLater } from './plain-station.ts';

/** What a shop answers that is asked for a number. */
export type Says = (number: string) => ShopSays | Promise<ShopSays>;

/** A shop's server that is asked for orders at `/orders/{number}`. */
export async function startAskedShop(says: Says): Promise<ShopServer> {
  const shop = await startShopServer(({ path }) => says(decodeURIComponent(path.split('/').at(-1) ?? '')));
  closeLater(shop.stop);
  return shop;
}

/** An order as it answers, but for what `change` says. */
export const order = (key: string, change: object = {}) => ({ ...plainOrder(key), ...change });
