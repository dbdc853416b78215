import type { Attempt } from '../../../../shared/attempt.ts';
import type { Message } from '../../../../shared/message.ts';
import type { Pickup } from '../../../../shared/pickup.ts';
import type { Remark } from '../../../../shared/remark.ts';
import type { EncodedDocument, RawAnswer } from '../courier.ts';

/** A pickup as it is requested. */
export type OpenedPickup = Pick<
  Pickup,
  'id' | 'courierKey' | 'courierName' | 'date' | 'readyTime' | 'closingTime' | 'instructions' | 'dropOffPoint' | 'bookingIds' | 'account'
>;

/** Stores each step of a pickup. */
export interface PickupJournal {
  openPickup(
    pickup: OpenedPickup,
    request: Uint8Array,
    again: string,
    /** Set if other benches know of the attempt. */
    attempt?: Attempt,
  ): Pickup;
  takePickupForSending(id: string): boolean;
  /** `intent | sending → released`: the headers of the request never left, the parcels are free again. */
  returnPickupUnsent(id: string, why: Message): void;
  writePickupAnswer(id: string, answer: RawAnswer): void;
  writePickupUnknown(id: string, why: Message): void;
  writePickupRejected(id: string, messages: readonly string[]): void;
  writePickupBooked(
    id: string,
    booked: { readonly collectionNo: string; readonly manifest: EncodedDocument | null; readonly warnings: readonly string[] },
  ): void;
  releasePickup(id: string, reason: string): void;
  /**
   * Takes over a pickup that another bench left in doubt, as an unknown one of this bench. Safe to repeat. `courierName`: used if `shared` is
   * undefined.
   */
  openTakenPickup(doubt: {
    readonly attempt: Attempt;
    readonly why: Message;
    readonly shared: Pickup | undefined;
    readonly courierName: string;
  }): void;
  writeManifestOutcome(id: string, outcome: Remark): void;
  pickup(id: string): Pickup | undefined;
  pickupAnswer(id: string): RawAnswer | undefined;
  /** Newest first. */
  pickups(limit: number): readonly Pickup[];
  /** Booked, with a manifest that was never queued and has no remark why not. Oldest first. */
  pickupsWithoutManifestJob(): readonly Pickup[];
  pickupsInState(states: readonly Pickup['state'][]): readonly Pickup[];
  manifest(pickupId: string): EncodedDocument | undefined;
}
