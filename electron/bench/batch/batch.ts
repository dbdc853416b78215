import { answerFits, type BatchPause, type BatchView, isBought, isOver, isTakable } from '../../../shared/batch.ts';
import type { BenchState } from '../../../shared/bench.ts';
import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { PausedCode } from '../../../shared/call-codes.ts';
import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import { keysIn } from '../../../shared/joined.ts';
import type { OrderKey } from '../../../shared/order.ts';
import type { PrintJob } from '../../../shared/printer.ts';
import { withAnswer } from '../../../shared/question.ts';
import { type Done, ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { goneFor, goneName, printerGone } from '../labels/gone-printer.ts';
import type { Purchase } from '../ship/purchase.ts';
import { typedCode } from '../typed-code.ts';
import { createLineScheduler, type LineScheduler } from './line-scheduler.ts';
import { lineShipment } from './line-shipment.ts';
import { createOpenBatch, lineNow, type OpenBatch, type Paused, type Placed } from './open-batch.ts';
import { createPace } from './pace.ts';
import { createParcelInHand, type ParcelInHand } from './parcel-in-hand.ts';
import { pickOrders } from './pick-orders.ts';
import { createPrintInOrder, type PrintInOrder, type PrintInOrderContext } from './print-in-order.ts';
import { quoteAgain, resumeQuoting } from './quote-again.ts';
import { readyLine } from './quote-line.ts';
import { createRightOfWay, type RightOfWay } from './right-of-way.ts';
import { createSharedAddresses, type SharedAddresses } from './shared-address.ts';
import { createShipLine, type ShipLine, type ShipLineContext, type ShipLineParts } from './ship-line.ts';
import { showBatch } from './show-batch.ts';
import { createTimeLeft } from './time-left.ts';

type BatchContext = PrintInOrderContext & ShipLineContext & Pick<BenchContext, 'changed' | 'elapsed' | 'printerOf' | 'standby'>;

/** Many orders shipped together, beside the parcel in hand. One batch at a time. */
export interface Batch {
  view(): BatchView | null;
  /** True while it quotes, buys or prints without user action. */
  isRunning(): boolean;
  /** Reason why it waits for a user to continue, or null. */
  standsStill(): BatchPause | null;
  /** Opens a batch with these orders, or with all that a search finds, without those that may not be shipped now. Requests their quotes. */
  open(chosen: CallArgs<'openBatch'>): Answer<'openBatch'>;
  /** Applies one answer to all orders that it fits. */
  answer(asked: CallArgs<'answerBatch'>): Answer<'answerBatch'>;
  /** Buys what the user has seen the prices of, or continues after a pause. `orders`: number of orders the user confirmed. */
  run(orders: number): Answer<'runBatch'>;
  /** Stops buying; labels that are at the printer come out. */
  pause(): Answer<'pauseBatch'>;
  /** Stops buying for good; bought labels print. */
  stop(): Answer<'stopBatch'>;
  /** Requests the quote of a stopped order again. */
  askAgain(key: OrderKey): Answer<'askBatchLine'>;
  /** Ships the lines that stopped because others go to their address as parcels of their own. */
  shipApart(): Answer<'shipBatchApart'>;
  join: SharedAddresses['join'];
  undoJoin: SharedAddresses['undoJoin'];
  keepApart: SharedAddresses['keepApart'];
  /** Sends bought labels of a printer that was removed in Setup to the printer that the rules now give. */
  printAtUsual(): Promise<Answer<'printBatchAtUsual'>>;
  /** Called when the parcel in hand, or the queue behind it, changed. */
  handMoved(): void;
  /** Called when a booking changed in the journal. Never throws. */
  bookingMoved(bookingId: string): void;
  /** True if a line of the open batch has this booking. */
  includes(bookingId: string): boolean;
  /** True while the batch itself waits for the answer or the label of this booking: no user has to act yet. */
  holds(bookingId: string): boolean;
  /** True if this sheet waits until the parcel in hand has its label. */
  isHeldBack(job: PrintJob): boolean;
}

interface BatchParts extends ShipLineParts {
  readonly hand: () => BenchState;
  /** True if a rule has chosen for the parcel in hand, which is bought in a moment. */
  readonly isHandDeciding: () => boolean;
  readonly later: (work: () => Promise<unknown>) => void;
  readonly sleep: (ms: number) => Promise<void>;
}

export function createBatch(context: BatchContext, parts: BatchParts): Batch {
  const { fail } = context;
  const batch = createOpenBatch(context, () => context.changed(['batch']));
  const { lines } = batch;
  const timeLeft = createTimeLeft(context, batch);
  const inHand = createParcelInHand(context, parts.hand);
  const { rightOfWay, shipLine, labels, scheduler } = createWorkers(context, batch, parts, inHand);
  const shared = createSharedAddresses({ context, batch, forgetOffer: shipLine.forgetOffer, inHand: inHand.keys, wake: scheduler.wake });
  const hasLost = (placed: Placed): boolean => hasLostItsPrinter(context, placed);
  const pausedBy = (): Paused => pausedNow(batch, hasLost);

  // Read-only work of the last run continues automatically; purchases wait for a user.
  parts.later(async () => scheduler.wake());

  return {
    isRunning: () => ['quoting', 'running', 'stopping'].includes(batch.state()),

    standsStill: () => pauseIn(pausedBy()),

    view: () =>
      showBatch(context, batch, {
        waitsFor: inHand.awaitsLabel(),
        msLeft: timeLeft.ms(),
        withoutPrinter: lines().filter(hasLost).length,
        why: pausedBy(),
      }),

    open(chosen) {
      if (batch.state() !== 'closed') return fail('not-now');
      const picked = pickOrders(context, chosen, inHand.keys());
      const answer = ok({ taken: picked.lines.length, leftOut: picked.total - picked.lines.length });
      if (picked.lines.length === 0) return answer;
      const begun = batch.begin(picked.lines);
      if (!begun.ok) return begun;
      shipLine.forgetOffers();
      shipLine.forgetTries();
      timeLeft.forget();
      scheduler.wake();
      return answer;
    },

    answer(asked) {
      const code = typedCode(context, [asked.answer], asked);
      if (code) return fail('text-is-code', [code]);
      const answered = answerLines(context, batch, asked, parts.purchase.writtenNow);
      if (batch.state() === 'ready') batch.to('quoting');
      scheduler.wake();
      return ok({ answered });
    },

    run(orders) {
      const to = runsTo(batch);
      if (to === undefined) return fail('not-now');
      if (to === 'running') {
        const may = mayRun(context, batch, orders, parts.mayBook);
        if (!may.ok) return may;
      }
      if (batch.state() === 'ready') agreeToPrices(context, batch);
      shipLine.forgetTries();
      timeLeft.begin();
      batch.to(to);
      scheduler.wake();
      return ok({});
    },

    pause() {
      return batch.to('paused', 'person') ? ok({}) : fail('not-now');
    },

    stop() {
      if (batch.state() === 'closed') return fail('not-now');
      dropUnbought(context, batch, shipLine.leave);
      scheduler.wake();
      return ok({});
    },

    askAgain(key) {
      const placed = batch.ofKey(key);
      if (placed?.line.state !== 'stopped' || !quoteAgain(context, batch, placed, shipLine.forgetOffer)) return fail('not-now');
      scheduler.wake();
      return ok({});
    },

    join: shared.join,
    undoJoin: shared.undoJoin,
    keepApart: shared.keepApart,
    shipApart: shared.keepAllApart,

    async printAtUsual() {
      const lost = lines().filter(hasLost);
      if (lost.length === 0) return fail('not-now');
      await labels.toUsual(lost);
      context.events.publish({ is: 'sheets-freed' });
      scheduler.wake();
      return ok({ labels: lost.length });
    },

    handMoved() {
      if (batch.state() === 'closed') return;
      leaveToHand(batch, inHand.keys(), shared, shipLine);
      rightOfWay.moved();
      context.events.publish({ is: 'sheets-freed' });
      scheduler.wake();
    },

    bookingMoved(bookingId) {
      if (followBooking(context, batch, bookingId, shared.takeApart)) scheduler.wake();
    },

    includes: (bookingId) => batch.state() !== 'closed' && batch.ofBooking(bookingId) !== undefined,

    holds(bookingId) {
      const state = batch.ofBooking(bookingId)?.line.state;
      return batch.state() !== 'closed' && (state === 'buying' || state === 'bought');
    },

    isHeldBack: (job) => labels.isOurs(job) && ((inHand.awaitsAt(job.printerId) && !inHand.isOf(job)) || labels.isLost(job)),
  };
}

/** Parts that quote, buy and print the lines of a batch. */
interface Workers {
  readonly rightOfWay: RightOfWay;
  readonly shipLine: ShipLine;
  readonly labels: PrintInOrder;
  readonly scheduler: LineScheduler;
}

function createWorkers(context: BatchContext, batch: OpenBatch, parts: BatchParts, inHand: ParcelInHand): Workers {
  const { later } = parts;
  const pace = createPace();
  const rightOfWay = createRightOfWay({ hand: parts.hand, isDeciding: parts.isHandDeciding });
  const isOneByOne = (): boolean => !parts.quotes.isKept();
  const wakeLabels = (): void => labels.wake();

  const shipLine = createShipLine(context, batch, parts, {
    pace,
    behindHand: () => (isOneByOne() ? rightOfWay.behindHand() : undefined),
    wakeLabels,
  });

  const labels = createPrintInOrder(context, batch, {
    mayPrint() {
      const state = batch.state();
      const { paused } = batch.paused();
      if (state === 'paused') return paused !== null && typeof paused === 'object' && paused.code !== 'bug';
      return state === 'running' || state === 'stopping';
    },
    isPaused: () => batch.state() === 'paused',
    isAwaited: inHand.awaitsAt,
    later,
    stuck: shipLine.stop,
    broke: shipLine.broke,
    pause: batch.pause,
  });

  const scheduler = createLineScheduler(context, batch, {
    shipLine,
    rightOfWay,
    isOneByOne,
    width: pace.width,
    later,
    sleep: parts.sleep,
    wakeLabels,
  });

  return { rightOfWay, shipLine, labels, scheduler };
}

const hasBegun = (batch: OpenBatch): boolean =>
  batch.lines().some(({ line }) => isBought(line) || line.state === 'agreed' || line.state === 'buying');

/** State in which the batch continues if the user lets it run; undefined if it cannot run now. */
function runsTo(batch: OpenBatch): 'stopping' | 'quoting' | 'running' | undefined {
  const state = batch.state();
  if (state !== 'ready' && state !== 'paused') return undefined;
  if (batch.isStopped()) return 'stopping';
  return state === 'paused' && !hasBegun(batch) ? 'quoting' : 'running';
}

/** Fails unless `orders`, which the user confirmed, is the number of orders that would be bought, and the bench may book. */
function mayRun({ fail }: BatchContext, batch: OpenBatch, orders: number, mayBook: BatchParts['mayBook']): Done<PausedCode | 'not-now'> {
  const expected = batch.state() === 'ready' ? 'quoted' : 'agreed';
  return batch.lines().filter(({ line }) => line.state === expected).length === orders ? mayBook() : fail('not-now');
}

function agreeToPrices({ journal }: BatchContext, batch: OpenBatch): void {
  journal.soon(() => {
    for (const placed of batch.lines()) if (placed.line.state === 'quoted') batch.set(placed, { state: 'agreed' });
  });
}

/** Leaves all orders that are not bought or being bought. Closes the batch if none of it was bought. */
function dropUnbought({ journal }: BatchContext, batch: OpenBatch, leave: ShipLine['leave']): void {
  const state = batch.state();
  const isBegun = state === 'running' || (state === 'paused' && hasBegun(batch));
  const dropped = batch.lines().filter(({ line }) => !isOver(line) && !isBought(line) && line.state !== 'buying');
  journal.soon(() => dropped.forEach(leave));
  batch.to(isBegun ? 'stopping' : 'closed');
}

/** Takes the orders in hand out of the batch. Others of their parcels are quoted alone. */
function leaveToHand(
  batch: OpenBatch,
  inHand: ReadonlySet<OrderKey>,
  { takeApart }: Pick<SharedAddresses, 'takeApart'>,
  { leave }: Pick<ShipLine, 'leave'>,
): void {
  for (const key of inHand) {
    const placed = batch.ofKey(key);
    if (!placed || !isTakable(placed.line)) continue;
    if (placed.line.joined && placed.line.state !== 'buying' && !isBought(placed.line)) takeApart(placed);
    const own = batch.ofKey(key);
    if (own) leave(own);
  }
}

/** A stopped order that a packer has shipped since is no longer part of the batch. True if others of its parcel are quoted alone. */
function leaveShipped({ journal }: BatchContext, batch: OpenBatch, bookingId: string, takeApart: SharedAddresses['takeApart']): boolean {
  if (batch.state() === 'closed') return false;
  const booking = journal.booking(bookingId);
  if (!booking || !isSettledOrOpen(booking)) return false;
  let isApart = false;
  for (const key of keysIn(booking.order)) {
    const placed = batch.ofKey(key);
    if (placed?.line.state !== 'stopped' || placed.line.bookingId !== null) continue;
    if (!placed.line.joined) batch.set(placed, { state: 'left', failure: null });
    else {
      takeApart(placed);
      isApart = true;
    }
  }
  return isApart;
}

/** Brings the line of a changed booking up to date. True if that may let other lines start. */
function followBooking(context: BatchContext, batch: OpenBatch, bookingId: string, takeApart: SharedAddresses['takeApart']): boolean {
  const { journal, fail } = context;
  const placed = batch.ofBooking(bookingId);
  if (!placed) return leaveShipped(context, batch, bookingId, takeApart);
  if (!['queued', 'sent', 'stopped'].includes(placed.line.state)) return false;
  const booking = journal.booking(bookingId);
  if (!booking) return false;
  const now = lineNow(context, booking);
  // A booking that a user settles prints by itself; one that the user declares as not bought is quoted again.
  if (now.state === 'buying' || now.state === 'quoted') return false;
  if (now.state === 'bought') {
    const { failure } = placed.line;
    if (failure?.code === 'booking-unknown') batch.set(placed, { failure: fail('label-missing', booking.orderKey).failure });
    return false;
  }
  const lost = booking.jobs.some((job) => job.detail === printerGone && goneFor(context, job));
  if (lost && batch.state() !== 'paused') batch.pause(fail(printerGone, booking.labelPrinter).failure, placed);
  if (now.state === placed.line.state && now.failure?.code === placed.line.failure?.code) return false;
  batch.set(placed, now);
  if (now.state === 'to-quote') resumeQuoting(batch);
  return true;
}

/** Applies one answer to all orders of a batch that it fits. Returns their number. */
function answerLines(
  context: BatchContext,
  batch: OpenBatch,
  { kind, fits, answer }: CallArgs<'answerBatch'>,
  writtenNow: Purchase['writtenNow'],
): number {
  const { journal } = context;
  const { boxes, currency } = context.settings();
  let answered = 0;
  for (const placed of batch.lines().filter(({ line }) => line.state === 'asked')) {
    if (placed.line.joined) {
      if (answerParcel(context, batch, placed, { kind, fits, answer }, writtenNow)) answered += 1;
      continue;
    }
    let order = journal.order(placed.line.orderKey);
    const asked = placed.line.questions.filter((question) => question.kind === kind && order && answerFits(order, question) === fits);
    for (const question of asked) order = order && (withAnswer(order, question, answer, boxes, currency) ?? order);
    if (!order || JSON.stringify(order) === JSON.stringify(journal.order(placed.line.orderKey))) continue;
    journal.saveOrder(order);
    const questions = placed.line.questions.filter((question) => !asked.includes(question));
    batch.set(placed, questions.length > 0 ? { questions } : { state: 'to-quote', questions });
    answered += 1;
  }
  return answered;
}

/**
 * Applies an answer to a parcel of several orders, and asks what is left to ask then. No order stores it: facts of one order do not fit all of
 * them. False if it does not fit.
 */
function answerParcel(
  context: BatchContext,
  batch: OpenBatch,
  placed: Placed,
  { kind, fits, answer }: CallArgs<'answerBatch'>,
  writtenNow: Purchase['writtenNow'],
): boolean {
  const { boxes, currency } = context.settings();
  const { line } = placed;
  const shipment = lineShipment(context, line);
  const order = shipment.ok ? shipment.value : undefined;
  const asked = line.questions.find((question) => question.kind === kind && order && answerFits(order, question) === fits);
  if (!order || !asked || !withAnswer(order, asked, answer, boxes, currency)) return false;
  const answers = { ...line.answers, [kind]: answer };
  const ready = readyLine(context, { ...line, answers }, { writtenNow });
  batch.set(placed, { answers, ...(ready.is === 'asked' ? { questions: [...ready.questions] } : { questions: [], state: 'to-quote' }) });
  return true;
}

/** True if its label is paid for and waits for a printer that was removed in Setup. */
function hasLostItsPrinter(
  context: Pick<BenchContext, 'allPrinters' | 'journal'>,
  { line: { state, printer, bookingId } }: Placed,
): boolean {
  if (goneName(context, printer) === undefined) return false;
  if (state !== 'queued' || bookingId === null) return state === 'bought';
  return context.journal.booking(bookingId)?.jobs.some((job) => goneFor(context, job) !== undefined) ?? false;
}

function pauseIn({ paused, pausedAt }: Paused): BatchPause | null {
  return paused === null ? null : { paused: typeof paused === 'string' ? paused : paused.code, pausedAt };
}

/** If the printer is back, or the user chose another one for its labels, the pause only waits for the user to continue. */
function pausedNow(batch: OpenBatch, hasLost: (placed: Placed) => boolean): Paused {
  const why = batch.paused();
  const isOver = typeof why.paused === 'object' && why.paused?.code === printerGone && !batch.lines().some(hasLost);
  return isOver ? { paused: 'person', pausedAt: null } : why;
}
