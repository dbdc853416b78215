import type { Address } from '../../../shared/address.ts';
import type { Attempt, Fact, Feed, Head } from '../../../shared/attempt.ts';
import type { BatchLine, BatchState } from '../../../shared/batch.ts';
import type { Booking, Exchange, Extras } from '../../../shared/booking.ts';
import type { SaidAnew } from '../../../shared/corrected-order.ts';
import type {
  Cursors,
  HeardOrder,
  News,
  OrderCursor,
  OrderToTell,
  ParcelElsewhere,
  SaidOrder,
  StateOfOrder,
  TakenAway,
} from '../../../shared/elsewhere.ts';
import type { HistoryLine } from '../../../shared/history.ts';
import type { LabelVerdict } from '../../../shared/label.ts';
import type { Order, OrderKey, RowProblem } from '../../../shared/order.ts';
import type { OrderSort, OrderStage } from '../../../shared/order-list.ts';
import type { OrderPlan, Priority } from '../../../shared/order-plan.ts';
import type { PaperDue, PaperKind } from '../../../shared/paper-due.ts';
import type { Pickup } from '../../../shared/pickup.ts';
import type { PrinterRole, PrinterSettings, PrintJob, PrintJobState } from '../../../shared/printer.ts';
import type { Quote, Service } from '../../../shared/quote.ts';
import type { Reason } from '../../../shared/reason.ts';
import type { Remark } from '../../../shared/remark.ts';
import type { Said } from '../../../shared/said.ts';
import type { TrackedOrder } from '../../../shared/tracking.ts';
import type { Upload } from '../../../shared/upload.ts';
import type { Telling, TellingWay } from '../../../shared/write-back.ts';
import type { EncodedDocument, EncodedPaper, RawAnswer } from './courier.ts';
import type { Sheet } from './paper.ts';
import type { PrinterMark } from './printers.ts';
import type { Delivery, DeliveryState, KeptDelivery } from './webhooks.ts';

export interface Page {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/** Which orders, and in which order; what is not said does not matter. Without anything the newest first. */
export interface OrderQuery extends Page {
  readonly stage?: OrderStage | null;
  readonly source?: string | null;
  readonly country?: string | null;
  readonly priority?: Priority | null;
  /** Brought in from an instant on and before another, as this journal writes them. */
  readonly taken?: { readonly from: string; readonly until: string } | null;
  /** Days of shipping, both among them; `9999` where none is said. */
  readonly due?: { readonly from: string; readonly to: string } | null;
  readonly sort?: OrderSort;
}

/** What a sheet of a label was made from and for. */
export interface SheetMade extends Pick<PrinterSettings, 'dpi' | 'widthMm' | 'heightMm'> {
  /** Of the label as it came, from 1. */
  readonly page: number;
}

export interface NewPrintJob {
  readonly role: PrinterRole;
  readonly printerId: string;
  readonly title: string;
  readonly piece: number;
  readonly pieces: number;
  readonly copy: number;
  readonly sheet: Sheet;
  /** Of a label's sheet. */
  readonly made?: SheetMade;
}

/** Many orders that are shipped together, in the order they are picked; `position` counts from 0. */
export interface KeptBatch {
  readonly id: string;
  readonly state: BatchState;
  readonly openedAt: string;
  readonly lines: readonly { readonly position: number; readonly line: BatchLine }[];
}

export interface Taken {
  readonly taken: number;
  readonly unchanged: number;
}

/** An order of a file, as far as it can be made ready for the journal where nobody waits for it. */
export interface PreparedOrder {
  /** As the file has it. */
  readonly key: OrderKey;
  /** By which two orders of one number are told apart. */
  readonly recipient: Pick<Address, 'name' | 'postalCode' | 'city' | 'country'>;
  readonly hold: Order['hold'];
  readonly source: string;
  readonly priority?: Priority;
  readonly shipBy?: string;
  /** Of the whole order. */
  readonly digest: string;
  /** Where the whole order ends in the bytes of all. It begins where the one before ends. */
  readonly end: number;
}

export interface PreparedOrders {
  readonly orders: readonly PreparedOrder[];
  /** The orders as they will be sealed, one behind the other: handed to another thread without a copy. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly words: WordRun;
}

/** By which words many orders are found. */
export interface WordRun {
  /** Each in 16 bytes. */
  readonly beginnings: Uint8Array<ArrayBuffer>;
  /** In a line for each beginning, the places of its orders among the others, with commas between them. */
  readonly owners: string;
}

/** Something that a shop is to be told of a booking. `place` is the file it is laid as, once that is decided. */
export interface KeptTelling {
  readonly id: string;
  readonly bookingId: string;
  readonly what: Telling;
  readonly way: TellingWay;
  readonly at: string;
  readonly tries: number;
  readonly dueAt: string;
  readonly place: string;
  readonly why: Reason | null;
}

/**
 * What was intended, sent, answered and printed. Every method is one commit that is on the disk when it returns, or an
 * exception that left nothing behind. Names, addresses, labels and answers are sealed at rest.
 */
/** A pickup as it is asked for. */
export type OpenedPickup = Pick<
  Pickup,
  'id' | 'courierKey' | 'courierName' | 'date' | 'readyTime' | 'closingTime' | 'instructions' | 'dropOffPoint' | 'bookingIds' | 'account'
>;

export interface Journal {
  /**
   * All of what is written within or nothing of it, on the disk only with the next commit outside: a power cut before takes it back
   * whole, with all that was written behind it. For what is found again without it, or acted upon only behind that next commit.
   */
  soon<T>(work: () => T): T;
  /** Does now what a commit does when much was committed: takes that from the log into the file. For whoever commits much in a row. */
  checkpoint(): void;

  /** Inserts new orders, replaces changed ones that were never booked; keeps row problems until they are dismissed. */
  takeOrders(orders: readonly Order[], problems: readonly RowProblem[]): Taken;
  /**
   * The same for a part of a file: its orders under these keys, those without one left out. An order that was saved behind the line
   * `since` of the history stays as it is. `took` is told each that is news. What is not the last part is on the disk only with the next commit: a power cut before takes
   * it back whole.
   */
  takePrepared(
    prepared: PreparedOrders,
    keys: readonly (OrderKey | null)[],
    problems: readonly RowProblem[],
    part: {
      readonly since: number;
      readonly isLast: boolean;
      readonly took?: (key: OrderKey) => void;
      /** What a person is told of an order that is said to be other than it was bought, by its place; kept with the orders, once. */
      readonly late?: (at: number, said: Order, known: Order) => RowProblem | undefined;
      /** Told each that a person had changed, and of which the file says the same anew. */
      readonly reread?: (key: OrderKey, anew: ReadonlySet<SaidAnew>) => void;
      /** Told each that was deleted here and is held now, with who deleted it and when. */
      readonly back?: (key: OrderKey, deleted: { readonly by: string; readonly at: string }) => void;
    },
  ): Taken;
  saveOrder(order: Order): void;
  /** False where it is not here, or was bought or may have been: then it stays. One that is brought again is held. */
  deleteOrder(key: OrderKey, by: string): boolean;
  /** Nobody ships it before it is released, whatever a newer file says of it. */
  holdOrder(key: OrderKey, why: string, by: string): void;
  releaseOrder(key: OrderKey): void;
  /** What a person says counts more than what its file says; what is not given stays. */
  planOrder(key: OrderKey, plan: { readonly priority?: Priority | undefined; readonly shipBy?: string | undefined }): void;
  /** That of an order which is not here says nothing. */
  orderPlan(key: OrderKey): OrderPlan;
  /** What orders can be listed by, the latest sources first. */
  ordersBy(): { readonly sources: readonly string[]; readonly countries: readonly string[] };
  order(key: OrderKey): Order | undefined;
  /** The orders whose key means the same as this one, in whatever spelling; two only where a file or a person brought both. */
  ordersAt(slot: string): Order[];
  /** The keys of the orders in each of these slots that has some. */
  keysIn(slots: readonly string[]): ReadonlyMap<string, readonly OrderKey[]>;
  /**
   * `search`: every word of it begins a word of the key, name, company, city, country, postal code, reference or a number
   * of the order, whatever the case and accents; words of one or two letters only as a whole.
   */
  orders(query: OrderQuery): {
    readonly total: number;
    readonly rows: readonly { readonly order: Order; readonly booking: Booking | null; readonly plan: OrderPlan }[];
  };
  rowProblems(): readonly { readonly id: string; readonly problem: RowProblem }[];
  dismissRow(id: string): void;

  /** The open draft of this order, made if there is none. Two windows or a double scan get the same one. */
  draft(order: Order, packer: string): Booking;
  /** A second shipment of a booked order: shipment number one higher, the reason kept. */
  draftAgain(order: Order, packer: string, reason: string): Booking;
  booking(id: string): Booking | undefined;
  /** The latest booking of this order that is more than a draft, else its draft. */
  latestOf(key: OrderKey): Booking | undefined;
  /** By order number, consignment number, tracking number or order key; where several match, one of the key and account in use, then the latest. */
  findBooking(number: string): Booking | undefined;
  /** Every booking that has this number as one of these, whatever else the number is besides; those of the key and account in use first, then the latest. */
  holdersOf(number: string, kinds: readonly ('order' | 'consignment' | 'tracking')[]): readonly Booking[];
  /** Newest first. */
  bookings(query: Page & { readonly states: readonly Booking['state'][] }): { readonly total: number; readonly rows: readonly Booking[] };
  /** By the time they were booked, the latest first. */
  lastBooked(limit: number): readonly Booking[];
  /** All of them, oldest first. */
  bookingsInState(states: readonly Booking['state'][]): readonly Booking[];
  /** `draft | quoted → quoted`. Keeps the order as quoted. */
  writeQuote(id: string, order: Order, quote: Quote): void;
  /** The prices that were kept last for it. */
  quote(id: string): Quote | undefined;
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
  writeVerdict(id: string, verdict: LabelVerdict, confirmedBy: string | null): void;
  /** The codes that stand on the label of a booking, bare. Safe to repeat. */
  writeLabelCodes(id: string, codes: readonly string[]): void;
  /** The bookings whose label carries this bare code. */
  labelCodeHolders(code: string): readonly string[];
  writeTracking(id: string, tracked: TrackedOrder): void;
  writeOnParcel(id: string): void;
  /** One that is on its way or booked prints nothing by itself until it is taken up. */
  park(id: string, aside: boolean): void;
  isParked(id: string): boolean;
  /** Orders put aside and not shipped since. */
  parkedBookings(): readonly Pick<Booking, 'id' | 'orderKey'>[];
  /** A person closed the label of this booked shipment: it is not printed, not collected and no longer waited for. */
  closeLabel(id: string, reason: string, by: string): void;
  isLabelClosed(id: string): boolean;
  /**
   * Booked shipments whose label was never put on a queue nor set aside: to be judged, or judged and doubtful. Oldest first. `isLeftOut` is
   * asked before one is read: of a batch hundreds may wait for their turn.
   */
  bookedWithoutLabelJob(isLeftOut?: (bookingId: string) => boolean): readonly Booking[];
  label(bookingId: string): EncodedPaper | undefined;
  keepLabel(bookingId: string, label: EncodedPaper): void;
  remarks(bookingId: string): EncodedDocument | undefined;
  answer(bookingId: string): RawAnswer | undefined;
  exchange(bookingOrPickupId: string): Exchange;
  /** Shipments booked for the accounts in use, with whatever key and at whatever bench, from an instant on and before another. */
  bookedBetween(from: Date, until: Date): number;

  /** Adds the jobs in state `queued`, in one commit. */
  addPrintJobs(
    owner: { readonly bookingId: string | null; readonly pickupId: string | null },
    jobs: readonly NewPrintJob[],
  ): readonly PrintJob[];
  /** Jobs in `queued`, oldest first. */
  queuedJobs(printerId: string): readonly PrintJob[];
  job(id: string): PrintJob | undefined;
  jobsInState(states: readonly PrintJobState[]): readonly PrintJob[];
  jobSheet(id: string): Sheet | undefined;
  /** Undefined where that is not known, and of what is no label. */
  sheetMade(id: string): SheetMade | undefined;
  /** Compare-and-set: true where the job was in `from` and is in `to` now. `detail` is kept readable: printers' words and ours, no person's. */
  moveJob(id: string, from: readonly PrintJobState[], to: PrintJobState, detail: Said): boolean;
  /** True where the job was in `queued` for another printer and waits for this one now. */
  redirectJob(id: string, printerId: string): boolean;
  /** For a job in `sending`, before its bytes leave. Gone when the job is taken for sending again. */
  writePrinterMark(id: string, mark: PrinterMark): void;
  printerMark(id: string): PrinterMark | undefined;
  /** For a job in `sending`: the printer took all its bytes. Gone when the job is taken for sending again. */
  writeTaken(id: string): void;

  openPickup(
    pickup: OpenedPickup,
    request: Uint8Array,
    again: string,
    /** Where other benches know of it. */
    attempt?: Attempt,
  ): Pickup;
  takePickupForSending(id: string): boolean;
  /** `intent | sending → released`: the request's headers never left, the parcels are free again. */
  returnPickupUnsent(id: string, why: Said): void;
  writePickupAnswer(id: string, answer: RawAnswer): void;
  writePickupUnknown(id: string, why: Said): void;
  writePickupRejected(id: string, said: readonly string[]): void;
  writePickupBooked(
    id: string,
    booked: { readonly collectionNo: string; readonly manifest: EncodedDocument | null; readonly warnings: readonly string[] },
  ): void;
  releasePickup(id: string, reason: string): void;
  writeManifestTold(id: string, told: Remark): void;
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

  addUpload(upload: Pick<Upload, 'bookingId' | 'orderNo' | 'documentType' | 'name' | 'mediaType' | 'account'>, bytes: Uint8Array): Upload;
  upload(id: string): Upload | undefined;
  uploadBytes(id: string): Uint8Array | undefined;
  uploadsOf(bookingId: string): readonly Upload[];
  /** By the service's own number, whoever booked it. */
  uploadsOfOrder(orderNo: string): readonly Upload[];
  openUploads(): readonly Upload[];
  /** Compare-and-set. */
  moveUpload(id: string, from: readonly Upload['state'][], to: Upload['state'], said: Said, answer: RawAnswer | null): boolean;

  /** In `quoting`, its lines in the order they are picked. Answers its id. The lines of the one before are forgotten. */
  openBatch(lines: readonly BatchLine[]): string;
  /** The newest, unless it is closed; without the lines that cannot be read. */
  batch(): KeptBatch | undefined;
  moveBatch(id: string, state: BatchState): void;
  writeBatchLine(id: string, position: number, line: BatchLine): void;

  /** What shops are still to be told in this way, oldest first; written with the facts themselves. */
  toTell(way: TellingWay): readonly KeptTelling[];
  /** What a person has to look at. */
  untold(): readonly KeptTelling[];
  /** `waiting → placing`: all of them are laid as this file. */
  placeTold(ids: readonly string[], place: string): void;
  /** They are told, or a person closed them; `how` stays in the history. */
  closeTold(ids: readonly string[], how: string): void;
  /** One more try failed; the next one comes then. */
  putOffTold(id: string, dueAt: Date, why: Reason): void;
  /** `waiting → failed`. */
  failTold(id: string, why: Reason): void;
  /** `failed → waiting`. */
  tellAgain(ids: readonly string[]): void;

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
  record(bookingId: string | null, what: string, detail: Remark): void;
  /** Reads the whole history: seconds for a million lines. Undefined where every line is as it was written, or was erased. */
  firstHistoryBreak(): HistoryBreak | undefined;
  fact(name: string): string | undefined;
  setFact(name: string, value: string): void;

  /**
   * This bench shares its orders no more: nothing is told, and nothing of others waits for its driver. What stands keeps its attempt, under
   * which another ledger, or the same one, is told of it.
   */
  leaveFeed(): void;
  /**
   * From here on what becomes of attempts is written down with it, for the ledger of many benches, and first what stands already. Goes on
   * with the feed that there is, unless `isAnew`. `placeAt`: by what others know the place a driver came to. Safe to repeat.
   */
  joinFeed(isAnew: boolean, placeAt: (sender: Address, account: string) => string): Feed;
  /** It was greeted by this ledger. */
  meetLedger(ledger: string): void;
  /** Undefined where this bench never shared its orders. */
  feed(): Feed | undefined;
  /** The latest try to send this shipment or pickup, where other benches know of it. */
  attemptOf(bookingOrPickupId: string): Attempt | undefined;
  /** In their order, without gaps. */
  factsBehind(seq: number, limit: number): readonly Fact[];
  /** The ledger has them up to here: they are kept 90 days more. */
  acknowledgeFacts(head: Head): void;
  /** Writes a fact `noted` for shipments that changed since one was written, or of which none was yet; of at most so many. */
  noteNews(limit: number): void;
  /** The label of another bench's shipment was printed here. */
  tellReprinted(attempt: Attempt): void;
  /** Booked shipments whose label the other benches have not, or not as it is now. */
  labelsToTell(limit: number): readonly { readonly attemptId: string; readonly bookingId: string }[];
  labelTold(attemptId: string): void;

  /** Up to where what the other benches tell was read. */
  mirrorCursors(): Cursors;
  /** In the order of each feed. Safe to repeat. Apart from what this bench sent, and never what a grant is made of. */
  takeNews(news: readonly News[]): void;
  /** The latest shipment of an order that another bench sent, or may have. */
  elsewhereAt(slot: string): ParcelElsewhere | undefined;
  /** By order number, consignment number or tracking number. */
  findElsewhere(number: string): ParcelElsewhere | undefined;
  /** By the id that its own bench gave the booking. */
  parcelElsewhere(bookingId: string): ParcelElsewhere | undefined;
  /** What its bench told of a shipment, whatever became of it. */
  toldOf(attemptId: string): Booking | undefined;
  /** A doubt that another bench left, as an unknown shipment of this one. Safe to repeat. `told`: what is known of it beside its order. */
  openTaken(doubt: {
    readonly attempt: Attempt;
    readonly from: number;
    readonly order: Order | undefined;
    readonly told: Booking | undefined;
  }): void;
  /** Another bench settles it now, and tells what becomes of it. False where it is not unknown any more. */
  giveAway(bookingId: string, bench: number): boolean;
  /** What its bench told of a pickup, whatever became of it. */
  toldPickup(attemptId: string): Pickup | undefined;
  /** A pickup that another bench left in doubt, as an unknown one of this bench. Safe to repeat. `courierName`: where nobody told it. */
  openTakenPickup(doubt: {
    readonly attempt: Attempt;
    readonly from: number;
    readonly told: Pickup | undefined;
    readonly courierName: string;
  }): void;
  /** Another bench settles it now; its parcels wait for a driver here only as far as that bench says. False where it is not unknown any more. */
  giveAwayPickup(pickupId: string, attempt: Attempt, taken: Pick<TakenAway, 'bench' | 'state'>): boolean;
  /** Booked at other benches, told so that it can be read here, label not closed, and in no pickup that stands, of any bench. */
  toCollectElsewhere(): readonly ParcelElsewhere[];
  /** Drivers that other benches ordered, the latest first. */
  pickupsElsewhere(limit: number): readonly Pickup[];
  /** By the time they were booked, the latest first. */
  lastBookedElsewhere(limit: number): readonly Booking[];
  /** The latest first. */
  bookedElsewhere(page: Page): { readonly total: number; readonly rows: readonly Booking[] };

  /** Undefined before any was heard of. */
  orderCursor(): OrderCursor | undefined;
  /** Another era, or the first: what was told of orders is told once more, and heard from the beginning. */
  beginOrders(era: string): void;
  /** What changed here and was not told since, the oldest first. `said` is undefined where nobody is to be told. */
  ordersToTell(limit: number): readonly (Omit<OrderToTell, 'said'> & { readonly said: OrderToTell['said'] | undefined })[];
  /** They stand at these places; what changed here since is told again. */
  orderTold(told: readonly { readonly slot: string; readonly seq: number; readonly changes: number }[]): void;
  /** What this bench says stands against what it heard at that place, or this does; it is told. False where it is bought: it stays as it is. */
  keepMerged(slot: string, seq: number, said?: SaidOrder): boolean;
  /**
   * In the order they stand in the ledger. Safe to repeat. What is bought stays as it was bought. `over`: taken though it changed here, unless
   * it changed once more since. What waits to be told stands, unless it is heard as well, or was only heard here and gives way.
   */
  takeHeard(
    heard: readonly (HeardOrder & { readonly over?: number })[],
    at: {
      readonly cursor?: OrderCursor;
      /** What a person is told of an order that is said to be other than it was bought. */
      readonly late: (said: Order, known: Order) => RowProblem | undefined;
      readonly givesWay: (known: StateOfOrder, heard: StateOfOrder) => boolean;
    },
  ): void;
  /** Which other bench brought in the order of a slot. */
  ordersHeardFrom(slots: readonly string[]): ReadonlyMap<string, number>;

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
