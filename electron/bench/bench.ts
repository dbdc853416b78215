import { setImmediate as turn } from 'node:timers/promises';
import type { Attempt } from '../../shared/attempt.ts';
import type { PausedCode } from '../../shared/call-codes.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { Answer } from '../../shared/ipc.ts';
import type { Printer, PrinterRole, PrintJob } from '../../shared/printer.ts';
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
import { writeDown } from './exchange/write-down.ts';
import { printForeignLabel } from './labels/label-not-booked-here.ts';
import { owedPapers } from './labels/owed-papers.ts';
import { printPapers, queuePapers } from './labels/print-papers.ts';
import { createImport, type Import, recoverImport } from './orders/import.ts';
import { createLookUp, type LookUpAtScan } from './orders/look-up.ts';
import { createMapColumns, type MapColumns } from './orders/map-columns.ts';
import { createOrders, type Orders } from './orders/orders.ts';
import { createOrdersEverywhere } from './orders/orders-everywhere.ts';
import { createOutbox, type Outbox } from './orders/outbox.ts';
import { createPlanOrders, type PlanOrders } from './orders/plan-orders.ts';
import { createPickupWorkflow, type PickupWorkflow } from './pickup/pickup.ts';
import { byPrinter, settleInterruptedPrints, takeUpPrints } from './print/interrupted-prints.ts';
import { printerInHand, switchPrinters } from './print/move-waiting.ts';
import { createPrintQueue, type PrintQueue } from './print/print.ts';
import { type AtUsual, reprint } from './print/reprint.ts';
import { printScannerSheet, printTest } from './print/test-print.ts';
import { reactToEvents } from './reactions.ts';
import { createLeftInDoubt, type LeftInDoubt } from './resolve/left-in-doubt.ts';
import { createResolveWorkflow, type ResolveWorkflow } from './resolve/resolve.ts';
import { takeDoubts } from './resolve/take-doubts.ts';
import { takeUp } from './resolve/take-up.ts';
import { checkContract } from './setup/contract-report.ts';
import { takeFirstStep } from './setup/first-steps.ts';
import { type Conversation, createConversation } from './ship/conversation.ts';
import { createOffers, type Offers } from './ship/offers.ts';
import { createPurchase, type Purchase } from './ship/purchase.ts';
import { createQuotes } from './ship/quotes.ts';
import { bookingsToPrint, judgeAndPrint, settleAnswer } from './ship/settle.ts';
import { parkWaiting } from './ship/waiting-scans.ts';
import { createReadTogether } from './tracking/read-together.ts';
import { createTrackingWorkflow, type TrackingWorkflow } from './tracking/tracking.ts';
import { createWebhookInbox, type WebhookInbox } from './tracking/webhook-inbox.ts';

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
  readonly mapColumns: MapColumns;
  /** Messages to shops about shipments. */
  readonly outbox: Outbox;
  /** Asks a look-up for a number and takes its answer as a file that a person gave. */
  tryLookUp: LookUpAtScan['tryIt'];
  lookUpHeard: LookUpAtScan['heardOf'];
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
  reprint(bookingId: string, atUsual?: AtUsual): Promise<Answer<'reprint'>>;
  printPapers(bookingId: string): Promise<Answer<'printPapers'>>;
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
  /** Repeats the writes that failed earlier, and goes on from there. */
  writePending(): Promise<void>;
  /** Runs one call of a person. The journal stays open until the call has ended; the call is refused once closing has begun. */
  whileOpen<T, C extends FailureCode>(call: () => Promise<Result<T, C>> | Result<T, C>): Promise<Result<T, C | 'not-now'>>;
  /** Waits for the outcome of all calls and prints under way, then closes the journal. Begins no new work. */
  close(): Promise<void>;
}

/** Interval for reading the changes of other benches, in ms; a scan does not wait for it. */
const hearEveryMs = 1_000;

/** Joins the workflows of one environment. Resolves when everything that a crash interrupted has been taken up. */
export async function openBench(context: BenchContext, sleep: (ms: number) => Promise<void>): Promise<Bench> {
  context.standby.forgetGone();
  doubtAfterRestore(context);
  doubtAfterAbsence(context);
  recoverUnanswered(context);
  const interrupted = takeUpPrints(context);
  await context.ledger.look();
  const { breaker } = context;
  const restoredJournal = createRestoredJournal(context);
  const mayBook = (): Done<PausedCode> => {
    const trouble = context.journalTrouble();
    if (trouble) return context.fail(trouble);
    const may = context.ledger.mayAsk();
    return may.ok ? breaker.mayBook() : may;
  };
  const queues = new Map<string, PrintQueue>();
  const printWaiting = (): void => {
    for (const { id } of context.allPrinters()) openQueue(id);
    for (const queue of queues.values()) queue.kick();
  };
  const underWay = new Set<Promise<unknown>>();
  let isClosing = false;
  const whenClosing = Promise.withResolvers<void>();
  const remember = <T>(work: Promise<T>): Promise<T> => {
    const ended = Promise.allSettled([work]);
    underWay.add(ended);
    void ended.then(() => underWay.delete(ended));
    return work;
  };
  const later = (work: () => Promise<unknown>): void => {
    if (isClosing) return;
    void remember(
      work().catch((error: unknown) => {
        context.bug('background', error);
      }),
    );
  };

  /** Undefined until everything that a crash interrupted has been taken up. */
  let batch: Batch | undefined;
  const isInBatch = (bookingId: string): boolean => batch?.holds(bookingId) ?? false;
  const tracking = createTrackingWorkflow(context);
  const documents = createDocumentsWorkflow(context);
  const papers = createPapersWorkflow(context);
  const pickup = createPickupWorkflow(context, { mayBook, restored: restoredJournal.open });
  const webhookInbox = createWebhookInbox(context, sleep);
  const files = createImport(context);
  const outbox = createOutbox(context);
  const ordersEverywhere = createOrdersEverywhere(context);
  const quotes = createQuotes(context);
  const offers = createOffers(context, quotes);
  const purchase = createPurchase(context, {
    quotes,
    printerMoved: (status) => ship.printerMoved(status),
    mayBook: ({ key }) => {
      const unshipped = restoredJournal.mayBook(key);
      return unshipped.ok ? mayBook() : unshipped;
    },
  });
  /** Runs after the labels were handed to the printers: packers wait for labels and not for tracking. */
  const readTrackingOf = async (bookingIds: readonly string[]): Promise<void> => {
    webhookInbox.kick();
    await Promise.all([...queues.values()].map((queue) => queue.handedOver()));
    await eachAlone(context, bookingIds, (id) => queuePapers(context, id));
    await tracking.readAfterBooking(bookingIds);
  };
  const shop = createLookUp(context, files.takeAnswer);
  const ship = createConversation(context, {
    quotes,
    offers,
    purchase,
    shop,
    ordersEverywhere,
    handMoved() {
      batch?.handMoved();
      tidyOnce();
    },
    later,
    reprint: (bookingId) => reprint(context, bookingId),
    mayBook,
    restoredJournal,
    resumeBooking: breaker.resume,
    standBy: async () => standBy(!context.standby.isInUse()),
  });

  let tidied = 0;
  /** Checkpoints the journal between two parcels; otherwise a commit would do it in the middle of one. */
  function tidyOnce(): void {
    const { workflow, workflowNo } = ship.state();
    if (workflow.step !== 'done' || tidied === workflowNo) return;
    tidied = workflowNo;
    later(async () => {
      await turn();
      await turn();
      if (ship.state().workflow.step === 'done') writeDown(context, context.journal.checkpoint);
    });
  }

  function standBy(isOn: boolean): Answer<'standBy'> {
    const used = switchPrinters(context, { isOn, workflow: ship.state().workflow });
    printWaiting();
    return used;
  }

  const looking = { sleep: (ms: number) => Promise.race([sleep(ms), whenClosing.promise]), isClosing: () => isClosing };
  /** Pending outcomes of interrupted prints, by printer id and address. Nothing else prints there until its counter has settled them. */
  const judged = new Map<string, Promise<unknown>[]>();
  for (const jobs of byPrinter(context, interrupted)) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const [first] = jobs;
    for (const place of first ? [first.printerId, context.journal.printerMark(first.id)?.address ?? ''] : [])
      judged.set(place, [...(judged.get(place) ?? []), promise]);
    later(() => settleInterruptedPrints(context, jobs, looking).finally(resolve));
  }
  const whenJudged = ({ id, address }: Pick<Printer, 'id' | 'address'>): Promise<unknown> =>
    Promise.all([...(judged.get(id) ?? []), ...(judged.get(address) ?? [])]);
  const isHeldBack = (job: PrintJob): boolean => batch?.isHeldBack(job) ?? false;
  function openQueue(printerId: string): void {
    if (!queues.has(printerId)) queues.set(printerId, createPrintQueue(context, printerId, { isHeldBack, sleep, whenJudged }));
  }
  // Includes printers that Setup no longer names.
  for (const { printerId } of context.journal.jobsInState(['queued', 'print-unknown', 'held'])) openQueue(printerId);

  const { journal, kinds } = context;
  await recoverAnswers(context, kinds.shipments, (id) => settleAnswer(context, id));
  await recoverAnswers(context, kinds.pickups, pickup.settle);
  /** Requests a missing label automatically only with the key that booked it. */
  const toPrint = (isHere: boolean): string[] =>
    bookingsToPrint(context)
      .filter((booking) => isHere || isOfKeyInUse(booking))
      .map(({ id }) => id)
      .filter((id) => (journal.label(id) !== undefined) === isHere);
  await eachAlone(context, toPrint(true), (id) => judgeAndPrint(context, id));
  const withoutJob = journal.pickupsWithoutManifestJob().map(({ id }) => id);
  await eachAlone(context, withoutJob, pickup.queueManifest);
  recoverImport(context);
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
    isClosing: looking.isClosing,
    whenClosing: whenClosing.promise,
    sleep: looking.sleep,
  });
  reactToEvents(context, {
    ship,
    batch,
    isBeingBought: (bookingId) => purchase.underWay().has(bookingId),
    printWaiting,
    readTracking: (bookingId) => later(() => readTrackingOf([bookingId])),
    readTrackingTogether: createReadTogether(readTrackingOf, { later, sleep: looking.sleep }),
  });
  printWaiting();
  later(async () => {
    // Deferred, so that the bench opens even if the service is down.
    await eachAlone(context, toPrint(false), (id) => judgeAndPrint(context, id));
    const owed = owedPapers(journal).map(({ bookingId }) => bookingId);
    await eachAlone(context, owed, (id) => queuePapers(context, id));
    await documents.sendWaiting();
  });
  webhookInbox.kick();
  later(async () => {
    const { ledger } = context;
    while (ledger.isShared && !isClosing) {
      if (ledger.mayAsk().ok) await ledger.look();
      await ledger.hear();
      await ordersEverywhere.look();
      await looking.sleep(hearEveryMs);
    }
  });

  return {
    context,
    offers,
    purchase,
    ship,
    batch,
    orders: createOrders(context),
    planOrders: createPlanOrders(context),
    breaker,
    restoredJournal,
    leftInDoubt: createLeftInDoubt(context, waiting),
    import: files,
    mapColumns: createMapColumns(context, files),
    takeDoubts: (from, doubts) => takeDoubts(context, from, doubts),
    tryLookUp: shop.tryIt,
    lookUpHeard: shop.heardOf,
    silentLookUp: shop.silent,
    pickup,
    tracking,
    documents,
    papers,
    resolve: createResolveWorkflow(context, {
      isBeingBooked: (bookingId) => ship.isBeingBooked(bookingId) || isInBatch(bookingId),
      onTheirWay: () => ship.onTheirWay().filter((bookingId) => !isInBatch(bookingId)),
      strays: webhookInbox.strays,
      untold: outbox.untold,
      papers,
      restored: restoredJournal.open,
    }),
    webhookInbox,
    outbox,
    scan(code, doubt) {
      if (readScan(code).kind === 'command') takeFirstStep(context, 'commandSheet');
      return ship.scan(code, doubt);
    },
    takeUp: (bookingId) => takeUp(context, { step: () => ship.state().workflow.step, scan: ship.scan }, bookingId),
    reprint: (bookingId, atUsual) => reprint(context, bookingId, atUsual),
    printPapers: (bookingId) => printPapers(context, bookingId),
    printForeignLabel: (which) => printForeignLabel(context, which),
    printerInUse: (role) => (role === 'label' ? printerInHand(context, ship.state().workflow) : context.printer(role)),
    standBy,
    printTest: (role, printerId) => printTest(context, sleep, role, printerId),
    printScannerSheet: (role) => printScannerSheet(context, sleep, role),
    checkContract: (book) => checkContract(context, ship.beside, book),
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
    whileOpen: async (call) => (isClosing ? context.fail('not-now') : remember((async () => call())())),
    async close() {
      isClosing = true;
      whenClosing.resolve();
      files.stop();
      await Promise.all(underWay);
      await context.events.delivered();
      await context.ledger.stop();
      await Promise.all([webhookInbox.stop(), outbox.stop(), ...[...queues.values()].map((queue) => queue.stop())]);
      await context.pendingWrites.again();
      await context.events.delivered();
      context.journal.close();
    },
  };
}
