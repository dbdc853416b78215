import { setImmediate as turn } from 'node:timers/promises';
import type { WorkflowAt } from '../../../shared/bench.ts';
import { isSettledOrOpen, type Wish } from '../../../shared/booking.ts';
import { inBoxes, notBoxed } from '../../../shared/boxes.ts';
import { hsDigits } from '../../../shared/customs.ts';
import { declarationOf } from '../../../shared/declaration.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { keysIn } from '../../../shared/joined.ts';
import type { Order, Parcel } from '../../../shared/order.ts';
import { piecesOf } from '../../../shared/order-line.ts';
import { partOf, type Rest } from '../../../shared/parts.ts';
import { asItems, asLastTime, type Question, withAnswer } from '../../../shared/question.ts';
import type { Ready } from '../../../shared/readiness.ts';
import type { Done } from '../../../shared/result.ts';
import { mayDecideAlone } from '../../../shared/rules.ts';
import { kilogramDigits } from '../../../shared/units.ts';
import type { BenchContext } from '../context.ts';
import type { Knows } from '../known-code.ts';
import { isFittingPart, restNow } from '../parts.ts';
import { failureFor, hsCodeFact, keepNumber, readinessToPrice } from '../readiness.ts';
import { toSameAddress } from '../same-address.ts';
import { sentAsShown } from '../sent-as.ts';
import { mustCheckItems, mustConfirmNote } from './checking-off.ts';
import { type Composed, isRuleDeciding, type ParcelFacts } from './hand-state.ts';
import type { InHand } from './in-hand.ts';
import { isFree, joinedInWords, joinFree } from './joining.ts';
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
  /** Goes on with one shipment of the order in hand and these others, which a person decided on. Refused if one shipment cannot take them. */
  join(lead: Order, others: readonly Order[]): Promise<Done<'orders-not-joined'>>;
  /**
   * Goes on with this part of the order in hand, which a person decided on. `asWritten`: the stored facts that an earlier decision was made on;
   * absent if this is the first one.
   */
  split(shipment: Order, asWritten?: string): Promise<void>;
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
    join: (lead, others) => join(parts, lead, others),
    split: (shipment, asWritten) => split(parts, shipment, asWritten),
    prepareChanged: (tiles, notice) => prepareChanged(parts, tiles, notice),
    answer: (workflowNo, asked, given) => answer(parts, { workflowNo, asked, given }),
  };
}

const nowAt = ({ context }: Pick<Parts, 'context'>): string => context.now().toISOString();

/** Asks for the first missing fact of an order, or for its prices, unless something stops it. */
async function prepare(parts: Parts, order: Order, isRefused = false, notice: Failure | null = null): Promise<void> {
  const { context, hand, show } = parts;
  const { rules, isAgain, composed } = hand.whole().parcel;
  const rest = composed || isAgain ? undefined : restNow(context, order);
  if (rest) return prepareRest(parts, order, rest);
  const outdated = composed && whyOutdated(parts, composed, order);
  if (outdated) return hand.stop(order.key, order, outdated);
  const { readiness, meant, latest, elsewhere } = readinessToPrice(context, order, rules, isAgain);
  if ('written' in readiness && composed) hand.fold({ is: 'composed', composed: { ...composed, order: readiness.written } });
  const others = isAgain || composed || readiness.is === 'stop' ? [] : toSameAddress(context, order);
  if ('written' in readiness) for (const fact of factsSupplied(order, readiness.written)) hand.fold({ is: 'fact-given', fact });
  // First it is decided which items go in the box.
  if ('order' in readiness && others.length === 0) {
    const checkable = { order: readiness.order, rules, sender: meant.sender, isWhole: readiness.is === 'ready' };
    const isRead = hand.whole().parcel.noteConfirmed === readiness.order.noteForPacker;
    if (!isRead && mustConfirmNote(context, checkable)) return askAboutNote(parts, readiness.order, notice);
    // Only that tells which pieces of an order in parts are in this box.
    const mustCheck = order.part || hasClosedBox(hand) || mustCheckItems(context, checkable);
    if (mustCheck) hand.fold({ is: 'check-off-begun', order: readiness.order });
    const boxed = inItsBoxes(hand, readiness.written);
    if (boxed) {
      compose(parts, boxed, { asWritten: composed?.asWritten, unboxed: readiness.written });
      return prepare(parts, boxed, isRefused, notice);
    }
  }
  switch (readiness.is) {
    case 'stop':
      if (readiness.code === 'shipped') return latest && showShipped(parts, order, () => show(latest));
      if (readiness.code === 'taken-elsewhere' && elsewhere)
        return showShipped(parts, order, () => showElsewhere(context, hand, order.key, order, elsewhere));
      return hand.stop(order.key, order, failureFor(context, readiness), [...readiness.problems]);
    case 'ask': {
      if (readiness.about === 'earlier-shipment') return hand.fold({ is: 'found-doubtful', order, restored: readiness.restored });
      if (others.length > 0) return askOfSameAddress(parts, readiness.written, others, notice);
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
      return others.length > 0 ? askOfSameAddress(parts, readiness.written, others, notice) : quote(parts, readiness, notice);
  }
}

/**
 * Why a composed shipment cannot be bought any more. The person saw its orders as they were then: if one of them has changed, it may not even
 * go to the same address any more.
 */
function whyOutdated({ context, hand, writtenNow }: Parts, { asWritten }: Composed, order: Order): Failure | undefined {
  const isChanged = writtenNow(order, hand.whole().parcel.rules) !== asWritten;
  if (order.returnOf) return isChanged ? context.fail('return-outdated').failure : undefined;
  if (order.part) return isChanged || !isFittingPart(context, order) ? context.fail('part-outdated', order.key).failure : undefined;
  if (!order.joined) return isChanged ? context.fail('boxes-outdated', order.key).failure : undefined;
  const isGone = isChanged || order.joined.some(({ key }) => !isFree(context, key));
  return isGone ? context.fail('joined-order-gone', keysIn(order).join(', ')).failure : undefined;
}

/** `asWritten`: what a person saw when the shipment was first composed; absent if that is now. */
function compose(
  { hand, writtenNow }: Parts,
  order: Order,
  {
    asWritten = writtenNow(order, hand.whole().parcel.rules),
    unboxed,
  }: { readonly asWritten?: string | undefined; readonly unboxed?: Order },
): void {
  hand.fold({ is: 'composed', composed: { order, asWritten, ...(unboxed && { unboxed }) } });
}

const hasClosedBox = (hand: InHand): boolean => (hand.state().checkOff?.boxes.length ?? 0) > 0;

/** The shipment in the boxes that its items are scanned into; undefined if it is in them already, or if one box holds everything. */
function inItsBoxes(hand: InHand, shipment: Order): Order | undefined {
  const { checkOff } = hand.state();
  if (!checkOff || checkOff.lines.length !== shipment.lines.length || notBoxed(shipment)) return undefined;
  const boxed = inBoxes(shipment, checkOff.boxes);
  return boxed === shipment ? undefined : boxed;
}

/** Goes on with what is left of a partly shipped order. */
async function prepareRest(parts: Parts, order: Order, rest: Rest): Promise<void> {
  const { context, hand } = parts;
  if (rest.is === 'problem') return hand.stop(order.key, order, context.fail(rest.code, order.key).failure);
  const shipment = partOf(order, rest.lines, rest.part);
  compose(parts, shipment, {});
  await prepare(parts, shipment);
}

/** Goes on with the items of the order in hand that are checked off. The others are left for a later shipment. */
async function split(parts: Parts, shipment: Order, asWritten?: string): Promise<void> {
  compose(parts, shipment, { asWritten });
  parts.hand.fold({ is: 'fact-given', fact: partInWords(shipment) });
  await prepare(parts, shipment);
}

const partInWords = ({ lines, part }: Order): string => `part ${part?.no ?? 1}: ${piecesOf(lines)} pieces now, ${part?.later ?? 0} later`;

/** Asks before any price, so that no rule buys past the question. A notice still keeps rules from deciding alone afterwards. */
function askOfSameAddress({ hand }: Parts, order: Order, others: WorkflowAt<'same-address'>['others'], notice: Failure | null): void {
  if (notice) hand.fold({ is: 'left-to-person', failure: notice });
  hand.fold({ is: 'found-same-address', order, others });
}

/** Before any price, so that no rule buys past the note. A notice still keeps rules from deciding alone afterwards. */
function askAboutNote({ hand }: Parts, order: Order, notice: Failure | null): void {
  if (notice) hand.fold({ is: 'left-to-person', failure: notice });
  hand.fold({ is: 'found-note', order });
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

/** A fact that the packer gave, in words for the history. */
function factGiven({ parcels: [parcel] }: Order, kind: Question['kind'], given: string): string {
  if (given === asLastTime && parcel?.learned) return packedAsBefore(parcel);
  return given === asItems ? `weight: ${kilogramDigits(parcel?.weightGrams ?? 0)}, from the items` : `${kind}: ${given}`;
}

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
  const began = order.returnOf ? 'return-begun' : 'scanned';
  const kept = offers.keep(order, { quote: offered.quote, choice }, hand.whole().parcel.factsGiven, began);
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
    // Only a person buys a return label.
    mayDecide: decidesAlone && !order.returnOf,
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
  const order = hand.whole().parcel.composed?.order ?? context.journal.order(key);
  if (!order) return hand.stop(key, tiles.order, context.fail('order-not-found', key).failure);
  await prepare(parts, order, false, notice);
}

async function join(parts: Parts, lead: Order, others: readonly Order[]): Promise<Done<'orders-not-joined'>> {
  const { context, hand } = parts;
  const joined = joinFree(context, lead, others);
  if (!joined.ok) return joined;
  if (hand.whole().parcel.isAgain) return context.fail('orders-not-joined');
  const order = joined.value;
  return hand.guarded(async () => {
    compose(parts, order, {});
    hand.fold({ is: 'joined' });
    hand.fold({ is: 'fact-given', fact: joinedInWords(others.map(({ key }) => key)) });
    await prepare(parts, order);
  });
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
  const { composed } = hand.whole().parcel;
  const order = composed?.order ?? journal.order(here.value.order.key);
  if (!order || question?.kind !== asked.kind || question.parcel !== asked.parcel) return context.fail('not-now');
  const { boxes, currency } = context.settings();
  const answered = withAnswer(order, question, given, boxes, currency);
  hand.fold({ is: 'answered' });
  if (answered) {
    if (composed) hand.fold({ is: 'composed', composed: { ...composed, order: answered } });
    else journal.saveOrder(answered);
    if (question.kind === 'house-number') keepNumber(context, order, given);
    if (question.kind === 'hs-code') journal.setFact(hsCodeFact(here.value.order, question.parcel ?? 0), hsDigits(given));
    hand.fold({ is: 'fact-given', fact: factGiven(answered, question.kind, given.trim()) });
  }
  return hand.guarded(() => prepare(parts, answered ?? order, !answered));
}
