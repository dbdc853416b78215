import { type ShopReply, type ShopServer, startShopServer } from '../fakes/shop-server.ts';
import { stopLater } from '../later.ts';
import { plainOrder } from './plain-order.ts';

/** A shop's answer to the look-up of a number. */
export type ReplyOf = (number: string) => ShopReply | Promise<ShopReply>;

/** Starts a shop's server that serves orders at `/orders/{number}`. */
export const startAskedShop = async (replyOf: ReplyOf): Promise<ShopServer> =>
  stopLater(await startShopServer(({ path }) => replyOf(decodeURIComponent(path.split('/').at(-1) ?? ''))));

/** An order as the shop answers it, with these changes. */
export const order = (key: string, change: object = {}) => ({ ...plainOrder(key), ...change });
