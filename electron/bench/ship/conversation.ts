import { leavesCustomsTerritory } from '../../../shared/address.ts';
import { advance, type BenchEvent, type BenchState, firstBenchState, isInWork, orderBegun, type WalkAt } from '../../../shared/bench.ts';
import { type Booking, isSettledOrOpen, noWish } from '../../../shared/booking.ts';
import { hsDigits } from '../../../shared/customs.ts';
import { type Declaration, declarationOf } from '../../../shared/declaration.ts';
import type { Failure } from '../../../shared/failure.ts';
import { isAsked, questionedIn } from '../../../shared/label.ts';
import { type Order, productOf, withDefaults } from '../../../shared/order.ts';
import { failureOf, type PrinterStatus } from '../../../shared/printer.ts';
import { type Question, questionsOf, withAnswer } from '../../../shared/question.ts';
import { isSureToGo, mayGo, type Service } from '../../../shared/quote.ts';
import { failed, ok, type Result } from '../../../shared/result.ts';
import { choose } from '../../../shared/rules.ts';
import { type Command, readScan } from '../../../shared/scan.ts';
import type { ShipmentProblem } from '../../../shared/shipment-check.ts';
import type { BenchContext } from '../context.ts';
import { sentWithOtherKey } from '../exchange/other-key.ts';
import { refused } from '../exchange/refusal.ts';
import type { Doubt } from '../exchange/restored.ts';
import { writeDown } from '../exchange/write-down.ts';
import { labelJobsOf } from '../labels/label.ts';
import { failureOfPrint, stillTrue } from '../labels/label-out.ts';
import { type Found, foreignFailure, isForeign, lookUp } from './found.ts';
import { createPurchase, type PurchaseEnd } from './purchase.ts';
import { createQuotes } from './quotes.ts';
import { readBack } from './scan-back.ts';
import { printConfirmed, reread, type Settled } from './settle.ts';
import { createTiles, type Tiles } from './tiles.ts';
import { keepWaiting } from './waiting-scans.ts';

type Done = Promise<Result<Record<string, never>>>;

export interface Ship extends Tiles {
  state(): BenchState;
  /** Understands a scan by what it is. While a booking or a print is under way the scan waits and is taken up afterwards. */
  scan(raw: string): Done;
  /** Says which of several orders with one number was scanned. */
  chooseOrder(walkNo: number, key: string): Done;
  answerQuestion(walkNo: number, question: Pick<Question, 'kind' | 'parcel'>, answer: string): Done;
  /** Buys the selected service, at most once: a second call finds the walk elsewhere and is refused. */
  buy(walkNo: number, serviceId: string): Done;
  /**
   * A person's word on a label that is asked about: print it, or hold it back, which may be taken back. A shipment whose label
   * is missing, or fits and was never queued, is taken up again: looked for, compared, printed.
   */
  confirmLabel(bookingId: string, isRight: boolean): Done;
  /** A person looked: the order was not shipped before the journal was restored. */
  confirmUnshipped(walkNo: number, pin: string): Done;
  putAside(walkNo: number): Done;
  next(walkNo: number): Done;
  /** A read ends; a booking on its way goes on without the screen, and its label is kept until somebody asks for it. */
  stopWaiting(walkNo: number): Done;
  /** The bookings on their way that nobody waits for at the screen. */
  onTheirWay(): readonly string[];
  shipAgain(walkNo: number, reason: string, pin: string): Done;
  /** The booking in hand changed in the journal: a print moved on, tracking numbers came in, a person settled it in Resolve. Never throws. */
  bookingMoved(bookingId: string): void;
  /** What the label printer lets know of itself: at the tiles it is said before anything is bought, and unsaid once it is mended. */
  printerMoved(status: PrinterStatus): void;
  /** Also while how it ended is not written down yet. */
  isBeingBooked(bookingId: string): boolean;
  /** Runs a contract check, which asks for quotes on the same key; refused with `not-now` while something is being booked. */
  beside<T>(check: () => Promise<Result<T>>): Promise<Result<T>>;
}

interface Doings {
  readonly kickPrinting: () => void;
  readonly readTracking: (bookingId: string) => void;
  /** Work nobody waits for; not begun any more while the bench closes. */
  readonly later: (work: () => Promise<unknown>) => void;
  readonly reprint: (bookingId: string) => Done;
  /** Refuses while booking is paused. */
  readonly mayBook: () => Result<Record<string, never>>;
  /** What a restored journal does not know. */
  readonly doubt: Pick<Doubt, 'of' | 'mayBook' | 'confirmUnshipped'>;
  readonly resumeBooking: () => Done;
}

const done = ok({});

/**
 * Walks one parcel at a time from scan to paper: looks at the state, does the one thing it calls for, writes the outcome
 * in the journal, folds it into the state and publishes.
 */
export function createShip(room: BenchContext, doings: Doings): Ship {
  let state = firstBenchState;
  /** The rule in force at the scan: one set later never buys the parcel in hand (DESIGN §6.3). */
  let { rule } = room.settings();
  /** The facts a person gave since the scan, for the history. */
  let factsGiven: string[] = [];
  /** The extras asked for the parcel in hand, also while its prices are asked again. */
  let wish = noWish;
  const quotes = createQuotes(room);
  const purchase = createPurchase(room, {
    quotes,
    printerMoved,
    mayBook: ({ key }) => {
      const unshipped = doings.doubt.mayBook(key);
      return unshipped.ok ? doings.mayBook() : unshipped;
    },
  });
  const nowAt = (): string => room.now().toISOString();
  /** Counts the attempts to buy: one that a person left finds that it is not the newest any more. */
  let attempts = 0;
  /** Brings the tiles back while nothing was sent. */
  let backToTiles: (() => void) | undefined;
  /** What the label printer last said against printing. */
  let printerTrouble: Failure | null = null;

  /** The order on the tiles as it was written down when it was quoted. */
  let quotedAs = '';

  const fold = (event: BenchEvent): void => {
    const before = state;
    const after = advance(before, event);
    if (after === 'unfitting') return void room.bug('walk', new Error(`${event.is} does not fit ${before.walk.step}`));
    state = after;
    if (state === before) return;
    if (state.waiting.length !== before.waiting.length)
      keepWaiting(
        room,
        state.waiting.map(({ orderKey }) => orderKey),
      );
    room.log('walk', { step: state.walk.step });
    room.changed();
  };
  const isStill = (walkNo: number): boolean => state.walkNo === walkNo;
  const stop = (code: string, order: Order | null, failure: Failure, problems: ShipmentProblem[] = []): void =>
    fold({ is: 'stopped', code, order, failure, problems });

  /** The walk at this step, if the intent was meant for it; else the refusal. */
  const at = <S extends BenchState['walk']['step']>(walkNo: number, step: S): Result<WalkAt<S>> =>
    isStill(walkNo) && state.walk.step === step ? ok(state.walk as WalkAt<S>) : room.fail('not-now');

  async function begin(code: string, found = lookUp(room, code)): Promise<void> {
    const { order, known, among } = found;
    const key = order?.key ?? known?.orderKey ?? null;
    rule = room.settings().rule;
    factsGiven = [];
    wish = noWish;
    const last = orderBegun(state.walk);
    // One that may not be shipped was only looked at. What cannot be written down keeps nobody from finding what was shipped.
    if (last && last.key !== key && !last.hold) writeDown(room, layBegunAside);
    fold({ is: 'scanned', code, orderKey: key });
    if (among.length > 1)
      return fold({ is: 'found-several', code, orders: among.map((each) => ({ order: each, booking: bookingOf(each) })) });
    if (known && isSettledOrOpen(known)) return show(known);
    if (!order) return stop(code, null, room.fail(foreignFailure(code, found), code).failure);
    const restored = doings.doubt.of(order.key);
    if (restored) return fold({ is: 'found-doubtful', order, restored });
    await prepare(order);
  }

  const bookingOf = ({ key }: Order): Booking | null => room.journal.latestOf(key) ?? null;

  const isOwed = (bookingId: string): boolean => room.owed.ids().includes(bookingId);

  function show(booking: Booking): void {
    if (isOwed(booking.id)) return stop(booking.orderKey, booking.order, room.fail('answer-not-written').failure);
    if (booking.state === 'unknown') return fold({ is: 'found-unknown', booking });
    if (purchase.underWay().has(booking.id)) return waitAgain(booking);
    if (booking.state !== 'booked') return stop(booking.orderKey, booking.order, room.fail('not-now').failure);
    if (room.journal.isLabelAside(booking.id))
      return fold({ is: 'found-shipped', booking, failure: room.fail('label-of-another-order').failure });
    if (booking.verdict?.kind === 'other') return fold({ is: 'label-of-another', booking });
    if (isAsked(booking.verdict) && booking.jobs.length === 0) return fold({ is: 'label-doubtful', booking });
    if (booking.jobs.length === 0 && room.journal.isPutAside(booking.id)) return doings.later(() => guarded(() => printKept(booking.id)));
    fold({ is: 'found-shipped', booking, failure: sentWithOtherKey(room, booking)?.failure ?? null });
  }

  /** Its order was scanned again while the answer is still on its way. */
  function waitAgain(booking: Booking): void {
    room.journal.putAside(booking.id, false);
    fold({ is: 'booking-moved', booking, doing: 'sending', since: booking.changedAt });
  }

  /** Whoever scans the order of a label that nobody waited for holds its parcel. */
  async function printKept(bookingId: string): Promise<void> {
    room.journal.putAside(bookingId, false);
    present(await printConfirmed(room, bookingId));
  }

  /** Fills in what Setup knows, then asks for the first missing fact or quotes. */
  async function prepare(written: Order, isRefused = false, notice: Failure | null = null): Promise<void> {
    const settings = room.settings();
    const { sender } = settings;
    if (written.hold) return stop(written.key, written, room.fail(`order-${written.hold}`).failure);
    if (!sender) return stop(written.key, written, room.fail('no-sender').failure);
    const needsCustoms = leavesCustomsTerritory(sender, written.recipient);
    const order = withDefaults(written, settings, needsCustoms);
    const { changes } = room.courier.inAscii(order.recipient);
    const questions = questionsOf(order, needsCustoms).map((question) => remembered(order, question));
    if (questions.length > 0) return fold({ is: 'asked', order, questions, changes: [...changes], refused: isRefused });
    const problems = room.courier.problems({ sender, order }).filter((problem) => problem.stops);
    if (problems.length > 0) {
      const code = problems.every(({ part }) => part === 'sender') ? 'sender-incomplete' : 'order-incomplete';
      return stop(written.key, written, room.fail(code).failure, problems);
    }
    await quote(order, notice);
  }

  /** Of the order as it is sent, by the sender it is sent from. */
  const declarationIn = (order: Order): Declaration | null => {
    const { sender } = room.settings();
    return sender && declarationOf(sender, order);
  };

  /** The HS code that was last said for this product stands beside the question; a person takes it. */
  const remembered = (order: Order, question: Question): Question =>
    question.kind === 'hs-code' ? { ...question, found: room.journal.fact(hsCodeFact(order, question)) ?? '' } : question;

  async function quote(order: Order, notice: Failure | null): Promise<void> {
    const { walkNo } = state;
    const asWritten = purchase.writtenNow(order);
    if (quotes.mustWait()) {
      fold({ is: 'quote-started', order, since: nowAt(), isBehind: true });
      await quotes.shipped();
      if (!isStill(walkNo)) return;
      if (quotes.mustWait()) return stop(order.key, order, room.fail('wait-stopped').failure);
    }
    fold({ is: 'quote-started', order, since: nowAt(), isBehind: false });
    const printer = room.printer('label');
    if (printer) void room.printers.prepare(printer);
    // Then nobody chooses.
    if (rule !== 'ask') room.courier.connectAhead();
    const asked = await quotes.ask(order);
    if (!isStill(walkNo)) return;
    if (!asked.ok) return stop(order.key, order, asked.failure);
    const services = asked.value.services.filter((service) => mayGo(service, order));
    const advice = choose(services, rule);
    if (!advice) return stop(order.key, order, room.fail('no-services').failure);
    // The same quote, so that it stays the last one of the key.
    const quoted = { ...asked.value, services };
    const kept = writeDown(room, () => {
      const drafted = room.journal.draft(order, room.settings().packer);
      if (isSettledOrOpen(drafted)) return drafted;
      room.journal.record(drafted.id, 'scanned', factsGiven.join(', '));
      room.journal.writeQuote(drafted.id, order, quoted);
      return drafted;
    });
    if (!kept.ok) return stop(order.key, order, kept.failure);
    const booking = kept.value;
    if (isSettledOrOpen(booking)) return show(booking);
    fold({
      is: 'quoted',
      order,
      bookingId: booking.id,
      quote: quoted,
      serviceId: advice.serviceId,
      advised: { serviceId: advice.serviceId, why: advice.why },
      wish,
      declared: declarationIn(order),
      notice: notice ?? printerTrouble,
    });
    quotedAs = asWritten;
    const isKnown = services.every((service) => isSureToGo(service, order));
    if (advice.decidesAlone && !notice && isKnown) doings.later(() => guarded(() => buy(walkNo, advice.serviceId)));
  }

  async function buy(walkNo: number, serviceId: string): Done {
    const here = at(walkNo, 'choosing');
    if (!here.ok) return here;
    const walk = here.value;
    const selected = walk.quote.services.find((service) => service.serviceId === serviceId);
    if (!selected || walk.serviceId !== serviceId) return room.fail('not-now');
    const may = doings.mayBook();
    if (!may.ok) return may;
    if (purchase.writtenNow(walk.order) !== quotedAs) {
      await prepareChanged(walk, room.fail('order-changed').failure);
      return done;
    }
    attempts += 1;
    const attempt = attempts;
    backToTiles = () => {
      attempts += 1;
      chooseAgain(walk, room.fail('wait-stopped').failure);
    };
    const { bookingId, order, quote, extras, advised } = walk;
    const isBought = await purchase.buy(
      { bookingId, order, asWritten: quotedAs, quote, service: selected, serviceId, extras, advised },
      {
        // Whatever is asked may take long: where this parcel is not in hand any more, nothing of it is bought.
        wants: () => attempt === attempts && isStill(walkNo) && state.walk.step === 'booking' && isInHand(bookingId),
        waits: (booking, doing, since) => fold({ is: 'booking-moved', booking, doing, since }),
        ended: (end) => purchaseEnded(walk, end),
      },
    );
    return isBought ? done : room.fail('not-now');
  }

  /** Orders or an import wrote the order anew since it was quoted: its prices are asked again, with what was chosen. */
  async function prepareChanged(walk: WalkAt<'choosing'>, notice: Failure): Promise<void> {
    ({ wish } = walk);
    await prepare(room.journal.order(walk.order.key) ?? walk.order, false, notice);
  }

  function purchaseEnded(walk: WalkAt<'choosing'>, end: PurchaseEnd): void {
    const { bookingId, order } = walk;
    const isStillHere = isInHand(bookingId) || (state.walk.step === 'stopped' && state.walk.order?.key === order.key);
    switch (end.is) {
      case 'not-bought':
        if (isStillHere && end.failure.code === 'order-changed')
          return doings.later(() => guarded(() => prepareChanged(walk, end.failure)));
        return isStillHere ? chooseAgain(walk, end.failure, end.quote, end.service) : layAside(bookingId);
      case 'taken':
        return show(end.booking);
      case 'not-written':
        return isStillHere ? stop(order.key, order, room.fail('answer-not-written').failure) : undefined;
      case 'settled':
        if (isStillHere) return present(end.settled);
        // Another parcel is in hand, and stays there.
        if (end.settled.is === 'rejected') return layAside(bookingId);
        doings.kickPrinting();
        return doings.readTracking(bookingId);
      case 'broken':
        doings.kickPrinting();
        if (isStillHere) return presentBroken(end.booking, end.failure);
        if (end.booking.state === 'quoted' || end.booking.state === 'rejected') layAside(bookingId);
    }
  }

  /** Back to the tiles with a reason. What was chosen stays chosen as long as the quote is the same. */
  function chooseAgain(walk: WalkAt<'choosing'>, notice: Failure, quote = walk.quote, service?: Service): void {
    const serviceId = service?.serviceId ?? walk.serviceId;
    fold({
      is: 'quoted',
      order: walk.order,
      bookingId: walk.bookingId,
      quote,
      serviceId,
      advised: quote === walk.quote ? walk.advised : { serviceId, why: 'first' },
      wish: walk.wish,
      declared: walk.declared,
      notice,
    });
  }

  function presentBroken(booking: Booking, failure: Failure): void {
    if (booking.state === 'unknown') fold({ is: 'found-unknown', booking });
    else if (booking.state === 'booked') finish(booking, failure);
    else fold({ is: 'broke', ref: failure.ref });
  }

  /** An order that was not shipped and is not in hand any more waits in Resolve, beside what is shipped of it. */
  function layAside(bookingId: string): void {
    const { packer } = room.settings();
    const { order, shipmentNo, said, state: left } = reread(room, bookingId);
    if (state.walk.step === 'choosing' && state.walk.bookingId === bookingId) return;
    if (left === 'quoted') return room.journal.putAside(bookingId, true);
    const next = shipmentNo === 1 ? room.journal.draft(order, packer) : room.journal.draftAgain(order, packer, said.join('; '));
    room.journal.putAside(next.id, true);
  }

  function present(settled: Settled): void {
    const { booking } = settled;
    switch (settled.is) {
      case 'printing':
        doings.readTracking(booking.id);
        fold({ is: 'print-moved', booking });
        doings.kickPrinting();
        return followBooking(booking.id);
      case 'not-printed':
        doings.readTracking(booking.id);
        doings.kickPrinting();
        return finish(booking, settled.failure);
      case 'label-doubtful':
        return fold({ is: 'label-doubtful', booking });
      case 'label-of-another':
        return fold({ is: 'label-of-another', booking });
      case 'label-kept':
        return doings.later(() => guarded(() => printKept(booking.id)));
      case 'unknown':
        return fold({ is: 'found-unknown', booking });
      case 'rejected':
        return stop(booking.orderKey, booking.order, refused(room, 'booking-rejected', booking.said).failure);
    }
  }

  /** The next order is taken up unless that would cover a label that did not come out. */
  function finish(booking: Booking, failure: Failure | null): void {
    fold({ is: 'finished', booking, failure });
    if (failure === null) takeUpNext();
  }

  function putDown(): void {
    fold({ is: 'put-down' });
    takeUpNext();
  }

  function takeUpNext(): void {
    const [next] = state.waiting;
    if (next) doings.later(() => guarded(() => begin(next.code)));
  }

  /** While something is sent or printed an order waits its turn; anything else says at once what it is. */
  function waitForTurn(code: string, found: Found): Result<Record<string, never>> {
    const { walk } = state;
    const { order, known } = found;
    const of = order ?? known?.order;
    if (!of) return room.fail(foreignFailure(code, found), code);
    if ('booking' in walk && walk.booking.orderKey === of.key) return room.fail('order-in-hand', of.key);
    const { name, company, city } = of.recipient;
    fold({ is: 'next-waits', order: { code, orderKey: of.key, name: name || company, city } });
    return done;
  }

  const isInHand = (bookingId: string): boolean => 'booking' in state.walk && state.walk.booking.id === bookingId;

  function followBooking(bookingId: string): void {
    const { walk } = state;
    if (!('booking' in walk) || walk.booking.id !== bookingId || walk.step === 'booking') return;
    const booking = reread(room, bookingId);
    if (walk.step === 'done') {
      const failure = stillTrue(walk.failure, booking);
      return walk.failure && !failure ? finish(booking, null) : fold({ is: 'finished', booking, failure });
    }
    if (walk.step === 'already-shipped') return fold({ is: 'found-shipped', booking, failure: walk.failure });
    if (walk.step === 'unknown' && booking.state === 'released') return putDown();
    if (walk.step === 'unknown' || walk.step === 'confirm-label' || walk.step === 'wrong-label') return show(booking);
    if (walk.step !== 'printing') return;
    const labels = labelJobsOf(booking);
    if (labels.some((job) => job.state === 'queued' || job.state === 'sending')) return fold({ is: 'print-moved', booking });
    const stuck = labels.find((job) => job.state !== 'printed' && job.state !== 'sent');
    finish(booking, stuck ? room.fail(failureOfPrint(stuck), stuck.detail).failure : null);
  }

  function printerMoved(status: PrinterStatus): void {
    const code = failureOf(status);
    if (code !== printerTrouble?.code) printerTrouble = code ? room.fail(code).failure : null;
    fold({ is: 'printer-moved', failure: printerTrouble });
  }

  function bookingMoved(bookingId: string): void {
    const { walkNo } = state;
    try {
      followBooking(bookingId);
    } catch (error) {
      broke(error, walkNo);
    }
  }

  const broke = (error: unknown, walkNo: number): void => {
    const { ref } = room.bug('walk', error);
    if (isStill(walkNo)) fold({ is: 'broke', ref });
  };

  /** A bug ends this walk, visibly; the next scan begins a new one. */
  async function guarded(act: () => Promise<Result<Record<string, never>> | void>): Done {
    const acting = act();
    const { walkNo } = state;
    try {
      return (await acting) ?? done;
    } catch (error) {
      broke(error, walkNo);
      return done;
    }
  }

  async function command(which: Command): Done {
    const { walk, walkNo } = state;
    switch (which) {
      case 'BUY':
        return walk.step === 'choosing' ? buy(walkNo, walk.serviceId) : room.fail('not-now');
      case 'ASIDE':
        return putAside(walkNo);
      case 'NEXT':
        return next(walkNo);
      case 'FREE':
        return stopWaiting(walkNo);
      case 'REPRINT':
        return walk.step === 'done' || walk.step === 'already-shipped' ? doings.reprint(walk.booking.id) : room.fail('not-now');
      case 'PICKUP':
        return room.fail('not-now');
      case 'RESUME':
        return doings.resumeBooking();
    }
  }

  /** An order that was begun and not booked waits in Resolve from now on; false where nothing was begun. */
  function layBegunAside(): boolean {
    const { walk } = state;
    const begun = orderBegun(walk);
    const order = begun && room.journal.order(begun.key);
    if (!order) return false;
    const booking = walk.step === 'choosing' ? reread(room, walk.bookingId) : room.journal.draft(order, room.settings().packer);
    if (!isSettledOrOpen(booking)) room.journal.putAside(booking.id, true);
    return true;
  }

  async function putAside(walkNo: number): Done {
    if (!isStill(walkNo)) return room.fail('not-now');
    const { walk } = state;
    // These wait in Resolve already, as what they are.
    const waitsThere = walk.step === 'unknown' || walk.step === 'confirm-label' || walk.step === 'wrong-label';
    if (walk.step === 'printing') holdBack(walk.booking);
    else if (!waitsThere && !layBegunAside()) return room.fail('not-now');
    putDown();
    return done;
  }

  /** What the printer does not have yet waits in Resolve, so that it never comes out onto another parcel. */
  function holdBack(booking: Booking): void {
    for (const job of labelJobsOf(booking)) room.journal.moveJob(job.id, ['queued'], 'failed', 'Put aside before it went to the printer.');
  }

  async function stopWaiting(walkNo: number): Done {
    const { walk } = state;
    if (!isStill(walkNo)) return room.fail('not-now');
    if (walk.step === 'printing') return putAside(walkNo);
    if (walk.step === 'booking' && walk.doing === 'sending') {
      room.journal.putAside(walk.booking.id, true);
      putDown();
      return done;
    }
    if (walk.step !== 'quoting' && walk.step !== 'booking') return room.fail('not-now');
    if (walk.step === 'booking') backToTiles?.();
    room.waits.stop();
    return done;
  }

  async function answer(walkNo: number, asked: Pick<Question, 'kind' | 'parcel'>, given: string): Done {
    const here = at(walkNo, 'asking');
    if (!here.ok) return here;
    const [question] = here.value.questions;
    const order = room.journal.order(here.value.order.key);
    if (!order || question?.kind !== asked.kind || question.parcel !== asked.parcel) return room.fail('not-now');
    const { boxes, currency } = room.settings();
    const answered = withAnswer(order, question, given, boxes, currency);
    if (answered) {
      room.journal.saveOrder(answered);
      if (question.kind === 'hs-code') room.journal.setFact(hsCodeFact(here.value.order, question), hsDigits(given));
      factsGiven.push(`${question.kind}: ${given.trim()}`);
    }
    return guarded(() => prepare(answered ?? order, !answered));
  }

  async function next(walkNo: number): Done {
    const { step } = state.walk;
    if (!isStill(walkNo) || step === 'booking' || step === 'printing') return room.fail('not-now');
    // Only what is stopped may be cleared away.
    if (step !== 'stopped') layBegunAside();
    putDown();
    return done;
  }

  /** A scan of the label that just came out, or of another one; undefined where it is a scan like any other. */
  function scanBack({ booking }: WalkAt<'done'>, code: string): Result<Record<string, never>> | undefined {
    const back = readBack(room, booking, code);
    if (back.is === 'own') {
      room.journal.writeOnParcel(booking.id);
      room.silence.seen(booking.id);
      fold({ is: 'finished', booking: reread(room, booking.id), failure: null });
      return done;
    }
    if (back.is === 'no-label' || !room.settings().scanBack) return undefined;
    if (back.is !== 'of-another') return room.fail('scan-not-understood', code);
    const { failure } = room.fail('label-on-wrong-parcel', back.booking.orderKey);
    room.journal.record(booking.id, 'scanned-wrong-label', back.booking.orderKey);
    fold({ is: 'finished', booking, failure });
    return done;
  }

  return {
    state: () => state,
    bookingMoved,
    printerMoved,
    isBeingBooked: (bookingId) =>
      (state.walk.step === 'booking' && isInHand(bookingId)) || purchase.underWay().has(bookingId) || isOwed(bookingId),
    onTheirWay: () => [...purchase.underWay()].filter((bookingId) => !isInHand(bookingId)),
    stopWaiting,
    beside: async (check) => (state.walk.step === 'booking' || quotes.isShipping() ? room.fail('not-now') : quotes.beside(check())),
    putAside,
    next,
    buy: (walkNo, serviceId) => guarded(() => buy(walkNo, serviceId)),

    async scan(raw) {
      const scan = readScan(raw);
      if (scan.kind === 'nothing') return room.fail('scan-not-understood');
      if (scan.kind === 'command') return guarded(() => command(scan.command));
      const { walk } = state;
      const found = lookUp(room, scan.text);
      if (walk.step === 'booking' || walk.step === 'printing') return waitForTurn(scan.text, found);
      const back = walk.step === 'done' ? scanBack(walk, scan.text) : undefined;
      if (back) return back;
      const weighed = walk.step === 'asking' ? weightQuestion(walk, scan.text) : undefined;
      if (weighed) return answer(state.walkNo, weighed, scan.text);
      if (isForeign(found) && isInWork(walk)) return room.fail(foreignFailure(scan.text, found), scan.text);
      return guarded(() => begin(scan.text, found));
    },

    async chooseOrder(walkNo, key) {
      const here = at(walkNo, 'which-order');
      if (!here.ok) return here;
      const chosen = here.value.orders.find(({ order }) => order.key === key);
      const order = chosen && room.journal.order(chosen.order.key);
      return order
        ? guarded(() => begin(key, { order, known: bookingOf(order) ?? undefined, among: [], isLeftOut: false }))
        : room.fail('not-now');
    },

    answerQuestion: answer,

    ...createTiles(room, { choosing: (walkNo) => at(walkNo, 'choosing'), fold }),

    async confirmLabel(bookingId, isRight) {
      const booking = room.journal.booking(bookingId);
      if (booking?.state !== 'booked' || labelJobsOf(booking).length > 0 || room.journal.isLabelAside(bookingId))
        return room.fail('not-now');
      const { verdict } = booking;
      if (verdict?.kind === 'other' || (verdict === null && !isRight)) return room.fail('not-now');
      if (isAsked(verdict) || !isRight)
        room.journal.writeVerdict(
          bookingId,
          isRight ? { kind: 'match' } : { kind: 'held-back', was: questionedIn(verdict) },
          room.settings().packer,
        );
      if (!isRight) {
        bookingMoved(bookingId);
        room.changed();
        return done;
      }
      if (room.journal.isPutAside(bookingId)) room.journal.putAside(bookingId, false);
      const settled = await printConfirmed(room, bookingId);
      if (isInHand(bookingId)) {
        present(settled);
        return done;
      }
      // Another parcel is in hand, and stays there.
      doings.kickPrinting();
      doings.readTracking(bookingId);
      room.changed();
      return settled.is === 'not-printed' ? failed(settled.failure) : done;
    },

    async confirmUnshipped(walkNo, pin) {
      const here = at(walkNo, 'may-be-shipped');
      if (!here.ok) return here;
      const { key } = here.value.order;
      const order = room.journal.order(key);
      if (!order) return room.fail('order-not-found', key);
      const confirmed = doings.doubt.confirmUnshipped(key, pin);
      return confirmed.ok ? guarded(() => prepare(order)) : confirmed;
    },

    async shipAgain(walkNo, reason, pin) {
      const here = at(walkNo, 'already-shipped');
      if (!here.ok) return here;
      const allowed = room.allowed(reason, pin);
      if (!allowed.ok) return allowed;
      const order = room.journal.order(here.value.booking.orderKey);
      if (!order) return room.fail('order-not-found');
      // Found by a number of the first shipment, while nobody knows what became of the second.
      const latest = room.journal.latestOf(order.key);
      if (latest && latest.state !== 'booked') {
        show(latest);
        return done;
      }
      return guarded(async () => {
        rule = room.settings().rule;
        room.journal.draftAgain(order, room.settings().packer, allowed.value);
        const restored = doings.doubt.of(order.key);
        if (restored) return fold({ is: 'found-doubtful', order, restored });
        await prepare(order);
      });
    },
  };
}

/** The question a scale answers: scales that type like a scanner send kilograms with a decimal point, which no order key has. */
const weightQuestion = (walk: WalkAt<'asking'>, code: string): Question | undefined =>
  walk.questions[0]?.kind === 'weight' && /^\d{1,4}[.,]\d{1,3}$/.test(code) ? walk.questions[0] : undefined;

const hsCodeFact = (order: Order, { parcel }: Pick<Question, 'parcel'>): string => `hs-code ${productOf(order, parcel ?? 0)}`;
