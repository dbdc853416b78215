import type { Failure, FailureCode } from '../../../shared/failure.ts';
import type { Room } from '../context.ts';
import type { Outgoing, Sent } from '../ports/courier.ts';
import type { LogFields } from '../ports/log.ts';
import { writeDown } from './write-down.ts';

/** Something that is sent at most once: a shipment, a pickup, a document. */
export interface Exchange<Taken> {
  readonly id: string;
  /** How the log names it. */
  readonly name: 'ship' | 'pickup' | 'upload';
  readonly about: Pick<LogFields, 'bookingId' | 'pickupId' | 'uploadId'>;
  readonly request: Outgoing;
  /** Writes the intent down and takes it for sending. False where another attempt has it: then nothing is sent. */
  readonly take: () => Taken | false;
  /** Takes back what `take` has written, however far it came: nothing was sent. Called once the disk takes it. */
  readonly takeBack: (why: FailureCode) => void;
  /** Around the one request, where something has to know of it. */
  readonly around?: (send: () => Promise<Sent>, taken: Taken) => Promise<Sent>;
  /** Writes down how it ended, and goes on from there. Called again where the disk did not take it; safe to repeat. */
  readonly settle: (sent: Sent) => unknown;
  /** Writes down what is surely true where the program fails on how it ended. */
  readonly giveUp: (sent: Sent, failure: Failure) => unknown;
}

export type Exchanged =
  /** It could not be written down first, so nothing was sent. */
  | { readonly is: 'not-taken'; readonly failure: Failure }
  | { readonly is: 'taken-already' }
  /** `isWritten`: false where how it ended is owed to the journal, and written as soon as the disk takes it. */
  | { readonly is: 'sent'; readonly sent: Sent; readonly isWritten: boolean };

/** Intent, sending, the one request, its answer as it came, what it means: each on the disk before the next. Nothing else sends these. */
export async function exchangeOnce<Taken>(room: Room, exchange: Exchange<Taken>): Promise<Exchanged> {
  const { id, name, about, request, take, takeBack, around = (send) => send(), settle, giveUp } = exchange;
  const taken = writeDown(room, take);
  if (!taken.ok) {
    await room.owed.settle(id, () => takeBack(taken.failure.code));
    return { is: 'not-taken', failure: taken.failure };
  }
  if (taken.value === false) return { is: 'taken-already' };
  const sent = await around(() => sendOnce(room, request), taken.value);
  room.log(name, { ...about, state: sent.is, ...(sent.is === 'answered' && { status: sent.answer.status }) });
  const isWritten = await room.owed.settle(
    id,
    () => settle(sent),
    (error) => {
      const failure = room.bug(name, error);
      return () => giveUp(sent, failure);
    },
  );
  return { is: 'sent', sent, isWritten };
}

/** Where the program fails on the request it may have left, and nothing was heard of it. Never throws. */
async function sendOnce(room: Room, request: Outgoing): Promise<Sent> {
  try {
    return await room.courier.sendOnce(request);
  } catch (error) {
    return { is: 'silent', why: `The program failed while it was sent (${room.bug('sending', error).ref}).` };
  }
}
