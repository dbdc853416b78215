import { type BenchState, checkingOff, reprintable } from '../../../shared/bench.ts';
import type { PausedCode } from '../../../shared/call-codes.ts';
import type { Command } from '../../../shared/command-keys.ts';
import type { FailureCode } from '../../../shared/failure.ts';
import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import { failureOf, type PrinterStatus } from '../../../shared/printer.ts';
import { offeredAnswer, type Question } from '../../../shared/question.ts';
import type { Done, Result } from '../../../shared/result.ts';
import { readScan, type ScanDoubt } from '../../../shared/scan.ts';
import type { BenchContext } from '../context.ts';
import type { RestoredJournal } from '../exchange/restored.ts';
import type { InTurn } from '../ports/contract.ts';
import { answerSameAddress, type Join, undoJoin } from './answer-same-address.ts';
import type { Shop } from './ask-shop.ts';
import { type Buying, createBuying } from './buying.ts';
import { type CheckingOff, createCheckingOff } from './checking-off.ts';
import { createByProduct } from './choose-by-product.ts';
import { confirmLabel } from './confirm-label.ts';
import { decideForm } from './decide-form.ts';
import { chooseOrder, confirmNote, confirmUnshipped, returnLabel, shipAgain } from './decide-order.ts';
import { isRuleDeciding } from './hand-state.ts';
import { createInHand, done, type InHand } from './in-hand.ts';
import { nextBox, undoCheck } from './next-box.ts';
import type { Offers } from './offers.ts';
import { createParking, type Parking } from './parking.ts';
import { createPreparing, type Preparing } from './preparing.ts';
import type { Purchase, PurchaseEnd } from './purchase.ts';
import type { Quotes } from './quotes.ts';
import { type Given, readAnswer } from './read-answer.ts';
import { placeLabel } from './scan-back.ts';
import { createScanning, type Scanning } from './scanning.ts';
import { sendLater } from './send-later.ts';
import { createShowing } from './showing.ts';
import { takeLabelFile } from './take-label-file.ts';
import { createTiles, type Tiles } from './tiles.ts';

export interface Conversation extends Tiles, Omit<Parking, 'leave' | 'parkOrderOf'>, Omit<CheckingOff, 'scanned'> {
  state(): BenchState;
  /** True if a rule has chosen for the parcel in hand and its purchase has not begun. */
  isDeciding(): boolean;
  /** Renews the leases of the orders that were chosen by a product. Called often. */
  renewOrderLeases(): void;
  /**
   * Handles a scan by its meaning. While a booking or print is under way, the scan waits and is handled afterwards. `doubt`: the window is
   * not sure of the code, so no rule alone may buy.
   */
  scan(raw: string, doubt?: ScanDoubt): Promise<Answer<'scan'>>;
  /** Undoes the last scan, which came without its end and was only part of a code: the previous parcel is in hand again. */
  dropScan(): Promise<Answer<'dropScan'>>;
  /** Chooses which of several orders with the same number was scanned. */
  chooseOrder(workflowNo: number, key: string): Promise<Answer<'chooseOrder'>>;
  /** Ships the order in hand with the others to its address, or alone; alone, these orders are not asked about together again. */
  answerSameAddress(workflowNo: number, isJoined: boolean): Promise<Answer<'answerSameAddress'>>;
  /** Undoes that the orders to one address share a parcel. Only while nothing else was done with that parcel. */
  undoJoin(workflowNo: number): Promise<Answer<'undoJoin'>>;
  /** Sends the items that are scanned off so far. What is left of the order is shipped later. */
  sendLater(workflowNo: number): Promise<Answer<'sendLater'>>;
  /** Closes the box with the items that are scanned off so far. The next items go in one box more of the same shipment. */
  nextBox(workflowNo: number): Promise<Answer<'nextBox'>>;
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
  /** Marks the label that the packer names, after a scan that did not show which of several labels it was. */
  placeLabel(placed: CallArgs<'placeLabel'>): Answer<'placeLabel'>;
  /** Takes the label of a booking that has none from a file of the service that a person chose. */
  takeLabelFile(bookingId: string, bytes: Uint8Array): Promise<Answer<'takeLabelFile'>>;
  /** Records the shift lead's decision on what the pages of a courier's form are. */
  decideForm(decided: CallArgs<'decideForm'>): Promise<Answer<'decideForm'>>;
  /** Records that a person checked: the order was not shipped before the journal was restored. */
  confirmUnshipped(workflowNo: number, pin: string): Promise<Answer<'confirmUnshipped'>>;
  /** Records that the packer read the note of the order in hand, and goes on with it. */
  confirmNote(workflowNo: number): Promise<Answer<'confirmNote'>>;
  /** Returns the bookings on their way that no packer waits for at the screen. */
  onTheirWay(): readonly string[];
  shipAgain(workflowNo: number, reason: string, pin: string): Promise<Answer<'shipAgain'>>;
  /** Begins a return label for the shipped order in hand. It is bought like any other shipment, but by a person only. */
  returnLabel(workflowNo: number): Promise<Answer<'returnLabel'>>;
  /** Reports a change of the booking in the journal: a print, tracking numbers, or a decision in Resolve. Never throws. */
  bookingMoved(bookingId: string): void;
  /** Shows how a purchase that another part of the bench began has ended; false if its parcel is not in hand. */
  followPurchase(bookingId: string, end: PurchaseEnd): boolean;
  /** Receives the status of the label printer: the tiles show a fault before anything is bought, and no longer once it is fixed. */
  printerMoved(status: PrinterStatus): void;
  /** True also while the outcome is not written down yet. */
  isBeingBooked(bookingId: string): boolean;
  /** Runs a contract check, which requests quotes on the same key; refused with `not-now` while something is being booked. */
  beside<T, C extends FailureCode>(check: (inTurn: InTurn) => Promise<Result<T, C>>): Promise<Result<T, C | 'not-now'>>;
}

interface ConversationDeps {
  readonly quotes: Quotes;
  readonly offers: Offers;
  readonly purchase: Purchase;
  readonly shop: Shop;
  /** Orders imported at other benches. */
  readonly ordersEverywhere: { readonly syncNow: (withinMs: number) => Promise<void> };
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

/** Handles one parcel at a time, from scan to printed label. The only holder of the state of the screen. */
export function createConversation(context: BenchContext, deps: ConversationDeps): Conversation {
  const { quotes, purchase, later, restoredJournal } = deps;
  const hand = createInHand(context, () => {
    deps.handMoved();
    byProduct.tidy();
  });
  const byProduct = createByProduct(context, hand);
  const { guarded } = hand;
  const isUnderWay = (bookingId: string): boolean => purchase.underWay().has(bookingId);
  const takeUp = (code: string): void => later(() => guarded(() => scanning.begin(code)));
  const showing = createShowing(context, hand, { isUnderWay, takeUp, later });
  const buyAlone = (workflowNo: number, serviceId: string): void => later(() => guarded(() => buying.buy(workflowNo, serviceId, 'rule')));
  const preparing = createPreparing(context, hand, { ...deps, writtenNow: purchase.writtenNow, show: showing.show, buyAlone });
  const itemChecks = createCheckingOff(context, hand, { buyAlone });
  const parking = createParking(context, hand, showing);
  const buying = createBuying(context, hand, { ...deps, preparing, showing, parking });
  const scanning = createScanning(context, hand, {
    ...deps,
    preparing,
    parking,
    showing,
    checkingOff: itemChecks,
    byProduct,
    writtenNow: purchase.writtenNow,
  });
  const parts: Parts = { ...deps, ...itemChecks, context, hand, preparing, parking, buying, scanning, join: preparing.join };
  const { park, next, stopWaiting } = parking;
  const deciding = { context, hand, scanning, preparing, showing, restoredJournal, writtenNow: purchase.writtenNow };

  return {
    park,
    next,
    stopWaiting,
    ...createTiles(context, hand),
    ...itemChecks,
    state: hand.state,
    renewOrderLeases: byProduct.tidy,
    isDeciding: () => isRuleDeciding(hand.whole()),
    bookingMoved: showing.follow,
    followPurchase(bookingId, end) {
      if (!hand.isOf(bookingId)) return false;
      showing.presentEnd(bookingId, end);
      return true;
    },
    printerMoved: (status) => showPrinter(parts, status),
    answerSameAddress: (workflowNo, isJoined) => answerSameAddress(parts, { workflowNo, isJoined }),
    undoJoin: (workflowNo) => undoJoin(parts, workflowNo),
    sendLater: (workflowNo) => sendLater(parts, workflowNo),
    nextBox: (workflowNo) => nextBox(parts, workflowNo),
    undo: (workflowNo) => undoCheck({ ...parts, checkingOff: itemChecks }, workflowNo),
    answerQuestion: (workflowNo, asked, answer, given) => answerQuestion(parts, { workflowNo, asked, answer, given }),
    scan: (raw, doubt) => scan(parts, raw, doubt),
    dropScan: scanning.dropScan,
    buy: (workflowNo, serviceId) => guarded(() => buying.buy(workflowNo, serviceId)),
    confirmLabel: (bookingId, isRight) => confirmLabel(context, hand, { bookingId, isRight }, showing),
    placeLabel: (placed) => placeLabel(context, hand, placed),
    takeLabelFile: (bookingId, bytes) => takeLabelFile(context, hand, { bookingId, bytes }, showing),
    decideForm: (decided) => decideForm(context, hand, decided, showing),
    isBeingBooked: (bookingId) =>
      (hand.state().workflow.step === 'booking' && hand.isOf(bookingId)) ||
      isUnderWay(bookingId) ||
      context.pendingWrites.ids().includes(bookingId),
    onTheirWay: () => [...purchase.underWay()].filter((bookingId) => !hand.isOf(bookingId)),
    beside: async (check) =>
      hand.state().workflow.step === 'booking' || quotes.isShipping() ? context.fail('not-now') : quotes.beside(check),
    chooseOrder: (workflowNo, key) => chooseOrder(deciding, { workflowNo, key }),
    confirmUnshipped: (workflowNo, pin) => confirmUnshipped(deciding, { workflowNo, pin }),
    confirmNote: (workflowNo) => confirmNote(deciding, workflowNo),
    shipAgain: (workflowNo, reason, pin) => shipAgain(deciding, { workflowNo, reason, pin }),
    returnLabel: (workflowNo) => returnLabel(deciding, workflowNo),
  };
}

interface Parts extends Pick<ConversationDeps, 'reprint' | 'resumeBooking' | 'standBy'>, Pick<CheckingOff, 'unpack'> {
  readonly context: BenchContext;
  readonly hand: InHand;
  readonly preparing: Pick<Preparing, 'answer' | 'prepare' | 'split'>;
  readonly parking: Pick<Parking, 'park' | 'next' | 'stopWaiting'>;
  readonly buying: Buying;
  readonly scanning: Pick<Scanning, 'understand'>;
  readonly join: Join;
}

async function scan(parts: Parts, raw: string, doubt?: ScanDoubt): Promise<Answer<'scan'>> {
  const read = readScan(raw);
  if (read.kind === 'nothing') return parts.context.fail('scan-not-understood');
  if (read.kind === 'command') return parts.hand.guarded(() => command(parts, read.command));
  return parts.scanning.understand(read.text, doubt);
}

async function command(parts: Parts, which: Command): Promise<Answer<'scan'>> {
  const { context, hand, parking } = parts;
  const { fail } = context;
  const { workflow, workflowNo } = hand.state();
  switch (which) {
    case 'BUY':
      if (checkingOff(hand.state())) return fail('items-not-checked');
      return workflow.step === 'choosing' ? parts.buying.buy(workflowNo, workflow.serviceId) : fail('not-now');
    case 'ASIDE':
      return parking.park(workflowNo);
    case 'NEXT':
      return parking.next(workflowNo);
    case 'FREE':
      return parking.stopWaiting(workflowNo);
    case 'REPRINT': {
      const booking = reprintable(workflow);
      return booking ? parts.reprint(booking.id) : fail('not-now');
    }
    case 'PICKUP':
    // The window takes these itself while it asks why a label is printed again.
    case 'NOTHING':
    case 'DAMAGED':
    case 'FAINT':
    case 'LOST':
    case 'OTHER':
    case 'UNREADABLE':
    case 'NOTHERE':
      return fail('not-now');
    case 'RESUME':
      return context.breaker.pause() ? parts.resumeBooking() : fail('not-now');
    case 'STANDBY': {
      const used = await parts.standBy();
      return used.ok ? done : used;
    }
    case 'JOIN':
    case 'APART':
      return answerSameAddress(parts, { workflowNo, isJoined: which === 'JOIN' });
    case 'LATER':
      return sendLater(parts, workflowNo);
    case 'BOX':
      return nextBox(parts, workflowNo);
    case 'NOTED':
      return confirmNote(parts, workflowNo);
    case 'UNPACK':
      return parts.unpack(workflowNo);
    case 'TAKE': {
      const [asked] = workflow.step === 'asking' ? workflow.questions : [];
      const answer = asked && offeredAnswer(asked);
      return asked && answer !== undefined ? answerQuestion(parts, { workflowNo, asked, answer }) : fail('not-now');
    }
  }
}

interface AnswerGiven {
  readonly workflowNo: number;
  readonly asked: Pick<Question, 'kind' | 'parcel'>;
  readonly answer: string;
  readonly given?: Given | undefined;
}

async function answerQuestion(parts: Parts, { workflowNo, asked, answer, given = {} }: AnswerGiven): Promise<Answer<'answerQuestion'>> {
  const { context, hand } = parts;
  const here = hand.at(workflowNo, 'asking');
  if (!here.ok) return here;
  const [question] = here.value.questions;
  if (question?.kind !== asked.kind || question.parcel !== asked.parcel) return context.fail('not-now');
  const read = readAnswer(context, here.value, question, answer, given);
  if (read.is === 'scan') return scan(parts, read.code);
  if (read.is === 'answer') return parts.preparing.answer(workflowNo, asked, answer);
  const { order, questions, changes } = here.value;
  hand.fold({ is: 'asked', order, questions, changes, refused: false, doubt: read.doubt });
  return done;
}

function showPrinter({ context, hand }: Parts, status: PrinterStatus): void {
  const { printerTrouble } = hand.whole();
  const code = failureOf(status);
  // Status comes often: the same fault keeps its reference.
  const known = printerTrouble?.code === code ? printerTrouble : null;
  hand.fold({ is: 'printer-moved', failure: known ?? (code ? context.fail(code).failure : null) });
}
