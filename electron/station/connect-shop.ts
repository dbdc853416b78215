import type { CallArgs } from '../../shared/ipc.ts';
import { shopAddressFlaw } from '../../shared/order-source.ts';
import { isPlainBeyond } from '../../shared/plain-http.ts';
import { type Done, ok } from '../../shared/result.ts';
import type { ShopKind } from '../../shared/shop.ts';
import type { BenchContext } from '../bench/context.ts';
import type { LookUpAccess } from '../credentials/shop-access.ts';
import type { ShopRoute } from '../orders/shop-request.ts';
import { shopAddress, shopKeysOf, testShopKeys } from '../orders/shops/shops.ts';
import type { SettingsStore } from './settings.ts';

interface Parts {
  readonly settings: SettingsStore;
  readonly fail: BenchContext['fail'];
  readonly access: LookUpAccess;
  readonly route: ShopRoute;
  readonly now: () => Date;
}

/** Tests the keys of a shop, then saves them and its settings. Stores nothing if the shop refuses them. */
export async function connectShop(
  { settings, fail, access, route, now }: Parts,
  { key, secret, ...given }: CallArgs<'connectShop'>,
): Promise<Done<'setting-invalid' | 'shop-not-connected'>> {
  const address = shopAddress(given.kind, given.address);
  const flaw = shopAddressFlaw(address);
  if (flaw || /[?#]/.test(address)) return fail('setting-invalid', [{ code: 'shop-address-wrong', flaw: flaw ?? 'none' }]);
  if (isPlainBeyond(address)) return fail('setting-invalid', [{ code: 'plain-http-not-accepted' }]);
  // One new key never stands beside an old one.
  const areTyped = key.trim() !== '' || secret.trim() !== '';
  const keys = areTyped ? shopKeysOf(given.kind, key.trim(), secret.trim()) : access.read(given.kind, address);
  if (keys === undefined || /[^ -~]/.test(keys)) return fail('setting-invalid', [{ code: 'shop-keys-missing' }]);
  const shop = { ...given, address: URL.parse(address)?.href.replace(/\/+$/, '') ?? address };
  const why = await testShopKeys({ route, now }, shop, keys);
  if (why) return fail('shop-not-connected', [why]);
  access.save(given.kind, keys, shop.address);
  settings.change({ shops: [...settings.read().shops.filter(({ kind }) => kind !== given.kind), shop] });
  return ok({});
}

/** Forgets a shop and its keys. Its orders stay, and so do reports that it has not received. */
export function disconnectShop({ settings, access }: Pick<Parts, 'settings' | 'access'>, kind: ShopKind): void {
  settings.change({ shops: settings.read().shops.filter((shop) => shop.kind !== kind) });
  access.save(kind, '', '');
}
