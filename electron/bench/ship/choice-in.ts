import { localMoment } from '../../../shared/local-moment.ts';
import type { Order } from '../../../shared/order.ts';
import { factsOf } from '../../../shared/order-facts.ts';
import type { Service } from '../../../shared/quote.ts';
import { type Choice, choose, type PricedExtras } from '../../../shared/rules.ts';
import type { RulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';

/** Which of these services the rules take for an order that is sent from here today; undefined where nothing is offered. */
export function choiceIn(
  context: Pick<BenchContext, 'now' | 'settings'>,
  order: Order,
  services: readonly Service[],
  rules: RulesInForce,
  wished?: PricedExtras,
): Choice | undefined {
  const { sender, timeZone } = context.settings();
  if (!sender) return undefined;
  // Where no rule asks which day it is none is worked out.
  const today = rules.list.length === 0 ? '' : localMoment(context.now(), timeZone).day;
  return choose(services, rules, factsOf(order, sender, today), wished);
}
