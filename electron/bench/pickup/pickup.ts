import type { Booking } from '../../../shared/booking.ts';
import type { DocumentCode, PausedCode } from '../../../shared/call-codes.ts';
import { type Failure, whyOf } from '../../../shared/failure.ts';
import type { Answer, CallArgs, CallCode } from '../../../shared/ipc.ts';
import { asWritten } from '../../../shared/message.ts';
import type { Pickup, PickupRequest } from '../../../shared/pickup.ts';
import type { Reason } from '../../../shared/reason.ts';
import type { Restored } from '../../../shared/restored.ts';
import { type Done, failed, ok, type Result } from '../../../shared/result.ts';
import { usualSender } from '../../../shared/sender.ts';
import type { ServicePoint } from '../../../shared/service-point.ts';
import type { BenchContext } from '../context.ts';
import { countedPickup } from '../counted-pickup.ts';
import { asPromised, documentJobs } from '../documents/document-jobs.ts';
import { digestOf } from '../exchange/digest.ts';
import {
  type Claimed,
  type ExchangeContext,
  recordIntent,
  recordOutcome,
  reserve,
  sendTaken,
  takeForSending,
  type Unsent,
  writeUnknown,
} from '../exchange/exchange.ts';
import { readKept } from '../exchange/read-kept.ts';
import { refused } from '../exchange/refusal.ts';
import type { Outgoing, PickupMeaning } from '../ports/courier.ts';
import type { OpenedPickup } from '../ports/journal/pickups.ts';
import { typedCode } from '../typed-code.ts';
import { parcelsFor, pointOf, refusalOf } from './may-request.ts';
import {
  bookingsOf,
  type CollectParts,
  isDroppable,
  overview,
  type PickupOverview,
  placeIn,
  placeOf,
  requestedPickups,
  toCollect,
  waitsAt,
} from './to-collect.ts';

type PickupContext = ExchangeContext &
  CollectParts &
  Pick<BenchContext, 'changed' | 'id' | 'kinds' | 'paper' | 'printer' | 'printers' | 'waits'>;

export interface PickupWorkflow {
  /** Returns what waits, and the requested pickups, newest first, including requests without an answer yet. */
  overview(): PickupOverview;
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
const syncWithinMs = 3_000;

interface PickupDeps {
  /** Refuses while booking is paused. */
  readonly mayBook: () => Done<PausedCode>;
  /** Time since which the journal is incomplete: drivers requested after the copy was made are not in it. Null if it is complete. */
  readonly restored: () => Restored | null;
}

export function createPickupWorkflow(context: PickupContext, { mayBook, restored }: PickupDeps): PickupWorkflow {
  /** Points listed last, per courier and place. */
  const listed = new Map<string, readonly ServicePoint[]>();
  const listOf = (of: CallArgs<'dropOffPoints'>): string => `${of.courierKey} ${placeIn(context, of)}`;

  async function printManifest(pickup: Pickup, copy: number): Promise<Result<Pickup, DocumentCode | 'label-missing'>> {
    const manifest = context.journal.manifest(pickup.id);
    if (!manifest) return context.fail('label-missing');
    const title = `Manifest ${pickup.courierName} ${pickup.date} ${pickup.collectionNo}`;
    const jobs = await documentJobs(context, manifest, title, copy);
    if (!jobs.ok) return jobs;
    context.journal.addPrintJobs({ bookingId: null, pickupId: pickup.id }, jobs.value);
    context.journal.closePaper(pickup.id, 'manifest', 'printed');
    return ok(reread(context, pickup.id));
  }

  /** Continues after the one request of a pickup has ended. Safe to repeat. */
  async function settleSent(pickupId: string, onDisk: Promise<void>): Promise<void> {
    await onDisk;
    if (reread(context, pickupId).state === 'answered') await settle(pickupId);
    else if (lacksManifestJob(context, pickupId)) await queueManifest(pickupId);
  }

  async function settle(pickupId: string): Promise<Pickup> {
    const answer = context.journal.pickupAnswer(pickupId);
    const meaning: PickupMeaning = readKept(context, answer, context.courier.readPickup);
    context.log('pickup', { pickupId, state: meaning.is });
    if (meaning.is === 'unknown') writeUnknown(context, context.kinds.pickups, pickupId, meaning.why);
    else if (meaning.is === 'rejected') context.journal.writePickupRejected(pickupId, meaning.messages);
    else {
      context.journal.writePickupBooked(pickupId, meaning);
      if (meaning.manifest) await queueManifest(pickupId);
    }
    return reread(context, pickupId);
  }

  /** A manifest in another format than promised is not printed before a person has looked at it. */
  async function queueManifest(pickupId: string): Promise<void> {
    const pickup = reread(context, pickupId);
    const why = asPromised(pickup.manifestFormat) ?? (await failureOfPrint(pickup));
    if (why === undefined) return;
    context.journal.writePaperDue({ ownerId: pickupId, kind: 'manifest', why });
    context.journal.writeManifestOutcome(pickupId, { code: 'manifest-not-printed', why });
  }

  async function failureOfPrint(pickup: Pickup): Promise<string | Reason | undefined> {
    const printed = await printManifest(pickup, 0);
    return printed.ok ? undefined : whyOf(printed.failure);
  }

  return {
    settle,
    queueManifest,

    overview: () => overview(context),

    parcels: () => [
      { pickup: null, bookings: () => toCollect(context) },
      ...requestedPickups(context).map((pickup) => ({ pickup, bookings: () => bookingsOf(context, pickup) })),
    ],

    async dropOffPoints(where) {
      const parcel = waitsAt(context, where).find(isDroppable);
      if (!parcel) return context.fail('nothing-to-collect');
      const ask = { type: 'origin', orderNo: parcel.orderNo } as const;
      const points = await context.courier.servicePoints(ask, context.waits.until(), parcel.account);
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
      if (context.ledger.isShared) await context.ledger.syncNow(syncWithinMs);
      const drive = driveFor(context, request, { isRestored: restored() !== null, listed: listed.get(listOf(request)) ?? [] });
      return drive.ok ? orderDriver(context, drive.value, mayBook, settleSent) : drive;
    },

    async reprintManifest(pickupId) {
      const pickup = context.journal.pickup(pickupId);
      if (!pickup) return context.fail('number-not-found');
      return printManifest(pickup, 1);
    },
  };
}

/** Sends one pickup: intent, reservation, taking, request, outcome. Each is on the disk before the next. */
async function orderDriver(
  context: PickupContext,
  { opened, claimed, outgoing, again }: Drive,
  mayBook: () => Done<PausedCode>,
  settleSent: (pickupId: string, onDisk: Promise<void>) => Promise<void>,
): Promise<Answer<'requestPickup'>> {
  const { id } = opened;
  const refusal = (): Failure<PausedCode> | undefined => {
    const may = mayBook();
    return may.ok ? undefined : may.failure;
  };
  const intended = await recordIntent(context, { kind: context.kinds.pickups, id, refusal }, claimed, (attempt) => {
    context.journal.openPickup(opened, outgoing.body, again, attempt);
    return true;
  });
  if (intended.is !== 'intended') return notSent(context, intended);

  const reserved = await reserve(context, intended);
  if (reserved.is !== 'reserved') return notSent(context, reserved);

  const taken = takeForSending(context, reserved, () => undefined);
  if (taken instanceof Promise) return notSent(context, await taken);

  context.changed();
  const sent = await sendTaken(context, taken, outgoing);
  const isWritten = await recordOutcome(
    context,
    taken,
    sent,
    (onDisk) => settleSent(id, onDisk),
    ({ ref }) => showNoManifest(context, id, ref),
  );
  context.changed();
  if (!isWritten) return context.fail('answer-not-written');
  return sent.is === 'not-sent' ? failed(sent.failure) : answerFor(context, reread(context, id));
}

function notSent(context: Pick<BenchContext, 'changed' | 'fail'>, unsent: Unsent<PausedCode>): Answer<'requestPickup'> {
  context.changed();
  return unsent.is === 'refused' ? failed(unsent.failure) : context.fail('not-now');
}

function answerFor(context: Pick<BenchContext, 'courier' | 'fail'>, pickup: Pickup): Answer<'requestPickup'> {
  if (pickup.state === 'unknown') return context.fail('pickup-unknown');
  if (pickup.state === 'rejected') return refused(context, 'pickup-rejected', asWritten(pickup.messages));
  return ok(pickup);
}

function reread({ journal }: Pick<BenchContext, 'journal'>, id: string): Pickup {
  const pickup = journal.pickup(id);
  if (!pickup) throw new Error('a pickup left the journal');
  return countedPickup({ journal }, pickup);
}

const lacksManifestJob = ({ journal }: Pick<BenchContext, 'journal'>, pickupId: string): boolean =>
  journal.pickupsWithoutManifestJob().some(({ id }) => id === pickupId);

function showNoManifest({ journal }: Pick<BenchContext, 'journal'>, pickupId: string, ref: string): void {
  const why = { code: 'broke-on-paper', ref } as const;
  if (lacksManifestJob({ journal }, pickupId)) journal.writeManifestOutcome(pickupId, { code: 'manifest-not-printed', why });
}

/** A pickup that may be ordered, and its one request. */
interface Drive {
  readonly opened: OpenedPickup;
  readonly claimed: Claimed;
  readonly outgoing: Outgoing;
  /** Reason for another driver; empty if none is needed. */
  readonly again: string;
}

/** Returns the pickup for a request, or why it may not be ordered. `listed`: points that the service named for it. */
function driveFor(
  context: Pick<BenchContext, 'courier' | 'fail' | 'id' | 'journal' | 'keyAccount' | 'ledger' | 'now' | 'settings'>,
  request: PickupRequest,
  { isRestored, listed }: { readonly isRestored: boolean; readonly listed: readonly ServicePoint[] },
): Result<Drive, CallCode<'requestPickup'>> {
  const parcels = parcelsFor(context, request, isRestored);
  if (!parcels.ok) return parcels;
  const refusal = refusalOf(context, request, parcels.value);
  if (refusal) return refusal;
  const [one] = parcels.value;
  const { account = context.keyAccount.account } = one ?? {};
  const country = (one?.sender ?? usualSender(context.settings()))?.country ?? '';
  const problem = context.courier.letterProblem('pickupInstructions', request.instructions, country);
  if (problem) return context.fail('text-not-sendable', [problem]);
  const dropOffPoint = pointOf(context, request, listed);
  if (dropOffPoint === undefined) return context.fail('not-now');
  const orderNos = parcels.value.map(({ orderNo }) => orderNo);
  const outgoing = context.courier.pickupRequest({ ...request, country, orderNos, account, ...(dropOffPoint && { dropOffPoint }) });
  const { courierKey, date, readyTime, closingTime, instructions } = request;
  const courierName = one?.service?.courierName ?? courierKey;
  const bookingIds = parcels.value.map(({ id }) => id);
  const again = request.again.trim();
  return ok({
    opened: { id: context.id(), courierKey, courierName, date, readyTime, closingTime, instructions, dropOffPoint, bookingIds, account },
    claimed: {
      what: {
        is: 'pickup',
        courier: courierKey,
        day: date,
        sender: one ? placeOf(context, one) : '',
        parcels: bookingIds.map((id) => parcelNameOf(context, id)),
        again: again !== '',
      },
      digest: digestOf(outgoing.body),
      account,
    },
    outgoing,
    again,
  });
}

/** Name of a parcel at the other benches. */
const parcelNameOf = ({ journal }: Pick<BenchContext, 'journal'>, bookingId: string): string =>
  journal.attemptOf(bookingId)?.id ?? journal.parcelElsewhere(bookingId)?.attemptId ?? bookingId;
