import { z } from 'zod';
import type { SealedFiles } from './sealed-files.ts';

const keptSchema = z.object({ value: z.string(), origin: z.string() });

/** What this bench shows to a shop's server: to the one it was entered for, and to no other. */
export interface ShopAccess {
  readonly has: () => boolean;
  /** Undefined where none is kept for the server at this address. */
  readonly read: (address: string) => string | undefined;
  /** An empty value removes it. */
  readonly save: (value: string, address: string) => void;
}

export function keepShopAccess(files: SealedFiles, name: 'shop-look-up' | 'shop-write-back'): ShopAccess {
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

const originOf = (address: string): string => URL.parse(address)?.origin ?? '';
