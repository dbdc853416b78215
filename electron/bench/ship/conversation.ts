import { type BenchState, isInWork, orderBegun } from '../../../shared/bench.ts';
import { type Booking, isSettledOrOpen } from '../../../shared/booking.ts';
import type { PausedCode } from '../../../shared/call-codes.ts';
import type { Command } from '../../../shared/command-keys.ts';
import type { FailureCode } from '../../../shared/failure.ts';
import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import type { Order, OrderKey } from '../../../shared/order.ts';
import type { PrinterStatus } from '../../../shared/printer.ts';
import type { Question } from '../../../shared/question.ts';
import type { Done, Result } from '../../../shared/result.ts';
import { readScan, type ScanDoubt } from '../../../shared/scan.ts';
import type { BenchContext } from '../context.ts';
import type { RestoredJournal } from '../exchange/restored.ts';
import type { InTurn } from '../ports/contract.ts';
import { askShop, isToAsk, type Shop } from './ask-shop.ts';
import { createBuying } from './buying.ts';
import { confirmLabel } from './confirm-label.ts';
import { decideForm } from './decide-form.ts';
import { foreignFailure, foundOf, isForeign, lookUp, weightQuestion } from './found.ts';
import { createInHand, done } from './in-hand.ts';
import type { Offers } from './offers.ts';
import { createParking, type Parking } from './parking.ts';
import { createPreparing, type Preparing } from './preparing.ts';
import type { Purchase, PurchaseEnd } from './purchase.ts';
import type { Quotes } from './quotes.ts';
import { type Given, readAnswer } from './read-answer.ts';
import { scanFreshLabel } from './scan-back.ts';
import { waitForTurn } from './scan-while-sending.ts';
import { hearOthers, isToHear, showElsewhere } from './shipped-elsewhere.ts';
import { createShowing } from './showing.ts';
import { takeLabelFile } from './take-label-file.ts';
import { createTiles, type Tiles } from './tiles.ts';

export interface Conversation extends Tiles, Pick<Preparing, 'isDeciding'>, Omit<Parking, 'leave' | 'parkOrderOf'> {
  state(): BenchState;
  /**
   * Handles a scan by its meaning. While a booking or print is under way, the scan waits and is handled afterwards. `doubt`: the window is
   * not sure of the code, so no rule alone may buy.
   */
  scan(raw: string, doubt?: ScanDoubt): Promise<Answer<'scan'>>;
  /** Undoes the last scan, which came without its end and was only part of a code: the previous parcel is in hand again. */
  dropScan(): Promise<Answer<'dropScan'>>;
  /** Chooses which of several orders with the same number was scanned. */
  chooseOrder(workflowNo: number, key: string): Promise<Answer<'chooseOrder'>>;
  /** Asks about an answer that is also a known code. Text that only a scanner sends is handled as a scan. */
  answerQuestion(
    workflowNo: number,
    question: Pick<Question, 'kind' | 'parcel'>,
    answer: string,
    given?: Given,
  ): Promise<Answer<'answerQuestion'>>;
  /** Buys the selected service, at most once: a second call finds the workflow at another step and is refused. */
  buy(workflowNo: number, serviceId: string): Promise<Answer<'buy'>>;
  /** Records a person's decision on a label that is asked about. */
  confirmLabel(bookingId: string, isRight: boolean): Promise<Answer<'confirmLabel'>>;
  /** Takes the label of a booking that has none from a file of the service that a person chose. */
  takeLabelFile(bookingId: string, bytes: Uint8Array): Promise<Answer<'takeLabelFile'>>;
  /** Records the shift lead's decision on what the pages of a courier's form are. */
  decideForm(decided: CallArgs<'decideForm'>): Promise<Answer<'decideForm'>>;
  /** Records that a person checked: the order was not shipped before the journal was restored. */
  confirmUnshipped(workflowNo: number, pin: string): Promise<Answer<'confirmUnshipped'>>;
  /** Returns the bookings on their way that no packer waits for at the screen. */
  onTheirWay(): readonly string[];
  shipAgain(workflowNo: number, reason: string, pin: string): Promise<Answer<'shipAgain'>>;
  /** Reports a change of the booking in the journal: a print, tracking numbers, or a decision in Resolve. Never throws. */
  bookingMoved(bookingId: string): void;
  /** Shows how a purchase that another part of the bench began has ended; false if its parcel is not in hand. */
  followPurchase(bookingId: string, end: PurchaseEnd): boolean;
  /** Receives the status of the label printer. */
  printerMoved(status: PrinterStatus): void;
  /** True also while the outcome is not written down yet. */
  isBeingBooked(bookingId: string): boolean;
  /** Runs a contract check, which requests quotes on the same key; refused with `not-now` while something is being booked. */
  beside<T, C extends FailureCode>(check: (inTurn: InTurn) => Promise<Result<T, C>>): Promise<Result<T, C | 'not-now'>>;
}

interface Doings {
  readonly quotes: Quotes;
  readonly offers: Offers;
  readonly purchase: Purchase;
  readonly shop: Shop;
  /** Orders imported at other benches. */
  readonly ordersEverywhere: { readonly hearNow: (withinMs: number) => Promise<void> };
  /** Called after the parcel in hand, or the scans that wait, changed. */
  readonly handMoved: () => void;
  /** Runs work that no caller waits for; refused once the bench is closing. */
  readonly later: (work: () => Promise<unknown>) => void;
  readonly reprint: (bookingId: string) => Promise<Answer<'reprint'>>;
  /** Refuses while booking is paused. */
  readonly mayBook: () => Done<PausedCode>;
  /** Gaps of a restored journal. */
  readonly restoredJournal: Pick<RestoredJournal, 'confirmUnshipped'>;
  readonly resumeBooking: () => Promise<Answer<'resumeBooking'>>;
  /** Switches labels to the backup printer or back. */
  readonly standBy: () => Promise<Answer<'standBy'>>;
}

const doubtReasons = { end: 'scan-without-end', layout: 'layout-not-known' } as const satisfies Record<ScanDoubt, string>;

/** Handles one parcel at a time, from scan to printed label. The only holder of the state of the screen. */
export function createConversation(context: BenchContext, doings: Doings): Conversation {
  const { journal, fail } = context;
  const { quotes, purchase, later, mayBook, restoredJournal, shop } = doings;
  const hand = createInHand(context, doings.handMoved);
  const { fold, guarded } = hand;
  const isUnderWay = (bookingId: string): boolean => purchase.underWay().has(bookingId);
  const takeUp = (code: string): void => later(() => guarded(() => begin(code)));
  const showing = createShowing(context, hand, { isUnderWay, takeUp, later });
  const { show, putDown, follow: bookingMoved } = showing;
  const buyAlone = (workflowNo: number, serviceId: string): void => later(() => guarded(() => buying.buy(workflowNo, serviceId, 'rule')));
  const preparing = createPreparing(context, hand, { ...doings, writtenNow: purchase.writtenNow, show, buyAlone });
  const { prepare, isDeciding } = preparing;
  const parking = createParking(context, hand, { putDown, backToTiles: () => buying.backToTiles() });
  const { park, next, stopWaiting } = parking;
  const buying = createBuying(context, hand, { purchase, preparing, showing, parking, mayBook, later });

  const bookingOf = ({ key }: Order): Booking | null => journal.latestOf(key) ?? null;

  /** The scan that `dropScan` undoes, with the order that was in hand before it. */
  let unsure: { readonly workflowNo: number; readonly code: string; readonly before: OrderKey | null } | undefined;

  async function begin(code: string, before = lookUp(context, code), doubt?: ScanDoubt): Promise<void> {
    const key = before.order?.key ?? before.known?.orderKey ?? null;
    preparing.begin();
    if (doubt) preparing.notHeard(fail('scan-unsure', [{ code: doubtReasons[doubt] }]).failure);
    const last = orderBegun(hand.state().workflow);
    if (last?.key !== key) parking.leave();
    fold({ is: 'scanned', code, orderKey: key });
    const { workflowNo } = hand.state();
    unsure = doubt === 'end' ? { workflowNo, code, before: last?.key ?? null } : undefined;
    const heard = isToHear(context, before) ? await hearOthers(context, doings.ordersEverywhere, code, before) : before;
    // Another code was scanned meanwhile.
    if (!hand.isStill(workflowNo)) return;
    const found = isToAsk(shop, code, heard) ? await askShop(context, hand, { shop, heard: preparing, code, before: heard }) : heard;
    if (!found) return;
    const { order, known, among } = found;
    if (among.length > 1)
      return fold({ is: 'found-several', code, orders: among.map((each) => ({ order: each, booking: bookingOf(each) })) });
    if (found.elsewhere) return showElsewhere(context, hand, code, order, found.elsewhere);
    if (known && isSettledOrOpen(known)) return show(known);
    if (!order) return hand.stop(code, null, fail(foreignFailure(code, found), code).failure);
    await prepare(order);
  }

  /** `isAsked`: a shop has already been asked; the parcel in hand may have moved on meanwhile. */
  async function understand(code: string, doubt?: ScanDoubt, isAsked = false): Promise<Answer<'scan'>> {
    const { workflow, workflowNo } = hand.state();
    const found = lookUp(context, code);
    const isSending = workflow.step === 'booking' || workflow.step === 'printing';
    const back = workflow.step === 'done' ? scanFreshLabel(context, hand, workflow.booking, code) : undefined;
    if (back) return back;
    const weighed = workflow.step === 'asking' && isForeign(found) ? weightQuestion(workflow, code) : undefined;
    if (weighed) return preparing.answer(workflowNo, weighed, code);
    const isLeft = isForeign(found) && (isSending || isInWork(workflow));
    if (isLeft && !isAsked && !found.isLeftOut && shop.asks(code, false)) {
      const asked = await shop.ask(code);
      // One look-up may have provided the order although another one failed.
      return asked.ok || !isForeign(lookUp(context, code)) ? understand(code, doubt, true) : asked;
    }
    if (isSending) {
      unsure = doubt === 'end' ? { workflowNo: -1, code, before: null } : undefined;
      return waitForTurn(context, hand, code, found);
    }
    if (isLeft) return fail(foreignFailure(code, found), code);
    return guarded(() => begin(code, found, doubt));
  }

  async function dropScan(): Promise<Answer<'dropScan'>> {
    const dropped = unsure;
    unsure = undefined;
    if (!dropped) return done;
    fold({ is: 'waits-no-longer', code: dropped.code });
    const { step } = hand.state().workflow;
    if (!hand.isStill(dropped.workflowNo) || step === 'booking' || step === 'printing') return done;
    const { before } = dropped;
    if (before === null) {
      putDown();
      return done;
    }
    fold({ is: 'put-down' });
    return guarded(() => begin(before));
  }

  async function answerQuestion(
    workflowNo: number,
    asked: Pick<Question, 'kind' | 'parcel'>,
    answer: string,
    given: Given = {},
  ): Promise<Answer<'answerQuestion'>> {
    const here = hand.at(workflowNo, 'asking');
    if (!here.ok) return here;
    const [question] = here.value.questions;
    if (question?.kind !== asked.kind || question.parcel !== asked.parcel) return fail('not-now');
    const read = readAnswer(context, here.value, question, answer, given);
    if (read.is === 'scan') return scan(read.code);
    if (read.is === 'answer') return preparing.answer(workflowNo, asked, answer);
    const { order, questions, changes } = here.value;
    fold({ is: 'asked', order, questions, changes, refused: false, doubt: read.doubt });
    return done;
  }

  async function scan(raw: string, doubt?: ScanDoubt): Promise<Answer<'scan'>> {
    const read = readScan(raw);
    if (read.kind === 'nothing') return fail('scan-not-understood');
    if (read.kind === 'command') return guarded(() => command(read.command));
    return understand(read.text, doubt);
  }

  async function command(which: Command): Promise<Answer<'scan'>> {
    const { workflow, workflowNo } = hand.state();
    switch (which) {
      case 'BUY':
        return workflow.step === 'choosing' ? buying.buy(workflowNo, workflow.serviceId) : fail('not-now');
      case 'ASIDE':
        return parking.park(workflowNo);
      case 'NEXT':
        return parking.next(workflowNo);
      case 'FREE':
        return parking.stopWaiting(workflowNo);
      case 'REPRINT':
        return workflow.step === 'done' || workflow.step === 'already-shipped' ? doings.reprint(workflow.booking.id) : fail('not-now');
      case 'PICKUP':
        return fail('not-now');
      case 'RESUME':
        return context.breaker.pause() ? doings.resumeBooking() : fail('not-now');
      case 'STANDBY': {
        const used = await doings.standBy();
        return used.ok ? done : used;
      }
    }
  }

  return {
    park,
    next,
    stopWaiting,
    ...createTiles(context, {
      choosing: (workflowNo) => hand.at(workflowNo, 'choosing'),
      fold,
      account: () => preparing.quotedFrom()?.account,
    }),
    state: hand.state,
    isDeciding,
    bookingMoved,
    followPurchase(bookingId, end) {
      if (!hand.isOf(bookingId)) return false;
      showing.presentEnd(bookingId, end);
      return true;
    },
    printerMoved: preparing.printerMoved,
    answerQuestion,
    scan,
    dropScan,
    buy: (workflowNo, serviceId) => guarded(() => buying.buy(workflowNo, serviceId)),
    confirmLabel: (bookingId, isRight) => confirmLabel(context, hand, { bookingId, isRight }, showing),
    takeLabelFile: (bookingId, bytes) => takeLabelFile(context, hand, { bookingId, bytes }, showing),
    decideForm: (decided) => decideForm(context, hand, decided, showing),
    isBeingBooked: (bookingId) =>
      (hand.state().workflow.step === 'booking' && hand.isOf(bookingId)) ||
      isUnderWay(bookingId) ||
      context.pendingWrites.ids().includes(bookingId),
    onTheirWay: () => [...purchase.underWay()].filter((bookingId) => !hand.isOf(bookingId)),
    beside: async (check) => (hand.state().workflow.step === 'booking' || quotes.isShipping() ? fail('not-now') : quotes.beside(check)),

    async chooseOrder(workflowNo, key) {
      const here = hand.at(workflowNo, 'which-order');
      if (!here.ok) return here;
      const chosen = here.value.orders.find(({ order }) => order.key === key);
      const order = chosen && journal.order(chosen.order.key);
      return order ? guarded(() => begin(key, foundOf(context, order))) : fail('not-now');
    },

    async confirmUnshipped(workflowNo, pin) {
      const here = hand.at(workflowNo, 'may-be-shipped');
      if (!here.ok) return here;
      const { key } = here.value.order;
      const order = journal.order(key);
      if (!order) return fail('order-not-found', key);
      const confirmed = restoredJournal.confirmUnshipped(key, pin);
      return confirmed.ok ? guarded(() => prepare(order)) : confirmed;
    },

    async shipAgain(workflowNo, reason, pin) {
      const here = hand.at(workflowNo, 'already-shipped');
      if (!here.ok) return here;
      const allowed = context.allowed(reason, pin);
      if (!allowed.ok) return allowed;
      const order = journal.order(here.value.booking.orderKey);
      if (!order) return fail('order-not-found');
      // Found by a number of the first shipment while the outcome of the second is open.
      const latest = journal.latestOf(order.key);
      if (latest && isSettledOrOpen(latest) && latest.state !== 'booked') {
        show(latest);
        return done;
      }
      return guarded(async () => {
        preparing.begin(true);
        journal.draftAgain(order, context.settings().packer, allowed.value);
        await prepare(order);
      });
    },
  };
}
