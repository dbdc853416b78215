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

/** From a found order to its tiles: missing facts are asked for, then its prices. */
export interface Preparing {
  /** Another order is begun: nothing said of the one before counts, and the rules are those in force now. `again`: a person asked for another shipment of it. */
  begin(again?: boolean): void;
  prepare(order: Order): Promise<void>;
  /** Why it is not known what the shop says of the order in hand by now: a person decides, and no rule alone. */
  notHeard(failure: Failure): void;
  /** Orders or an import wrote the order anew since it was quoted: its prices are asked again, with what was chosen. */
  prepareChanged(workflow: WorkflowAt<'choosing'>, notice: Failure): Promise<void>;
  answer(workflowNo: number, asked: Pick<Question, 'kind' | 'parcel'>, given: string): Promise<Answer<'answerQuestion'>>;
  /** The order on the tiles as it was written down when it was quoted, and who sent it by then. */
  quotedAs(): string;
  /** Who sends what is on the tiles. */
  quotedFrom(): SentAs | undefined;
  /** The rules that count for the order in hand. */
  rules(): RulesInForce;
  /** Whether a rule has chosen for the order in hand and it is not being bought yet. */
  isDeciding(): boolean;
  /** What the label printer lets know of itself: at the tiles it is said before anything is bought, and unsaid once it is mended. */
  printerMoved(status: PrinterStatus): void;
}

interface Doings {
  readonly writtenNow: Purchase['writtenNow'];
  readonly quotes: Quotes;
  readonly offers: Offers;
  readonly show: Showing['show'];
  /** A rule decided alone. Begins in this tick. */
  readonly buyAlone: (workflowNo: number, serviceId: string) => void;
  /** What is in hand, or waits to be, has changed. */
  readonly handMoved: () => void;
}

export function createPreparing(context: BenchContext, hand: InHand, doings: Doings): Preparing {
  const { writtenNow, quotes, offers, show, buyAlone, handMoved } = doings;
  const { journal, courier, fail } = context;
  const { fold, stop } = hand;
  /** Those in force at the scan: one saved later never buys the parcel in hand. */
  let rules = rulesInForce(context.settings());
  let isAgain = false;
  /** The facts a person gave since the scan, for the history. */
  let factsGiven: string[] = [];
  /** The extras asked for the parcel in hand, also while its prices are asked again. */
  let wish = noWish;
  /** The point that a rule took for the order as it was when it was priced: for one that has changed since it is asked anew. */
  let ruledPoint: string | undefined;
  /** What the label printer last said against printing. */
  let printerTrouble: Failure | null = null;
  let quotedAs = '';
  let quotedFrom: SentAs | undefined;
  let unheard: Failure | null = null;
  /** The workflow for which a rule has decided. */
  let deciding: number | undefined;
  const nowAt = (): string => context.now().toISOString();

  /** Asks the first missing fact, or the prices, of an order that nothing is against. */
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

  /** Its order was booked while its facts were gone through. No booking follows on a question or on the tiles, so it is shown as if priced. */
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
    // Then perhaps nobody chooses.
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
