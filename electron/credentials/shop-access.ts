import { z } from 'zod';
import type { EncryptedFiles } from './encrypted-files.ts';

const keptSchema = z.object({ value: z.string(), origin: z.string() });

/** Credentials of this bench for a shop's server or a proxy: sent only to the server they were entered for. */
export interface ShopAccess {
  readonly has: () => boolean;
  /** Undefined if none are stored for the server at this address. */
  readonly read: (address: string) => string | undefined;
  /** An empty value removes it. */
  readonly save: (value: string, address: string) => void;
}

/** The same for each look-up, by its id. */
export interface LookUpAccess {
  readonly has: (id: string) => boolean;
  readonly read: (id: string, address: string) => string | undefined;
  readonly save: (id: string, value: string, address: string) => void;
}

export const keepLookUpAccess = (files: EncryptedFiles): LookUpAccess => keepEach(files, 'shop-look-up');

/** `key:secret` of each connected shop, by its kind. */
export const keepConnectedShopAccess = (files: EncryptedFiles): LookUpAccess => keepEach(files, 'connected-shop');

function keepEach(files: EncryptedFiles, of: 'shop-look-up' | 'connected-shop'): LookUpAccess {
  const accessOf = (id: string): ShopAccess => keepShopAccess(files, `${of}-${id}`);
  return {
    has: (id) => accessOf(id).has(),
    read: (id, address) => accessOf(id).read(address),
    save: (id, value, address) => accessOf(id).save(value, address),
  };
}

export function keepShopAccess(
  files: EncryptedFiles,
  name: 'shop-write-back' | 'proxy' | `${'shop-look-up' | 'connected-shop'}-${string}`,
): ShopAccess {
  return {
    has: () => files.has(name),
    read(address) {
      const kept = files.read(name, keptSchema);
      return kept && kept.origin === originOf(address) ? kept.value : undefined;
    },
    save(value, address) {
      if (value === '') files.remove(name);
      else files.write(name, { value, origin: originOf(address) });
    },
  };
}

/** The server of an address: its origin for a web address; the whole address, including the user, for a database. */
function originOf(address: string): string {
  const url = URL.parse(address);
  return url?.origin === 'null' ? url.href : (url?.origin ?? '');
}
