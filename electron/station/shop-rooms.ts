import type { OrderKey } from '../../shared/order.ts';
import type { Settings } from '../../shared/settings.ts';
import { shopOf } from '../../shared/shop.ts';
import { channelsOf, type ReportChannel } from '../../shared/write-back.ts';
import type { BenchContext } from '../bench/context.ts';
import type { Journal } from '../bench/ports/journal.ts';
import { createTrust } from '../courier/client.ts';
import { type RouteOptions, routeTo, troubleOf } from '../courier/route.ts';
import type { LookUpAccess, ShopAccess } from '../credentials/shop-access.ts';
import type { createOrderSource } from '../orders/look-up.ts';
import { isNoShopName, lookUpShop } from '../orders/public-address.ts';
import type { ShopRoute } from '../orders/shop-request.ts';
import type { createShops } from '../orders/shops/shops.ts';
import type { createShopBack } from '../orders/write-back.ts';
import type { Platform } from './platform.ts';

/** The modules that speak with shops. */
export interface ShopRooms {
  readonly createOrderSource: typeof createOrderSource;
  readonly createShopBack: typeof createShopBack;
  readonly createShops: typeof createShops;
}

export interface ShopRoomParts extends ShopRooms {
  readonly platform: Platform;
  readonly settings: () => Settings;
  readonly lookUpAccess: LookUpAccess;
  readonly writeBackAccess: ShopAccess;
  readonly connectedShopAccess: LookUpAccess;
  /** `name:password` for the proxy of this network, if it asks for one. */
  readonly proxyAccess: ShopAccess;
  readonly fail: BenchContext['fail'];
}

/** Requests to shop servers use the same proxies and certificates as the service. No address is asked that a shop cannot have. */
export function shopRouteOf(
  {
    platform: { resolveProxy, trustedCertificates },
    proxyAccess,
  }: Pick<ShopRoomParts, 'proxyAccess'> & { readonly platform: Pick<Platform, 'resolveProxy' | 'trustedCertificates'> },
  names: Pick<RouteOptions, 'lookup'> = {},
): ShopRoute {
  const trust = createTrust(trustedCertificates);
  const options = { resolveProxy, proxyLogin: proxyAccess.read, trust, lookup: lookUpShop, ...names };
  return {
    routeTo: async (url, connectMs) =>
      isNoShopName(new URL(url).hostname)
        ? { code: 'shop-unreachable', trouble: 'reserved', system: '' }
        : routeTo(url, { ...options, connectMs }),
    troubleOf,
  };
}

/** Opens what speaks with shops: look-ups, reports, and connected shops. */
export function openShopRooms(parts: ShopRoomParts): Pick<BenchContext, 'orderSource' | 'shopBack' | 'shops'> {
  const { platform, fail } = parts;
  const route = shopRouteOf(parts);
  return {
    orderSource: parts.createOrderSource({ token: parts.lookUpAccess.read, route, authorities: platform.trustedCertificates, fail }),
    shopBack: parts.createShopBack({
      settings: () => parts.settings().writeBack,
      token: parts.writeBackAccess.read,
      route,
      now: platform.now,
    }),
    shops: parts.createShops({ keys: parts.connectedShopAccess.read, route, now: platform.now, fail }),
  };
}

/** Returns how shops are notified about an order. One of a connected shop is reported to that shop too. */
export function reportChannelsFor(
  { writeBack, shops }: Settings,
  key: OrderKey,
  { order }: Pick<Journal, 'order'>,
): readonly ReportChannel[] {
  const isOfShop = shops.length > 0 && shopOf(shops, order(key)?.source ?? '') !== undefined;
  return [...channelsOf(writeBack), ...(isOfShop ? (['shop'] as const) : [])];
}
