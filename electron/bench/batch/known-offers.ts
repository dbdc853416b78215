import type { OrderKey } from '../../../shared/order.ts';
import type { Priced } from './quote-line.ts';

/** The offers that orders were priced with, until they are bought. */
export interface KnownOffers {
  get(key: OrderKey): Priced | undefined;
  /** One that finds no room any more is asked once more when it is bought, as after a restart. */
  keep(key: OrderKey, priced: Priced): void;
  forget(key: OrderKey): void;
  forgetAll(): void;
}

/** Some tens of megabytes, whether a service offers few of them for each order or many. */
const mostServices = 20_000;

/** Those priced first are kept: they are bought first. */
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
