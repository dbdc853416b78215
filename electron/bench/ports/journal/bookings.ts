import type { Address } from '../../../../shared/address.ts';
import type { Attempt } from '../../../../shared/attempt.ts';
import type { Booking, Extras } from '../../../../shared/booking.ts';
import type { LabelVerdict } from '../../../../shared/label.ts';
import type { Order } from '../../../../shared/order.ts';
import type { Quote, Service } from '../../../../shared/quote.ts';
import type { Said } from '../../../../shared/said.ts';
import type { TrackedOrder } from '../../../../shared/tracking.ts';
import type { EncodedDocument, EncodedPaper, RawAnswer } from '../courier.ts';

/** What becomes of a booking, step by step. */
export interface BookingJournal {
  /** The open draft of this order, made if there is none. Two windows or a double scan get the same one. */
  draft(order: Order, packer: string): Booking;
  /** A second shipment of a booked order: shipment number one higher, the reason kept. */
  draftAgain(order: Order, packer: string, reason: string): Booking;
  /** `draft | quoted → quoted`. Keeps the order as quoted. */
  writeQuote(id: string, order: Order, quote: Quote): void;
  /** `quoted → intent`: everything that will be sent and paid, before the socket opens. */
  writeIntent(
    id: string,
    intent: {
      readonly order: Order;
      readonly sender: Address;
      /** Where it is not the one that Setup connects with. */
      readonly account?: string | undefined;
      readonly service: Service;
      /** The name of the label printer that a rule gave it. */
      readonly labelPrinter?: string | undefined;
      readonly extras: Extras;
      readonly request: Uint8Array;
      /** What was chosen and why, for the history. */
      readonly chosen?: Said;
      /** Where other benches know of it. */
      readonly attempt?: Attempt | undefined;
    },
  ): void;
  /** `intent → sending`, true for exactly one caller. */
  takeForSending(id: string): boolean;
  /** `intent | sending → quoted`: the request's headers never left. */
  returnUnsent(id: string, why: Said): void;
  /** `sending → answered`: the bytes as they came, before anybody reads them. */
  writeAnswer(id: string, answer: RawAnswer): void;
  /** `sending | answered → unknown`. */
  writeUnknown(id: string, why: Said): void;
  /** `answered → rejected`. */
  writeRejected(id: string, said: readonly string[]): void;
  /** `answered | unknown → booked`, with its papers, in one commit. `adoptedBy` is set where a person found the order number. */
  writeBooked(
    id: string,
    booked: {
      readonly orderNo: string;
      readonly consignmentNo: string;
      readonly label: EncodedPaper | null;
      readonly remarks: EncodedDocument | null;
      readonly trackingNos: readonly string[];
      readonly warnings: readonly string[];
      readonly adoptedBy: string | null;
    },
  ): void;
  /** `unknown → released`: arms exactly one new attempt, linked to this one. */
  release(id: string, reason: string, packer: string): void;
  /** A doubt that another bench left, as an unknown shipment of this one. Safe to repeat. `told`: what is known of it beside its order. */
  openTaken(doubt: {
    readonly attempt: Attempt;
    readonly from: number;
    readonly order: Order | undefined;
    readonly told: Booking | undefined;
  }): void;
  /** Another bench settles it now, and tells what becomes of it. False where it is not unknown any more. */
  giveAway(bookingId: string, bench: number): boolean;
  writeVerdict(id: string, verdict: LabelVerdict, confirmedBy: string | null): void;
  /** The codes that stand on the label of a booking, bare. Safe to repeat. */
  writeLabelCodes(id: string, codes: readonly string[]): void;
  writeTracking(id: string, tracked: TrackedOrder): void;
  writeOnParcel(id: string): void;
  /** One that is on its way or booked prints nothing by itself until it is taken up. */
  park(id: string, aside: boolean): void;
  /** A person closed the label of this booked shipment: it is not printed, not collected and no longer waited for. */
  closeLabel(id: string, reason: string, by: string): void;
  keepLabel(bookingId: string, label: EncodedPaper): void;
}
