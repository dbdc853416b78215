import type { Address } from '../../../../shared/address.ts';
import type { Attempt } from '../../../../shared/attempt.ts';
import type { Booking, Extras } from '../../../../shared/booking.ts';
import type { CheckReason } from '../../../../shared/check-off.ts';
import type { LabelVerdict } from '../../../../shared/label.ts';
import type { Message } from '../../../../shared/message.ts';
import type { Order } from '../../../../shared/order.ts';
import type { Quote, Service } from '../../../../shared/quote.ts';
import type { SlipKind } from '../../../../shared/slip-kind.ts';
import type { TrackedOrder } from '../../../../shared/tracking.ts';
import type { EncodedDocument, EncodedPaper, RawAnswer } from '../courier.ts';

/** Stores each step of a booking. */
export interface BookingJournal {
  /** The open draft of this order, created if there is none. Two windows or a double scan get the same draft. */
  draft(order: Order, packer: string): Booking;
  /** A second shipment of a booked order: its shipment number is one higher, and the reason is stored. */
  draftAgain(order: Order, packer: string, reason: string): Booking;
  /** `draft | quoted → quoted`. Stores the order as quoted. */
  writeQuote(id: string, order: Order, quote: Quote): void;
  /** `quoted → intent`: stores everything that will be sent and paid, before the socket opens. */
  writeIntent(
    id: string,
    intent: {
      readonly order: Order;
      readonly sender: Address;
      /** Set if it is not the account that Setup connects with. */
      readonly account?: string | undefined;
      readonly service: Service;
      /** Name of the label printer that a rule chose. */
      readonly labelPrinter?: string | undefined;
      /** The packing slip that a rule demands. */
      readonly slip?: SlipKind | undefined;
      /** Full path of the PDF that a rule adds. */
      readonly encloses?: string | undefined;
      readonly extras: Extras;
      readonly request: Uint8Array;
      /** The choice and its reason, for the history. */
      readonly chosen?: Message;
      /** Set if other benches know of the attempt. */
      readonly attempt?: Attempt | undefined;
    },
  ): void;
  /** `intent → sending`, true for exactly one caller. */
  takeForSending(id: string): boolean;
  /** `intent | sending → quoted`: the headers of the request never left. */
  returnUnsent(id: string, why: Message): void;
  /** `sending → answered`: stores the bytes as received, before they are parsed. */
  writeAnswer(id: string, answer: RawAnswer): void;
  /** `sending | answered → unknown`. */
  writeUnknown(id: string, why: Message): void;
  /** `answered → rejected`. */
  writeRejected(id: string, messages: readonly string[]): void;
  /** `answered | unknown → booked`, with its documents, in one commit. `adoptedBy` is set if a user found the order number. */
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
  /** `unknown → released`: allows exactly one new attempt, linked to this one. */
  release(id: string, reason: string, packer: string): void;
  /**
   * Takes over a doubt that another bench left, as an unknown shipment of this bench. Safe to repeat. `shared`: data known of it besides its
   * order.
   */
  openTaken(doubt: {
    readonly attempt: Attempt;
    readonly why: Message;
    readonly order: Order | undefined;
    readonly shared: Booking | undefined;
  }): void;
  /** Marks that another bench settles this booking from now on and reports the outcome. False if the booking is no longer unknown. */
  giveAway(bookingId: string, bench: number): boolean;
  writeVerdict(id: string, verdict: LabelVerdict, confirmedBy: string | null): void;
  /**
   * Stores the bare codes on the labels of a booking. `ofLabels`: those of each label, if there are several: a code of one label only
   * identifies that label. Safe to repeat.
   */
  writeLabelCodes(id: string, codes: readonly string[], ofLabels?: readonly (readonly string[])[]): void;
  writeTracking(id: string, tracked: TrackedOrder): void;
  /** The tracking data that was read last; undefined if none was. */
  trackedOrder(id: string): TrackedOrder | undefined;
  /** The label is on its parcel. `piece`: only this one of several; with the last of them, the shipment is on its parcels. Safe to repeat. */
  writeOnParcel(id: string, piece?: { readonly no: number; readonly of: number }): void;
  /** A packer opened the parcel: its labels no longer count as on their parcels. `by`: for the history. */
  writeUnpacked(id: string, by: string): void;
  /** Its items were counted again. `order`: the shipment with the serial numbers that were noted this time. */
  writePackedAgain(id: string, order: Order, counted: CheckReason): void;
  /** A parked booking that is in progress or booked prints nothing by itself until it is taken up again. */
  park(id: string, aside: boolean): void;
  /** Closes the label of this booked shipment, by a user's decision: it is not printed, not collected and no longer waited for. */
  closeLabel(id: string, reason: string, by: string): void;
  keepLabel(bookingId: string, label: EncodedPaper): void;
}
