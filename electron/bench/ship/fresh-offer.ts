import { serviceMark } from '../../../shared/booking.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Order } from '../../../shared/order.ts';
import { isSureToGo, type Quote, type Service } from '../../../shared/quote.ts';
import type { SentAs } from '../../../shared/readiness.ts';
import { isNever, isNeverToPoint, type RulesInForce, wantsPoint } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { offeredIn } from './choice-in.ts';
import { type Chosen, isDearer } from './chosen.ts';
import type { KeyLease } from './key-leases.ts';
import type { Quotes } from './quotes.ts';
import { reread } from './settle.ts';

/** Offer to buy, as the packer or rule that decided saw it. */
export interface Offer extends Chosen {
  readonly bookingId: string;
  readonly order: Order;
  readonly from: SentAs;
  /** Order and sender as they were when quoted: Orders, an import and Setup may change them meanwhile. */
  readonly asWritten: string;
  readonly quote: Quote;
  readonly service: Service;
  /** Rules for this order; they still count when its price is requested again. */
  readonly rules: RulesInForce;
  /** A person may buy above the limit of a rule, a rule may not. */
  readonly by: 'person' | 'rule';
}

type Fresh =
  | { readonly ok: true; readonly offer: Offer }
  | { readonly ok: false; readonly failure: Failure; readonly quote: Quote; readonly service: Service };

interface FreshOfferDeps {
  /** The key lease that the purchase runs in. */
  readonly lease: KeyLease | undefined;
  /** Checked again after each wait. */
  readonly wants: () => boolean;
  readonly until?: () => AbortSignal;
  /** Called before a price is requested. */
  readonly quoting: () => void;
}

/**
 * Returns the offer if its quote is the last one sent on this key. An outdated offer is quoted again and returned only if nothing got
 * worse. Returns `outdated` if no price may be requested in this lease.
 */
export async function freshOffer(
  context: Pick<BenchContext, 'courier' | 'fail' | 'journal' | 'now' | 'settings'>,
  quotes: Pick<Quotes, 'allAnswered' | 'ask' | 'isCrowded' | 'isFresh'>,
  offer: Offer,
  { lease, wants, until, quoting }: FreshOfferDeps,
): Promise<Fresh | 'outdated'> {
  const { bookingId, order, from, service: before } = offer;
  if (quotes.isFresh(offer.quote, lease)) return { ok: true, offer };
  if (quotes.isCrowded()) return 'outdated';
  const refused = (failure: Failure, quote = offer.quote, service = before): Fresh => ({ ok: false, failure, quote, service });
  quoting();
  // Opens the connection for the booking that this price is for.
  context.courier.connectAhead('once');
  await quotes.allAnswered(until?.());
  if (!wants()) return refused(context.fail('not-now').failure);
  if (quotes.isCrowded()) return 'outdated';
  const asked = await quotes.ask({ order, from }, lease, until?.());
  if (!asked.ok) return refused(asked.failure);
  const offered = offeredIn(context, { order, from }, asked.value, offer.rules, offer.extras);
  const first = offered?.quote.services[0];
  if (!offered || !first) return refused(context.fail('no-services').failure);
  const { quote, choice } = offered;
  const same = sameService(before, offer.quote, quote);
  if (reread(context, bookingId).state !== 'quoted') return refused(context.fail('not-now').failure);
  // Committed together with the state change to sending, before which nothing is sent.
  context.journal.soon(() => context.journal.writeQuote(bookingId, order, quote));
  if (!same) return refused(context.fail('quote-outdated').failure, quote, first);
  if (isDearer(same, before, offer.extras)) return refused(context.fail('price-changed').failure, quote, same);
  const { serviceId } = same;
  const mayRule = choice.fitting.includes(serviceId) && !quote.unsold?.length && isSureToGo(same, order);
  if (isNever(choice, serviceId) || (offer.by === 'rule' && !mayRule)) return refused(context.fail('rule-refuses').failure, quote, same);
  const { nevers, point } = choice;
  if (wantsPoint(choice) && !offer.extras.servicePoint) return refused(context.fail('point-missing').failure, quote, same);
  if (isNeverToPoint(choice) && offer.extras.servicePoint) return refused(context.fail('rule-refuses').failure, quote, same);
  const wasAdvised = offer.serviceId === offer.advised.serviceId;
  const advised = { ...offer.advised, serviceId: wasAdvised ? serviceId : '', nevers, point };
  return { ok: true, offer: { ...offer, quote, service: same, serviceId, advised } };
}

/**
 * Finds the chosen service in a newer quote; undefined if it is no longer offered or cannot be distinguished from another. If services
 * share their keys in either quote, the names and the service points must match too.
 */
function sameService(chosen: Service, before: Quote, now: Quote): Service | undefined {
  const isMarked = (each: Service): boolean => serviceMark(each) === serviceMark(chosen);
  const marked = now.services.filter(isMarked);
  if (marked.length <= 1 && before.services.filter(isMarked).length <= 1) return marked[0];
  const isAlike = (each: Service): boolean => isMarked(each) && kindOf(each) === kindOf(chosen);
  const [same, another] = now.services.filter(isAlike);
  return another || before.services.filter(isAlike).length > 1 ? undefined : same;
}

const kindOf = ({ courierName, serviceName, originServicePoints, destinationServicePoints }: Service): string =>
  JSON.stringify([courierName, serviceName, originServicePoints, destinationServicePoints]);
