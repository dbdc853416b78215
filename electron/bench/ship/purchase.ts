import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { Attempt } from '../../../shared/attempt.ts';
import type { WorkflowAt } from '../../../shared/bench.ts';
import { type Booking, isSettledOrOpen } from '../../../shared/booking.ts';
import type { PausedCode } from '../../../shared/call-codes.ts';
import { enclosureOfRules } from '../../../shared/enclosure.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import { asOf, keysIn } from '../../../shared/joined.ts';
import type { Order, OrderKey } from '../../../shared/order.ts';
import { factsOf } from '../../../shared/order-facts.ts';
import type { PrinterStatus } from '../../../shared/printer.ts';
import type { Quote, Service } from '../../../shared/quote.ts';
import type { Done } from '../../../shared/result.ts';
import { usualSender } from '../../../shared/sender.ts';
import type { RulesInForce } from '../../../shared/shipping-rule.ts';
import { slipOfRules } from '../../../shared/slip-of-rules.ts';
import type { BenchContext } from '../context.ts';
import { digestOf } from '../exchange/digest.ts';
import {
  type Claimed,
  type ExchangeContext,
  recordIntent,
  recordOutcome,
  reserve,
  sendTaken,
  takeForSending,
  type Unsent,
} from '../exchange/exchange.ts';
import { isFittingPart } from '../parts.ts';
import type { Outgoing, Sent } from '../ports/courier.ts';
import { todayFor } from '../readiness.ts';
import { senderNow, sentAsShown } from '../sent-as.ts';
import { chosenIn } from './chosen.ts';
import { freshOffer, type Offer } from './fresh-offer.ts';
import type { KeyLease } from './key-leases.ts';
import { askPrinter, printerToBe } from './label-printer.ts';
import type { Quotes } from './quotes.ts';
import { reread, type SettleContext, type Settled, settleSent } from './settle.ts';

type PurchaseContext = ExchangeContext & SettleContext & Pick<BenchContext, 'changed' | 'keyAccount' | 'now'>;

export type Doing = WorkflowAt<'booking'>['doing'];

export type PurchaseEnd =
  /** Nothing was sent, or nothing left this computer. `quote` and `service`: the current offer of the service. */
  | { readonly is: 'not-bought'; readonly failure: Failure; readonly quote: Quote; readonly service: Service }
  /** Another attempt has this booking. */
  | { readonly is: 'taken'; readonly booking: Booking }
  | { readonly is: 'settled'; readonly settled: Settled }
  /** The program failed while handling the answer. */
  | { readonly is: 'broken'; readonly booking: Booking; readonly failure: Failure }
  /** The outcome of the one request is not written down yet; another end follows once it is. */
  | { readonly is: 'not-written' };

/** Buyer of a parcel: a screen or a batch. */
export interface Buyer {
  /** Checked again after each wait until the request is sent; if false, nothing is bought. */
  readonly wants: () => boolean;
  readonly waits: (booking: Booking, doing: Doing, since: string) => void;
  /** Resolves when the requests that go before it at the service have ended; undefined if there are none. */
  readonly goesBehind?: () => Promise<unknown> | undefined;
  /** Signal that ends its reads of the service; without it they end with those of the parcel in hand. */
  readonly until?: () => AbortSignal;
  /** No packer waits for its label: it is compared, and kept until a person asks for it. */
  readonly keepsLabel?: boolean;
  /** May be called long after the purchase returned, and twice if the end could not be written down at first. */
  readonly ended: (end: PurchaseEnd) => void;
}

export interface Purchase {
  /**
   * Buys one offer, at most once: asks the printer, checks that the price is still the one shown, writes the intent, sends the request,
   * prints the label. False if the buyer no longer wanted it before anything was sent.
   */
  buy(offer: Offer, buyer: Buyer): Promise<boolean>;
  /**
   * Returns the stored order, its sender by these rules, and its hold, to compare with an offer. A shipment of several orders has these for
   * each of them.
   */
  writtenNow(order: Order, rules: RulesInForce): string;
  /** Returns the bookings whose one request has no settled end yet. */
  underWay(): ReadonlySet<string>;
}

interface PurchaseDeps {
  readonly quotes: Quotes;
  readonly printerMoved: (status: PrinterStatus) => void;
  /** Refuses an order that may not be booked now. */
  readonly mayBook: (key: OrderKey) => Done<PausedCode | 'may-be-shipped'>;
}

/** Parts that every step of a purchase uses. */
interface Parts extends PurchaseDeps {
  readonly context: PurchaseContext;
  /** The bookings whose one request has no settled end yet. */
  readonly underWay: Set<string>;
}

type Ended =
  | PurchaseEnd
  /** The buyer no longer wanted it before anything was sent. */
  | { readonly is: 'unwanted' }
  /** The buyer knows the end. */
  | { readonly is: 'reported' };

type TryEnd =
  | Ended
  /** Other prices were requested while it waited to be sent. */
  | { readonly is: 'outdated' }
  /** Something that goes before it came meanwhile. */
  | { readonly is: 'gave-way' };

/** Maximum number of tries if other prices are requested during the purchase's own turn. */
const mostTries = 5;

/** Takes one parcel from its offer to a queued label. Independent of the screen. */
export function createPurchase(context: PurchaseContext, deps: PurchaseDeps): Purchase {
  const underWay = new Set<string>();
  const parts: Parts = { ...deps, context, underWay };
  return {
    buy: (offer, buyer) => buy(parts, offer, buyer),
    writtenNow: (order, rules) => writtenNow(context, order, rules),
    underWay: () => underWay,
  };
}

function writtenNow(
  context: Pick<BenchContext, 'journal' | 'keyAccount' | 'now' | 'settings'>,
  shipment: Order,
  rules: RulesInForce,
): string {
  // No order stores a return label. Its addresses come from Setup and from a shipment, which does not change.
  if (shipment.returnOf) return JSON.stringify([context.settings().senders, context.keyAccount.account]);
  const all = keysIn(shipment).map((each) => {
    const order = context.journal.order(each);
    if (!order) return null;
    const { held } = context.journal.orderPlan(each);
    return [order, senderNow(context, order, rules), ...(held ? [held] : [])];
  });
  return JSON.stringify(all.length === 1 ? all[0] : all);
}

async function buy(parts: Parts, offer: Offer, buyer: Buyer): Promise<boolean> {
  const { context, printerMoved } = parts;
  context.courier.connectAhead('once');
  showWait(context, offer, buyer, 'asking-printer');
  const asked = addressFor(context, offer);
  const problem = await askPrinter(context, offer, printerMoved);
  const end = endedMeanwhile(context, offer, buyer) ?? (problem && notBought(problem, offer));
  if (end) return report(buyer, end);
  for (let tries = 0; tries < mostTries; ) {
    const endShipping = await waitToShip(parts, offer, buyer);
    if (!endShipping) return false;
    try {
      const tried = await buyWithLease(parts, offer, asked, buyer, endShipping);
      if (tried.is === 'outdated') tries += 1;
      else if (tried.is !== 'gave-way') return report(buyer, tried);
    } finally {
      endShipping();
    }
  }
  return report(buyer, notBought(context.fail('not-now').failure, offer));
}

/** Waits for the requests that go before it, then takes the turn, in the tick of the last check. Undefined if it is no longer wanted. */
async function waitToShip({ context, quotes }: Parts, offer: Offer, buyer: Buyer): Promise<(() => void) | undefined> {
  const before = (): Promise<unknown> | undefined => (quotes.mustWait() ? quotes.shipped(buyer.until?.()) : buyer.goesBehind?.());
  for (let first = before(); first; first = before()) {
    showWait(context, offer, buyer, 'behind-another');
    context.courier.connectAhead('price');
    await first;
    if (!buyer.wants()) return undefined;
  }
  return quotes.beginShipping();
}

/** Buys within one key lease of the site. `asked`: address of the printer that was asked. */
async function buyWithLease(parts: Parts, offer: Offer, asked: string | undefined, buyer: Buyer, endShipping: () => void): Promise<TryEnd> {
  const bought = await parts.quotes.withLease(
    (lease) => buyUnder(parts, offer, asked, buyer, lease, endShipping),
    undefined,
    buyer.until?.(),
  );
  return bought.ok ? bought.value : ifWanted(buyer, notBought(bought.failure, offer));
}

async function buyUnder(
  parts: Parts,
  seen: Offer,
  asked: string | undefined,
  buyer: Buyer,
  lease: KeyLease | undefined,
  endShipping: () => void,
): Promise<TryEnd> {
  const { context, quotes, printerMoved } = parts;
  // The key lease of the site may have come late.
  if (lease && buyer.goesBehind?.()) return { is: 'gave-way' };
  const quoting = (): void => showWait(context, seen, buyer, 'quoting-again');
  const fresh = await freshOffer(context, quotes, seen, { ...buyer, lease: lease, quoting });
  const end = endedMeanwhile(context, seen, buyer);
  if (end) return end;
  if (fresh === 'outdated') return { is: 'outdated' };
  if (!fresh.ok) return notBought(fresh.failure, fresh);
  const { offer } = fresh;
  // The price request may have taken a moment, in which Setup named another printer that has not been asked.
  const problem = addressFor(context, offer) === asked ? undefined : await askPrinter(context, offer, printerMoved);
  if (!buyer.wants()) return { is: 'unwanted' };
  if (problem) return notBought(problem, offer);
  const release = (): void => {
    lease?.end();
    endShipping();
  };
  return sendOffer(parts, offer, buyer, lease, release);
}

/** Sends one offer: intent, reservation, taking, request, outcome. Each is on the disk before the next. */
async function sendOffer(parts: Parts, offer: Offer, buyer: Buyer, lease: KeyLease | undefined, release: () => void): Promise<TryEnd> {
  const { context, quotes, underWay } = parts;
  const { bookingId, service, extras, from } = offer;
  const printer = printerToBe(context, offer);
  if (!printer.ok) return notBought(printer.failure, offer);
  const request = context.courier.shipRequest(service, extras, context.printers.takes(printer.value, 'label'), from.account);
  const refusal = (): Failure | undefined => refusalOf(parts, offer, buyer, lease);
  const shipment = { kind: context.kinds.shipments, id: bookingId, refusal };

  const intended = await recordIntent(context, shipment, claimOf(context, offer, request), (attempt) =>
    writeIntent(context, offer, request, attempt),
  );
  if (intended.is !== 'intended') return endUnsent(context, offer, buyer, intended);

  const reserved = await reserve(context, intended);
  if (reserved.is !== 'reserved') return endUnsent(context, offer, buyer, reserved);

  const taken = takeForSending(context, reserved, () => writeTaken(context, bookingId, buyer));
  if (taken instanceof Promise) return endUnsent(context, offer, buyer, await taken);

  const booking = taken.written;
  buyer.waits(booking, 'sending', booking.changedAt);
  underWay.add(bookingId);
  const sent = await sendTaken(context, taken, request, lease?.until);
  release();
  // No packer waits for this label, and a waiting purchase requests a price first: until then the service would be idle.
  if (buyer.keepsLabel && !quotes.isKept()) await turnOfLoop();

  const isWritten = await recordOutcome(
    context,
    taken,
    sent,
    (onDisk) => settle(context, offer, buyer, sent, onDisk),
    (failure) => buyer.ended({ is: 'broken', booking: reread(context, bookingId), failure }),
  );
  underWay.delete(bookingId);
  context.changed();
  if (!isWritten) buyer.ended({ is: 'not-written' });
  return { is: 'reported' };
}

/** Reason why this offer may not be sent now. */
function refusalOf({ context, quotes, mayBook }: Parts, offer: Offer, buyer: Buyer, lease: KeyLease | undefined): Failure | undefined {
  if (!buyer.wants()) return context.fail('wait-stopped').failure;
  if (writtenNow(context, offer.order, offer.rules) !== offer.asWritten) return context.fail('order-changed').failure;
  if (isTaken(context, offer) || (offer.order.part && !isFittingPart(context, offer.order, offer.bookingId)))
    return context.fail('order-changed').failure;
  for (const key of keysIn(offer.order)) {
    const may = mayBook(key);
    if (!may.ok) return may.failure;
  }
  return quotes.isFresh(offer.quote, lease) ? undefined : context.fail('quote-outdated').failure;
}

/** True if another shipment of the same number has one of the orders of this offer, from its intent on. */
function isTaken({ journal }: Pick<BenchContext, 'journal'>, { bookingId, order }: Offer): boolean {
  return keysIn(order).some((key) => {
    const latest = journal.latestOf(key);
    if (!latest || latest.id === bookingId || !(latest.state === 'intent' || isSettledOrOpen(latest))) return false;
    const own = { ...reread({ journal }, bookingId), order };
    return asOf(latest, key).shipmentNo === asOf(own, key).shipmentNo;
  });
}

function claimOf(context: Pick<BenchContext, 'journal'>, { bookingId, order, from, asWritten }: Offer, request: Outgoing): Claimed {
  const { shipmentNo } = reread(context, bookingId);
  const joined = (order.joined ?? []).map((each) => ({ orderKey: each.key, source: '', shipmentNo: each.shipmentNo }));
  return {
    what: { is: 'ship', orderKey: order.key, source: '', shipmentNo, ...(joined.length > 0 && { joined }) },
    digest: digestOf(asWritten, request.body),
    account: from.account,
  };
}

/** False if another attempt has this booking. */
function writeIntent(
  context: Pick<BenchContext, 'journal' | 'now' | 'settings'>,
  offer: Offer,
  request: Outgoing,
  attempt: Attempt | undefined,
): boolean {
  const { bookingId, order, from, service, extras, printsAt } = offer;
  if (reread(context, bookingId).state !== 'quoted') return false;
  context.journal.writeIntent(bookingId, {
    order,
    sender: from.address,
    account: from.account,
    service,
    extras,
    request: request.body,
    chosen: chosenIn({ ...offer, ...sentAsShown(context, from) }, service),
    attempt,
    labelPrinter: printsAt?.name,
    ...papersOf(context, offer),
  });
  return true;
}

/** The packing slip and the PDF that the rules of this offer demand. */
function papersOf(context: Pick<BenchContext, 'now' | 'settings'>, { order, from, rules }: Offer) {
  const facts = factsOf(order, from.address, todayFor(context, rules), usualSender(context.settings()) ?? from.address);
  return { slip: slipOfRules(rules, facts), encloses: enclosureOfRules(rules, facts) };
}

/** Returns the booking as it is sent. */
function writeTaken({ journal }: Pick<BenchContext, 'journal'>, bookingId: string, { keepsLabel }: Buyer): Booking {
  // Committed with the answer: a booking without one is for a person, put aside or not.
  if (keepsLabel) journal.soon(() => journal.park(bookingId, true));
  return reread({ journal }, bookingId);
}

/** Reads the answer and queues the label while the disk stores the answer. Then reports the end. */
async function settle(context: PurchaseContext, offer: Offer, buyer: Buyer, sent: Sent, onDisk: Promise<void>): Promise<void> {
  if (sent.is === 'not-sent') {
    await onDisk;
    return buyer.ended(notBought(sent.failure, offer));
  }
  const checks = (booking: Booking): void => buyer.waits(booking, 'checking-label', context.now().toISOString());
  const [settled] = await Promise.all([settleSent(context, offer.bookingId, checks), onDisk]);
  buyer.ended({ is: 'settled', settled });
}

/** End of a try that sent nothing. */
function endUnsent(context: Pick<BenchContext, 'journal'>, offer: Offer, buyer: Buyer, unsent: Unsent<FailureCode>): TryEnd {
  if (unsent.is === 'taken-already') return { is: 'taken', booking: reread(context, offer.bookingId) };
  const { failure } = unsent;
  return ifWanted(buyer, failure.code === 'quote-outdated' ? { is: 'outdated' } : notBought(failure, offer));
}

const notBought = (failure: Failure, { quote, service }: Pick<Offer, 'quote' | 'service'>): PurchaseEnd => ({
  is: 'not-bought',
  failure,
  quote,
  service,
});

const ifWanted = (buyer: Buyer, end: TryEnd): TryEnd => (buyer.wants() ? end : { is: 'unwanted' });

/** End that came during a wait: it is no longer wanted, or another attempt has it. */
function endedMeanwhile(context: Pick<BenchContext, 'journal'>, { bookingId }: Offer, buyer: Buyer): Ended | undefined {
  if (!buyer.wants()) return { is: 'unwanted' };
  const booking = reread(context, bookingId);
  return booking.state === 'quoted' ? undefined : { is: 'taken', booking };
}

/** Reports an end that the buyer does not know yet. False if it was no longer wanted. */
function report(buyer: Buyer, end: Ended): boolean {
  if (end.is === 'unwanted') return false;
  if (end.is !== 'reported') buyer.ended(end);
  return true;
}

function showWait(
  context: Pick<BenchContext, 'journal' | 'now'>,
  { bookingId, service, printsAt }: Offer,
  buyer: Buyer,
  doing: Doing,
): void {
  const booking = { ...reread(context, bookingId), service, ...(printsAt && { labelPrinter: printsAt.name }) };
  buyer.waits(booking, doing, context.now().toISOString());
}

/** Address of the printer for the label of this offer. */
function addressFor(context: Parameters<typeof printerToBe>[0], offer: Offer): string | undefined {
  const printer = printerToBe(context, offer);
  return printer.ok ? printer.value.address : undefined;
}
