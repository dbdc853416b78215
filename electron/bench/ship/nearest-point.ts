import { serviceMark, type Wish } from '../../../shared/booking.ts';
import type { Choice } from '../../../shared/rules.ts';
import type { ServicePoint } from '../../../shared/service-point.ts';
import { isNeverToPoint, wantsPoint } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import type { Offered } from './offers.ts';
import type { Quotes } from './quotes.ts';

interface WithPoint {
  /** Decides alone only if the point is sure. */
  readonly choice: Choice;
  readonly chosenPoint: Pick<Wish, 'servicePoint' | 'pointOf'> | null;
}

/**
 * Chooses the service point for a rule that sends the parcel to the nearest one, if the service states for sure which one that is.
 * Otherwise the rule asks; also if the service may by now answer for another parcel, priced later. A point that a person already chose
 * stays, unless a rule forbids service points.
 */
export async function nearestPoint(
  { courier, waits }: Pick<BenchContext, 'courier' | 'waits'>,
  quotes: Pick<Quotes, 'withLease' | 'isFresh'>,
  { quote, choice, from }: Offered,
  wish: Wish,
): Promise<WithPoint> {
  const { point } = choice;
  const service = quote.services.find(({ serviceId }) => serviceId === choice.serviceId);
  if (isNeverToPoint(choice)) return { choice, chosenPoint: { servicePoint: null, pointOf: '' } };
  if (!point || !wantsPoint(choice) || !service) return { choice, chosenPoint: null };
  const mark = serviceMark(service);
  if (wish.servicePoint && wish.pointOf === mark) return { choice, chosenPoint: null };
  if (point.is !== 'nearest') return { choice, chosenPoint: null };
  const ask = { type: 'destination', serviceId: service.serviceId } as const;
  const found = await quotes.withLease(async (lease) => {
    if (!quotes.isFresh(quote, lease)) return undefined;
    const asked = await courier.servicePoints(ask, waits.until(), from.account);
    return asked.ok && quotes.isFresh(quote, lease) ? nearestOf(asked.value) : undefined;
  });
  const nearest = found.ok ? found.value : undefined;
  if (nearest) return { choice, chosenPoint: { servicePoint: nearest, pointOf: mark } };
  const doubt = choice.doubt ?? ({ by: point.by, fact: 'service-point' } as const);
  return { choice: { ...choice, by: doubt.by, doubt, decidesAlone: false }, chosenPoint: null };
}

/** Undefined if a distance is missing, or if two points are equally near. */
export function nearestOf(points: readonly ServicePoint[]): ServicePoint | undefined {
  const distances = points.flatMap(({ distanceKm }) => distanceKm ?? []);
  if (distances.length < points.length) return undefined;
  const least = Math.min(...distances);
  const [nearest, ...others] = points.filter(({ distanceKm }) => distanceKm === least);
  return others.length === 0 ? nearest : undefined;
}
