import type { Address, TextChange } from '../../../shared/address.ts';
import type { Extras } from '../../../shared/booking.ts';
import type { LabelReadCode, QuoteCode, ReadCode, SendCode, TrackCode } from '../../../shared/call-codes.ts';
import type { UnreadForm } from '../../../shared/exchange-reason.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import type { Meaning } from '../../../shared/meaning.ts';
import type { Message } from '../../../shared/message.ts';
import type { Order } from '../../../shared/order.ts';
import type { DocumentFormat, PaperFormat } from '../../../shared/printer.ts';
import type { Quote, Service } from '../../../shared/quote.ts';
import type { Done, Result } from '../../../shared/result.ts';
import type { ServicePoint } from '../../../shared/service-point.ts';
import type { Respelling, ShipmentProblem } from '../../../shared/shipment-check.ts';
import type { LetterReason, WhichText } from '../../../shared/shipment-reason.ts';
import type { TrackedOrder } from '../../../shared/tracking.ts';
import type { documentTypes } from '../../../shared/upload.ts';
import type { SendUntil } from './ledger.ts';

/** A complete shipment as the bench describes it. */
export interface Shipment {
  readonly sender: Address;
  readonly order: Order;
  /** The account, here and in every request; if absent, the account that Setup connects with. */
  readonly account?: string | undefined;
}

/** A request as bytes, ready to be stored before it is sent. It holds no credentials. */
export interface Outgoing {
  readonly action: 'ship' | 'pickup' | 'upload_documents';
  readonly body: Uint8Array;
}

/** An answer as received. It is stored before it is parsed. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/**
 * Outcome of a request that must not be repeated.
 * `not-sent`: its headers never left this machine, so it may be sent again.
 * `answered`: something came back, whatever it is. `silent`: it left, and nothing usable came back.
 */
export type Sent =
  | { readonly is: 'not-sent'; readonly failure: Failure<SendCode> }
  | { readonly is: 'answered'; readonly answer: RawAnswer }
  | { readonly is: 'silent'; readonly why: Message };

export interface EncodedPaper {
  readonly format: PaperFormat;
  readonly bytes: Uint8Array;
}

/** A document with its detected format. */
export interface EncodedDocument {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
}

/** Interpretation of an answer to `ship`. Anything that is neither an order number nor a clean refusal is unknown. */
export type ShipMeaning =
  | {
      readonly is: 'booked';
      readonly orderNo: string;
      readonly consignmentNo: string;
      readonly label: EncodedPaper | null;
      /** The content that the answer held in the place of a readable label. */
      readonly unreadLabel?: UnreadForm | undefined;
      readonly remarks: EncodedDocument | null;
      /** Empty if the answer does not list the items: then `track` reports them. */
      readonly trackingNos: readonly string[];
      readonly warnings: readonly string[];
    }
  | { readonly is: 'rejected'; readonly messages: readonly string[] }
  | { readonly is: 'unknown'; readonly why: Message };

export type PickupMeaning =
  | {
      readonly is: 'booked';
      readonly collectionNo: string;
      readonly manifest: EncodedDocument | null;
      readonly warnings: readonly string[];
    }
  | { readonly is: 'rejected'; readonly messages: readonly string[] }
  | { readonly is: 'unknown'; readonly why: Message };

export type UploadMeaning =
  | { readonly is: 'accepted' }
  | { readonly is: 'rejected'; readonly messages: readonly string[] }
  | { readonly is: 'unknown'; readonly why: Message };

/** The service as the bench uses it. Reads take `until`: once it is aborted, they return `wait-stopped` at once. */
export interface Courier {
  /** The address in the characters that the service takes, and the changes made. Pure; safe to call for every keystroke. */
  inAscii(address: Address): { readonly address: Address; readonly changes: readonly TextChange[] };
  /** The recipient's texts as they are sent, for comparing a label with its order. With a service point, the service point's texts. */
  sentRecipient(order: Order, extras: Extras): Address;
  /** The reason why a text cannot be sent in the characters that the service takes; undefined if it can. Pure. */
  letterProblem(which: WhichText, written: string, country: string): LetterReason | undefined;
  /** Problems of a shipment before it is sent; `quote` refuses the shipment while one of them is blocking. Pure. */
  problems(shipment: Shipment): readonly ShipmentProblem[];
  /** Texts of the shipment's order that are sent in other characters than they were written in. Pure. */
  respellings(shipment: Shipment): readonly Respelling[];
  /** The problems of the sender alone, whatever is shipped. Pure; safe to call for every keystroke. */
  senderProblems(sender: Address): readonly ShipmentProblem[];
  /** Retries if that loses nothing. The service ids of the answer belong to this quote only. */
  quote(shipment: Shipment, until?: AbortSignal, leavesBefore?: SendUntil): Promise<Result<Omit<Quote, 'id' | 'askedAt'>, QuoteCode>>;
  /** True if the contract check found that each quote keeps its own offer after a later quote: then `ship` does not follow the last one. */
  isQuoteKept(): boolean;
  /** True if it is known that only the key's last quote can be bought. */
  isLastQuoteBought(): boolean;
  /** How long the service asked for no requests, in ms from now; 0 if it did not ask. */
  quietMs(): number;
  shipRequest(service: Service, extras: Extras, labelFormat: PaperFormat, account?: string): Outgoing;
  pickupRequest(request: {
    readonly orderNos: readonly string[];
    readonly date: string;
    readonly readyTime: string;
    readonly closingTime: string;
    readonly instructions: string;
    /** The country of the warehouse, whose spelling rules the instructions follow. */
    readonly country?: string;
    /** The place at which the sender drops the parcels off, if no driver collects them. */
    readonly dropOffPoint?: ServicePoint;
    readonly account?: string | undefined;
  }): Outgoing;
  uploadRequest(document: {
    readonly orderNo: string;
    readonly documentType: (typeof documentTypes)[number];
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Uint8Array;
    /** The country whose spelling rules the file name follows. */
    readonly country?: string;
    readonly account?: string | undefined;
  }): Outgoing;
  /**
   * Opens the connection for a `sendOnce` or a `quote` that may follow within 2 s; sends nothing on it. Never throws; safe to call any
   * number of times.
   */
  connectAhead(what: 'once' | 'price'): void;
  /** Sends at most once, on its own socket, and before `until` or not at all. Never throws for anything the network does. */
  sendOnce(request: Outgoing, until?: SendUntil): Promise<Sent>;
  /** Meaning and failure code of each known error; empty if none is known: then only the service's own message counts. */
  explain(messages: readonly string[]): readonly { readonly meaning: Meaning; readonly code?: FailureCode }[];
  readShip(answer: RawAnswer): ShipMeaning;
  readPickup(answer: RawAnswer): PickupMeaning;
  readUpload(answer: RawAnswer): UploadMeaning;
  /**
   * Returns what was found, and a failure only if nothing was. If some of several numbers are missing, the service may not know them, or
   * there was no time to ask for them. Leaves out numbers with characters that the service does not take; if none is left, returns
   * `number-not-found` and sends nothing.
   */
  track(orderNos: readonly string[], until?: AbortSignal, account?: string): Promise<Result<readonly TrackedOrder[], TrackCode>>;
  labels(orderNo: string, account?: string): Promise<Result<EncodedPaper, LabelReadCode>>;
  servicePoints(
    ask: { readonly type: 'destination'; readonly serviceId: string } | { readonly type: 'origin'; readonly orderNo: string },
    until?: AbortSignal,
    account?: string,
  ): Promise<Result<readonly ServicePoint[], ReadCode>>;
  /** Checks if the service accepts address, key and secret. Buys nothing, changes nothing. */
  check(): Promise<Done<ReadCode>>;
}

/** The methods that send a request and wait for its answer. A decorator of this type forgets none of them. */
export type CourierRequests = Pick<
  Courier,
  { [M in keyof Courier]: Courier[M] extends (...args: never) => Promise<unknown> ? M : never }[keyof Courier]
>;
