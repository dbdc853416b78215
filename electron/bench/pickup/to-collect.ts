import { type Booking, parcelsIn, truthOf } from '../../../shared/booking.ts';
import type { ParcelElsewhere } from '../../../shared/elsewhere.ts';
import type { CallArgs } from '../../../shared/ipc.ts';
import { ordersShown } from '../../../shared/joined.ts';
import { type LocalMoment, localMoment } from '../../../shared/local-moment.ts';
import {
  byCutOff,
  isUnderWay,
  type ListedPickup,
  type Pickup,
  type PickupGroup,
  type PickupRequest,
  type WaitingShipment,
} from '../../../shared/pickup.ts';
import { collectsOf } from '../../../shared/pickup-check.ts';
import { isPartlyOnParcels } from '../../../shared/pieces.ts';
import { type Sender, usualSender } from '../../../shared/sender.ts';
import type { BenchContext } from '../context.ts';
import { countedPickup } from '../counted-pickup.ts';
import { isOfKeyInUse } from '../exchange/other-key.ts';
import { pickupLocationOf, placeAt } from '../exchange/pickup-location.ts';

// The parcels that wait for a driver, and the pickups that were requested, as the journal has them now.

export type CollectParts = Pick<BenchContext, 'journal' | 'keyAccount' | 'now' | 'settings'>;

export const momentOf = ({ settings }: Pick<CollectParts, 'settings'>, instant: Date): LocalMoment =>
  localMoment(instant, settings().timeZone);
const todayOf = (context: Pick<CollectParts, 'now' | 'settings'>): string => momentOf(context, context.now()).day;
const bookedOn = (context: Pick<CollectParts, 'settings'>, { changedAt }: Booking): string => momentOf(context, new Date(changedAt)).day;
/** True also for bookings made while a clock was ahead: they are not left over. */
const isToday = (context: CollectParts, booking: Booking): boolean => bookedOn(context, booking) >= todayOf(context);

/** Returns the shipments of a pickup, as far as this bench knows them. */
export const bookingsOf = ({ journal }: Pick<CollectParts, 'journal'>, { bookingIds }: Pick<Pickup, 'bookingIds'>): Booking[] =>
  bookingIds.flatMap((id) => journal.booking(id) ?? journal.parcelElsewhere(id)?.booking ?? []);

/** A parcel with the label of another order is not packed, so no driver is ordered for it. */
const isPacked = ({ verdict }: Booking): boolean => verdict?.kind !== 'other';
const notHandedOver = ({ journal }: CollectParts): Booking[] => journal.notHandedOver().filter(isPacked);

/** Parcels of other benches that wait at a sender address of this bench. */
function notHandedOverElsewhere({ journal, settings }: CollectParts): ParcelElsewhere[] {
  const doors = new Set(settings().senders.map(({ address }) => pickupLocationOf(address)));
  return journal
    .toCollectElsewhere()
    .filter(({ booking }) => booking && isPacked(booking) && booking.sender && doors.has(pickupLocationOf(booking.sender)));
}

const isOfAccountInUse = (context: CollectParts, { account }: ParcelElsewhere): boolean => accountsOf(context).has(account);

/** Returns the parcels that wait for a driver of the key in use. */
export const toCollect = (context: CollectParts): Booking[] => [
  ...notHandedOver(context).filter(isOfKeyInUse),
  ...notHandedOverElsewhere(context)
    .filter((parcel) => isOfAccountInUse(context, parcel))
    .flatMap(({ booking, account }) => (booking ? { ...booking, account } : [])),
];

const ofOtherKeys = (context: CollectParts): number =>
  parcelsIn(notHandedOver(context).filter((booking) => !isOfKeyInUse(booking))) +
  parcelsIn(
    notHandedOverElsewhere(context)
      .filter((parcel) => !isOfAccountInUse(context, parcel))
      .flatMap(({ booking }) => booking ?? []),
  );

export const isStanding = (pickup: Pickup): boolean => pickup.state === 'booked' || pickup.state === 'unknown';

/** Returns the pickups that are booked, under way or of unknown outcome, latest first. */
export const requestedPickups = ({ journal }: Pick<CollectParts, 'journal'>): Pickup[] =>
  [...journal.pickups(50), ...journal.pickupsElsewhere(50)]
    .filter((pickup) => isStanding(pickup) || isUnderWay(pickup))
    .toSorted((one, other) => other.changedAt.localeCompare(one.changedAt));

/** Returns the pickup location with its account: a driver collects at one location, and a request is for one account. */
export function placeOf(
  context: CollectParts,
  { sender, account = context.keyAccount.account }: Pick<Booking, 'sender' | 'account'>,
): string {
  const from = sender ?? usualSender(context.settings());
  return from ? placeAt(from, account) : '';
}

export const placeIn = (context: CollectParts, { place }: Pick<PickupRequest, 'place'>): string =>
  place ?? placeOf(context, { sender: null });

export const isDroppable = ({ service }: Booking): boolean => service?.originServicePoints === true;

/** Returns the parcels that wait for this courier at this place. */
export const waitsAt = (context: CollectParts, of: CallArgs<'dropOffPoints'>): Booking[] =>
  toCollect(context).filter(
    (booking) => booking.service?.courierKey === of.courierKey && placeOf(context, booking) === placeIn(context, of),
  );

export const waitingFor = (context: CollectParts, { withLeftOvers, dropOff, ...of }: PickupRequest): Booking[] =>
  waitsAt(context, of)
    .filter((booking) => withLeftOvers || isToday(context, booking))
    .filter((booking) => dropOff === undefined || isDroppable(booking));

const placeOfSender = (context: CollectParts, { address, account }: Sender): string =>
  placeOf(context, { sender: address, account: account || context.keyAccount.account });

/** True if a request must name its place. True also if all waiting parcels are at one place, which need not be the usual one. */
function isAtSeveral(context: CollectParts, waiting: readonly Booking[]): boolean {
  const ofParcels = waiting.map((booking) => placeOf(context, booking));
  const ofSenders = context.settings().senders.map((sender) => placeOfSender(context, sender));
  return new Set([...ofParcels, ...ofSenders]).size > 1;
}

/** Returns the senders of a place, with its account unless it is the usual one. */
function nameOf(context: CollectParts, booking: Booking): string {
  const usualAccount = context.keyAccount.account;
  const { sender, account = usualAccount } = booking;
  const place = placeOf(context, booking);
  const senders = context.settings().senders.filter((each) => placeOfSender(context, each) === place);
  const names = senders.map(({ name }) => name).join(', ') || [sender?.street, sender?.city].filter(Boolean).join(', ');
  return account === usualAccount ? names : `${names} (${account})`;
}

/** Omits the bookings of earlier days: those pickups are not requested again. */
function asListed(context: CollectParts, pickup: Pickup, isNamed: boolean): ListedPickup {
  const bookings = pickup.date >= todayOf(context) ? bookingsOf(context, pickup) : [];
  const [first] = bookings;
  return { ...countedPickup(context, pickup), ...collectsBy(bookings), from: first && isNamed ? nameOf(context, first) : '' };
}

export interface PickupOverview {
  readonly today: string;
  readonly groups: PickupGroup[];
  readonly requested: ListedPickup[];
  readonly ofOtherKeys: number;
}

/** Returns what waits, and the requested pickups, newest first, including requests without an answer yet. */
export function overview(context: CollectParts): PickupOverview {
  const waiting = toCollect(context);
  const isNamed = isAtSeveral(context, waiting);
  const byDriver = Map.groupBy(waiting, (booking) => `${booking.service?.courierKey} ${placeOf(context, booking)}`);
  return {
    today: todayOf(context),
    groups: [...byDriver.values()].flatMap((parcels) => groupOf(context, parcels, isNamed)).toSorted(byCutOff),
    requested: requestedPickups(context).map((pickup) => asListed(context, pickup, isNamed)),
    ofOtherKeys: ofOtherKeys(context),
  };
}

function groupOf(context: CollectParts, parcels: readonly Booking[], isNamed: boolean): PickupGroup[] {
  const [first] = parcels;
  if (!first?.service) return [];
  const { courierKey, courierName } = first.service;
  const isOfToday = (parcel: Booking): boolean => isToday(context, parcel);
  const [ofToday, leftOver] = [parcels.filter(isOfToday), parcels.filter((parcel) => !isOfToday(parcel))];
  const droppable = (some: readonly Booking[]): number => parcelsIn(some.filter(isDroppable));
  return [
    {
      courierKey,
      place: placeOf(context, first),
      from: isNamed ? nameOf(context, first) : '',
      address: first.sender ?? usualSender(context.settings()),
      courierName,
      ...collectsBy(parcels),
      today: parcelsIn(ofToday),
      leftOver: parcelsIn(leftOver),
      leftOverSince: leftOver.map((parcel) => bookedOn(context, parcel)).sort()[0] ?? '',
      notOut: keysNotOut(parcels),
      notPlaced: keysNotPlaced(parcels),
      droppable: { today: droppable(ofToday), leftOver: droppable(leftOver) },
      shipments: [...leftOver.map((parcel) => asWaiting(parcel, true)), ...ofToday.map((parcel) => asWaiting(parcel, false))],
    },
  ];
}

function asWaiting(booking: Booking, isLeftOver: boolean): WaitingShipment {
  const { id, consignmentNo, order } = booking;
  const { name, company, city } = order.recipient;
  return {
    bookingId: id,
    orders: ordersShown(booking),
    consignmentNo,
    to: { name, company, city },
    parcels: parcelsIn([booking]),
    isLeftOver,
    isDroppable: isDroppable(booking),
  };
}

export const collectsBy = (parcels: readonly Booking[]): ReturnType<typeof collectsOf> =>
  collectsOf(parcels.flatMap(({ service }) => service?.collection ?? []));

/** Returns the orders whose label was not sent to a printer yet. */
export const keysNotOut = (parcels: readonly Booking[]): string[] =>
  parcels.filter((parcel) => truthOf(parcel) < 2).map(({ orderKey }) => orderKey);

/** Returns the orders of which some labels were scanned on their parcels and others were not. */
export const keysNotPlaced = (parcels: readonly Booking[]): string[] => parcels.filter(isPartlyOnParcels).map(({ orderKey }) => orderKey);

/** The accounts that parcels of this bench are shipped for. */
const accountsOf = ({ keyAccount, settings }: Pick<BenchContext, 'keyAccount' | 'settings'>): ReadonlySet<string> =>
  new Set([keyAccount.account, ...settings().senders.flatMap(({ account }) => account || [])]);
