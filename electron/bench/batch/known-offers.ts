import type { OrderKey } from '../../../shared/order.ts';
import type { Priced } from './quote-line.ts';

/** The offers that orders were quoted with, until they are bought. */
export interface KnownOffers {
  get(key: OrderKey): Priced | undefined;
  /** An offer for which there is no room is requested again before the purchase, as after a restart. */
  keep(key: OrderKey, priced: Priced): void;
  forget(key: OrderKey): void;
  forgetAll(): void;
}

/** About tens of megabytes, regardless of the number of services per order. */
const mostServices = 20_000;

/** Keeps the earliest offers: they are bought first. */
export function createKnownOffers(most = mostServices): KnownOffers {
  const known = new Map<OrderKey, Priced>();
  let services = 0;
  const forget = (key: OrderKey): void => {
    services -= known.get(key)?.quote.services.length ?? 0;
    known.delete(key);
  };
  return {
    get: (key) => known.get(key),
    keep(key, priced) {
      forget(key);
      const count = priced.quote.services.length;
      if (services + count > most) return;
      services += count;
      known.set(key, priced);
    },
    forget,
    forgetAll() {
      known.clear();
      services = 0;
    },
  };
}
