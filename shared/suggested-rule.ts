import type { WorkflowAt } from './bench.ts';
import { cheapestOf, costOf } from './rules.ts';
import type { Settings } from './settings.ts';
import { emptyRule, isNever, mostRules, type RulesVersion, type ShippingRule } from './shipping-rule.ts';

/** Number of newest choices that a suggestion looks at, and how many of them must be the cheapest. */
export const choicesSeen = 10;
const leastCheapest = 9;

/** Selects the cheapest service for every order. A person still buys. */
export const alwaysCheapest: ShippingRule = { ...emptyRule, take: { is: 'cheapest', buys: false } };

type Tiles = Pick<WorkflowAt<'choosing'>, 'advised' | 'extras' | 'order' | 'quote' | 'serviceId'>;

/**
 * True if the selected service is the cheapest of those that a person could take. Undefined if that was no free choice: a rule of the list
 * decided, a single service was left, or the prices cannot be compared.
 */
export function tookCheapest({ advised, extras, order, quote, serviceId }: Tiles): boolean | undefined {
  const open = quote.services.filter((service) => !isNever(advised, service.serviceId));
  const cheapest = cheapestOf(open, extras);
  const taken = open.find((service) => service.serviceId === serviceId);
  if (advised.by?.rule || order.returnOf || quote.unsold?.length || open.length < 2 || !cheapest || !taken) return undefined;
  const [least, paid] = [costOf(cheapest, extras), costOf(taken, extras)];
  return least && paid && paid.minor <= least.minor;
}

const leavesNothing = ({ isOn, conditions, take }: ShippingRule): boolean => isOn && conditions.length === 0 && take !== null;

/**
 * Number of the newest choices that took the cheapest, if *always the cheapest* is worth a question; else null. Never if the rules decide
 * everything, did so before, or belong to all benches of a site. `choices`: the oldest first.
 */
export function suggestedBy(
  choices: readonly boolean[],
  { rule, shippingRules: { list, older }, site, suggestsCheapest }: Pick<Settings, 'rule' | 'shippingRules' | 'site' | 'suggestsCheapest'>,
): number | null {
  const versions: readonly Pick<RulesVersion, 'list' | 'last'>[] = [{ list, last: rule }, ...older];
  const isKnown = versions.some((version) => version.last === 'cheapest' || version.list.some(leavesNothing));
  if (!suggestsCheapest || site || isKnown || list.length >= mostRules) return null;
  const newest = choices.slice(-choicesSeen);
  const cheapest = newest.filter(Boolean).length;
  return newest.length === choicesSeen && cheapest >= leastCheapest ? cheapest : null;
}
