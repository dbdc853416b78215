import type { Booking } from '../../../shared/booking.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Room } from '../context.ts';
import { readKept } from '../exchange/read-kept.ts';
import { compare, labelJobsOf, labelOf, marksOf, queueLabel } from '../labels/label.ts';
import type { Sent, ShipMeaning } from '../ports/courier.ts';

/** Where a shipment stands once its answer was read and its label judged. */
export type Settled =
  | { readonly is: 'printing'; readonly booking: Booking }
  | { readonly is: 'not-printed'; readonly booking: Booking; readonly failure: Failure }
  | {
      /** `label-kept`: nobody waited for it any more, so it prints when somebody asks for it. */
      readonly is: 'label-doubtful' | 'label-of-another' | 'label-kept' | 'unknown' | 'rejected';
      readonly booking: Booking;
    };

export function reread(room: Room, bookingId: string): Booking {
  const booking = room.journal.booking(bookingId);
  if (!booking) throw new Error('a booking left the journal');
  return booking;
}

/** Writes down what became of a booking's one request, and takes the shipment as far as it can go without a person. Safe to repeat. */
export async function settleSent(room: Room, bookingId: string, sent: Exclude<Sent, { is: 'not-sent' }>): Promise<Settled> {
  if (reread(room, bookingId).state === 'sending') {
    if (sent.is === 'answered') room.journal.writeAnswer(bookingId, sent.answer);
    else room.journal.writeUnknown(bookingId, sent.why);
  }
  const booking = reread(room, bookingId);
  if (booking.state === 'answered') return settleAnswer(room, bookingId);
  if (booking.state === 'booked') return judgeAndPrint(room, bookingId);
  if (booking.state !== 'rejected' && booking.state !== 'unknown') throw new Error(`an answer came for a booking that is ${booking.state}`);
  return { is: booking.state, booking };
}

/** Writes down what is surely true where the program failed on how a request ended. Safe to repeat. */
export function settleBroken(room: Room, bookingId: string, sent: Sent, { ref }: Failure): Booking {
  const { state } = reread(room, bookingId);
  if (state === 'sending' && sent.is === 'not-sent') room.journal.returnUnsent(bookingId, sent.failure.code);
  else if (state === 'sending' || state === 'answered') room.journal.writeUnknown(bookingId, `The program failed on the answer (${ref}).`);
  return reread(room, bookingId);
}

/** Reads the answer that the journal keeps and takes the shipment as far as it can go without a person. */
export async function settleAnswer(room: Room, bookingId: string): Promise<Settled> {
  const answer = room.journal.answer(bookingId);
  const meaning: ShipMeaning = readKept(room, answer, room.courier.readShip);
  room.log('booking', { bookingId, state: meaning.is });
  switch (meaning.is) {
    case 'unknown':
      room.journal.writeUnknown(bookingId, meaning.why);
      return { is: 'unknown', booking: reread(room, bookingId) };
    case 'rejected':
      room.journal.writeRejected(bookingId, meaning.said);
      return { is: 'rejected', booking: reread(room, bookingId) };
    case 'booked': {
      // One number for two parcels: to the same person the labels would look alike, so the number decides. Judged before it is booked,
      // so that no crash in between lets it print.
      const [holder] = room.journal.holdersOf(meaning.orderNo, ['order']);
      if (holder) room.journal.writeVerdict(bookingId, { kind: 'other', found: [`${meaning.orderNo}: ${holder.orderKey}`] }, null);
      room.journal.writeBooked(bookingId, { ...meaning, adoptedBy: null });
      return judgeAndPrint(room, bookingId);
    }
  }
}

/** Compares the label of a booked shipment with its order and prints it when it is ours. Safe to repeat after a crash. */
export async function judgeAndPrint(room: Room, bookingId: string): Promise<Settled> {
  const booking = reread(room, bookingId);
  const label = await labelOf(room, booking);
  if (!label.ok) return { is: 'not-printed', booking, failure: label.failure };
  const verdict = booking.verdict ?? (await compare(room, booking, label.value));
  if (!booking.verdict) {
    room.journal.writeLabelCodes(bookingId, (await marksOf(room, booking, label.value)).codes);
    room.journal.writeVerdict(bookingId, verdict, null);
  }
  room.log('label', { bookingId, state: verdict.kind });
  switch (verdict.kind) {
    case 'match':
      return room.journal.isPutAside(bookingId) ? { is: 'label-kept', booking: reread(room, bookingId) } : printFirst(room, bookingId);
    case 'cannot-compare':
    case 'wrong-number':
    case 'home-address':
    case 'held-back':
      return { is: 'label-doubtful', booking: reread(room, bookingId) };
    case 'other':
      return { is: 'label-of-another', booking: reread(room, bookingId) };
  }
}

/** `judgeAndPrint` of a label that a person vouched for. Where it breaks behind the queue the label prints all the same. */
export async function printConfirmed(room: Room, bookingId: string): Promise<Settled> {
  try {
    return await judgeAndPrint(room, bookingId);
  } catch (error) {
    const booking = reread(room, bookingId);
    if (labelJobsOf(booking).length === 0) throw error;
    room.bug('label', error);
    return { is: 'printing', booking };
  }
}

/** Queues the first copy unless it is queued already. */
export async function printFirst(room: Room, bookingId: string): Promise<Settled> {
  const booking = reread(room, bookingId);
  if (labelJobsOf(booking).length > 0) return { is: 'printing', booking };
  const label = await labelOf(room, booking);
  if (!label.ok) return { is: 'not-printed', booking, failure: label.failure };
  const queued = await queueLabel(room, booking, label.value, 0);
  const now = reread(room, bookingId);
  // `not-now`: somebody else queued it meanwhile.
  return queued.ok || queued.failure.code === 'not-now'
    ? { is: 'printing', booking: now }
    : { is: 'not-printed', booking: now, failure: queued.failure };
}
