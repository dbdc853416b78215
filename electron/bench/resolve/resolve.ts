import type { Booking } from '../../../shared/booking.ts';
import type { FailureCode } from '../../../shared/failure.ts';
import { whyOf } from '../../../shared/failure.ts';
import type { Answer, CallCode } from '../../../shared/ipc.ts';
import { isSameKeyAccount } from '../../../shared/key-account.ts';
import type { LabelVerdict } from '../../../shared/label.ts';
import { failureOf, type PrintJob } from '../../../shared/printer.ts';
import { type Done, ok, type Refusal, type Result } from '../../../shared/result.ts';
import { bareNumber } from '../../../shared/scan.ts';
import type { TrackedOrder } from '../../../shared/tracking.ts';
import type { BenchContext } from '../context.ts';
import { sentWithOtherKey } from '../exchange/other-key.ts';
import { refused } from '../exchange/refusal.ts';
import { writeDown } from '../exchange/write-down.ts';
import { compare } from '../labels/label.ts';
import type { EncodedPaper } from '../ports/courier.ts';
import { judgeAndPrint, reread, type SettleContext } from '../ship/settle.ts';
import {
  createOpenItems,
  type ItemKind,
  isReplaced,
  type OpenItems,
  type OpenItemsContext,
  type OpenItemsDeps,
  unconfirmed,
} from './open-items.ts';

type FindContext = Pick<BenchContext, 'courier' | 'fail' | 'journal' | 'ledger' | 'paper' | 'settings' | 'waits'>;
type StillOutContext = Pick<BenchContext, 'fail' | 'journal' | 'printerOf' | 'printers' | 'standby'>;
type ResolveContext = FindContext &
  StillOutContext &
  OpenItemsContext &
  SettleContext &
  Pick<BenchContext, 'allowed' | 'changed' | 'events' | 'pendingWrites' | 'who'>;

export interface ResolveWorkflow extends Pick<OpenItems, 'open' | 'count'> {
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
  closeUnreadable(of: ItemKind, id: string, reason: string, pin: string): Promise<Answer<'closeUnreadable'>>;
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

export function createResolveWorkflow(context: ResolveContext, deps: OpenItemsDeps): ResolveWorkflow {
  const { journal } = context;
  const items = createOpenItems(context, deps);

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

  return {
    open: items.open,
    count: items.count,

    async settleExists(bookingId, given, isSure) {
      const shipment = await findShipment(context, bookingId, given, isSure);
      if (!shipment.ok) return shipment;
      const { booking, found, label, verdict } = shipment.value;
      // The requests took a while: a person may have settled it meanwhile, here or with another number.
      const still = unknownBooking(context, bookingId);
      if (!still.ok) return still;
      const takenMeanwhile = takenBy(context, found.orderNo, booking);
      if (takenMeanwhile) return takenMeanwhile;
      if (verdict.kind === 'cannot-compare' && !isSure) return context.fail('label-not-compared', verdict.why);
      adopt(context, bookingId, found, label);
      await bringToPaper(bookingId);
      return ok(reread(context, bookingId));
    },

    async settleNotBooked(bookingId, reason, pin) {
      if (journal.attemptOf(bookingId)) await context.ledger.look();
      const booking = unknownBooking(context, bookingId);
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
      if (!before || isReplaced(context, before)) return context.fail('not-now');
      const mayGo = cameOut ? ok({}) : await mayStillComeOut(context, before, isGone);
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
      const isThere = items.open().some((item) => item.kind === 'item-unreadable' && item.of === of && item.id === id && id !== '');
      if (!isThere) return context.fail('not-now');
      const allowed = context.allowed(reason, pin);
      if (!allowed.ok) return allowed;
      items.close(of, id);
      context.journal.record(null, 'unreadable-closed', `${of} ${id}: ${allowed.value}`);
      return ok({});
    },

    async closeLabel(bookingId, reason, pin) {
      const isOpen = context.journal.bookedWithoutLabelJob((id) => id !== bookingId).length > 0;
      if (!isOpen || deps.isBeingBooked(bookingId)) return context.fail('not-now');
      const allowed = context.allowed(reason, pin);
      if (!allowed.ok) return allowed;
      context.journal.closeLabel(bookingId, allowed.value, context.settings().packer);
      return ok(reread(context, bookingId));
    },
  };
}

/** Refuses an order number that another shipment of this bench already has. */
function takenBy(
  context: Pick<BenchContext, 'fail' | 'journal'>,
  orderNo: string,
  { otherAccount }: Booking,
): Refusal<'number-taken'> | undefined {
  const holder = context.journal.holdersOf(orderNo, ['order']).find((each) => isSameKeyAccount(each.otherAccount, otherAccount));
  return holder && context.fail('number-taken', holder.orderKey);
}

function unknownBooking(context: Pick<BenchContext, 'fail' | 'journal'>, bookingId: string): Result<Booking, 'not-now'> {
  const booking = context.journal.booking(bookingId);
  return booking?.state === 'unknown' ? ok(booking) : context.fail('not-now');
}

/** Fetches the shipment with this number and compares its label with the order. Writes nothing. */
async function findShipment(context: FindContext, bookingId: string, given: string, isSure: boolean) {
  // Another bench may already be settling it for this one, which was off.
  if (context.journal.attemptOf(bookingId)) await context.ledger.look();
  const booking = unknownBooking(context, bookingId);
  if (!booking.ok) return booking;
  const number = given.replace(/\s+/g, '');
  const tracked = await context.courier.track([number], context.waits.until(), booking.value.account);
  const isNotKnown = tracked.ok ? !tracked.value.some((order) => isNumberOf(order, number)) : tracked.failure.code === 'service-refused';
  const other = isNotKnown ? sentWithOtherKey(context, booking.value) : undefined;
  if (other) return other;
  if (!tracked.ok)
    return tracked.failure.code === 'service-refused' ? refused(context, 'look-up-refused', tracked.failure.detail.split('\n')) : tracked;
  const found = tracked.value.find((order) => isNumberOf(order, number));
  if (!found) return context.fail('number-not-found', number);
  const taken = takenBy(context, found.orderNo, booking.value);
  if (taken) return taken;
  const fetched = await context.courier.labels(found.orderNo, booking.value.account);
  if (!fetched.ok && worthAskingAgain.has(fetched.failure.code)) return fetched;
  const label = fetched.ok ? fetched.value : null;
  const verdict: LabelVerdict = label
    ? await compare(context, booking.value, label)
    : { kind: 'cannot-compare', why: fetched.ok ? '' : whyOf(fetched.failure) };
  if (verdict.kind === 'other' && !isSure) return context.fail('label-of-another-order', verdict.found.join(', '));
  return ok({ booking: booking.value, found, label, verdict });
}

function adopt(
  context: Pick<BenchContext, 'fail' | 'journal' | 'log' | 'who'>,
  bookingId: string,
  found: TrackedOrder,
  label: EncodedPaper | null,
): void {
  context.journal.writeBooked(bookingId, {
    orderNo: found.orderNo,
    consignmentNo: found.consignmentNo,
    label,
    remarks: null,
    // With the booking, so that a report to a shop does not wait for them if the next write fails.
    trackingNos: found.items.map(({ trackingNo }) => trackingNo),
    warnings: [],
    adoptedBy: context.who(),
  });
  if (context.journal.isParked(bookingId)) writeDown(context, () => context.journal.park(bookingId, false));
  // The booking is adopted from now on: no later failure revokes that.
  writeDown(context, () => context.journal.writeTracking(bookingId, found));
}

/**
 * Refuses a job that must not be sent again now: the printer that received it may hold it and print it by itself. If Setup names another
 * printer meanwhile and the first one does not report that it is idle, only a person knows: `isGone` is that person's answer.
 */
async function mayStillComeOut(context: StillOutContext, job: PrintJob, isGone: boolean): Promise<Done<StillOutCode>> {
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
