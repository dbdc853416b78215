import { setImmediate as turn } from 'node:timers/promises';
import type { Attempt } from '../../shared/attempt.ts';
import type { BenchState } from '../../shared/bench.ts';
import type { PausedCode } from '../../shared/call-codes.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { Answer } from '../../shared/ipc.ts';
import type { Printer, PrinterRole } from '../../shared/printer.ts';
import { type Done, type Result } from '../../shared/result.ts';
import { readScan, type ScanDoubt } from '../../shared/scan.ts';
import { type Batch, createBatch } from './batch/batch.ts';
import type { BenchContext } from './context.ts';
import { createDocumentsWorkflow, type DocumentsWorkflow } from './documents/documents.ts';
import { createPapersWorkflow, type PapersWorkflow } from './documents/papers.ts';
import type { Breaker } from './exchange/breaker.ts';
import { isOfKeyInUse } from './exchange/other-key.ts';
import { eachAlone, recoverAnswers, recoverUnanswered } from './exchange/recover.ts';
import { createRestoredJournal, doubtAfterAbsence, doubtAfterRestore, type RestoredJournal } from './exchange/restored.ts';
import { takeDoubts } from './exchange/take-doubts.ts';
import { writeDown } from './exchange/write-down.ts';
import { printForeignLabel } from './labels/label-not-booked-here.ts';
import { owedPapers } from './labels/owed-papers.ts';
import { printPapers, printSlip, queuePapers } from './labels/print-papers.ts';
import { syncErasures } from './orders/erasures-everywhere.ts';
import { createImport, type Import, recoverImport } from './orders/import.ts';
import { createLookUp, type LookUpAtScan } from './orders/look-up.ts';
import { createMapColumns, type MapColumns } from './orders/map-columns.ts';
import { createOrders, type Orders } from './orders/orders.ts';
import { createOrdersEverywhere, type OrdersEverywhere } from './orders/orders-everywhere.ts';
import { createOutbox, type Outbox } from './orders/outbox.ts';
import { createPlanOrders, type PlanOrders } from './orders/plan-orders.ts';
import { createProducts, type Products } from './orders/products.ts';
import { createShopSync, type ShopSync } from './orders/shop-sync.ts';
import { createPickupWorkflow, type PickupWorkflow } from './pickup/pickup.ts';
import { takeUpPrints } from './print/interrupted-prints.ts';
import { printerInHand, switchPrinters } from './print/move-waiting.ts';
import { createPrintQueues, type PrintQueues } from './print/print-queues.ts';
import { nextReprint, reprint } from './print/reprint.ts';
import type { AskedReprint } from './print/reprint-reason.ts';
import { printScannerSheet, printTest } from './print/test-print.ts';
import { reactToEvents } from './reactions.ts';
import { createLeftInDoubt, type LeftInDoubt } from './resolve/left-in-doubt.ts';
import { createResolveWorkflow, type ResolveWorkflow } from './resolve/resolve.ts';
import { takeUp } from './resolve/take-up.ts';
import { checkContract } from './setup/contract-report.ts';
import { takeFirstStep } from './setup/first-steps.ts';
import { type Conversation, createConversation } from './ship/conversation.ts';
import { createOffers, type Offers } from './ship/offers.ts';
import { createPurchase, type Purchase } from './ship/purchase.ts';
import { createQuotes } from './ship/quotes.ts';
import { bookingsToPrint, judgeAndPrint, settleAnswer } from './ship/settle.ts';
import { parkWaiting } from './ship/waiting-scans.ts';
import { createMissingNumbers } from './tracking/missing-numbers.ts';
import { createReadTogether } from './tracking/read-together.ts';
import { createTrackingWorkflow, type TrackingWorkflow } from './tracking/tracking.ts';
import { createWebhookInbox, type WebhookInbox } from './tracking/webhook-inbox.ts';
import { createWorkUnderWay, type WorkUnderWay } from './work-under-way.ts';

export interface Bench {
  readonly context: BenchContext;
  /** Prices and purchases, shared by the conversation and the batch. */
  readonly offers: Offers;
  readonly purchase: Purchase;
  readonly ship: Conversation;
  readonly batch: Batch;
  readonly orders: Orders;
  readonly planOrders: PlanOrders;
  readonly breaker: Breaker;
  readonly restoredJournal: RestoredJournal;
  readonly leftInDoubt: LeftInDoubt;
  readonly import: Import;
  readonly products: Products;
  readonly mapColumns: MapColumns;
  /** Messages to shops about shipments. */
  readonly outbox: Outbox;
  /** Orders of connected shops. */
  readonly shopSync: Pick<ShopSync, 'hurry' | 'state' | 'silent'>;
  /** Reads what changed in connected shops, if that is due. */
  lookAtShops(): void;
  /** Asks a look-up for a number and takes its answer as a file that a person gave. */
  tryLookUp: LookUpAtScan['tryIt'];
  lookUpState: LookUpAtScan['stateOf'];
  silentLookUp: LookUpAtScan['silent'];
  /** Settles here what another bench left in doubt. */
  takeDoubts(from: number, doubts: readonly Attempt[]): void;
  readonly pickup: PickupWorkflow;
  readonly tracking: TrackingWorkflow;
  readonly documents: DocumentsWorkflow;
  readonly papers: PapersWorkflow;
  readonly resolve: ResolveWorkflow;
  readonly webhookInbox: WebhookInbox;
  /** Handles any scan. The first scan of a command completes a first step of Setup. */
  scan(code: string, doubt?: ScanDoubt): ReturnType<Conversation['scan']>;
  takeUp(bookingId: string): ReturnType<Conversation['scan']>;
  reprint(bookingId: string, asked?: AskedReprint): Promise<Answer<'reprint'>>;
  /** The number that a print of a label would have, 0 for its first label; undefined if there is no such shipment. */
  nextReprint(bookingId: string): number | undefined;
  printPapers(bookingId: string): Promise<Answer<'printPapers'>>;
  printSlip(bookingId: string): Promise<Answer<'printSlip'>>;
  printForeignLabel(which: Parameters<typeof printForeignLabel>[1]): ReturnType<typeof printForeignLabel>;
  /** Returns the printer of the parcel in hand, or the one for new sheets. */
  printerInUse(role: PrinterRole): Printer | undefined;
  /** Switches the labels of the printer in hand to the backup printer or back, including those that wait. */
  standBy(isOn: boolean): Answer<'standBy'>;
  printTest(role: PrinterRole, printerId?: string): ReturnType<typeof printTest>;
  printScannerSheet(role: PrinterRole): ReturnType<typeof printScannerSheet>;
  checkContract(book: boolean): ReturnType<typeof checkContract>;
  /** Resumes queued prints on the printers that Setup names now. */
  printersChanged(): void;
  /** Reads tracking numbers that are missing. */
  lookForNumbers(): void;
  /** Repeats the writes that failed earlier, and goes on from there. */
  writePending(): Promise<void>;
  /** Runs one call of a person. The journal stays open until the call has ended; the call is refused once closing has begun. */
  whileOpen<T, C extends FailureCode>(call: () => Promise<Result<T, C>> | Result<T, C>): Promise<Result<T, C | 'not-now'>>;
  /** Waits for the outcome of all calls and prints under way, then closes the journal. Begins no new work. */
  close(): Promise<void>;
}

/** Interval for reading the changes of other benches, in ms; a scan does not wait for it. */
const syncEveryMs = 1_000;

/** Interval for renewing the leases of orders, in ms; a lease lasts several times as long. */
const renewEveryMs = 5_000;

/** Joins the workflows of one environment. Resolves when everything that a crash interrupted has been taken up. */
export async function openBench(context: BenchContext, sleep: (ms: number) => Promise<void>): Promise<Bench> {
  context.standby.forgetGone();
  doubtAfterRestore(context);
  doubtAfterAbsence(context);
  recoverUnanswered(context);
  const interrupted = takeUpPrints(context);
  await context.ledger.look();
  const restoredJournal = createRestoredJournal(context);
  const mayBook = (): Done<PausedCode> => mayBookNow(context);
  const work = createWorkUnderWay(context, sleep);
  const { later } = work;

  /** Undefined until everything that a crash interrupted has been taken up. */
  let batch: Batch | undefined;
  const isInBatch = (bookingId: string): boolean => batch?.holds(bookingId) ?? false;
  const tracking = createTrackingWorkflow(context);
  const missingNumbers = createMissingNumbers(context, tracking.readMissing);
  const documents = createDocumentsWorkflow(context);
  const papers = createPapersWorkflow(context);
  const pickup = createPickupWorkflow(context, { mayBook, restored: restoredJournal.open });
  const webhookInbox = createWebhookInbox(context, sleep);
  const files = createImport(context);
  const outbox = createOutbox(context);
  const ordersEverywhere = createOrdersEverywhere(context);
  const shopSync = createShopSync(context, { ...work, takeUnasked: files.takeUnasked, outbox });
  const shop = createLookUp(context, files.takeAnswer);
  const { quotes, offers, purchase, ship } = createShipping(context, {
    shop,
    ordersEverywhere,
    restoredJournal,
    mayBook,
    later,
    handMoved: () => batch?.handMoved(),
    standBy: async () => prints.standBy(!context.standby.isInUse()),
  });
  const queues = createPrintQueues(context, interrupted, {
    isHeldBack: (job) => batch?.isHeldBack(job) ?? false,
    sleep,
    later,
    looking: work,
  });
  const prints = createPrintCalls(context, sleep, ship, { printWaiting: queues.printWaiting, later });

  await recover(context, pickup);
  const waiting = parkWaiting(context);
  batch = createBatch(context, {
    quotes,
    offers,
    purchase,
    hand: ship.state,
    isHandDeciding: ship.isDeciding,
    followedByHand: ship.followPurchase,
    mayBook,
    later,
    isClosing: work.isClosing,
    whenClosing: work.whenClosing,
    sleep: work.sleep,
  });
  react(context, { ship, batch, purchase, queues, webhookInbox, tracking, work });
  queues.printWaiting();
  // Deferred, so that the bench opens even if the service is down.
  later(() => catchUp(context, documents));
  webhookInbox.wake();
  later(() => syncWithSite(context, ordersEverywhere, work));
  later(() => renewOrderLeases(context, ship, work));

  return {
    context,
    offers,
    purchase,
    ship,
    batch,
    orders: createOrders(context),
    planOrders: createPlanOrders(context),
    breaker: context.breaker,
    restoredJournal,
    leftInDoubt: createLeftInDoubt(context, waiting),
    import: files,
    products: createProducts(context),
    mapColumns: createMapColumns(context, files),
    takeDoubts: (from, doubts) => takeDoubts(context, from, doubts),
    tryLookUp: shop.tryIt,
    lookUpState: shop.stateOf,
    silentLookUp: shop.silent,
    pickup,
    tracking,
    documents,
    papers,
    resolve: createResolveWorkflow(context, {
      isBeingBooked: (bookingId) => ship.isBeingBooked(bookingId) || isInBatch(bookingId),
      onTheirWay: () => ship.onTheirWay().filter((bookingId) => !isInBatch(bookingId)),
      strays: webhookInbox.strays,
      failedReports: outbox.failedReports,
      papers,
      restored: restoredJournal.open,
    }),
    webhookInbox,
    outbox,
    shopSync,
    lookAtShops: () => later(shopSync.look),
    lookForNumbers: () => later(missingNumbers.look),
    scan(code, doubt) {
      if (readScan(code).kind === 'command') takeFirstStep(context, 'commandSheet');
      return ship.scan(code, doubt);
    },
    takeUp: (bookingId) => takeUp(context, { step: () => ship.state().workflow.step, scan: ship.scan }, bookingId),
    ...prints,
    checkContract: (book) => checkContract(context, ship.beside, book),
    whileOpen: work.whileOpen,
    close: () => closeBench(context, work, { files, webhookInbox, outbox, queues }),
  };
}

/** Fails if the journal, the ledger or the circuit breaker allows no new booking now. */
function mayBookNow(context: BenchContext): Done<PausedCode> {
  const trouble = context.journalTrouble();
  if (trouble) return context.fail(trouble);
  const may = context.ledger.mayAsk();
  return may.ok ? context.breaker.mayBook() : may;
}

/** Creates what a parcel passes through: its price, its purchase and the screen. */
function createShipping(
  context: BenchContext,
  deps: Pick<Parameters<typeof createConversation>[1], 'shop' | 'ordersEverywhere' | 'mayBook' | 'later' | 'handMoved' | 'standBy'> & {
    readonly restoredJournal: RestoredJournal;
  },
) {
  const quotes = createQuotes(context);
  const offers = createOffers(context, quotes);
  const purchase = createPurchase(context, {
    quotes,
    printerMoved: (status) => ship.printerMoved(status),
    mayBook: (key) => {
      const unshipped = deps.restoredJournal.mayBook(key);
      return unshipped.ok ? deps.mayBook() : unshipped;
    },
  });
  const tidy = createTidying(context, () => ship.state(), deps.later);
  const ship = createConversation(context, {
    ...deps,
    quotes,
    offers,
    purchase,
    handMoved() {
      deps.handMoved();
      tidy();
    },
    reprint: reprintWithPapers(context, deps.later),
    resumeBooking: context.breaker.resume,
  });
  return { quotes, offers, purchase, ship };
}

/** Checkpoints the journal between two parcels; otherwise a commit would do it in the middle of one. */
function createTidying(context: BenchContext, hand: () => BenchState, later: WorkUnderWay['later']): () => void {
  let tidied = 0;
  return () => {
    const { workflow, workflowNo } = hand();
    if (workflow.step !== 'done' || tidied === workflowNo) return;
    tidied = workflowNo;
    later(async () => {
      await turn();
      await turn();
      if (hand().workflow.step === 'done') writeDown(context, context.journal.checkpoint);
    });
  };
}

/** A label that prints for the first time owes its papers, as after a purchase. */
function reprintWithPapers(context: BenchContext, later: WorkUnderWay['later']): Bench['reprint'] {
  return async (bookingId, asked) => {
    const printed = await reprint(context, bookingId, asked);
    if (printed.ok) later(() => queuePapers(context, bookingId));
    return printed;
  };
}

type PrintCalls = Pick<
  Bench,
  | 'reprint'
  | 'nextReprint'
  | 'printPapers'
  | 'printSlip'
  | 'printForeignLabel'
  | 'printerInUse'
  | 'standBy'
  | 'printTest'
  | 'printScannerSheet'
  | 'printersChanged'
  | 'writePending'
>;

function createPrintCalls(
  context: BenchContext,
  sleep: (ms: number) => Promise<void>,
  ship: Pick<Conversation, 'state'>,
  { printWaiting, later }: Pick<PrintQueues, 'printWaiting'> & Pick<WorkUnderWay, 'later'>,
): PrintCalls {
  return {
    reprint: reprintWithPapers(context, later),
    nextReprint: (bookingId) => nextReprint(context, bookingId),
    printPapers: (bookingId) => printPapers(context, bookingId),
    printSlip: (bookingId) => printSlip(context, bookingId),
    printForeignLabel: (which) => printForeignLabel(context, which),
    printerInUse: (role) => (role === 'label' ? printerInHand(context, ship.state().workflow) : context.printer(role)),
    standBy(isOn) {
      const used = switchPrinters(context, { isOn, workflow: ship.state().workflow });
      printWaiting();
      return used;
    },
    printTest: (role, printerId) => printTest(context, sleep, role, printerId),
    printScannerSheet: (role) => printScannerSheet(context, sleep, role),
    printersChanged() {
      context.standby.forgetGone();
      printWaiting();
    },
    async writePending() {
      if (context.pendingWrites.ids().length === 0) return;
      await context.pendingWrites.again();
      printWaiting();
      context.changed();
    },
  };
}

interface Reacting extends Pick<Bench, 'ship' | 'batch' | 'purchase' | 'webhookInbox' | 'tracking'> {
  readonly queues: PrintQueues;
  readonly work: WorkUnderWay;
}

/** Connects the workflows to the events of the journal. */
function react(context: BenchContext, { ship, batch, purchase, queues, webhookInbox, tracking, work }: Reacting): void {
  /** Runs after the labels were handed to the printers: packers wait for labels and not for tracking. */
  const readTrackingOf = async (bookingIds: readonly string[]): Promise<void> => {
    webhookInbox.wake();
    await queues.handedOver();
    await eachAlone(context, bookingIds, (id) => queuePapers(context, id));
    await tracking.readAfterBooking(bookingIds);
  };
  reactToEvents(context, {
    ship,
    batch,
    isBeingBought: (bookingId) => purchase.underWay().has(bookingId),
    printWaiting: queues.printWaiting,
    readTracking: (bookingId) => work.later(() => readTrackingOf([bookingId])),
    readTrackingTogether: createReadTogether(readTrackingOf, { later: work.later, sleep: work.sleep }),
  });
}

/** Takes up the answers, labels, manifests and order files that a crash interrupted. */
async function recover(context: BenchContext, pickup: PickupWorkflow): Promise<void> {
  const { journal, kinds } = context;
  await recoverAnswers(context, kinds.shipments, (id) => settleAnswer(context, id));
  await recoverAnswers(context, kinds.pickups, pickup.settle);
  await eachAlone(context, toPrint(context, true), (id) => judgeAndPrint(context, id));
  const withoutJob = journal.pickupsWithoutManifestJob().map(({ id }) => id);
  await eachAlone(context, withoutJob, pickup.queueManifest);
  recoverImport(context);
}

/**
 * Bookings to print whose labels are in the journal, or those whose labels are missing. A missing label is requested automatically only with
 * the key that booked it.
 */
const toPrint = (context: BenchContext, isHere: boolean): string[] =>
  bookingsToPrint(context)
    .filter((booking) => isHere || isOfKeyInUse(booking))
    .map(({ id }) => id)
    .filter((id) => (context.journal.label(id) !== undefined) === isHere);

/** Requests the labels, papers and documents that the last run did not get or send. */
async function catchUp(context: BenchContext, documents: DocumentsWorkflow): Promise<void> {
  await eachAlone(context, toPrint(context, false), (id) => judgeAndPrint(context, id));
  const owed = owedPapers(context.journal).map(({ bookingId }) => bookingId);
  await eachAlone(context, owed, (id) => queuePapers(context, id));
  await documents.sendWaiting();
}

/** Reads the changes of the other benches of the site until the bench closes. */
async function syncWithSite(context: BenchContext, ordersEverywhere: OrdersEverywhere, { isClosing, sleep }: WorkUnderWay): Promise<void> {
  const { ledger } = context;
  while (ledger.isShared && !isClosing()) {
    if (ledger.mayAsk().ok) await ledger.look();
    await ledger.sync();
    await syncErasures(context);
    await ordersEverywhere.look();
    await sleep(syncEveryMs);
  }
}

/** Apart from the sync, which may take minutes. */
async function renewOrderLeases(
  { ledger }: Pick<BenchContext, 'ledger'>,
  ship: Pick<Conversation, 'renewOrderLeases'>,
  { isClosing, sleep }: WorkUnderWay,
): Promise<void> {
  while (ledger.isShared && !isClosing()) {
    ship.renewOrderLeases();
    await sleep(renewEveryMs);
  }
}

interface Closing extends Pick<Bench, 'webhookInbox' | 'outbox'> {
  readonly files: Import;
  readonly queues: PrintQueues;
}

async function closeBench(context: BenchContext, work: WorkUnderWay, { files, webhookInbox, outbox, queues }: Closing): Promise<void> {
  work.beginClosing();
  files.stop();
  await work.ended();
  await context.events.delivered();
  await context.ledger.stop();
  await Promise.all([webhookInbox.stop(), outbox.stop(), queues.stop()]);
  await context.pendingWrites.again();
  await context.events.delivered();
  context.journal.close();
}
