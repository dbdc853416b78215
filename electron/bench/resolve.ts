import type { Booking } from '../../shared/booking.ts';
import type { ResolveItem } from '../../shared/ipc.ts';
import type { Pickup } from '../../shared/pickup.ts';
import type { PrintJob } from '../../shared/printer.ts';
import { ok, type Result } from '../../shared/result.ts';
import { compare } from './label.ts';
import type { Room } from './room.ts';
import { judgeAndPrint, reread } from './settle.ts';

export interface ResolveWalk {
  /** Everything that could not be finished, oldest first. */
  open(): ResolveItem[];
  /** "It exists": the order number is looked up, its label compared with this order, and only then adopted and printed. */
  settleExists(bookingId: string, orderNo: string): Promise<Result<Booking>>;
  /** "It was not booked": allows exactly one new attempt, linked to this one. */
  settleNotBooked(bookingId: string, reason: string, pin: string): Promise<Result<Booking>>;
  /** With a collection number the pickup stands; without one, and with a reason, its parcels are free again. */
  settlePickup(pickupId: string, collectionNo: string, reason: string, pin: string): Promise<Result<Pickup>>;
  settlePrint(jobId: string, cameOut: boolean): Promise<Result<PrintJob>>;
}

export function createResolveWalk(room: Room, kickPrinting: () => void): ResolveWalk {
  const all = { search: '', offset: 0, limit: 500 };

  function open(): ResolveItem[] {
    const { journal } = room;
    const unknown = journal.bookings({ ...all, states: ['unknown'] }).rows;
    const doubtful = journal.bookedWithoutLabelJob().filter((booking) => booking.verdict && booking.verdict.kind !== 'match');
    return [
      ...unknown.map((booking) => ({ kind: 'booking-unknown' as const, booking, exchange: journal.exchange(booking.id) })),
      ...journal
        .pickupsInState(['unknown'])
        .map((pickup) => ({ kind: 'pickup-unknown' as const, pickup, exchange: journal.exchange(pickup.id) })),
      ...doubtful.map((booking) => ({ kind: 'label-doubtful' as const, booking })),
      ...journal
        .jobsInState(['print-unknown', 'held', 'failed'])
        .map((job) => ({ kind: 'print-unconfirmed' as const, job, booking: (job.bookingId && journal.booking(job.bookingId)) || null })),
      ...journal.openUploads().flatMap((upload) => {
        const booking = journal.booking(upload.bookingId);
        return booking ? [{ kind: 'upload-open' as const, upload, booking }] : [];
      }),
      ...journal.rowProblems().map(({ id, problem }) => ({ kind: 'row-unreadable' as const, id, problem })),
      ...journal.putAsideBookings().map((booking) => ({ kind: 'put-aside' as const, booking })),
    ];
  }

  function unknownBooking(bookingId: string): Result<Booking> {
    const booking = room.journal.booking(bookingId);
    return booking?.state === 'unknown' ? ok(booking) : room.fail('not-now');
  }

  return {
    open,

    async settleExists(bookingId, orderNo) {
      const booking = unknownBooking(bookingId);
      if (!booking.ok) return booking;
      const number = orderNo.trim();
      const holder = room.journal.findBooking(number);
      if (holder && holder.id !== bookingId) return room.fail('label-of-another-order', holder.orderKey);
      const tracked = await room.courier.track([number]);
      if (!tracked.ok) return tracked;
      const found = tracked.value.find((each) => each.orderNo === number);
      if (!found) return room.fail('number-not-found', number);
      const label = await room.courier.labels(number);
      if (!label.ok) return label;
      const verdict = await compare(room, booking.value, label.value);
      if (verdict.kind === 'other') return room.fail('label-of-another-order', verdict.found.join(', '));
      const adoptedBy = room.settings().packer || room.settings().benchName;
      room.journal.writeBooked(bookingId, {
        orderNo: number,
        consignmentNo: found.consignmentNo,
        label: label.value,
        remarks: null,
        warnings: [],
        adoptedBy,
      });
      room.journal.writeTracking(bookingId, found);
      await judgeAndPrint(room, bookingId);
      kickPrinting();
      room.changed();
      return ok(reread(room, bookingId));
    },

    async settleNotBooked(bookingId, reason, pin) {
      const booking = unknownBooking(bookingId);
      if (!booking.ok) return booking;
      if (!reason.trim()) return room.fail('reason-missing');
      if (!room.checkPin(pin)) return room.fail('pin-wrong');
      room.journal.release(bookingId, reason.trim(), room.settings().packer);
      room.changed();
      return ok(reread(room, bookingId));
    },

    async settlePickup(pickupId, collectionNo, reason, pin) {
      const pickup = room.journal.pickup(pickupId);
      if (pickup?.state !== 'unknown') return room.fail('not-now');
      if (!room.checkPin(pin)) return room.fail('pin-wrong');
      if (collectionNo.trim())
        room.journal.writePickupBooked(pickupId, { collectionNo: collectionNo.trim(), manifest: null, warnings: [] });
      else if (reason.trim()) room.journal.releasePickup(pickupId, reason.trim());
      else return room.fail('reason-missing');
      room.changed();
      return ok(room.journal.pickup(pickupId) ?? pickup);
    },

    async settlePrint(jobId, cameOut) {
      const moved = cameOut
        ? room.journal.moveJob(jobId, ['print-unknown', 'held', 'failed'], 'printed', `Seen by ${room.settings().packer || 'a person'}`)
        : room.journal.moveJob(jobId, ['print-unknown', 'held', 'failed'], 'queued', `Not seen by ${room.settings().packer || 'a person'}`);
      const job = room.journal.job(jobId);
      if (!moved || !job) return room.fail('not-now');
      kickPrinting();
      room.changed();
      return ok(job);
    },
  };
}
