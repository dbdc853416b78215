import type { Address } from '../../../shared/address.ts';
import type { PricedExtras } from '../../../shared/booking.ts';
import type { Order } from '../../../shared/order.ts';
import { factsOf, type OrderFacts } from '../../../shared/order-facts.ts';
import { isSureToGo, mayGo, type Quote } from '../../../shared/quote.ts';
import { type Choice, choose } from '../../../shared/rules.ts';
import { usualSender } from '../../../shared/sender.ts';
import type { RulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { todayFor } from '../readiness.ts';

interface Sent {
  readonly order: Order;
  readonly from: { readonly address: Address };
}

/** Facts that rules may ask about an order sent today by this sender. */
function factsNow(context: Pick<BenchContext, 'now' | 'settings'>, { order, from }: Sent, rules: RulesInForce): OrderFacts {
  const { address } = from;
  return factsOf(order, address, todayFor(context, rules), usualSender(context.settings()) ?? address);
}

/** Returns the services that the rules choose from a quote, for an order sent today by this sender; undefined if nothing is offered. */
export const choiceIn = (
  context: Pick<BenchContext, 'now' | 'settings'>,
  sent: Sent,
  quote: Pick<Quote, 'services' | 'unsold'>,
  rules: RulesInForce,
  wished?: PricedExtras,
): Choice | undefined => choose(quote.services, rules, factsNow(context, sent, rules), wished, !quote.unsold?.length);

/**
 * Filters a new quote to the services this order may use, and applies the rules. They decide alone only if every service is sure to take
 * the parcel. Undefined if no service is left.
 */
export function offeredIn<Q extends Pick<Quote, 'services' | 'unsold'>>(
  context: Pick<BenchContext, 'now' | 'settings'>,
  sent: Sent,
  quote: Q,
  rules: RulesInForce,
  wished?: PricedExtras,
): { readonly quote: Q; readonly choice: Choice } | undefined {
  const services = quote.services.filter((service) => mayGo(service, sent.order));
  const choice = choiceIn(context, sent, { ...quote, services }, rules, wished);
  const isSure = services.every((service) => isSureToGo(service, sent.order));
  return choice && { quote: { ...quote, services }, choice: { ...choice, decidesAlone: choice.decidesAlone && isSure } };
}
