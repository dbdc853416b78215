import { type Booking, parcelsIn, truthOf } from '../../../shared/booking.ts';
import type { DocumentCode, PausedCode } from '../../../shared/call-codes.ts';
import type { ParcelElsewhere } from '../../../shared/elsewhere.ts';
import { whyOf } from '../../../shared/failure.ts';
import type { Answer, CallArgs, CallCode } from '../../../shared/ipc.ts';
import { localMoment } from '../../../shared/local-moment.ts';
import { byCutOff, isUnderWay, type ListedPickup, type Pickup, type PickupGroup, type PickupRequest } from '../../../shared/pickup.ts';
import { collectsOf, pickupProblems } from '../../../shared/pickup-check.ts';
import type { Reason } from '../../../shared/reason.ts';
import type { Restored } from '../../../shared/restored.ts';
import { type Done, failed, ok, type Refusal, type Result } from '../../../shared/result.ts';
import { asWritten } from '../../../shared/said.ts';
import { type Sender, usualSender } from '../../../shared/sender.ts';
import type { ServicePoint } from '../../../shared/service-point.ts';
import type { BenchContext } from '../context.ts';
import { countedPickup } from '../counted-pickup.ts';
import { asPromised, documentJobs } from '../documents/document-jobs.ts';
import { accountsOf } from '../exchange/accounts.ts';
import { digestOf } from '../exchange/digest.ts';
import { doorOf, placeAt } from '../exchange/door.ts';
import { exchangeOnce, writeUnknown } from '../exchange/exchange.ts';
import { isOfKeyInUse, sentWithOtherKey } from '../exchange/other-key.ts';
import { readKept } from '../exchange/read-kept.ts';
import { refused } from '../exchange/refusal.ts';
import type { PickupMeaning } from '../ports/courier.ts';
import { typedCode } from '../typed-code.ts';

export interface PickupWorkflow {
  /** Returns what waits, and the requested pickups, newest first, including requests without an answer yet. */
  overview(): { readonly today: string; readonly groups: PickupGroup[]; readonly requested: ListedPickup[]; readonly ofOtherKeys: number };
  /** Returns the waiting parcels, then those of each requested pickup; each list is read when called. */
  parcels(): readonly { readonly pickup: Pickup | null; readonly bookings: () => readonly Booking[] }[];
  /**
   * Returns the points that accept the parcels of a courier, as the service lists them for one of these parcels. A request names one of
   * them.
   */
  dropOffPoints(of: CallArgs<'dropOffPoints'>): Promise<Answer<'dropOffPoints'>>;
  /**
   * Orders the driver for one courier's waiting parcels, or for those of an earlier pickup (`secondOf`), at most once per request. A reason
   * in `again` is required for a second driver for the same parcels or for the same courier and day, for any driver while the journal may
   * not know the first one, and for parcels known to the benches of a ledger that this bench left. No reason is enough while a request is
   * under way, or while the outcome of one is unknown.
   */
  request(request: PickupRequest): Promise<Answer<'requestPickup'>>;
  reprintManifest(pickupId: string): Promise<Answer<'reprintManifest'>>;
  /** Reads the stored answer and queues the manifest. Safe to repeat after a crash. */
  settle(pickupId: string): Promise<Pickup>;
  /** Queues the manifest of a pickup for the first time; if that fails, the pickup shows why. */
  queueManifest(pickupId: string): Promise<void>;
}

/** Timeout for reading the other benches' bookings, in ms. */
const hearWithinMs = 3_000;

interface PickupDeps {
  /** Refuses while booking is paused. */
  readonly mayBook: () => Done<PausedCode>;
  /** Time since which the journal is incomplete: drivers requested after the copy was made are not in it. Null if it is complete. */
  readonly restored: () => Restored | null;
}

export function createPickupWorkflow(context: BenchContext, { mayBook, restored }: PickupDeps): PickupWorkflow {
  const momentOf = (instant: Date) => localMoment(instant, context.settings().timeZone);
  const bookedOn = (booking: Booking): string => momentOf(new Date(booking.changedAt)).day;
  /** True also for bookings made while a clock was ahead: they are not left over. */
  const isToday = (booking: Booking): boolean => bookedOn(booking) >= momentOf(context.now()).day;
  const { ledger } = context;
  const bookingsOf = ({ bookingIds }: Pickup): Booking[] =>
    bookingIds.flatMap((id) => context.journal.booking(id) ?? context.journal.parcelElsewhere(id)?.booking ?? []);
  /** Name of a parcel at the other benches. */
  const parcelNameOf = (bookingId: string): string =>
    context.journal.attemptOf(bookingId)?.id ?? context.journal.parcelElsewhere(bookingId)?.attemptId ?? bookingId;
  /** Points listed last, per courier and place. */
  const listed = new Map<string, readonly ServicePoint[]>();
  const reread = (id: string): Pickup => {
    const pickup = context.journal.pickup(id);
    if (!pickup) throw new Error('a pickup left the journal');
    return countedPickup(context, pickup);
  };

  /** A parcel with the label of another order is not packed, so no driver is ordered for it. */
  const isPacked = ({ verdict }: Booking): boolean => verdict?.kind !== 'other';
  const notHandedOver = (): Booking[] => context.journal.notHandedOver().filter(isPacked);
  /** Parcels of other benches that wait at a sender address of this bench. */
  const notHandedOverElsewhere = (): ParcelElsewhere[] => {
    const doors = new Set(context.settings().senders.map(({ address }) => doorOf(address)));
    return context.journal
      .toCollectElsewhere()
      .filter(({ booking }) => booking && isPacked(booking) && booking.sender && doors.has(doorOf(booking.sender)));
  };
  const isOfAccountInUse = ({ account }: ParcelElsewhere): boolean => accountsOf(context).has(account);
  const toCollect = (): Booking[] => [
    ...notHandedOver().filter(isOfKeyInUse),
    ...notHandedOverElsewhere()
      .filter(isOfAccountInUse)
      .flatMap(({ booking, account }) => (booking ? { ...booking, account } : [])),
  ];
  const ofOtherKeys = (): number =>
    parcelsIn(notHandedOver().filter((booking) => !isOfKeyInUse(booking))) +
    parcelsIn(
      notHandedOverElsewhere()
        .filter((parcel) => !isOfAccountInUse(parcel))
        .flatMap(({ booking }) => booking ?? []),
    );

  /** Pickups that are booked, under way or of unknown outcome, latest first. */
  const requested = (): Pickup[] =>
    [...context.journal.pickups(50), ...context.journal.pickupsElsewhere(50)]
      .filter((pickup) => isStanding(pickup) || isUnderWay(pickup))
      .toSorted((one, other) => other.changedAt.localeCompare(one.changedAt));

  const usualAccount = context.keyAccount.account;
  /** Returns the pickup location with its account: a driver collects at one location, and a request is for one account. */
  function placeOf({ sender, account = usualAccount }: Pick<Booking, 'sender' | 'account'>): string {
    const from = sender ?? usualSender(context.settings());
    return from ? placeAt(from, account) : '';
  }
  const placeIn = ({ place }: Pick<PickupRequest, 'place'>): string => place ?? placeOf({ sender: null });

  const isDroppable = ({ service }: Booking): boolean => service?.originServicePoints === true;

  const listOf = (of: CallArgs<'dropOffPoints'>): string => `${of.courierKey} ${placeIn(of)}`;

  /**
   * Returns the point that a request names: listed for its courier and place, or used by a pickup that is requested again. Null if a driver
   * comes to the door; undefined if the point is not known.
   */
  function pointOf(request: PickupRequest): ServicePoint | null | undefined {
    const { courierKey, dropOff, secondOf } = request;
    if (dropOff === undefined) return null;
    const isLike = (pickup: Pickup): boolean =>
      pickup.courierKey === courierKey && (secondOf === undefined ? mayBeAt(pickup, placeIn(request)) : pickup.id === secondOf);
    const asked = context.journal.pickups(100).filter(isLike);
    const known = [...(listed.get(listOf(request)) ?? []), ...asked.flatMap((pickup) => pickup.dropOffPoint ?? [])];
    return known.find(({ keycode }) => keycode === dropOff);
  }

  /** Returns the parcels of a request, or its refusal. */
  function parcelsFor(request: PickupRequest): Result<readonly Booking[], CallCode<'requestPickup'>> {
    const { courierKey, date, again, secondOf } = request;
    const isOfCourier = (pickup: Pickup): boolean => pickup.courierKey === courierKey;
    if (context.journal.pickupsInState(['intent', 'sending', 'answered']).some(isOfCourier))
      return context.fail('pickup-already-requested');
    const first = secondOf === undefined ? undefined : context.journal.pickup(secondOf);
    if (secondOf !== undefined && !(first && isOfCourier(first) && isStanding(first))) return context.fail('not-now');
    const other = first && sentWithOtherKey(context, first);
    if (other) return other;
    const isForSame = (pickup: Pickup): boolean =>
      first === undefined
        ? isOfCourier(pickup) && pickup.date === date && mayBeAt(pickup, placeIn(request))
        : pickup.bookingIds.some((id) => first.bookingIds.includes(id));
    const known = [...context.journal.pickups(100), ...context.journal.pickupsElsewhere(100)];
    const standing = known.filter((pickup) => isStanding(pickup) && isForSame(pickup));
    const [unknown, latest] = [standing.find((pickup) => pickup.state === 'unknown'), first ?? standing[0]];
    if (unknown) return context.fail('pickup-unknown');
    if (latest && !again.trim()) return context.fail('pickup-already-requested', latest.collectionNo);
    const parcels = first ? bookingsOf(first) : waitingFor(request);
    if ((restored() || parcels.some(mayBeCollected)) && !again.trim()) return context.fail('pickup-may-be-requested');
    return parcels.length > 0 ? ok(parcels) : context.fail('nothing-to-collect');
  }

  /** True if another bench may order a driver for this parcel: this bench reported it to a ledger that it has left. */
  const mayBeCollected = ({ id }: Booking): boolean => !ledger.isShared && context.journal.attemptOf(id) !== undefined;

  /** False if the driver was ordered for another location or account, and so collects none of these parcels. */
  const mayBeAt = (pickup: Pickup, place: string): boolean => {
    const [parcel] = bookingsOf(pickup);
    return !parcel?.sender || placeOf({ account: pickup.account, ...parcel }) === place;
  };

  const waitsAt = (of: CallArgs<'dropOffPoints'>): Booking[] =>
    toCollect().filter((booking) => booking.service?.courierKey === of.courierKey && placeOf(booking) === placeIn(of));

  const waitingFor = ({ withLeftOvers, dropOff, ...of }: PickupRequest): Booking[] =>
    waitsAt(of)
      .filter((booking) => withLeftOvers || isToday(booking))
      .filter((booking) => dropOff === undefined || isDroppable(booking));

  /** Returns why these parcels cannot be requested like this, or only after a person confirms it. */
  function refusal(request: PickupRequest, parcels: readonly Booking[]): Refusal<'pickup-incomplete' | 'pickup-doubtful'> | undefined {
    const ask = { ...request, orderNos: parcels.map(({ orderNo }) => orderNo), notOut: keysNotOut(parcels) };
    const problems = pickupProblems(ask, momentOf(context.now()), request.dropOff === undefined ? collectsBy(parcels) : null);
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

  const placeOfSender = ({ address, account }: Sender): string => placeOf({ sender: address, account: account || usualAccount });
  /** True if a request must name its place. True also if all waiting parcels are at one place, which need not be the usual one. */
  const isAtSeveral = (waiting: readonly Booking[]): boolean =>
    new Set([...waiting.map(placeOf), ...context.settings().senders.map(placeOfSender)]).size > 1;

  /** Returns the senders of a place, with its account unless it is the usual one. */
  function nameOf(booking: Booking): string {
    const { sender, account = usualAccount } = booking;
    const place = placeOf(booking);
    const senders = context.settings().senders.filter((each) => placeOfSender(each) === place);
    const names = senders.map(({ name }) => name).join(', ') || [sender?.street, sender?.city].filter(Boolean).join(', ');
    return account === usualAccount ? names : `${names} (${account})`;
  }

  /** Omits the bookings of earlier days: those pickups are not requested again. */
  const asListed = (pickup: Pickup, isNamed: boolean): ListedPickup => {
    const bookings = pickup.date >= momentOf(context.now()).day ? bookingsOf(pickup) : [];
    const [first] = bookings;
    return { ...countedPickup(context, pickup), ...collectsBy(bookings), from: first && isNamed ? nameOf(first) : '' };
  };

  async function printManifest(pickup: Pickup, copy: number): Promise<Result<Pickup, DocumentCode | 'label-missing'>> {
    const manifest = context.journal.manifest(pickup.id);
    if (!manifest) return context.fail('label-missing');
    const title = `Manifest ${pickup.courierName} ${pickup.date} ${pickup.collectionNo}`;
    const jobs = await documentJobs(context, manifest, title, copy);
    if (!jobs.ok) return jobs;
    context.journal.addPrintJobs({ bookingId: null, pickupId: pickup.id }, jobs.value);
    context.journal.closePaper(pickup.id, 'manifest', 'printed');
    return ok(reread(pickup.id));
  }

  /** Continues after the one request of a pickup has ended. Safe to repeat. */
  async function goOn(pickupId: string): Promise<void> {
    if (reread(pickupId).state === 'answered') await settle(pickupId);
    else if (lacksManifestJob(pickupId)) await queueManifest(pickupId);
  }

  const lacksManifestJob = (pickupId: string): boolean => context.journal.pickupsWithoutManifestJob().some(({ id }) => id === pickupId);

  async function settle(pickupId: string): Promise<Pickup> {
    const answer = context.journal.pickupAnswer(pickupId);
    const meaning: PickupMeaning = readKept(context, answer, context.courier.readPickup);
    context.log('pickup', { pickupId, state: meaning.is });
    if (meaning.is === 'unknown') writeUnknown(context, context.kinds.pickups, pickupId, meaning.why);
    else if (meaning.is === 'rejected') context.journal.writePickupRejected(pickupId, meaning.said);
    else {
      context.journal.writePickupBooked(pickupId, meaning);
      if (meaning.manifest) await queueManifest(pickupId);
    }
    return reread(pickupId);
  }

  /** A manifest in another format than promised is not printed before a person has looked at it. */
  async function queueManifest(pickupId: string): Promise<void> {
    const pickup = reread(pickupId);
    const why = asPromised(pickup.manifestFormat) ?? (await failureOfPrint(pickup));
    if (why === undefined) return;
    context.journal.writePaperDue({ ownerId: pickupId, kind: 'manifest', why });
    context.journal.writeManifestTold(pickupId, { code: 'manifest-not-printed', why });
  }

  async function failureOfPrint(pickup: Pickup): Promise<string | Reason | undefined> {
    const printed = await printManifest(pickup, 0);
    return printed.ok ? undefined : whyOf(printed.failure);
  }

  return {
    settle,
    queueManifest,

    overview() {
      const waiting = toCollect();
      const isNamed = isAtSeveral(waiting);
      const byDriver = Map.groupBy(waiting, (booking) => `${booking.service?.courierKey} ${placeOf(booking)}`);
      const groups = [...byDriver.values()].flatMap((parcels): PickupGroup[] => {
        const [first] = parcels;
        const service = first?.service;
        const [ofToday, leftOver] = [parcels.filter(isToday), parcels.filter((parcel) => !isToday(parcel))];
        const droppable = (some: readonly Booking[]): number => parcelsIn(some.filter(isDroppable));
        return service && first
          ? [
              {
                courierKey: service.courierKey,
                place: placeOf(first),
                from: isNamed ? nameOf(first) : '',
                courierName: service.courierName,
                ...collectsBy(parcels),
                today: parcelsIn(ofToday),
                leftOver: parcelsIn(leftOver),
                leftOverSince: leftOver.map(bookedOn).sort()[0] ?? '',
                notOut: keysNotOut(parcels),
                droppable: { today: droppable(ofToday), leftOver: droppable(leftOver) },
              },
            ]
          : [];
      });
      const today = momentOf(context.now()).day;
      return {
        today,
        groups: groups.toSorted(byCutOff),
        requested: requested().map((pickup) => asListed(pickup, isNamed)),
        ofOtherKeys: ofOtherKeys(),
      };
    },

    parcels: () => [
      { pickup: null, bookings: toCollect },
      ...requested().map((pickup) => ({ pickup, bookings: () => bookingsOf(pickup) })),
    ],

    async dropOffPoints(where) {
      const parcel = waitsAt(where).find(isDroppable);
      if (!parcel) return context.fail('nothing-to-collect');
      const asked = context.courier.servicePoints({ type: 'origin', orderNo: parcel.orderNo }, context.waits.until(), parcel.account);
      const points = context.breaker.observe(await asked);
      if (!points.ok) return points;
      listed.set(listOf(where), points.value);
      return ok([...points.value]);
    },

    async request(request) {
      const may = mayBook();
      if (!may.ok) return may;
      const code = typedCode(context, [request.instructions, request.again]);
      if (code) return context.fail('text-is-code', [code]);
      // Includes what other benches booked meanwhile, if it arrives in time; the rest waits for the next driver.
      if (ledger.isShared) await ledger.hearNow(hearWithinMs);
      const parcels = parcelsFor(request);
      if (!parcels.ok) return parcels;
      const refusedFor = refusal(request, parcels.value);
      if (refusedFor) return refusedFor;
      const orderNos = parcels.value.map((booking) => booking.orderNo);
      const [one] = parcels.value;
      const { account = usualAccount } = one ?? {};
      const sender = one?.sender ?? usualSender(context.settings());
      const country = sender?.country ?? '';
      const problem = context.courier.letterProblem('pickupInstructions', request.instructions, country);
      if (problem) return context.fail('text-not-sendable', [problem]);
      const dropOffPoint = pointOf(request);
      if (dropOffPoint === undefined) return context.fail('not-now');
      const outgoing = context.courier.pickupRequest({ ...request, country, orderNos, account, ...(dropOffPoint && { dropOffPoint }) });
      const id = context.id();
      const { courierKey, date, readyTime, closingTime, instructions } = request;
      const courierName = parcels.value[0]?.service?.courierName ?? courierKey;
      const bookingIds = parcels.value.map((booking) => booking.id);
      const exchanged = await exchangeOnce(context, {
        kind: context.kinds.pickups,
        id,
        request: outgoing,
        claimed: {
          what: {
            is: 'pickup',
            courier: courierKey,
            day: date,
            sender: one ? placeOf(one) : '',
            parcels: bookingIds.map(parcelNameOf),
            again: request.again.trim() !== '',
          },
          digest: digestOf(outgoing.body),
          account,
        },
        refusal() {
          const may = mayBook();
          return may.ok ? undefined : may.failure;
        },
        writeIntent(attempt) {
          context.journal.openPickup(
            { id, courierKey, courierName, date, readyTime, closingTime, instructions, dropOffPoint, bookingIds, account },
            outgoing.body,
            request.again.trim(),
            attempt,
          );
          return true;
        },
        around(send) {
          context.changed();
          return send();
        },
        ended: () => goOn(id),
        broke({ ref }) {
          const why = { code: 'broke-on-paper', ref } as const;
          if (lacksManifestJob(id)) context.journal.writeManifestTold(id, { code: 'manifest-not-printed', why });
        },
      });
      context.changed();
      if (exchanged.is === 'refused') return failed(exchanged.failure);
      if (exchanged.is === 'taken-already') return context.fail('not-now');
      const { sent, isWritten } = exchanged;
      if (!isWritten) return context.fail('answer-not-written');
      if (sent.is === 'not-sent') return failed(sent.failure);
      const pickup = reread(id);
      if (pickup.state === 'unknown') return context.fail('pickup-unknown');
      if (pickup.state === 'rejected') return refused(context, 'pickup-rejected', asWritten(pickup.said));
      return ok(pickup);
    },

    async reprintManifest(pickupId) {
      const pickup = context.journal.pickup(pickupId);
      if (!pickup) return context.fail('number-not-found');
      return printManifest(pickup, 1);
    },
  };
}

const isStanding = (pickup: Pickup): boolean => pickup.state === 'booked' || pickup.state === 'unknown';
const collectsBy = (parcels: readonly Booking[]) => collectsOf(parcels.flatMap(({ service }) => service?.collection ?? []));
const keysNotOut = (parcels: readonly Booking[]): string[] =>
  parcels.filter((parcel) => truthOf(parcel) < 2).map(({ orderKey }) => orderKey);
