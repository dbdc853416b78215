import type { Reason } from '../../../shared/reason.ts';
import { ok, type Refusal } from '../../../shared/result.ts';
import type { ConnectedShop, ShopKind } from '../../../shared/shop.ts';
import type { Shops } from '../../bench/ports/shops.ts';
import type { ShopRoute } from '../shop-request.ts';
import { createShopClient } from './shop-client.ts';
import { createWooCommerce } from './woocommerce/woocommerce.ts';

interface Parts {
  /** `key:secret` for this address; undefined if none are stored. */
  readonly keys: (kind: ShopKind, address: string) => string | undefined;
  readonly route: ShopRoute;
  readonly now: () => Date;
  readonly fail: (code: 'look-up-failed', why: Reason) => Refusal<'look-up-failed'>;
}

const basic = (keys: string): string => `Basic ${Buffer.from(keys).toString('base64')}`;

/** The connected shops, each by its own kind. */
export function createShops({ keys, route, now, fail }: Parts): Shops {
  const login = (address: string): string | undefined => {
    const kept = keys('woocommerce', address);
    return kept === undefined ? undefined : basic(kept);
  };
  const kinds = { woocommerce: createWooCommerce(createShopClient({ route, login, now }), now) } as const;
  const of = ({ kind }: Pick<ConnectedShop, 'kind'>) => kinds[kind];
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
export async function testShopKeys(
  { route, now }: Pick<Parts, 'route' | 'now'>,
  { kind, address }: Pick<ConnectedShop, 'kind' | 'address'>,
  keys: string,
): Promise<Reason | undefined> {
  const client = createShopClient({ route, login: () => basic(keys), now });
  const test = { woocommerce: createWooCommerce(client, now).test }[kind];
  return await test(address);
}
