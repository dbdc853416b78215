import type { Address } from '../../../shared/address.ts';
import { localMoment } from '../../../shared/local-moment.ts';
import type { Order } from '../../../shared/order.ts';
import { factsOf } from '../../../shared/order-facts.ts';
import type { Service } from '../../../shared/quote.ts';
import { type Choice, choose, type PricedExtras } from '../../../shared/rules.ts';
import { usualSender } from '../../../shared/sender.ts';
import type { RulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';

/** Which of these services the rules take for an order that is sent today by this sender; undefined where nothing is offered. */
export function choiceIn(
  context: Pick<BenchContext, 'now' | 'settings'>,
  { order, from }: { readonly order: Order; readonly from: { readonly address: Address } },
  services: readonly Service[],
  rules: RulesInForce,
  wished?: PricedExtras,
): Choice | undefined {
  const settings = context.settings();
  const { address } = from;
  // Where no rule asks which day it is none is worked out.
  const today = rules.list.length === 0 ? '' : localMoment(context.now(), settings.timeZone).day;
  return choose(services, rules, factsOf(order, address, today, usualSender(settings) ?? address), wished);
}
