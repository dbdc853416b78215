import { setImmediate as turn } from 'node:timers/promises';
import type { WorkflowAt } from '../../../shared/bench.ts';
import { isSettledOrOpen, type Wish } from '../../../shared/booking.ts';
import { hsDigits } from '../../../shared/customs.ts';
import { declarationOf } from '../../../shared/declaration.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Answer } from '../../../shared/ipc.ts';
import type { Order, Parcel } from '../../../shared/order.ts';
import { asLastTime, type Question, withAnswer } from '../../../shared/question.ts';
import type { Ready } from '../../../shared/readiness.ts';
import { mayDecideAlone } from '../../../shared/rules.ts';
import { kilogramDigits } from '../../../shared/units.ts';
import type { BenchContext } from '../context.ts';
import type { Knows } from '../known-code.ts';
import { failureFor, hsCodeFact, keepNumber, readinessToPrice } from '../readiness.ts';
import { sentAsShown } from '../sent-as.ts';
import { mustCheckItems } from './checking-off.ts';
import { isRuleDeciding, type ParcelFacts } from './hand-state.ts';
import type { InHand } from './in-hand.ts';
import { nearestPoint } from './nearest-point.ts';
import type { Offered, Offers } from './offers.ts';
import type { Purchase } from './purchase.ts';
import type { Quotes } from './quotes.ts';
import { showElsewhere } from './shipped-elsewhere.ts';
import type { Showing } from './showing.ts';

type PreparingContext = Knows &
  Pick<BenchContext, 'allPrinters' | 'courier' | 'fail' | 'keyAccount' | 'printer' | 'printers' | 'settings' | 'waits'>;

/** Takes a found order to its tiles: asks for missing facts, then requests its prices. */
export interface Preparing {
  prepare(order: Order): Promise<void>;
  /** Requests the prices again, with the same choices, after Orders or an import changed the order since its quote. */
  prepareChanged(tiles: WorkflowAt<'choosing'>, notice: Failure): Promise<void>;
  answer(workflowNo: number, asked: Pick<Question, 'kind' | 'parcel'>, given: string): Promise<Answer<'answerQuestion'>>;
}

interface PreparingDeps extends Pick<Purchase, 'writtenNow'>, Pick<Showing, 'show'> {
  readonly quotes: Pick<Quotes, 'mustWait' | 'shipped' | 'withLease' | 'isFresh'>;
  readonly offers: Offers;
  /** Buys after a rule decided alone. Begins in this tick. */
  readonly buyAlone: (workflowNo: number, serviceId: string) => void;
}

interface Parts extends PreparingDeps {
  readonly context: PreparingContext;
  readonly hand: InHand;
}

export function createPreparing(context: PreparingContext, hand: InHand, deps: PreparingDeps): Preparing {
  const parts: Parts = { ...deps, context, hand };
  return {
    prepare: (order) => prepare(parts, order),
    prepareChanged: (tiles, notice) => prepareChanged(parts, tiles, notice),
    answer: (workflowNo, asked, given) => answer(parts, { workflowNo, asked, given }),
  };
}

const nowAt = ({ context }: Pick<Parts, 'context'>): string => context.now().toISOString();

/** Asks for the first missing fact of an order, or for its prices, unless something stops it. */
async function prepare(parts: Parts, order: Order, isRefused = false, notice: Failure | null = null): Promise<void> {
  const { context, hand, show } = parts;
  const { rules, isAgain } = hand.whole().parcel;
  const { readiness, meant, latest, elsewhere } = readinessToPrice(context, order, rules, isAgain);
  if ('written' in readiness) for (const fact of factsSupplied(order, readiness.written)) hand.fold({ is: 'fact-given', fact });
  if ('order' in readiness) {
    const checkable = { order: readiness.order, rules, sender: meant.sender, isWhole: readiness.is === 'ready' };
    if (mustCheckItems(context, checkable)) hand.fold({ is: 'check-off-begun', order: readiness.order });
  }
  switch (readiness.is) {
    case 'stop':
      if (readiness.code === 'shipped') return latest && showShipped(parts, order, () => show(latest));
      if (readiness.code === 'taken-elsewhere' && elsewhere)
        return showShipped(parts, order, () => showElsewhere(context, hand, order.key, order, elsewhere));
      return hand.stop(order.key, order, failureFor(context, readiness), [...readiness.problems]);
    case 'ask': {
      if (readiness.about === 'earlier-shipment') return hand.fold({ is: 'found-doubtful', order, restored: readiness.restored });
      const { changes } = context.courier.inAscii(readiness.order.recipient);
      return hand.fold({
        is: 'asked',
        order: readiness.order,
        questions: [...readiness.questions],
        changes: [...changes],
        refused: isRefused,
      });
    }
    case 'ready':
      return quote(parts, readiness, notice);
  }
}

/** Facts that earlier parcels supplied, in words for the history. */
function factsSupplied(before: Order, now: Order): readonly string[] {
  const { houseNumber } = now.recipient;
  return [
    ...(houseNumber === before.recipient.houseNumber ? [] : [`house-number: ${houseNumber}, as last time`]),
    ...now.parcels.flatMap((parcel, at) => (parcel === before.parcels[at] ? [] : [packedAsBefore(parcel)])),
  ];
}

const packedAsBefore = ({ boxName, weightGrams, learned = [] }: Parcel): string =>
  `${learned.map((fact) => (fact === 'box' ? `box: ${boxName}` : `weight: ${kilogramDigits(weightGrams ?? 0)}`)).join(', ')}, as last time`;

/**
 * The order was booked while its facts were collected. The workflow has no transition from a question or the tiles to a booking, so it is
 * shown as if priced.
 */
function showShipped(parts: Parts, order: Order, showIt: () => void): void {
  parts.hand.fold({ is: 'quote-started', order, since: nowAt(parts), isBehind: false });
  showIt();
}

/** Requests the prices of an order that is ready, and shows the tiles. Buys if a rule decides alone. */
async function quote(parts: Parts, ready: Ready, notice: Failure | null): Promise<void> {
  const { context, hand, show, offers, quotes } = parts;
  const { order, from, byPerson } = ready;
  const { workflowNo } = hand.state();
  const [why] = byPerson;
  const toPerson = why ? failureFor(context, why) : notice;
  const asWritten = parts.writtenNow(order, hand.whole().parcel.rules);
  const offered = await pricesOf(parts, ready);
  if (!offered) return;
  const wish = wishWithoutRuledPoint(hand.whole().parcel);
  const { choice, chosenPoint } = await nearestPoint(context, quotes, offered, wish);
  if (!hand.isStill(workflowNo)) return;
  const kept = offers.keep(order, { quote: offered.quote, choice }, hand.whole().parcel.factsGiven);
  if (!kept.ok) return hand.stop(order.key, order, kept.failure);
  const booking = kept.value;
  if (isSettledOrOpen(booking)) return show(booking);
  const { decidesAlone, fitting: _fitting, extras, ...advised } = choice;
  const { serviceId } = advised;
  hand.fold({
    is: 'quoted',
    order,
    bookingId: booking.id,
    quote: offered.quote,
    serviceId,
    advised,
    wish: { ...wish, ...extras, ...chosenPoint },
    declared: declarationOf(from.address, order),
    ...sentAsShown(context, from),
    ...(ready.printsAt && { printsAt: ready.printsAt }),
    notice: toPerson,
    priced: { asWritten, from },
    ruledPoint: chosenPoint?.servicePoint?.keycode ?? null,
    mayDecide: decidesAlone,
  });
  if (!isRuleDeciding(hand.whole())) return;
  // The window gets its turn between the price and the purchase.
  await turn();
  if (!hand.isStill(workflowNo)) return;
  parts.buyAlone(workflowNo, serviceId);
  hand.fold({ is: 'rule-acted' });
}

/** Requests the prices, after the bookings that they could spoil. Undefined if another parcel is in hand by then, or if it stopped. */
async function pricesOf({ context, hand, ...parts }: Parts, { order, from, printsAt }: Ready): Promise<Offered | undefined> {
  const { quotes, offers } = parts;
  const { courier, fail } = context;
  const { rules, wish } = hand.whole().parcel;
  const { workflowNo } = hand.state();
  const started = (isBehind: boolean): void => hand.fold({ is: 'quote-started', order, since: nowAt({ context }), isBehind });
  const stop = (failure: Failure): undefined => {
    hand.stop(order.key, order, failure);
  };
  if (quotes.mustWait()) {
    started(true);
    courier.connectAhead('price');
    await quotes.shipped();
    if (!hand.isStill(workflowNo)) return undefined;
    if (quotes.mustWait()) return stop(fail('wait-stopped').failure);
  }
  started(false);
  const asking = offers.ask({ order, from }, rules, wish);
  const printer = context.printer('label', { named: printsAt?.name });
  if (printer) void context.printers.prepare(printer);
  // A purchase may follow without waiting for the packer.
  if (mayDecideAlone(rules)) courier.connectAhead('once');
  const asked = await asking;
  if (!hand.isStill(workflowNo)) return undefined;
  return asked.ok ? asked.value : stop(asked.failure);
}

/** A point that a rule chose counts only for the order as it was priced then. */
const wishWithoutRuledPoint = ({ wish, ruledPoint }: ParcelFacts): Wish =>
  ruledPoint !== null && wish.servicePoint?.keycode === ruledPoint ? { ...wish, servicePoint: null, pointOf: '' } : wish;

async function prepareChanged(parts: Parts, tiles: WorkflowAt<'choosing'>, notice: Failure): Promise<void> {
  const { context, hand } = parts;
  const { key } = tiles.order;
  hand.fold({ is: 'prices-outdated', wish: tiles.wish });
  const order = context.journal.order(key);
  if (!order) return hand.stop(key, tiles.order, context.fail('order-not-found', key).failure);
  await prepare(parts, order, false, notice);
}

interface Given {
  readonly workflowNo: number;
  readonly asked: Pick<Question, 'kind' | 'parcel'>;
  readonly given: string;
}

async function answer(parts: Parts, { workflowNo, asked, given }: Given): Promise<Answer<'answerQuestion'>> {
  const { context, hand } = parts;
  const { journal } = context;
  const here = hand.at(workflowNo, 'asking');
  if (!here.ok) return here;
  const [question] = here.value.questions;
  const order = journal.order(here.value.order.key);
  if (!order || question?.kind !== asked.kind || question.parcel !== asked.parcel) return context.fail('not-now');
  const { boxes, currency } = context.settings();
  const answered = withAnswer(order, question, given, boxes, currency);
  if (answered) {
    journal.saveOrder(answered);
    if (question.kind === 'house-number') keepNumber(context, order, given);
    if (question.kind === 'hs-code') journal.setFact(hsCodeFact(here.value.order, question.parcel ?? 0), hsDigits(given));
    const [parcel] = answered.parcels;
    const isLearned = given.trim() === asLastTime && parcel?.learned !== undefined;
    hand.fold({ is: 'fact-given', fact: isLearned ? packedAsBefore(parcel) : `${question.kind}: ${given.trim()}` });
  }
  return hand.guarded(() => prepare(parts, answered ?? order, !answered));
}
