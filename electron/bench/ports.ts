import type { Address, TextChange } from '../../shared/address.ts';
import type { Booking, Exchange, Extras } from '../../shared/booking.ts';
import type { documentTypes, Upload } from '../../shared/customs.ts';
import type { Failure, FailureCode } from '../../shared/failure.ts';
import type { HistoryLine } from '../../shared/history.ts';
import type { LabelVerdict } from '../../shared/label.ts';
import type { Order, OrderKey, RowProblem } from '../../shared/order.ts';
import type { PaperDue, PaperKind } from '../../shared/paper-due.ts';
import type { Pickup } from '../../shared/pickup.ts';
import type {
  DocumentFormat,
  Drawable,
  FoundPrinter,
  PaperFormat,
  PrinterRole,
  PrinterSettings,
  PrinterStatus,
  PrintJob,
  PrintJobState,
} from '../../shared/printer.ts';
import type { Quote, Service } from '../../shared/quote.ts';
import type { Result } from '../../shared/result.ts';
import type { ServicePoint } from '../../shared/service-point.ts';
import type { Respelling, ShipmentProblem } from '../../shared/shipment-check.ts';
import type { TrackedOrder } from '../../shared/tracking.ts';

// ---- The service ---------------------------------------------------------------------------------------------------

/** A shipment as the bench means it: nothing missing any more. */
export interface Shipment {
  readonly sender: Address;
  readonly order: Order;
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
  | { readonly is: 'not-sent'; readonly failure: Failure }
  | { readonly is: 'answered'; readonly answer: RawAnswer }
  | { readonly is: 'silent'; readonly why: string };

export interface EncodedPaper {
  readonly format: PaperFormat;
  readonly bytes: Uint8Array;
}

/** A document as what it turned out to be. */
export interface EncodedDocument {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
}

/** What an answer to `ship` means (DESIGN §6.2). Anything that is neither an order number nor a clean refusal is unknown. */
export type ShipMeaning =
  | {
      readonly is: 'booked';
      readonly orderNo: string;
      readonly consignmentNo: string;
      readonly label: EncodedPaper | null;
      readonly remarks: EncodedDocument | null;
      /** Empty where the answer does not list the items: then `track` tells them. */
      readonly trackingNos: readonly string[];
      readonly warnings: readonly string[];
    }
  | { readonly is: 'rejected'; readonly said: readonly string[] }
  | { readonly is: 'unknown'; readonly why: string };

export type PickupMeaning =
  | {
      readonly is: 'booked';
      readonly collectionNo: string;
      readonly manifest: EncodedDocument | null;
      readonly warnings: readonly string[];
    }
  | { readonly is: 'rejected'; readonly said: readonly string[] }
  | { readonly is: 'unknown'; readonly why: string };

export type UploadMeaning =
  | { readonly is: 'accepted' }
  | { readonly is: 'rejected'; readonly said: readonly string[] }
  | { readonly is: 'unknown'; readonly why: string };

/** The reads take `until`: once it is aborted they answer `wait-stopped` at once. */
export interface Courier {
  /** The address in the letters the service takes, and what changed. Pure; safe to call for every keystroke. */
  inAscii(address: Address): { readonly address: Address; readonly changes: readonly TextChange[] };
  /** The recipient's words as they are sent, for comparing a label with its order. With a service point, that one's. */
  sentRecipient(order: Order, extras: Extras): Address;
  /** Why a text cannot go out in the letters the service takes, in a sentence that calls it by `name`; undefined where it can. Pure. */
  textProblem(name: string, written: string, country: string): string | undefined;
  /** What is wrong with a shipment before it is sent; `quote` refuses it while one of these stops. Pure. */
  problems(shipment: Shipment): readonly ShipmentProblem[];
  /** The texts of its order that go out in other letters than they were written in. Pure. */
  respellings(shipment: Shipment): readonly Respelling[];
  /** What of that is the sender's, whatever is shipped. Pure; safe to call for every keystroke. */
  senderProblems(sender: Address): readonly ShipmentProblem[];
  /** Repeats itself where nothing was lost. The answer's service ids belong to this quote only. */
  quote(shipment: Shipment, until?: AbortSignal): Promise<Result<Omit<Quote, 'id' | 'askedAt'>>>;
  /** Whether an offer is surely still good after another quote: then `ship` does not follow the last one. */
  isQuoteKept(): boolean;
  shipRequest(service: Service, extras: Extras, labelFormat: PaperFormat): Outgoing;
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
  }): Outgoing;
  uploadRequest(document: {
    readonly orderNo: string;
    readonly documentType: (typeof documentTypes)[number];
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Uint8Array;
    /** The country whose way of spelling the file name follows. */
    readonly country?: string;
  }): Outgoing;
  /** Sends at most once, on a socket of its own, and never throws for anything the network does. */
  sendOnce(request: Outgoing): Promise<Sent>;
  /** What each known one of these errors means, and the failure it is; empty where none is known: then only the service's own words are true. */
  explain(said: readonly string[]): readonly { readonly cause: string; readonly remedy: string; readonly code?: FailureCode }[];
  readShip(answer: RawAnswer): ShipMeaning;
  readPickup(answer: RawAnswer): PickupMeaning;
  readUpload(answer: RawAnswer): UploadMeaning;
  /**
   * Answers what was found, and a failure only where nothing was: of several numbers, one that is missing may be unknown to the service or
   * not have been asked for in time. Leaves out numbers that are not in the letters the service takes; where no other is left it is
   * `number-not-found`, and nothing is asked.
   */
  track(orderNos: readonly string[], until?: AbortSignal): Promise<Result<readonly TrackedOrder[]>>;
  labels(orderNo: string): Promise<Result<EncodedPaper>>;
  servicePoints(
    ask: { readonly type: 'destination'; readonly serviceId: string } | { readonly type: 'origin'; readonly orderNo: string },
    until?: AbortSignal,
  ): Promise<Result<readonly ServicePoint[]>>;
  /** Whether address, key and secret are accepted. Buys nothing, changes nothing. */
  check(): Promise<Result<Record<string, never>>>;
}

// ---- Paper ---------------------------------------------------------------------------------------------------------

export interface Sheet {
  readonly format: PaperFormat;
  readonly bytes: Uint8Array;
}

/** How many labels a shipment should bring: one for each parcel, and one or as many again for the way back where that was asked. */
export interface ExpectedLabels {
  readonly parcels: number;
  readonly returnAsked: boolean;
}

export interface LabelMarks {
  /** What can name its parcel, bare (`bareCode`): its bar codes as a scanner reads them, or what looks like the text below them on a PDF. */
  readonly codes: readonly string[];
  /** Its lines and the words of its lines, as printed: a reference is one of them. */
  readonly texts: readonly string[];
}

export interface Paper {
  /**
   * Compares a label with the recipient as sent (DESIGN §6.6). Never throws for any bytes.
   * The sender's block is left out, so that a parcel to the sender's own street is not mistaken.
   */
  compare(label: EncodedPaper, recipient: Address, sender: Address, expected: ExpectedLabels): Promise<LabelVerdict>;
  /** What a label carries beside its address: nothing of these people is among its codes. Never throws for any bytes. */
  marks(label: EncodedPaper, people: readonly Address[]): Promise<LabelMarks>;
  /** What is taken out of a label before it prints, because it would change the printer for later labels: `^JU`, `~JO`… */
  leftOut(label: EncodedPaper): readonly string[];
  /**
   * The label cut into the sheets that will come out, each printable alone on a printer of `dpi`; SAMPLE printed over each
   * when it is not live. A PDF becomes ZPL where the printer takes only ZPL. Refuses what must not reach a printer.
   */
  labelSheets(
    label: EncodedPaper,
    to: { readonly printer: PaperFormat; readonly dpi: 203 | 300; readonly sample: boolean },
  ): Promise<Result<readonly Sheet[]>>;
  /** A paper as a person looks at it, sheet by sheet, also one that must not reach a printer. Refuses only what is no paper at all. */
  drawables(paper: { readonly bytes: Uint8Array }): Promise<Result<readonly Drawable[]>>;
  /**
   * A document (manifest, customs papers) as it goes to the document printer; SAMPLE on every page when not live. Pictures and texts become
   * pages; ZPL is for a label printer, and what is none of these cannot be printed.
   */
  document(paper: EncodedDocument, sample: boolean): Promise<Result<Sheet>>;
  /** Why nobody who is sent a file could read it: it is empty, locked with a password, or not what its name says. Undefined where one can. */
  refusal(name: string, bytes: Uint8Array): Promise<string | undefined>;
  /** By its content. */
  mediaTypeOf(bytes: Uint8Array): string;
  testLabel(printer: PrinterSettings, benchName: string): Sheet;
  testPage(benchName: string): Promise<Sheet>;
  /** Ends what runs beside the program to read PDFs. */
  close(): Promise<void>;
}

// ---- Printers ------------------------------------------------------------------------------------------------------

/**
 * `printed`: the printer said so. `sent`: all bytes were taken, it cannot say more. `held`: the printer has the label and
 * prints it when it is mended; never sent again. `not-sent`: nothing reached it, may be tried again. `unknown`: a person looks.
 */
export type PrintOutcome =
  | { readonly is: 'printed'; readonly detail: string }
  | {
      readonly is: 'sent';
      readonly detail: string;
      /** The printer that took it without a word, by the name `Printers` has for it. */
      readonly silentAt?: string;
    }
  | { readonly is: 'held'; readonly status: PrinterStatus; readonly detail: string }
  | { readonly is: 'not-sent'; readonly failure: Failure }
  | { readonly is: 'unknown'; readonly detail: string };

/** What a printer had printed before a sheet was sent to it. It stands in the journal before the first byte leaves. */
export interface PrinterMark {
  readonly address: string;
  /** All labels it ever printed; null where it does not count or does not say. */
  readonly count: number | null;
  /** How many labels the sheet makes. */
  readonly labels: number;
}

/** What a printer says of itself at one moment. Anything but a printer at rest counts as `something`: a fault may hold a label back. */
export interface PrinterLook {
  readonly count: number | null;
  readonly holds: 'nothing' | 'something' | 'not-said';
}

export interface Printers {
  /** Asks the printer itself; `cannot-say` for queues that do not answer. Never throws. */
  status(printer: PrinterSettings): Promise<PrinterStatus>;
  /**
   * One print at a time per printer, in the order asked. Not safe to call twice for one job. Never throws.
   * `aboutToSend` is called before the first byte leaves; where it throws, nothing is sent. `taken` is called once every byte was
   * taken, where that is known before the outcome; it must not throw.
   */
  print(
    printer: PrinterSettings,
    sheet: Sheet,
    title: string,
    aboutToSend: (mark: PrinterMark) => void,
    taken?: () => void,
  ): Promise<PrintOutcome>;
  /** Asks the printer at an address what it counted and holds; a printer that does not answer within seconds says nothing. Never throws. */
  look(address: string): Promise<PrinterLook>;
  find(): Promise<readonly FoundPrinter[]>;
  /** What a printer takes: a raw one ZPL, a queue or a folder PDF (a raw queue for the label role takes ZPL). */
  takes(printer: PrinterSettings, role: PrinterRole): PaperFormat;
}

// ---- Webhooks ------------------------------------------------------------------------------------------------------

/** A delivery as it came. Neither its sender nor its words can be trusted: it is a hint to ask `track`, never a fact. */
export interface Delivery {
  readonly receivedAt: Date;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Texts in it that may be order numbers; whoever knows the orders tells which are. */
  readonly candidates: readonly string[];
}

export type DeliveryState = 'waiting' | 'not-understood';

export interface KeptDelivery {
  readonly id: string;
  readonly receivedAt: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly candidates: readonly string[];
}

// ---- Journal -------------------------------------------------------------------------------------------------------

export interface Page {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

export interface NewPrintJob {
  readonly role: PrinterRole;
  readonly title: string;
  readonly piece: number;
  readonly pieces: number;
  readonly copy: number;
  readonly sheet: Sheet;
}

/**
 * What was intended, sent, answered and printed. Every method is one commit that is on the disk when it returns, or an
 * exception that left nothing behind. Names, addresses, labels and answers are sealed at rest.
 */
export interface Journal {
  /** Inserts new orders, replaces changed ones that were never booked; keeps row problems until they are dismissed. */
  takeOrders(orders: readonly Order[], problems: readonly RowProblem[]): { readonly taken: number; readonly unchanged: number };
  saveOrder(order: Order): void;
  order(key: OrderKey): Order | undefined;
  /** The orders whose key means the same as this one, in whatever spelling; two only where a file or a person brought both. */
  ordersAt(slot: string): Order[];
  /**
   * Newest first. `search`: every word of it begins a word of the key, name, company, city, country, postal code, reference or a number
   * of the order, whatever the case and accents; words of one or two letters only as a whole.
   */
  orders(page: Page): { readonly total: number; readonly rows: readonly { readonly order: Order; readonly booking: Booking | null }[] };
  rowProblems(): readonly { readonly id: string; readonly problem: RowProblem }[];
  dismissRow(id: string): void;

  /** The open draft of this order, made if there is none. Two windows or a double scan get the same one. */
  draft(order: Order, packer: string): Booking;
  /** A second shipment of a booked order: shipment number one higher, the reason kept. */
  draftAgain(order: Order, packer: string, reason: string): Booking;
  booking(id: string): Booking | undefined;
  /** The latest booking of this order that is more than a draft, else its draft. */
  latestOf(key: OrderKey): Booking | undefined;
  /** By order number, consignment number, tracking number or order key; the latest where several match. */
  findBooking(number: string): Booking | undefined;
  /** Every booking that has this number as one of these, whatever else the number is besides; the latest first. */
  holdersOf(number: string, kinds: readonly ('order' | 'consignment' | 'tracking')[]): readonly Booking[];
  /** Newest first. */
  bookings(query: Page & { readonly states: readonly Booking['state'][] }): { readonly total: number; readonly rows: readonly Booking[] };
  /** By the time they were booked, the latest first. */
  lastBooked(limit: number): readonly Booking[];
  /** All of them, oldest first. */
  bookingsInState(states: readonly Booking['state'][]): readonly Booking[];
  /** `draft | quoted → quoted`. Keeps the order as quoted. */
  writeQuote(id: string, order: Order, quote: Quote): void;
  /** `quoted → intent`: everything that will be sent and paid, before the socket opens. */
  writeIntent(
    id: string,
    intent: {
      readonly order: Order;
      readonly sender: Address;
      readonly service: Service;
      readonly extras: Extras;
      readonly request: Uint8Array;
      /** What was chosen and why, for the history. */
      readonly chosen?: string;
    },
  ): void;
  /** `intent → sending`, true for exactly one caller. */
  takeForSending(id: string): boolean;
  /** `intent | sending → quoted`: the request's headers never left. */
  returnUnsent(id: string, why: string): void;
  /** `sending → answered`: the bytes as they came, before anybody reads them. */
  writeAnswer(id: string, answer: RawAnswer): void;
  /** `sending | answered → unknown`. */
  writeUnknown(id: string, why: string): void;
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
  writeVerdict(id: string, verdict: LabelVerdict, confirmedBy: string | null): void;
  /** The codes that stand on the label of a booking, bare. Safe to repeat. */
  writeLabelCodes(id: string, codes: readonly string[]): void;
  /** The bookings whose label carries this bare code. */
  labelCodeHolders(code: string): readonly string[];
  writeTracking(id: string, tracked: TrackedOrder): void;
  writeOnParcel(id: string): void;
  /** One that is on its way or booked prints nothing by itself until it is taken up. */
  putAside(id: string, aside: boolean): void;
  isPutAside(id: string): boolean;
  /** Orders put aside and not shipped since. */
  putAsideBookings(): readonly Booking[];
  /** A person closed the label of this booked shipment: it is not printed, not collected and no longer waited for. */
  setLabelAside(id: string, reason: string, by: string): void;
  isLabelAside(id: string): boolean;
  /** Booked shipments whose label was never put on a queue nor set aside: to be judged, or judged and doubtful. Oldest first. */
  bookedWithoutLabelJob(): readonly Booking[];
  label(bookingId: string): EncodedPaper | undefined;
  keepLabel(bookingId: string, label: EncodedPaper): void;
  remarks(bookingId: string): EncodedDocument | undefined;
  answer(bookingId: string): RawAnswer | undefined;
  exchange(bookingOrPickupId: string): Exchange;
  /** Shipments booked from an instant on and before another. */
  bookedBetween(from: Date, until: Date): number;

  /** Adds the jobs in state `queued`, in one commit. */
  addPrintJobs(
    owner: { readonly bookingId: string | null; readonly pickupId: string | null },
    jobs: readonly NewPrintJob[],
  ): readonly PrintJob[];
  /** Jobs in `queued`, oldest first. */
  queuedJobs(role: PrinterRole): readonly PrintJob[];
  job(id: string): PrintJob | undefined;
  jobsInState(states: readonly PrintJobState[]): readonly PrintJob[];
  jobSheet(id: string): Sheet | undefined;
  /** Compare-and-set: true where the job was in `from` and is in `to` now. `detail` is kept readable: printers' words and ours, no person's. */
  moveJob(id: string, from: readonly PrintJobState[], to: PrintJobState, detail: string): boolean;
  /** For a job in `sending`, before its bytes leave. Gone when the job is taken for sending again. */
  writePrinterMark(id: string, mark: PrinterMark): void;
  printerMark(id: string): PrinterMark | undefined;
  /** For a job in `sending`: the printer took all its bytes. Gone when the job is taken for sending again. */
  writeTaken(id: string): void;

  openPickup(
    pickup: Omit<Pickup, 'state' | 'collectionNo' | 'manifestFormat' | 'manifestTold' | 'said' | 'changedAt'>,
    request: Uint8Array,
    again: string,
  ): Pickup;
  takePickupForSending(id: string): boolean;
  /** `intent | sending → released`: the request's headers never left, the parcels are free again. */
  returnPickupUnsent(id: string, why: string): void;
  writePickupAnswer(id: string, answer: RawAnswer): void;
  writePickupUnknown(id: string, why: string): void;
  writePickupRejected(id: string, said: readonly string[]): void;
  writePickupBooked(
    id: string,
    booked: { readonly collectionNo: string; readonly manifest: EncodedDocument | null; readonly warnings: readonly string[] },
  ): void;
  releasePickup(id: string, reason: string): void;
  writeManifestTold(id: string, told: string): void;
  pickup(id: string): Pickup | undefined;
  pickupAnswer(id: string): RawAnswer | undefined;
  /** Newest first. */
  pickups(limit: number): readonly Pickup[];
  /** Booked, with a manifest that was never put on a queue nor told why not. Oldest first. */
  pickupsWithoutManifestJob(): readonly Pickup[];
  pickupsInState(states: readonly Pickup['state'][]): readonly Pickup[];
  manifest(pickupId: string): EncodedDocument | undefined;

  /** A person has to see to it. Safe to repeat: the newer reason counts. An invoice that the service waits for is asked for by `writeBooked`. */
  writePaperDue(due: PaperDue): void;
  /** Oldest first. */
  papersDue(): readonly PaperDue[];
  /** False where it is not due. `how` stays in the history. */
  closePaper(ownerId: string, kind: PaperKind, how: string): boolean;
  /** Booked, label not set aside, and in no pickup that stands or is unknown. */
  notHandedOver(): readonly Booking[];

  addUpload(upload: Pick<Upload, 'bookingId' | 'orderNo' | 'documentType' | 'name' | 'mediaType'>, bytes: Uint8Array): Upload;
  upload(id: string): Upload | undefined;
  uploadBytes(id: string): Uint8Array | undefined;
  uploadsOf(bookingId: string): readonly Upload[];
  /** By the service's own number, whoever booked it. */
  uploadsOfOrder(orderNo: string): readonly Upload[];
  openUploads(): readonly Upload[];
  /** Compare-and-set. */
  moveUpload(id: string, from: readonly Upload['state'][], to: Upload['state'], said: string, answer: RawAnswer | null): boolean;

  /** `waiting`, with its bytes as they came. Answers its id. */
  keepDelivery(delivery: Delivery): string;
  /** Oldest first. */
  deliveries(state: DeliveryState): readonly KeptDelivery[];
  deliveryBody(id: string): Uint8Array | undefined;
  /** `waiting → not-understood`. */
  setDeliveryAside(id: string): void;
  /** Forgets a delivery that is done with; `how` stays in the history. False where there is none. */
  closeDelivery(id: string, how: string): boolean;
  /** When the newest delivery came, whatever became of it. */
  lastDeliveryAt(): string | undefined;

  /** The bytes of an answer to a read that nobody could read, under the ref its failure is known by: the newest of each operation. */
  keepUnread(action: string, ref: string, answer: RawAnswer): void;
  unread(action: string): { readonly ref: string; readonly answer: RawAnswer } | undefined;

  /** Everything that happened to a shipment, its pickups and papers, oldest first. */
  history(bookingId: string): readonly HistoryLine[];
  /** Whether these lines are as they were written, but for what was erased, and none was taken out beside them. */
  isHistoryWhole(bookingId: string): boolean;
  /** One line of a parcel's history: what, when, by whom. */
  record(bookingId: string | null, what: string, detail: string): void;
  /** Reads the whole history: seconds for a million lines. Undefined where every line is as it was written, or was erased. */
  firstHistoryBreak(): HistoryBreak | undefined;
  fact(name: string): string | undefined;
  setFact(name: string, value: string): void;

  /** A copy of everything as it was at one moment, as one file. Work goes on meanwhile. */
  copyTo(file: string): Promise<void>;
  /** The newest line of the history. */
  head(): HistoryHead;
  /** Whether this line is in the history, as it was written. */
  holds(head: HistoryHead): boolean;
  /** When the newest line was written; undefined where there is none. */
  lastLineAt(): string | undefined;
  /** How much it holds: neither number ever gets smaller. */
  extent(): { readonly bookings: number; readonly lastSequence: number };
  /** Reads every page again: seconds for gigabytes. */
  isWhole(): boolean;
  close(): void;
}

/** A line of the history by its number and its link, which holds on to all lines before it. Sequence 0: before the first. */
export interface HistoryHead {
  readonly sequence: number;
  readonly link: string;
}

/** Where the history is not what was written: a line changed, moved or missing before it; its end gone; or the seal of its end lost. */
export interface HistoryBreak {
  readonly sequence: number;
  readonly is: 'line-changed' | 'end-missing' | 'head-unreadable';
}

/** What is known and cannot be written down, kept in memory until it can be: while the program lives it is not lost. */
export interface Owed {
  /** What it is about: bookings, pickups, uploads, print jobs, or a print queue that could not take its next job. */
  ids(): readonly string[];
  /**
   * Does `settle`, which writes down how something ended and goes on from there. Answers false where the journal could not take it:
   * then it is kept, and done anew by `again` until it succeeds, so it must be safe to repeat. On any other error `ifBroken` is told
   * and answers what is done in its place, which says at least that the end is not known; without it the error is thrown.
   */
  settle(id: string, settle: () => unknown, ifBroken?: (error: unknown) => () => unknown): Promise<boolean>;
  /** Does once more what is owed. One that breaks is logged and owed no longer. */
  again(): Promise<void>;
}

// ---- The log -------------------------------------------------------------------------------------------------------

/** What a log line may hold. No name, address, label or secret has a field here, so none can be logged. */
export interface LogFields {
  readonly code?: string;
  readonly ref?: string;
  readonly action?: string;
  readonly state?: string;
  readonly step?: string;
  readonly status?: number;
  readonly count?: number;
  readonly ms?: number;
  readonly bookingId?: string;
  readonly jobId?: string;
  readonly pickupId?: string;
  readonly uploadId?: string;
  readonly world?: string;
  /** Stack frames only: the message of a bug may quote what it choked on. */
  readonly stack?: string;
}

export type Log = (event: string, fields?: LogFields) => void;
