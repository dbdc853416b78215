import type { Booking } from '../../../shared/booking.ts';
import type { LookUpCode } from '../../../shared/call-codes.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Answer, CallArgs, CallCode, CallReply } from '../../../shared/ipc.ts';
import { type Order, orderKeySchema } from '../../../shared/order.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { slotOf } from '../../../shared/scan.ts';
import type { TrackedOrder } from '../../../shared/tracking.ts';
import type { BenchContext } from '../context.ts';
import { sentWithOtherKey } from '../exchange/other-key.ts';
import { refused } from '../exchange/refusal.ts';
import { writeDown } from '../exchange/write-down.ts';
import { bookedAnywhere } from './elsewhere.ts';
import { readTrackingLink } from './tracking-link.ts';

type TrackingContext = Pick<BenchContext, 'courier' | 'fail' | 'journal' | 'ledger' | 'log' | 'trackUncounted' | 'waits'>;

export interface TrackingWorkflow {
  /** Looks up any number: of an order, a consignment or a parcel, or an order number of the service itself. */
  track(number: string): Promise<Answer<'track'>>;
  /** Requests the courier's own page about one item; refused if it must not be opened. */
  link(which: Omit<CallArgs<'openTrackingLink'>, 'host'>): Promise<Result<URL, CallCode<'openTrackingLink'>>>;
  underWay(page: CallArgs<'underWay'>): CallReply<'underWay'>;
  /** Reads tracking numbers, which are not in the answer to a booking. A failure does no harm: `readMissing` reads them. */
  readAfterBooking(bookingIds: readonly string[]): Promise<void>;
  /** Reads missing tracking numbers again. Stores an answer only if it has a number, so that the history gets no repetitions. */
  readMissing(bookingIds: readonly string[]): Promise<void>;
}

/** Timeout in ms, so that a slow ledger does not delay a look-up. */
const syncWithinMs = 300;

export function createTrackingWorkflow(context: TrackingContext): TrackingWorkflow {
  async function ask(orderNo: string, until?: AbortSignal, account?: string): Promise<Result<TrackedOrder, LookUpCode>> {
    const answer = await context.courier.track([orderNo], until, account);
    // The API document defines no error for an unknown number, so a refusal of this one look-up means that; the service's message is shown.
    if (!answer.ok)
      return answer.failure.code === 'service-refused' ? refused(context, 'look-up-refused', answer.failure.detail.split('\n')) : answer;
    // A consignment or parcel number leads to its order too.
    const tracked = answer.value.find((each) => each.orderNo === orderNo) ?? answer.value[0];
    return tracked ? ok(tracked) : context.fail('number-not-found', orderNo);
  }

  const accountOf = (orderNo: string): string | undefined =>
    (context.journal.holdersOf(orderNo, ['order'])[0] ?? context.journal.findElsewhere(orderNo))?.account;

  /** Stores tracking data. A failed write does not matter: the data is shown all the same and can be read again. */
  function keep(...read: readonly { readonly booking: Booking; readonly tracked: TrackedOrder }[]): void {
    if (read.length === 0) return;
    writeDown(context, () =>
      context.journal.soon(() => {
        for (const { booking, tracked } of read) context.journal.writeTracking(booking.id, tracked);
      }),
    );
  }

  async function readNumbers(
    bookingIds: readonly string[],
    track: BenchContext['trackUncounted'],
    isKept: (tracked: TrackedOrder) => boolean = () => true,
  ): Promise<void> {
    const booked = bookingIds.flatMap((id) => context.journal.booking(id) ?? []).filter(({ orderNo }) => orderNo !== '');
    for (const [account, bookings] of Map.groupBy(booked, (booking) => booking.account)) {
      const orderNos = bookings.map(({ orderNo }) => orderNo);
      const answer = await track(orderNos, undefined, account);
      if (!answer.ok) continue;
      const found = bookings.flatMap((booking) => foundOf(booking, answer.value, orderNos.length));
      keep(...found.filter(({ tracked }) => isKept(tracked)));
    }
  }

  async function readElsewhere(number: string): Promise<Booking | undefined> {
    if (!context.ledger.isShared) return undefined;
    await context.ledger.syncNow(syncWithinMs);
    return (context.journal.elsewhereAt(slotOf(number)) ?? context.journal.findElsewhere(number))?.booking ?? undefined;
  }

  /** The bench that booked it stores the tracking data. */
  async function trackElsewhere(booking: Booking): Promise<Answer<'track'>> {
    const tracked = await ask(booking.orderNo, context.waits.until(), booking.account);
    return tracked.ok ? ok({ booking, tracked: tracked.value, uploads: [...context.journal.uploadsOfOrder(booking.orderNo)] }) : tracked;
  }

  /** Returns the orders that a number means, as a scan reads it: `5001` is `#5001`. */
  const ordersOf = (number: string): readonly Order[] =>
    orderKeySchema.safeParse(number).success ? context.journal.ordersAt(slotOf(number)) : [];

  /** Returns their latest booking, or what was begun if nothing was booked. */
  function latestOf(orders: readonly Order[]): Booking | undefined {
    const bookings = orders.flatMap(({ key }) => context.journal.latestOf(key) ?? []);
    return bookings.find(({ orderNo }) => orderNo !== '') ?? bookings[0];
  }

  const isNotKnown = ({ code }: Failure): boolean => code === 'number-not-found' || code === 'look-up-refused';

  return {
    async track(number) {
      const orders = ordersOf(number.trim());
      const known = context.journal.findBooking(number.trim()) ?? latestOf(orders);
      const elsewhere = known?.orderNo ? undefined : await readElsewhere(number.trim());
      if (elsewhere) return await trackElsewhere(elsewhere);
      const isHere = known !== undefined || orders.length > 0;
      if (isHere && !known?.orderNo) return context.fail('not-booked-yet', number.trim());
      const tracked = await ask(known?.orderNo || number.trim(), context.waits.until(), known?.account);
      if (!tracked.ok) return (known && isNotKnown(tracked.failure) && sentWithOtherKey(context, known)) || tracked;
      const booking = known ?? context.journal.findBooking(tracked.value.orderNo) ?? null;
      if (booking) keep({ booking, tracked: tracked.value });
      const uploads = [...context.journal.uploadsOfOrder(tracked.value.orderNo)];
      return ok({ booking: booking && (context.journal.booking(booking.id) ?? booking), tracked: tracked.value, uploads });
    },

    async link({ orderNo, itemNo }) {
      const tracked = await context.courier.track([orderNo], context.waits.until(), accountOf(orderNo));
      if (!tracked.ok) return tracked;
      const item = tracked.value.find((each) => each.orderNo === orderNo)?.items.find((each) => each.itemNo === itemNo);
      const link = readTrackingLink(item?.link ?? '');
      return link ? ok(link) : context.fail('link-not-allowed', item?.link ?? '');
    },

    underWay(page) {
      return bookedAnywhere(context, page);
    },

    readAfterBooking: (bookingIds) => readNumbers(bookingIds, context.courier.track),
    readMissing: (bookingIds) => readNumbers(bookingIds, context.trackUncounted, ({ items }) => items.some(({ trackingNo }) => trackingNo)),
  };
}

/** If only one order was requested, the service may report it under another of its numbers. */
function foundOf(booking: Booking, answer: readonly TrackedOrder[], asked: number) {
  const tracked = answer.find(({ orderNo }) => orderNo === booking.orderNo) ?? (asked === 1 ? answer[0] : undefined);
  return tracked ? [{ booking, tracked }] : [];
}
