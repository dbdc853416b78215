import type { Reason } from '../../../shared/reason.ts';
import { ok, type Refusal } from '../../../shared/result.ts';
import type { ConnectedShop, ShopKind } from '../../../shared/shop.ts';
import type { Shops } from '../../bench/ports/shops.ts';
import type { ShopRoute } from '../shop-request.ts';
import type { Connection } from './connection.ts';
import { createShopClient } from './shop-client.ts';
import { createShopify, isFixedToken, shopifyAddress } from './shopify/shopify.ts';
import { createWooCommerce } from './woocommerce/woocommerce.ts';

interface Parts {
  /** `key:secret` for this address; undefined if none are stored. */
  readonly keys: Keys;
  readonly route: ShopRoute;
  readonly now: () => Date;
  readonly fail: (code: 'look-up-failed', why: Reason) => Refusal<'look-up-failed'>;
}

const basic = (keys: string): string => `Basic ${Buffer.from(keys).toString('base64')}`;

type Keys = (kind: ShopKind, address: string) => string | undefined;

function createConnections({ keys, route, now }: Pick<Parts, 'keys' | 'route' | 'now'>): Readonly<Record<ShopKind, Connection>> {
  const login = (address: string): string | undefined => {
    const kept = keys('woocommerce', address);
    return kept === undefined ? undefined : basic(kept);
  };
  return {
    shopify: createShopify(createShopClient({ route, login: () => undefined, now }), (address) => keys('shopify', address), now),
    woocommerce: createWooCommerce(createShopClient({ route, login, now }), now),
  };
}

/** The connected shops, each by its own kind. */
export function createShops({ keys, route, now, fail }: Parts): Shops {
  const connections = createConnections({ keys, route, now });
  const of = ({ kind }: Pick<ConnectedShop, 'kind'>) => connections[kind];
  return {
    pull: (shop, place, isKnown, until) => of(shop).pull(shop, place, isKnown, until),
    keptPlace: (shop, place) => of(shop).keptPlace(place),
    tell: (shop, request) => of(shop).tell(shop, request),
    async watch(shop, order, until) {
      const found = await of(shop).watch(shop, order, until);
      return found.is === 'found' ? ok(found.file) : fail('look-up-failed', found.why);
    },
  };
}

/** Asks a shop whether it accepts these keys for everything that Packbench does; returns the reason if it does not. Changes nothing there. */
export const testShopKeys = async (
  { route, now }: Pick<Parts, 'route' | 'now'>,
  { kind, address }: Pick<ConnectedShop, 'kind' | 'address'>,
  keys: string,
): Promise<Reason | undefined> => await createConnections({ keys: () => keys, route, now })[kind].test(address);

/** The web address that a person means by what was typed, without a slash at the end. */
export function shopAddress(kind: ShopKind, typed: string): string {
  const text = kind === 'shopify' ? shopifyAddress(typed.trim()) : typed.trim();
  return (/^https?:\/\//i.test(text) ? text : `https://${text}`).replace(/(?:\/wp-admin.*|\/wp-json.*|\/+)$/i, '');
}

/** The two texts of a person as they are kept; undefined if one is missing. An older app of Shopify has a fixed token and no key. */
export function shopKeysOf(kind: ShopKind, key: string, secret: string): string | undefined {
  const isFixed = kind === 'shopify' && isFixedToken(secret);
  return secret !== '' && (key !== '' || isFixed) ? `${isFixed ? '' : key}:${secret}` : undefined;
}
