import { setImmediate as turn } from 'node:timers/promises';
import type { WorkflowAt } from '../../../shared/bench.ts';
import { isSettledOrOpen, noWish } from '../../../shared/booking.ts';
import { hsDigits } from '../../../shared/customs.ts';
import { declarationOf } from '../../../shared/declaration.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Answer } from '../../../shared/ipc.ts';
import type { Order } from '../../../shared/order.ts';
import { failureOf, type PrinterStatus } from '../../../shared/printer.ts';
import { type Question, withAnswer } from '../../../shared/question.ts';
import type { Ready, SentAs } from '../../../shared/readiness.ts';
import { mayDecideAlone } from '../../../shared/rules.ts';
import { type RulesInForce, rulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { failureFor, hsCodeFact, keepNumber, readinessToPrice } from '../readiness.ts';
import { sentAsShown } from '../sent-as.ts';
import type { InHand } from './in-hand.ts';
import { nearestPoint } from './nearest-point.ts';
import type { Offers } from './offers.ts';
import type { Purchase } from './purchase.ts';
import type { Quotes } from './quotes.ts';
import { showElsewhere } from './shipped-elsewhere.ts';
import type { Showing } from './showing.ts';

/** Takes a found order to its tiles: asks for missing facts, then requests its prices. */
export interface Preparing {
  /**
   * Begins another order: facts of the previous one no longer count, and the rules are those in force now. `again`: a person asked for
   * another shipment of it.
   */
  begin(again?: boolean): void;
  prepare(order: Order): Promise<void>;
  /** Records why the shop's current answer about the order in hand is not known: a person decides then, and no rule alone. */
  notHeard(failure: Failure): void;
  /** Requests the prices again, with the same choices, after Orders or an import changed the order since its quote. */
  prepareChanged(workflow: WorkflowAt<'choosing'>, notice: Failure): Promise<void>;
  answer(workflowNo: number, asked: Pick<Question, 'kind' | 'parcel'>, given: string): Promise<Answer<'answerQuestion'>>;
  /** Returns the order on the tiles and its sender, as stored when it was quoted. */
  quotedAs(): string;
  /** Returns the sender of the order on the tiles. */
  quotedFrom(): SentAs | undefined;
  /** Returns the rules that count for the order in hand. */
  rules(): RulesInForce;
  /** True if a rule has chosen for the order in hand and the purchase has not begun yet. */
  isDeciding(): boolean;
  /** Receives the status of the label printer: the tiles show a fault before anything is bought, and no longer once it is fixed. */
  printerMoved(status: PrinterStatus): void;
}

interface Doings {
  readonly writtenNow: Purchase['writtenNow'];
  readonly quotes: Quotes;
  readonly offers: Offers;
  readonly show: Showing['show'];
  /** Buys after a rule decided alone. Begins in this tick. */
  readonly buyAlone: (workflowNo: number, serviceId: string) => void;
  /** Called after the parcel in hand, or the scans that wait, changed. */
  readonly handMoved: () => void;
}

export function createPreparing(context: BenchContext, hand: InHand, doings: Doings): Preparing {
  const { writtenNow, quotes, offers, show, buyAlone, handMoved } = doings;
  const { journal, courier, fail } = context;
  const { fold, stop } = hand;
  /** Rules in force at the scan: rules saved later never buy the parcel in hand. */
  let rules = rulesInForce(context.settings());
  let isAgain = false;
  /** Facts that a person gave since the scan, for the history. */
  let factsGiven: string[] = [];
  /** Extras wanted for the parcel in hand, kept while its prices are requested again. */
  let wish = noWish;
  /** Point that a rule chose for the order as it was priced; requested again if the order has changed since. */
  let ruledPoint: string | undefined;
  /** Last printing fault that the label printer reported. */
  let printerTrouble: Failure | null = null;
  let quotedAs = '';
  let quotedFrom: SentAs | undefined;
  let unheard: Failure | null = null;
  /** Number of the workflow for which a rule has decided. */
  let deciding: number | undefined;
  const nowAt = (): string => context.now().toISOString();

  /** Asks for the first missing fact of an order, or for its prices, unless something stops it. */
  async function prepare(order: Order, isRefused = false, notice: Failure | null = null): Promise<void> {
    const { readiness, latest, elsewhere } = readinessToPrice(context, order, rules, isAgain);
    if ('written' in readiness && readiness.written !== order)
      factsGiven.push(`house-number: ${readiness.written.recipient.houseNumber}, as last time`);
    switch (readiness.is) {
      case 'stop':
        if (readiness.code === 'shipped') return latest && showShipped(order, () => show(latest));
        if (readiness.code === 'taken-elsewhere' && elsewhere)
          return showShipped(order, () => showElsewhere(context, hand, order.key, order, elsewhere));
        return stop(order.key, order, failureFor(context, readiness), [...readiness.problems]);
      case 'ask': {
        if (readiness.about === 'earlier-shipment') return fold({ is: 'found-doubtful', order, restored: readiness.restored });
        const { changes } = courier.inAscii(readiness.order.recipient);
        return fold({
          is: 'asked',
          order: readiness.order,
          questions: [...readiness.questions],
          changes: [...changes],
          refused: isRefused,
        });
      }
      case 'ready':
        return quote(readiness, notice);
    }
  }

  /**
   * The order was booked while its facts were collected. The workflow has no transition from a question or the tiles to a booking, so it is
   * shown as if priced.
   */
  function showShipped(order: Order, showIt: () => void): void {
    fold({ is: 'quote-started', order, since: nowAt(), isBehind: false });
    showIt();
  }

  async function quote({ order, from, printsAt, byPerson }: Ready, told: Failure | null): Promise<void> {
    const { workflowNo } = hand.state();
    const [why] = byPerson;
    const notice = why ? failureFor(context, why) : told;
    const asWritten = writtenNow(order, rules);
    if (quotes.mustWait()) {
      fold({ is: 'quote-started', order, since: nowAt(), isBehind: true });
      courier.connectAhead('price');
      await quotes.shipped();
      if (!hand.isStill(workflowNo)) return;
      if (quotes.mustWait()) return stop(order.key, order, fail('wait-stopped').failure);
    }
    fold({ is: 'quote-started', order, since: nowAt(), isBehind: false });
    const asking = offers.ask({ order, from }, rules, wish);
    const printer = context.printer('label', { named: printsAt?.name });
    if (printer) void context.printers.prepare(printer);
    // A purchase may follow without waiting for the packer.
    if (mayDecideAlone(rules)) courier.connectAhead('once');
    const asked = await asking;
    if (!hand.isStill(workflowNo)) return;
    if (!asked.ok) return stop(order.key, order, asked.failure);
    const { quote: quoted } = asked.value;
    if (ruledPoint !== undefined && wish.servicePoint?.keycode === ruledPoint) wish = { ...wish, servicePoint: null, pointOf: '' };
    const { choice, chosenPoint } = await nearestPoint(context, quotes, asked.value, wish);
    if (!hand.isStill(workflowNo)) return;
    ruledPoint = chosenPoint?.servicePoint?.keycode;
    const kept = offers.keep(order, { quote: quoted, choice }, factsGiven);
    if (!kept.ok) return stop(order.key, order, kept.failure);
    const booking = kept.value;
    if (isSettledOrOpen(booking)) return show(booking);
    const { decidesAlone, fitting: _fitting, extras, ...advised } = choice;
    const { serviceId } = advised;
    const isAlone = decidesAlone && byPerson.length === 0 && !notice && !unheard;
    if (isAlone) deciding = workflowNo;
    fold({
      is: 'quoted',
      order,
      bookingId: booking.id,
      quote: quoted,
      serviceId,
      advised,
      wish: { ...wish, ...extras, ...chosenPoint },
      declared: declarationOf(from.address, order),
      ...sentAsShown(context, from),
      ...(printsAt && { printsAt }),
      notice: notice ?? unheard ?? printerTrouble,
    });
    quotedAs = asWritten;
    quotedFrom = from;
    if (!isAlone) return;
    // The window gets its turn between the price and the purchase.
    await turn();
    buyAlone(workflowNo, serviceId);
    deciding = undefined;
    handMoved();
  }

  return {
    begin(again = false) {
      isAgain = again;
      rules = rulesInForce(context.settings());
      factsGiven = [];
      wish = noWish;
      ruledPoint = undefined;
      unheard = null;
    },

    notHeard(failure) {
      unheard = failure;
    },

    prepare,

    async prepareChanged(workflow, notice) {
      ({ wish } = workflow);
      const { key } = workflow.order;
      const order = journal.order(key);
      if (!order) return stop(key, workflow.order, fail('order-not-found', key).failure);
      await prepare(order, false, notice);
    },

    async answer(workflowNo, asked, given) {
      const here = hand.at(workflowNo, 'asking');
      if (!here.ok) return here;
      const [question] = here.value.questions;
      const order = journal.order(here.value.order.key);
      if (!order || question?.kind !== asked.kind || question.parcel !== asked.parcel) return fail('not-now');
      const { boxes, currency } = context.settings();
      const answered = withAnswer(order, question, given, boxes, currency);
      if (answered) {
        journal.saveOrder(answered);
        if (question.kind === 'house-number') keepNumber(context, order, given);
        if (question.kind === 'hs-code') journal.setFact(hsCodeFact(here.value.order, question.parcel ?? 0), hsDigits(given));
        factsGiven.push(`${question.kind}: ${given.trim()}`);
      }
      return hand.guarded(() => prepare(answered ?? order, !answered));
    },

    quotedAs: () => quotedAs,
    quotedFrom: () => quotedFrom,
    rules: () => rules,
    isDeciding: () => hand.state().workflow.step === 'choosing' && deciding === hand.state().workflowNo,

    printerMoved(status) {
      const code = failureOf(status);
      if (code !== printerTrouble?.code) printerTrouble = code ? fail(code).failure : null;
      fold({ is: 'printer-moved', failure: printerTrouble });
    },
  };
}
