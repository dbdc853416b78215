import { firstNamed } from './first-named.ts';
import type { OrderFacts } from './order-facts.ts';
import type { RulesInForce } from './shipping-rule.ts';
import { type SlipKind, slipKinds } from './slip-kind.ts';

/**
 * The packing slip that the rules demand for an order: the first rule that holds and names one decides. If a missing fact decides, it is one
 * without prices: a sheet too many does no harm, a price in a gift does.
 */
export function slipOfRules(rules: RulesInForce, facts: OrderFacts): SlipKind | undefined {
  const chosen = firstNamed(rules, facts, ({ slip }) => slip ?? null, '');
  if (chosen.is === 'doubt') return 'without-prices';
  return slipKinds.find((kind) => kind === chosen.named.name);
}
