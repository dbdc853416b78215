import { type Address, labelLines, leavesCustomsTerritory } from './address.ts';
import { type Booking, isSettledOrOpen } from './booking.ts';
import { hasNumber, isNoNumber, numberInStreet, withNumber } from './delivery-place.ts';
import type { ParcelElsewhere } from './elsewhere.ts';
import type { FailureCode } from './failure.ts';
import { type KnownPrinter, labelPrinterOf, printerNamed } from './label-printer-of.ts';
import { certainFor, type Learned, learnedFor, type Packed, withLearned } from './learned.ts';
import { holds, type Order, type Parcel, withDefaults } from './order.ts';
import { factsOf } from './order-facts.ts';
import type { Held } from './order-plan.ts';
import type { PlanReason } from './plan-reason.ts';
import { type ProductData, weightOfItems, withProductData } from './product-data.ts';
import { type ItemsWeight, type Question, questionsOf } from './question.ts';
import type { Reason } from './reason.ts';
import type { Restored } from './restored.ts';
import { offeredForReturn } from './return-label.ts';
import { usualSender } from './sender.ts';
import { type SenderChoice, senderOf } from './sender-of.ts';
import type { Settings } from './settings.ts';
import type { ShipmentProblem } from './shipment-check.ts';
import { isOfLetters } from './shipment-reason.ts';
import type { PrintsAt, RuleMark, RulesInForce } from './shipping-rule.ts';

/** The part of Setup that decides whether an order may be shipped. */
export type ReadinessSettings = Pick<Settings, 'senders' | 'boxes' | 'defaults' | 'shipmentDefaults'>;

/** Facts about an order that are not in the order itself. Plain data, so a case can be written down and repeated. */
export interface ReadinessFacts {
  /** The day in the warehouse's time zone, `YYYY-MM-DD`. May be empty if no rule asks for a day. */
  readonly today: string;
  /** The newest shipment of this order at this bench. */
  readonly latest: (Pick<Booking, 'state'> & { readonly order: Pick<Order, 'recipient'> }) | null;
  /** A shipment of this order that another bench booked, if this bench has booked no later one. */
  readonly elsewhere: Pick<ParcelElsewhere, 'bench'> | null;
  /** Another shipment of this order is in hand: a person gave a reason for it, or it takes what an earlier part has left. */
  readonly isAgain: boolean;
  readonly held: Held | null;
  /** The journal was restored from a backup, and no person has confirmed yet that this order was not shipped before. */
  readonly restored: Restored | null;
  /** The account that the key in use belongs to. */
  readonly account: string;
  /** The house number last given for this address; empty if there is none. */
  readonly lastNumber: string;
  /** Earlier parcels with the same items, newest first; empty if no fact of the parcel is missing. */
  readonly packed: readonly Packed[];
  /** Product data for the lines of the order, by `productKey`; absent if there are none. */
  readonly products?: ReadonlyMap<string, ProductData>;
  /** The HS code last given for the product of each parcel; empty if there is none. */
  readonly lastHsCodes: readonly string[];
  /** The label printers of the bench. May be empty if no rule names a printer. */
  readonly printers: readonly KnownPrinter[];
  /** Problems of the shipment that `meantBy` returns, by the courier's rules; empty if its sender is not known. */
  readonly problems: readonly ShipmentProblem[];
}

/** The sender of an order, and the account of the service that pays. */
export interface SentAs {
  readonly name: string;
  readonly address: Address;
  readonly account: string;
  /** The rule that named the sender; null if no rule did. */
  readonly by: RuleMark | null;
}

/** The shipment that an order specifies. */
export interface Meant {
  readonly sender: SenderChoice;
  /** The order with the house number, box and weight that are already known for it. It must be saved before anything is sent. */
  readonly written: Order;
  /** `written` with the defaults of Setup, as it would be sent. */
  readonly order: Order;
  /** True if the parcel is known to leave its customs territory. */
  readonly needsCustoms: boolean;
}

/** Reasons why an order stops, regardless of its content. Each is also the code of the failure that is shown. */
export const withheldCodes = [
  'taken-elsewhere',
  ...holds.map((hold) => `order-${hold}` as const),
  'order-held',
  'order-shipped-otherwise',
  'order-encrypted',
] as const satisfies readonly FailureCode[];
type WithheldCode = (typeof withheldCodes)[number];

/** All reasons why an order stops. */
export const stopCodes = [
  ...withheldCodes,
  'no-sender',
  'sender-unknown',
  'sender-in-doubt',
  'sender-incomplete',
  'order-incomplete',
  'rule-printer-gone',
  'rule-printer-format',
  'rule-printer-in-doubt',
  'return-not-possible',
] as const satisfies readonly FailureCode[];
type StopCode = (typeof stopCodes)[number];

interface Why<Code extends FailureCode> {
  readonly code: Code;
  readonly reasons: readonly Reason[];
}

/** Why a person has to choose the service of this order. No rule decides alone, and no batch buys it. */
export type PersonReason = Why<'order-changed'>;

/** `problems`: faults of the shipment's fields; only `sender-incomplete` and `order-incomplete` have any. */
type StopFor<Code extends StopCode> = { readonly is: 'stop'; readonly problems: readonly ShipmentProblem[] } & Why<Code>;
/** This bench has booked the order, is booking it, or does not know the outcome; and no person asked for another shipment. */
interface StopShipped {
  readonly is: 'stop';
  readonly code: 'shipped';
}
export type Stop = StopShipped | StopFor<StopCode>;

export type Ask =
  /** A person checks that the order was not shipped before the journal was restored. */
  | { readonly is: 'ask'; readonly about: 'earlier-shipment'; readonly restored: Restored }
  | ({
      readonly is: 'ask';
      readonly about: 'facts';
      /** At least one question. */
      readonly questions: readonly Question[];
      readonly byPerson: readonly PersonReason[];
    } & Pick<Meant, 'written' | 'order'>);

export type Ready = {
  readonly is: 'ready';
  readonly from: SentAs;
  /** The label printer that a rule names; null if no rule does. */
  readonly printsAt: PrintsAt | null;
  /** Empty if a rule or a batch may decide. */
  readonly byPerson: readonly PersonReason[];
} & Pick<Meant, 'written' | 'order'>;

/** Result of the check whether an order may be priced and bought now. */
export type Readiness = Ready | Ask | Stop;

const stop = <Code extends StopCode>(code: Code, ...reasons: readonly Reason[]): StopFor<Code> => ({
  is: 'stop',
  code,
  reasons,
  problems: [],
});

/**
 * The only function that decides if an order may be shipped. Scans, batches, the order form and the trial of rules use it. Final stops
 * come first, then the doubt after a restore, then questions that a packer can answer. Pure.
 */
export function assess(order: Order, settings: ReadinessSettings, rules: RulesInForce, facts: ReadinessFacts): Readiness {
  const withheld = withheldBy(order, facts);
  if (withheld) return withheld;
  if (facts.restored) return { is: 'ask', about: 'earlier-shipment', restored: facts.restored };
  const meant = meantBy(order, settings, rules, facts);
  const { sender, written } = meant;
  if (sender.is === 'no-sender') return stop('no-sender');
  if (sender.is === 'unknown') return stop('sender-unknown', { code: 'sender-not-listed', name: sender.name, by: sender.by });
  // No answer to a question helps an order whose texts cannot be sent.
  const stopping = facts.problems.filter((problem) => problem.stops);
  const unsendable = stopping.filter(({ why }) => isOfLetters(why));
  if (unsendable.length > 0) return incomplete(order, unsendable);
  const byPerson = personReasons(meant.order, facts);
  const questions = withLearnedAnswer(
    questionsOf(meant.order, meant.needsCustoms).map((question) => withOwnPhone(withLastAnswer(question, facts), order, sender)),
    meant.order,
    settings,
    facts,
  );
  if (questions.length > 0) return { is: 'ask', about: 'facts', written, order: meant.order, questions, byPerson };
  // An answer may have decided the sender, so this check follows the questions.
  if (sender.is === 'doubt') return stop('sender-in-doubt', { code: 'sender-hangs-on', by: sender.by, fact: sender.fact });
  if (stopping.length > 0) return incomplete(order, stopping);
  const { name, address, account } = sender.sender;
  const printsAt = ruledPrinter(meant.order, address, settings, rules, facts);
  if (printsAt !== null && 'is' in printsAt) return printsAt;
  const from = { name, address, account: account || facts.account, by: sender.by };
  return { is: 'ready', written, order: meant.order, from, printsAt, byPerson };
}

/** Why this order may not be shipped, regardless of its content; undefined if nothing prevents it. The first part of `assess`. */
export function withheldBy(
  { hold }: Pick<Order, 'hold'>,
  { latest, elsewhere, isAgain, held }: Pick<ReadinessFacts, 'latest' | 'elsewhere' | 'isAgain' | 'held'>,
): StopShipped | StopFor<WithheldCode> | undefined {
  if (!isAgain && latest && isSettledOrOpen(latest)) return { is: 'stop', code: 'shipped' };
  if (!isAgain && elsewhere) return stop('taken-elsewhere', { code: 'at-bench', bench: elsewhere.bench, state: 'booked' });
  // The shop reports such an order as sent from then on.
  if (held?.otherwise) return heldBy(held);
  if (hold) return stop(`order-${hold}`);
  return held ? heldBy(held) : undefined;
}

function heldBy({ by, at, why, isBack, changedBy: bench, isPast, otherwise: way }: Held): StopFor<WithheldCode> {
  if (bench !== undefined && isPast) return stop('order-held', { code: 'was-unread', bench, at });
  if (bench !== undefined) return stop('order-encrypted', { code: 'change-unread', bench, at });
  if (way) return stop('order-shipped-otherwise', { code: 'shipped-otherwise', by, at, way, note: why });
  return stop('order-held', isBack ? { code: 'held-after-deletion', by, at } : { code: 'held-here', by, at, why });
}

/** The shipment that an order specifies, as far as it is known. Pure. */
export function meantBy(
  order: Order,
  settings: ReadinessSettings,
  rules: RulesInForce,
  { today, lastNumber, packed, products }: Pick<ReadinessFacts, 'today' | 'lastNumber' | 'packed' | 'products'>,
): Meant {
  const written = withCertainFacts(withLastNumber(order, lastNumber), settings, packed);
  // Setup has no default that decides the sender, except for facts that only some senders' parcels need.
  const sender = senderOf(withDefaults(order, settings, false), settings.senders, rules, today);
  // Questions that depend on the sender are asked only when the sender is known.
  const needsCustoms = sender.is === 'sender' && leavesCustomsTerritory(sender.sender.address, order.recipient);
  // Not part of what is written: the product data may change, and the order's own values must stay apart from them.
  const known = products && products.size > 0 ? withProductData(written, (key) => products.get(key)) : written;
  return { sender, written, order: withDefaults(known, settings, needsCustoms), needsCustoms };
}

/**
 * Uses the last house number only if it adds nothing to the order: it is part of the street, or it means "no number". Otherwise it is
 * offered.
 */
function withLastNumber(order: Order, lastNumber: string): Order {
  const { recipient } = order;
  if (hasNumber(recipient) || lastNumber === '') return order;
  if (!isNoNumber(lastNumber) && lastNumber !== numberInStreet(recipient.street)) return order;
  return { ...order, recipient: { ...recipient, ...withNumber(recipient, lastNumber) } };
}

/** Takes the box and the weight of earlier parcels with the same items, if Setup allows that and they are certain. */
function withCertainFacts(order: Order, settings: ReadinessSettings, packed: readonly Packed[]): Order {
  if (!settings.defaults.takesLearned || packed.length === 0) return order;
  // A default of Setup answers the question, too, and comes first.
  const [parcel, ...others] = withDefaults(order, settings, false).parcels;
  const [asWritten] = order.parcels;
  const certain = parcel && asWritten && others.length === 0 ? certainFor(parcel, packed, settings.boxes) : undefined;
  const taken = certain && asWritten && withLearned(asWritten, certain, settings.boxes);
  return taken ? { ...order, parcels: [taken] } : order;
}

/** Offers what earlier parcels with the same items had at the first question that it answers. */
function withLearnedAnswer(
  questions: readonly Question[],
  order: Order,
  settings: ReadinessSettings,
  { packed }: ReadinessFacts,
): Question[] {
  const at = questions.findIndex(({ kind }) => kind === 'box' || kind === 'weight');
  const [parcel] = order.parcels;
  const fromEarlier = (of: Parcel): Learned | undefined =>
    order.returnOf ? offeredForReturn(order) : learnedFor(of, packed, settings.boxes);
  const learned = at < 0 || !parcel ? undefined : fromEarlier(parcel);
  const learnedWeight = learned !== undefined && learned.weightGrams !== null;
  return questions.map((question, index) => {
    if (index !== at) return question;
    const fromItems = question.kind === 'weight' && !learnedWeight ? itemsWeight(order, settings) : undefined;
    return { ...question, ...(learned && { learned }), ...(fromItems && { fromItems }) };
  });
}

/** The weight of the parcel by its items, with its box if Setup knows it. Undefined if the weight of an item is not known. */
function itemsWeight(order: Order, { boxes }: ReadinessSettings): ItemsWeight | undefined {
  const itemGrams = weightOfItems(order);
  const box = boxes.find(({ name }) => name === order.parcels[0]?.boxName);
  if (itemGrams === undefined || itemGrams === 0) return undefined;
  return { itemGrams, boxName: box?.name ?? null, boxGrams: box?.emptyWeightGrams ?? 0 };
}

function withLastAnswer(question: Question, { lastNumber, lastHsCodes }: ReadinessFacts): Question {
  if (question.kind === 'hs-code') return { ...question, found: lastHsCodes[question.parcel ?? 0] ?? '' };
  if (question.kind !== 'house-number' || lastNumber === '') return question;
  return { ...question, offer: { number: lastNumber, from: 'last-time' } };
}

/** Offers the phone number of the sender. For a return it is that of the parcel's own recipient. */
function withOwnPhone(question: Question, order: Order, sender: SenderChoice): Question {
  const phone = sender.is === 'sender' && !order.returnOf ? sender.sender.address.phone.trim() : '';
  return question.kind === 'phone' && phone !== '' ? { ...question, offer: { number: phone, from: 'sender' } } : question;
}

function personReasons(order: Order, { latest }: ReadinessFacts): PersonReason[] {
  const changed = addressChanged(latest, order);
  return changed ? [{ code: 'order-changed', reasons: [changed] }] : [];
}

/** The address lines that changed since the order was last priced, no matter who changed them. */
function addressChanged(last: ReadinessFacts['latest'], { recipient: now }: Order): PlanReason | undefined {
  if (last?.state !== 'quoted') return undefined;
  const was = last.order.recipient;
  // The address was erased.
  if (labelLines.every((line) => was[line] === '')) return undefined;
  const lines = labelLines
    .filter((line) => was[line].trim() !== now[line].trim())
    .map((line) => ({ line, was: was[line], now: now[line] }));
  return lines.length > 0 ? { code: 'address-changed', lines } : undefined;
}

/** The addresses of a return label are in no order form, so their problems are shown as reasons. */
const incomplete = ({ returnOf }: Order, problems: readonly ShipmentProblem[]): Stop =>
  returnOf
    ? stop('return-not-possible', ...problems.map(({ why }) => why))
    : {
        is: 'stop',
        code: problems.every(({ part }) => part === 'sender') ? 'sender-incomplete' : 'order-incomplete',
        reasons: [],
        problems,
      };

/** The label printer that the rules name for this order; null if they name none. */
function ruledPrinter(
  order: Order,
  sender: Address,
  settings: ReadinessSettings,
  rules: RulesInForce,
  { today, printers }: ReadinessFacts,
): PrintsAt | Stop | null {
  if (rules.list.every(({ printer }) => printer === null)) return null;
  const chosen = labelPrinterOf(rules, factsOf(order, sender, today, usualSender(settings) ?? sender));
  switch (chosen.is) {
    case 'usual':
      return null;
    case 'doubt':
      return stop('rule-printer-in-doubt', { code: 'printer-hangs-on', by: chosen.by, fact: chosen.fact });
    case 'named': {
      const { name, by } = chosen;
      const named = printerNamed(printers, { name, by });
      return named.is === 'refused' ? stop(named.code, named.reason) : { name, by };
    }
  }
}
