import type { TroubleKind } from '../../../shared/breaker.ts';
import type { Message } from '../../../shared/message.ts';
import type { RawAnswer } from '../ports/courier.ts';
import type { Journal } from '../ports/journal.ts';
import type { LogFields } from '../ports/log.ts';

/** States of a request that is sent once, before its outcome is known. */
export type Unfinished = 'intent' | 'sending' | 'answered';

/** One kind of request that is sent at most once, as the journal stores it. Each write is one commit. */
export interface Kind {
  /** Its name in the log. */
  readonly name: 'ship' | 'pickup' | 'upload';
  /** The trouble that an unknown outcome of it counts as for the circuit breaker. */
  readonly silenceSays: TroubleKind;
  about(id: string): Pick<LogFields, 'bookingId' | 'pickupId' | 'uploadId'>;
  stateOf(id: string): string | undefined;
  /** Oldest first. */
  begun(state: Unfinished): readonly string[];
  /** `intent → sending`, true for exactly one caller. */
  take(id: string): boolean;
  /** `intent | sending →` the state from which it may be sent again: its headers never left. */
  returnUnsent(id: string, why: Message): void;
  /** `sending → answered`. Absent if an answer is stored together with its meaning. */
  writeAnswer?(id: string, answer: RawAnswer): void;
  /** `sending | answered → unknown`. */
  writeUnknown(id: string, why: Message): void;
}

export interface Kinds {
  readonly shipments: Kind;
  readonly pickups: Kind;
  readonly uploads: Kind;
}

export function kindsOf(journal: Journal): Kinds {
  const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);
  return {
    shipments: {
      name: 'ship',
      silenceSays: 'unknown',
      about: (bookingId) => ({ bookingId }),
      stateOf: (id) => journal.booking(id)?.state,
      begun: (state) => idsOf(journal.bookingsInState([state])),
      take: journal.takeForSending,
      returnUnsent: journal.returnUnsent,
      writeAnswer: journal.writeAnswer,
      writeUnknown: journal.writeUnknown,
    },
    pickups: {
      name: 'pickup',
      silenceSays: 'unknown',
      about: (pickupId) => ({ pickupId }),
      stateOf: (id) => journal.pickup(id)?.state,
      begun: (state) => idsOf(journal.pickupsInState([state])),
      take: journal.takePickupForSending,
      returnUnsent: journal.returnPickupUnsent,
      writeAnswer: journal.writePickupAnswer,
      writeUnknown: journal.writePickupUnknown,
    },
    uploads: {
      name: 'upload',
      silenceSays: 'unreachable',
      about: (uploadId) => ({ uploadId }),
      stateOf: (id) => journal.upload(id)?.state,
      begun: (state) => idsOf(journal.openUploads().filter((upload) => upload.state === state)),
      take: (id) => journal.moveUpload(id, ['waiting', 'rejected', 'unknown'], 'sending', '', null),
      returnUnsent: (id, why) => void journal.moveUpload(id, ['sending'], 'waiting', why, null),
      writeUnknown: (id, why) => void journal.moveUpload(id, ['sending'], 'unknown', why, null),
    },
  };
}
