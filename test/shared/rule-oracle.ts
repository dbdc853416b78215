import type { Order } from '../../shared/order.ts';
import type { Service } from '../../shared/quote.ts';
import type { Condition, ShippingRule } from '../../shared/shipping-rule.ts';
import { today } from './some-rules.ts';

// The meaning of rules, implemented without the code that reads them: it works on the order as it is.

type Verdict = 'yes' | 'no' | 'maybe';
const yes = (isSo: boolean): Verdict => (isSo ? 'yes' : 'no');
const sides = ({ lengthCm, widthCm, heightCm }: Order['parcels'][number]) => [lengthCm, widthCm, heightCm];

export function verdictOf(condition: Condition, order: Order): Verdict {
  const { recipient, parcels, lines } = order;
  if (condition.of === 'country')
    return yes(condition.isIn ? condition.countries.includes(recipient.country) : !condition.countries.includes(recipient.country));
  if (condition.of === 'zone') {
    // The orders drawn below go to these countries only; every sender is in the Netherlands.
    const zone = recipient.country === 'NL' ? 'domestic' : recipient.country === 'DE' ? 'same-territory' : 'leaves-territory';
    return yes(condition.zone === zone);
  }
  if (condition.of === 'postal-code')
    return recipient.postalCode === '' ? 'maybe' : yes(condition.begins.some((each) => recipient.postalCode.startsWith(each)));
  if (condition.of === 'weight' || condition.of === 'longest-side') {
    const bound = condition.of === 'weight' ? condition.grams : condition.cm;
    const all = condition.of === 'weight' ? parcels.map(({ weightGrams }) => weightGrams) : parcels.flatMap(sides);
    if (all.some((each) => each !== null && each > bound)) return yes(condition.isOver);
    return all.includes(null) ? 'maybe' : yes(!condition.isOver);
  }
  if (condition.of === 'value') {
    const values = parcels.map(({ value }) => value);
    if (values.some((value) => value?.currency !== condition.money.currency)) return 'maybe';
    const sum = values.reduce((all, value) => all + (value?.minor ?? 0), 0);
    return yes(condition.isOver ? sum > condition.money.minor : sum <= condition.money.minor);
  }
  if (condition.of === 'sku') {
    if (lines.some(({ sku }) => sku && condition.begins.some((each) => sku.startsWith(each)))) return 'yes';
    return lines.length === 0 || lines.some(({ sku }) => !sku) ? 'maybe' : 'no';
  }
  if (condition.of === 'source') return yes(condition.begins.some((each) => order.source.toUpperCase().startsWith(each.toUpperCase())));
  if (condition.of === 'shipping-method')
    return yes(condition.begins.some((each) => (order.shippingMethod ?? '').toUpperCase().startsWith(each.toUpperCase())));
  if (condition.of === 'recipient') return yes(condition.isCompany === recipient.company.length > 0);
  if (condition.of === 'weekday') return yes(condition.days.includes(5));
  if (condition.of === 'date') return yes(condition.isFrom ? today >= condition.day : today < condition.day);
  return yes(condition.isOver ? parcels.length > condition.count : parcels.length <= condition.count);
}

export interface Reached {
  readonly no: number;
  readonly rule: ShippingRule;
  readonly verdict: Verdict;
}

/** True if the rule makes no statement about services. */
const isSilent = ({ never, atMost, isInsured, isCo2, servicePoint, take }: ShippingRule): boolean =>
  [...never, ...(atMost ? [1] : []), ...(servicePoint ? [1] : []), ...(take ? [1] : [])].length === 0 && !isInsured && !isCo2;

/** Each sender or label printer that the rules may choose, for every possible value of an unknown fact. */
export function namesBy(list: readonly ShippingRule[], order: Order, what: 'sender' | 'printer', usual: string): Set<string> {
  const names = new Set<string>();
  for (const each of list) {
    const verdicts = each.conditions.map((condition) => verdictOf(condition, order));
    if (!each.isOn || verdicts.includes('no') || (each[what] === null && each.take === null)) continue;
    names.add(each[what] ?? usual);
    if (!verdicts.includes('maybe')) return names;
  }
  return names.add(usual);
}

/** The rules that may affect this order, down to the one that certainly ends the list. `ender` is that rule, or null if none ends it. */
export function reachedBy(list: readonly ShippingRule[], order: Order): { reached: Reached[]; ender: Reached | null } {
  const reached: Reached[] = [];
  for (const [index, each] of list.entries()) {
    if (!each.isOn || isSilent(each)) continue;
    const verdicts = each.conditions.map((condition) => verdictOf(condition, order));
    if (verdicts.includes('no')) continue;
    const one = { no: index + 1, rule: each, verdict: verdicts.includes('maybe') ? ('maybe' as const) : ('yes' as const) };
    reached.push(one);
    if (one.verdict === 'yes' && each.take) return { reached, ender: one };
  }
  return { reached, ender: null };
}

export const isCalled = (each: Service, name: string): boolean =>
  `${each.courierName} ${each.serviceName}`.toLowerCase().includes(name.toLowerCase());
export type Extra = Service['co2'];
export const added = ({ minor, currency }: Service['total'], ...extras: (Extra | false)[]): number =>
  extras.reduce<number>((sum, each) => {
    if (!each) return sum;
    return each === 'price-unknown' || each.currency !== currency ? Number.NaN : sum + each.minor;
  }, minor);
