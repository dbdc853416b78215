import { setImmediate as turn } from 'node:timers/promises';
import {
  answerFits,
  type BatchLine,
  type BatchView,
  inPickOrder,
  isOver,
  isTakable,
  lineOfBooking,
  pausesBatch,
} from '../../../shared/batch.ts';
import { type BenchState, isInWork, type Workflow } from '../../../shared/bench.ts';
import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { PausedCode } from '../../../shared/call-codes.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import { monthIn } from '../../../shared/month.ts';
import type { Order, OrderKey } from '../../../shared/order.ts';
import type { OrderFilter } from '../../../shared/order-list.ts';
import { turnOf } from '../../../shared/order-plan.ts';
import type { PrintJob } from '../../../shared/printer.ts';
import { withAnswer } from '../../../shared/question.ts';
import { type Done, ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { orderQuery } from '../order-query.ts';
import { printerInHand } from '../print/move-waiting.ts';
import type { Offers } from '../ship/offers.ts';
import type { Purchase, PurchaseEnd } from '../ship/purchase.ts';
import type { Quotes } from '../ship/quotes.ts';
import { createWaits } from '../waits.ts';
import { lineEnd, offerOf } from './buy-line.ts';
import { createKnownOffers } from './known-offers.ts';
import { createOpenBatch, lineNow, type Placed } from './open-batch.ts';
import { createPace } from './pace.ts';
import { createPrintInOrder } from './print-in-order.ts';
import { quoteLine } from './quote-line.ts';
import { createRightOfWay } from './right-of-way.ts';
import { showBatch } from './show-batch.ts';

/** Many orders shipped together, beside the parcel in hand. One at a time. */
export interface Batch {
  view(): BatchView | null;
  /** Begins with these orders, or with all that a search finds; those that may not be shipped now are left out. Asks their prices. */
  open(chosen: CallArgs<'openBatch'>): Answer<'openBatch'>;
  /** The same answer for all it fits. */
  answer(asked: CallArgs<'answerBatch'>): Answer<'answerBatch'>;
  /** Buys what a person has seen the prices of, or goes on after a pause. `orders`: how many that were. */
  run(orders: number): Answer<'runBatch'>;
  /** Buys nothing more; labels that are at the printer come out. */
  pause(): Answer<'pauseBatch'>;
  /** Buys nothing more for good; what is bought prints. */
  stop(): Answer<'stopBatch'>;
  /** The price of an order that stopped, once more. */
  askAgain(key: OrderKey): Answer<'askBatchLine'>;
  /** What is in hand, or waits to be, has changed. */
  handMoved(): void;
  /** A booking changed in the journal. Never throws. */
  bookingMoved(bookingId: string): void;
  /** Whether its label, or its answer, is still waited for by the batch: nothing for a person yet. */
  holds(bookingId: string): boolean;
  /** Whether this sheet waits until the parcel in hand has its label. */
  isHeldBack(job: PrintJob): boolean;
}

interface Doings {
  readonly quotes: Quotes;
  readonly offers: Offers;
  readonly purchase: Purchase;
  readonly hand: () => BenchState;
  /** Whether a rule has chosen for the parcel in hand, which is bought in a moment. */
  readonly isHandDeciding: () => boolean;
  /** Whether the parcel in hand is of this booking: then the screen goes on from there. */
  readonly followedByHand: (bookingId: string, end: PurchaseEnd) => boolean;
  readonly mayBook: () => Done<PausedCode>;
  readonly mayBeShipped: (key: OrderKey) => Failure | undefined;
  readonly later: (work: () => Promise<unknown>) => void;
  /** Nothing more is bought then. */
  readonly isClosing: () => boolean;
  readonly whenClosing: Promise<void>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly kickPrinting: () => void;
  readonly readTracking: (bookingId: string) => void;
}

/** No more orders at once than a person can look over. */
const mostOrders = 5000;
/** How often an order is tried again by itself where the service asked for patience, or has forgotten its offer. */
const mostTries = 5;
/** Where one parcel is at the service at a time, the next is made ready and the last one judged meanwhile. */
const widthOneByOne = 3;

export function createBatch(context: BenchContext, doings: Doings): Batch {
  const { journal, courier, fail } = context;
  const { quotes, offers, purchase, later } = doings;
  const batch = createOpenBatch(context, () => context.changed(['batch']));
  const { lines, set } = batch;
  const pace = createPace();
  const known = createKnownOffers();
  const tries = new Map<OrderKey, number>();
  const inWork = new Set<Placed>();
  let isQuiet = false;
  /** When buying began, and what was bought by then. */
  let since: { readonly at: number; readonly bought: number } | undefined;
  /** Of its own: nobody who stops waiting for the parcel in hand stops the batch. */
  const { until } = createWaits();
  const preparing = { offers, until, writtenNow: purchase.writtenNow, mayBeShipped: doings.mayBeShipped };

  const keysInHand = (): ReadonlySet<OrderKey> => {
    const { workflow, waiting } = doings.hand();
    return new Set([...orderKeysOf(workflow), ...waiting.map(({ orderKey }) => orderKey)]);
  };
  const awaits = (): boolean => isAwaitingLabel(doings.hand().workflow);
  /** While the service of the parcel in hand is not chosen, and so its printer, it may be any of them. */
  const isAwaited = (printerId: string): boolean => {
    const { workflow } = doings.hand();
    return awaits() && (!('booking' in workflow) || printerInHand(context, workflow)?.id === printerId);
  };
  const isOfHand = ({ bookingId }: PrintJob): boolean => {
    const { workflow } = doings.hand();
    return 'booking' in workflow && workflow.booking.id === bookingId;
  };
  const bought = (): number => lines().filter(({ line }) => isBought(line)).length;

  const labels = createPrintInOrder(context, batch, {
    mayPrint: () => {
      const [state, paused] = [batch.state(), batch.paused()];
      if (state === 'paused') return paused !== null && typeof paused === 'object' && paused.code !== 'bug';
      return state === 'running' || state === 'stopping';
    },
    isAwaited,
    later,
    queued(bookingId) {
      doings.kickPrinting();
      doings.readTracking(bookingId);
    },
    stuck(placed, failure) {
      stop(placed, failure);
      if (pausesBatch(failure.code)) batch.to('paused', failure);
    },
    broke,
    pause: (failure) => void batch.to('paused', failure),
  });

  function stop(placed: Placed, failure: Failure): void {
    set(placed, { state: 'stopped', failure });
    // Whoever settles it holds its parcel.
    const { bookingId } = placed.line;
    if (bookingId !== null && journal.isParked(bookingId)) journal.park(bookingId, false);
  }

  /** Where the service may follow the last price it was asked, one parcel is there at a time, and the one in hand goes first. */
  const isOneByOne = (): boolean => !quotes.isKept();
  const width = (): number => (isOneByOne() ? widthOneByOne : pace.width());
  const rightOfWay = createRightOfWay({ hand: doings.hand, isDeciding: doings.isHandDeciding });

  /** The parcel in hand may stay where it is while the bench closes: nobody waits for it then. */
  function goesBehind(): Promise<void> | undefined {
    const through = isOneByOne() && !doings.isClosing() ? rightOfWay.behindHand() : undefined;
    return through && Promise.race([through, doings.whenClosing]);
  }

  function mayBegin(): boolean {
    if (batch.state() !== 'quoting' && batch.state() !== 'running') return false;
    if (isOneByOne() ? rightOfWay.isAtService() : rightOfWay.isServed()) return false;
    const ms = courier.quietMs();
    if (ms > 0) waitQuietly(ms);
    return ms === 0;
  }

  function waitQuietly(ms: number): void {
    if (isQuiet) return;
    isQuiet = true;
    later(async () => {
      await doings.sleep(ms);
      isQuiet = false;
      pump();
    });
  }

  const isFree = (placed: Placed): boolean => !inWork.has(placed);
  const nextLine = (): Placed | undefined => {
    const agreed = batch.state() === 'running' ? lines().find((each) => each.line.state === 'agreed' && isFree(each)) : undefined;
    // A price asked beside another one is nobody's turn.
    if (agreed || (isOneByOne() && inWork.size > 0)) return agreed;
    return lines().find((each) => each.line.state === 'to-quote' && isFree(each));
  };

  function pump(): void {
    const placed = inWork.size < width() ? nextLine() : undefined;
    if (placed && mayBegin()) {
      inWork.add(placed);
      later(async () => {
        try {
          await (placed.line.state === 'agreed' ? buy(placed) : quote(placed));
        } catch (error) {
          broke(placed, error);
        } finally {
          inWork.delete(placed);
        }
        pump();
      });
      // The window, and the parcel in hand, get their turn between one and the next.
      later(async () => {
        await turn();
        pump();
      });
    }
    labels.kick();
    settle();
  }

  /** What the program failed on may be sent: its booking says how far it came. */
  function broke(placed: Placed, error: unknown): void {
    const failure = context.bug('batch', error);
    stop(placed, failure);
    batch.to('paused', failure);
  }

  /** Goes on to the next state where nothing of this one is left to do. */
  function settle(): void {
    if (inWork.size > 0) return;
    const has = (...states: BatchLine['state'][]): boolean => lines().some(({ line }) => states.includes(line.state));
    const waits = has('quoted', 'asked');
    if (batch.state() === 'quoting' && !has('to-quote')) batch.to(waits ? 'ready' : 'ended');
    if (batch.state() === 'running' && !has('to-quote', 'agreed', 'buying', 'bought', 'queued')) batch.to(waits ? 'ready' : 'ended');
    if (batch.state() === 'stopping' && !has('buying', 'bought', 'queued')) batch.to('ended');
  }

  async function quote(placed: Placed): Promise<void> {
    const { orderKey } = placed.line;
    while (quotes.mustWait()) await quotes.shipped(until());
    const { change, priced } = await quoteLine(context, orderKey, preparing);
    // A scan took it meanwhile.
    if (placed.line.state !== 'to-quote') return;
    const failure = change.failure ?? null;
    if (failure && pausesBatch(failure.code)) return waitOrPause(placed, failure);
    pace.went();
    if (priced) known.keep(orderKey, priced);
    set(placed, change);
  }

  /** It stays as it is, and is tried again: by itself where the service asked for patience, else once a person goes on. */
  function waitOrPause({ line: { orderKey } }: Placed, failure: Failure): void {
    const tried = (tries.get(orderKey) ?? 0) + 1;
    tries.set(orderKey, tried);
    if (courier.quietMs() > 0 && tried < mostTries) pace.tooFast();
    else batch.to('paused', failure);
  }

  async function buy(placed: Placed): Promise<void> {
    const { orderKey } = placed.line;
    const may = doings.mayBook();
    if (!may.ok) return void batch.to('paused', may.failure);
    const toBuy = offerOf(context, placed.line, known.get(orderKey), preparing);
    known.forget(orderKey);
    if (toBuy.is === 'instead') {
      const { failure } = toBuy.change;
      return failure && pausesBatch(failure.code) ? void batch.to('paused', failure) : set(placed, toBuy.change);
    }
    const { bookingId } = toBuy.offer;
    set(placed, { state: 'buying', bookingId, printer: toBuy.offer.printsAt?.name });
    const isBought = await purchase.buy(toBuy.offer, {
      keepsLabel: true,
      wants: () => placed.line.state === 'buying' && batch.state() === 'running' && !doings.isClosing(),
      waits: () => undefined,
      goesBehind,
      until,
      ended: (end) => bookingEnded(placed, bookingId, end),
    });
    if (!isBought && placed.line.state === 'buying') notSent(placed);
  }

  /** Nothing of it was sent: it waits for its turn again, unless a person stopped the batch meanwhile. */
  function notSent(placed: Placed): void {
    if (batch.state() === 'stopping') leave(placed);
    else set(placed, { state: 'agreed' });
  }

  function bookingEnded(placed: Placed, bookingId: string, end: PurchaseEnd): void {
    if (doings.followedByHand(bookingId, end)) return;
    const { change, pause, isUnsent } = lineEnd(context, end);
    const { state } = placed.line;
    if (state === 'buying' && isUnsent) notSent(placed);
    else if (state === 'buying' && isForgotten(placed, change)) set(placed, { state: 'agreed', bookingId: null });
    else if (state === 'buying') set(placed, change);
    if (state === 'buying' && (placed.line.state === 'stopped' || isUnsent) && journal.isParked(bookingId)) journal.park(bookingId, false);
    if (end.is === 'settled' && end.settled.is === 'label-kept') pace.went();
    if (isUnsent && pause) waitOrPause(placed, pause);
    else if (pause) batch.to('paused', pause);
    labels.kick();
  }

  /** Its offer is gone and nothing was bought: its price is asked anew, and it is bought only where nothing got worse. */
  function isForgotten({ line: { orderKey } }: Placed, { failure }: Partial<BatchLine>): boolean {
    if (failure?.code !== 'offer-expired' || batch.state() !== 'running') return false;
    const tried = (tries.get(orderKey) ?? 0) + 1;
    tries.set(orderKey, tried);
    return tried < mostTries;
  }

  const hasBegun = (): boolean => lines().some(({ line }) => isBought(line) || line.state === 'agreed' || line.state === 'buying');

  function leave(placed: Placed): void {
    known.forget(placed.line.orderKey);
    set(placed, { state: 'left' });
  }

  function mayTake(order: Order, inHand: ReadonlySet<OrderKey>): boolean {
    const latest = journal.latestOf(order.key);
    const { held } = journal.orderPlan(order.key);
    return order.hold === null && held === null && !inHand.has(order.key) && !(latest && isSettledOrOpen(latest));
  }

  type Found = { readonly taken: readonly Order[]; readonly total: number };

  const named = (keys: ReadonlySet<OrderKey>, isTaken: (order: Order) => boolean): Found => ({
    taken: [...keys].flatMap((key) => journal.order(key) ?? []).filter(isTaken),
    total: keys.size,
  });

  /** Of all that search and filter find those whose turn is first, however many of it are shipped already. */
  function found(search: string, filter: OrderFilter | undefined, isTaken: (order: Order) => boolean): Found {
    const query = { ...orderQuery(context, filter), search };
    const { total } = journal.orders({ ...query, offset: 0, limit: 1 });
    const taken: Order[] = [];
    for (let offset = 0; ; ) {
      const { rows, total: open } = journal.orders({
        ...query,
        stage: filter?.stage ?? 'to-ship',
        sort: 'turn',
        offset,
        limit: mostOrders,
      });
      offset += rows.length;
      taken.push(...rows.map(({ order }) => order).filter(isTaken));
      if (rows.length === 0 || offset >= open || taken.length >= mostOrders) return { taken: taken.slice(0, mostOrders), total };
    }
  }

  const planLeft = (): number | null => {
    const { monthLimit, timeZone } = context.settings();
    if (context.world !== 'live' || monthLimit === null) return null;
    const month = monthIn(context.now(), timeZone);
    return Math.max(0, monthLimit - journal.bookedBetween(month.from, month.until));
  };

  function msLeft(): number | null {
    const done = since ? bought() - since.bought : 0;
    if (!since || batch.state() !== 'running' || done < 3) return null;
    const toGo = lines().filter(({ line }) => line.state === 'agreed' || line.state === 'buying').length;
    return Math.round(((context.now().getTime() - since.at) / done) * toGo);
  }

  function handMoved(): void {
    if (batch.state() === 'closed') return;
    for (const key of keysInHand()) {
      const placed = batch.ofKey(key);
      if (placed && isTakable(placed.line)) leave(placed);
    }
    rightOfWay.moved();
    doings.kickPrinting();
    pump();
  }

  // Read-only work of the last run goes on by itself; what costs money waits for a person.
  later(async () => pump());

  return {
    view: () =>
      showBatch(context, batch, {
        waitsFor: awaits() ? (orderKeysOf(doings.hand().workflow)[0] ?? null) : null,
        msLeft: msLeft(),
        planLeft: planLeft(),
      }),

    open({ keys, search, filter }) {
      if (batch.state() !== 'closed') return fail('not-now');
      const inHand = keysInHand();
      const isTaken = (order: Order): boolean => mayTake(order, inHand);
      const { taken, total } = keys === null ? found(search, filter, isTaken) : named(new Set(keys), isTaken);
      const answer = ok({ taken: taken.length, leftOut: total - taken.length });
      if (taken.length === 0) return answer;
      const begun = batch.begin(
        inPickOrder(taken, ({ key }) => turnOf(journal.orderPlan(key))).map(({ order: { key }, group }) => newLine(key, group)),
      );
      if (!begun.ok) return begun;
      known.forgetAll();
      tries.clear();
      since = undefined;
      pump();
      return answer;
    },

    answer({ kind, fits, answer }) {
      const { boxes, currency } = context.settings();
      let answered = 0;
      for (const placed of lines().filter(({ line }) => line.state === 'asked')) {
        let order = journal.order(placed.line.orderKey);
        const asked = placed.line.questions.filter((question) => question.kind === kind && order && answerFits(order, question) === fits);
        for (const question of asked) order = order && (withAnswer(order, question, answer, boxes, currency) ?? order);
        if (!order || JSON.stringify(order) === JSON.stringify(journal.order(placed.line.orderKey))) continue;
        journal.saveOrder(order);
        const questions = placed.line.questions.filter((question) => !asked.includes(question));
        set(placed, questions.length > 0 ? { questions } : { state: 'to-quote', questions });
        answered += 1;
      }
      if (batch.state() === 'ready') batch.to('quoting');
      context.changed(['orders', 'batch']);
      pump();
      return ok({ answered });
    },

    run(orders) {
      const state = batch.state();
      const to = state === 'paused' && !hasBegun() ? 'quoting' : 'running';
      const expected = state === 'ready' ? 'quoted' : 'agreed';
      if (state !== 'ready' && state !== 'paused') return fail('not-now');
      if (to === 'running' && lines().filter(({ line }) => line.state === expected).length !== orders) return fail('not-now');
      const may = doings.mayBook();
      if (to === 'running' && !may.ok) return may;
      if (state === 'ready')
        journal.soon(() => {
          for (const placed of lines()) if (placed.line.state === 'quoted') set(placed, { state: 'agreed' });
        });
      tries.clear();
      since = { at: context.now().getTime(), bought: bought() };
      batch.to(to);
      pump();
      return ok({});
    },

    pause() {
      return batch.to('paused', 'person') ? ok({}) : fail('not-now');
    },

    stop() {
      const state = batch.state();
      if (state === 'closed') return fail('not-now');
      const isBegun = state === 'running' || (state === 'paused' && hasBegun());
      const dropped = lines().filter(({ line }) => !isOver(line) && !isBought(line) && line.state !== 'buying');
      journal.soon(() => dropped.forEach(leave));
      batch.to(isBegun ? 'stopping' : 'closed');
      pump();
      return ok({});
    },

    askAgain(key) {
      const placed = batch.ofKey(key);
      if (placed?.line.state !== 'stopped') return fail('not-now');
      const booking = journal.latestOf(key);
      if (booking && isSettledOrOpen(booking)) return fail('not-now');
      known.forget(key);
      set(placed, { state: 'to-quote', failure: null, bookingId: null });
      if (batch.state() === 'ready' || batch.state() === 'ended') batch.to('quoting');
      pump();
      return ok({});
    },

    handMoved,

    bookingMoved(bookingId) {
      const placed = batch.ofBooking(bookingId);
      if (!placed || !['queued', 'sent', 'stopped'].includes(placed.line.state)) return;
      const booking = journal.booking(bookingId);
      if (!booking) return;
      const now = lineNow(context, booking);
      // What a person settles prints by itself; what they say was not bought is asked about anew.
      if (now.state === 'buying' || now.state === 'quoted') return;
      if (now.state === 'bought') {
        const { failure } = placed.line;
        if (failure?.code === 'booking-unknown') set(placed, { failure: fail('label-missing', booking.orderKey).failure });
        return;
      }
      if (now.state === placed.line.state && now.failure?.code === placed.line.failure?.code) return;
      set(placed, now);
      if (now.state === 'to-quote' && (batch.state() === 'ready' || batch.state() === 'ended')) batch.to('quoting');
      pump();
    },

    holds(bookingId) {
      const state = batch.ofBooking(bookingId)?.line.state;
      return batch.state() !== 'closed' && (state === 'buying' || state === 'bought');
    },

    isHeldBack: (job) => labels.isOurs(job) && isAwaited(job.printerId) && !isOfHand(job),
  };
}

const isBought = ({ state }: BatchLine): boolean => state === 'bought' || state === 'queued' || state === 'sent' || state === 'printed';

const newLine = (orderKey: OrderKey, group: string): BatchLine => ({
  orderKey,
  group,
  state: 'to-quote',
  bookingId: null,
  service: null,
  digest: '',
  questions: [],
  failure: null,
});

function orderKeysOf(workflow: Workflow): OrderKey[] {
  if ('booking' in workflow) return [workflow.booking.orderKey];
  return 'order' in workflow && workflow.order ? [workflow.order.key] : [];
}

/** A parcel is in hand, and no label came out for it yet. */
const isAwaitingLabel = (workflow: Workflow): boolean => {
  if (workflow.step === 'already-shipped') return lineOfBooking(workflow.booking).state === 'queued';
  return isInWork(workflow) || ['looking-up', 'which-order', 'booking', 'printing'].includes(workflow.step);
};
