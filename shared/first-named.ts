import { type OrderFacts, ruleApplies } from './order-facts.ts';
import type { RuleFact, RuleMark, RulesInForce, ShippingRule } from './shipping-rule.ts';

/** A name, and the rule that gives it; `by` is null if no rule does. */
export interface Candidate {
  readonly name: string;
  readonly by: RuleMark | null;
}

type Named = { readonly is: 'named'; readonly named: Candidate } | { readonly is: 'doubt'; readonly by: RuleMark; readonly fact: RuleFact };

/**
 * The name given by the first rule that holds and has one, else the usual name. A rule that takes a service ends the list. A missing fact
 * is a doubt only if it changes the result. Names are compared without case and outer blanks.
 */
export function firstNamed(
  { version, list }: RulesInForce,
  facts: OrderFacts,
  nameIn: (rule: ShippingRule) => string | null,
  usualName: string,
): Named {
  const usual: Candidate = { name: usualName, by: null };
  /** Names that are possible as long as facts are missing. */
  const candidates: Candidate[] = [];
  let doubt: { readonly by: RuleMark; readonly fact: RuleFact } | undefined;
  for (const [index, rule] of list.entries()) {
    const name = nameIn(rule);
    const held = rule.isOn && (name !== null || rule.take !== null) && ruleApplies(rule, facts);
    if (held === false) continue;
    const by: RuleMark = { no: index + 1, version, rule };
    const candidate = name === null ? usual : { name, by };
    if (held === true) return decided(candidates, candidate, doubt);
    candidates.push(candidate);
    doubt ??= { by, fact: held };
  }
  return decided(candidates, usual, doubt);
}

function decided(
  before: readonly Candidate[],
  last: Candidate,
  doubt: { readonly by: RuleMark; readonly fact: RuleFact } | undefined,
): Named {
  const isOne = before.every(({ name }) => bare(name) === bare(last.name));
  return doubt && !isOne ? { is: 'doubt', ...doubt } : { is: 'named', named: last };
}

const bare = (name: string): string => name.trim().toLowerCase();
