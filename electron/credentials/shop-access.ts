import { z } from 'zod';
import type { SealedFiles } from './sealed-files.ts';

const keptSchema = z.object({ value: z.string(), origin: z.string() });

/** What this bench shows to a shop's server or to a proxy: to the one it was entered for, and to no other. */
export interface ShopAccess {
  readonly has: () => boolean;
  /** Undefined where none is kept for the server at this address. */
  readonly read: (address: string) => string | undefined;
  /** An empty value removes it. */
  readonly save: (value: string, address: string) => void;
}

/** The same for each of the look-ups, by its id. */
export interface LookUpAccess {
  readonly has: (id: string) => boolean;
  readonly read: (id: string, address: string) => string | undefined;
  readonly save: (id: string, value: string, address: string) => void;
}

export function keepLookUpAccess(files: SealedFiles): LookUpAccess {
  const accessOf = (id: string): ShopAccess => keepShopAccess(files, `shop-look-up-${id}`);
  return {
    has: (id) => accessOf(id).has(),
    read: (id, address) => accessOf(id).read(address),
    save: (id, value, address) => accessOf(id).save(value, address),
  };
}

export function keepShopAccess(files: SealedFiles, name: 'shop-write-back' | 'proxy' | `shop-look-up-${string}`): ShopAccess {
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

/** The server it leads to: of the web its origin, of a database with the user. */
function originOf(address: string): string {
  const url = URL.parse(address);
  return url?.origin === 'null' ? url.href : (url?.origin ?? '');
}
