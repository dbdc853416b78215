import { readArrival } from './arrival.ts';
import type { Booking, PricedExtras } from './booking.ts';
import type { Service } from './quote.ts';
import { cheapestOf, fastestOf } from './rules.ts';

/** Services that are shown before `0` shows all. */
export const fewServices = 3;

export type WhyShown = 'cheapest' | 'fastest' | 'usual' | 'customer' | 'second-in-price' | 'third-in-price' | 'chosen';

export interface ShownService {
  readonly service: Service;
  readonly why: readonly WhyShown[];
}

/** A service by its own keys; its id changes with every quote. */
export type ServiceKeys = Pick<Service, 'courierKey' | 'serviceKey'>;

const isOf = (keys: ServiceKeys | undefined) => (service: ServiceKeys) =>
  service.courierKey === keys?.courierKey && service.serviceKey === keys.serviceKey;

/** The service that most of these shipments to this country went with, at least twice; undefined if there is none. */
export function usualService(shipments: readonly Pick<Booking, 'order' | 'service' | 'state'>[], country: string): ServiceKeys | undefined {
  const taken = shipments.flatMap(({ order, service, state }) =>
    service && state === 'booked' && order.recipient.country === country && !order.returnOf ? [service] : [],
  );
  const times = (keys: ServiceKeys): number => taken.filter(isOf(keys)).length;
  const [most] = taken.toSorted((one, other) => times(other) - times(one));
  return most && times(most) > 1 ? most : undefined;
}

interface Few {
  readonly services: readonly Service[];
  /** Those that a rule refuses. */
  readonly refused: readonly string[];
  /** The selected service. It is always shown. */
  readonly chosen: string;
  readonly extras: PricedExtras;
  readonly usual: ServiceKeys | undefined;
  /** Those that the customer chose in the shop. */
  readonly wanted: readonly Service[];
}

/**
 * The cheapest, the fastest, the usual service and that of the customer, with their reasons, filled up to three by price; and the selected
 * one. Undefined if all are to be shown, because there are few or because their prices cannot be compared.
 */
export function fewOf({ services, refused, chosen, extras, usual, wanted }: Few): readonly ShownService[] | undefined {
  const allowed = services.filter(({ serviceId }) => !refused.includes(serviceId));
  if (services.length <= fewServices || cheapestOf(allowed, extras) === undefined) return undefined;
  const found: { service: Service; why: WhyShown[] }[] = [];
  const show = (service: Service | undefined, why: WhyShown): void => {
    const before = found.find((each) => each.service === service);
    if (before) before.why.push(why);
    else if (service) found.push({ service, why: [why] });
  };
  const fastest = fastestOf(allowed, extras);
  const offeredToCustomer = allowed.filter((service) => wanted.some(({ serviceId }) => serviceId === service.serviceId));
  show(cheapestOf(allowed, extras), 'cheapest');
  show(fastest, 'fastest');
  show(allowed.find(isOf(usual)), 'usual');
  show(offeredToCustomer.find(({ serviceId }) => serviceId === chosen) ?? cheapestOf(offeredToCustomer, extras), 'customer');
  for (const [rank, service] of byPrice(allowed, extras).entries())
    if (found.length < fewServices && !found.some((each) => each.service === service))
      show(service, rank === 1 ? 'second-in-price' : 'third-in-price');
  if (!found.some(({ service }) => service.serviceId === chosen))
    show(
      services.find(({ serviceId }) => serviceId === chosen),
      'chosen',
    );
  if (found.length === services.length) return undefined;
  const isFirst = found.every(({ service }) => service === fastest || readArrival(service.arrival) !== readArrival(fastest?.arrival ?? ''));
  // One that is shown for another reason and arrives together with others is not the fastest of them.
  return found.map(({ service, why }) => ({ service, why: isFirst || why.length === 1 ? why : why.filter((each) => each !== 'fastest') }));
}

function byPrice(services: readonly Service[], extras: PricedExtras): readonly Service[] {
  const first = cheapestOf(services, extras);
  return first
    ? [
        first,
        ...byPrice(
          services.filter((service) => service !== first),
          extras,
        ),
      ]
    : [];
}
