import type { Booking } from '../../../shared/booking.ts';
import type { CallCode } from '../../../shared/ipc.ts';
import type { Pickup, PickupRequest } from '../../../shared/pickup.ts';
import { pickupProblems } from '../../../shared/pickup-check.ts';
import { ok, type Refusal, type Result } from '../../../shared/result.ts';
import type { ServicePoint } from '../../../shared/service-point.ts';
import type { BenchContext } from '../context.ts';
import { sentWithOtherKey } from '../exchange/other-key.ts';
import {
  bookingsOf,
  type CollectParts,
  collectsBy,
  isStanding,
  keysNotOut,
  keysNotPlaced,
  momentOf,
  placeIn,
  placeOf,
  waitingFor,
} from './to-collect.ts';

// Decides whether a driver may be ordered, and for which parcels.

type RequestParts = CollectParts & Pick<BenchContext, 'fail' | 'ledger'>;

/** Returns the parcels of a request, or its refusal. `isRestored`: the journal may not know every pickup. */
export function parcelsFor(
  context: RequestParts,
  request: PickupRequest,
  isRestored: boolean,
): Result<readonly Booking[], CallCode<'requestPickup'>> {
  const { journal, fail } = context;
  const { courierKey, date, again, secondOf } = request;
  const isOfCourier = (pickup: Pickup): boolean => pickup.courierKey === courierKey;
  if (journal.pickupsInState(['intent', 'sending', 'answered']).some(isOfCourier)) return fail('pickup-already-requested');
  const first = secondOf === undefined ? undefined : journal.pickup(secondOf);
  if (secondOf !== undefined && !(first && isOfCourier(first) && isStanding(first))) return fail('not-now');
  const other = first && sentWithOtherKey(context, first);
  if (other) return other;
  const isForSame = (pickup: Pickup): boolean =>
    first === undefined
      ? isOfCourier(pickup) && pickup.date === date && mayBeAt(context, pickup, placeIn(context, request))
      : pickup.bookingIds.some((id) => first.bookingIds.includes(id));
  const known = [...journal.pickups(100), ...journal.pickupsElsewhere(100)];
  const standing = known.filter((pickup) => isStanding(pickup) && isForSame(pickup));
  const [unknown, latest] = [standing.find((pickup) => pickup.state === 'unknown'), first ?? standing[0]];
  if (unknown) return fail('pickup-unknown');
  if (latest && !again.trim()) return fail('pickup-already-requested', latest.collectionNo);
  const parcels = first ? bookingsOf(context, first) : waitingFor(context, request);
  const isInDoubt = isRestored || parcels.some((parcel) => mayBeCollected(context, parcel));
  if (isInDoubt && !again.trim()) return fail('pickup-may-be-requested');
  return parcels.length > 0 ? ok(parcels) : fail('nothing-to-collect');
}

/** True if another bench may order a driver for this parcel: this bench reported it to a ledger that it has left. */
const mayBeCollected = ({ ledger, journal }: RequestParts, { id }: Booking): boolean =>
  !ledger.isShared && journal.attemptOf(id) !== undefined;

/** False if the driver was ordered for another location or account, and so collects none of these parcels. */
function mayBeAt(context: CollectParts, pickup: Pickup, place: string): boolean {
  const [parcel] = bookingsOf(context, pickup);
  return !parcel?.sender || placeOf(context, { account: pickup.account, ...parcel }) === place;
}

/** Returns why these parcels cannot be requested like this, or only after a person confirms it. */
export function refusalOf(
  context: RequestParts,
  request: PickupRequest,
  parcels: readonly Booking[],
): Refusal<'pickup-incomplete' | 'pickup-doubtful'> | undefined {
  const ask = {
    ...request,
    orderNos: parcels.map(({ orderNo }) => orderNo),
    notOut: keysNotOut(parcels),
    notPlaced: keysNotPlaced(parcels),
  };
  const collects = request.dropOff === undefined ? collectsBy(parcels) : null;
  const problems = pickupProblems(ask, momentOf(context, context.now()), collects);
  const stops = problems.filter((problem) => problem.stops);
  if (stops.length > 0)
    return context.fail(
      'pickup-incomplete',
      stops.map(({ why }) => why),
    );
  return problems.length > 0 && request.isSure !== true
    ? context.fail(
        'pickup-doubtful',
        problems.map(({ why }) => why),
      )
    : undefined;
}

/**
 * Returns the point that a request names: one of those that the service listed for its courier and place, or one of a pickup that is
 * requested again. Null if a driver comes to the door; undefined if the point is not known.
 */
export function pointOf(context: CollectParts, request: PickupRequest, listed: readonly ServicePoint[]): ServicePoint | null | undefined {
  const { courierKey, dropOff, secondOf } = request;
  if (dropOff === undefined) return null;
  const isLike = (pickup: Pickup): boolean =>
    pickup.courierKey === courierKey &&
    (secondOf === undefined ? mayBeAt(context, pickup, placeIn(context, request)) : pickup.id === secondOf);
  const asked = context.journal.pickups(100).filter(isLike);
  const known = [...listed, ...asked.flatMap((pickup) => pickup.dropOffPoint ?? [])];
  return known.find(({ keycode }) => keycode === dropOff);
}
