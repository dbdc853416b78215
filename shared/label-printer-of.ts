import { firstNamed } from './first-named.ts';
import type { OrderFacts } from './order-facts.ts';
import type { PrintsAt, RuleFact, RuleMark, RulesInForce } from './shipping-rule.ts';

/** Which label printer rules name for an order: the first that holds and names one. */
export type LabelPrinterChoice =
  /** As the printers of the bench share it out. */
  | { readonly is: 'usual' }
  | ({ readonly is: 'named' } & PrintsAt)
  /** A fact that is missing decides between several. */
  | { readonly is: 'doubt'; readonly by: RuleMark; readonly fact: RuleFact };

export function labelPrinterOf(rules: RulesInForce, facts: OrderFacts): LabelPrinterChoice {
  const chosen = firstNamed(rules, facts, ({ printer }) => printer, '');
  if (chosen.is === 'doubt') return chosen;
  const { name, by } = chosen.named;
  return by ? { is: 'named', name, by } : { is: 'usual' };
}
