import type { PausedCode } from '../../shared/call-codes.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { Answer } from '../../shared/ipc.ts';
import type { PrinterRole, PrintJob } from '../../shared/printer.ts';
import type { Done, Result } from '../../shared/result.ts';
import { readScan } from '../../shared/scan.ts';
import type { BenchContext } from './context.ts';
import { createDocumentsWalk, type DocumentsWalk } from './documents/documents.ts';
import { createPapersWalk, type PapersWalk } from './documents/papers.ts';
import type { Breaker } from './exchange/breaker.ts';
import { isOfKeyInUse } from './exchange/other-key.ts';
import { eachAlone, recoverAnswers, recoverUnanswered } from './exchange/recover.ts';
import { createDoubt, type Doubt, doubtAfterRestore } from './exchange/restored.ts';
import { printForeignLabel } from './labels/foreign-label.ts';
import { createImport, type Import, recoverImport } from './orders/import.ts';
import { createOrders, type Orders } from './orders/orders.ts';
import { createPickupWalk, type PickupWalk } from './pickup/pickup.ts';
import { settleInterruptedPrints, takeUpPrints } from './print/interrupted-prints.ts';
import { createPrintQueue, type PrintQueue } from './print/print.ts';
import { reprint } from './print/reprint.ts';
import { printTest } from './print/test-print.ts';
import { createLeftInDoubt, type LeftInDoubt } from './resolve/left-in-doubt.ts';
import { createResolveWalk, type ResolveWalk } from './resolve/resolve.ts';
import { takeUp } from './resolve/take-up.ts';
import { checkContract } from './setup/contract-report.ts';
import { takeFirstStep } from './setup/first-steps.ts';
import { type Conversation, createConversation } from './ship/conversation.ts';
import { createOffers, type Offers } from './ship/offers.ts';
import { createPurchase, type Purchase } from './ship/purchase.ts';
import { createQuotes } from './ship/quotes.ts';
import { bookingsToPrint, judgeAndPrint, settleAnswer } from './ship/settle.ts';
import { layWaitingAside } from './ship/waiting-scans.ts';
import { createTrackingWalk, type TrackingWalk } from './tracking/tracking.ts';
import { createDeliveriesWalk, type DeliveriesWalk } from './tracking/webhook-inbox.ts';

export interface Bench {
  readonly room: BenchContext;
  /** What can be bought, and buying it, for whoever buys: the conversation does, and so may a batch. */
  readonly offers: Offers;
  readonly purchase: Purchase;
  readonly ship: Conversation;
  readonly orders: Orders;
  readonly breaker: Breaker;
  readonly doubt: Doubt;
  readonly leftInDoubt: LeftInDoubt;
  readonly import: Import;
  readonly pickup: PickupWalk;
  readonly tracking: TrackingWalk;
  readonly documents: DocumentsWalk;
  readonly papers: PapersWalk;
  readonly resolve: ResolveWalk;
  readonly deliveries: DeliveriesWalk;
  /** Whatever was scanned; that a command was, is a first step of Setup. */
  scan(code: string): ReturnType<Conversation['scan']>;
  takeUp(bookingId: string): ReturnType<Conversation['scan']>;
  reprint(bookingId: string): Promise<Answer<'reprint'>>;
  printForeignLabel(which: Parameters<typeof printForeignLabel>[1]): ReturnType<typeof printForeignLabel>;
  printTest(role: PrinterRole): ReturnType<typeof printTest>;
  checkContract(book: boolean): ReturnType<typeof checkContract>;
  /** Goes on with queued prints, for instance after a printer was named in Setup. */
  kickPrinting(): void;
  /** Writes down what could not be written when it became known, and goes on from there. */
  writeOwed(): Promise<void>;
  /** Runs one call of a person. The journal stays open until it has ended; once closing began the call is refused. */
  whileOpen<T, C extends FailureCode>(call: () => Promise<Result<T, C>> | Result<T, C>): Promise<Result<T, C | 'not-now'>>;
  /** Lets every call and every print under way have its outcome, then closes the journal. No new work is begun. */
  close(): Promise<void>;
}

/** The walks of one world, joined. Resolves when everything a crash interrupted was taken up. */
export async function openBench(room: BenchContext, sleep: (ms: number) => Promise<void>): Promise<Bench> {
  doubtAfterRestore(room);
  recoverUnanswered(room);
  const interrupted = takeUpPrints(room);
  const { breaker } = room;
  const doubt = createDoubt(room);
  const mayBook = (): Done<PausedCode> => {
    const trouble = room.journalTrouble();
    return trouble ? room.fail(trouble) : breaker.mayBook();
  };
  const queues = new Map<string, PrintQueue>();
  const kickPrinting = (): void => {
    for (const { id } of room.allPrinters()) openQueue(id);
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
        room.bug('background', error);
      }),
    );
  };

  const tracking = createTrackingWalk(room, (bookingId) => ship.bookingMoved(bookingId));
  const documents = createDocumentsWalk(room, (bookingId) => ship.bookingMoved(bookingId));
  const papers = createPapersWalk(room, { kickPrinting, bookingMoved: (bookingId) => ship.bookingMoved(bookingId) });
  const pickup = createPickupWalk(room, { kickPrinting, mayBook, restored: doubt.open });
  const deliveries = createDeliveriesWalk(room, { moved: (bookingId) => ship.bookingMoved(bookingId), sleep });
  const files = createImport(room);
  const reprintAndKick = async (bookingId: string): Promise<Answer<'reprint'>> => {
    const result = await reprint(room, bookingId);
    kickPrinting();
    ship.bookingMoved(bookingId);
    return result;
  };
  const quotes = createQuotes(room);
  const offers = createOffers(room, quotes);
  const purchase = createPurchase(room, {
    quotes,
    printerMoved: (status) => ship.printerMoved(status),
    mayBook: ({ key }) => {
      const unshipped = doubt.mayBook(key);
      return unshipped.ok ? mayBook() : unshipped;
    },
  });
  const ship = createConversation(room, {
    quotes,
    offers,
    purchase,
    kickPrinting,
    readTracking: (bookingId) => {
      later(() => tracking.readAfterBooking(bookingId));
      deliveries.kick();
    },
    later,
    reprint: reprintAndKick,
    mayBook,
    doubt,
    resumeBooking: breaker.resume,
  });

  const moved = (job: PrintJob): void => {
    if (job.bookingId) ship.bookingMoved(job.bookingId);
  };
  const looking = { sleep: (ms: number) => Promise.race([sleep(ms), whenClosing.promise]), isClosing: () => isClosing, moved };
  const after = Promise.withResolvers<void>();
  later(() => settleInterruptedPrints(room, interrupted, looking).finally(after.resolve));
  function openQueue(printerId: string): void {
    if (!queues.has(printerId)) queues.set(printerId, createPrintQueue(room, printerId, { moved, sleep, after: after.promise }));
  }
  // Also of a printer that Setup does not name any more.
  for (const { printerId } of room.journal.jobsInState(['queued', 'print-unknown', 'held'])) openQueue(printerId);

  const { journal, kinds } = room;
  await recoverAnswers(room, kinds.shipments, (id) => settleAnswer(room, id));
  await recoverAnswers(room, kinds.pickups, pickup.settle);
  /** A label that is missing is asked for by itself only with the key it was booked with. */
  const toPrint = (isHere: boolean): string[] =>
    bookingsToPrint(room)
      .filter((booking) => isHere || isOfKeyInUse(booking))
      .map(({ id }) => id)
      .filter((id) => (journal.label(id) !== undefined) === isHere);
  await eachAlone(room, toPrint(true), (id) => judgeAndPrint(room, id));
  const withoutJob = journal.pickupsWithoutManifestJob().map(({ id }) => id);
  await eachAlone(room, withoutJob, pickup.queueManifest);
  recoverImport(room);
  const waiting = layWaitingAside(room);
  kickPrinting();
  later(async () => {
    // Apart, so that a service that is down keeps no bench from opening.
    await eachAlone(room, toPrint(false), (id) => judgeAndPrint(room, id));
    kickPrinting();
    await documents.sendWaiting();
  });
  deliveries.kick();

  return {
    room,
    offers,
    purchase,
    ship,
    orders: createOrders(room),
    breaker,
    doubt,
    leftInDoubt: createLeftInDoubt(room, waiting),
    import: files,
    pickup,
    tracking,
    documents,
    papers,
    resolve: createResolveWalk(room, {
      kickPrinting,
      bookingMoved: ship.bookingMoved,
      isBeingBooked: ship.isBeingBooked,
      onTheirWay: ship.onTheirWay,
      strays: deliveries.strays,
      papers,
      restored: doubt.open,
    }),
    deliveries,
    scan(code) {
      if (readScan(code).kind === 'command') takeFirstStep(room, 'commandSheet');
      return ship.scan(code);
    },
    takeUp: (bookingId) => takeUp(room, { step: () => ship.state().walk.step, scan: ship.scan }, bookingId),
    reprint: reprintAndKick,
    async printForeignLabel(which) {
      const queued = await printForeignLabel(room, which);
      kickPrinting();
      return queued;
    },
    printTest: (role) => printTest(room, { kickPrinting, sleep }, role),
    checkContract: (book) => checkContract(room, ship.beside, book),
    kickPrinting,
    async writeOwed() {
      if (room.owed.ids().length === 0) return;
      await room.owed.again();
      room.changed();
    },
    whileOpen: async (call) => (isClosing ? room.fail('not-now') : remember((async () => call())())),
    async close() {
      isClosing = true;
      whenClosing.resolve();
      files.stop();
      await Promise.all(underWay);
      await Promise.all([deliveries.stop(), ...[...queues.values()].map((queue) => queue.stop())]);
      await room.owed.again();
      room.journal.close();
    },
  };
}
