import type { Booking, Exchange } from '../../../shared/booking.ts';
import type { FailureCode } from '../../../shared/failure.ts';
import { whyOf } from '../../../shared/failure.ts';
import type { Answer, CallCode, ResolveItem } from '../../../shared/ipc.ts';
import { isSameKeyAccount } from '../../../shared/key-account.ts';
import type { LabelVerdict } from '../../../shared/label.ts';
import { isTooLate } from '../../../shared/order-file-reason.ts';
import { failureOf, type PrintJob } from '../../../shared/printer.ts';
import type { Restored } from '../../../shared/restored.ts';
import { type Done, ok, type Refusal, type Result } from '../../../shared/result.ts';
import { bareNumber } from '../../../shared/scan.ts';
import type { TrackedOrder } from '../../../shared/tracking.ts';
import type { StrayDelivery } from '../../../shared/webhook.ts';
import type { Untold } from '../../../shared/write-back.ts';
import type { BenchContext } from '../context.ts';
import { countedPickup } from '../counted-pickup.ts';
import type { PapersWorkflow } from '../documents/papers.ts';
import { sentWithOtherKey } from '../exchange/other-key.ts';
import { refused } from '../exchange/refusal.ts';
import { writeDown } from '../exchange/write-down.ts';
import { compare, nextCopyOf } from '../labels/label.ts';
import { judgeAndPrint, reread } from '../ship/settle.ts';

export interface ResolveWorkflow {
  /** Returns everything that could not be finished, grouped by kind. Unreadable items appear as `item-unreadable` and hide nothing else. */
  open(): ResolveItem[];
  /** Returns the number of open items. */
  count(): number;
  /**
   * "It exists": looks up the number and compares its label with this order, then adopts and prints it. Blanks and case do not matter, and
   * a consignment or tracking number leads to its order. Refuses a label that cannot be fetched or compared with `label-not-compared`, and
   * that of another order with `label-of-another-order`. With `isSure` a person vouches for the number: the booking is adopted, and such a
   * label is not printed but waits in Resolve. An adopted booking stays adopted: if its label cannot be written down, that write is
   * repeated later.
   */
  settleExists(bookingId: string, orderNo: string, isSure: boolean): Promise<Answer<'settleExists'>>;
  /** "It was not booked": allows exactly one new attempt, linked to this one. */
  settleNotBooked(bookingId: string, reason: string, pin: string): Promise<Answer<'settleNotBooked'>>;
  /**
   * With a collection number that no other known pickup has, the pickup stands: the service offers no query for it. Without a number, with
   * a reason and the shift lead's PIN, its parcels are free again.
   */
  settlePickup(pickupId: string, collectionNo: string, reason: string, pin: string): Promise<Answer<'settlePickup'>>;
  /**
   * Records what a person saw. "It did not come out" prints the job again, but not while the printer may still print it by itself: refused
   * with the printer's problem, or `not-now` while it prints.
   */
  settlePrint(jobId: string, cameOut: boolean, isGone: boolean): Promise<Answer<'settlePrint'>>;
  /**
   * Closes a shipment whose label must not or cannot be printed, for example because the service was informed. The shipment leaves Resolve
   * and the pickup, stays in the history, and its order may be shipped again with a reason.
   */
  closeLabel(bookingId: string, reason: string, pin: string): Promise<Answer<'closeLabel'>>;
  /** Closes one unreadable item that a person no longer needs. A whole list cannot be closed. */
  closeUnreadable(of: Shelf['kind'], id: string, reason: string, pin: string): Promise<Answer<'closeUnreadable'>>;
}

/** Open items of one kind: the unique name of each, and how to read it for display. */
interface Shelf {
  readonly kind: Exclude<ResolveItem['kind'], 'item-unreadable'>;
  readonly list: () => readonly Found[];
}
interface Found {
  readonly id: string;
  readonly item: () => ResolveItem;
}

const each = <T extends { readonly id: string }>(found: readonly T[], itemOf: (one: T) => ResolveItem): readonly Found[] =>
  found.map((one) => ({ id: one.id, item: () => itemOf(one) }));

interface ResolveDeps {
  /** True while the bench still works on the booking: nothing for a person yet. */
  readonly isBeingBooked: (bookingId: string) => boolean;
  /** Bookings on their way to the service that no packer waits for at the screen. */
  readonly onTheirWay: () => readonly string[];
  readonly strays: () => StrayDelivery[];
  readonly untold: () => Untold[];
  readonly papers: Pick<PapersWorkflow, 'open'>;
  readonly restored: () => Restored | null;
}

/** Reasons why a label may still come out by itself. */
type StillOutCode = Exclude<CallCode<'settlePrint'>, 'bug' | 'not-allowed'>;

/** Failures that may disappear by themselves; all others stay, and a person decides. */
const worthAskingAgain = new Set<FailureCode>([
  'service-unreachable',
  'service-slow',
  'service-busy',
  'credentials-rejected',
  'credentials-unreadable',
  'not-connected',
]);

const isNumberOf = (order: TrackedOrder, number: string): boolean =>
  [order.orderNo, order.consignmentNo, ...order.items.map((item) => item.trackingNo)].some(
    (each) => bareNumber(each) === bareNumber(number),
  );

/** Fact in the journal: names of the items that were closed unread, one per line. */
const closedUnreadableFact = 'closed-unreadable';

const unconfirmed = ['print-unknown', 'held', 'failed'] as const;

export function createResolveWorkflow(
  context: BenchContext,
  { isBeingBooked, onTheirWay, strays, untold, papers, restored }: ResolveDeps,
): ResolveWorkflow {
  const openPrints = (): PrintJob[] => context.journal.jobsInState(unconfirmed).filter((job) => !isReplaced(job));
  const doubtful = (): readonly Booking[] => context.journal.bookedWithoutLabelJob(isBeingBooked);

  /** Returns what was sent and answered. If that is no longer readable, the doubt can be settled without it. */
  function exchangeOf(id: string): Exchange {
    try {
      return context.journal.exchange(id);
    } catch (error) {
      return { sentAt: null, sent: '', answer: '', unreadable: refOf(`exchange ${id}`, error) };
    }
  }

  /** Returns what came instead of a missing label. Reads the stored answer again each time, so a restart changes nothing. */
  function missingLabelOf({ id, verdict }: Booking): Pick<Extract<ResolveItem, { kind: 'label-doubtful' }>, 'missing'> {
    if (verdict !== null || context.journal.label(id)) return {};
    const answer = context.journal.answer(id);
    const meaning = answer && context.courier.readShip(answer);
    return { missing: { instead: (meaning?.is === 'booked' && meaning.unreadLabel) || null } };
  }

  const { journal } = context;
  const shelves: readonly Shelf[] = [
    {
      kind: 'journal-restored',
      list: () =>
        each(
          [restored() ?? []].flat().map((doubt) => ({ id: doubt.restoredAt, doubt })),
          ({ doubt }) => ({ kind: 'journal-restored', restored: doubt }),
        ),
    },
    {
      kind: 'booking-on-its-way',
      list: () =>
        each(
          onTheirWay().map((id) => ({ id })),
          ({ id }) => ({ kind: 'booking-on-its-way', booking: reread(context, id) }),
        ),
    },
    {
      kind: 'booking-unknown',
      list: () =>
        each(journal.bookingsInState(['unknown']), (booking) => ({ kind: 'booking-unknown', booking, exchange: exchangeOf(booking.id) })),
    },
    {
      kind: 'pickup-unknown',
      list: () =>
        each(journal.pickupsInState(['unknown']), (pickup) => ({
          kind: 'pickup-unknown',
          pickup: countedPickup(context, pickup),
          exchange: exchangeOf(pickup.id),
        })),
    },
    {
      kind: 'label-doubtful',
      list: () => each(doubtful(), (booking) => ({ kind: 'label-doubtful', booking, ...missingLabelOf(booking) })),
    },
    {
      kind: 'print-unconfirmed',
      list: () =>
        each(openPrints(), (job) => ({
          kind: 'print-unconfirmed',
          job,
          booking: (job.bookingId && journal.booking(job.bookingId)) || null,
        })),
    },
    {
      kind: 'paper-due',
      list: () =>
        each(
          papers.open().map((item) => ({ id: `${item.ownerId} ${item.paper}`, item })),
          ({ item }) => item,
        ),
    },
    {
      kind: 'upload-open',
      list: () =>
        each(journal.openUploads(), (upload) => ({
          kind: 'upload-open',
          upload,
          booking: upload.bookingId === null ? null : reread(context, upload.bookingId),
        })),
    },
    {
      kind: 'row-unreadable',
      list: () =>
        each(journal.rowProblems(), ({ id, problem }) => ({
          kind: isTooLate(problem.reason) ? 'said-too-late' : 'row-unreadable',
          id,
          problem,
        })),
    },
    { kind: 'shop-not-told', list: () => each(untold(), (told) => ({ kind: 'shop-not-told', told })) },
    { kind: 'webhook-not-understood', list: () => each(strays(), (delivery) => ({ kind: 'webhook-not-understood', delivery })) },
    { kind: 'put-aside', list: () => each(journal.parkedBookings(), ({ id }) => ({ kind: 'put-aside', booking: reread(context, id) })) },
  ];

  /** One reference per broken item, however often it is shown. */
  const refs = new Map<string, string>();
  function refOf(name: string, error: unknown): string {
    const ref = refs.get(name) ?? context.bug('resolve', error).ref;
    refs.set(name, ref);
    return ref;
  }

  const nameOf = (kind: Shelf['kind'], id: string): string => `${kind} ${id}`;
  const unreadable = (kind: Shelf['kind'], id: string, error: unknown): ResolveItem => ({
    kind: 'item-unreadable',
    of: kind,
    id,
    ref: refOf(nameOf(kind, id), error),
  });

  /** Returns the names of the unreadable items that were closed. */
  const closed = (): readonly string[] => journal.fact(closedUnreadableFact)?.split('\n') ?? [];

  function listed({ kind, list }: Shelf): readonly Found[] {
    try {
      const gone = closed();
      return gone.length === 0 ? list() : list().filter(({ id }) => !gone.includes(nameOf(kind, id)));
    } catch (error) {
      return [{ id: '', item: () => unreadable(kind, '', error) }];
    }
  }

  const open = (): ResolveItem[] =>
    shelves.flatMap((shelf) =>
      listed(shelf).map(({ id, item }) => {
        try {
          return item();
        } catch (error) {
          return unreadable(shelf.kind, id, error);
        }
      }),
    );

  const count = (): number => shelves.reduce((sum, shelf) => sum + listed(shelf).length, 0);

  /** Refuses an order number that another shipment of this bench already has. */
  function takenBy(orderNo: string, { otherAccount }: Booking): Refusal<'number-taken'> | undefined {
    const holder = context.journal.holdersOf(orderNo, ['order']).find((each) => isSameKeyAccount(each.otherAccount, otherAccount));
    return holder && context.fail('number-taken', holder.orderKey);
  }

  function unknownBooking(bookingId: string): Result<Booking, 'not-now'> {
    const booking = context.journal.booking(bookingId);
    return booking?.state === 'unknown' ? ok(booking) : context.fail('not-now');
  }

  async function bringToPaper(bookingId: string): Promise<void> {
    const isWritten = await context.pendingWrites.settle(
      bookingId,
      async () => {
        try {
          await judgeAndPrint(context, bookingId);
        } finally {
          // The screen follows before a failed write counts as an answer that is not written.
          context.events.publish({ is: 'doubt-settled', bookingId });
          await context.events.delivered();
        }
      },
      (error) => {
        context.bug('resolve', error);
        return () => undefined;
      },
    );
    if (!isWritten) context.changed();
  }

  /** True for a failed label that was printed again with Reprint. */
  function isReplaced(job: PrintJob): boolean {
    if (job.state !== 'failed' || job.role !== 'label' || job.bookingId === null) return false;
    const booking = context.journal.booking(job.bookingId);
    return booking !== undefined && nextCopyOf(booking) > job.copy + 1;
  }

  /**
   * Refuses a job that must not be sent again now: the printer that received it may hold it and print it by itself. If Setup names another
   * printer meanwhile and the first one does not report that it is idle, only a person knows: `isGone` is that person's answer.
   */
  async function mayStillComeOut(job: PrintJob, isGone: boolean): Promise<Done<StillOutCode>> {
    if (job.state === 'failed') return ok({});
    const before = context.printerOf(job);
    if (!before) return context.fail(job.role === 'label' ? 'no-label-printer' : 'no-document-printer');
    const printer = context.standby.inPlaceOf(before);
    const sentTo = context.journal.printerMark(job.id)?.address || before.address;
    if (sentTo !== printer.address) {
      const isAtRest = (await context.printers.look(sentTo)).holds === 'nothing';
      return isAtRest || isGone ? ok({}) : context.fail('label-in-other-printer', sentTo);
    }
    const status = await context.printers.status(printer);
    const code = failureOf(status);
    if (code) return context.fail(code);
    return status.kind === 'printing' ? context.fail('not-now') : ok({});
  }

  return {
    open,
    count,

    async settleExists(bookingId, given, isSure) {
      // Another bench may already be settling it for this one, which was off.
      if (journal.attemptOf(bookingId)) await context.ledger.look();
      const booking = unknownBooking(bookingId);
      if (!booking.ok) return booking;
      const number = given.replace(/\s+/g, '');
      const tracked = context.breaker.observe(await context.courier.track([number], context.waits.until(), booking.value.account));
      const isNotKnown = tracked.ok
        ? !tracked.value.some((order) => isNumberOf(order, number))
        : tracked.failure.code === 'service-refused';
      const other = isNotKnown ? sentWithOtherKey(context, booking.value) : undefined;
      if (other) return other;
      if (!tracked.ok)
        return tracked.failure.code === 'service-refused'
          ? refused(context, 'look-up-refused', tracked.failure.detail.split('\n'))
          : tracked;
      const found = tracked.value.find((order) => isNumberOf(order, number));
      if (!found) return context.fail('number-not-found', number);
      const taken = takenBy(found.orderNo, booking.value);
      if (taken) return taken;
      const fetched = context.breaker.observe(await context.courier.labels(found.orderNo, booking.value.account));
      if (!fetched.ok && worthAskingAgain.has(fetched.failure.code)) return fetched;
      const label = fetched.ok ? fetched.value : null;
      const verdict: LabelVerdict = label
        ? await compare(context, booking.value, label)
        : { kind: 'cannot-compare', why: fetched.ok ? '' : whyOf(fetched.failure) };
      if (verdict.kind === 'other' && !isSure) return context.fail('label-of-another-order', verdict.found.join(', '));
      // The requests took a while: a person may have settled it meanwhile, here or with another number.
      const still = unknownBooking(bookingId);
      if (!still.ok) return still;
      const takenMeanwhile = takenBy(found.orderNo, booking.value);
      if (takenMeanwhile) return takenMeanwhile;
      if (verdict.kind === 'cannot-compare' && !isSure) return context.fail('label-not-compared', verdict.why);
      context.journal.writeBooked(bookingId, {
        orderNo: found.orderNo,
        consignmentNo: found.consignmentNo,
        label,
        remarks: null,
        trackingNos: [],
        warnings: [],
        adoptedBy: context.who(),
      });
      if (context.journal.isParked(bookingId)) writeDown(context, () => context.journal.park(bookingId, false));
      // The booking is adopted from now on: no later failure revokes that.
      writeDown(context, () => context.journal.writeTracking(bookingId, found));
      await bringToPaper(bookingId);
      return ok(reread(context, bookingId));
    },

    async settleNotBooked(bookingId, reason, pin) {
      if (journal.attemptOf(bookingId)) await context.ledger.look();
      const booking = unknownBooking(bookingId);
      if (!booking.ok) return booking;
      const allowed = context.allowed(reason, pin);
      if (!allowed.ok) return allowed;
      context.journal.release(bookingId, allowed.value, context.settings().packer);
      return ok(reread(context, bookingId));
    },

    async settlePickup(pickupId, collectionNo, reason, pin) {
      if (journal.attemptOf(pickupId)) await context.ledger.look();
      const pickup = context.journal.pickup(pickupId);
      if (pickup?.state !== 'unknown') return context.fail('not-now');
      const number = collectionNo.trim();
      if (number) {
        const known = [...context.journal.pickups(500), ...context.journal.pickupsElsewhere(500)];
        const holder = known.find((each) => bareNumber(each.collectionNo) === bareNumber(number));
        if (holder) return context.fail('number-taken', `${holder.courierName} ${holder.date}`);
        context.journal.writePickupBooked(pickupId, { collectionNo: number, manifest: null, warnings: [] });
      } else {
        const allowed = context.allowed(reason, pin);
        if (!allowed.ok) return allowed;
        context.journal.releasePickup(pickupId, allowed.value);
      }
      return ok(context.journal.pickup(pickupId) ?? pickup);
    },

    async settlePrint(jobId, cameOut, isGone) {
      const before = context.journal.job(jobId);
      if (!before || isReplaced(before)) return context.fail('not-now');
      const mayGo = cameOut ? ok({}) : await mayStillComeOut(before, isGone);
      if (!mayGo.ok) return mayGo;
      // The history, which is encrypted, records who it was.
      const moved = cameOut
        ? context.journal.moveJob(jobId, unconfirmed, 'printed', { code: 'seen-by-person' })
        : context.journal.moveJob(jobId, unconfirmed, 'queued', { code: 'not-seen-by-person' });
      const job = context.journal.job(jobId);
      if (!moved || !job) return context.fail('not-now');
      return ok(job);
    },

    async closeUnreadable(of, id, reason, pin) {
      const isThere = open().some((item) => item.kind === 'item-unreadable' && item.of === of && item.id === id && id !== '');
      if (!isThere) return context.fail('not-now');
      const allowed = context.allowed(reason, pin);
      if (!allowed.ok) return allowed;
      context.journal.setFact(closedUnreadableFact, [...closed(), nameOf(of, id)].join('\n'));
      context.journal.record(null, 'unreadable-closed', `${of} ${id}: ${allowed.value}`);
      return ok({});
    },

    async closeLabel(bookingId, reason, pin) {
      const isOpen = context.journal.bookedWithoutLabelJob((id) => id !== bookingId).length > 0;
      if (!isOpen || isBeingBooked(bookingId)) return context.fail('not-now');
      const allowed = context.allowed(reason, pin);
      if (!allowed.ok) return allowed;
      context.journal.closeLabel(bookingId, allowed.value, context.settings().packer);
      return ok(reread(context, bookingId));
    },
  };
}
