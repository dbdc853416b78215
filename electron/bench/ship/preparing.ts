import { setImmediate as turn } from 'node:timers/promises';
import { leavesCustomsTerritory } from '../../../shared/address.ts';
import type { WorkflowAt } from '../../../shared/bench.ts';
import { isSettledOrOpen, noWish } from '../../../shared/booking.ts';
import { hsDigits } from '../../../shared/customs.ts';
import { declarationOf } from '../../../shared/declaration.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { type Order, productOf, withDefaults } from '../../../shared/order.ts';
import { failureOf, type PrinterStatus } from '../../../shared/printer.ts';
import { type Question, questionsOf, withAnswer } from '../../../shared/question.ts';
import { mayDecideAlone } from '../../../shared/rules.ts';
import type { ShipmentProblem } from '../../../shared/shipment-check.ts';
import { type RulesInForce, rulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { heldFailure } from '../held.ts';
import { keepNumber, lastNumber, withKnownNumber } from '../known-number.ts';
import { incompleteCode, letterProblems } from '../letter-problems.ts';
import { type SentAs, sentAs, sentAsShown } from '../sent-as.ts';
import { unreadRules } from '../unread-rules.ts';
import { addressChanged } from './address-changed.ts';
import type { InHand } from './in-hand.ts';
import { printsAt } from './label-printer.ts';
import { nearestPoint } from './nearest-point.ts';
import type { Offers } from './offers.ts';
import type { Purchase } from './purchase.ts';
import type { Quotes } from './quotes.ts';
import type { Showing } from './showing.ts';

/** From a found order to its tiles: missing facts are asked for, then its prices. */
export interface Preparing {
  /** Another order is begun: nothing said of the one before counts, and the rules are those in force now. */
  begin(): void;
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

  /** Fills in what Setup knows, then asks for the first missing fact or quotes. */
  async function prepare(written: Order, isRefused = false, notice: Failure | null = null): Promise<void> {
    const settings = context.settings();
    const stopWith = (problems: readonly ShipmentProblem[]): void =>
      stop(written.key, written, fail(incompleteCode(problems)).failure, [...problems]);
    if (written.hold) return stop(written.key, written, fail(`order-${written.hold}`).failure);
    const held = heldFailure(context, written.key);
    if (held) return stop(written.key, written, held);
    const from = sentAs(context, written, rules);
    const isDoubtful = !from.ok && from.failure.code === 'sender-in-doubt';
    if (!from.ok && !isDoubtful) return stop(written.key, written, from.failure);
    // Until it is known who sends it nothing is asked that depends on that.
    const needsCustoms = from.ok && leavesCustomsTerritory(from.value.address, written.recipient);
    const known = withKnownNumber(context, written);
    if (known !== written) factsGiven.push(`house-number: ${known.recipient.houseNumber}, as last time`);
    const order = withDefaults(known, settings, needsCustoms);
    // No answer to a question helps an order whose texts cannot be sent.
    const unsendable = from.ok ? letterProblems(context, { sender: from.value.address, order }) : [];
    if (unsendable.length > 0) return stopWith(unsendable);
    const { changes } = courier.inAscii(order.recipient);
    const questions = questionsOf(order, needsCustoms).map((question) => remembered(order, question));
    if (questions.length > 0) return fold({ is: 'asked', order, questions, changes: [...changes], refused: isRefused });
    if (!from.ok) return stop(written.key, written, from.failure);
    const problems = courier.problems({ sender: from.value.address, order }).filter((problem) => problem.stops);
    if (problems.length > 0) return stopWith(problems);
    await quote(order, from.value, notice);
  }

  /** The HS code that was last said for this product, or the house number for this address, stands beside the question; a person takes it. */
  function remembered(order: Order, question: Question): Question {
    if (question.kind === 'hs-code') return { ...question, found: journal.fact(hsCodeFact(order, question)) ?? '' };
    const number = question.kind === 'house-number' ? lastNumber(context, order) : '';
    return number ? { ...question, offer: { number, from: 'last-time' } } : question;
  }

  async function quote(order: Order, from: SentAs, told: Failure | null): Promise<void> {
    const { workflowNo } = hand.state();
    const otherAddress = addressChanged(journal.latestOf(order.key), order);
    const notice = otherAddress ? fail('order-changed', [otherAddress]).failure : told;
    const asWritten = writtenNow(order, rules);
    const printed = printsAt(context, { order, from }, rules);
    if (!printed.ok) return stop(order.key, order, printed.failure);
    if (quotes.mustWait()) {
      fold({ is: 'quote-started', order, since: nowAt(), isBehind: true });
      courier.connectAhead('price');
      await quotes.shipped();
      if (!hand.isStill(workflowNo)) return;
      if (quotes.mustWait()) return stop(order.key, order, fail('wait-stopped').failure);
    }
    fold({ is: 'quote-started', order, since: nowAt(), isBehind: false });
    const asking = offers.ask({ order, from }, rules, wish);
    const printer = context.printer('label', { named: printed.value?.name });
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
    const isAlone = decidesAlone && !notice && !unheard;
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
      ...(printed.value && { printsAt: printed.value }),
      notice: notice ?? unheard ?? unreadRules(context, rules) ?? printerTrouble,
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
    begin() {
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
        if (question.kind === 'hs-code') journal.setFact(hsCodeFact(here.value.order, question), hsDigits(given));
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

const hsCodeFact = (order: Order, { parcel }: Pick<Question, 'parcel'>): string => `hs-code ${productOf(order, parcel ?? 0)}`;
