import type { Address, TextChange } from '../../../shared/address.ts';
import type { Extras } from '../../../shared/booking.ts';
import type { LabelReadCode, QuoteCode, ReadCode, SendCode, TrackCode } from '../../../shared/call-codes.ts';
import type { UnreadForm } from '../../../shared/exchange-reason.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import type { Meaning } from '../../../shared/meaning.ts';
import type { Order } from '../../../shared/order.ts';
import type { DocumentFormat, PaperFormat } from '../../../shared/printer.ts';
import type { Quote, Service } from '../../../shared/quote.ts';
import type { Done, Result } from '../../../shared/result.ts';
import type { Said } from '../../../shared/said.ts';
import type { ServicePoint } from '../../../shared/service-point.ts';
import type { Respelling, ShipmentProblem } from '../../../shared/shipment-check.ts';
import type { LetterReason, WhichText } from '../../../shared/shipment-reason.ts';
import type { TrackedOrder } from '../../../shared/tracking.ts';
import type { documentTypes } from '../../../shared/upload.ts';
import type { SendUntil } from './ledger.ts';

/** A shipment as the bench means it: nothing missing any more. */
export interface Shipment {
  readonly sender: Address;
  readonly order: Order;
  /** Here and in every request: the account it is for; the one that Setup connects with where it is absent. */
  readonly account?: string | undefined;
}

/** A request as bytes, ready to be written down before it is sent. It holds no credentials. */
export interface Outgoing {
  readonly action: 'ship' | 'pickup' | 'upload_documents';
  readonly body: Uint8Array;
}

/** An answer as it came. Kept before it is read. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/**
 * What became of a request that must not be repeated.
 * `not-sent`: its own headers never left this machine, so it may be tried again.
 * `answered`: something came back, whatever it is. `silent`: it left and nothing usable came back.
 */
export type Sent =
  | { readonly is: 'not-sent'; readonly failure: Failure<SendCode> }
  | { readonly is: 'answered'; readonly answer: RawAnswer }
  | { readonly is: 'silent'; readonly why: Said };

export interface EncodedPaper {
  readonly format: PaperFormat;
  readonly bytes: Uint8Array;
}

/** A document as what it turned out to be. */
export interface EncodedDocument {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
}

/** What an answer to `ship` means. Anything that is neither an order number nor a clean refusal is unknown. */
export type ShipMeaning =
  | {
      readonly is: 'booked';
      readonly orderNo: string;
      readonly consignmentNo: string;
      readonly label: EncodedPaper | null;
      /** What the answer held in the place of a label that could be read. */
      readonly unreadLabel?: UnreadForm | undefined;
      readonly remarks: EncodedDocument | null;
      /** Empty where the answer does not list the items: then `track` tells them. */
      readonly trackingNos: readonly string[];
      readonly warnings: readonly string[];
    }
  | { readonly is: 'rejected'; readonly said: readonly string[] }
  | { readonly is: 'unknown'; readonly why: Said };

export type PickupMeaning =
  | {
      readonly is: 'booked';
      readonly collectionNo: string;
      readonly manifest: EncodedDocument | null;
      readonly warnings: readonly string[];
    }
  | { readonly is: 'rejected'; readonly said: readonly string[] }
  | { readonly is: 'unknown'; readonly why: Said };

export type UploadMeaning =
  | { readonly is: 'accepted' }
  | { readonly is: 'rejected'; readonly said: readonly string[] }
  | { readonly is: 'unknown'; readonly why: Said };

/** The reads take `until`: once it is aborted they answer `wait-stopped` at once. */
export interface Courier {
  /** The address in the letters the service takes, and what changed. Pure; safe to call for every keystroke. */
  inAscii(address: Address): { readonly address: Address; readonly changes: readonly TextChange[] };
  /** The recipient's words as they are sent, for comparing a label with its order. With a service point, that one's. */
  sentRecipient(order: Order, extras: Extras): Address;
  /** Why a text cannot go out in the letters the service takes; undefined where it can. Pure. */
  letterProblem(which: WhichText, written: string, country: string): LetterReason | undefined;
  /** What is wrong with a shipment before it is sent; `quote` refuses it while one of these stops. Pure. */
  problems(shipment: Shipment): readonly ShipmentProblem[];
  /** The texts of its order that go out in other letters than they were written in. Pure. */
  respellings(shipment: Shipment): readonly Respelling[];
  /** What of that is the sender's, whatever is shipped. Pure; safe to call for every keystroke. */
  senderProblems(sender: Address): readonly ShipmentProblem[];
  /** Repeats itself where nothing was lost. The answer's service ids belong to this quote only. */
  quote(shipment: Shipment, until?: AbortSignal, leavesBefore?: SendUntil): Promise<Result<Omit<Quote, 'id' | 'askedAt'>, QuoteCode>>;
  /** Whether the contract check found an offer of its own for each quote, still known after another: then `ship` does not follow the last one. */
  isQuoteKept(): boolean;
  /** Whether it is known that only the last price of the key can be bought. */
  isLastQuoteBought(): boolean;
  /** How long the service asked to be left alone, from now; 0 where it did not. */
  quietMs(): number;
  shipRequest(service: Service, extras: Extras, labelFormat: PaperFormat, account?: string): Outgoing;
  pickupRequest(request: {
    readonly orderNos: readonly string[];
    readonly date: string;
    readonly readyTime: string;
    readonly closingTime: string;
    readonly instructions: string;
    /** The country of the warehouse, whose way of spelling the instructions follow. */
    readonly country?: string;
    /** Where the sender drops the parcels off, when no driver comes to the door. */
    readonly dropOffPoint?: ServicePoint;
    readonly account?: string | undefined;
  }): Outgoing;
  uploadRequest(document: {
    readonly orderNo: string;
    readonly documentType: (typeof documentTypes)[number];
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Uint8Array;
    /** The country whose way of spelling the file name follows. */
    readonly country?: string;
    readonly account?: string | undefined;
  }): Outgoing;
  /**
   * Opens the connection for a `sendOnce` or a `quote` that may follow within 2 s; sends nothing on it. Never throws; safe to call any
   * number of times.
   */
  connectAhead(what: 'once' | 'price'): void;
  /** Sends at most once, on a socket of its own, and before `until` or not at all. Never throws for anything the network does. */
  sendOnce(request: Outgoing, until?: SendUntil): Promise<Sent>;
  /** What each known one of these errors means, and the failure it is; empty where none is known: then only the service's own words are true. */
  explain(said: readonly string[]): readonly { readonly meaning: Meaning; readonly code?: FailureCode }[];
  readShip(answer: RawAnswer): ShipMeaning;
  readPickup(answer: RawAnswer): PickupMeaning;
  readUpload(answer: RawAnswer): UploadMeaning;
  /**
   * Answers what was found, and a failure only where nothing was: of several numbers, one that is missing may be unknown to the service or
   * not have been asked for in time. Leaves out numbers that are not in the letters the service takes; where no other is left it is
   * `number-not-found`, and nothing is asked.
   */
  track(orderNos: readonly string[], until?: AbortSignal, account?: string): Promise<Result<readonly TrackedOrder[], TrackCode>>;
  labels(orderNo: string, account?: string): Promise<Result<EncodedPaper, LabelReadCode>>;
  servicePoints(
    ask: { readonly type: 'destination'; readonly serviceId: string } | { readonly type: 'origin'; readonly orderNo: string },
    until?: AbortSignal,
    account?: string,
  ): Promise<Result<readonly ServicePoint[], ReadCode>>;
  /** Whether address, key and secret are accepted. Buys nothing, changes nothing. */
  check(): Promise<Done<ReadCode>>;
}
